/* core/name.h -- what labels are called.

   Every label has a name: owner, role and a short hash of the element's text, and where it takes effect at
   a call or a havoc, that place: `Max/ensures/3fa2c1`, `Main/requires-at-call/09bb71@Max.2` (the second
   call of Max in Main), `axiom/77e0a4`.  Equal texts in one procedure and role are numbered (`.2`).  So a name
   stays when the file is edited elsewhere. */
#ifndef WR_CORE_NAME_H
#define WR_CORE_NAME_H

#include "core/core.h"

void wr_label_name (wr_buf *out, const wr_core *core, wr_label label);

/* The id of a label: 48 bits, 0 only of "no label".  It is derived from what the name is derived from, all of it: owner, role, text, the clause
   and the place that it takes effect at, with their ordinals.  So it is the same in every extension of a program and after edits
   elsewhere; the ids of a program's labels differ from each other. */
uint64_t wr_label_id (const wr_core *core, wr_label label);
/* Computes the ids of all labels; otherwise wr_label_id does when one is first asked for.  An interrupted run has no time for it. */
void wr_label_make_ids (const wr_core *core);
/* An id as people and programs see it: a letter (g: goal, f: fact) and twelve hexadecimal digits. */
void wr_label_print_id (wr_buf *out, char letter, uint64_t id);

/* The cache behind wr_label_name: made and freed with the core, filled when first asked. */
struct wr_names *wr_names_new (void);
void wr_names_free (struct wr_names *names);

#endif
