/* front/boogie/parse_expr.h -- shared by parse_expr.c (operators) and parse_atom.c (atoms). */
#ifndef WR_FRONT_BOOGIE_PARSE_EXPR_H
#define WR_FRONT_BOOGIE_PARSE_EXPR_H

#include "front/boogie/parse.h"

bpl_expr *bpl_new_expr (struct bpl_parser *p, enum bpl_expr_kind kind, struct bpl_token at);
void bpl_set_args (struct bpl_parser *p, bpl_expr *e, uint32_t count, bpl_expr *a, bpl_expr *b);
/* Sets the height from the arguments (at least `inner`), checks the limit. */
void bpl_finish_expr (struct bpl_parser *p, bpl_expr *e, uint32_t inner);

bpl_expr *bpl_parse_atom (struct bpl_parser *p);
bpl_expr *bpl_parse_inner_expr (struct bpl_parser *p); /* in parentheses */

#endif
