/* axioms/goaltext.h -- goals of a program as an SMT-LIB log, so that what can be found out about logs can be found out about programs: instances
   (axioms/instances.h), pieces (axioms/fine.h), contradictions (axioms/conflict.h). */
#ifndef WR_AXIOMS_GOALTEXT_H
#define WR_AXIOMS_GOALTEXT_H

#include "axioms/checktext.h"
#include "axioms/program_axioms.h"
#include "solve/solve.h"
#include "vc/vc.h"

typedef struct wr_goal_text {
  wr_buf whole;
  wr_log log; /* of `whole`, with one check */
  struct wr_check_text text;
  struct wr_log_axioms axioms; /* in the arena, as `axiom_of` */
  uint32_t *axiom_of;          /* of each assertion: the row of its axiom, or UINT32_MAX */
} wr_goal_text;

struct wr_goal_range {
  const wr_vc *vc; /* NULL: the text has the axioms alone */
  uint32_t first, count;
};

/* Does one of the goals fail?  False: the text is too deep to be read as a log.  Free it in any case. */
bool wr_goal_text_make (const wr_core *core, const wr_program_axioms *axioms,
                        const struct wr_goal_range *goals, wr_arena *arena, wr_goal_text *out);
void wr_goal_text_free (wr_goal_text *text);
struct wr_z3_log_input wr_goal_text_input (const wr_goal_text *text,
                                           const struct wr_solver_options *options);

#endif
