/* solve/template.c -- the template process and the children it forks (solve/pool.h). */
#include "solve/wire.h"

#include "base/check.h"
#include "base/os.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
#define ADDRESS_SPACE_IS_OURS 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define ADDRESS_SPACE_IS_OURS 0
#endif
#endif
#ifndef ADDRESS_SPACE_IS_OURS
#define ADDRESS_SPACE_IS_OURS 1
#endif

/* What a process may map beyond what the solver may use: our own data, libraries, the heap's slack. */
enum { SLACK_MEGABYTES = 1024 };
enum { KEPT_MEMORY = 32 << 20 }; /* bytes */

struct wr_channel {
  int fd;
};

static void put_frame (wr_channel *channel, uint32_t kind, const void *data, size_t size) {
  struct wr_frame head = {kind, (uint32_t)size};
  char small[512]; /* most frames are small: one call */
  bool fits = sizeof head + size <= sizeof small;
  memcpy (small, &head, sizeof head);
  if (fits && size > 0) memcpy (small + sizeof head, data, size);
  /* The parent is gone, or gave this child up: nobody is left to tell. */
  if (!wr_write_all (channel->fd, small, sizeof head + (fits ? size : 0)) ||
      (!fits && !wr_write_all (channel->fd, data, size)))
    _exit (1);
}

void wr_channel_send (wr_channel *channel, const void *data, size_t size) {
  WR_REQUIRE (size <= WR_MAX_FRAME);
  put_frame (channel, WR_FRAME_DATA, data, size);
}

void wr_channel_deadline (wr_channel *channel, double seconds) {
  put_frame (channel, WR_FRAME_DEADLINE, &seconds, sizeof seconds);
}

/* Dies with its parent, also when that was killed before this line. */
static void die_with (int parent) {
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid () != parent) _exit (1);
}

static int by_number (const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Closes every descriptor but the standard ones and those of the pool. */
static void keep_only (const struct wr_template *self) {
  WR_VEC (int) keep = {0};
  WR_VEC_PUSH (&keep, self->control);
  for (uint32_t i = 0; i < self->slots; i++) WR_VEC_PUSH (&keep, self->outs[i]);
  qsort (keep.data, keep.len, sizeof *keep.data, by_number);
  unsigned next = 3;
  for (uint32_t i = 0; i < keep.len; i++) {
    unsigned fd = (unsigned)keep.data[i];
    if (fd > next) close_range (next, fd - 1, 0);
    if (fd >= next) next = fd + 1;
  }
  close_range (next, ~0U, 0);
  WR_VEC_FREE (&keep);
}

/* A solver's context is a megabyte that is made and freed again and again: giving it back to the system each time takes ten times as
   long as making it. */
static void keep_memory (void) {
  mallopt (M_MMAP_THRESHOLD, KEPT_MEMORY);
  mallopt (M_TRIM_THRESHOLD, KEPT_MEMORY);
}

static void set_up (const struct wr_template *self) {
  keep_memory ();
  die_with (self->parent);
  setpgid (0, 0);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  static const int defaults[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                                 SIGCHLD, SIGALRM, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal (defaults[i], SIG_DFL);
  signal (SIGPIPE, SIG_IGN);
  int null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2 (null, 0);
    dup2 (null, 1);
    if (null > 2) close (null);
  }
  keep_only (self);
  setrlimit (RLIMIT_CORE, &(struct rlimit){0, 0});
  uint64_t memory = self->options->solver.memory;
  if (ADDRESS_SPACE_IS_OURS && memory > 0) {
    rlim_t most = (rlim_t)memory + ((rlim_t)SLACK_MEGABYTES << 20);
    setrlimit (RLIMIT_AS, &(struct rlimit){most, most});
  }
}

static void note (const struct wr_template *self, enum wr_note_kind kind, uint32_t slot, int status,
                  wr_str text) {
  struct wr_note head = {kind, slot, status, (uint32_t)text.len};
  if (!wr_write_all (self->control, &head, sizeof head) ||
      !wr_write_all (self->control, text.ptr, text.len))
    _exit (1);
}

_Noreturn static void child_main (const struct wr_template *self, uint32_t slot, uint32_t job,
                                  wr_str brief, void *backend_self, int template_pid) {
  die_with (template_pid);
  int control = self->control;
  wr_close (&control);
  for (uint32_t i = 0; i < self->slots; i++)
    if (i != slot) close (self->outs[i]);
  wr_channel channel = {self->outs[slot]};
  self->calls->run (self->ctx, job, brief, self->options->backend, backend_self, &channel);
  _exit (0);
}

static void start_child (const struct wr_template *self, const struct wr_order *order, wr_str brief,
                         void *backend_self, pid_t *pids, int signals, const sigset_t *mask) {
  int own = getpid ();
  pid_t pid = fork ();
  if (pid == 0) {
    close (signals);
    sigprocmask (SIG_SETMASK, mask, NULL);
    child_main (self, order->slot, order->job, brief, backend_self, own);
  }
  if (pid < 0) {
    note (self, WR_NOTE_FORK_FAILED, order->slot, errno, (wr_str){0});
    return;
  }
  pids[order->slot] = pid;
}

/* Reaps whatever has ended; children of killed children have become ours. */
/* Z3 may crash, in one way or another, where memory runs out. */
static bool lacked_memory (const struct wr_template *self, int status, const struct rusage *usage) {
  uint64_t memory = self->options->solver.memory ? self->options->solver.memory : WR_DEFAULT_MEMORY;
  return WIFSIGNALED (status) && (WTERMSIG (status) == SIGSEGV || WTERMSIG (status) == SIGABRT) &&
         (uint64_t)usage->ru_maxrss >= memory >> 10;
}

static void reap (const struct wr_template *self, pid_t *pids) {
  int status;
  pid_t pid;
  struct rusage usage;
  while ((pid = wait4 (-1, &status, WNOHANG, &usage)) > 0)
    for (uint32_t slot = 0; slot < self->slots; slot++)
      if (pids[slot] == pid) {
        pids[slot] = 0;
        if (lacked_memory (self, status, &usage)) status = WR_EXIT_MEMORY << 8;
        note (self, WR_NOTE_ENDED, slot, status, (wr_str){0});
      }
}

_Noreturn static void shut_down (const struct wr_template *self, const pid_t *pids) {
  for (uint32_t slot = 0; slot < self->slots; slot++)
    if (pids[slot] > 0) kill (pids[slot], SIGKILL);
  while (waitpid (-1, NULL, 0) > 0 || errno == EINTR) {}
  _exit (0);
}

static void obey (const struct wr_template *self, void *backend_self, pid_t *pids, int signals,
                  const sigset_t *mask) {
  struct wr_order order;
  if (!wr_read_all (self->control, &order, sizeof order) || order.slot >= self->slots ||
      order.size > WR_MAX_BRIEF)
    shut_down (self, pids);
  char *brief = wr_alloc (order.size + 1, 1);
  if (!wr_read_all (self->control, brief, order.size)) shut_down (self, pids);
  if (order.kind == WR_ORDER_START)
    start_child (self, &order, (wr_str){brief, order.size}, backend_self, pids, signals, mask);
  else if (order.kind == WR_ORDER_KILL && pids[order.slot] > 0)
    kill (pids[order.slot], SIGKILL);
  free (brief);
}

_Noreturn void wr_template_main (const struct wr_template *self) {
  set_up (self);
  wr_str error = WR_LIT ("the solver could not be started");
  double began = wr_cpu_clock ();
  void *backend_self = self->options->backend->open (self->core, &self->options->solver, &error);
  if (!backend_self) {
    note (self, WR_NOTE_OPEN_FAILED, 0, 0, error);
    _exit (1);
  }
  sigset_t chld, mask;
  sigemptyset (&chld);
  sigaddset (&chld, SIGCHLD);
  sigprocmask (SIG_BLOCK, &chld, &mask);
  int signals = signalfd (-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) _exit (1);
  pid_t *pids = wr_alloc (self->slots, sizeof *pids);
  note (self, WR_NOTE_READY, 0, (int)((wr_cpu_clock () - began) * 1e6), (wr_str){0});
  for (;;) {
    struct pollfd fds[2] = {{self->control, POLLIN, 0}, {signals, POLLIN, 0}};
    if (wr_poll (fds, 2, -1) == 0) continue;
    struct signalfd_siginfo info;
    while (wr_read_some (signals, &info, sizeof info) > 0) {}
    reap (self, pids);
    if (fds[0].revents) obey (self, backend_self, pids, signals, &mask);
  }
}
