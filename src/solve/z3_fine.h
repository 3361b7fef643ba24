/* solve/z3_fine.h -- an axiom in pieces.  Of

     forall x. A1 or … or An  implies  B1 and … and Bm

   each disjunct of the premiss and each conjunct of the conclusion is a piece; of an equivalence, each direction is one.  A piece that is
   left out makes the axiom weaker: a disjunct becomes false, a conjunct or a direction becomes true.  Triggers stay.  Internal
   to solve/. */
#ifndef WR_SOLVE_Z3_FINE_H
#define WR_SOLVE_Z3_FINE_H

#include "base/vec.h"

#include <z3.h>

enum wr_z3_piece_kind {
  WR_Z3_PIECE_PREMISS,
  WR_Z3_PIECE_CONCLUSION,
  WR_Z3_PIECE_FORWARD, /* of an equivalence: the left side implies the right one */
  WR_Z3_PIECE_BACKWARD
};
const char *wr_z3_piece_kind_name (enum wr_z3_piece_kind kind);

struct wr_z3_piece {
  uint32_t assertion;
  enum wr_z3_piece_kind kind;
  Z3_ast guard; /* a constant: the piece is there */
  Z3_ast shown; /* the piece, with names in place of bound variables */
};
typedef WR_VEC (struct wr_z3_piece) wr_z3_pieces;

/* The axiom with guards at its pieces, which are appended.  An axiom of one piece stays as it is, and has none. */
Z3_ast wr_z3_split (Z3_context z3, Z3_ast axiom, uint32_t assertion, wr_z3_pieces *pieces);

/* The quantifier with another body and, if not NULL, another id and another name of its first variable: Z3 shares equal
   quantifiers whatever their ids. */
Z3_ast wr_z3_requantify (Z3_context z3, Z3_ast quantifier, Z3_ast body, const char *id);

#endif
