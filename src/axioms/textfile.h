/* axioms/textfile.h -- the files of a suite, read whole. */
#ifndef WR_AXIOMS_TEXTFILE_H
#define WR_AXIOMS_TEXTFILE_H

#include "base/str.h"

/* False: `problem` (in the arena) says why, as the predicate of a sentence. */
bool wr_textfile_read (const char *path, wr_buf *out, wr_arena *arena, wr_str *problem);

#endif
