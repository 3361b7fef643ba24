/* front/boogie/unify.h -- between unify.c and proxy.c. */
#ifndef WR_FRONT_BOOGIE_UNIFY_H
#define WR_FRONT_BOOGIE_UNIFY_H

#include "front/boogie/types.h"

/* bpl_unify as a part of a larger unification: neither resets the step count nor settles `++`. */
bool bpl_match (bpl_typing *typing, bpl_type *a, bpl_type *b);

/* Solves an unsolved proxy by a type other than itself that may stand for it. */
bool bpl_proxy_bind (bpl_typing *typing, bpl_type *proxy, bpl_type *type);

/* Whether an unsolved proxy can only become a map or a bitvector. */
bool bpl_proxy_is_bound (const bpl_type *proxy);

/* Brings the widths of concatenations whose parts changed up to date. */
bool bpl_concats_settle (bpl_typing *typing);

#endif
