/* tests/solve/confine.c -- what worker processes may ask of the system: a forbidden call costs the job that made it and no
   other, calls that libraries try fail, and everything that a solver needs still works. */
#include "solve/confine.h"

#include "base/os.h"
#include "solve/pool.h"
#include "solve/process.h"
#include "tap.h"
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* -- what a job tries -------------------------------------------------------------------------------- */

static void try_socket (void) { socket (AF_INET, SOCK_STREAM, 0); }
static void try_unix_socket (void) { socket (AF_UNIX, SOCK_DGRAM, 0); }
static void try_fork (void) {
  if (fork () == 0) _exit (0);
}
static void try_vfork (void) { syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static void try_exec (void) { execl ("/bin/true", "true", (char *)NULL); }
static void try_kill (void) { kill (getppid (), 0); }
static void try_kill_thread (void) { syscall (SYS_tgkill, 1, 1, 0); }
static void try_trace (void) { ptrace (PTRACE_TRACEME, 0, NULL, NULL); }
static void try_code (void) {
  mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void try_make_code (void) {
  void *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (page, 4096, PROT_READ | PROT_EXEC);
}
static void try_unlink (void) { unlink ("/nonexistent/file"); }
static void try_rename (void) { rename ("/nonexistent/a", "/nonexistent/b"); }
static void try_mkdir (void) { mkdir ("/nonexistent/folder", 0700); }
static void try_chmod (void) { chmod ("/nonexistent/file", 0600); }
static void try_memfd (void) { syscall (SYS_memfd_create, "x", 0); }
static void try_setuid (void) { syscall (SYS_setuid, getuid ()); }
static void try_other_memory (void) {
  struct iovec none = {NULL, 0};
  process_vm_readv (getppid (), &none, 1, &none, 1, 0);
}
static void try_pipe (void) {
  int fds[2];
  syscall (SYS_pipe2, fds, 0);
}
static void try_send (void) { syscall (SYS_sendto, 0, "x", 1, 0, NULL, 0); }

/* The rest ends with 0 if everything is as it should be. */
static int worked = 1;

static void use_open (void) {
  if (open ("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES) _exit (21);
  if (fopen ("/etc/passwd", "r") || errno != EACCES) _exit (22);
  if (access ("/etc/passwd", R_OK) == 0) _exit (23);
  struct stat info;
  if (stat ("/etc/passwd", &info) == 0) _exit (24);
}
static void use_memory (void) {
  enum { SIZE = 1 << 26 };
  char *block = malloc (SIZE);
  if (!block) _exit (25);
  memset (block, 1, SIZE);
  block = realloc (block, 2 * (size_t)SIZE);
  if (!block || block[SIZE - 1] != 1) _exit (26);
  free (block);
}
static void *thread_body (void *arg) {
  free (malloc (1000000));
  *(int *)arg = 2;
  return NULL;
}
static void use_thread (void) {
  int value = worked;
  pthread_t thread;
  if (pthread_create (&thread, NULL, thread_body, &value) != 0) _exit (27);
  pthread_join (thread, NULL);
  if (value != 2) _exit (28);
}
static void use_time (void) {
  if (wr_clock () <= 0 || wr_cpu_clock () < 0) _exit (29);
  usleep (1000);
}
static void use_abort (void) { abort (); }

static const struct attempt {
  const char *name;
  void (*run) (void);
  enum wr_status how;
  const char *detail; /* part of it; NULL: none */
} attempts[] = {
#define FORBIDDEN WR_STATUS_DIED, "a system call that is forbidden to workers"
    {"a socket", try_socket, FORBIDDEN},
    {"a local socket", try_unix_socket, FORBIDDEN},
    {"fork", try_fork, FORBIDDEN},
    {"a process by clone", try_vfork, FORBIDDEN},
    {"exec", try_exec, FORBIDDEN},
    {"a signal to another process", try_kill, FORBIDDEN},
    {"a signal to a thread of another process", try_kill_thread, FORBIDDEN},
    {"ptrace", try_trace, FORBIDDEN},
    {"memory for code", try_code, FORBIDDEN},
    {"memory that becomes code", try_make_code, FORBIDDEN},
    {"removing a file", try_unlink, FORBIDDEN},
    {"renaming a file", try_rename, FORBIDDEN},
    {"making a folder", try_mkdir, FORBIDDEN},
    {"changing rights", try_chmod, FORBIDDEN},
    {"a file in memory", try_memfd, FORBIDDEN},
    {"another user", try_setuid, FORBIDDEN},
    {"memory of another process", try_other_memory, FORBIDDEN},
    {"a pipe", try_pipe, FORBIDDEN},
    {"sending", try_send, FORBIDDEN},
    {"files cannot be opened", use_open, WR_STATUS_NONE, NULL},
    {"memory", use_memory, WR_STATUS_NONE, NULL},
    {"a thread", use_thread, WR_STATUS_NONE, NULL},
    {"time", use_time, WR_STATUS_NONE, NULL},
    {"abort", use_abort, WR_STATUS_DIED, "signal 6"},
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

/* -- the pool ------------------------------------------------------------------------------------------ */

struct run {
  enum wr_status how[ATTEMPTS];
  char detail[ATTEMPTS][128];
  char status[4096];  /* of the first worker, as the system has it */
  bool through;       /* jobs do nothing */
  _Atomic bool *seen; /* shared: the status has been read */
};

static void *fake_open (const wr_core *core, const struct wr_solver_options *options,
                        wr_str *error) {
  (void)core, (void)error;
  if (options->seed == 1) try_socket ();
  if (options->seed == 2) try_exec ();
  if (options->seed == 3 && open ("/etc/passwd", O_RDONLY) >= 0) _exit (30);
  static const char self[] = "fake";
  return (void *)(uintptr_t)self;
}
static const struct wr_backend fake = {.name = "fake", .open = fake_open, .confined = true};

static void job_run (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                     void *self, wr_channel *out) {
  struct run *run = ctx;
  (void)backend, (void)self, (void)brief;
  if (run->through) return;
  if (job == 0) {
    pid_t pid = getpid ();
    wr_channel_send (out, &pid, sizeof pid);
    for (int i = 0; i < 20000 && !*run->seen; i++)
      usleep (1000); /* the parent looks at this process */
  }
  attempts[job].run ();
}

static void job_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct run *run = ctx;
  pid_t pid;
  if (job != 0 || size != sizeof pid) return;
  memcpy (&pid, data, sizeof pid);
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen (path, "r");
  if (!file) return;
  size_t got = fread (run->status, 1, sizeof run->status - 1, file);
  run->status[got] = 0;
  fclose (file);
  *run->seen = true;
}

static bool job_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct run *run = ctx;
  (void)last;
  run->how[job] = how;
  snprintf (run->detail[job], sizeof run->detail[job], "%.*s", WR_STR_ARGS (detail));
  return false;
}

static const struct wr_pool_calls calls = {
    .run = job_run, .on_frame = job_frame, .on_end = job_end};

static bool run_pool (struct run *run, uint32_t seed, uint32_t count, wr_str *error,
                      wr_arena *arena) {
  uint32_t order[ATTEMPTS];
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  struct wr_pool_options options = {
      .workers = 2, .backend = &fake, .solver = {.seed = seed}, .open_timeout = 20};
  wr_pool *pool = wr_pool_new (NULL, &options, &calls, run, arena);
  bool ok = wr_pool_round (pool, order, count, NULL, error);
  wr_pool_free (pool);
  return ok;
}

static bool says (const char *text, const char *line) { return strstr (text, line) != NULL; }

static void test_jobs (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  struct run *run = wr_alloc (1, sizeof *run);
  wr_str error;
  run->seen =
      mmap (NULL, sizeof *run->seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  OK (t, run_pool (run, 0, ATTEMPTS, &error, arena), "the pool runs");
  OK (t, says (run->status, "NoNewPrivs:\t1"), "a worker cannot gain rights");
  OK (t, says (run->status, "Seccomp:\t2"), "a worker is under a filter");
  for (uint32_t i = 0; i < ATTEMPTS; i++) {
    const struct attempt *a = &attempts[i];
    OK (t, run->how[i] == a->how && (!a->detail || says (run->detail[i], a->detail)),
        "%s: %s, '%s'", a->name, wr_status_name (run->how[i]), run->detail[i]);
  }
  free (run);
  wr_arena_free (arena);
}

static void test_template (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  for (uint32_t seed = 1; seed <= 3; seed++) {
    struct run *run = wr_alloc (1, sizeof *run);
    run->through = true;
    wr_str error;
    bool ok = run_pool (run, seed, 1, &error, arena);
    if (seed < 3)
      OK (t, !ok && error.len > 0, "a template that asks for %s: %.*s",
          seed == 1 ? "a socket" : "a program", WR_STR_ARGS (error));
    else
      OK (t, ok && run->how[0] == WR_STATUS_NONE, "a template that tries to open a file");
    free (run);
  }
  wr_arena_free (arena);
}

/* A solver of the user's choice may do what the user may, and gains nothing on top. */
static void test_process (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  struct wr_process p;
  wr_str error, reply = {"", 0};
  bool started = wr_process_start (&p,
                                   "sh -c 'grep NoNewPrivs /proc/self/status | cut -f 2; grep "
                                   "Seccomp: /proc/self/status | cut -f 2'",
                                   NULL, arena, &error);
  OK (t, started, "a solver's process starts");
  wr_process_reply (&p, wr_clock () + 20, &reply);
  SAME (t, reply, "1", "it cannot gain rights");
  reply = WR_LIT ("");
  wr_process_reply (&p, wr_clock () + 20, &reply);
  SAME (t, reply, "0", "it is under no filter");
  wr_process_stop (&p);
  wr_arena_free (arena);
}

int main (void) {
  struct tap tap = {0};
  if (wr_can_confine ()) {
    test_jobs (&tap);
    test_template (&tap);
  }
  test_process (&tap);
  return tap_done (&tap);
}
