/* front/viper/import.c -- which file an import names. */
#include "front/viper/import.h"

#include "base/vec.h"

#include <string.h>
#include <sys/stat.h>

/* The parts between slashes, with `.` and `x/..` left out. */
static void split (wr_str path, wr_buf *out) {
  WR_VEC (wr_str) parts = {0};
  bool absolute = path.len && path.ptr[0] == '/';
  for (size_t at = 0; at < path.len;) {
    const char *slash = memchr (path.ptr + at, '/', path.len - at);
    size_t end = slash ? (size_t)(slash - path.ptr) : path.len;
    wr_str part = {path.ptr + at, end - at};
    at = end + 1;
    if (!part.len || wr_str_equal (part, WR_LIT ("."))) continue;
    bool up = wr_str_equal (part, WR_LIT (".."));
    if (up && parts.len && !wr_str_equal (WR_VEC_LAST (&parts), WR_LIT ("..")))
      parts.len--;
    else if (!up || !absolute)
      WR_VEC_PUSH (&parts, part);
  }
  if (absolute) wr_buf_add_char (out, '/');
  for (uint32_t i = 0; i < parts.len; i++) {
    if (i) wr_buf_add_char (out, '/');
    wr_buf_add (out, parts.data[i]);
  }
  WR_VEC_FREE (&parts);
}

wr_str vpr_import_path (wr_arena *arena, wr_str importer, wr_str path) {
  wr_buf whole = {0}, clean = {0};
  size_t folder = importer.len;
  while (folder && importer.ptr[folder - 1] != '/') folder--;
  if (!path.len || path.ptr[0] != '/') wr_buf_add (&whole, (wr_str){importer.ptr, folder});
  wr_buf_add (&whole, path);
  split (wr_buf_str (&whole), &clean);
  wr_str result = wr_str_keep (arena, wr_buf_str (&clean));
  wr_buf_free (&whole);
  wr_buf_free (&clean);
  return result;
}

bool vpr_is_file (wr_str path) {
  struct stat info;
  return path.len && !memchr (path.ptr, 0, path.len) && !stat (path.ptr, &info) &&
         S_ISREG (info.st_mode);
}

wr_str vpr_import_search (wr_arena *arena, wr_str importer, wr_str path) {
  wr_str below = wr_str_print (arena, "import/%.*s", WR_STR_ARGS (path));
  for (size_t folder = importer.len;; folder--) {
    while (folder && importer.ptr[folder - 1] != '/') folder--;
    wr_str found = vpr_import_path (arena, (wr_str){importer.ptr, folder}, below);
    if (vpr_is_file (found)) return found;
    if (!folder) return WR_LIT ("");
  }
}
