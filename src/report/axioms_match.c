/* report/axioms_match.c -- the axioms of two documents (report/axioms_match.h). */
#include "report/axioms_match.h"

#include "axioms/identity.h"
#include "base/map.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 2000 }; /* documents have no more of an axiom: the rest may differ */

wr_str wr_axiom_text_at (const json_t *object, const char *key) {
  const json_t *value = json_object_get (object, key);
  if (!json_is_string (value)) return (wr_str){"", 0};
  return (wr_str){json_string_value (value), json_string_length (value)};
}

static size_t without_digits (wr_str text, size_t end) {
  while (end && isdigit ((unsigned char)text.ptr[end - 1])) end--;
  return end;
}

/* `FILE.12:3`, as quantifier ids name places, and `FILE:12`, `line 12`. */
static bool is_place (const json_t *axiom, wr_str name) {
  wr_str file = wr_axiom_text_at (axiom, "file");
  char line[32];
  snprintf (line, sizeof line, "%lld",
            (long long)json_integer_value (json_object_get (axiom, "line")));
  if (wr_str_starts (name, WR_LIT ("line "))) return true;
  if (file.len && wr_str_starts (name, file) && wr_str_ends (name, wr_str_of (line))) return true;
  size_t column = without_digits (name, name.len);
  if (!column || column == name.len || name.ptr[column - 1] != ':') return false;
  size_t row = without_digits (name, column - 1);
  return row > 1 && row < column - 1 && name.ptr[row - 1] == '.';
}

struct wr_axiom_entry wr_axiom_entry_of (const json_t *object, const char *tests) {
  struct wr_axiom_entry entry = {.identity = wr_axiom_text_at (object, "identity"),
                                 .shown = wr_axiom_text_at (object, "name"),
                                 .object = object,
                                 .tests = json_object_get (object, tests)};
  if (!is_place (object, entry.shown)) entry.name = entry.shown;
  return entry;
}

/* -- texts --------------------------------------------------------------------------------------------- */

static bool in_word (char c) {
  return isalnum ((unsigned char)c) || (c && strchr ("_.$#'?^~\\", c));
}

/* The end of a comment or an attribute that begins at `at`; `at`: there is none. */
static size_t end_of_remark (wr_str text, size_t at) {
  wr_str rest = {text.ptr + at, text.len - at};
  size_t end = at + 2;
  if (wr_str_starts (rest, WR_LIT ("/*"))) {
    while (end + 1 < text.len && memcmp (text.ptr + end, "*/", 2)) end++;
    return end + 2 < text.len ? end + 2 : text.len;
  }
  if (!wr_str_starts (rest, WR_LIT ("{:"))) return at;
  for (bool quoted = false; end < text.len; end++) {
    if (text.ptr[end] == '"') quoted = !quoted;
    if (text.ptr[end] == '}' && !quoted) return end + 1;
  }
  return text.len;
}

/* The words of a program or a rule, without attributes, and without the name of the axiom where it first stands. */
static void add_words (wr_buf *out, wr_str text, wr_str name) {
  for (size_t at = 0; at < text.len;) {
    size_t end = end_of_remark (text, at);
    if (end == at) {
      while (end < text.len && in_word (text.ptr[end])) end++;
      if (end == at) end++;
      wr_str word = {text.ptr + at, end - at};
      bool blank = word.len == 1 && strchr (" \t\r\n", word.ptr[0]) && word.ptr[0];
      bool named = name.len && wr_str_equal (word, name);
      if (named) name.len = 0;
      if (!blank && !named) {
        wr_buf_add (out, word);
        wr_buf_add_char (out, ' ');
      }
    }
    at = end;
  }
}

static uint64_t text_key (const struct wr_axiom_entry *entry) {
  wr_str text = wr_axiom_text_at (entry->object, "text");
  wr_str rule = wr_axiom_text_at (entry->object, "group");
  if (!text.len || text.len >= MOST_TEXT) return 0;
  wr_buf normal = {0};
  bool body = wr_str_starts (rule, WR_LIT ("function-"));
  if (wr_str_starts (text, WR_LIT ("(assert")))
    wr_identity_normalise (&normal, text);
  else
    add_words (&normal, text, entry->name);
  uint64_t key = wr_str_hash (wr_buf_str (&normal), 3 + body);
  wr_buf_free (&normal);
  return key;
}

/* -- matching ------------------------------------------------------------------------------------------ */

/* An identity that is a place says little: another axiom may stand there now. */
static bool is_by_place (const struct wr_axiom_entry *entry) {
  wr_str rule = wr_axiom_text_at (entry->object, "identified_by");
  return !entry->name.len && wr_str_equal (rule, WR_LIT ("qid"));
}

static uint64_t identity_key (const struct wr_axiom_entry *entry) {
  return entry->identity.len && !is_by_place (entry) ? wr_str_hash (entry->identity, 1) : 0;
}

static uint64_t name_key (const struct wr_axiom_entry *entry) {
  return entry->name.len ? wr_str_hash (entry->name, 2) : 0;
}

static uint64_t place_key (const struct wr_axiom_entry *entry) {
  return entry->identity.len && is_by_place (entry) ? wr_str_hash (entry->identity, 5) : 0;
}

typedef uint64_t key_of (const struct wr_axiom_entry *entry);

/* Of several with one key, the first goes to the first. */
static void match_by (wr_axiom_entries *before, wr_axiom_entries *after, key_of *key) {
  wr_map first = {0}; /* key -> number + 1 of the first open entry after */
  uint32_t *next = wr_alloc (after->len + 1, sizeof *next);
  for (uint32_t i = after->len; i-- > 0;) {
    uint64_t k = after->data[i].partner ? 0 : key (&after->data[i]);
    if (!k) continue;
    next[i] = (uint32_t)wr_map_or (&first, k, 0);
    wr_map_put (&first, k, i + 1);
  }
  for (uint32_t i = 0; i < before->len; i++) {
    uint64_t k = before->data[i].partner ? 0 : key (&before->data[i]);
    uint32_t at = k ? (uint32_t)wr_map_or (&first, k, 0) : 0;
    if (!at) continue;
    wr_map_put (&first, k, next[at - 1]);
    before->data[i].partner = at;
    after->data[at - 1].partner = i + 1;
  }
  wr_map_free (&first);
  free (next);
}

void wr_axiom_entries_match (wr_axiom_entries *before, wr_axiom_entries *after) {
  static key_of *const keys[] = {identity_key, name_key, text_key, place_key};
  for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) match_by (before, after, keys[i]);
}
