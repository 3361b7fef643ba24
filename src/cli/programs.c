#include "cli/programs.h"

#include "base/vec.h"
#include "cli/output.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 64 };

typedef WR_VEC (const char *) paths;

struct finder {
  const struct wr_options *options;
  wr_arena *arena;
  paths files;
  wr_u32s first;
};

static bool is_directory (const char *path) {
  struct stat about;
  return stat (path, &about) == 0 && S_ISDIR (about.st_mode);
}

/* A pattern is matched with the path below the directory, and with the last name of it. */
static bool matches (const struct wr_list *patterns, const char *below) {
  const char *slash = strrchr (below, '/');
  for (uint32_t i = 0; i < patterns->count; i++) {
    if (fnmatch (patterns->items[i], below, 0) == 0) return true;
    if (slash && fnmatch (patterns->items[i], slash + 1, 0) == 0) return true;
  }
  return false;
}

static bool is_wanted (const struct wr_options *options, const char *below) {
  if (options->include.count && !matches (&options->include, below)) return false;
  if (matches (&options->omit, below)) return false;
  return (options->lang && options->include.count) ||
         wr_front_of_path (wr_options_fronts (options), wr_str_of (below)) != NULL;
}

/* Adds the files below a directory in the order of their names; `prefix` is the length of the path that was given.  Hidden files are left
   out, and links to directories are not followed.  False: it cannot be read. */
static bool add_directory (struct finder *f, const char *path, size_t prefix, int depth) {
  struct dirent **entries;
  int count = scandir (path, &entries, NULL, alphasort);
  if (count < 0) return false;
  bool slash = *path && path[strlen (path) - 1] == '/';
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    wr_str one = wr_str_print (f->arena, "%s%s%s", path, slash ? "" : "/", name);
    struct stat about;
    if (name[0] != '.' && lstat (one.ptr, &about) == 0) {
      if (S_ISLNK (about.st_mode) && (stat (one.ptr, &about) != 0 || S_ISDIR (about.st_mode)))
        about.st_mode = 0;
      if (S_ISDIR (about.st_mode) && depth < MOST_DEPTH)
        (void)add_directory (f, one.ptr, prefix, depth + 1);
      if (S_ISREG (about.st_mode) && is_wanted (f->options, one.ptr + prefix)) {
        WR_VEC_PUSH (&f->first, f->files.len);
        WR_VEC_PUSH (&f->files, one.ptr);
      }
    }
    free (entries[i]);
  }
  free (entries);
  return true;
}

/* `prefix` of the directory: what is cut off from the paths of its files before patterns are matched. */
static size_t prefix_of (const char *path) {
  size_t length = strlen (path);
  return length && path[length - 1] == '/' ? length : length + 1;
}

static bool add_argument (struct finder *f, const char *arg, bool *open) {
  if (!is_directory (arg)) {
    if (!*open || f->options->separate) WR_VEC_PUSH (&f->first, f->files.len);
    WR_VEC_PUSH (&f->files, arg);
    *open = true;
    return true;
  }
  *open = false;
  uint32_t before = f->files.len;
  if (!add_directory (f, arg, prefix_of (arg), 0)) {
    wr_output_complain ("'%s': the directory cannot be read", arg);
    return false;
  }
  if (f->files.len > before) return true;
  bool chosen = f->options->include.count || f->options->omit.count;
  wr_buf known = {0};
  for (wr_fronts front = wr_options_fronts (f->options); *front; front++)
    for (const char *const *e = (*front)->extensions; *e; e++)
      wr_buf_print (&known, "%s*%s", known.len ? ", " : "", *e);
  wr_output_complain ("'%s' contains no program: no file below it matches %s%s", arg,
                      wr_buf_text (&known), chosen ? ", --include and --omit" : "");
  wr_buf_free (&known);
  return false;
}

/* The files that are named themselves, in their order, and then those of the directories. */
static bool add_arguments (struct finder *f) {
  const struct wr_list *args = &f->options->args;
  bool good = true, open = false;
  for (int directories = 0; directories < 2; directories++)
    for (uint32_t i = 0; i < args->count; i++)
      if (is_directory (args->items[i]) == directories)
        good &= add_argument (f, args->items[i], &open);
  return good;
}

bool wr_programs_find (const struct wr_options *options, wr_arena *arena,
                       struct wr_programs *programs) {
  struct finder f = {.options = options, .arena = arena};
  bool good = add_arguments (&f);
  programs->count = f.first.len;
  WR_VEC_PUSH (&f.first, f.files.len);
  programs->files.items = wr_arena_copy (arena, f.files.data, f.files.len, sizeof *f.files.data);
  programs->files.count = f.files.len;
  programs->first = wr_arena_copy (arena, f.first.data, f.first.len, sizeof *f.first.data);
  WR_VEC_FREE (&f.files);
  WR_VEC_FREE (&f.first);
  return good;
}
