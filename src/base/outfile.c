#include "base/outfile.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MARK_WITHIN = 4096, TEMPORARY_NAMES = 100 };

/* -- which file it is ---------------------------------------------------------------------------------- */

static struct wr_file_id id_of (const struct stat *info) {
  return (struct wr_file_id){info->st_dev, info->st_ino};
}

static bool same_id (struct wr_file_id a, struct wr_file_id b) {
  return a.device == b.device && a.inode == b.inode;
}

void wr_guard_add_input (wr_guard *guard, const char *path) {
  struct stat info;
  int result = strcmp (path, "-") == 0 ? fstat (STDIN_FILENO, &info) : stat (path, &info);
  if (result == 0 && S_ISREG (info.st_mode)) WR_VEC_PUSH (&guard->inputs, id_of (&info));
}

void wr_guard_free (wr_guard *guard) { WR_VEC_FREE (&guard->inputs); }

static bool is_input (const wr_guard *guard, const struct stat *info) {
  for (uint32_t i = 0; i < guard->inputs.len; i++)
    if (S_ISREG (info->st_mode) && same_id (guard->inputs.data[i], id_of (info))) return true;
  return false;
}

bool wr_guard_is_input (const wr_guard *guard, int fd) {
  struct stat info;
  return fstat (fd, &info) == 0 && is_input (guard, &info);
}

/* The folder part of a path, in `out`; returns the rest. */
static const char *split (const char *path, wr_buf *out) {
  const char *slash = strrchr (path, '/');
  wr_buf_clear (out);
  if (slash == path)
    wr_buf_add_char (out, '/');
  else if (slash)
    wr_buf_add (out, (wr_str){path, (size_t)(slash - path)});
  else
    wr_buf_add_char (out, '.');
  return slash ? slash + 1 : path;
}

static bool folder_id (const char *path, const char **rest, struct wr_file_id *id) {
  wr_buf folder = {0};
  struct stat info;
  *rest = split (path, &folder);
  bool found = stat (wr_buf_text (&folder), &info) == 0;
  if (found) *id = id_of (&info);
  wr_buf_free (&folder);
  return found;
}

bool wr_outfile_same (const char *a, const char *b) {
  struct stat one, other;
  if (!strcmp (a, b)) return true;
  bool there = stat (a, &one) == 0;
  if (there != (stat (b, &other) == 0)) return false;
  if (there) return S_ISREG (one.st_mode) && same_id (id_of (&one), id_of (&other));
  struct wr_file_id in, in_other;
  const char *name, *name_other;
  return folder_id (a, &name, &in) && folder_id (b, &name_other, &in_other) &&
         same_id (in, in_other) && !strcmp (name, name_other);
}

/* -- may it be replaced? -------------------------------------------------------------------------------- */

/* Does the mark occur near the beginning of the file, or is the file empty?  A file that cannot be read has no mark. */
static bool has_mark (const char *path, const char *mark) {
  char start[MARK_WITHIN + 1];
  size_t len = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t got;
  while (len < MARK_WITHIN && (got = wr_read_some (fd, start + len, MARK_WITHIN - len)) > 0)
    len += (size_t)got;
  bool empty = len == 0 && got == 0;
  wr_close (&fd);
  if (empty) return true;
  return mark && memmem (start, len, mark, strlen (mark)) != NULL;
}

static bool folder_takes_files (const char *path) {
  wr_buf folder = {0};
  split (path, &folder);
  bool good = faccessat (AT_FDCWD, wr_buf_text (&folder), W_OK | X_OK, AT_EACCESS) == 0;
  int error = errno;
  wr_buf_free (&folder);
  errno = error;
  return good;
}

/* Sets `there` if the path names a regular file, which `old` describes. */
static enum wr_outfile examine (const wr_guard *guard, const char *path, const char *mark,
                                struct stat *old, bool *there) {
  *there = false;
  if (stat (path, old) != 0) {
    struct stat link;
    if (errno != ENOENT) return WR_OUTFILE_NOT_CREATED;
    if (lstat (path, &link) == 0) return WR_OUTFILE_OK; /* a link to a file that is to be made */
    return folder_takes_files (path) ? WR_OUTFILE_OK : WR_OUTFILE_NOT_CREATED;
  }
  if (S_ISDIR (old->st_mode)) {
    errno = EISDIR;
    return WR_OUTFILE_NOT_CREATED;
  }
  if (!S_ISREG (old->st_mode)) return WR_OUTFILE_OK;
  *there = true;
  if (is_input (guard, old)) return WR_OUTFILE_INPUT;
  if (faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) != 0) return WR_OUTFILE_NOT_CREATED;
  if (!guard->force && !has_mark (path, mark)) return WR_OUTFILE_FOREIGN;
  return WR_OUTFILE_OK;
}

enum wr_outfile wr_outfile_check (const wr_guard *guard, const char *path, const char *mark) {
  struct stat old;
  bool there;
  return examine (guard, path, mark, &old, &there);
}

/* -- writing -------------------------------------------------------------------------------------------- */

/* 0, or the error. */
static int fill (int fd, wr_str text) {
  int error = wr_write_all (fd, text.ptr, text.len) ? 0 : errno;
  if (close (fd) != 0 && !error) error = errno;
  return error;
}

static bool starts_with (const char *path, const char *folder) {
  return strncmp (path, folder, strlen (folder)) == 0;
}

/* Makes a file in the folder of `path`; its name is added to `name`.  -1: it cannot be made. */
static int open_beside (const char *path, wr_buf *name) {
  int fd = -1;
  for (unsigned i = 0; i < TEMPORARY_NAMES && fd < 0; i++) {
    split (path, name);
    wr_buf_print (name, "/.warrant-%ld-%u.new", (long)getpid (), i);
    fd = open (wr_buf_text (name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST) break;
  }
  return fd;
}

/* Gives the new file the permissions and the owner of the old one; false: the user may not. */
static bool imitate (int fd, const struct stat *old) {
  struct stat now;
  if (fstat (fd, &now) != 0) return false;
  bool owned = now.st_uid == old->st_uid && now.st_gid == old->st_gid;
  if (!owned && fchown (fd, old->st_uid, old->st_gid) != 0) return false;
  return fchmod (fd, old->st_mode & 0777) == 0;
}

static enum wr_outfile write_in_place (const char *path, wr_str text) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return WR_OUTFILE_NOT_CREATED;
  int error = fill (fd, text);
  errno = error;
  return error ? WR_OUTFILE_NOT_WRITTEN : WR_OUTFILE_OK;
}

/* `old`: NULL if there is none. */
static enum wr_outfile write_beside (const char *path, const struct stat *old, wr_str text) {
  wr_buf name = {0};
  enum wr_outfile status = WR_OUTFILE_OK;
  int fd = open_beside (path, &name), error = errno;
  bool refused = fd < 0 && (error == EACCES || error == EPERM);
  if (fd >= 0 && old && !imitate (fd, old)) {
    wr_close (&fd);
    (void)unlink (wr_buf_text (&name));
    refused = true;
  }
  if (fd >= 0) {
    error = fill (fd, text);
    if (!error && rename (wr_buf_text (&name), path) != 0) error = errno;
    if (error) (void)unlink (wr_buf_text (&name));
    status = error ? WR_OUTFILE_NOT_WRITTEN : WR_OUTFILE_OK;
  } else if (refused && old) {
    status = write_in_place (path, text);
    error = errno;
  } else {
    status = WR_OUTFILE_NOT_CREATED;
  }
  wr_buf_free (&name);
  errno = error;
  return status;
}

enum wr_outfile wr_outfile_write (const wr_guard *guard, const char *path, const char *mark,
                                  wr_str text) {
  struct stat old;
  char real[PATH_MAX];
  bool there;
  enum wr_outfile status = examine (guard, path, mark, &old, &there);
  if (status != WR_OUTFILE_OK) return status;
  bool descriptor = starts_with (path, "/dev/") || starts_with (path, "/proc/");
  if (there && !descriptor && realpath (path, real)) return write_beside (real, &old, text);
  struct stat link;
  if (there || descriptor || lstat (path, &link) == 0) return write_in_place (path, text);
  return write_beside (path, NULL, text);
}
