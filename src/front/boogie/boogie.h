/* front/boogie/boogie.h -- the Boogie front end.  Texts in memory become a resolved, typed tree.  Each
   phase reports all its errors and the next one runs only when there were none. */
#ifndef WR_FRONT_BOOGIE_BOOGIE_H
#define WR_FRONT_BOOGIE_BOOGIE_H

#include "front/boogie/ast.h"
#include "front/front.h"
#include "source/diag.h"

/* No tree is higher than BPL_MAX_NESTING, except for the left spine of binary operators (a + b + c ...),
   which may have BPL_MAX_CHAIN nodes: traversals iterate down args[0] of a BINARY and recurse otherwise. */
enum {
  BPL_MAX_NESTING = 1000, /* of expressions, types, statements: nesting-too-deep */
  BPL_MAX_CHAIN = 100000, /* operands of one chain of binary operators: nesting-too-deep */
  BPL_MAX_IDENTIFIER_BYTES = 65536, /* identifier-too-long */
};

/* Boogie behind the interface of languages.  [front.c] */
extern const struct wr_front bpl_front;

/* All files of `sources` as one program.  Never NULL; errors are in `diags`.  Gotos and breaks have
   found their labels: an undefined one is an error of this phase, as in Boogie.  [parse.c] */
struct bpl_program *bpl_parse (wr_arena *arena, wr_interner *symbols, wr_sources *sources,
                               wr_diags *diags);
/* The same for a program that may be cancelled: then this phase and the later ones end early, and the program must not be used.  [parse.c] */
struct bpl_program *bpl_parse_input (const struct wr_front_input *input);

/* Adds the declarations of one more file of the program's sources, and says how many there were before.
   [parse.c] */
uint32_t bpl_parse_more (struct bpl_program *program, uint32_t file, wr_diags *diags);

/* Finds out what comments and captured states say about where the text comes from (wr_source_add_origin);
   part of bpl_parse.  [origin.c] */
void bpl_read_origins (struct bpl_program *program);

/* The program as Boogie text that parses to the same tree.  [print.c] */
void bpl_print (wr_buf *out, const struct bpl_program *program);
void bpl_print_expr (wr_buf *out, const wr_interner *symbols, const bpl_expr *expr);
void bpl_print_type (wr_buf *out, const wr_interner *symbols,
                     const bpl_type *type); /* also solved types, for messages */

/* Structural equality, positions and [resolve]/[type] fields left out.  [equal.c] */
bool bpl_program_equal (const struct bpl_program *a, const struct bpl_program *b);

/* False, and nothing written, when Boogie has no name for the label.  [words.c] */
bool bpl_label_words (wr_buf *out, const wr_core *core, wr_label label);

/* Reports labels that stand twice in one body; for bpl_resolve.  [labels.c] */
void bpl_check_duplicate_labels (const struct bpl_program *program, wr_diags *diags);

/* Names, scopes, constructors, modifies.  False if there were errors, or if the program was cancelled.  Declarations of the library
   (library.h) are added when the program uses their names without declaring them.  [resolve.c] */
bool bpl_resolve (struct bpl_program *program, wr_diags *diags);

/* Types of all expressions, instances of type parameters.  False if there were errors, or if the program was cancelled.  [typecheck.c] */
bool bpl_typecheck (struct bpl_program *program, wr_diags *diags);

#endif
