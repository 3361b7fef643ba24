/* report/progress.h -- how far the verification of a program has come (analysis/progress.h), for people and for programs. */
#ifndef WR_REPORT_PROGRESS_H
#define WR_REPORT_PROGRESS_H

#include "analysis/progress.h"
#include "base/json.h"

/* `guides`: how many elements of the guidance are shown at most.  [progress_text.c] */
void wr_report_progress_text (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress,
                              uint32_t guides);
/* The one line that `cover` prints. */
void wr_report_progress_line (wr_buf *out, const struct wr_headway *progress);
/* {"specification", "proof", "proof_full", "progress", "exact": {...}, counts}.  [progress_json.c] */
json_t *wr_report_progress_numbers (const struct wr_headway *progress);
/* "progress", "obligations", "guidance" and "uncovered" of a document. */
void wr_report_progress_json (json_t *document, const wr_graph *graph,
                              const struct wr_headway *progress);
/* For `cover`: "progress" and "guidance" of one file (by its path; `only`: of the whole program), and "proof_coverage" of its
   procedures. */
void wr_report_progress_of_file (json_t *file, json_t *procedures, const wr_graph *graph,
                                 wr_str path, bool only);

#endif
