/* front/viper/prune.h -- the program with labels off, as a tree.  Facts that are off are left out; statements that give permissions
   away, calls and branches stay.  What is off may have any value, so a text with fewer changes than labels is right too. */
#ifndef WR_FRONT_VIPER_PRUNE_H
#define WR_FRONT_VIPER_PRUNE_H

#include "front/viper/viper.h"

/* A new program that shares what is not changed with the old one.  [prune.c] */
vpr_program *vpr_prune (const vpr_program *program, const struct wr_prune *how);

/* Leaves out bodies of methods without a goal that is on, and declarations that nothing mentions.  [prune_tidy.c] */
void vpr_prune_tidy (vpr_program *program, const struct wr_prune *how);

#endif
