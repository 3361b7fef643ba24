/* front/boogie/prune.h -- the program with labels off, as Boogie text.  What "off" means for each element is
   the table of docs/reference/labels.md; here it is put into words of the language:

     assume, where, axiom, function body   left out
     x := e                                havoc x; where that would assume a where clause of x, and for places inside maps
                                           and records, an arbitrary value is assigned from a new variable
     if (c), while (c)                     (*) with `assume c`, `assume !c` on the side that is on
     assert                                left out; `assume` when only its later use is on
     requires                              left out; `free` when only the body's assumption is on; a call none of whose
                                           preconditions is on as a goal is a `free call`
     ensures                               left out; `free` when only uses at calls are on
     invariant                             left out; `free` when only its assumption is on

   Conjuncts go their own ways.  An element is text once: it stays as long as one of its labels is on (in another copy of an
   inlined procedure, at another site), so the text may know more than the labels say, never less.  Hence every goal that
   is proved with the labels off is proved in the text.  Both goals of an invariant are checked where one is on.

   Labels are found by the spans of the text, so that analyses need to know nothing of Boogie. */
#ifndef WR_FRONT_BOOGIE_PRUNE_H
#define WR_FRONT_BOOGIE_PRUNE_H

#include "front/boogie/boogie.h"

/* A tree for bpl_print alone, in `arena`; it shares parts with the program and is not resolved.  Declarations of the
   library are left out, since they are added again. */
struct bpl_program *bpl_prune (const struct bpl_program *program, const struct wr_prune *how,
                               wr_arena *arena);

#endif
