/* solve/process.h -- a program on two pipes.  It dies with the process that started it.  Texts are sent and
   replies read at the same time, so that neither side can block the other; a deadline holds for both. */
#ifndef WR_SOLVE_PROCESS_H
#define WR_SOLVE_PROCESS_H

#include "base/str.h"
#include "solve/sexp.h"
#include "solve/solve.h"

#include <sys/types.h>

enum { WR_MAX_COMMAND = 1 << 16, WR_MAX_ARGUMENTS = 256 };

struct wr_process {
  pid_t pid; /* 0: not running */
  int in, out;
  wr_buf got;          /* read and not yet used */
  struct wr_scan scan; /* of `got` */
};

/* The command is split at blanks; quotes and backslashes protect them.  `extra` (NULL-terminated, may be
   NULL) follows the command's own arguments.  false: *error says why, in `arena`. */
bool wr_process_start (struct wr_process *p, const char *command, const char *const *extra,
                       wr_arena *arena, wr_str *error);
void wr_process_stop (struct wr_process *p); /* kills and waits; safe on one that is not running */

/* Deadlines are on wr_clock; 0: none.  UNSAT stands for success here: NONE is never returned. */
enum wr_status wr_process_send (struct wr_process *p, wr_str text, double deadline);
/* The next S-expression or word of its output; a view until the next call. */
enum wr_status wr_process_reply (struct wr_process *p, double deadline, wr_str *reply);
/* The first line of what `COMMAND's program --version` prints; empty when it does not. */
/* A digest of the program's file, in hexadecimal; "" if it cannot be read. */
wr_str wr_process_digest (const char *command, wr_arena *arena);
wr_str wr_process_version (const char *command, wr_arena *arena);

/* The program's name without its folder, NUL-terminated in `arena`. */
wr_str wr_process_program (const char *command, wr_arena *arena);

#endif
