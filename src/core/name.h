/* core/name.h -- what labels are called.

   Every label has a name: owner, role and a short hash of the element's text, and where it takes effect at
   a call or a havoc, that place: `Max/ensures/3fa2c1`, `Main/requires-at-call/09bb71@Max.2` (the second
   call of Max in Main), `axiom/77e0a4`.  Equal texts in one procedure and role are numbered (`.2`).  So a name
   stays when the file is edited elsewhere.  Where the program gives {:id "x"}, a label also has a label in
   Boogie's words. */
#ifndef WR_CORE_NAME_H
#define WR_CORE_NAME_H

#include "core/core.h"

void wr_label_name (wr_buf *out, const wr_core *core, wr_label label);
/* False, and nothing written, when Boogie has no name for it. */
bool wr_label_boogie (wr_buf *out, const wr_core *core, wr_label label);

/* The cache behind wr_label_name: made and freed with the core, filled when first asked. */
struct wr_names *wr_names_new (void);
void wr_names_free (struct wr_names *names);

#endif
