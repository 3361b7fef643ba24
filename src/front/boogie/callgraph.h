/* front/boogie/callgraph.h -- which procedures may lead to calls of which. */
#ifndef WR_FRONT_BOOGIE_CALLGRAPH_H
#define WR_FRONT_BOOGIE_CALLGRAPH_H

#include "front/boogie/ast.h"

/* Whether the code of procedure `from`, over any number of calls, may call procedure `to`; a procedure always leads to
   itself.  Names must be resolved. */
bool bpl_leads_to (const struct bpl_program *program, const bpl_decl *from, const bpl_decl *to);

#endif
