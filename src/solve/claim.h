/* solve/claim.h -- may the file of a cache be used, and for what?  Whoever can write to it, to its folder or to a file that SQLite
   keeps beside it can make a goal look proved: then it is refused.  So is what is no regular file: it would not be read as written, or block. */
#ifndef WR_SOLVE_CLAIM_H
#define WR_SOLVE_CLAIM_H

#include "base/str.h"

enum wr_claim {
  WR_CLAIM_NONE,  /* it is not used */
  WR_CLAIM_READ,  /* it or its folder cannot be written to: SQLite must make no file beside it */
  WR_CLAIM_WRITE, /* an existing file, which this user may write to */
};

/* The folder of a path; below 0: there is none, or it may not be read. */
int wr_claim_folder (const char *path);
/* A missing file is made, with `make`.  *why tells why a file is not used, or only read; it stays empty for a missing file without `make`. */
enum wr_claim wr_claim_file (int folder, const char *path, bool make, wr_buf *why);

#endif
