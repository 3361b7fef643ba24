/* tests/flow/little.h -- core programs in a little language for tests.  Labels, sites and positions are
   made by the reader, as lowering would; bodies get variables of their own for the formals.

   (sort T) (global g int (where e)) (const c T) (function f (int T) int) (axiom e)
   (datatype D (C (f int) (g D)) ...) (define f ((x int)) int e) (lambda f ((x int)) ((i int)) (map int int) e)
   (procedure P (in x int) (out y int (where e)) (modifies g) (requires e) (free-requires e)
     (always-requires e) (ensures e) (free-ensures e))
   (body P (local z int (where e)) (block A command ... (goto B C)) ...)
   commands: (assume e) (assert e) (check e) (forget e) (set x e y e ...) (set (at m i (field f)) e) (frame x e)
     (havoc x y) (call (y) P e ...) (free-call (y) P e ...) (capture "s") (goto ...) (return);
     first of a loop head: (loop (invariant e) (free e) ...)
   expressions: numbers, names, (op a b ...), (forall ((x int)) (trigger e) e), (let ((x e)) e)
   sorts: int bool real (bv 8) (map int int) T */
#ifndef WR_TESTS_FLOW_LITTLE_H
#define WR_TESTS_FLOW_LITTLE_H

#include "core/build.h"
#include "flow/flow.h"

struct little {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_core *base; /* empty */
  wr_core *core; /* an extension of it, so that flow can run on it */
};

struct little little_read (const char *text); /* aborts on mistakes */
void little_free (struct little *l);

#endif
