/* cli/interrupt.h -- SIGINT and SIGTERM end every command within half a second, whatever it is doing.

   The signals are blocked in all threads, and a thread of this file reads them from a descriptor.  The first signal sets
   the cancel token, which the stages poll; the main thread then reports what is known and ends with 130 or 143.  If
   it does not begin to report soon, or if the report takes too long to make, the thread writes reports that hold no results and ends the
   process.

   Exactly one thread reports.  The main thread claims the report before it makes it, and a signal that comes after that
   does not change the results or the exit code that it reports.  From the first byte that it writes, no deadline ends it: a report is whole or absent.
   Only a second signal, or a reader that no longer reads, ends the process in the middle of a report. */
#ifndef WR_CLI_INTERRUPT_H
#define WR_CLI_INTERRUPT_H

#include "base/cancel.h"
#include "cli/options.h"

#include <pthread.h>
#include <semaphore.h>

struct wr_interrupt {
  wr_cancel cancel;  /* of every run of the command */
  atomic_int signal; /* the first one; 0: none */
  atomic_int teller; /* enum of interrupt.c: which thread reports */
  bool claimed;      /* the main thread reports; the rest is as it was at that moment */
  int claimed_signal;
  const struct wr_options *options;
  /* Writes reports without results, for a main thread that does not answer. */
  void (*tell) (const struct wr_options *options, enum wr_exit code);
  pthread_t main, thread;
  sem_t ready;       /* the thread has started */
  pid_t main_number; /* of the main thread */
  bool running;
  int signals, stop; /* descriptors, or -1 */
};

/* The struct is not moved until wr_interrupt_end.  If no thread can be started, signals have their usual effect. */
void wr_interrupt_begin (struct wr_interrupt *self, const struct wr_options *options,
                         void (*tell) (const struct wr_options *options, enum wr_exit code));
/* The command has reported, and its process is about to end.  The signals stay blocked: one that comes now must not turn the exit code of a
   complete report into death by a signal. */
void wr_interrupt_end (struct wr_interrupt *self);

/* For the main thread: the run was interrupted before its report was claimed.  NULL: it was not. */
bool wr_interrupted (const struct wr_interrupt *self);
/* 130, 143, or OK if the run was not interrupted. */
enum wr_exit wr_interrupt_code (const struct wr_interrupt *self);
/* The main thread will report now.  Does not return if the other thread already does. */
void wr_interrupt_claim (struct wr_interrupt *self);
/* The main thread will write the first byte of a report now.  Does not return if the other thread reports.  NULL: there is no other thread. */
void wr_interrupt_write (struct wr_interrupt *self);

#endif
