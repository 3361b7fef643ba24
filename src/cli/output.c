#include "cli/output.h"

#include "base/os.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum wr_exit wr_output_print (wr_buf *text) {
  bool ok = wr_write_all (STDOUT_FILENO, text->data, text->len);
  int error = errno;
  wr_buf_clear (text);
  if (ok) return WR_EXIT_OK;
  wr_output_complain ("cannot write to standard output: %s", strerror (error));
  return WR_EXIT_INTERNAL;
}

enum wr_exit wr_output_file (const char *path, wr_str text) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    wr_output_complain ("cannot make '%s': %s", path, strerror (errno));
    return WR_EXIT_INPUT;
  }
  bool ok = wr_write_all (fd, text.ptr, text.len);
  int error = errno;
  if (close (fd) != 0 && ok) {
    ok = false;
    error = errno;
  }
  if (ok) return WR_EXIT_OK;
  wr_output_complain ("cannot write '%s': %s", path, strerror (error));
  return WR_EXIT_INTERNAL;
}

void wr_output_error (wr_str text) {
  (void)wr_write_all (STDERR_FILENO, text.ptr, text.len); /* there is nobody left to tell */
}

void wr_output_complain (const char *fmt, ...) {
  wr_buf message = {0}, line = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&message, fmt, args);
  va_end (args);
  wr_buf_add (&line, WR_LIT ("warrant: error: "));
  wr_utf8_clean (&line, wr_buf_str (&message));
  wr_buf_add_char (&line, '\n');
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&message);
  wr_buf_free (&line);
}

bool wr_output_color (const struct wr_options *options, int fd) {
  if (options->color != WR_COLOR_AUTO) return options->color == WR_COLOR_ALWAYS;
  const char *no_color = getenv ("NO_COLOR"), *term = getenv ("TERM");
  if ((no_color && *no_color) || (term && !strcmp (term, "dumb"))) return false;
  return isatty (fd);
}
