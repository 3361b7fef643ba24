/* tests/process.h -- running a program to its end and keeping what it said.  A program that is silent for
   too long is killed. */
#ifndef WR_TESTS_PROCESS_H
#define WR_TESTS_PROCESS_H

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESS_SECONDS = 600 };

struct outcome {
  int code; /* exit code; 128 + signal */
  wr_buf out, err;
  long peak_kib; /* of memory */
};

static inline bool file_read (const char *path, wr_buf *out) {
  FILE *file = fopen (path, "rb");
  if (!file) return false;
  char block[4096];
  size_t got;
  while ((got = fread (block, 1, sizeof block, file)) > 0) wr_buf_add (out, (wr_str){block, got});
  fclose (file);
  return true;
}

static inline bool file_write (const char *path, wr_str text) {
  FILE *file = fopen (path, "wb");
  if (!file) return false;
  bool ok = fwrite (text.len ? text.ptr : "", 1, text.len, file) == text.len;
  return fclose (file) == 0 && ok;
}

static inline void outcome_free (struct outcome *outcome) {
  wr_buf_free (&outcome->out);
  wr_buf_free (&outcome->err);
}

static inline void process_drain (int fd, wr_buf *out, bool *open) {
  char block[4096];
  ssize_t got = read (fd, block, sizeof block);
  if (got > 0)
    wr_buf_add (out, (wr_str){block, (size_t)got});
  else if (got == 0 || errno != EINTR)
    *open = false;
}

static inline void process_wait (struct outcome *got, pid_t child, int out_fd, int err_fd) {
  bool out_open = true, err_open = true;
  while (out_open || err_open) {
    struct pollfd fds[2] = {{out_open ? out_fd : -1, POLLIN, 0},
                            {err_open ? err_fd : -1, POLLIN, 0}};
    if (poll (fds, 2, PROCESS_SECONDS * 1000) == 0) {
      kill (child, SIGKILL);
      wr_buf_add (&got->err, WR_LIT ("(killed: silent for too long)\n"));
      break;
    }
    if (fds[0].revents) process_drain (out_fd, &got->out, &out_open);
    if (fds[1].revents) process_drain (err_fd, &got->err, &err_open);
  }
  int status = 0;
  struct rusage usage = {0};
  while (wait4 (child, &status, 0, &usage) < 0 && errno == EINTR) {}
  got->code = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  got->peak_kib = usage.ru_maxrss;
}

/* words[0] is the path of the program, the last is NULL.  `input`: a file for standard input, or NULL. */
static inline struct outcome process_run (char *const *words, const char *input) {
  struct outcome got = {.code = -1};
  int out_pipe[2], err_pipe[2];
  if (pipe2 (out_pipe, O_CLOEXEC) != 0 || pipe2 (err_pipe, O_CLOEXEC) != 0) return got;
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0) {
    dup2 (open (input ? input : "/dev/null", O_RDONLY), STDIN_FILENO);
    dup2 (out_pipe[1], STDOUT_FILENO);
    dup2 (err_pipe[1], STDERR_FILENO);
    execv (words[0], words);
    _exit (127);
  }
  close (out_pipe[1]);
  close (err_pipe[1]);
  if (child > 0) process_wait (&got, child, out_pipe[0], err_pipe[0]);
  close (out_pipe[0]);
  close (err_pipe[0]);
  return got;
}

#endif
