/* analysis/explained_bytes.h -- the explanations of a procedure as bytes, for the cache (analysis/recollect.h).  Labels are numbered within the
   procedure and among the axioms, so that an edit elsewhere does not change them. */
#ifndef WR_ANALYSIS_EXPLAINED_BYTES_H
#define WR_ANALYSIS_EXPLAINED_BYTES_H

#include "analysis/cover.h"

struct wr_numbering {
  const wr_core *core;
  const wr_vc *vc;
  const wr_map *axioms; /* label -> index in core->axioms */
};

struct wr_explained {
  struct wr_explanation *data; /* of the goals, and then of the blocks */
  uint32_t count;
  struct wr_cover_cost cost;
};

/* False: a label belongs neither to the procedure nor to an axiom, and nothing useful is written. */
bool wr_explained_write (wr_buf *out, const struct wr_numbering *labels,
                         const struct wr_explained *list);
/* Any bytes.  `list->count` says how many explanations are wanted.  False: the bytes are not those of so many explanations. */
bool wr_explained_read (wr_str bytes, const struct wr_numbering *labels, wr_arena *arena,
                        struct wr_explained *list);
/* Can these be explanations of the goals of this body?  No goal is explained by itself. */
bool wr_explained_fit (const struct wr_explained *list, const wr_passive *passive);

#endif
