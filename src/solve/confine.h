/* solve/confine.h -- what a worker process may ask of the system.  A solver reads formulas that come from programs of
   anybody; if one of them made it run foreign code, that code could compute and write to its pipe, and nothing else.

   The filters are allow-lists of system calls, in the form that Linux takes (seccomp).  A call that is on no list ends the
   process with SIGSYS, which costs the job its open goals; calls that a library may try and can do without, such as opening a
   file, fail instead.  Where the system has no filters, processes run without one. */
#ifndef WR_SOLVE_CONFINE_H
#define WR_SOLVE_CONFINE_H

#include <stdbool.h>

enum wr_confinement {
  WR_CONFINE_TEMPLATE, /* a worker, and: fork, wait for and kill children, confine further */
  WR_CONFINE_WORKER    /* memory, time, threads, descriptors that are open */
};

/* No program that is executed from here on gets rights that this process lacks.  It cannot be undone. */
void wr_forbid_privileges (void);
/* Puts the calling thread, its later threads and its children under a filter; false: there is none.  Filters add up. */
bool wr_confine (enum wr_confinement what);
bool wr_can_confine (
    void); /* false: a sanitizer is built in, which needs more; or the processor is unknown */

#endif
