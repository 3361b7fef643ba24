#include "cli/unit.h"

#include "axioms/textfile.h"
#include "base/os.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "farm/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_file (const char *path, wr_str text) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool good = fd >= 0 && wr_write_all (fd, text.ptr, text.len);
  wr_close (&fd);
  return good;
}

/* The files of the unit, each in a folder of its own; false: they cannot be written. */
static bool write_files (const wr_farm_unit *unit, wr_str folder, wr_arena *arena,
                         const char **paths) {
  for (uint32_t i = 0; i < unit->files.len; i++) {
    const struct wr_farm_file *file = &unit->files.data[i];
    wr_str inner = wr_str_print (arena, "%.*s/%u", WR_STR_ARGS (folder), i);
    paths[i] = wr_str_print (arena, "%s/%.*s", inner.ptr, WR_STR_ARGS (file->name)).ptr;
    if (mkdir (inner.ptr, 0700) != 0 || !write_file (paths[i], file->text)) return false;
  }
  return true;
}

/* In a process of its own, so that nothing of it stays. */
static bool run_command (const wr_farm_unit *unit, const char **paths, const char *cache,
                         wr_fronts fronts, wr_arena *arena) {
  char **words = WR_NEW (arena, char *, unit->words.len + unit->files.len + 2);
  int count = 0;
  words[count++] = wr_arena_copy (arena, "warrant", 8, 1);
  for (uint32_t i = 0; i < unit->words.len; i++) {
    wr_str word = wr_str_keep (arena, unit->words.data[i]);
    words[count++] = wr_arena_copy (arena, word.ptr, (uint32_t)word.len + 1, 1);
  }
  for (uint32_t i = 0; i < unit->files.len; i++)
    words[count++] = wr_arena_copy (arena, paths[i], (uint32_t)strlen (paths[i]) + 1, 1);
  pid_t child = fork ();
  if (child < 0) return false;
  if (child == 0) {
    int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; fd++)
      if (nothing >= 0) dup2 (nothing, fd);
    setenv ("XDG_CACHE_HOME", cache, 1);
    _exit (wr_cli (count, words, fronts));
  }
  int status = 0;
  while (waitpid (child, &status, 0) < 0) continue;
  return WIFEXITED (status);
}

static bool work (const wr_farm_unit *unit, const struct wr_digest *key, wr_fronts fronts,
                  wr_arena *arena, wr_buf *result) {
  char folder[] = "unit-XXXXXX";
  if (!mkdtemp (folder)) return false;
  char *absolute = realpath (folder, NULL);
  wr_str base = wr_str_keep (arena, wr_str_of (absolute ? absolute : ""));
  free (absolute);
  const char **paths = WR_NEW (arena, const char *, unit->files.len);
  bool good = base.len && write_files (unit, base, arena, paths) &&
              run_command (unit, paths, base.ptr, fronts, arena);
  if (good) {
    wr_cache *cache = wr_cache_open (wr_str_print (arena, "%s/warrant/answers.db", base.ptr).ptr);
    wr_farm_result_write (result, key, wr_farm_who (arena), cache);
    wr_cache_close (cache);
  }
  return good;
}

int wr_unit_work (const char *unit_path, const char *result_path, wr_fronts fronts) {
  wr_arena *arena = wr_arena_new ();
  wr_buf text = {0}, result = {0};
  wr_str problem = {0};
  wr_farm_unit unit = {0};
  int code = 5;
  if (!wr_textfile_read (unit_path, &text, arena, &problem)) {
    wr_output_complain ("'%s' %.*s", unit_path, WR_STR_ARGS (problem));
  } else if (!wr_farm_unit_read (wr_buf_str (&text), &unit)) {
    wr_output_complain ("'%s' is not a unit of work", unit_path);
  } else {
    struct wr_digest key = wr_farm_key (wr_buf_str (&text));
    if (work (&unit, &key, fronts, arena, &result) &&
        write_file (result_path, wr_buf_str (&result)))
      code = 0;
    else
      wr_output_complain ("the unit could not be done");
  }
  wr_farm_unit_free (&unit);
  wr_buf_free (&text);
  wr_buf_free (&result);
  wr_arena_free (arena);
  return code;
}
