#include "source/diag.h"

#include "base/check.h"
#include "base/map.h"
#include "base/vec.h"
#include "base/words.h"

struct wr_diags {
  wr_arena *arena;
  WR_VEC (wr_diag *) kept;
  wr_index index; /* of kept, by code, span and message */
  wr_buf scratch;
  wr_diag discard; /* what callers get for a diagnostic that is not kept */
  wr_diag *limit;  /* the note that errors were left out */
  uint32_t errors, others, dropped_errors, dropped_others;
};

static const struct wr_code_info code_table[] = {
    {0},
#define X(name, slug, phase, severity, title, text, example, fix)                                  \
  {slug, title, text, example, fix, phase, severity},
#include "source/codes/all.def"
#undef X
};

const struct wr_code_info *wr_code_info (enum wr_code code) {
  WR_REQUIRE (code > WR_CODE_NONE && code < WR_CODE_COUNT);
  return &code_table[code];
}

enum wr_code wr_code_find (wr_str slug) {
  for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
    if (wr_str_equal (slug, wr_str_of (code_table[i].slug))) return (enum wr_code)i;
  }
  return WR_CODE_NONE;
}

wr_diags *wr_diags_new (wr_arena *arena) {
  wr_diags *diags = WR_NEW (arena, wr_diags, 1);
  diags->arena = arena;
  return diags;
}

void wr_diags_free (wr_diags *diags) {
  if (!diags) return;
  WR_VEC_FREE (&diags->kept);
  wr_index_free (&diags->index);
  wr_buf_free (&diags->scratch);
}

struct wanted {
  const wr_diags *diags;
  const wr_diag *diag;
};

static bool same_span (wr_span a, wr_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

static bool equal_diag (const void *ctx, uint32_t item) {
  const struct wanted *wanted = ctx;
  const wr_diag *a = wanted->diags->kept.data[item], *b = wanted->diag;
  return a->code == b->code && a->subject == b->subject && same_span (a->at, b->at) &&
         wr_str_equal (a->message, b->message);
}

static uint64_t hash_diag (const wr_diag *diag) {
  uint64_t hash = wr_hash_mix (wr_str_hash (diag->message, 0), (uint64_t)diag->code);
  hash = wr_hash_mix (hash, (uint64_t)diag->subject << 32 | diag->at.file);
  return wr_hash_mix (hash, (uint64_t)diag->at.begin << 32 | diag->at.end);
}

static wr_diag *keep (wr_diags *diags, wr_diag diag) {
  wr_diag *kept = WR_NEW (diags->arena, wr_diag, 1);
  *kept = diag;
  kept->message = wr_str_keep (diags->arena, diag.message);
  kept->serial = diags->kept.len;
  WR_VEC_PUSH (&diags->kept, kept);
  return kept;
}

/* Counts a diagnostic that is not kept, and adds the note about it. */
static wr_diag *drop (wr_diags *diags, enum wr_severity severity) {
  if (severity == WR_ERROR)
    diags->dropped_errors++;
  else
    diags->dropped_others++;
  if (!diags->limit) {
    diags->limit = keep (diags, (wr_diag){.code = WR_CODE_TOO_MANY_ERRORS, .severity = WR_INFO});
  }
  wr_buf_clear (&diags->scratch);
  return &diags->discard;
}

/* Adds what is given, with the message. */
static wr_diag *add (wr_diags *diags, wr_diag diag, const char *fmt, va_list args) {
  wr_buf_clear (&diags->scratch);
  wr_buf_vprint (&diags->scratch, fmt, args);
  diag.severity = wr_code_info (diag.code)->severity;
  diag.message = wr_buf_str (&diags->scratch);
  diags->discard = diag;
  diags->discard.message = WR_LIT ("");
  struct wanted wanted = {diags, &diag};
  uint64_t hash = hash_diag (&diag);
  if (wr_index_find (&diags->index, hash, equal_diag, &wanted) != UINT32_MAX) {
    return &diags->discard;
  }
  uint32_t *count = diag.severity == WR_ERROR ? &diags->errors : &diags->others;
  if (*count >= WR_MAX_ERRORS) return drop (diags, diag.severity);
  ++*count;
  wr_diag *kept = keep (diags, diag);
  wr_index_add (&diags->index, hash, kept->serial);
  return kept;
}

wr_diag *wr_diag_add (wr_diags *diags, enum wr_code code, wr_span at, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_diag *diag = add (diags, (wr_diag){.code = code, .at = at}, fmt, args);
  va_end (args);
  return diag;
}

wr_diag *wr_diag_about (wr_diags *diags, enum wr_code code, wr_span at, uint32_t subject,
                        const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_diag *diag = add (diags, (wr_diag){.code = code, .at = at, .subject = subject}, fmt, args);
  va_end (args);
  return diag;
}

wr_diag *wr_diag_native (wr_diag *diag, wr_str name) {
  diag->native = name;
  return diag;
}

void wr_diag_note (wr_diags *diags, wr_diag *diag, wr_span at, const char *fmt, ...) {
  if (diag == &diags->discard) return;
  va_list args;
  va_start (args, fmt);
  wr_buf_clear (&diags->scratch);
  wr_buf_vprint (&diags->scratch, fmt, args);
  va_end (args);
  if (diag->note_count == diag->note_cap) {
    uint32_t cap = diag->note_cap ? diag->note_cap * 2 : 2;
    struct wr_note *notes = WR_NEW (diags->arena, struct wr_note, cap);
    for (uint32_t i = 0; i < diag->note_count; i++) notes[i] = diag->notes[i];
    diag->notes = notes;
    diag->note_cap = cap;
  }
  wr_str text = wr_str_keep (diags->arena, wr_buf_str (&diags->scratch));
  diag->notes[diag->note_count++] = (struct wr_note){.at = at, .text = text};
}

uint32_t wr_diags_errors (const wr_diags *diags) { return diags->errors + diags->dropped_errors; }

uint32_t wr_diags_dropped (const wr_diags *diags) {
  return diags->dropped_errors + diags->dropped_others;
}

static int by_place (const void *a, const void *b) {
  const wr_diag *x = *(wr_diag *const *)a, *y = *(wr_diag *const *)b;
  uint32_t xf = x->at.file - 1, yf = y->at.file - 1; /* file 0 comes last */
  if (xf != yf) return xf < yf ? -1 : 1;
  if (x->at.begin != y->at.begin) return x->at.begin < y->at.begin ? -1 : 1;
  return (x->serial > y->serial) - (x->serial < y->serial);
}

void wr_diags_sort (wr_diags *diags) {
  if (diags->limit) {
    diags->limit->message = wr_str_print (
        diags->arena, "%u further %s not shown; %u of them %s", wr_diags_dropped (diags),
        wr_plural (wr_diags_dropped (diags), "diagnostic is", "diagnostics are"),
        diags->dropped_errors, wr_plural (diags->dropped_errors, "is an error", "are errors"));
  }
  if (!diags->kept.len) return;
  qsort (diags->kept.data, diags->kept.len, sizeof *diags->kept.data, by_place);
  wr_index_free (&diags->index); /* sorting moved the items: index them again */
  diags->index = (wr_index){0};
  for (uint32_t i = 0; i < diags->kept.len; i++) {
    wr_index_add (&diags->index, hash_diag (diags->kept.data[i]), i);
  }
}

uint32_t wr_diags_remove (wr_diags *diags, bool (*gone) (void *ctx, const wr_diag *diag),
                          void *ctx) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < diags->kept.len; i++) {
    wr_diag *diag = diags->kept.data[i];
    if (diag->severity != WR_ERROR && diag != diags->limit && gone (ctx, diag)) continue;
    diags->kept.data[kept++] = diag;
  }
  uint32_t removed = diags->kept.len - kept;
  diags->others -= removed;
  diags->kept.len = kept;
  wr_diags_sort (diags);
  return removed;
}

uint32_t wr_diags_count (const wr_diags *diags) { return diags->kept.len; }

const wr_diag *wr_diags_at (const wr_diags *diags, uint32_t i) {
  WR_REQUIRE (i < diags->kept.len);
  return diags->kept.data[i];
}
