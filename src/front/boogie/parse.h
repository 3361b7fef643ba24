/* front/boogie/parse.h -- what the parts of the parser share.  A recursive-descent parser with one token
   of look-ahead.  Errors follow the discipline of Boogie's own parser, so that they are reported at the
   same lines: a missing token is reported at the look-ahead and nothing is skipped; an error less than
   two tokens after another one is a consequence of it and not reported.  Where Boogie would give up, the
   parser skips to the next statement or declaration instead. */
#ifndef WR_FRONT_BOOGIE_PARSE_H
#define WR_FRONT_BOOGIE_PARSE_H

#include "front/boogie/boogie.h"
#include "front/boogie/lex.h"
#include "base/vec.h"

struct bpl_parser {
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  const wr_cancel *cancel;
  struct bpl_lexer lexer;
  struct bpl_token last, look; /* just read; the next one */
  uint32_t distance;           /* tokens read since the last error */
  uint32_t decl_errors;        /* syntax errors reported in this declaration */
  uint32_t depth;              /* of the recursion */
  uint32_t tallest;            /* expression since this was last set to 0 */
  bool too_deep;         /* reported, or the parser was cancelled; the declaration is being left */
  WR_VEC (void *) stack; /* of lists under construction */
  WR_VEC (bpl_ident) idents;
};

/* -- parse.c: tokens, errors, names, attributes --------------------------------------------------- */

enum { BPL_ERROR_DISTANCE = 2 };

void bpl_next (struct bpl_parser *p);
static inline bool bpl_at (const struct bpl_parser *p, enum bpl_token_kind kind) {
  return p->look.kind == kind;
}
bool bpl_accept (struct bpl_parser *p, enum bpl_token_kind kind); /* reads it if it is next */
void bpl_expect (struct bpl_parser *p, enum bpl_token_kind kind); /* or reports */
/* "expected <what>, found <look-ahead>" at the look-ahead. */
void bpl_syntax_error (struct bpl_parser *p, const char *what);
/* An error at the token just read, unless it follows another one too closely. */
__attribute__ ((format (printf, 3, 4))) void bpl_error (struct bpl_parser *p, enum wr_code code,
                                                        const char *fmt, ...);
wr_span bpl_span_of (const struct bpl_parser *p, struct bpl_token token);
wr_span bpl_span_from (const struct bpl_parser *p, uint32_t begin); /* up to the token just read */
wr_str bpl_text_of (const struct bpl_parser *p, struct bpl_token token);
struct bpl_token bpl_peek (const struct bpl_parser *p); /* the token after the look-ahead */

/* One level deeper; false (reported) at the limit.  The caller always calls bpl_leave. */
bool bpl_enter (struct bpl_parser *p);
static inline void bpl_leave (struct bpl_parser *p) { p->depth--; }
void bpl_report_depth (struct bpl_parser *p, wr_span at, const char *fmt, uint32_t limit);
/* The program is cancelled: the rest of the declaration is hidden, and no error is reported in it. */
bool bpl_cancelled (struct bpl_parser *p);

bool bpl_at_ident (const struct bpl_parser *p);
bpl_ident bpl_parse_ident (struct bpl_parser *p);
bpl_idents bpl_parse_idents (struct bpl_parser *p); /* a, b, c */
bpl_idents bpl_keep_idents (struct bpl_parser *p, uint32_t mark);
bpl_tparams bpl_parse_tparams (struct bpl_parser *p); /* <a, b> */
bpl_tparams bpl_tparams_of (struct bpl_parser *p, bpl_idents ids);
bpl_attr *bpl_parse_attrs (struct bpl_parser *p); /* {:name ...}*; triggers are errors */
/* The same with triggers; *triggers counts them and nopats. */
bpl_attr *bpl_parse_attrs_and_triggers (struct bpl_parser *p, uint32_t *triggers);

/* A function, because parsing the item may grow the stack. */
static inline void bpl_push (struct bpl_parser *p, void *item) { WR_VEC_PUSH (&p->stack, item); }

/* The pointers pushed since `mark`, in the arena; the stack shrinks back to the mark. */
void **bpl_keep (struct bpl_parser *p, uint32_t mark, uint32_t *len);
#define BPL_KEEP(p, list, mark) ((list)->data = (void *)bpl_keep (p, mark, &(list)->len))

/* -- parse_type.c ---------------------------------------------------------------------------------- */

bool bpl_at_type (const struct bpl_parser *p);
bpl_type *bpl_parse_type (struct bpl_parser *p);
enum bpl_where { BPL_WHERE_ALLOWED, BPL_WHERE_IMPLEMENTATION, BPL_WHERE_BOUND, BPL_WHERE_FIELD };
/* [attrs] a, b: T [where E] {, ...}: pushes the variables. */
void bpl_parse_vars (struct bpl_parser *p, enum bpl_var_kind kind, enum bpl_where where);
/* var [attrs] a, b: T [where E] {, ...}; pushes the variables and returns the attributes. */
bpl_attr *bpl_parse_var_decl (struct bpl_parser *p, enum bpl_var_kind kind);

/* -- parse_expr.c, literal.c ----------------------------------------------------------------------- */

bool bpl_at_expr (const struct bpl_parser *p);
bpl_expr *bpl_parse_expr (struct bpl_parser *p);
bpl_exprs bpl_parse_exprs (struct bpl_parser *p);    /* e, e */
bool bpl_parse_u32 (wr_str digits, uint32_t *value); /* false beyond INT32_MAX */
bool bpl_float_is_exact (wr_str literal);

/* -- parse_stmt.c, parse_body.c, labels.c, parse_decl.c, civl.c --------------------------------------------------- */

void bpl_parse_measure (struct bpl_parser *p, struct bpl_spec *spec);
void bpl_keep_specs (struct bpl_parser *p, bpl_specs *specs, uint32_t mark);
struct bpl_body *bpl_parse_body (struct bpl_parser *p);      /* { locals statements } */
struct bpl_body *bpl_parse_code_body (struct bpl_parser *p); /* |{ locals blocks }| */
void bpl_link_labels (struct bpl_parser *p, struct bpl_body *body);
void bpl_parse_decls (struct bpl_parser *p); /* one file; pushes the declarations */

/* Reports a CIVL construct at `begin` .. the look-ahead and skips the statement or declaration. */
void bpl_civl (struct bpl_parser *p, wr_span at, const char *what);
void bpl_skip_civl_decl (struct bpl_parser *p);
bool bpl_at_civl_decl (const struct bpl_parser *p);
/* A word that begins a declaration, those of CIVL left out.  [parse_decl.c] */
bool bpl_begins_decl (enum bpl_token_kind kind);
void bpl_skip_past_semicolon (struct bpl_parser *p);

#endif
