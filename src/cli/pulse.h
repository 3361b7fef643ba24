/* cli/pulse.h -- a sign of life from a worker whose work has no deadline: a thread tells the pool again and again that the next sign comes within
   some seconds.  So the pool notices a worker that was stopped, although it does not know how long the work takes. */
#ifndef WR_CLI_PULSE_H
#define WR_CLI_PULSE_H

#include "solve/pool.h"

#include <pthread.h>

typedef struct wr_pulse wr_pulse;
struct wr_pulse {
  wr_channel *channel;
  double seconds;
  int stop;   /* event: there is no next sign */
  bool beats; /* otherwise there was no thread to be had, and the work has no net */
  pthread_t thread;
};

/* Between the two calls nobody else may write to the channel. */
void wr_pulse_begin (wr_pulse *pulse, wr_channel *channel, double seconds);
void wr_pulse_end (wr_pulse *pulse);

#endif
