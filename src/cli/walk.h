/* cli/walk.h -- the files below a directory. */
#ifndef WR_CLI_WALK_H
#define WR_CLI_WALK_H

#include "base/arena.h"

#include <stdbool.h>

struct wr_file_walk {
  void *ctx;
  /* For each file, in the order of names.  `below` is the part of the path behind the directory; both live in the arena. */
  void (*file) (void *ctx, const char *path, const char *below);
};

/* Hidden files are left out, and links to directories are not followed.  False: the directory cannot be read. */
bool wr_walk_files (const char *directory, wr_arena *arena, const struct wr_file_walk *walk);
bool wr_is_directory (const char *path);

#endif
