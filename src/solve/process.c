#include "solve/process.h"

#include "base/check.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef WR_VEC (char *) arguments;

static void free_arguments (arguments *args) {
  for (uint32_t i = 0; i < args->len; i++) free (args->data[i]);
  WR_VEC_FREE (args);
}

/* false: too long, or a quote is not closed. */
static bool split (const char *command, arguments *args) {
  const char *at = command;
  if (strlen (command) > WR_MAX_COMMAND) return false;
  for (;;) {
    at += strspn (at, " \t\n");
    if (!*at) return args->len > 0 && args->len <= WR_MAX_ARGUMENTS;
    char quote = 0;
    wr_buf word = {0};
    for (; *at && (quote || !strchr (" \t\n", *at)); at++) {
      if (*at == '\\' && quote != '\'' && at[1])
        wr_buf_add_char (&word, *++at);
      else if (quote ? *at == quote : *at == '"' || *at == '\'')
        quote = quote ? 0 : *at;
      else
        wr_buf_add_char (&word, *at);
    }
    wr_buf_add_char (&word, 0);
    WR_VEC_PUSH (args, word.data);
    if (quote) return false;
  }
}

wr_str wr_process_program (const char *command, wr_arena *arena) {
  arguments args = {0};
  wr_str name = {"", 0};
  if (split (command, &args)) {
    const char *slash = strrchr (args.data[0], '/');
    name = wr_str_keep (arena, wr_str_of (slash ? slash + 1 : args.data[0]));
  }
  free_arguments (&args);
  return name;
}

/* In the child: executes the program, or reports the reason why it cannot. */
_Noreturn static void become (char *const *argv, int in, int out, int tell, int parent) {
  signal (SIGPIPE, SIG_DFL);
  wr_forbid_privileges ();
  sigset_t none;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid () == parent && null >= 0 &&
      dup2 (in, 0) == 0 && dup2 (out, 1) == 1 && dup2 (null, 2) == 2)
    execvp (argv[0], argv);
  int error = errno;
  wr_write_all (tell, &error, sizeof error);
  _exit (127);
}

struct pipes {
  int in[2], out[2], tell[2];
};

static bool make_pipes (struct pipes *p) {
  return wr_pipe (p->in) && wr_pipe (p->out) && wr_pipe (p->tell);
}

static void close_pipes (struct pipes *p) {
  for (int i = 0; i < 2; i++) {
    wr_close (&p->in[i]);
    wr_close (&p->out[i]);
    wr_close (&p->tell[i]);
  }
}

/* Starts the child and waits until it executes the program; returns 0, or an errno. */
static int launch (struct wr_process *p, char *const *argv) {
  WR_ASSERT (p->pid <= 0 && argv[0]); /* a running process would be lost */
  struct pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}};
  int parent = getpid (), error = 0;
  pid_t pid = make_pipes (&pipes) ? fork () : -1;
  if (pid == 0) become (argv, pipes.in[0], pipes.out[1], pipes.tell[1], parent);
  if (pid < 0) {
    error = errno;
    close_pipes (&pipes);
    return error;
  }
  wr_close (&pipes.tell[1]);
  bool told = wr_read_all (pipes.tell[0], &error, sizeof error);
  p->pid = pid;
  p->in = pipes.in[1];
  p->out = pipes.out[0];
  pipes.in[1] = pipes.out[0] = -1;
  close_pipes (&pipes);
  if (!told && wr_set_nonblocking (p->in) && wr_set_nonblocking (p->out)) return 0;
  wr_process_stop (p);
  return told && error ? error : EIO;
}

bool wr_process_start (struct wr_process *p, const char *command, const char *const *extra,
                       wr_arena *arena, wr_str *error) {
  *p = (struct wr_process){.in = -1, .out = -1};
  arguments args = {0};
  if (!split (command, &args)) {
    *error = wr_str_print (arena, "'%.200s' is not a command", command);
    free_arguments (&args);
    return false;
  }
  for (; extra && *extra; extra++) WR_VEC_PUSH (&args, strdup (*extra));
  WR_VEC_PUSH (&args, NULL);
  int code = launch (p, args.data);
  if (code != 0)
    *error = wr_str_print (arena, "cannot run '%.200s': %s", args.data[0], wr_error_text (code));
  free_arguments (&args);
  return code == 0;
}

void wr_process_stop (struct wr_process *p) {
  if (p->pid > 0) {
    kill (p->pid, SIGKILL);
    while (waitpid (p->pid, NULL, 0) < 0 && errno == EINTR) {}
    wr_close (&p->in);
    wr_close (&p->out);
  }
  wr_buf_free (&p->got);
  *p = (struct wr_process){.in = -1, .out = -1};
}

/* Reads what is there; false at the end of its output. */
static bool take (struct wr_process *p) {
  char chunk[1 << 16];
  for (;;) {
    ssize_t got = wr_read_some (p->out, chunk, sizeof chunk);
    if (got > 0)
      wr_buf_add (&p->got, (wr_str){chunk, (size_t)got});
    else
      return got < 0 && errno == EAGAIN;
    if (p->got.len - p->scan.begin > WR_MAX_REPLY) return true;
  }
}

static double left (double deadline) {
  if (deadline <= 0) return -1;
  double rest = deadline - wr_clock ();
  return rest > 0 ? rest : 0;
}

enum wr_status wr_process_send (struct wr_process *p, wr_str text, double deadline) {
  size_t at = 0;
  while (at < text.len) {
    if (p->pid <= 0) return WR_STATUS_DIED;
    struct pollfd fds[2] = {{p->in, POLLOUT, 0}, {p->out, POLLIN, 0}};
    wr_poll (fds, 2, left (deadline));
    if (fds[1].revents && !take (p)) return WR_STATUS_DIED;
    if (p->got.len - p->scan.begin > WR_MAX_REPLY) return WR_STATUS_BAD_REPLY;
    if (fds[0].revents) {
      ssize_t sent = write (p->in, text.ptr + at, text.len - at);
      if (sent < 0 && errno != EAGAIN && errno != EINTR) return WR_STATUS_DIED;
      if (sent > 0) at += (size_t)sent;
    }
    if (at < text.len && left (deadline) == 0) return WR_STATUS_TIME;
  }
  return WR_STATUS_UNSAT;
}

/* Used text goes away once it is large. */
static void compact (struct wr_process *p) {
  if (p->scan.state != WR_SCAN_BLANK || p->scan.at < (1 << 16)) return;
  size_t used = p->scan.at;
  WR_ASSERT (used <= p->got.len);
  memmove (p->got.data, p->got.data + used, p->got.len - used);
  p->got.len -= used;
  p->scan.at = p->scan.begin = 0;
}

enum wr_status wr_process_reply (struct wr_process *p, double deadline, wr_str *reply) {
  compact (p);
  bool over = false;
  for (;;) {
    enum wr_scan_end end = wr_scan (&p->scan, wr_buf_str (&p->got));
    if (end == WR_SCAN_BAD) return WR_STATUS_BAD_REPLY;
    if (end == WR_SCAN_WHOLE) {
      WR_ASSERT (p->scan.begin < p->scan.at && p->scan.at <= p->got.len);
      *reply = (wr_str){p->got.data + p->scan.begin, p->scan.at - p->scan.begin};
      return WR_STATUS_UNSAT;
    }
    if (over || p->pid <= 0) return WR_STATUS_DIED;
    if (left (deadline) == 0) return WR_STATUS_TIME;
    struct pollfd fd = {p->out, POLLIN, 0};
    if (wr_poll (&fd, 1, left (deadline)) > 0 && !take (p)) {
      over = true;
      wr_buf_add_char (&p->got, '\n'); /* ends a last word */
    }
  }
}

wr_str wr_process_version (const char *command, wr_arena *arena) {
  arguments args = {0};
  struct wr_process p = {.in = -1, .out = -1};
  wr_str line = {"", 0};
  if (split (command, &args)) {
    char flag[] = "--version";
    char *argv[] = {args.data[0], flag, NULL};
    if (launch (&p, argv) == 0) {
      double deadline = wr_clock () + 5;
      wr_close (&p.in);
      struct pollfd fd = {p.out, POLLIN, 0};
      while (left (deadline) > 0 && p.got.len < 4096 &&
             !memchr (p.got.data ? p.got.data : "", '\n', p.got.len))
        if (wr_poll (&fd, 1, left (deadline)) > 0 && !take (&p)) break;
      const char *end = p.got.len ? memchr (p.got.data, '\n', p.got.len) : NULL;
      if (end) line = wr_str_keep (arena, (wr_str){p.got.data, (size_t)(end - p.got.data)});
    }
  }
  wr_process_stop (&p);
  free_arguments (&args);
  return line;
}

/* The file that execvp would run; -1: there is none. */
static int open_program (const char *name) {
  if (strchr (name, '/')) return open (name, O_RDONLY | O_CLOEXEC);
  const char *path = getenv ("PATH");
  wr_buf file = {0};
  int fd = -1;
  for (const char *at = path ? path : "/bin:/usr/bin"; fd < 0 && *at;) {
    wr_str folder = {at, strcspn (at, ":")};
    wr_buf_clear (&file);
    wr_buf_print (&file, "%.*s/%s", folder.len ? (int)folder.len : 1, folder.len ? at : ".", name);
    if (access (wr_buf_text (&file), X_OK) == 0)
      fd = open (wr_buf_text (&file), O_RDONLY | O_CLOEXEC);
    at += folder.len + (at[folder.len] == ':');
  }
  wr_buf_free (&file);
  return fd;
}

wr_str wr_process_digest (const char *command, wr_arena *arena) {
  arguments args = {0};
  int fd = split (command, &args) ? open_program (args.data[0]) : -1;
  free_arguments (&args);
  if (fd < 0) return WR_LIT ("");
  struct sha256_ctx sha;
  sha256_init (&sha);
  uint8_t chunk[1 << 16], digest[SHA256_DIGEST_SIZE];
  ssize_t got;
  while ((got = wr_read_some (fd, chunk, sizeof chunk)) > 0)
    sha256_update (&sha, (size_t)got, chunk);
  close (fd);
  if (got < 0) return WR_LIT ("");
  sha256_digest (&sha, sizeof digest, digest);
  wr_buf hex = {0};
  for (size_t i = 0; i < sizeof digest; i++) wr_buf_print (&hex, "%02x", digest[i]);
  wr_str kept = wr_str_keep (arena, wr_buf_str (&hex));
  wr_buf_free (&hex);
  return kept;
}
