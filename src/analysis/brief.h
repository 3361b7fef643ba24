/* analysis/brief.h -- what a worker of pass 2 is told when it starts.  Its template may be older than pass 1, so what pass 1 found
   out about the body comes along. */
#ifndef WR_ANALYSIS_BRIEF_H
#define WR_ANALYSIS_BRIEF_H

#include "result/result.h"

struct wr_cover_brief {
  uint64_t first;   /* as in struct wr_session_job */
  bool no_probes;   /* likewise */
  const bool *skip; /* likewise */
};

/* With `first` the results of the goals are left out: there are none. */
void wr_brief_write (wr_buf *out, const struct wr_cover_brief *brief,
                     const struct wr_body_result *body);
/* `body->goals` are replaced by a copy with the results, in `arena`.  False: it is no brief of this body. */
bool wr_brief_read (wr_str text, wr_arena *arena, struct wr_cover_brief *brief,
                    struct wr_body_result *body);

#endif
