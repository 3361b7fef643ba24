/* Reading words: names, numbers, spans, labels, sorts. */
#include "core/reader.h"

#include "base/bigint.h"
#include "core/words.h"

#include <string.h>

void wr_read_fail (struct wr_reader *r, wr_node n, enum wr_code code, const char *fmt, ...) {
  const struct wr_sexp *sexp = wr_read_sexp (r, n);
  wr_buf message = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&message, fmt, args);
  va_end (args);
  wr_span at = {r->file, sexp->begin, sexp->end};
  wr_diag_add (r->diags, code, at, "%s", wr_buf_text (&message));
  wr_buf_free (&message);
}

/* -- nodes --------------------------------------------------------------------------------------- */

const struct wr_sexp *wr_read_sexp (const struct wr_reader *r, wr_node n) {
  return &r->sexps.nodes.data[n];
}

uint32_t wr_read_count (const struct wr_reader *r, wr_node list) {
  const struct wr_sexp *sexp = wr_read_sexp (r, list);
  return sexp->kind == WR_SEXP_LIST ? sexp->count : 0;
}

wr_node wr_read_kid (const struct wr_reader *r, wr_node list, uint32_t i) {
  return r->sexps.kids.data[wr_read_sexp (r, list)->first + i];
}

wr_str wr_read_word (const struct wr_reader *r, wr_node n) {
  const struct wr_sexp *sexp = wr_read_sexp (r, n);
  if (sexp->kind != WR_SEXP_WORD) return (wr_str){"", 0};
  return (wr_str){r->text.ptr + sexp->begin, sexp->end - sexp->begin};
}

bool wr_read_is (const struct wr_reader *r, wr_node n, const char *word) {
  return wr_str_equal (wr_read_word (r, n), wr_str_of (word));
}

bool wr_read_has_head (const struct wr_reader *r, wr_node n, const char *word) {
  return wr_read_count (r, n) && wr_read_is (r, wr_read_kid (r, n, 0), word);
}

bool wr_read_arity (struct wr_reader *r, wr_node list, uint32_t least, uint32_t most) {
  uint32_t count = wr_read_count (r, list);
  if (wr_read_sexp (r, list)->kind != WR_SEXP_LIST) {
    wr_read_fail (r, list, WR_CODE_CORE_SYNTAX, "a list in parentheses is expected");
    return false;
  }
  if (count >= least && count <= most) return true;
  wr_read_fail (r, list, WR_CODE_CORE_SYNTAX, "%s items in this form",
                count < least ? "too few" : "too many");
  return false;
}

/* -- words --------------------------------------------------------------------------------------- */

bool wr_read_key (struct wr_reader *r, wr_node n, wr_symbol *name, uint64_t *key) {
  const struct wr_sexp *sexp = wr_read_sexp (r, n);
  if (sexp->kind == WR_SEXP_NAME) {
    *name = (wr_symbol){sexp->first};
    *key = WR_KEY2 (sexp->first, sexp->count);
    return true;
  }
  wr_str word = wr_read_word (r, n);
  uint32_t suffix = 0;
  const char *percent = word.len ? memchr (word.ptr, '%', word.len) : NULL;
  bool ok = true;
  if (percent) {
    wr_str digits = {percent + 1, (size_t)(word.ptr + word.len - percent - 1)};
    word.len = (size_t)(percent - word.ptr);
    ok = wr_sexp_number (digits, &suffix) && suffix >= 2;
  }
  if (!ok || !wr_word_is_plain_name (word)) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a name is expected");
    return false;
  }
  *name = wr_intern (r->core->symbols, word);
  *key = WR_KEY2 (name->ix, suffix);
  return true;
}

bool wr_read_name (struct wr_reader *r, wr_node n, wr_symbol *name) {
  uint64_t key;
  if (!wr_read_key (r, n, name, &key)) return false;
  if (key == WR_KEY2 (name->ix, 0)) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "only variables have numbered names");
  return false;
}

bool wr_read_string (struct wr_reader *r, wr_node n, wr_symbol *text) {
  const struct wr_sexp *sexp = wr_read_sexp (r, n);
  *text = (wr_symbol){sexp->first};
  if (sexp->kind == WR_SEXP_STRING) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a string is expected");
  return false;
}

bool wr_read_u32 (struct wr_reader *r, wr_node n, uint32_t *number) {
  if (wr_sexp_number (wr_read_word (r, n), number)) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a number of at most 32 bits is expected");
  return false;
}

/* file:begin-end */
static bool split_span (wr_str word, wr_span *span) {
  const char *colon = word.len ? memchr (word.ptr, ':', word.len) : NULL;
  const char *dash = word.len ? memchr (word.ptr, '-', word.len) : NULL;
  if (!colon || !dash || dash < colon) return false;
  const char *end = word.ptr + word.len;
  return wr_sexp_number ((wr_str){word.ptr, (size_t)(colon - word.ptr)}, &span->file) &&
         wr_sexp_number ((wr_str){colon + 1, (size_t)(dash - colon - 1)}, &span->begin) &&
         wr_sexp_number ((wr_str){dash + 1, (size_t)(end - dash - 1)}, &span->end);
}

bool wr_read_is_span (const struct wr_reader *r, wr_node n) {
  wr_span span;
  return wr_read_is (r, n, "-") || split_span (wr_read_word (r, n), &span);
}

bool wr_read_span (struct wr_reader *r, wr_node n, wr_span *span) {
  *span = (wr_span){0};
  if (wr_read_is (r, n, "-")) return true;
  if (!split_span (wr_read_word (r, n), span) || span->begin > span->end) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a span FILE:BEGIN-END or - is expected");
    return false;
  }
  uint64_t file;
  if (!wr_map_get (&r->files, span->file, &file)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "no form declares file %u", span->file);
    return false;
  }
  span->file = (uint32_t)file;
  if (!file) {
    *span = (wr_span){0};
    return true;
  }
  if (span->end <= wr_source_text (r->core->sources, span->file).len) return true;
  wr_read_fail (r, n, WR_CODE_CORE_NAME, "this span lies outside its file");
  return false;
}

static bool read_handle (struct wr_reader *r, wr_node n, char letter, uint32_t count,
                         uint32_t *ix) {
  wr_str word = wr_read_word (r, n);
  *ix = 0;
  if (wr_read_is (r, n, "-")) return true;
  const char *what = letter == 'L' ? "label" : letter == 'S' ? "site" : "origin";
  if (!word.len || word.ptr[0] != letter ||
      !wr_sexp_number ((wr_str){word.ptr + 1, word.len - 1}, ix) || !*ix) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a %s is expected: %c and its number, or -", what,
                  letter);
    return false;
  }
  if (*ix <= count) return true;
  wr_read_fail (r, n, WR_CODE_CORE_NAME, "no form declares this %s", what);
  return false;
}

bool wr_read_label (struct wr_reader *r, wr_node n, wr_label *label) {
  return read_handle (r, n, 'L', r->label_count, &label->ix);
}

bool wr_read_site (struct wr_reader *r, wr_node n, wr_site *site) {
  return read_handle (r, n, 'S', r->site_count, &site->ix);
}

bool wr_read_origin (struct wr_reader *r, wr_node n, wr_origin *origin) {
  return read_handle (r, n, 'O', r->origin_count, &origin->ix);
}

bool wr_read_class (struct wr_reader *r, wr_node n, enum wr_class *cls) {
  static const enum wr_class all[] = {WR_CLASS_EXPLICIT, WR_CLASS_IMPLICIT, WR_CLASS_INTERNAL};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!wr_read_is (r, n, wr_class_name (all[i]))) continue;
    *cls = all[i];
    return true;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a class is expected: explicit, implicit or internal");
  return false;
}

bool wr_read_known (struct wr_reader *r, wr_node n, const wr_map *map, const char *what,
                    uint32_t *found) {
  wr_symbol name;
  uint64_t value;
  if (!wr_read_name (r, n, &name)) return false;
  if (!wr_map_get (map, name.ix, &value)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "no form declares this %s", what);
    return false;
  }
  *found = (uint32_t)value;
  return true;
}

bool wr_read_var (struct wr_reader *r, wr_node n, wr_var *var) {
  wr_symbol name;
  uint64_t key, found;
  if (!wr_read_key (r, n, &name, &key)) return false;
  uint32_t innermost = (uint32_t)wr_map_or (&r->innermost, key, 0);
  if (innermost) {
    *var = r->bound.data[innermost - 1].var;
    return true;
  }
  if (!wr_map_get (&r->locals, key, &found) && !wr_map_get (&r->globals, key, &found)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "no variable of this name is in scope");
    return false;
  }
  *var = (wr_var){(uint32_t)found};
  return true;
}

/* -- sorts --------------------------------------------------------------------------------------- */

static bool read_bits (struct wr_reader *r, wr_node n, uint32_t least, uint32_t *bits) {
  if (!wr_read_u32 (r, n, bits)) return false;
  if (*bits >= least && *bits <= WR_MAX_BITVECTOR) return true;
  wr_read_fail (r, n, WR_CODE_CORE_LIMIT, "a number of bits is between %u and %d", least,
                (int)WR_MAX_BITVECTOR);
  return false;
}

static bool read_map_sort (struct wr_reader *r, wr_node n, wr_sort *sort) {
  wr_node list = wr_read_kid (r, n, 1);
  wr_sort range;
  if (!wr_read_arity (r, list, 0, UINT32_MAX)) return false;
  if (!wr_read_sort (r, wr_read_kid (r, n, 2), &range)) return false;
  WR_VEC (wr_sort) domain = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < wr_read_count (r, list); i++) {
    wr_sort arg;
    ok = wr_read_sort (r, wr_read_kid (r, list, i), &arg);
    if (ok) WR_VEC_PUSH (&domain, arg);
  }
  if (ok) *sort = wr_sort_map (r->core, domain.data, domain.len, range);
  WR_VEC_FREE (&domain);
  return ok;
}

/* Recursion is bounded by WR_SEXP_MAX_DEPTH. */
bool wr_read_sort (struct wr_reader *r, wr_node n, wr_sort *sort) {
  enum wr_sort_kind kind;
  uint32_t a, b;
  if (wr_word_simple_sort (wr_read_word (r, n), &kind)) {
    *sort = wr_sort_simple (r->core, kind);
    return true;
  }
  if (wr_read_sexp (r, n)->kind != WR_SEXP_LIST) {
    return wr_read_known (r, n, &r->sorts, "sort", &sort->ix);
  }
  uint32_t count = wr_read_count (r, n);
  if (count == 2 && wr_read_has_head (r, n, "bv")) {
    if (!read_bits (r, wr_read_kid (r, n, 1), 0, &a)) return false;
    *sort = wr_sort_bv (r->core, a);
    return true;
  }
  if (count == 3 && wr_read_has_head (r, n, "float")) {
    if (!read_bits (r, wr_read_kid (r, n, 1), 1, &a)) return false;
    if (!read_bits (r, wr_read_kid (r, n, 2), 1, &b)) return false;
    *sort = wr_sort_float (r->core, a, b);
    return true;
  }
  if (count == 2 && wr_read_has_head (r, n, "seq")) {
    wr_sort element;
    if (!wr_read_sort (r, wr_read_kid (r, n, 1), &element)) return false;
    *sort = wr_sort_seq (r->core, element);
    return true;
  }
  if (count == 3 && wr_read_has_head (r, n, "map")) return read_map_sort (r, n, sort);
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a sort is expected");
  return false;
}

/* -- what stands behind a variable --------------------------------------------------------------- */

bool wr_read_is_note (const struct wr_reader *r, wr_node n) {
  return wr_read_is_span (r, n) || wr_read_has_head (r, n, "shown") ||
         wr_read_has_head (r, n, "class");
}

bool wr_read_note (struct wr_reader *r, wr_node n, wr_var var) {
  struct wr_var_info *info = wr_var_edit (r->core, var);
  if (wr_read_is_span (r, n)) return wr_read_span (r, n, &info->span);
  if (!wr_read_arity (r, n, 2, 2)) return false;
  if (wr_read_has_head (r, n, "shown")) {
    return wr_read_name (r, wr_read_kid (r, n, 1), &info->shown);
  }
  if (wr_read_has_head (r, n, "class")) {
    return wr_read_class (r, wr_read_kid (r, n, 1), &info->cls);
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a span, (shown NAME) or (class CLASS) is expected");
  return false;
}
