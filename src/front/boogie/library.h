/* front/boogie/library.h -- declarations that Boogie adds with its option /lib.  Warrant has no such option:
   it adds a group of declarations when the program uses a name of the group that it does not declare.  A
   group is left out when the program itself declares one of its names.  docs/reference/boogie-library.md lists them. */
#ifndef WR_FRONT_BOOGIE_LIBRARY_H
#define WR_FRONT_BOOGIE_LIBRARY_H

#include "front/boogie/boogie.h"

struct bpl_library_group {
  const char *name;
  const char *needs; /* other groups, separated by blanks */
  const char *names; /* declared, separated by blanks */
  const char *text;
};

/* The groups in an order in which each comes after those it needs.  [library_text.c] */
const struct bpl_library_group *bpl_library_groups (uint32_t *count);

/* Adds what the program needs to it.  [library.c] */
void bpl_library_add (struct bpl_program *program, wr_diags *diags);

#endif
