#include "core/words.h"

#include "core/build.h"

#include <string.h>

bool wr_word_is_name_byte (unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr ("_$#'~^.?@!&*+-/<>=:,[]{}`", c) != NULL);
}

static const struct {
  enum wr_sort_kind kind;
  const char *word;
} simple_sorts[] = {{WR_SORT_BOOL, "bool"},   {WR_SORT_INT, "int"},       {WR_SORT_REAL, "real"},
                    {WR_SORT_RMODE, "rmode"}, {WR_SORT_STRING, "string"}, {WR_SORT_REGEX, "regex"}};

bool wr_word_simple_sort (wr_str word, enum wr_sort_kind *kind) {
  for (size_t i = 0; i < sizeof simple_sorts / sizeof *simple_sorts; i++) {
    if (!wr_str_equal (word, wr_str_of (simple_sorts[i].word))) continue;
    *kind = simple_sorts[i].kind;
    return true;
  }
  return false;
}

const char *wr_word_of_simple_sort (enum wr_sort_kind kind) {
  for (size_t i = 0; i < sizeof simple_sorts / sizeof *simple_sorts; i++) {
    if (simple_sorts[i].kind == kind) return simple_sorts[i].word;
  }
  return NULL;
}

bool wr_word_is_reserved (wr_str word) {
  static const char *const more[] = {"bv",    "float", "seq",     "map",    "share", "set",
                                     "at",    "index", "trigger", "nopat",  "qid",   "weight",
                                     "where", "shown", "class",   "capture"};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    if (wr_str_equal (word, wr_str_of (more[i]))) return true;
  }
  enum wr_op op;
  enum wr_sort_kind kind;
  return wr_op_find (word, &op) || wr_word_simple_sort (word, &kind);
}

bool wr_word_is_plain_name (wr_str word) {
  if (!word.len || (word.ptr[0] >= '0' && word.ptr[0] <= '9')) return false;
  if (word.ptr[0] == '-' || word.ptr[0] == '+') return false;
  for (size_t i = 0; i < word.len; i++) {
    if (!wr_word_is_name_byte ((unsigned char)word.ptr[i])) return false;
  }
  return !wr_word_is_reserved (word);
}
