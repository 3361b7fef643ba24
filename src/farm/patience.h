/* farm/patience.h -- how long `warrant-farm` waits for one worker.

   Work Queue sends and receives one file at a time, and all workers wait meanwhile.  A worker that is stopped while it gets a file accepts some megabytes
   and then nothing.  Work Queue 9.9 gives such a transfer ten times the time that it should take at the rate so far, or at one megabyte a second as long as
   no rate is known, and at least 60 seconds: 125 seconds for a program of 13 megabytes.  It looks for silent workers only between transfers, so its keepalive
   does not help.  Its limits can be tuned (work_queue_tune), but they are for a whole file, and the rate is learned: a limit that fits a stopped worker would
   refuse a slow one.

   So the limit is on each wait within a transfer.  Work Queue waits for a socket in `poll` only, and takes a wait without result for a worker that died. */
#ifndef FARM_PATIENCE_H
#define FARM_PATIENCE_H

/* From now on no wait is longer. */
void farm_wait_at_most (int seconds);

#endif
