/* solve/template.c -- the template process and the children it forks (solve/pool.h). */
#include "solve/wire.h"

#include "base/check.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/complaint.h"
#include "solve/confine.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define ADDRESS_SPACE_IS_OURS 0
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ADDRESS_SPACE_IS_OURS 0
#endif
#endif
#ifndef ADDRESS_SPACE_IS_OURS
#define ADDRESS_SPACE_IS_OURS 1
#endif

/* A process may map this much more than the solver may use: for our own data, libraries and unused parts of the heap. */
enum { SLACK_MEGABYTES = 1024 };
enum { KEPT_MEMORY = 32 << 20 }; /* bytes */

struct wr_channel {
  int fd;
};

static void put_frame (wr_channel *channel, uint32_t kind, const void *data, size_t size) {
  struct wr_frame head = {kind, (uint32_t)size};
  char small[512]; /* most frames fit in here and need one system call */
  bool fits = sizeof head + size <= sizeof small;
  memcpy (small, &head, sizeof head);
  if (fits && size > 0) memcpy (small + sizeof head, data, size);
  /* The parent has ended, or no longer reads from this child: there is nobody to report to. */
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

/* The process is killed when its parent ends, also if the parent ended before this call. */
static void die_with (int parent) {
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid () != parent) _exit (1);
}

/* The memory of a solver's context, about a megabyte, is allocated and freed again and again.  Returning it to the system each time
   takes ten times as long as allocating it. */
static void keep_memory (void) {
  mallopt (M_MMAP_THRESHOLD, KEPT_MEMORY);
  mallopt (M_TRIM_THRESHOLD, KEPT_MEMORY);
}

static bool is_confined (const struct wr_template *self) {
  return self->options->backend->confined && !self->options->unconfined;
}

static void set_up (const struct wr_template *self, int keeper) {
  keep_memory ();
  die_with (keeper);
  setpgid (0, 0);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  setrlimit (RLIMIT_CORE, &(struct rlimit){0, 0});
  uint64_t memory = self->options->solver.memory;
  if (ADDRESS_SPACE_IS_OURS && memory > 0) {
    rlim_t most = (rlim_t)memory + ((rlim_t)SLACK_MEGABYTES << 20);
    setrlimit (RLIMIT_AS, &(struct rlimit){most, most});
  }
  if (is_confined (self)) wr_confine (WR_CONFINE_TEMPLATE);
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
  if (is_confined (self)) wr_confine (WR_CONFINE_WORKER);
  self->calls->run (self->ctx, job, brief, self->options->backend, backend_self, &channel);
  _exit (0);
}

/* The state of the template, besides its orders. */
struct holdings {
  void *backend_self; /* open, with the axioms loaded */
  pid_t *pids;        /* per slot */
  int *errors;        /* per slot: the standard error of the child */
  int signals;        /* a signalfd of SIGCHLD */
  sigset_t mask;      /* for the children */
};

static void start_child (const struct wr_template *self, const struct holdings *own,
                         const struct wr_order *order, wr_str brief) {
  WR_ASSERT (order->slot < self->slots && !own->pids[order->slot]); /* the pool waits for its end */
  int parent = getpid (), errors = wr_complaint_open ();
  pid_t pid = fork ();
  if (pid == 0) {
    close (own->signals);
    wr_complaint_enter (errors);
    sigprocmask (SIG_SETMASK, &own->mask, NULL);
    child_main (self, order->slot, order->job, brief, own->backend_self, parent);
  }
  if (pid < 0) {
    int error = errno;
    wr_close (&errors);
    note (self, WR_NOTE_FORK_FAILED, order->slot, error, (wr_str){0});
    return;
  }
  own->pids[order->slot] = pid;
  own->errors[order->slot] = errors;
}

/* Z3 may crash in several ways if memory runs out: by a signal, or by an exit after an assertion of its own. */
static bool lacked_memory (const struct wr_template *self, int status, const struct rusage *usage) {
  enum { FIRST_ERROR = 101, ALLOCATION = 113, LAST_ERROR = 114 }; /* Z3's exit codes */
  uint64_t memory = self->options->solver.memory ? self->options->solver.memory : WR_DEFAULT_MEMORY;
  bool crashed =
      WIFSIGNALED (status) && (WTERMSIG (status) == SIGSEGV || WTERMSIG (status) == SIGABRT);
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : 0;
  if (code == WR_EXIT_MEMORY || code == ALLOCATION) return true;
  /* What Z3 counts is more than what is resident: a vector that grows is copied into new memory, which is not used yet. */
  return (crashed || (code >= FIRST_ERROR && code <= LAST_ERROR)) &&
         (uint64_t)usage->ru_maxrss >= memory / 2 >> 10;
}

static void child_ended (const struct wr_template *self, const struct holdings *own, uint32_t slot,
                         int status, const struct rusage *usage) {
  bool memory = lacked_memory (self, status, usage);
  wr_buf complaint = {0};
  bool well = WIFEXITED (status) && WEXITSTATUS (status) == 0;
  wr_complaint_close (own->errors[slot], !memory && !well, &complaint);
  own->pids[slot] = 0;
  own->errors[slot] = -1;
  note (self, WR_NOTE_ENDED, slot, memory ? WR_EXIT_MEMORY << 8 : status, wr_buf_str (&complaint));
  wr_buf_free (&complaint);
}

/* Reaps all processes that have ended, including children of killed children, which this process inherits. */
static void reap (const struct wr_template *self, const struct holdings *own) {
  int status;
  pid_t pid;
  struct rusage usage;
  while ((pid = wait4 (-1, &status, WNOHANG, &usage)) > 0)
    for (uint32_t slot = 0; slot < self->slots; slot++)
      if (own->pids[slot] == pid) child_ended (self, own, slot, status, &usage);
}

_Noreturn static void shut_down (const struct wr_template *self, const pid_t *pids) {
  for (uint32_t slot = 0; slot < self->slots; slot++)
    if (pids[slot] > 0) kill (pids[slot], SIGKILL);
  while (waitpid (-1, NULL, 0) > 0 || errno == EINTR) {}
  _exit (0);
}

static void obey (const struct wr_template *self, const struct holdings *own) {
  pid_t *pids = own->pids;
  struct wr_order order;
  if (!wr_read_all (self->control, &order, sizeof order) || order.slot >= self->slots ||
      order.size > WR_MAX_BRIEF)
    shut_down (self, pids);
  char *brief = wr_alloc (order.size + 1, 1);
  if (!wr_read_all (self->control, brief, order.size)) shut_down (self, pids);
  if (order.kind == WR_ORDER_START)
    start_child (self, own, &order, (wr_str){brief, order.size});
  else if (order.kind == WR_ORDER_KILL && pids[order.slot] > 0)
    kill (pids[order.slot], SIGKILL);
  free (brief);
}

_Noreturn void wr_template_main (const struct wr_template *self, int keeper) {
  set_up (self, keeper);
  wr_str error = WR_LIT ("the solver could not be started");
  double began = wr_cpu_clock ();
  struct holdings own = {
      .backend_self = self->options->backend->open (self->core, &self->options->solver, &error)};
  if (!own.backend_self) {
    note (self, WR_NOTE_OPEN_FAILED, 0, 0, error);
    _exit (1);
  }
  sigset_t chld;
  sigemptyset (&chld);
  sigaddset (&chld, SIGCHLD);
  sigprocmask (SIG_BLOCK, &chld, &own.mask);
  own.signals = signalfd (-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK);
  if (own.signals < 0) _exit (1);
  own.pids = wr_alloc (self->slots, sizeof *own.pids);
  own.errors = wr_alloc (self->slots, sizeof *own.errors);
  for (uint32_t slot = 0; slot < self->slots; slot++) own.errors[slot] = -1;
  note (self, WR_NOTE_READY, 0, (int)((wr_cpu_clock () - began) * 1e6), (wr_str){0});
  for (;;) {
    struct pollfd fds[2] = {{self->control, POLLIN, 0}, {own.signals, POLLIN, 0}};
    if (wr_poll (fds, 2, -1) == 0) continue;
    struct signalfd_siginfo info;
    while (wr_read_some (own.signals, &info, sizeof info) > 0) {}
    reap (self, &own);
    if (fds[0].revents) obey (self, &own);
  }
}
