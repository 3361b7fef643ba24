/* axioms/program_elements.h -- the types, functions and constants that a program declares, and which of them a test covers: those that occur in its procedures or in
   an axiom that it covers.  Instances of a polymorphic declaration are one element. */
#ifndef WR_AXIOMS_PROGRAM_ELEMENTS_H
#define WR_AXIOMS_PROGRAM_ELEMENTS_H

#include "axioms/program_axioms.h"
#include "result/result.h"

typedef struct wr_program_elements {
  WR_VEC (struct wr_element_row) rows; /* names in the arena of the core */
  uint32_t *of_func, *of_sort;         /* row + 1; 0: none */
  uint32_t funcs, sorts;
} wr_program_elements;

wr_program_elements wr_program_elements_of (const wr_core *core, wr_arena *arena);
void wr_program_elements_free (wr_program_elements *elements);

/* What a test with these bodies covers. */
void wr_program_elements_cover (const wr_program_elements *elements, const wr_result *result,
                                const uint32_t *bodies, uint32_t count,
                                const wr_program_axioms *axioms, const wr_u32s *covered,
                                wr_u32s *out);

#endif
