/* report/stability.h -- the stability of proofs (analysis/stability.h) as a table, as JSON and as a picture.  There are no times in them: the same
   runs give the same bytes. */
#ifndef WR_REPORT_STABILITY_H
#define WR_REPORT_STABILITY_H

#include "analysis/stability.h"
#include "base/json.h"

struct wr_stability_report {
  const wr_stability *stability;
  bool verbose;  /* every goal; else those that are not steady and those whose cost varies most */
  wr_str folder; /* on the page, paths of `#line` outside it are not named; "": all are */
};

/* A paragraph and a table for one program. */
void wr_report_stability_text (wr_buf *out, const struct wr_stability_report *report);
/* The object of one program in "programs". */
json_t *wr_report_stability_json (const struct wr_stability_report *report);
/* The section of one program on a page; wr_report_stability_page makes a page of sections. */
void wr_report_stability_svg (wr_buf *out, const struct wr_stability_report *report);
void wr_report_stability_page (wr_buf *out, wr_str sections);

/* The goals in the order of the table: those that are not steady first, then by variation. In the arena of the caller. */
const struct wr_steady_goal **wr_stability_order (const wr_stability *s, wr_arena *arena);
/* The greatest deviation of a goal on any axis, as a part of its mean. */
double wr_variation (const struct wr_steady_goal *goal);
/* Adds `FILE:3:5`; `folder` as above. */
void wr_stability_place (wr_buf *out, const wr_stability *s, const struct wr_steady_goal *goal,
                         wr_str folder);

#endif
