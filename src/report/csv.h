/* report/csv.h -- cells of comma-separated values.  A spreadsheet runs a cell that begins like a formula, blanks aside: such a cell gets an
   apostrophe before it.  Tabs and line ends become blanks, and what is not printable U+FFFD. */
#ifndef WR_REPORT_CSV_H
#define WR_REPORT_CSV_H

#include "base/str.h"

void wr_csv_cell (wr_buf *out, wr_str text); /* in quotes */

#endif
