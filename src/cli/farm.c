#include "cli/farm.h"

#include "axioms/textfile.h"
#include "base/check.h"
#include "base/os.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/task.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TRIES = 12, MOST_IN_ROW = 4, TICK_MS = 200, SILENCE_SECONDS = 20 };
static const double patience = 3; /* times the silence: without use, after results were refused */

struct unit {
  struct wr_digest key;
  uint32_t tries;
  bool done;
};

struct farm {
  const struct wr_options *options;
  struct unit *units;
  uint32_t count, done, given_up, refused;
  wr_cache *cache;
  wr_arena *arena;
  wr_str who, folder;
  pid_t child;
  int in, out; /* its standard input and output, on our side */
  wr_buf line;
  uint32_t workers;
  double alone;         /* since when there is no worker; 0: there is one */
  uint32_t in_row;      /* results that were refused since one was taken */
  double refused_since; /* when the first of them came */
  bool ready, over, told_other, told_damaged;
  struct wr_watch watch;
};

/* -- options ------------------------------------------------------------------------------------------- */

bool wr_farm_fits (const struct wr_options *options) {
  struct stat st;
  const char *password = options->farm_password;
  if (!options->farm) return true;
  if (!password) {
    wr_output_complain ("--farm needs --farm-password FILE: the port is open to the network");
    return false;
  }
  if (stat (password, &st) != 0 || !S_ISREG (st.st_mode) || !st.st_size) {
    wr_output_complain ("--farm-password: '%s' is not a file with a password", password);
    return false;
  }
  if (st.st_mode & (S_IRWXG | S_IRWXO)) {
    wr_output_complain ("--farm-password: others may read '%s'; chmod 600 it", password);
    return false;
  }
  if (options->no_cache || options->cache != WR_CACHE_ON) {
    wr_output_complain ("--farm needs the cache: results of workers are stored in it");
    return false;
  }
  return true;
}

/* -- the other program --------------------------------------------------------------------------------- */

/* `warrant-farm` beside this program; else the one in PATH. */
static const char *farm_program (const char *self, wr_arena *arena) {
  const char *slash = strrchr (self, '/');
  wr_str beside = wr_str_print (arena, "%.*s/warrant-farm", (int)(slash - self), self);
  return access (beside.ptr, X_OK) == 0 ? beside.ptr : "warrant-farm";
}

static uint64_t silence_of (const struct wr_options *options) {
  return options->farm_silence ? options->farm_silence : SILENCE_SECONDS;
}

static bool start (struct farm *f) {
  char self[4096];
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);
  int to[2], from[2];
  if (length <= 0 || !wr_pipe (to)) return false;
  if (!wr_pipe (from)) return wr_close (&to[0]), wr_close (&to[1]), false;
  self[length] = 0;
  const char *program = farm_program (self, f->arena);
  const struct wr_options *o = f->options;
  wr_str port = wr_str_print (f->arena, "%llu", (unsigned long long)o->farm);
  wr_str silence = wr_str_print (f->arena, "%llu", (unsigned long long)silence_of (o));
  f->child = fork ();
  if (f->child == 0) {
    dup2 (to[0], STDIN_FILENO);
    dup2 (from[1], STDOUT_FILENO);
    execlp (program, program, port.ptr, o->farm_password, self, f->folder.ptr, silence.ptr,
            (char *)NULL);
    fprintf (stderr,
             "warrant: error: --farm needs the program warrant-farm, which cannot be "
             "started: %s (docs/guide/farm.md)\n",
             strerror (errno));
    _exit (127);
  }
  wr_close (&to[0]);
  wr_close (&from[1]);
  f->in = to[1];
  f->out = from[0];
  return f->child > 0 && wr_set_nonblocking (f->out);
}

static void say (struct farm *f, const char *word, wr_str rest) {
  wr_str line = wr_str_print (f->arena, "%s %.*s\n", word, WR_STR_ARGS (rest));
  if (!wr_write_all (f->in, line.ptr, line.len)) f->over = true;
}

static void say_unit (struct farm *f, uint32_t number) {
  say (f, "unit", wr_str_print (f->arena, "%u", number));
}

/* -- results ------------------------------------------------------------------------------------------- */

static void settle (struct farm *f, uint32_t number) {
  WR_ASSERT (!f->units[number].done);
  f->units[number].done = true;
  f->done++;
}

static void mark_done (struct farm *f, uint32_t number) {
  wr_cache_put (f->cache, &f->units[number].key, WR_LIT ("done"));
  wr_cache_flush (f->cache);
  settle (f, number);
}

static void try_again (struct farm *f, uint32_t number) {
  if (++f->units[number].tries < MOST_TRIES) {
    say_unit (f, number);
  } else {
    f->given_up++;
    settle (f, number);
  }
}

/* Each reason is told once; how often it came is told at the end. */
static void refuse (struct farm *f, wr_str worker, enum wr_farm_verdict verdict) {
  bool *told = verdict == WR_FARM_OTHER ? &f->told_other : &f->told_damaged;
  f->refused++;
  if (f->in_row++ == 0) f->refused_since = wr_clock ();
  if (!*told)
    wr_output_warn ("--farm: the worker at %.*s is sent away: %s", WR_STR_ARGS (worker),
                    verdict == WR_FARM_OTHER ? "it has another version of Warrant or of the solver"
                                             : "its result is damaged, or that of another unit");
  *told = true;
  say (f, "cut", worker);
}

static void take_result (struct farm *f, uint32_t number, wr_str worker) {
  wr_buf bytes = {0};
  wr_str problem = {0};
  wr_str path = wr_str_print (f->arena, "%s/result-%u", f->folder.ptr, number);
  enum wr_farm_verdict verdict = WR_FARM_DAMAGED;
  if (wr_textfile_read (path.ptr, &bytes, f->arena, &problem))
    verdict = wr_farm_result_take (wr_buf_str (&bytes), &f->units[number].key, f->who, f->cache);
  unlink (path.ptr);
  wr_buf_free (&bytes);
  if (verdict == WR_FARM_TAKEN) {
    f->in_row = 0;
    mark_done (f, number);
  } else {
    refuse (f, worker, verdict);
    try_again (f, number);
  }
}

/* -- lines --------------------------------------------------------------------------------------------- */

static void take_line (struct farm *f, const char *line) {
  unsigned number, workers;
  char worker[256] = "";
  if (sscanf (line, "workers %u", &workers) == 1) {
    f->workers = workers;
    f->alone = workers ? 0 : wr_clock ();
  } else if (!strncmp (line, "ready ", 6)) {
    f->ready = true;
  } else if (sscanf (line, "done %u %255s", &number, worker) == 2 && number < f->count &&
             !f->units[number].done) {
    take_result (f, number, wr_str_of (worker));
  } else if (sscanf (line, "failed %u %255s", &number, worker) == 2 && number < f->count &&
             !f->units[number].done) {
    try_again (f, number);
  }
}

static void take_output (struct farm *f) {
  char block[4096];
  ssize_t got;
  while ((got = wr_read_some (f->out, block, sizeof block)) > 0) {
    for (ssize_t i = 0; i < got; i++) {
      if (block[i] != '\n') {
        wr_buf_add_char (&f->line, block[i]);
        continue;
      }
      take_line (f, wr_buf_text (&f->line));
      wr_buf_clear (&f->line);
    }
  }
  if (got == 0) f->over = true;
}

static void tick (struct farm *f) {
  struct wr_progress progress = {
      .goals_done = f->done, .goals_all = f->count, .slowest_body = UINT32_MAX};
  wr_watch_tick (&f->watch, NULL, &progress);
}

/* If no worker is of use, waiting for others has an end.  A worker that was sent away comes back after seconds, so that there may never be a minute without
   any; but while there is none, no good worker has a unit either. */
static bool hopeless (const struct farm *f) {
  double now = wr_clock (), most = patience * (double)silence_of (f->options);
  if (!f->refused || f->alone <= 0) return false;
  return now - f->alone > most || (f->in_row >= MOST_IN_ROW && now - f->refused_since > most);
}

static void wait_for_results (struct farm *f) {
  wr_watch_begin (&f->watch);
  while (f->done < f->count && !f->over && !hopeless (f) &&
         !wr_interrupted (f->options->interrupt)) {
    struct pollfd out = {.fd = f->out, .events = POLLIN};
    if (wr_poll (&out, 1, TICK_MS * 1e-3) > 0) take_output (f);
    tick (f);
  }
  wr_watch_end (&f->watch);
}

/* -- all of it ----------------------------------------------------------------------------------------- */

/* Units that an earlier run has results of are not sent again. */
static bool write_units (struct farm *f, const wr_farm_units *units) {
  for (uint32_t i = 0; i < f->count; i++) {
    wr_str bytes = wr_buf_str (&units->data[i]);
    wr_buf known = {0};
    f->units[i].key = wr_farm_key (bytes);
    bool done = wr_cache_get (f->cache, &f->units[i].key, &known);
    wr_buf_free (&known);
    if (done) {
      settle (f, i);
      continue;
    }
    wr_str path = wr_str_print (f->arena, "%s/unit-%u", f->folder.ptr, i);
    int fd = open (path.ptr, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0 && wr_write_all (fd, bytes.ptr, bytes.len);
    wr_close (&fd);
    if (!good) return false;
  }
  return true;
}

static void remove_units (struct farm *f) {
  for (uint32_t i = 0; i < f->count; i++) {
    unlink (wr_str_print (f->arena, "%s/unit-%u", f->folder.ptr, i).ptr);
    unlink (wr_str_print (f->arena, "%s/result-%u", f->folder.ptr, i).ptr);
  }
  rmdir (f->folder.ptr);
}

/* The other program ends when its input does, but it looks at that only once in a second.  If all is done, or the command was interrupted, nobody waits for
   it. */
static void stop (struct farm *f) {
  wr_close (&f->in);
  if (f->done == f->count || wr_interrupted (f->options->interrupt)) kill (f->child, SIGTERM);
  int status = 0;
  while (waitpid (f->child, &status, 0) < 0 && errno == EINTR) continue;
  wr_close (&f->out);
}

static bool farm (struct farm *f, const wr_farm_units *units) {
  const char *base = getenv ("TMPDIR");
  wr_str template =
      wr_str_print (f->arena, "%s/warrant-farm-XXXXXX", base && *base ? base : "/tmp");
  char *folder = wr_arena_copy (f->arena, template.ptr, (uint32_t) template.len + 1, 1);
  if (!mkdtemp (folder)) {
    wr_output_complain ("--farm: no folder can be made at '%s'", template.ptr);
    return false;
  }
  f->folder = wr_str_of (folder);
  bool good = write_units (f, units) && (f->done == f->count || start (f));
  if (good && f->child > 0) {
    for (uint32_t i = 0; i < f->count; i++)
      if (!f->units[i].done) say_unit (f, i);
    wait_for_results (f);
    stop (f);
    good = f->ready;
  }
  remove_units (f);
  return good;
}

bool wr_farm_run (const struct wr_options *options, const wr_farm_units *units) {
  wr_arena *arena = wr_arena_new ();
  struct farm f = {.options = options, .count = units->len, .arena = arena, .in = -1, .out = -1};
  f.units = wr_alloc (units->len + 1, sizeof *f.units);
  f.cache = wr_cache_open (wr_cache_file (options, arena));
  f.who = wr_farm_who (arena);
  wr_watch_init (&f.watch, options);
  bool good = farm (&f, units);
  if (!good) wr_output_complain ("--farm: no work could be given to others");
  if (f.refused > 1) wr_output_warn ("--farm: %u results of workers were refused", f.refused);
  uint32_t left = f.count - f.done + f.given_up;
  if (good && left && !wr_interrupted (options->interrupt))
    wr_output_warn ("--farm: %u of %u units have no result from a worker; they are done here", left,
                    f.count);
  wr_cache_close (f.cache);
  wr_buf_free (&f.line);
  free (f.units);
  wr_arena_free (arena);
  return good;
}
