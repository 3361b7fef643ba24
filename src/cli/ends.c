#include "cli/ends.h"

#include "cli/options.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void on_abort (int number) {
  (void)number;
  _exit (WR_EXIT_INTERNAL);
}

void wr_ends_begin (void) {
  signal (SIGPIPE,
          SIG_IGN); /* a closed pipe makes write fail; the failure is reported and counted */
  signal (SIGXFSZ, SIG_IGN);
  signal (SIGABRT, on_abort);
}

/* The hard limit stays, because workers set limits of their own. */
void wr_ends_limit_memory (uint64_t megabytes) {
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  struct rlimit limit;
  long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);
  if (getrlimit (RLIMIT_AS, &limit) != 0 || pages <= 0 || size <= 0) return;
  rlim_t most = megabytes ? (rlim_t)megabytes << 20 : (rlim_t)pages * (rlim_t)size;
  if (limit.rlim_max != RLIM_INFINITY && most > limit.rlim_max) most = limit.rlim_max;
  if (limit.rlim_cur != RLIM_INFINITY && most > limit.rlim_cur) return;
  limit.rlim_cur = most;
  (void)setrlimit (RLIMIT_AS, &limit);
#else
  (void)megabytes;
#endif
}
