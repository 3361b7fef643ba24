/* cli/clean.h -- text that is safe to print.  All text that commands write to standard output and standard error passes through here, so that
   nothing in a program or a path can control a terminal, or the runner of a workflow that reads the log.

   Control characters (but line ends and tabs) and characters that reorder a line become \u001b, which is also an escape of JSON; a byte that is not
   UTF-8 becomes \xff. */
#ifndef WR_CLI_CLEAN_H
#define WR_CLI_CLEAN_H

#include "base/str.h"

struct wr_clean {
  bool colors; /* the sequences of source/render.c may pass */
  bool
      no_commands; /* the text has no workflow commands: "::" at the beginning of a line and "##[" are escaped */
  bool
      no_services; /* nor commands of Azure Pipelines and TeamCity, which stand in brackets behind `##` and a name */
};

/* Only characters of ASCII that nothing would be made of, workflow commands aside. */
bool wr_is_clean (wr_str text);
void wr_clean_text (wr_buf *out, wr_str text, const struct wr_clean *how);

#endif
