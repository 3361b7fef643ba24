/* core/founded.h -- is a recursive function well founded?  The body of a function is an axiom; if the recursion does not end, no function
   with this body may exist, and the axiom contradicts itself: `f(x) = f(x) + 1`. */
#ifndef WR_CORE_FOUNDED_H
#define WR_CORE_FOUNDED_H

#include "core/core.h"

/* True if the recursion is seen to end: the function calls only itself, and some parameter becomes smaller in each call.  An integer
   becomes smaller by a literal where the conditions around the call bound it from below; a value of a datatype is
   replaced by a part of it where the conditions say which constructor made it.  Other recursions may end too. */
bool wr_is_well_founded (const wr_core *core, wr_func func);

#endif
