#include "analysis/baseline.h"

#include "base/check.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/map.h"

struct wr_baseline {
  wr_interner *keys;
  wr_map counts; /* key -> entries that are left */
  uint32_t left;
};

void wr_finding_words (wr_buf *out, wr_str text) {
  bool blank = false;
  size_t begin = out->len;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank && blank && out->len > begin) wr_buf_add_char (out, ' ');
    if (!is_blank) wr_buf_add_char (out, c);
    blank = is_blank;
  }
}

static wr_symbol key_of (wr_baseline *b, wr_str code, wr_str procedure, wr_str text) {
  wr_buf key = {0};
  wr_buf_print (&key, "%.*s\n%.*s\n", WR_STR_ARGS (code), WR_STR_ARGS (procedure));
  wr_finding_words (&key, text);
  wr_symbol symbol = wr_intern (b->keys, wr_buf_str (&key));
  wr_buf_free (&key);
  return symbol;
}

static wr_str text_at (const json_t *object, const char *name) {
  const json_t *value = json_object_get (object, name);
  if (!json_is_string (value)) return (wr_str){0};
  return (wr_str){json_string_value (value), json_string_length (value)};
}

static bool add_findings (wr_baseline *b, const json_t *document, wr_buf *problem) {
  const json_t *findings = json_object_get (document, "findings");
  if (!wr_str_equal (text_at (document, "format"), WR_LIT ("warrant/1")) ||
      !json_is_array (findings)) {
    wr_buf_print (problem, "this is not a document of `warrant cover --json`");
    return false;
  }
  for (size_t i = 0; i < json_array_size (findings); i++) {
    const json_t *one = json_array_get (findings, i);
    wr_str code = text_at (one, "code");
    if (!code.len) {
      wr_buf_print (problem, "finding %zu has no code", i + 1);
      return false;
    }
    wr_symbol key = key_of (b, code, text_at (one, "procedure"), text_at (one, "text"));
    wr_map_put (&b->counts, key.ix, wr_map_or (&b->counts, key.ix, 0) + 1);
    b->left++;
  }
  return true;
}

wr_baseline *wr_baseline_read (wr_str text, wr_arena *arena, wr_buf *problem) {
  json_error_t error;
  json_t *document = json_loadb (text.ptr, text.len, 0, &error);
  if (!document) {
    wr_buf_print (problem, "no JSON: line %d: %s", error.line, error.text);
    return NULL;
  }
  wr_baseline *b = WR_NEW (arena, wr_baseline, 1);
  b->keys = wr_interner_new ();
  bool ok = add_findings (b, document, problem);
  json_decref (document);
  if (ok) return b;
  wr_baseline_free (b);
  return NULL;
}

void wr_baseline_free (wr_baseline *b) {
  if (!b) return;
  wr_interner_free (b->keys);
  wr_map_free (&b->counts);
}

bool wr_baseline_take (wr_baseline *b, wr_str code, wr_str procedure, wr_str text) {
  wr_symbol key = key_of (b, code, procedure, text);
  uint64_t count = wr_map_or (&b->counts, key.ix, 0);
  if (!count) return false;
  WR_ASSERT (b->left >= count);
  wr_map_put (&b->counts, key.ix, count - 1);
  b->left--;
  return true;
}

uint32_t wr_baseline_left (const wr_baseline *b) { return b->left; }
