#include "cli/walk.h"

#include "base/str.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 64 };

bool wr_is_directory (const char *path) {
  struct stat about;
  return stat (path, &about) == 0 && S_ISDIR (about.st_mode);
}

/* `prefix` is the length of what is cut off from the paths of the files. */
static bool walk_below (const char *path, size_t prefix, int depth, wr_arena *arena,
                        const struct wr_file_walk *walk) {
  struct dirent **entries;
  int count = scandir (path, &entries, NULL, alphasort);
  if (count < 0) return false;
  bool slash = *path && path[strlen (path) - 1] == '/';
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    wr_str one = wr_str_print (arena, "%s%s%s", path, slash ? "" : "/", name);
    struct stat about;
    if (name[0] != '.' && lstat (one.ptr, &about) == 0) {
      if (S_ISLNK (about.st_mode) && (stat (one.ptr, &about) != 0 || S_ISDIR (about.st_mode)))
        about.st_mode = 0;
      if (S_ISDIR (about.st_mode) && depth < MOST_DEPTH)
        (void)walk_below (one.ptr, prefix, depth + 1, arena, walk);
      if (S_ISREG (about.st_mode)) walk->file (walk->ctx, one.ptr, one.ptr + prefix);
    }
    free (entries[i]);
  }
  free (entries);
  return true;
}

bool wr_walk_files (const char *directory, wr_arena *arena, const struct wr_file_walk *walk) {
  size_t length = strlen (directory);
  size_t prefix = length && directory[length - 1] == '/' ? length : length + 1;
  return walk_below (directory, prefix, 0, arena, walk);
}
