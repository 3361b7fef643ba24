/* farm/farm.c -- the program `warrant-farm`: hands units of work to the workers of CCTools Work Queue.  It is a program of its own because the licence of
   Work Queue is that of the GNU project, version 2; it shares no code with `warrant`, which starts it and speaks to it through pipes.

     warrant-farm PORT PASSWORD-FILE PROGRAM FOLDER SILENCE

   Units are files FOLDER/unit-N; results appear as FOLDER/result-N.  A worker that says nothing for SILENCE seconds counts as dead, also
   in the middle of a transfer.  Lines on standard input:

     unit N       do the unit (again)
     cut ADDRESS  close the connection to this worker: its results are of no use.  It may come back, but not at once.

   Lines on standard output:

     ready PORT
     done N ADDRESS      the result is there; nobody has looked at it
     failed N ADDRESS    there is no result
     workers CONNECTED BUSY WAITING

   It ends when standard input does.  The manager of Work Queue listens on all interfaces, so a password is not optional. */
#include "farm/patience.h"

#include <dirent.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <work_queue.h>

enum { MOST_TRIES = 10, MOST_PATH = 4096 };

struct farm {
  struct work_queue *queue;
  const char *program, *folder;
  char input[65536]; /* of standard input, what is not a line yet */
  size_t length;
  bool ended;
  int connected, busy, waiting; /* as last told */
};

static bool fail (const char *why, const char *what) {
  fprintf (stderr, "warrant-farm: error: %s%s\n", what, why);
  return false;
}

/* Whoever knows the password can send results and gets the texts. */
static bool password_fits (const char *path) {
  struct stat st;
  if (stat (path, &st) != 0 || !S_ISREG (st.st_mode) || access (path, R_OK) != 0)
    return fail (": this password file cannot be read", path);
  if (st.st_size == 0) return fail (": this password file is empty", path);
  if (st.st_mode & (S_IRWXG | S_IRWXO))
    return fail (": others may read this password file; chmod 600 it", path);
  return true;
}

static void submit (struct farm *farm, unsigned number) {
  char unit[MOST_PATH], result[MOST_PATH], tag[32];
  snprintf (unit, sizeof unit, "%s/unit-%u", farm->folder, number);
  snprintf (result, sizeof result, "%s/result-%u", farm->folder, number);
  snprintf (tag, sizeof tag, "%u", number);
  struct work_queue_task *task = work_queue_task_create ("./warrant unit unit result");
  work_queue_task_specify_file (task, farm->program, "warrant", WORK_QUEUE_INPUT, WORK_QUEUE_CACHE);
  work_queue_task_specify_file (task, unit, "unit", WORK_QUEUE_INPUT, WORK_QUEUE_NOCACHE);
  work_queue_task_specify_file (task, result, "result", WORK_QUEUE_OUTPUT, WORK_QUEUE_NOCACHE);
  work_queue_task_specify_tag (task, tag);
  work_queue_task_specify_cores (task, 1);
  work_queue_task_specify_max_retries (task, MOST_TRIES);
  work_queue_submit (farm->queue, task);
}

/* The socket whose other end has this address, as getnameinfo would write it; -1: none. */
static int socket_to (const char *address) {
  DIR *folder = opendir ("/proc/self/fd");
  int found = -1;
  struct dirent *entry;
  while (folder && found < 0 && (entry = readdir (folder))) {
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    char host[128], port[16], name[160];
    int fd = atoi (entry->d_name);
    if (getpeername (fd, (struct sockaddr *)&peer, &size) != 0) continue;
    if (getnameinfo ((struct sockaddr *)&peer, size, host, sizeof host, port, sizeof port,
                     NI_NUMERICHOST | NI_NUMERICSERV) != 0)
      continue;
    const char *plain = strncmp (host, "::ffff:", 7) == 0 ? host + 7 : host;
    snprintf (name, sizeof name, "%s:%s", plain, port);
    if (!strcmp (name, address)) found = fd;
  }
  if (folder) closedir (folder);
  return found;
}

/* Work Queue can refuse hosts by name only, and Debian's version 9.9 does not keep their names.  It takes a connection that ends for a worker that died,
   and gives its tasks to others. */
static void cut (const char *address) {
  int fd = socket_to (address);
  if (fd >= 0) shutdown (fd, SHUT_RDWR);
}

static void take_line (struct farm *farm, const char *line) {
  unsigned number;
  char address[256];
  if (sscanf (line, "unit %u", &number) == 1)
    submit (farm, number);
  else if (sscanf (line, "cut %255s", address) == 1)
    cut (address);
}

/* What has come on standard input, without waiting for more. */
static void read_lines (struct farm *farm) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  while (!farm->ended && poll (&in, 1, 0) > 0) {
    ssize_t got =
        read (STDIN_FILENO, farm->input + farm->length, sizeof farm->input - farm->length - 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      farm->ended = true;
      return;
    }
    farm->length += (size_t)got;
    farm->input[farm->length] = 0;
    char *from = farm->input, *end;
    while ((end = strchr (from, '\n'))) {
      *end = 0;
      take_line (farm, from);
      from = end + 1;
    }
    farm->length -= (size_t)(from - farm->input);
    memmove (farm->input, from, farm->length);
    if (farm->length == sizeof farm->input - 1) farm->ended = true; /* no line is so long */
  }
}

static void tell_workers (struct farm *farm) {
  struct work_queue_stats stats;
  work_queue_get_stats (farm->queue, &stats);
  if (stats.workers_connected == farm->connected && stats.tasks_on_workers == farm->busy &&
      stats.tasks_waiting == farm->waiting)
    return;
  farm->connected = stats.workers_connected;
  farm->busy = stats.tasks_on_workers;
  farm->waiting = stats.tasks_waiting;
  printf ("workers %d %d %d\n", farm->connected, farm->busy, farm->waiting);
}

static void tell_done (struct work_queue_task *task) {
  bool good = task->result == WORK_QUEUE_RESULT_SUCCESS && task->return_status == 0;
  printf ("%s %s %s\n", good ? "done" : "failed", task->tag, task->host ? task->host : "-");
  work_queue_task_delete (task);
}

/* A silent worker is asked whether it is there after half of the seconds, and has the other half to answer. */
static bool run (struct farm *farm, int port, const char *password, int silence) {
  farm->queue = work_queue_create (port);
  if (!farm->queue) return fail (strerror (errno), "the port cannot be used: ");
  if (!work_queue_specify_password_file (farm->queue, password))
    return fail (": this password file cannot be used", password);
  work_queue_specify_keepalive_interval (farm->queue, silence / 2);
  work_queue_specify_keepalive_timeout (farm->queue, silence - silence / 2);
  farm_wait_at_most (silence);
  printf ("ready %d\n", work_queue_port (farm->queue));
  while (!farm->ended) {
    read_lines (farm);
    struct work_queue_task *task = work_queue_wait (farm->queue, 1);
    if (task) tell_done (task);
    tell_workers (farm);
    if (fflush (stdout) != 0) farm->ended = true; /* nobody listens */
  }
  work_queue_delete (farm->queue);
  return true;
}

int main (int argc, char **argv) {
  static struct farm farm;
  if (argc != 6) {
    fprintf (stderr, "usage: warrant-farm PORT PASSWORD-FILE PROGRAM FOLDER SILENCE\n");
    return 3;
  }
  int port = atoi (argv[1]), silence = atoi (argv[5]);
  farm.program = argv[3];
  farm.folder = argv[4];
  signal (SIGPIPE, SIG_IGN);
  if (port < 1 || port > 65535) return fail (" is not a port", argv[1]), 3;
  if (silence < 2) return fail (" is no number of seconds", argv[5]), 3;
  if (!password_fits (argv[2])) return 3;
  return run (&farm, port, argv[2], silence) ? 0 : 5;
}
