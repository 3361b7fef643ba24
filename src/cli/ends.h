/* cli/ends.h -- how the process ends if something is wrong with it: with a message and exit code 5, not with a signal. */
#ifndef WR_CLI_ENDS_H
#define WR_CLI_ENDS_H

#include <stdint.h>

/* After abort (out of memory, an internal error) the process ends with 5; whoever aborts has printed why.  SIGSEGV and SIGBUS end it
   with a message and 5, unless a debugger or a sanitizer is there to tell more.  A write beyond the limit of file
   sizes fails like one on a full disk.  Worker processes do not inherit this (solve/keeper.c). */
void wr_ends_begin (void);
/* Limits the memory of this process, not that of workers, to so many megabytes; 0: as much as the machine has. */
void wr_ends_limit_memory (uint64_t megabytes);

#endif
