/* key/packed.h -- proofs that are stored with gzip. */
#ifndef WR_KEY_PACKED_H
#define WR_KEY_PACKED_H

#include "base/str.h"

/* Replaces the bytes by what they were packed from.  False: `problem` says why not, as the predicate of a sentence. */
bool wr_key_unpack (wr_buf *bytes, wr_str *problem);

#endif
