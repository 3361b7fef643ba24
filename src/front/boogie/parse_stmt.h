/* front/boogie/parse_stmt.h -- shared by parse_stmt.c (statements) and parse_body.c (lists of them). */
#ifndef WR_FRONT_BOOGIE_PARSE_STMT_H
#define WR_FRONT_BOOGIE_PARSE_STMT_H

#include "front/boogie/parse.h"

bpl_stmt *bpl_new_stmt (struct bpl_parser *p, enum bpl_stmt_kind kind);
/* NULL if no statement begins here, or after an error. */
bpl_stmt *bpl_parse_stmt (struct bpl_parser *p);
bpl_stmt *
bpl_parse_command (struct bpl_parser *p); /* what blocks of code expressions allow, but jumps */
bpl_stmt *bpl_parse_goto (struct bpl_parser *p);
bpl_stmt *bpl_parse_return (struct bpl_parser *p, bool with_value);
struct bpl_body *bpl_parse_block (struct bpl_parser *p); /* { statements } */
bool bpl_at_decl_word (const struct bpl_parser *p);      /* a word that is not allowed in a body */

#endif
