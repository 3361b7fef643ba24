#include "cli/pulse.h"

#include "base/os.h"

#include <sys/eventfd.h>

enum { SIGNS = 4, FOR_EVER = 1000000000 };

static void *beat (void *ctx) {
  const wr_pulse *pulse = ctx;
  struct pollfd stop = {pulse->stop, POLLIN, 0};
  do {
    wr_channel_deadline (pulse->channel, pulse->seconds);
  } while (wr_poll (&stop, 1, pulse->seconds / SIGNS) == 0);
  return NULL;
}

void wr_pulse_begin (wr_pulse *pulse, wr_channel *channel, double seconds) {
  *pulse = (wr_pulse){channel, seconds, eventfd (0, EFD_CLOEXEC), false, pthread_self ()};
  pulse->beats = pulse->stop >= 0 && pthread_create (&pulse->thread, NULL, beat, pulse) == 0;
  if (!pulse->beats) wr_channel_deadline (channel, FOR_EVER);
}

void wr_pulse_end (wr_pulse *pulse) {
  if (pulse->beats) {
    (void)eventfd_write (pulse->stop, 1);
    pthread_join (pulse->thread, NULL);
  }
  wr_close (&pulse->stop);
}
