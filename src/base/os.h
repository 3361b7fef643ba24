/* base/os.h -- functions of the operating system that several stages need: a monotonic clock, descriptors that are
   closed on exec, reads and writes that survive signals and short counts. */
#ifndef WR_BASE_OS_H
#define WR_BASE_OS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

double wr_clock (void);     /* seconds, monotonic */
double wr_cpu_clock (void); /* seconds of processor time of this process */

/* What an errno or a signal means, in English; safe in any thread. */
const char *wr_error_text (int error);
const char *wr_signal_text (int signal);

bool wr_pipe (int fds[2]); /* closed on exec */
bool wr_set_nonblocking (int fd);
void wr_close (int *fd); /* and sets it to -1; -1 is allowed */

/* All of it, or false with errno.  A broken pipe is an error, not a signal, if SIGPIPE is ignored. */
bool wr_write_all (int fd, const void *data, size_t size);
/* What is there, at most `size`: 0 at the end, -1 with errno (EAGAIN: nothing yet). */
ssize_t wr_read_some (int fd, void *data, size_t size);
/* Exactly `size` bytes from a blocking descriptor; false at the end or on an error. */
bool wr_read_all (int fd, void *data, size_t size);

/* Waits at most `seconds` (negative: for ever); how many are ready; 0 also when a signal came. */
int wr_poll (struct pollfd *fds, uint32_t count, double seconds);

#endif
