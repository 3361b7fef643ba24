/* cli/axioms_publish.h -- the reports of `warrant axioms`: on standard output and in the files that options name. */
#ifndef WR_CLI_AXIOMS_PUBLISH_H
#define WR_CLI_AXIOMS_PUBLISH_H

#include "cli/options.h"
#include "report/axioms.h"

/* --group.  False, after a complaint.  [cmd_axioms.c] */
bool wr_axioms_group (const struct wr_options *options, wr_relation *relation);
/* `axioms --key DIR`.  [axioms_key.c] */
enum wr_exit wr_axioms_key (const struct wr_options *options);

enum wr_exit wr_axioms_publish (const struct wr_options *options,
                                const struct wr_axioms_report *report);
/* `axioms --diff OLD.json NEW.json`: exit code 1 if an axiom lost its last test, or something else got worse. */
enum wr_exit wr_axioms_diff (const struct wr_options *options);

#endif
