/* report/place_text.h -- places and texts of elements in a line. */
#ifndef WR_REPORT_PLACE_TEXT_H
#define WR_REPORT_PLACE_TEXT_H

#include "analysis/graph.h"

/* The text in one line, cut with an ellipsis; a run of blanks becomes one blank. */
void wr_add_line_text (wr_buf *out, wr_str text);
/* FILE:LINE:COLUMN */
void wr_add_place (wr_buf *out, const struct wr_place *place);
/* `FILE:3:5: assume: text`: the element that the user wrote, for a clause at a call the call; the verdict if it is not proved. */
void wr_report_source_line (wr_buf *out, const wr_graph *graph, uint32_t node);

#endif
