/* front/boogie/civl.c -- Boogie's extension for concurrency is recognised, reported and passed over. */
#include "front/boogie/parse.h"

void bpl_civl (struct bpl_parser *p, wr_span at, const char *what) {
  if (p->too_deep) return;
  wr_diag_add (p->diags, WR_CODE_CIVL, at, "%s belongs to CIVL, which is not supported", what);
}

void bpl_skip_past_semicolon (struct bpl_parser *p) {
  uint32_t braces = 0;
  while (!bpl_at (p, BPL_TOK_END)) {
    if (bpl_at (p, BPL_TOK_LBRACE)) braces++;
    if (bpl_at (p, BPL_TOK_RBRACE) && braces-- == 0) break;
    bool semicolon = bpl_at (p, BPL_TOK_SEMICOLON);
    bpl_next (p);
    if (semicolon && braces == 0) break;
  }
  p->distance = BPL_ERROR_DISTANCE;
}

static bool is_mover (enum bpl_token_kind kind) {
  return kind == BPL_TOK_LEFT || kind == BPL_TOK_RIGHT || kind == BPL_TOK_BOTH ||
         kind == BPL_TOK_ATOMIC;
}

bool bpl_at_civl_decl (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_YIELD:
  case BPL_TOK_ACTION:
  case BPL_TOK_ASYNC:
  case BPL_TOK_INVARIANT: return true;
  default: break;
  }
  return is_mover (p->look.kind) && bpl_peek (p).kind == BPL_TOK_ACTION;
}

static bool at_any_decl (const struct bpl_parser *p) {
  return bpl_begins_decl (p->look.kind) || bpl_at_civl_decl (p);
}

/* The words that open the declaration, then everything up to the next one outside brackets.  `refines`
   may be followed by an action with its own body. */
void bpl_skip_civl_decl (struct bpl_parser *p) {
  uint32_t begin = p->look.begin;
  const char *what = bpl_at (p, BPL_TOK_INVARIANT) ? "a yield invariant" : "an action";
  if (bpl_accept (p, BPL_TOK_YIELD))
    what = bpl_at (p, BPL_TOK_INVARIANT) ? "a yield invariant" : "a yielding procedure";
  bpl_accept (p, BPL_TOK_ASYNC);
  if (is_mover (p->look.kind)) bpl_next (p);
  if (bpl_at (p, BPL_TOK_ACTION) || bpl_at (p, BPL_TOK_PROCEDURE) || bpl_at (p, BPL_TOK_INVARIANT))
    bpl_next (p);
  bpl_civl (p, bpl_span_from (p, begin), what);
  uint32_t open = 0;
  bool refines = false;
  while (!bpl_at (p, BPL_TOK_END)) {
    enum bpl_token_kind kind = p->look.kind;
    if (open == 0 && !refines && at_any_decl (p)) break;
    if (kind == BPL_TOK_LBRACE || kind == BPL_TOK_LPAREN) open++;
    if ((kind == BPL_TOK_RBRACE || kind == BPL_TOK_RPAREN) && open > 0) open--;
    if (kind == BPL_TOK_REFINES)
      refines = true;
    else if (kind == BPL_TOK_ACTION || kind == BPL_TOK_SEMICOLON)
      refines = false;
    bpl_next (p);
  }
  p->distance = BPL_ERROR_DISTANCE;
}
