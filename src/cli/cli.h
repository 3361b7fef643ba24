/* cli/cli.h -- the command line as a function: options, then the command. */
#ifndef WR_CLI_CLI_H
#define WR_CLI_CLI_H

#include "front/front.h"

/* The exit code.  `fronts` are the languages that it knows; NULL: those that are built in. */
int wr_cli (int argc, char **argv, wr_fronts fronts);

#endif
