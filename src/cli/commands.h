/* cli/commands.h -- the functions behind commands.def.  Each returns the exit code. */
#ifndef WR_CLI_COMMANDS_H
#define WR_CLI_COMMANDS_H

#include "cli/options.h"

#define X(id, name, args, least, run, line, text, examples)                                        \
  enum wr_exit run (const struct wr_options *options);
#include "cli/commands.def"
#undef X

#endif
