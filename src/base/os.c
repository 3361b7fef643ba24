#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double wr_clock (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double wr_cpu_clock (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

const char *wr_error_text (int error) {
  const char *text = strerrordesc_np (error);
  return text ? text : "unknown error";
}

const char *wr_signal_text (int signal) {
  const char *text = sigdescr_np (signal);
  return text ? text : "unknown signal";
}

bool wr_pipe (int fds[2]) { return pipe2 (fds, O_CLOEXEC) == 0; }

bool wr_set_nonblocking (int fd) {
  int flags = fcntl (fd, F_GETFL);
  return flags >= 0 && fcntl (fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

void wr_close (int *fd) {
  if (*fd >= 0) close (*fd);
  *fd = -1;
}

bool wr_write_all (int fd, const void *data, size_t size) {
  const char *at = data;
  while (size > 0) {
    ssize_t done = write (fd, at, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    at += done;
    size -= (size_t)done;
  }
  return true;
}

ssize_t wr_read_some (int fd, void *data, size_t size) {
  for (;;) {
    ssize_t got = read (fd, data, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

bool wr_read_all (int fd, void *data, size_t size) {
  char *at = data;
  while (size > 0) {
    ssize_t got = wr_read_some (fd, at, size);
    if (got <= 0) return false;
    at += got;
    size -= (size_t)got;
  }
  return true;
}

int wr_poll (struct pollfd *fds, uint32_t count, double seconds) {
  int wait = -1;
  if (seconds >= 0) wait = seconds > 1e6 ? 1000000000 : (int)(seconds * 1000 + 0.999);
  int ready = poll (fds, count, wait);
  return ready < 0 ? 0 : ready;
}
