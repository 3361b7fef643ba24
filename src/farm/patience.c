/* farm/patience.c -- how long `warrant-farm` waits for one worker (farm/patience.h). */
#include "farm/patience.h"

#include <poll.h>
#include <stddef.h>
#include <time.h>

static int longest = -1; /* milliseconds; -1: without end */

void farm_wait_at_most (int seconds) { longest = seconds * 1000; }

/* This takes the place of libc's function of the same name, which Work Queue calls. */
int poll (struct pollfd *fds, nfds_t count, int milliseconds) {
  if (longest >= 0 && (milliseconds < 0 || milliseconds > longest)) milliseconds = longest;
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return ppoll (fds, count, milliseconds < 0 ? NULL : &time, NULL);
}
