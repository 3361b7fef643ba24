/* solve/complaint.h -- what a worker writes to its standard error.  A solver that runs out of memory or meets a defect of its own prints
   assertions of its source code there.  They are caught: the report says in the user's words what happened.  What it remarks otherwise is dropped if the
   worker ends well; if not, it goes on to the standard error of this process when the worker has ended. */
#ifndef WR_SOLVE_COMPLAINT_H
#define WR_SOLVE_COMPLAINT_H

#include "base/str.h"

/* A file in memory for the standard error of one worker; -1: none can be made, and the worker writes where this process does. */
int wr_complaint_open (void);
/* In the worker: standard error goes there. */
void wr_complaint_enter (int fd);
/* The words say that the process could not have another process, thread or descriptor. */
bool wr_complaint_of_room (wr_str words);
/* How a worker ended, as waitpid told it, with what it said. */
wr_str wr_complaint_end (int status, wr_str words, wr_arena *arena);
/* After the worker has ended: closes the file.  Adds the solver's assertion to `out`, on one line; if there is none and `pass_on`, passes the text on, without
   control characters. */
void wr_complaint_close (int fd, bool pass_on, wr_buf *out);

#endif
