/* core/printer.h -- inside the printer of core's text form: names in scope, and expressions.

   A variable is written as its name, with %2, %3, … behind it when another variable of that name is in
   scope.  An expression is written out as a tree when that is small and shallow, and with abbreviations
   (share) otherwise, so that the text never grows beyond the size of the expression's graph and never
   nests deeper than what the reader accepts. */
#ifndef WR_CORE_PRINTER_H
#define WR_CORE_PRINTER_H

#include "base/bitset.h"
#include "core/build.h"

enum {
  WR_PRINT_TREE_SIZE = 10000, /* larger trees are written with abbreviations */
  WR_PRINT_TREE_DEPTH = 200,  /* and deeper ones */
  WR_PRINT_CHUNK_DEPTH = 100  /* depth between two abbreviations of a deep expression */
};

struct wr_scope_entry {
  uint32_t var, suffix;
};

struct wr_printer {
  wr_buf *out;
  const wr_core *core;
  wr_map suffixes; /* declared variables (wr_var.ix) that have a suffix */
  wr_map taken[2]; /* names of the program, of the procedure: WR_KEY2 (name, 1) -> next suffix */
  wr_bitset files; /* files that spans mention */
  WR_VEC (struct wr_scope_entry) bound; /* variables of enclosing binders */
  wr_map used;                          /* keys of the variables that occur in this expression */
  wr_map shared;                        /* expression -> number of its abbreviation */
  bool sharing;                         /* bound variables are declared by the enclosing share */
};

/* Declares a variable of the program (or of the procedure that is being printed): chooses its suffix. */
void wr_printer_declare (struct wr_printer *p, wr_var var, bool in_procedure);
/* Begins a new procedure: the names of the last one are free again. */
void wr_printer_leave (struct wr_printer *p);
void wr_printer_name (struct wr_printer *p, wr_symbol name); /* between bars when needed */
void wr_printer_string (struct wr_printer *p, wr_symbol text);
void wr_printer_var (struct wr_printer *p, wr_var var);
void wr_printer_sort (struct wr_printer *p, wr_sort sort);
void wr_printer_expr (struct wr_printer *p, wr_expr e);
void wr_printer_span (struct wr_printer *p, wr_span span); /* without a blank before it */
/* A span, "L5" or "-" if `ix` is 0, a label, and (HEAD "text") unless there is no text, each with a blank before it [printlabel.c]. */
void wr_printer_place (struct wr_printer *p, wr_span span);
void wr_printer_handle (struct wr_printer *p, char letter, uint32_t ix);
void wr_printer_label (struct wr_printer *p, wr_label label);
void wr_printer_note (struct wr_printer *p, const char *head, wr_symbol text);
void wr_printer_labels (struct wr_printer *p); /* all labels, sites and origins */
/* Span, shown name and class of a variable, each with a blank before it. */
void wr_printer_var_notes (struct wr_printer *p, wr_var var);
void wr_printer_free (struct wr_printer *p);

#endif
