/* front/viper/lower_interpret.c -- domains and functions that SMT-LIB interprets: bitvectors, floating-point numbers, numbers. */
#include "front/viper/lower_domains.h"

#include <stdio.h>

static wr_str text_for_solver (vpr_lowering *lo, const vpr_decl *decl) {
  for (uint32_t i = 0; i < decl->interpretations.len; i++) {
    wr_symbol backend = decl->interpretations.data[i].backend.name;
    bool any = !backend.ix; /* of a function */
    if (any || wr_str_equal (wr_symbol_text (lo->symbols, backend), WR_LIT ("SMTLIB")))
      return decl->interpretations.data[i].text;
  }
  return WR_LIT ("");
}

wr_sort vpr_interpreted_sort (vpr_lowering *lo, const vpr_decl *domain) {
  enum { MAX_BITS = 1 << 20 };
  static const struct {
    const char *name;
    enum wr_sort_kind kind;
  } plain[] = {{"Int", WR_SORT_INT},
               {"Bool", WR_SORT_BOOL},
               {"Real", WR_SORT_REAL},
               {"RoundingMode", WR_SORT_RMODE}};
  wr_str text = text_for_solver (lo, domain);
  const char *zero_terminated = wr_str_keep (lo->arena, text).ptr;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (wr_str_equal (text, wr_str_of (plain[i].name)))
      return wr_sort_simple (lo->core, plain[i].kind);
  unsigned a = 0, b = 0;
  int end = 0;
  if (sscanf (zero_terminated, "(_ BitVec %7u)%n", &a, &end) == 1 && (size_t)end == text.len && a &&
      a <= MAX_BITS)
    return wr_sort_bv (lo->core, a);
  end = 0;
  if (sscanf (zero_terminated, "(_ FloatingPoint %4u %4u)%n", &a, &b, &end) == 2 &&
      (size_t)end == text.len && a > 1 && b > 1)
    return wr_sort_float (lo->core, b, a);
  vpr_unsupported (lo, domain->id.span, "the interpretation `%.*s` of a domain is not supported",
                   WR_STR_ARGS (text));
  return vpr_int_sort (lo);
}

/* The words of the interpretation stand before the arguments in a term of SMT-LIB, so they must be words and balanced parentheses. */
static bool is_plain (wr_str text) {
  int depth = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    depth += (c == '(') - (c == ')');
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '_' || c == '.' || c == ' ' || c == '(' || c == ')' || c == '+' || c == '-' ||
                c == '*' || c == '/' || c == '<' || c == '>' || c == '=';
    if (!word || depth < 0) return false;
  }
  return text.len && !depth;
}

void vpr_interpret_func (vpr_lowering *lo, wr_func func, const vpr_decl *f) {
  wr_str text = text_for_solver (lo, f);
  if (!is_plain (text)) {
    vpr_unsupported (lo, f->id.span, "the interpretation of function `%s` is not supported",
                     vpr_text (lo, f->id.name));
    return;
  }
  struct wr_func_info *info = wr_func_edit (lo->core, func);
  info->kind = WR_FUNC_BUILTIN;
  info->builtin = wr_intern (lo->symbols, text);
}
