/* axioms/program_axioms.h -- the axioms of a program as rows of the relation: labels of one element are one axiom, identified by its text. */
#ifndef WR_AXIOMS_PROGRAM_AXIOMS_H
#define WR_AXIOMS_PROGRAM_AXIOMS_H

#include "axioms/relation.h"
#include "core/core.h"

typedef struct wr_program_axioms {
  WR_VEC (struct wr_axiom_row) rows; /* texts and names in the arena */
  uint32_t *row_of;                  /* by label: row + 1; 0: not an axiom that counts */
  uint32_t label_count;
} wr_program_axioms;

wr_program_axioms wr_program_axioms_of (const wr_core *core, wr_arena *arena);
/* Leaves the axioms with these identities (keys of the map); all others always hold from now on. */
void wr_program_axioms_keep (wr_program_axioms *axioms, const wr_map *identities);
void wr_program_axioms_free (wr_program_axioms *axioms);

#endif
