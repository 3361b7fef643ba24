#include "cli/interrupt.h"

#include "base/os.h"
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* The main thread claims the report (MAIN_THREAD), makes it, and then writes it (WRITING). */
enum teller { NOBODY, MAIN_THREAD, WRITING, THIS_THREAD };

/* Seconds after the signal.  A busy machine may give the main thread little time, so a deadline has passed after `wall` seconds only if the
   main thread has had `cpu` seconds of processor time since the signal or waits for something, and in any case after `most` seconds. */
struct patience {
  double wall, cpu, most;
};
static const struct patience to_begin = {0.4, 0.15, 1.0}, to_end = {0.44, 0.4, 2.0};
#define LOOK_AGAIN 0.02
/* A reader that takes nothing for so long will not take the rest of a report either. */
#define STALLED 2.0

static void stop_signals (sigset_t *set) {
  sigemptyset (set);
  sigaddset (set, SIGINT);
  sigaddset (set, SIGTERM);
}

static enum wr_exit code_of (int number) {
  return number == SIGINT    ? WR_EXIT_INTERRUPTED
         : number == SIGTERM ? WR_EXIT_TERMINATED
                             : WR_EXIT_OK;
}

/* Processor time of the main thread, in seconds. */
static double cpu_of_main (const struct wr_interrupt *self) {
  clockid_t clock;
  struct timespec now = {0};
  if (pthread_getcpuclockid (self->main, &clock) == 0) clock_gettime (clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The main thread neither runs nor is ready to run: it waits for a file, a pipe or a process. */
static bool main_waits (const struct wr_interrupt *self) {
  char path[64], text[512];
  snprintf (path, sizeof path, "/proc/self/task/%d/stat", (int)self->main_number);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t got = fd >= 0 ? wr_read_some (fd, text, sizeof text - 1) : -1;
  wr_close (&fd);
  if (got <= 0) return false;
  text[got] = 0;
  const char *name_end = strrchr (text, ')');
  return name_end && name_end[1] == ' ' && (name_end[2] == 'S' || name_end[2] == 'D');
}

static bool is_over (const struct wr_interrupt *self, const struct patience *limit, double wall,
                     double cpu) {
  if (wall >= limit->most) return true;
  return wall >= limit->wall && (cpu >= limit->cpu || main_waits (self));
}

_Noreturn static void leave (struct wr_interrupt *self, const char *why) {
  enum wr_exit code = code_of (atomic_load (&self->signal));
  wr_output_error (wr_str_of (why));
  _exit ((int)code);
}

/* Takes the report from a main thread that is at `stage`: nothing of it is written yet. */
static void tell_instead (struct wr_interrupt *self, enum teller stage, const char *why) {
  int now = (int)stage;
  if (!atomic_compare_exchange_strong (&self->teller, &now, THIS_THREAD)) return;
  struct wr_options options = *self->options;
  options.interrupt = NULL; /* its writers would wait for this thread */
  self->tell (&options, code_of (atomic_load (&self->signal)));
  leave (self, why);
}

/* The main thread writes, and whoever reads that has taken nothing since `moved`. */
static bool has_stalled (const struct wr_interrupt *self, double *cpu, double *moved) {
  double used = cpu_of_main (self), now = wr_clock ();
  if (used > *cpu || atomic_load (&self->teller) != WRITING || !main_waits (self)) {
    *cpu = used;
    *moved = now;
  }
  return now - *moved >= STALLED;
}

static int next_signal (const struct wr_interrupt *self) {
  struct signalfd_siginfo info;
  if (wr_read_some (self->signals, &info, sizeof info) != (ssize_t)sizeof info) return 0;
  return (int)info.ssi_signo;
}

/* After the first signal: waits for the main thread, but not for ever. */
static void wait_for_main (struct wr_interrupt *self) {
  double began = wr_clock (), cpu = cpu_of_main (self), last = cpu, moved = began;
  for (;;) {
    struct pollfd fds[2] = {{self->stop, POLLIN, 0}, {self->signals, POLLIN, 0}};
    wr_poll (fds, 2, LOOK_AGAIN);
    if (fds[0].revents) return;
    double wall = wr_clock () - began, used = cpu_of_main (self) - cpu;
    bool again = fds[1].revents && next_signal (self) != 0;
    if (again || is_over (self, &to_begin, wall, used))
      tell_instead (self, NOBODY,
                    "warrant: interrupted before results could be reported: no goal is checked\n");
    if (again || is_over (self, &to_end, wall, used))
      tell_instead (self, MAIN_THREAD,
                    "warrant: interrupted before the report was ready: it contains no results\n");
    if (has_stalled (self, &last, &moved) || again)
      leave (self, "warrant: interrupted while the report was written: it is not complete\n");
  }
}

static void *watch (void *ctx) {
  struct wr_interrupt *self = ctx;
  sem_post (&self->ready);
  for (;;) {
    struct pollfd fds[2] = {{self->stop, POLLIN, 0}, {self->signals, POLLIN, 0}};
    wr_poll (fds, 2, -1);
    if (fds[0].revents) return NULL;
    int number = fds[1].revents ? next_signal (self) : 0;
    if (!number) continue;
    atomic_store (&self->signal, number);
    wr_cancel_ask (&self->cancel);
    wait_for_main (self);
    return NULL;
  }
}

static void unblock (void) {
  sigset_t set;
  stop_signals (&set);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
}

void wr_interrupt_begin (struct wr_interrupt *self, const struct wr_options *options,
                         void (*tell) (const struct wr_options *options, enum wr_exit code)) {
  *self = (struct wr_interrupt){
      .options = options, .tell = tell, .main = pthread_self (), .main_number = gettid ()};
  sigset_t set;
  stop_signals (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  self->signals = signalfd (-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  self->stop = eventfd (0, EFD_CLOEXEC);
  sem_init (&self->ready, 0, 0);
  self->running = self->signals >= 0 && self->stop >= 0 &&
                  pthread_create (&self->thread, NULL, watch, self) == 0;
  /* A process that is forked while a thread starts can inherit locks that nobody releases. */
  while (self->running && sem_wait (&self->ready) != 0 && errno == EINTR) continue;
  if (!self->running) unblock ();
}

void wr_interrupt_end (struct wr_interrupt *self) {
  uint64_t one = 1;
  if (self->running && wr_write_all (self->stop, &one, sizeof one))
    pthread_join (self->thread, NULL);
  wr_close (&self->signals);
  wr_close (&self->stop);
  sem_destroy (&self->ready);
  self->running = false;
}

static int signal_of (const struct wr_interrupt *self) {
  if (!self) return 0;
  return self->claimed ? self->claimed_signal : atomic_load (&self->signal);
}

bool wr_interrupted (const struct wr_interrupt *self) { return signal_of (self) != 0; }

enum wr_exit wr_interrupt_code (const struct wr_interrupt *self) {
  return code_of (signal_of (self));
}

void wr_interrupt_claim (struct wr_interrupt *self) {
  int nobody = NOBODY;
  if (!self || self->claimed) return;
  if (!atomic_compare_exchange_strong (&self->teller, &nobody, MAIN_THREAD))
    for (;;) pause (); /* the other thread ends the process */
  self->claimed_signal = atomic_load (&self->signal);
  self->claimed = true;
}

void wr_interrupt_write (struct wr_interrupt *self) {
  int stage = MAIN_THREAD;
  if (!self) return;
  wr_interrupt_claim (self);
  if (!atomic_compare_exchange_strong (&self->teller, &stage, WRITING) && stage != WRITING)
    for (;;) pause ();
}
