/* base/outfile.h -- output files, written so that nothing of the user's is lost.  An input of the run is never replaced.  Another
   existing file is replaced only if it is empty, if it has the mark of the format that is written, or if the user forces it.  The new
   text appears completely or not at all: it is written beside its final place and renamed.

   The new file keeps the permissions of the old one.  A symbolic link stays, and what it points to is replaced.  Devices, pipes and
   files of other owners are written in place. */
#ifndef WR_BASE_OUTFILE_H
#define WR_BASE_OUTFILE_H

#include "base/str.h"
#include "base/vec.h"

struct wr_file_id {
  uint64_t device, inode;
};

/* What must not be replaced.  A zeroed guard knows no inputs and forces nothing. */
typedef struct wr_guard {
  WR_VEC (struct wr_file_id) inputs;
  bool force; /* files without the mark may be replaced; inputs never */
} wr_guard;

/* A file that is read; "-" is standard input.  Nothing happens if there is no such regular file. */
void wr_guard_add_input (wr_guard *guard, const char *path);
void wr_guard_free (wr_guard *guard);

enum wr_outfile {
  WR_OUTFILE_OK,
  WR_OUTFILE_INPUT,       /* it is an input */
  WR_OUTFILE_FOREIGN,     /* it exists and has no mark */
  WR_OUTFILE_NOT_CREATED, /* errno has the reason */
  WR_OUTFILE_NOT_WRITTEN  /* the same; the old file is still there */
};

/* What a write would say, as far as can be known before.  `mark` occurs near the beginning of every file of the format; NULL: the
   format has no mark, so that every file that is not empty is foreign. */
enum wr_outfile wr_outfile_check (const wr_guard *guard, const char *path, const char *mark);
enum wr_outfile wr_outfile_write (const wr_guard *guard, const char *path, const char *mark,
                                  wr_str text);
/* Would both paths name one regular file?  The file need not exist. */
bool wr_outfile_same (const char *a, const char *b);
/* Is the descriptor an input, e.g. because the shell redirected standard output to it? */
bool wr_guard_is_input (const wr_guard *guard, int fd);

#endif
