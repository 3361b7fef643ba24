#include "solve/claim.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is read as part of the database: the rollback journal, the write-ahead log and its index. */
static const char *const beside[] = {"-journal", "-wal", "-shm"};
enum { BESIDE = sizeof beside / sizeof *beside };

/* Why a file or folder cannot be trusted; NULL: nobody else can have written to it. */
static const char *distrust (const struct stat *info) {
  if (info->st_uid != geteuid ()) return "it belongs to another user";
  if (info->st_mode & (S_IWGRP | S_IWOTH)) return "other users may write to it";
  return NULL;
}

static const char *distrust_file (const struct stat *info) {
  if (S_ISLNK (info->st_mode)) return "it is a symbolic link";
  if (!S_ISREG (info->st_mode)) return "it is not a regular file";
  return distrust (info);
}

static const char *name_of (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

int wr_claim_folder (const char *path) {
  wr_buf folder = {0};
  size_t len = (size_t)(name_of (path) - path);
  wr_buf_add (&folder, len > 0 ? (wr_str){path, len} : WR_LIT ("."));
  int fd = open (wr_buf_text (&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  wr_buf_free (&folder);
  return fd;
}

static bool trust_folder (int folder, wr_buf *why) {
  struct stat info;
  const char *problem = fstat (folder, &info) != 0 ? wr_error_text (errno) : distrust (&info);
  if (problem) wr_buf_print (why, "its folder cannot be trusted: %s", problem);
  return !problem;
}

static bool trust_beside (int folder, const char *name, wr_buf *why) {
  wr_buf other = {0};
  const char *problem = NULL;
  for (int i = 0; i < BESIDE && !problem; i++) {
    struct stat info;
    wr_buf_clear (&other);
    wr_buf_print (&other, "%s%s", name, beside[i]);
    if (fstatat (folder, wr_buf_text (&other), &info, AT_SYMLINK_NOFOLLOW) == 0)
      problem = distrust_file (&info);
    else if (errno != ENOENT)
      problem = wr_error_text (errno);
  }
  if (problem)
    wr_buf_print (why, "%s beside it cannot be trusted: %s", wr_buf_text (&other), problem);
  wr_buf_free (&other);
  return !problem;
}

/* Opened without waiting for the other end of a pipe.  If the file may only be read, *refused tells why it may not be written to. */
static int open_file (int folder, const char *name, bool make, const char **refused) {
  int flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  int fd = openat (folder, name, flags | O_RDWR | (make ? O_CREAT : 0), 0600);
  if (fd >= 0 || (errno != EACCES && errno != EPERM && errno != EROFS)) return fd;
  *refused = wr_error_text (errno);
  int written = errno;
  fd = openat (folder, name, flags | O_RDONLY);
  if (fd < 0 && make && errno == ENOENT) errno = written; /* it could not be made */
  return fd;
}

static enum wr_claim look (int fd, int folder, const char *refused, wr_buf *why) {
  struct stat info;
  const char *problem = fstat (fd, &info) != 0 ? wr_error_text (errno) : distrust_file (&info);
  if (problem) {
    wr_buf_print (why, "%s", problem);
    return WR_CLAIM_NONE;
  }
  if (!refused && faccessat (folder, ".", W_OK, AT_EACCESS) != 0) refused = wr_error_text (errno);
  if (refused) {
    wr_buf_print (why, "%s", refused);
    return WR_CLAIM_READ;
  }
  if (info.st_mode & 077) (void)fchmod (fd, 0600); /* an earlier version made it */
  return WR_CLAIM_WRITE;
}

enum wr_claim wr_claim_file (int folder, const char *path, bool make, wr_buf *why) {
  const char *name = name_of (path), *refused = NULL;
  if (!trust_folder (folder, why) || !trust_beside (folder, name, why)) return WR_CLAIM_NONE;
  int fd = open_file (folder, name, make, &refused);
  if (fd < 0) {
    if (make || errno != ENOENT)
      wr_buf_print (why, "%s",
                    errno == ELOOP   ? "it is a symbolic link"
                    : errno == ENXIO ? "it is not a regular file"
                                     : wr_error_text (errno));
    return WR_CLAIM_NONE;
  }
  enum wr_claim claim = look (fd, folder, refused, why);
  wr_close (&fd);
  return claim;
}
