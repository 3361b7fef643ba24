/* tests/farm/stopper.c -- preloaded into a worker that stops itself: with STOP_AT=program when the first bytes of the program have come, with
   STOP_AT=result when it has said how long its result is, and sent nothing of it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int stops_at (const char *moment) {
  const char *chosen = getenv ("STOP_AT");
  return chosen && !strcmp (chosen, moment) &&
         !strcmp (program_invocation_short_name, "work_queue_worker");
}

ssize_t read (int fd, void *data, size_t size) {
  ssize_t got = syscall (SYS_read, fd, data, size);
  if (got > 4 && !memcmp (data, "put ", 4) && memmem (data, (size_t)got, "-warrant ", 9) &&
      stops_at ("program"))
    raise (SIGSTOP);
  return got;
}

ssize_t write (int fd, const void *data, size_t size) {
  ssize_t put = syscall (SYS_write, fd, data, size);
  if (put > 5 && !memcmp (data, "file ", 5) && stops_at ("result")) raise (SIGSTOP);
  return put;
}
