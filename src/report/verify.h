/* report/verify.h -- the report of `verify`: failures as diagnostics, the table of goals as JSON, the last line as
   text. Goals with one label (an invariant over several edges into its loop) are one goal. */
#ifndef WR_REPORT_VERIFY_H
#define WR_REPORT_VERIFY_H

#include "base/json.h"
#include "result/result.h"
#include "source/diag.h"

struct wr_summary {
  uint32_t verified, errors, timeouts,
      unknown;        /* procedures; failed, timed-out and undecided goals */
  uint32_t unchecked; /* goals that were not checked because the run was interrupted */
  uint32_t not_begun; /* procedures whose formulas were not built by then */
  uint32_t failed_procedures;
  double seconds;
};

/* One goal as people see it: the occurrences of one label in one body. */
struct wr_goal_view {
  uint32_t first;          /* index of its first occurrence in passive->goals */
  uint32_t shown;          /* the occurrence that decided the verdict */
  enum wr_verdict verdict; /* failed > unknown > timeout > proved */
  uint64_t resources;
  double seconds;
};
typedef WR_VEC (struct wr_goal_view) wr_goal_views;
void wr_goal_views_of (const struct wr_body_result *body, wr_goal_views *out);

struct wr_summary wr_summarise (const wr_result *result);
/* Adds a diagnostic for every goal that is not proved, at the position where Boogie reports it, with the violated
   clause and the execution trace as notes. */
void wr_report_failures (const wr_result *result, wr_diags *diags);
/* The code under which a goal that does not hold is reported. */
enum wr_code wr_goal_code (enum wr_role role);
/* Sets "from" of a goal or fact that is a copy: the places that the copy was made for, the nearest one first. */
void wr_report_set_from (json_t *object, const wr_core *core, wr_label label);
/* The "procedures" of one file, as CONTRACT.md says.  `depth` is that of the file's object in the document. */
void wr_report_procedures (wr_buf *out, uint32_t depth, const wr_result *result, uint32_t file);
/* The same for a run that was interrupted and has little time left: procedures of which no goal was decided are left out, and each of the others
   stands on one line. */
void wr_report_decided_procedures (wr_buf *out, uint32_t depth, const wr_result *result,
                                   uint32_t file);
/* The same as a tree. */
json_t *wr_report_procedures_tree (const wr_result *result, uint32_t file);

#endif
