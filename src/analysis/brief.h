/* analysis/brief.h -- the message that starts a worker of pass 2.  The worker's template may be older than pass 1, so the message contains
   the results of pass 1 for the body. */
#ifndef WR_ANALYSIS_BRIEF_H
#define WR_ANALYSIS_BRIEF_H

#include "result/result.h"

struct wr_cover_brief {
  uint64_t first; /* these fields are those of struct wr_session_job */
  bool no_probes;
  const bool *skip;
};

/* With `first` there are no results of goals yet, and none are written. */
void wr_brief_write (wr_buf *out, const struct wr_cover_brief *brief,
                     const struct wr_body_result *body);
/* Replaces `body->goals` by a copy with the results, in `arena`.  False: the message is not about this body. */
bool wr_brief_read (wr_str text, wr_arena *arena, struct wr_cover_brief *brief,
                    struct wr_body_result *body);

#endif
