/* cli/programs.h -- which programs the arguments of a command are.  Files that are named together are one program, or with --separate one each.  A
   directory stands for the files below it that some language reads, each a program of its own; --include and --omit choose among them. */
#ifndef WR_CLI_PROGRAMS_H
#define WR_CLI_PROGRAMS_H

#include "cli/options.h"

struct wr_programs {
  struct wr_list files;
  const uint32_t *first; /* per program: its first file; the last entry is the number of files */
  uint32_t count;        /* of programs */
};

/* False: a directory cannot be read or has no such file, and this was reported. */
bool wr_programs_find (const struct wr_options *options, wr_arena *arena,
                       struct wr_programs *programs);
/* Do --include and --omit choose the file with this path below a directory? */
bool wr_programs_chosen (const struct wr_options *options, const char *below);

#endif
