#include "report/outside.h"

static bool is_separator (char c) { return c == '/' || c == '\\'; }

static bool is_letter (char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* "C:" or "file:" */
static bool has_scheme (wr_str path) {
  size_t i = 0;
  while (i < path.len && is_letter (path.ptr[i])) i++;
  if (i == 0 || i >= path.len || path.ptr[i] != ':') return false;
  return i == 1 || (i + 1 < path.len && is_separator (path.ptr[i + 1]));
}

/* Some beginning of the relative path lies above where it starts. */
static bool climbs (wr_str path) {
  size_t depth = 0;
  for (size_t i = 0; i < path.len; i++) {
    size_t from = i;
    while (i < path.len && !is_separator (path.ptr[i])) i++;
    wr_str part = {path.ptr + from, i - from};
    if (part.len == 0 || wr_str_equal (part, WR_LIT ("."))) continue;
    bool up = wr_str_equal (part, WR_LIT (".."));
    if (up && depth == 0) return true;
    depth = up ? depth - 1 : depth + 1;
  }
  return false;
}

bool wr_path_is_outside (wr_str path, wr_str folder) {
  if (has_scheme (path)) return true;
  if (path.len && path.ptr[0] == '~') return true;
  if (!path.len || !is_separator (path.ptr[0])) return climbs (path);
  while (folder.len && folder.ptr[folder.len - 1] == '/') folder.len--;
  if (!wr_str_starts (path, folder) || path.len <= folder.len || path.ptr[folder.len] != '/')
    return true;
  return climbs ((wr_str){path.ptr + folder.len, path.len - folder.len});
}

bool wr_path_is_hidden (const wr_sources *sources, wr_str path, wr_str folder) {
  if (!folder.len || !wr_path_is_outside (path, folder)) return false;
  for (uint32_t file = 1; file <= wr_sources_count (sources); file++)
    if (wr_str_equal (path, wr_source_path (sources, file))) return false;
  return true;
}

wr_position wr_position_inside (const wr_sources *sources, uint32_t file, uint32_t byte,
                                wr_str folder) {
  wr_position at = wr_position_of (sources, file, byte);
  if (!wr_path_is_hidden (sources, at.path, folder)) return at;
  return (wr_position){wr_source_path (sources, file), wr_source_line (sources, file, byte),
                       at.column};
}
