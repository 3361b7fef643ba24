#include "source/source.h"

#include "base/check.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct directive {
  uint32_t from, from_line; /* byte and its physical line */
  uint32_t line;
  wr_str path;
  uint32_t name, name_end; /* the bytes of the text that name the path; equal: none do */
};

struct placed_origin {
  uint32_t from;
  struct wr_origin origin;
};

struct file {
  wr_str path, text;
  char *owned;      /* the text's heap block if it was read, not added */
  uint32_t *starts; /* of physical lines; starts[0] = 0 */
  uint32_t line_count;
  bool hidden;
  WR_VEC (struct directive) directives;
  WR_VEC (struct placed_origin) origins;
};

struct wr_sources {
  wr_arena *arena;
  WR_VEC (struct file) files;
};

wr_sources *wr_sources_new (wr_arena *arena) {
  wr_sources *sources = WR_NEW (arena, wr_sources, 1);
  sources->arena = arena;
  return sources;
}

void wr_sources_free (wr_sources *sources) {
  if (!sources) return;
  for (uint32_t i = 0; i < sources->files.len; i++) {
    free (sources->files.data[i].owned);
    free (sources->files.data[i].starts);
    WR_VEC_FREE (&sources->files.data[i].directives);
    WR_VEC_FREE (&sources->files.data[i].origins);
  }
  WR_VEC_FREE (&sources->files);
}

static struct file *file_of (const wr_sources *sources, uint32_t file) {
  WR_REQUIRE (file >= 1 && file <= sources->files.len);
  return &sources->files.data[file - 1];
}

size_t wr_line_end (wr_str text, size_t from, size_t *next) {
  size_t end = from;
  while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r') end++;
  bool pair = end + 1 < text.len && text.ptr[end] == '\r' && text.ptr[end + 1] == '\n';
  *next = end == text.len ? end : end + 1 + pair;
  return end;
}

static void find_lines (struct file *file) {
  wr_str text = file->text;
  WR_VEC (uint32_t) starts = {0};
  WR_VEC_PUSH (&starts, 0);
  for (size_t begin = 0, next;; begin = next) {
    if (wr_line_end (text, begin, &next) == text.len) break;
    WR_VEC_PUSH (&starts, (uint32_t)next);
  }
  file->starts = starts.data;
  file->line_count = starts.len;
}

static uint32_t add_file (wr_sources *sources, wr_str path, wr_str text, char *owned) {
  WR_REQUIRE (text.len <= WR_MAX_FILE_BYTES && sources->files.len < WR_MAX_FILES);
  struct file file = {.path = wr_str_keep (sources->arena, path), .text = text, .owned = owned};
  find_lines (&file);
  WR_VEC_PUSH (&sources->files, file);
  return sources->files.len;
}

uint32_t wr_sources_add (wr_sources *sources, wr_str path, wr_str text) {
  return add_file (sources, path, wr_str_keep (sources->arena, text), NULL);
}

static enum wr_load_status status_of (int error) {
  switch (error) {
  case ENOENT:
  case ENOTDIR:
  case ENAMETOOLONG:
  case ELOOP: return WR_LOAD_MISSING;
  case EACCES:
  case EPERM: return WR_LOAD_FORBIDDEN;
  case EISDIR: return WR_LOAD_DIRECTORY;
  default: return WR_LOAD_FAILED;
  }
}

/* Reads to the end into a heap block with a final NUL byte. */
static enum wr_load_status read_all (int fd, char **data, size_t *len) {
  struct stat info;
  if (fstat (fd, &info) != 0) return status_of (errno);
  if (S_ISDIR (info.st_mode)) return WR_LOAD_DIRECTORY;
  if (S_ISREG (info.st_mode) && info.st_size > WR_MAX_FILE_BYTES) return WR_LOAD_TOO_LARGE;
  size_t cap = S_ISREG (info.st_mode) ? (size_t)info.st_size + 1 : 1 << 16;
  char *block = wr_realloc (NULL, cap + 1, 1);
  size_t used = 0;
  for (;;) {
    if (used == cap) block = wr_realloc (block, (cap *= 2) + 1, 1);
    ssize_t got = read (fd, block + used, cap - used);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) break;
    if (got > 0) used += (size_t)got;
    if (got < 0 || used > WR_MAX_FILE_BYTES) {
      int error = errno;
      free (block);
      return got < 0 ? status_of (error) : WR_LOAD_TOO_LARGE;
    }
  }
  block[used] = '\0';
  *data = block;
  *len = used;
  return WR_LOAD_OK;
}

enum wr_load_status wr_sources_load (wr_sources *sources, const char *path, uint32_t *file) {
  if (sources->files.len >= WR_MAX_FILES) return WR_LOAD_TOO_MANY;
  bool standard = !strcmp (path, "-");
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return status_of (errno);
  char *data = NULL;
  size_t len = 0;
  enum wr_load_status status = read_all (fd, &data, &len);
  if (!standard) close (fd);
  if (status != WR_LOAD_OK) return status;
  wr_str name = standard ? WR_LIT ("<stdin>") : wr_str_of (path);
  *file = add_file (sources, name, (wr_str){data, len}, data);
  return WR_LOAD_OK;
}

uint32_t wr_sources_count (const wr_sources *sources) { return sources->files.len; }

void wr_source_hide (wr_sources *sources, uint32_t file) { file_of (sources, file)->hidden = true; }

bool wr_source_hidden (const wr_sources *sources, uint32_t file) {
  return file_of (sources, file)->hidden;
}

wr_str wr_source_path (const wr_sources *sources, uint32_t file) {
  return file_of (sources, file)->path;
}

wr_str wr_source_text (const wr_sources *sources, uint32_t file) {
  return file_of (sources, file)->text;
}

uint32_t wr_source_line (const wr_sources *sources, uint32_t file, uint32_t byte) {
  const struct file *f = file_of (sources, file);
  uint32_t low = 0, high = f->line_count; /* starts[low] <= byte < starts[high] */
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (f->starts[middle] <= byte)
      low = middle;
    else
      high = middle;
  }
  return low + 1;
}

void wr_source_set_line (wr_sources *sources, uint32_t file, uint32_t from, uint32_t line,
                         wr_str path) {
  struct file *f = file_of (sources, file);
  struct directive next = {from, wr_source_line (sources, file, from), line, path, 0, 0};
  if (f->directives.len) {
    WR_ASSERT (WR_VEC_LAST (&f->directives).from <= from);
    if (!path.len) next.path = WR_VEC_LAST (&f->directives).path;
  }
  if (path.len) next.path = wr_str_keep (sources->arena, path);
  uintptr_t text = (uintptr_t)f->text.ptr, name = (uintptr_t)path.ptr;
  if (path.len && name >= text && name + path.len <= text + f->text.len) {
    next.name = (uint32_t)(name - text);
    next.name_end = next.name + (uint32_t)path.len;
  }
  WR_VEC_PUSH (&f->directives, next);
}

bool wr_source_named (const wr_sources *sources, uint32_t file, uint32_t *next, wr_span *at,
                      wr_str *path) {
  const struct file *f = file_of (sources, file);
  while (*next < f->directives.len) {
    const struct directive *d = &f->directives.data[(*next)++];
    if (d->name == d->name_end) continue;
    *at = (wr_span){file, d->name, d->name_end};
    *path = d->path;
    return true;
  }
  return false;
}

/* How many of `count` items, each beginning with the byte from which it counts, begin at or before `byte`. */
static uint32_t begun_at (const void *items, size_t size, uint32_t count, uint32_t byte) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2, from;
    memcpy (&from, (const char *)items + middle * size, sizeof from);
    if (from <= byte)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static const struct directive *directive_at (const struct file *file, uint32_t byte) {
  uint32_t begun =
      begun_at (file->directives.data, sizeof (struct directive), file->directives.len, byte);
  return begun ? &file->directives.data[begun - 1] : NULL;
}

void wr_source_add_origin (wr_sources *sources, uint32_t file, uint32_t from,
                           const struct wr_origin *origin) {
  struct file *f = file_of (sources, file);
  struct placed_origin next = {from, *origin};
  if (f->origins.len && WR_VEC_LAST (&f->origins).from > from) return;
  if (f->origins.len && WR_VEC_LAST (&f->origins).from == from)
    WR_VEC_LAST (&f->origins) = next;
  else
    WR_VEC_PUSH (&f->origins, next);
}

const struct wr_origin *wr_source_origin (const wr_sources *sources, uint32_t file, uint32_t byte) {
  if (!file) return NULL;
  const struct file *f = file_of (sources, file);
  uint32_t begun = begun_at (f->origins.data, sizeof *f->origins.data, f->origins.len, byte);
  if (!begun || !f->origins.data[begun - 1].origin.path.len) return NULL;
  return &f->origins.data[begun - 1].origin;
}

wr_position wr_position_of (const wr_sources *sources, uint32_t file, uint32_t byte) {
  const struct file *f = file_of (sources, file);
  uint32_t physical = wr_source_line (sources, file, byte);
  wr_position at = {f->path, physical, byte - f->starts[physical - 1] + 1};
  const struct directive *d = directive_at (f, byte);
  if (d) {
    at.line = d->line + (physical - d->from_line);
    if (d->path.len) at.path = d->path;
  }
  return at;
}

wr_str wr_source_line_text (const wr_sources *sources, uint32_t file, uint32_t line,
                            uint32_t *begin) {
  const struct file *f = file_of (sources, file);
  WR_REQUIRE (line >= 1 && line <= f->line_count);
  uint32_t from = f->starts[line - 1];
  size_t to = line < f->line_count ? f->starts[line] : f->text.len;
  while (to > from && (f->text.ptr[to - 1] == '\n' || f->text.ptr[to - 1] == '\r')) to--;
  if (begin) *begin = from;
  return (wr_str){f->text.ptr + from, to - from};
}
