/* front/viper/parse.h -- what the parts of the parser share.  A recursive-descent parser with one token of look-ahead.  After an error
   the rest of the member is not read: the parser sees the end of the file until it has left the member, and goes on where the next
   member can begin, as Viper's own parser does. */
#ifndef WR_FRONT_VIPER_PARSE_H
#define WR_FRONT_VIPER_PARSE_H

#include "base/vec.h"
#include "front/viper/lex.h"
#include "front/viper/viper.h"

struct vpr_parser {
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  const wr_cancel *cancel;
  struct vpr_lexer lexer;
  struct vpr_token last, look; /* just read; the next one */
  bool failed;                 /* an error was reported; the member is being left */
  struct vpr_token stopped;    /* failed: the look-ahead at the error */
  uint32_t quiet;              /* trials that are under way: errors are not reported */
  uint32_t depth;              /* of the recursion */
  uint32_t braces;             /* that are open */
  uint32_t bars;               /* of lengths |e| that are open */
  bool resource;               /* a resource in brackets follows the types that are being read */
  uint32_t copied;             /* nodes, for chained comparisons */
  vpr_decl *member;            /* that is being read */
  WR_VEC (void *) stack;       /* of lists under construction */
  WR_VEC (vpr_ident) idents;
};

/* -- parse.c: tokens, errors, names, annotations ------------------------------------------------ */

void vpr_next (struct vpr_parser *p);
static inline bool vpr_at (const struct vpr_parser *p, enum vpr_token_kind kind) {
  return p->look.kind == kind;
}
bool vpr_accept (struct vpr_parser *p, enum vpr_token_kind kind); /* reads it if it is next */
void vpr_expect (struct vpr_parser *p, enum vpr_token_kind kind); /* or reports */
/* "expected <what>, found <look-ahead>" at the look-ahead. */
void vpr_syntax_error (struct vpr_parser *p, const char *what);
/* An error anywhere; the member is left. */
__attribute__ ((format (printf, 4, 5))) void
vpr_parse_error (struct vpr_parser *p, enum wr_code code, wr_span at, const char *fmt, ...);
wr_span vpr_span_of (const struct vpr_parser *p, struct vpr_token token);
wr_span vpr_span_from (const struct vpr_parser *p, uint32_t begin); /* up to the token just read */
wr_str vpr_text_of (const struct vpr_parser *p, struct vpr_token token);
struct vpr_token vpr_peek (const struct vpr_parser *p); /* the token after the look-ahead */

/* One level deeper; false (reported) at the limit.  The caller always calls vpr_leave. */
bool vpr_enter (struct vpr_parser *p);
static inline void vpr_leave (struct vpr_parser *p) { p->depth--; }

/* A trial: nothing is reported, and vpr_give_up goes back to where it began. */
struct vpr_trial {
  struct vpr_parser before;
};
struct vpr_trial vpr_try (struct vpr_parser *p);
bool vpr_give_up (struct vpr_parser *p,
                  const struct vpr_trial *trial); /* false: there was an error */

vpr_ident vpr_parse_ident (struct vpr_parser *p);
vpr_idents vpr_parse_idents (struct vpr_parser *p); /* a, b, c */
wr_str vpr_parse_string (struct vpr_parser *p);     /* without its quotes */
vpr_annot *vpr_parse_annots (struct vpr_parser *p); /* @name("text", ...)* */

/* Lists: push the items, then keep all of them from the mark on. */
static inline void vpr_push (struct vpr_parser *p, void *item) { WR_VEC_PUSH (&p->stack, item); }
void **vpr_keep (struct vpr_parser *p, uint32_t mark, uint32_t *len);
#define VPR_KEEP(p, list, mark) ((list)->data = (void *)vpr_keep (p, mark, &(list)->len))

/* -- parse_type.c ------------------------------------------------------------------------------- */

vpr_type *vpr_parse_type (struct vpr_parser *p);
void vpr_set_type_height (vpr_type *t); /* from the heights of its arguments */
vpr_var *vpr_new_var (struct vpr_parser *p, enum vpr_var_kind kind, vpr_ident id, vpr_type *type);
/* a: T, b: T; at least one. */
vpr_vars vpr_parse_vars (struct vpr_parser *p, enum vpr_var_kind kind);
/* ( [a: T, b: T] ); with `unnamed` the names may be left out. */
vpr_vars vpr_parse_formals (struct vpr_parser *p, enum vpr_var_kind kind, bool unnamed);

/* -- parse_expr.c, parse_atom.c ----------------------------------------------------------------- */

bool vpr_at_expr (const struct vpr_parser *p);
vpr_expr *vpr_parse_expr (struct vpr_parser *p);
/* An expression of this level of the grammar or a tighter one: 4 is a wand. */
vpr_expr *vpr_parse_level (struct vpr_parser *p, uint32_t level);
vpr_expr *vpr_parse_suffixed (struct vpr_parser *p); /* an atom with .f, [i] and so on behind it */
vpr_expr *vpr_parse_atom (struct vpr_parser *p);
vpr_exprs vpr_parse_args (struct vpr_parser *p);    /* ( [e, e] ) */
vpr_expr *vpr_parse_predacc (struct vpr_parser *p); /* acc(P(e), p) or P(e): an ACC */
/* Reports an expression that is neither a field access nor a call (of a predicate or a macro) nor, if it may be one, a wand. */
void vpr_require_location (struct vpr_parser *p, const vpr_expr *e, bool wand);
vpr_expr *vpr_new_expr (struct vpr_parser *p, enum vpr_expr_kind kind, uint32_t begin);
/* Its arguments are there: its span ends at the token just read; its height is set and checked. */
vpr_expr *vpr_end_expr (struct vpr_parser *p, vpr_expr *e);
void vpr_set_height (vpr_expr *e); /* and `binds`, from its parts */

/* -- parse_stmt.c, parse_decl.c ----------------------------------------------------------------- */

vpr_stmts vpr_parse_block (struct vpr_parser *p); /* { statements } */
/* decreases ...: adds to the list. */
void vpr_parse_measure (struct vpr_parser *p, vpr_measures *measures);
vpr_decl *vpr_parse_define (struct vpr_parser *p, uint32_t begin);
vpr_decl *vpr_parse_domain (struct vpr_parser *p, vpr_decl *domain);
vpr_decl *vpr_parse_adt (struct vpr_parser *p, vpr_decl *adt);
void vpr_parse_members (struct vpr_parser *p); /* one file; pushes the declarations */

#endif
