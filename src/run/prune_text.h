/* run/prune_text.h -- the proof of a text that was made from a program: of a pruned program, of a slice. */
#ifndef WR_RUN_PRUNE_TEXT_H
#define WR_RUN_PRUNE_TEXT_H

#include "front/front.h"
#include "run/run.h"

struct wr_text_proof {
  bool *
      lost; /* per body of the program, or NULL: set if the code of the body in the text is not proved */
  /* Checks (labels) of the program that are not proved there and whose text is in this text, or NULL.  If `kept` is set, those stay that
     fail in the text too; otherwise all. */
  wr_u32s *failed;
  const wr_printed_list *printed; /* of the text; with `failed` */
  bool proved;                    /* all of the text is */
  bool kept;                      /* all of it is, except checks in `failed` */
};

/* Proves a text in the language of the program, with the run's limits. */
void wr_run_prove_text (wr_run *run, wr_str text, struct wr_text_proof *proof);

#endif
