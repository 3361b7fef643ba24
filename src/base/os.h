/* base/os.h -- the operating system's edges that several stages need: a monotonic clock, descriptors that
   are closed on exec, reads and writes that survive signals and short counts, memory in large pages. */
#ifndef WR_BASE_OS_H
#define WR_BASE_OS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

double wr_clock (void);     /* seconds, monotonic */
double wr_cpu_clock (void); /* seconds of processor time of this process */

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

/* The next `size` bytes or so that malloc hands out lie in large pages, where the system has them: what is written all over soon
   costs a few page faults instead of thousands.  A hint: nothing depends on it. */
void wr_expect_memory (size_t size);
/* Where malloc grows the heap; NULL: elsewhere. */
char *wr_heap_end (void);
/* Pages that a fork has left shared and that are about to be written all over: this process gets copies of them at once, in large pages,
   which takes a third of what page faults take one by one.  Addresses and contents stay.  Only while no other thread runs.  A hint too. */
void wr_own_memory (char *from, size_t size);

#endif
