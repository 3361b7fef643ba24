/* report/html_hide.c -- the page without the paths outside the project that `#line` names. */
#include "report/html.h"

#include "base/utf8.h"
#include "report/outside.h"

#include <string.h>

/* -- the document ----------------------------------------------------------------------------------------- */

struct hiding {
  wr_str folder;
  const json_t *files; /* of the document */
};

static bool was_read (const struct hiding *hiding, const char *path) {
  for (size_t i = 0; i < json_array_size (hiding->files); i++) {
    const char *own =
        json_string_value (json_object_get (json_array_get (hiding->files, i), "path"));
    if (own && !strcmp (own, path)) return true;
  }
  return false;
}

/* `own`: the file that contains what the value is about. */
static void hide (const struct hiding *hiding, json_t *value, json_t *own) {
  const char *key;
  json_t *member;
  size_t i;
  json_array_foreach (value, i, member) hide (hiding, member, own);
  const char *file = json_string_value (json_object_get (value, "file"));
  if (file && wr_path_is_outside (wr_str_of (file), hiding->folder) && !was_read (hiding, file))
    wr_json_set (value, "file", json_incref (own));
  json_object_foreach (value, key, member) {
    if (strcmp (key, "origin") != 0)
      hide (hiding, member, own); /* what a translator says, in the text too */
  }
}

void wr_html_hide_paths (json_t *document, wr_str folder) {
  json_t *file;
  size_t i;
  struct hiding hiding = {folder, json_object_get (document, "files")};
  if (!folder.len) return;
  json_array_foreach (hiding.files, i, file) hide (&hiding, file, json_object_get (file, "path"));
}

/* -- texts ------------------------------------------------------------------------------------------------ */

/* As many asterisks as the page counts units of UTF-16. */
static void add_mask (wr_buf *out, wr_str path) {
  for (size_t i = 0; i < path.len;)
    wr_buf_add (out, wr_utf8_next (path, &i) > 0xFFFF ? WR_LIT ("**") : WR_LIT ("*"));
}

json_t *wr_html_masked_text (const wr_sources *sources, uint32_t file, wr_str folder) {
  wr_str text = wr_source_text (sources, file), path;
  wr_span at;
  wr_buf out = {0};
  size_t from = 0;
  uint32_t next = 0;
  if (!folder.len) return wr_json_text (text);
  while (wr_source_named (sources, file, &next, &at, &path)) {
    if (!wr_path_is_hidden (sources, path, folder)) continue;
    wr_buf_add (&out, (wr_str){text.ptr + from, at.begin - from});
    add_mask (&out, path);
    from = at.end;
  }
  wr_buf_add (&out, (wr_str){text.ptr + from, text.len - from});
  json_t *value = wr_json_text (wr_buf_str (&out));
  wr_buf_free (&out);
  return value;
}
