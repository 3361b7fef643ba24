/* A solver that misses things: it passes everything on to z3, but proves nothing as long as it has not read
   the word `magic`.

     forgetful [NAME OF Z3] */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int start (const char *z3, int *to, int *from) {
  int in[2], out[2];
  if (pipe (in) || pipe (out)) return -1;
  pid_t child = fork ();
  if (child == 0) {
    dup2 (in[0], 0);
    dup2 (out[1], 1);
    close (in[1]);
    close (out[0]);
    execlp (z3, z3, "-in", (char *)NULL);
    _exit (127);
  }
  close (in[0]);
  close (out[1]);
  *to = in[1];
  *from = out[0];
  return child;
}

/* Lines of z3, `unsat` made `unknown`. */
static void answer (char *line, bool proves) {
  if (!proves && !strcmp (line, "unsat\n")) strcpy (line, "unknown\n");
  fputs (line, stdout);
  fflush (stdout);
}

static bool pass_on (int to, bool *proves) {
  char block[4096 + 1];
  ssize_t got = read (0, block, sizeof block - 1);
  if (got <= 0) return false;
  block[got] = 0;
  *proves |= strstr (block, "magic") != NULL;
  return write (to, block, (size_t)got) == got;
}

int main (int argc, char **argv) {
  int to, from;
  if (start (argc > 1 ? argv[1] : "z3", &to, &from) < 0) return 1;
  char line[65536];
  size_t len = 0;
  bool proves = false;
  for (bool open = true;;) {
    struct pollfd fds[2] = {{open ? 0 : -1, POLLIN, 0}, {from, POLLIN, 0}};
    if (poll (fds, 2, -1) < 0) break;
    if (fds[0].revents && !pass_on (to, &proves)) {
      open = false;
      close (to);
    }
    if (!fds[1].revents) continue;
    char c;
    if (read (from, &c, 1) != 1) break;
    line[len++] = c;
    if (c != '\n' && len < sizeof line - 1) continue;
    line[len] = 0;
    answer (line, proves);
    len = 0;
  }
  wait (NULL);
  return 0;
}
