/* front/boogie/attr.c -- looking up attributes. */
#include "front/boogie/ast.h"

const bpl_attr *bpl_attr_find (const wr_interner *symbols, const bpl_attr *a, const char *name) {
  wr_symbol symbol = wr_intern_find (symbols, wr_str_of (name));
  if (symbol.ix == 0) return NULL;
  for (; a; a = a->next)
    if (a->kind == BPL_ATTR && a->name.name.ix == symbol.ix) return a;
  return NULL;
}
