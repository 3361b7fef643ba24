/* front/viper/parse_binder.h -- between parse_atom.c and parse_binder.c. */
#ifndef WR_FRONT_VIPER_PARSE_BINDER_H
#define WR_FRONT_VIPER_PARSE_BINDER_H

#include "front/viper/parse.h"

/* old, let, quantifiers, forperm, unfolding, applying, asserting; NULL: the look-ahead begins none of them.  [parse_binder.c] */
vpr_expr *vpr_parse_binder (struct vpr_parser *p, uint32_t begin);
void vpr_set_args (struct vpr_parser *p, vpr_expr *e, uint32_t len, vpr_expr *const *args);

#endif
