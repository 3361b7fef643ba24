/* key/packed.c -- proofs that are stored with gzip (key/packed.h). */
#include "key/packed.h"

#ifdef WR_HAVE_ZLIB
#include <zlib.h>

enum { MOST_BYTES = 1 << 29, BLOCK = 1 << 16 };

bool wr_key_unpack (wr_buf *bytes, wr_str *problem) {
  wr_buf out = {0};
  unsigned char block[BLOCK];
  z_stream stream = {.next_in = (unsigned char *)bytes->data, .avail_in = (uInt)bytes->len};
  int state = inflateInit2 (&stream, MAX_WBITS + 16);
  while (state == Z_OK && out.len <= MOST_BYTES) {
    stream.next_out = block;
    stream.avail_out = BLOCK;
    state = inflate (&stream, Z_NO_FLUSH);
    wr_buf_add (&out, (wr_str){(const char *)block, BLOCK - stream.avail_out});
  }
  inflateEnd (&stream);
  bool good = state == Z_STREAM_END;
  if (!good)
    *problem = out.len > MOST_BYTES ? WR_LIT ("is larger than 512 MB when it is unpacked")
                                    : WR_LIT ("is not a file that gzip packed, or is damaged");
  wr_buf_free (bytes);
  *bytes = out;
  return good;
}

#else

bool wr_key_unpack (wr_buf *bytes, wr_str *problem) {
  wr_buf_clear (bytes);
  *problem = WR_LIT ("cannot be unpacked: Warrant was built without zlib");
  return false;
}

#endif
