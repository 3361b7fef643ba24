/* solve/z3_profile.c -- a query in a session whose quantifiers have ids and which writes a log, and what the log says (solve/profile.h).

   Z3 writes the log to a file: here to memory that has a name below /proc.  A log of a thousand instances takes about a megabyte; what does
   not fit is lost. */
#include "solve/z3_session.h"

#include "base/check.h"
#include "base/os.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LOG = 192 << 20 }; /* bytes */

/* Writes beyond the limit fail instead of ending the process. */
static void limit_files (void) {
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &(struct rlimit){MOST_LOG, MOST_LOG});
}

static bool read_log (int fd, wr_arena *arena, wr_profile *profile) {
  struct stat about;
  if (fstat (fd, &about) != 0 || about.st_size <= 0) return false;
  size_t size = (size_t)about.st_size;
  void *text = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (text == MAP_FAILED) return false;
  wr_profile_read ((wr_str){text, size}, arena, profile);
  munmap (text, size);
  return true;
}

bool wr_z3_ask_profile (const struct wr_z3_session *like, const struct wr_query *query,
                        wr_arena *arena, struct wr_answer *answer, wr_profile *profile) {
  WR_ASSERT (query->kind == WR_QUERY_GOAL && like->formula.vc);
  struct wr_solver_options options = like->options;
  wr_str error = {0};
  char path[64];
  int fd = memfd_create ("solver-log", MFD_CLOEXEC);
  if (fd < 0) return false;
  limit_files ();
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  options.trace = path;
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  struct wr_z3_session *z =
      wr_z3_open (like->terms.core, &options, like->terms.maps_are_functions, &error);
  free ((void *)(uintptr_t)error.ptr);
  if (z) {
    wr_z3_enter (z, like->formula.vc);
    wr_z3_prepare (z, query);
    if (z->terms.error.len == 0) wr_z3_ask_goal (z, query, arena, answer);
    wr_z3_leave (z);
    wr_z3_close (z); /* writes the rest of the log */
  }
  bool done = z && read_log (fd, arena, profile);
  close (fd);
  return done;
}
