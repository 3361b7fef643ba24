/* base/intern.h -- names as 32-bit symbols.  Equal text, equal symbol, within one interner; symbols
   are numbered in order of first use, so output order may follow them but never the hash. */
#ifndef WR_BASE_INTERN_H
#define WR_BASE_INTERN_H

#include "base/str.h"

typedef struct wr_interner wr_interner;
typedef struct {
  uint32_t ix; /* 0: none */
} wr_symbol;

wr_interner *wr_interner_new (void);
void wr_interner_free (wr_interner *table); /* NULL is allowed */
wr_symbol wr_intern (wr_interner *table, wr_str text);
wr_symbol wr_intern_find (const wr_interner *table, wr_str text);   /* none if never interned */
wr_str wr_symbol_text (const wr_interner *table, wr_symbol symbol); /* NUL-terminated, stable */
uint32_t wr_interner_count (const wr_interner *table);              /* largest ix */

#endif
