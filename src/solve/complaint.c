#include "solve/complaint.h"

#include "base/os.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 1 << 16, SHOWN = 200 }; /* bytes */

int wr_complaint_open (void) { return memfd_create ("standard-error", MFD_CLOEXEC); }

void wr_complaint_enter (int fd) {
  if (fd >= 0) (void)dup2 (fd, STDERR_FILENO);
}

bool wr_complaint_of_room (wr_str words) {
  static const int errors[] = {EAGAIN, EMFILE, ENFILE};
  for (size_t i = 0; words.len && i < sizeof errors / sizeof *errors; i++) {
    const char *error = wr_error_text (errors[i]);
    if (memmem (words.ptr, words.len, error, strlen (error))) return true;
  }
  return false;
}

/* Does the text come from an assertion inside the solver, or from its lack of processes? */
static bool is_assertion (const char *text) {
  return wr_complaint_of_room (wr_str_of (text)) || strstr (text, "ASSERTION VIOLATION") ||
         strstr (text, "UNEXPECTED CODE WAS REACHED") || strstr (text, "Failed to verify: ");
}

/* The text on one line. */
static void add_words (wr_buf *out, wr_str text) {
  bool blank = false;
  size_t begin = out->len;
  for (size_t i = 0; i < text.len && out->len - begin < SHOWN; i++) {
    char c = text.ptr[i];
    bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank && blank && out->len > begin) wr_buf_add_char (out, ' ');
    if (!is_blank) wr_buf_add_char (out, c);
    blank = is_blank;
  }
}

/* Names of the program may be in it. */
static void pass (char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    if ((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t') text[i] = '?';
  (void)wr_write_all (STDERR_FILENO, text, size); /* a failure cannot be reported */
}

void wr_complaint_close (int fd, bool pass_on, wr_buf *out) {
  if (fd < 0) return;
  struct stat about;
  char *text = wr_alloc (MOST + 1, 1);
  size_t size = 0;
  if (fstat (fd, &about) == 0 && about.st_size > 0) {
    ssize_t got = pread (fd, text, MOST, 0);
    size = got > 0 ? (size_t)got : 0;
  }
  close (fd);
  if (size && is_assertion (text))
    add_words (out, (wr_str){text, size});
  else if (size && pass_on)
    pass (text, size);
  free (text);
}

wr_str wr_complaint_end (int status, wr_str words, wr_arena *arena) {
  const char *colon = words.len ? ": " : "";
  if (WIFEXITED (status))
    return wr_str_print (arena, "exit code %d%s%.*s", WEXITSTATUS (status), colon,
                         WR_STR_ARGS (words));
  if (WTERMSIG (status) == SIGSYS)
    return WR_LIT ("it made a system call that is forbidden to workers");
  return wr_str_print (arena, "signal %d, %s%s%.*s", WTERMSIG (status),
                       wr_signal_text (WTERMSIG (status)), colon, WR_STR_ARGS (words));
}
