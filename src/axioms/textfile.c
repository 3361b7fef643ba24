/* axioms/textfile.c -- reading files (axioms/textfile.h). */
#include "axioms/textfile.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 29 };

bool wr_textfile_read (const char *path, wr_buf *out, wr_arena *arena, wr_str *problem) {
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  *problem = (wr_str){0};
  if (fd < 0 || fstat (fd, &st) < 0 || S_ISDIR (st.st_mode)) {
    *problem = wr_str_print (arena, "cannot be read: %s", wr_error_text (fd < 0 ? errno : EISDIR));
    wr_close (&fd);
    return false;
  }
  char block[65536];
  ssize_t got;
  while ((got = wr_read_some (fd, block, sizeof block)) > 0 && out->len <= MOST_BYTES)
    wr_buf_add (out, (wr_str){block, (size_t)got});
  if (got < 0) *problem = wr_str_print (arena, "cannot be read: %s", wr_error_text (errno));
  if (out->len > MOST_BYTES) *problem = WR_LIT ("is larger than 512 MB");
  wr_close (&fd);
  return !problem->len;
}
