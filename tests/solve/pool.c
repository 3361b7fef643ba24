/* tests/solve/pool.c -- the pool with jobs that misbehave in every way: each fault ends with the right status on
   exactly the job concerned, and nothing is left behind. */
#include "solve/pool.h"

#include "base/os.h"
#include "base/vec.h"
#include "tap.h"
#include "threads.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum job_kind {
  JOB_GOOD,
  JOB_ABORT,   /* after its first frame */
  JOB_KILLED,  /* by SIGKILL, before any frame */
  JOB_LOOP,    /* never answers */
  JOB_EXIT,    /* with a code */
  JOB_MEMORY,  /* ends as a solver that runs out of memory */
  JOB_GARBAGE, /* writes something that is not a frame */
  JOB_HALF,    /* dies in the middle of a frame */
  JOB_BIG,     /* one frame larger than any pipe */
  JOB_KILL_TEMPLATE,
  JOB_KILL_KEEPER,
  JOB_SLEEP,
  JOB_ORPHAN,        /* leaves a child of its own */
  JOB_ASSERT,        /* prints an assertion as the solver does, and ends with its exit code */
  JOB_REMARK,        /* prints something, and ends well */
  JOB_STOPPED,       /* somebody stops it at birth */
  JOB_IDLE,          /* says that it has no deadline, and is stopped */
  JOB_STOP_TEMPLATE, /* the template is stopped, and the job ends well */
  JOB_STOP_KEEPER,   /* the same with the keeper */
  JOB_NO_ROOM,       /* at first it cannot have a process */
  JOB_WAIT           /* until the process of job 1 has ended */
};

enum { PARENTS = 32 }; /* from here on `pids` has the parents of the first jobs */

struct job {
  enum job_kind kind;
  enum wr_status how;
  uint32_t frames, ends, starts;
  uint64_t bytes;
  bool last;
  char detail[200];
};

struct run {
  struct job *jobs;
  uint32_t restarts; /* how often an ended job is started again */
  uint32_t ticks;
  wr_cancel *cancel;
  uint32_t cancel_after; /* frames */
  uint64_t memory;       /* that a solver may use; 0: the default */
  bool patient;
  double start_timeout;
  char detail[200];     /* of the job that ended last */
  int *pids;            /* shared: children's ids, per job */
  uint32_t made, makes; /* jobs that come up with the first frame of job 0: from number 1 on */
};

/* -- the fake backend, in process ----------------------------------------------------------------- */

static void *fake_open (const wr_core *core, const struct wr_solver_options *options,
                        wr_str *error) {
  (void)core;
  const char *command = options->command ? options->command : "";
  if (!strcmp (command, "fail")) return *error = WR_LIT ("no such solver"), NULL;
  if (!strcmp (command, "crash")) abort ();
  if (!strcmp (command, "hang"))
    for (;;) pause ();
  static const char self[] = "fake";
  return (void *)(uintptr_t)self;
}
static bool fake_enter (void *self, const wr_vc *vc) { return (void)self, (void)vc, true; }
static void fake_check (void *self, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  (void)self, (void)query, (void)arena, (void)answer;
}
static void fake_leave (void *self) { (void)self; }
static wr_str fake_version (const struct wr_solver_options *options, wr_arena *arena) {
  return (void)options, (void)arena, (wr_str){0};
}
static const struct wr_backend fake = {.name = "fake",
                                       .open = fake_open,
                                       .enter = fake_enter,
                                       .check = fake_check,
                                       .leave = fake_leave,
                                       .close = fake_leave,
                                       .version = fake_version};

/* -- jobs ------------------------------------------------------------------------------------------- */

static void say (wr_channel *out, const char *text) { wr_channel_send (out, text, strlen (text)); }

static void write_raw (wr_channel *out, const void *data, size_t size) {
  /* The channel is a descriptor, first of all. */
  int fd;
  memcpy (&fd, out, sizeof fd);
  wr_write_all (fd, data, size);
}

/* The parent of a process, from the fourth field of its line in /proc. */
static pid_t keeper_of (pid_t template) {
  char path[64], text[512] = "";
  int parent = 0;
  snprintf (path, sizeof path, "/proc/%d/stat", template);
  FILE *file = fopen (path, "r");
  if (!file || !fgets (text, sizeof text, file)) _exit (98);
  fclose (file);
  const char *after = strrchr (text, ')');
  if (!after || sscanf (after, ") %*c %d", &parent) != 1 || parent <= 1) _exit (98);
  return parent;
}

static void misbehave (struct run *run, uint32_t job, wr_channel *out) {
  switch (run->jobs[job].kind) {
  case JOB_GOOD: say (out, "one"), say (out, "two"); return;
  case JOB_ABORT: say (out, "one"), abort ();
  case JOB_KILLED: raise (SIGKILL); return;
  case JOB_LOOP:
    say (out, "one");
    wr_channel_deadline (out, 0.2);
    for (;;) pause ();
  case JOB_EXIT: _exit (7);
  case JOB_MEMORY: _exit (101);
  case JOB_ASSERT:
    fprintf (stderr, "ASSERTION VIOLATION\nFile: a.cpp\nUNEXPECTED CODE WAS REACHED.\n");
    _exit (114);
  case JOB_REMARK: fprintf (stderr, "; a remark about line 1\n"); return;
  case JOB_GARBAGE: {
    char junk[100];
    memset (junk, 0xff, sizeof junk);
    say (out, "one");
    write_raw (out, junk, sizeof junk);
    for (;;) pause ();
  }
  case JOB_HALF: {
    uint32_t head[2] = {0x57464401, 1000};
    say (out, "one");
    write_raw (out, head, sizeof head);
    write_raw (out, "only", 4);
    _exit (0);
  }
  case JOB_BIG: {
    size_t size = 5000000;
    char *data = wr_alloc (size, 1);
    wr_channel_send (out, data, size);
    return;
  }
  case JOB_KILL_TEMPLATE: say (out, "one"), kill (getppid (), SIGKILL), pause (); return;
  case JOB_KILL_KEEPER: say (out, "one"), kill (keeper_of (getppid ()), SIGKILL), pause (); return;
  case JOB_SLEEP: say (out, "one"), sleep (600), say (out, "two"); return;
  case JOB_ORPHAN:
    say (out, "one");
    if (fork () == 0)
      for (;;) pause ();
    raise (SIGKILL);
    return;
  case JOB_STOPPED: raise (SIGSTOP); return;
  case JOB_IDLE:
    wr_channel_deadline (out, 1000);
    wr_channel_deadline (out, 0);
    raise (SIGSTOP);
    return;
  case JOB_STOP_TEMPLATE: say (out, "one"), kill (getppid (), SIGSTOP); return;
  case JOB_STOP_KEEPER: say (out, "one"), kill (keeper_of (getppid ()), SIGSTOP); return;
  case JOB_NO_ROOM: {
    const char *words = wr_error_text (EAGAIN);
    wr_write_all (2, words, strlen (words));
    abort ();
  }
  case JOB_WAIT:
    while (!run->pids[1] || kill (run->pids[1], 0) == 0) poll (NULL, 0, 5);
    say (out, "one"), say (out, "two");
  }
}

static void job_run (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  struct run *run = ctx;
  (void)backend;
  run->pids[job] = getpid ();
  if (job < PARENTS) run->pids[PARENTS + job] = getppid ();
  uint32_t start = 0;
  if (brief.len == sizeof start) memcpy (&start, brief.ptr, sizeof start);
  if (strcmp (self, "fake") != 0) _exit (99);
  if (start > 1 && (run->restarts == 1 || run->jobs[job].kind == JOB_NO_ROOM)) {
    say (out, "again"); /* the second start of a job that is started once more is a good one */
    return;
  }
  misbehave (run, job, out);
}

static void job_brief (void *ctx, uint32_t job, wr_buf *out) {
  struct run *run = ctx;
  uint32_t start = ++run->jobs[job].starts;
  wr_buf_add (out, (wr_str){(const char *)&start, sizeof start});
}

static void job_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct run *run = ctx;
  (void)data;
  run->jobs[job].frames++;
  run->jobs[job].bytes += size;
  if (job == 0 && run->makes > 0) run->made = run->makes, run->makes = 0;
  if (run->cancel_after > 0 && --run->cancel_after == 0) wr_cancel_ask (run->cancel);
}

static bool job_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct run *run = ctx;
  snprintf (run->jobs[job].detail, sizeof run->jobs[job].detail, "%.*s", WR_STR_ARGS (detail));
  run->jobs[job].how = how;
  run->jobs[job].last = last;
  return ++run->jobs[job].ends <= run->restarts && how != WR_STATUS_NONE;
}

static void job_tick (void *ctx, double elapsed) {
  struct run *run = ctx;
  if (elapsed > 0) run->ticks++;
}

static void job_more (void *ctx, wr_u32s *jobs) {
  struct run *run = ctx;
  for (uint32_t i = 1; i <= run->made; i++) WR_VEC_PUSH (jobs, i);
  run->made = 0;
}

static const struct wr_pool_calls calls = {job_brief, job_run,  job_frame,
                                           job_end,   job_tick, job_more};

static bool run_jobs (struct run *run, uint32_t count, uint32_t workers, const char *command,
                      wr_arena *arena, wr_str *error) {
  uint32_t order[64];
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  struct wr_pool_options options = {.workers = workers,
                                    .backend = &fake,
                                    .solver = {.command = command, .memory = run->memory},
                                    .open_timeout = 0.5,
                                    .start_timeout = run->start_timeout,
                                    .patient = run->patient,
                                    .cancel = run->cancel};
  wr_pool *pool = wr_pool_new (NULL, &options, &calls, run, arena);
  bool ok = wr_pool_round (pool, order, count, run->cancel, error);
  wr_pool_free (pool);
  return ok;
}

/* -- nothing is left ------------------------------------------------------------------------------ */

static int count_fds (void) {
  int n = 0;
  DIR *dir = opendir ("/proc/self/fd");
  while (readdir (dir)) n++;
  closedir (dir);
  return n;
}

/* Children and grandchildren are gone: no process of ours, no zombie to wait for. */
static bool nothing_left (const struct run *run, uint32_t count) {
  bool clean = waitpid (-1, NULL, WNOHANG) < 0 && errno == ECHILD;
  for (uint32_t i = 0; i < count; i++)
    if (run->pids[i] > 0 && kill (run->pids[i], 0) == 0) clean = false;
  return clean;
}

struct expect {
  const char *name;
  enum job_kind kind;
  enum wr_status how;
  uint32_t frames;
};

static const struct expect table[] = {
    {"a good job", JOB_GOOD, WR_STATUS_NONE, 2},
    {"abort", JOB_ABORT, WR_STATUS_DIED, 1},
    {"SIGKILL", JOB_KILLED, WR_STATUS_DIED, 0},
    {"an endless loop", JOB_LOOP, WR_STATUS_TIME, 1},
    {"exit 7", JOB_EXIT, WR_STATUS_DIED, 0},
    {"out of memory", JOB_MEMORY, WR_STATUS_MEMORY, 0},
    {"garbage", JOB_GARBAGE, WR_STATUS_BAD_REPLY, 1},
    {"half a frame", JOB_HALF, WR_STATUS_BAD_REPLY, 1},
    {"a large frame", JOB_BIG, WR_STATUS_NONE, 1},
    {"an orphan", JOB_ORPHAN, WR_STATUS_DIED, 1},
};
enum { TABLE = sizeof table / sizeof *table };

static struct run new_run (int *pids, wr_cancel *cancel) {
  memset (pids, 0, 64 * sizeof *pids);
  *cancel = (wr_cancel){0};
  return (struct run){.jobs = wr_alloc (64, sizeof (struct job)), .pids = pids, .cancel = cancel};
}

/* Each fault between good jobs: only that job is hurt. */
static void test_faults (struct tap *tap, int *pids, wr_cancel *cancel, uint32_t workers,
                         bool patient) {
  struct run run = new_run (pids, cancel);
  run.patient = patient;
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  int fds = count_fds ();
  for (uint32_t i = 0; i < TABLE; i++) run.jobs[2 * i + 1].kind = table[i].kind;
  bool ok = run_jobs (&run, 2 * TABLE, workers, NULL, arena, &error);
  OK (tap, ok && error.len == 0, "%u workers: the pool ran", workers);
  for (uint32_t i = 0; i < TABLE; i++) {
    const struct job *good = &run.jobs[2 * i], *bad = &run.jobs[2 * i + 1];
    OK (tap, bad->how == table[i].how && bad->frames == table[i].frames && bad->ends == 1,
        "%u workers: %s ends with %s after %u frames (%s, %u)", workers, table[i].name,
        wr_status_name (table[i].how), table[i].frames, wr_status_name (bad->how), bad->frames);
    OK (tap, good->how == WR_STATUS_NONE && good->frames == 2 && good->ends == 1,
        "%u workers: the job before it is well", workers);
  }
  OK (tap, nothing_left (&run, 2 * TABLE), "%u workers: no process is left", workers);
  OK (tap, count_fds () == fds, "%u workers: no descriptor is left", workers);
  free (run.jobs);
  wr_arena_free (arena);
}

static void test_restart (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.restarts = 1;
  for (uint32_t i = 0; i < TABLE; i++) run.jobs[i].kind = table[i].kind;
  OK (tap, run_jobs (&run, TABLE, 2, NULL, arena, &error), "restarts: the pool ran");
  bool all = true;
  for (uint32_t i = 0; i < TABLE; i++) {
    bool bad = table[i].how != WR_STATUS_NONE;
    all = all && run.jobs[i].how == WR_STATUS_NONE && run.jobs[i].starts == (bad ? 2 : 1) &&
          run.jobs[i].frames == table[i].frames + bad;
  }
  OK (tap, all, "restarts: each broken job went on in a second child");
  OK (tap, nothing_left (&run, TABLE), "restarts: no process is left");
  free (run.jobs);
  wr_arena_free (arena);
}

/* A crash after memory ran out is reported as such, whatever the signal. */
static void test_memory (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.memory = 1 << 16; /* any process has more */
  run.jobs[0].kind = JOB_ABORT;
  run.jobs[1].kind = JOB_KILLED;
  OK (tap, run_jobs (&run, 3, 1, NULL, arena, &error), "little memory: the pool ran");
  OK (tap, run.jobs[0].how == WR_STATUS_MEMORY, "a crash with all memory used: %s",
      wr_status_name (run.jobs[0].how));
  OK (tap, run.jobs[1].how == WR_STATUS_DIED && run.jobs[2].how == WR_STATUS_NONE,
      "a worker that somebody kills died, and a good one is well");
  free (run.jobs);
  wr_arena_free (arena);
}

/* What the solver prints about itself is not for the user's terminal: it is in the detail, or memory ran out. */
static void test_complaint (struct tap *tap, int *pids, wr_cancel *cancel, uint64_t memory) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.memory = memory;
  run.jobs[0].kind = JOB_ASSERT;
  run.jobs[1].kind = JOB_REMARK;
  fflush (stderr);
  int seen = memfd_create ("seen", MFD_CLOEXEC), old = dup (STDERR_FILENO);
  dup2 (seen, STDERR_FILENO);
  bool ok = run_jobs (&run, 2, 1, NULL, arena, &error);
  dup2 (old, STDERR_FILENO);
  close (old);
  OK (tap, ok && lseek (seen, 0, SEEK_END) == 0, "nothing is printed");
  close (seen);
  OK (tap, run.jobs[0].how == (memory ? WR_STATUS_MEMORY : WR_STATUS_DIED), "how it ended: %s",
      wr_status_name (run.jobs[0].how));
  SAME (tap, wr_str_of (run.jobs[0].detail),
        memory ? "the worker ran out of memory"
               : "exit code 114: ASSERTION VIOLATION File: a.cpp UNEXPECTED CODE WAS REACHED.",
        "what happened");
  free (run.jobs);
  wr_arena_free (arena);
}

static void test_template (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  int fds = count_fds ();
  run.jobs[1].kind = JOB_KILL_TEMPLATE;
  OK (tap, run_jobs (&run, 5, 1, NULL, arena, &error), "a killed template is started once more");
  OK (tap, run.jobs[1].how == WR_STATUS_DIED && run.jobs[1].frames == 1, "its job died");
  OK (tap, run.jobs[4].how == WR_STATUS_NONE && run.jobs[4].frames == 2, "later jobs are well");
  OK (tap, nothing_left (&run, 5), "no process is left");
  memset (run.jobs, 0, 64 * sizeof *run.jobs);
  run.jobs[1].kind = run.jobs[2].kind = JOB_KILL_TEMPLATE;
  OK (tap, run_jobs (&run, 5, 1, NULL, arena, &error), "killed twice");
  OK (tap, run.jobs[0].how == WR_STATUS_NONE, "the first job was well");
  OK (tap,
      run.jobs[2].how == WR_STATUS_DIED && run.jobs[4].how == WR_STATUS_DIED && run.jobs[4].last &&
          run.jobs[4].ends == 1,
      "the others died for good");
  OK (tap, nothing_left (&run, 5) && count_fds () == fds, "nothing is left");
  static const char *const opens[] = {"fail", "crash", "hang"};
  for (int i = 0; i < 3; i++) {
    memset (run.jobs, 0, 64 * sizeof *run.jobs);
    bool ok = run_jobs (&run, 3, 2, opens[i], arena, &error);
    OK (tap, !ok && error.len > 0 && run.jobs[0].ends == 0, "open: %s: %.*s", opens[i],
        WR_STR_ARGS (error));
    OK (tap, nothing_left (&run, 3) && count_fds () == fds, "nothing is left");
  }
  free (run.jobs);
  wr_arena_free (arena);
}

/* The pool sets the deadline when it starts a job, and does not rely on the template. */
static void test_stopped (struct tap *tap, int *pids, wr_cancel *cancel, uint32_t workers) {
  static const struct {
    enum job_kind kind;
    enum wr_status how;
    const char *name;
  } stops[] = {{JOB_STOPPED, WR_STATUS_TIME, "a worker that is stopped at birth"},
               {JOB_IDLE, WR_STATUS_TIME, "a worker that is stopped between queries"},
               {JOB_STOP_TEMPLATE, WR_STATUS_TIME, "a template that is stopped"},
               {JOB_STOP_KEEPER, WR_STATUS_NONE, "a keeper that is stopped"}};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
    struct run run = new_run (pids, cancel);
    wr_arena *arena = wr_arena_new ();
    wr_str error;
    int fds = count_fds ();
    run.start_timeout = 0.5;
    run.jobs[1].kind = stops[i].kind;
    OK (tap, run_jobs (&run, 5, workers, NULL, arena, &error), "%u workers, %s: the pool ran",
        workers, stops[i].name);
    OK (tap, run.jobs[1].how == stops[i].how && run.jobs[1].ends == 1, "its job ends: %s",
        wr_status_name (run.jobs[1].how));
    bool well = true;
    for (int k = 0; k < 5; k++)
      well &= k == 1 ||
              run.jobs[k].frames == 2 || /* it sent everything, though its end was not noticed */
              (stops[i].kind == JOB_STOP_TEMPLATE && run.jobs[k].frames >= 2);
    OK (tap, well, "the other jobs are well");
    OK (tap, nothing_left (&run, 5) && count_fds () == fds, "nothing is left");
    free (run.jobs);
    wr_arena_free (arena);
  }
}

/* A lack of processes is answered by fewer workers. */
static void test_room (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.jobs[0].kind = JOB_WAIT;
  run.jobs[1].kind = JOB_NO_ROOM;
  OK (tap, run_jobs (&run, 2, 2, NULL, arena, &error), "no room: the pool ran");
  OK (tap, run.jobs[1].how == WR_STATUS_NONE && run.jobs[1].starts == 2 && run.jobs[1].ends == 1,
      "no room: the job is started again (%s, %u starts)", wr_status_name (run.jobs[1].how),
      run.jobs[1].starts);
  OK (tap, nothing_left (&run, 2), "no process is left");
  free (run.jobs);
  wr_arena_free (arena);
}

static void test_cancel (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  for (int i = 1; i < 6; i++) run.jobs[i].kind = JOB_SLEEP;
  run.cancel_after = 4;
  OK (tap, run_jobs (&run, 6, 2, NULL, arena, &error), "cancel: the pool ran");
  OK (tap, run.jobs[0].how == WR_STATUS_NONE && run.jobs[0].frames == 2, "what was done is kept");
  bool all = true;
  for (int i = 1; i < 6; i++)
    all = all && run.jobs[i].how == WR_STATUS_CANCELLED && run.jobs[i].ends == 1 &&
          run.jobs[i].frames < 2;
  OK (tap, all, "cancel: the others are cancelled, in the middle of their work");
  OK (tap, nothing_left (&run, 6), "cancel: no process is left");
  free (run.jobs);
  wr_arena_free (arena);
}

/* Jobs that come up while one runs, the only one at first: each ends as the others do, also where the template dies. */
static void test_more (struct tap *tap, int *pids, wr_cancel *cancel, uint32_t workers) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.makes = TABLE + 2;
  for (uint32_t i = 0; i < TABLE; i++) run.jobs[i + 1].kind = table[i].kind;
  run.jobs[TABLE + 1].kind = JOB_KILL_TEMPLATE;
  OK (tap, run_jobs (&run, 1, workers, NULL, arena, &error), "%u workers, more: the pool ran",
      workers);
  bool all = true;
  for (uint32_t i = 0; i < TABLE; i++)
    all &= run.jobs[i + 1].ends == 1 && run.jobs[i + 1].starts == 1;
  OK (tap, all && run.jobs[0].ends == 1, "each job that came up was started once");
  OK (tap, run.jobs[1].how == WR_STATUS_NONE && run.jobs[2].how == WR_STATUS_DIED,
      "a good one is well, another one died");
  OK (tap, run.jobs[TABLE + 1].how == WR_STATUS_DIED && run.jobs[TABLE + 2].ends == 1,
      "and so did the template's murderer");
  OK (tap, nothing_left (&run, TABLE + 3), "no process is left");
  free (run.jobs);
  run = new_run (pids, cancel);
  run.makes = 2 * workers;
  run.cancel_after = 2 + workers;
  for (uint32_t i = 1; i <= run.makes; i++) run.jobs[i].kind = JOB_SLEEP;
  OK (tap, run_jobs (&run, 1, workers, NULL, arena, &error), "the pool ran");
  uint32_t running = 0, ended = 0;
  for (uint32_t i = 1; i <= 2 * workers; i++) {
    running += run.jobs[i].frames;
    ended += run.jobs[i].ends == 1 && run.jobs[i].how == WR_STATUS_CANCELLED;
  }
  OK (tap, running == workers && ended == 2 * workers,
      "%u of them ran at a time, and all are cancelled (%u)", running, ended);
  OK (tap, nothing_left (&run, 2 * workers + 1), "no process is left");
  free (run.jobs);
  wr_arena_free (arena);
}

/* The second round has the template of the first, and sees the memory that it sees; where a round is cancelled the next one has another. */
static void test_rounds (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  int fds = count_fds ();
  struct wr_pool_options options = {.workers = 2, .backend = &fake};
  wr_pool *pool = wr_pool_new (NULL, &options, &calls, &run, arena);
  run.jobs[3].kind = JOB_SLEEP;
  bool ok = wr_pool_round (pool, (uint32_t[]){0}, 1, cancel, &error) &&
            wr_pool_round (pool, NULL, 0, cancel, &error);
  OK (tap, ok && run.jobs[0].frames == 2, "rounds: the first one ran");
  run.jobs[1].kind = run.jobs[4].kind = JOB_ABORT;
  ok = wr_pool_round (pool, (uint32_t[]){1, 2}, 2, cancel, &error);
  OK (tap, ok && run.jobs[1].frames == 2 && run.jobs[2].frames == 2 && !run.jobs[1].how,
      "the second one knows what the template knew");
  OK (tap, run.jobs[1].starts == 1, "and was told the rest");
  OK (tap, pids[PARENTS + 0] == pids[PARENTS + 1] && pids[PARENTS + 0] == pids[PARENTS + 2],
      "they had one template");
  run.cancel_after = 1;
  ok = wr_pool_round (pool, (uint32_t[]){3}, 1, cancel, &error);
  OK (tap, ok && run.jobs[3].how == WR_STATUS_CANCELLED, "the third one is cancelled");
  OK (tap, nothing_left (&run, 4), "no process is left of it");
  *cancel = (wr_cancel){0};
  ok = wr_pool_round (pool, (uint32_t[]){4, 5}, 2, cancel, &error);
  OK (tap, ok && run.jobs[4].how == WR_STATUS_DIED && run.jobs[5].frames == 2,
      "the next one has a template that knows more");
  wr_pool_free (pool);
  OK (tap, nothing_left (&run, 6) && count_fds () == fds, "nothing is left");
  free (run.jobs);
  wr_arena_free (arena);
}

static int is_subreaper (void) {
  int flag = -1;
  prctl (PR_GET_CHILD_SUBREAPER, &flag);
  return flag;
}

/* Two pools live at the same time, and the one that was made first goes first.  Neither depends on the other, and the process is as it was. */
static void test_overlap (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run first = new_run (pids, cancel), second = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  int fds = count_fds ();
  struct wr_pool_options options = {.workers = 2, .backend = &fake};
  wr_pool *a = wr_pool_new (NULL, &options, &calls, &first, arena);
  bool ok = wr_pool_round (a, (uint32_t[]){0}, 1, NULL, &error);
  wr_pool *b = wr_pool_new (NULL, &options, &calls, &second, arena);
  second.jobs[3].kind = JOB_KILL_TEMPLATE;
  ok = ok && wr_pool_round (b, (uint32_t[]){1}, 1, NULL, &error) &&
       wr_pool_round (a, (uint32_t[]){2}, 1, NULL, &error);
  OK (tap, is_subreaper () == 0, "overlap: the process is no subreaper");
  wr_pool_free (a);
  ok = ok && wr_pool_round (b, (uint32_t[]){3}, 1, NULL, &error) &&
       wr_pool_round (b, (uint32_t[]){4}, 1, NULL, &error);
  OK (tap, ok && first.jobs[2].frames == 2 && second.jobs[4].frames == 2,
      "overlap: each pool does its jobs");
  OK (tap, second.jobs[3].how == WR_STATUS_DIED, "overlap: a template is killed");
  wr_pool_free (b);
  OK (tap, is_subreaper () == 0, "overlap: the process is no subreaper afterwards");
  OK (tap, nothing_left (&second, 5) && count_fds () == fds, "overlap: nothing is left");
  free (first.jobs);
  free (second.jobs);
  wr_arena_free (arena);
}

enum { THREADS = 3, THREAD_ROUNDS = 4 };

struct thread_run {
  struct run run;
  int *pids;
  wr_cancel cancel;
  uint32_t wrong;
};

static void *run_faults (void *ctx) {
  struct thread_run *t = ctx;
  for (uint32_t round = 0; round < THREAD_ROUNDS; round++) {
    struct run run = new_run (t->pids, &t->cancel);
    wr_arena *arena = wr_arena_new ();
    wr_str error;
    for (uint32_t i = 0; i < TABLE; i++) run.jobs[i].kind = table[i].kind;
    bool ok = run_jobs (&run, TABLE, 2, NULL, arena, &error);
    for (uint32_t i = 0; i < TABLE; i++)
      ok = ok && run.jobs[i].how == table[i].how && run.jobs[i].frames == table[i].frames;
    t->wrong += !ok;
    free (run.jobs);
    wr_arena_free (arena);
  }
  return NULL;
}

/* Pools in several threads at once, each with jobs that misbehave in every way. */
static void test_threads (struct tap *tap, int *pids) {
  struct thread_run threads[THREADS] = {0};
  void *items[THREADS];
  int fds = count_fds ();
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < THREADS; i++) {
    threads[i].pids = pids + 64 * (i + 1);
    items[i] = &threads[i];
  }
  threads_run (run_faults, items, THREADS);
  for (uint32_t i = 0; i < THREADS; i++) wrong += threads[i].wrong;
  OK (tap, wrong == 0, "%d threads: each job ends as it does alone (%u differ)", THREADS, wrong);
  bool clean = true;
  for (uint32_t i = 0; i < THREADS; i++)
    clean = clean && nothing_left (&(struct run){.pids = threads[i].pids}, TABLE);
  OK (tap, clean && count_fds () == fds, "%d threads: nothing is left", THREADS);
}

/* The keeper is killed: the template and its children die with it, and the pool starts others. */
static void test_keeper_killed (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  wr_arena *arena = wr_arena_new ();
  wr_str error;
  run.jobs[1].kind = JOB_KILL_KEEPER;
  OK (tap, run_jobs (&run, 4, 1, NULL, arena, &error), "a killed keeper is started once more");
  OK (tap, run.jobs[1].how == WR_STATUS_DIED && run.jobs[3].frames == 2,
      "its job died, later jobs are well");
  free (run.jobs);
  wr_arena_free (arena);
}

/* The pool's parent is killed: the template and its children follow. */
static void test_parent_killed (struct tap *tap, int *pids, wr_cancel *cancel) {
  struct run run = new_run (pids, cancel);
  run.jobs[0].kind = run.jobs[1].kind = JOB_LOOP;
  pid_t pid = fork ();
  if (pid == 0) {
    wr_arena *arena = wr_arena_new ();
    wr_str error;
    run.jobs[0].kind = run.jobs[1].kind = JOB_SLEEP;
    run_jobs (&run, 2, 2, NULL, arena, &error);
    _exit (0);
  }
  for (int i = 0; i < 1000 && (!pids[0] || !pids[1]); i++) usleep (10000);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  bool gone = false;
  for (int i = 0; i < 6000 && !gone; i++) {
    usleep (10000);
    gone = true;
    for (int j = 0; j < 2; j++) {
      char path[64], text[256] = "";
      snprintf (path, sizeof path, "/proc/%d/stat", pids[j]);
      FILE *file = fopen (path, "r");
      if (!file) continue;
      /* A zombie here waits for the init process of the system, so it does not count. */
      gone = gone && fgets (text, sizeof text, file) && strstr (text, ") Z");
      fclose (file);
    }
  }
  OK (tap, gone, "the parent was killed: no worker runs on");
  free (run.jobs);
}

int main (void) {
  struct tap tap = {0};
  int *pids = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  wr_cancel cancel = {0};
  test_faults (&tap, pids, &cancel, 1, false);
  test_faults (&tap, pids, &cancel, 2, true);
  test_faults (&tap, pids, &cancel, 8, false);
  test_restart (&tap, pids, &cancel);
  test_memory (&tap, pids, &cancel);
  test_complaint (&tap, pids, &cancel, 0);
  test_complaint (&tap, pids, &cancel, 1 << 16);
  test_template (&tap, pids, &cancel);
  test_rounds (&tap, pids, &cancel);
  test_stopped (&tap, pids, &cancel, 1);
  test_stopped (&tap, pids, &cancel, 2);
  test_room (&tap, pids, &cancel);
  test_cancel (&tap, pids, &cancel);
  test_more (&tap, pids, &cancel, 1);
  test_more (&tap, pids, &cancel, 3);
  test_overlap (&tap, pids, &cancel);
  test_threads (&tap, pids);
  test_keeper_killed (&tap, pids, &cancel);
  test_parent_killed (&tap, pids, &cancel);
  return tap_done (&tap);
}
