#include "cli/programs.h"

#include "base/vec.h"
#include "cli/output.h"
#include "cli/walk.h"

#include <fnmatch.h>
#include <string.h>

typedef WR_VEC (const char *) paths;

struct finder {
  const struct wr_options *options;
  wr_arena *arena;
  paths files;
  wr_u32s first;
};

/* A pattern is matched with the path below the directory, and with the last name of it. */
static bool matches (const struct wr_list *patterns, const char *below) {
  const char *slash = strrchr (below, '/');
  for (uint32_t i = 0; i < patterns->count; i++) {
    if (fnmatch (patterns->items[i], below, 0) == 0) return true;
    if (slash && fnmatch (patterns->items[i], slash + 1, 0) == 0) return true;
  }
  return false;
}

bool wr_programs_chosen (const struct wr_options *options, const char *below) {
  if (options->include.count && !matches (&options->include, below)) return false;
  return !matches (&options->omit, below);
}

static bool is_wanted (const struct wr_options *options, const char *below) {
  if (!wr_programs_chosen (options, below)) return false;
  return (options->lang && options->include.count) ||
         wr_front_of_path (wr_options_fronts (options), wr_str_of (below)) != NULL;
}

static void add_found (void *ctx, const char *path, const char *below) {
  struct finder *f = ctx;
  if (!is_wanted (f->options, below)) return;
  WR_VEC_PUSH (&f->first, f->files.len);
  WR_VEC_PUSH (&f->files, path);
}

static bool add_argument (struct finder *f, const char *arg, bool *open) {
  if (!wr_is_directory (arg)) {
    if (!*open || f->options->separate) WR_VEC_PUSH (&f->first, f->files.len);
    WR_VEC_PUSH (&f->files, arg);
    *open = true;
    return true;
  }
  *open = false;
  uint32_t before = f->files.len;
  if (!wr_walk_files (arg, f->arena, &(struct wr_file_walk){f, add_found})) {
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
      if (wr_is_directory (args->items[i]) == directories)
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
