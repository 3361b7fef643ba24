/* solve/keeper.c -- the keeper: a process between the pool and its template that reaps them.  Orphans of a
   template that was killed become the keeper's children, because the keeper is their subreaper; the pool's own
   process needs no such flag, so that several pools can run in it at the same time, in several threads.  The keeper
   has no solver and next to no code, so that nothing but a signal from outside can end it early; then the
   template dies with it.

   The pool's process may have other threads when it forks the keeper.  Therefore the keeper and its descendants never
   touch what another thread may have locked at that moment: no standard streams but in abort messages, no
   SQLite.  They may allocate memory, as glibc makes malloc usable after fork (the allocator of AddressSanitizer is not: with it,
   pools must not be started while other threads allocate), and they may call Z3, which the pool's process never does. */
#include "solve/wire.h"

#include "base/os.h"
#include "base/vec.h"
#include "solve/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define HURRY_SECONDS 0.1
#define END_SECONDS 5.0

static int by_number (const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Closes every descriptor but the standard ones and those of this pool.  This process must not hold pipes of other pools
   open, because their readers wait for the end of file. */
static void keep_only (const struct wr_template *self, int hold) {
  WR_VEC (int) keep = {0};
  WR_VEC_PUSH (&keep, self->control);
  WR_VEC_PUSH (&keep, hold);
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

/* Ctrl-C on a terminal is sent to the process group of the pool's process, which decides when the keeper and the template end. */
static void set_up (const struct wr_template *self, int hold) {
  setpgid (0, 0);
  wr_forbid_privileges ();
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  static const int defaults[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGCHLD, SIGALRM, SIGUSR1,
                                 SIGUSR2, SIGPROF, SIGABRT, SIGSEGV, SIGBUS,  SIGFPE};
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) signal (defaults[i], SIG_DFL);
  signal (SIGPIPE, SIG_IGN);
  int null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2 (null, 0);
    dup2 (null, 1);
    if (null > 2) close (null);
  }
  sigset_t none;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  keep_only (self, hold);
}

static void report_failure (const struct wr_template *self, int error) {
  wr_buf text = {0};
  wr_buf_print (&text, "cannot start a worker process: %s", wr_error_text (error));
  struct wr_note note = {WR_NOTE_OPEN_FAILED, 0, 0, (uint32_t)text.len};
  (void)(wr_write_all (self->control, &note, sizeof note) &&
         wr_write_all (self->control, text.data, text.len)); /* the pool sees the end of file */
}

_Noreturn void wr_keeper_main (const struct wr_template *self, int hold) {
  set_up (self, hold);
  int keeper = getpid ();
  pid_t pid = fork ();
  if (pid == 0) {
    close (hold);
    wr_template_main (self, keeper);
  }
  if (pid < 0) {
    report_failure (self, errno);
    _exit (1);
  }
  close (self->control);
  for (uint32_t i = 0; i < self->slots; i++) close (self->outs[i]);
  int life = pidfd_open (pid, 0);
  struct pollfd fds[2] = {{hold, POLLIN, 0}, {life, POLLIN, 0}};
  while (life >= 0 && wr_poll (fds, 2, -1) == 0) {}
  /* The template has not been waited for, so its number still means it and its process group. */
  kill (-pid, SIGKILL);
  kill (pid, SIGKILL);
  while (wait (NULL) > 0 || errno == EINTR) {}
  _exit (0);
}

/* True: it has ended, and was reaped. */
static bool wait_for (pid_t pid, double seconds) {
  int life = pidfd_open (pid, 0);
  struct pollfd fd = {life, POLLIN, 0};
  double end = wr_clock () + seconds, left = seconds;
  while (life >= 0 && left > 0 && wr_poll (&fd, 1, left) == 0) left = end - wr_clock ();
  wr_close (&life);
  pid_t got;
  while ((got = waitpid (pid, NULL, WNOHANG)) < 0 && errno == EINTR) {}
  return got != 0;
}

void wr_keeper_end (pid_t keeper, bool hurry) {
  kill (keeper, SIGCONT); /* somebody may have stopped it */
  if (wait_for (keeper, hurry ? HURRY_SECONDS : END_SECONDS)) return;
  kill (keeper, SIGKILL); /* the template ends with it, and its children with the template */
  while (waitpid (keeper, NULL, 0) < 0 && errno == EINTR) {}
}
