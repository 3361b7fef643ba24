/* cli/reports.h -- the files for other tools that the options ask for.  `-` is standard output, which then holds
   that report and nothing else. */
#ifndef WR_CLI_REPORTS_H
#define WR_CLI_REPORTS_H

#include "cli/options.h"
#include "report/formats.h"

/* False, after a complaint, if two reports go to one place, if a file cannot be created, or if it must not be replaced
   (base/outfile.h).  Call it before the work begins. */
bool wr_reports_check (const struct wr_options *options);
bool wr_reports_any (const struct wr_options *options); /* the model is needed */
bool wr_reports_to_stdout (const struct wr_options *options);
/* Writes as many files as possible; returns the most important exit code. */
enum wr_exit wr_reports_write (const struct wr_options *options, const wr_model *model);

#endif
