#include "cli/output.h"

#include "base/os.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum wr_exit wr_output_print (wr_buf *text) {
  bool ok = wr_write_all (STDOUT_FILENO, text->data, text->len);
  int error = errno;
  wr_buf_clear (text);
  if (ok) return WR_EXIT_OK;
  wr_output_complain ("cannot write to standard output: %s", strerror (error));
  return WR_EXIT_INTERNAL;
}

/* A regular or new file is written beside its final place and then renamed, so the report appears completely or
   not at all. Anything else (a device, a pipe, a link, a folder that refuses new files) is written in place. */
static int open_beside (const char *path, wr_buf *name) {
  struct stat old;
  bool there = lstat (path, &old) == 0;
  if (there && !S_ISREG (old.st_mode)) return -1;
  if (there && access (path, W_OK) != 0) return -1;
  wr_buf_print (name, "%s.%ld.new", path, (long)getpid ());
  int fd = open (wr_buf_text (name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) wr_buf_clear (name);
  if (fd >= 0 && there) (void)fchmod (fd, old.st_mode & 0777);
  return fd;
}

/* 0, or the error. */
static int fill (int fd, wr_str text) {
  int error = wr_write_all (fd, text.ptr, text.len) ? 0 : errno;
  if (close (fd) != 0 && !error) error = errno;
  return error;
}

enum wr_exit wr_output_file (const char *path, wr_str text) {
  wr_buf name = {0};
  int fd = open_beside (path, &name);
  if (fd < 0) fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    wr_output_complain ("cannot create '%s': %s", path, strerror (errno));
    wr_buf_free (&name);
    return WR_EXIT_INPUT;
  }
  int error = fill (fd, text);
  if (name.len && !error && rename (wr_buf_text (&name), path) != 0) error = errno;
  if (name.len && error) (void)unlink (wr_buf_text (&name));
  wr_buf_free (&name);
  if (!error) return WR_EXIT_OK;
  wr_output_complain ("cannot write '%s': %s", path, strerror (error));
  return WR_EXIT_INTERNAL;
}

void wr_output_error (wr_str text) {
  (void)wr_write_all (STDERR_FILENO, text.ptr, text.len); /* a failure cannot be reported */
}

static void tell (wr_str kind, const char *fmt, va_list args) {
  wr_buf message = {0}, line = {0};
  wr_buf_vprint (&message, fmt, args);
  wr_buf_print (&line, "warrant: %.*s: ", WR_STR_ARGS (kind));
  wr_utf8_clean (&line, wr_buf_str (&message));
  wr_buf_add_char (&line, '\n');
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&message);
  wr_buf_free (&line);
}

void wr_output_complain (const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  tell (WR_LIT ("error"), fmt, args);
  va_end (args);
}

void wr_output_warn (const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  tell (WR_LIT ("warning"), fmt, args);
  va_end (args);
}

bool wr_output_color (const struct wr_options *options, int fd) {
  if (options->color != WR_COLOR_AUTO) return options->color == WR_COLOR_ALWAYS;
  const char *no_color = getenv ("NO_COLOR"), *term = getenv ("TERM");
  if ((no_color && *no_color) || (term && !strcmp (term, "dumb"))) return false;
  return isatty (fd);
}
