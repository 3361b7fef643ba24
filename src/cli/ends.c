#include "cli/ends.h"

#include "cli/options.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Sanitizers reserve more address space than there is memory. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Whoever in this process calls abort has said why. */
static void on_abort (int number, siginfo_t *info, void *context) {
  static const char text[] = "warrant: error: another process sent SIGABRT\n";
  (void)number, (void)context;
  if (info->si_pid != getpid ()) (void)!write (STDERR_FILENO, text, sizeof text - 1);
  _exit (WR_EXIT_INTERNAL);
}

/* Only calls that are safe in a handler. */
static void on_fault (int number) {
  static const char text[] = "warrant: internal error: the program accessed memory that it must not"
                             " (SIGSEGV or SIGBUS); please report it\n";
  (void)number;
  (void)!write (STDERR_FILENO, text, sizeof text - 1);
  _exit (WR_EXIT_INTERNAL);
}

/* A debugger wants the signal itself. */
static bool is_traced (void) {
  char text[4096];
  int fd = open ("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t got = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;
  if (fd >= 0) close (fd);
  if (got <= 0) return false;
  text[got] = 0;
  const char *tracer = strstr (text, "TracerPid:");
  return tracer && strtol (tracer + strlen ("TracerPid:"), NULL, 10) != 0;
}

/* The handler has a stack of its own, because the stack may be what is used up.  A sanitizer has its own handler. */
static void catch_faults (void) {
  struct sigaction before;
  if (sigaction (SIGSEGV, NULL, &before) != 0 || before.sa_handler != SIG_DFL || is_traced ())
    return;
  size_t size = 1 << 16;
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = size};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
  if (sigaltstack (&stack, NULL) != 0) return;
  sigaction (SIGSEGV, &action, NULL);
  sigaction (SIGBUS, &action, NULL);
}

void wr_ends_begin (void) {
  signal (SIGPIPE,
          SIG_IGN); /* a closed pipe makes write fail; the failure is reported and counted */
  signal (SIGXFSZ, SIG_IGN);
  struct sigaction action = {.sa_sigaction = on_abort, .sa_flags = SA_SIGINFO};
  sigaction (SIGABRT, &action, NULL);
  catch_faults ();
}

/* The hard limit stays, because workers set limits of their own. */
void wr_ends_limit_memory (uint64_t megabytes) {
  struct rlimit limit;
  if (SANITIZED) return;
  long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);
  if (getrlimit (RLIMIT_AS, &limit) != 0 || pages <= 0 || size <= 0) return;
  rlim_t most = megabytes ? (rlim_t)megabytes << 20 : (rlim_t)pages * (rlim_t)size;
  if (limit.rlim_max != RLIM_INFINITY && most > limit.rlim_max) most = limit.rlim_max;
  if (limit.rlim_cur != RLIM_INFINITY && most > limit.rlim_cur) return;
  limit.rlim_cur = most;
  (void)setrlimit (RLIMIT_AS, &limit);
}
