#include "core/labeltype.h"

#include "base/check.h"

static const struct wr_label_type_info rows[] = {
#define X(id, text, ...) [WR_TYPE_##id] = {.name = text, __VA_ARGS__},
#include "core/labeltypes.def"
#undef X
};

const struct wr_label_type_info *wr_label_type_info (enum wr_label_type type) {
  WR_ASSERT (type < WR_TYPE_COUNT);
  return &rows[type];
}

const char *wr_label_type_name (enum wr_label_type type) { return wr_label_type_info (type)->name; }

static char lower (char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_called (const char *name, wr_str text) {
  if (!name) return false;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '-' || text.ptr[i] == '_') continue;
    if (!*name || lower (*name) != lower (text.ptr[i])) return false;
    name++;
  }
  return !*name;
}

bool wr_label_type_find (wr_str name, enum wr_label_type *type) {
  for (unsigned i = WR_TYPE_NONE + 1; i < WR_TYPE_COUNT; i++) {
    if (!is_called (rows[i].name, name) && !is_called (rows[i].also, name)) continue;
    *type = (enum wr_label_type)i;
    return true;
  }
  return false;
}
