/* axioms/groups.c -- groups of axioms (axioms/groups.h). */
#include "axioms/groups.h"

#include "axioms/identity.h"
#include "source/source.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

bool wr_grouping_read (const char *text, struct wr_grouping_options *options) {
  options->argument = NULL;
  if (!strcmp (text, "file")) {
    options->by = WR_GROUP_FILE;
  } else if (!strcmp (text, "section")) {
    options->by = WR_GROUP_SECTION;
  } else if (!strncmp (text, "attribute:", 10) && text[10]) {
    options->by = WR_GROUP_ATTRIBUTE;
    options->argument = text + 10;
  } else if (!strncmp (text, "map:", 4) && text[4]) {
    options->by = WR_GROUP_MAP;
    options->argument = text + 4;
  } else {
    return false;
  }
  return true;
}

wr_str wr_axiom_file (const struct wr_axiom_row *row, const char *prelude) {
  if (!row->file.len || !row->line) return (wr_str){0};
  if (prelude && wr_identity_names_file (row->file, wr_str_of (prelude)))
    return wr_str_of (prelude);
  return row->file;
}

/* -- headings ------------------------------------------------------------------------------------------ */

static wr_str trimmed (wr_str text) {
  while (text.len && strchr (" \t\r", text.ptr[0]) && text.ptr[0]) text.ptr++, text.len--;
  while (text.len && strchr (" \t\r", text.ptr[text.len - 1]) && text.ptr[text.len - 1]) text.len--;
  return text;
}

/* The text of a line that is a comment and nothing else; false: it is something else. */
static bool comment_of (wr_str line, wr_str *text) {
  line = trimmed (line);
  bool slashes = wr_str_starts (line, WR_LIT ("//")), semicolon = line.len && line.ptr[0] == ';';
  if (!slashes && !semicolon && !wr_str_starts (line, WR_LIT ("/*"))) return false;
  size_t mark = semicolon ? 1 : 2;
  *text = trimmed ((wr_str){line.ptr + mark, line.len - mark});
  if (!slashes && !semicolon && wr_str_ends (*text, WR_LIT ("*/"))) text->len -= 2;
  *text = trimmed (*text);
  return true;
}

static bool is_mark (char c) { return c && strchr ("-=*#/;+~_", c); }

/* Without the marks at both ends; `rule` says whether three or more of them were there. */
static wr_str without_marks (wr_str text, bool *rule) {
  size_t first = 0, last = 0;
  while (first < text.len && is_mark (text.ptr[first])) first++;
  while (last < text.len - first && is_mark (text.ptr[text.len - 1 - last])) last++;
  *rule = first >= 3 || last >= 3;
  return trimmed ((wr_str){text.ptr + first, text.len - first - last});
}

struct headings {
  wr_str heading, before; /* before: a comment below a rule, which is a heading if a rule follows */
  bool below_rule;
};

static void take_line (struct headings *h, wr_str line) {
  wr_str text;
  bool rule = false;
  if (!comment_of (line, &text)) {
    h->below_rule = false;
    h->before = (wr_str){0};
    return;
  }
  wr_str words = without_marks (text, &rule);
  if (rule && words.len) {
    h->heading = words;
  } else if (rule) {
    if (h->before.len) h->heading = h->before;
    h->before = (wr_str){0};
    h->below_rule = true;
  } else if (h->below_rule && words.len && !h->before.len) {
    h->before = words;
  }
}

wr_str wr_heading_before (wr_str text, uint32_t line) {
  struct headings h = {0};
  size_t at = 0, next;
  for (uint32_t n = 1; n <= line && at < text.len; n++) {
    size_t end = wr_line_end (text, at, &next);
    take_line (&h, (wr_str){text.ptr + at, end - at});
    at = next;
  }
  return h.heading;
}

/* -- attributes ---------------------------------------------------------------------------------------- */

static size_t start_of_line (wr_str text, uint32_t line) {
  size_t at = 0, next;
  for (uint32_t n = 1; n < line && at < text.len; n++) {
    wr_line_end (text, at, &next);
    at = next;
  }
  return at;
}

/* The value of {:NAME "value"} in the declaration that begins on the line or around it; declarations end with semicolons. */
static wr_str attribute_of (wr_str text, uint32_t line, const char *name) {
  size_t begin = start_of_line (text, line), length = strlen (name), end = begin;
  while (end < text.len && text.ptr[end] != ';') end++;
  while (begin && text.ptr[begin - 1] != ';') begin--;
  for (size_t i = begin; i + 2 + length < end; i++) {
    if (text.ptr[i] != '{' || text.ptr[i + 1] != ':') continue;
    if (memcmp (text.ptr + i + 2, name, length) != 0) continue;
    size_t at = i + 2 + length;
    while (at < end && isspace ((unsigned char)text.ptr[at])) at++;
    if (at == i + 2 + length || at >= end || text.ptr[at] != '"') continue;
    const char *quote = memchr (text.ptr + at + 1, '"', end - at - 1);
    if (quote) return (wr_str){text.ptr + at + 1, (size_t)(quote - text.ptr) - at - 1};
  }
  return (wr_str){0};
}

/* -- maps ---------------------------------------------------------------------------------------------- */

struct map_line {
  const char *pattern; /* for fnmatch */
  wr_str group;
};
typedef WR_VEC (struct map_line) map_lines;

static void read_map (wr_str text, wr_arena *arena, map_lines *lines) {
  for (size_t at = 0, next; at < text.len; at = next) {
    size_t end = wr_line_end (text, at, &next);
    wr_str line = trimmed ((wr_str){text.ptr + at, end - at});
    if (!line.len || line.ptr[0] == '#') continue;
    size_t k = 0;
    while (k < line.len && line.ptr[k] != ' ' && line.ptr[k] != '\t') k++;
    struct map_line one = {wr_str_keep (arena, (wr_str){line.ptr, k}).ptr,
                           wr_str_keep (arena, trimmed ((wr_str){line.ptr + k, line.len - k}))};
    WR_VEC_PUSH (lines, one);
  }
}

static wr_str mapped (const map_lines *lines, const char *name) {
  for (uint32_t i = 0; i < lines->len; i++)
    if (fnmatch (lines->data[i].pattern, name, 0) == 0) return lines->data[i].group;
  return (wr_str){0};
}

/* -- all axioms ---------------------------------------------------------------------------------------- */

/* Texts by path, each read once. */
struct texts {
  wr_sources *sources;
  wr_map files; /* hash of a path -> number of the file; 0: it cannot be read */
  wr_arena *arena;
};

static wr_str text_of (struct texts *t, wr_str path) {
  uint64_t hash = wr_str_hash (path, 0), file;
  if (!wr_map_get (&t->files, hash, &file)) {
    uint32_t number = 0;
    if (wr_sources_load (t->sources, wr_str_keep (t->arena, path).ptr, &number) != WR_LOAD_OK)
      number = 0;
    wr_map_put (&t->files, hash, file = number);
  }
  return file ? wr_source_text (t->sources, (uint32_t)file) : (wr_str){0};
}

static wr_str group_of (struct texts *texts, const struct wr_axiom_row *row,
                        const struct wr_grouping_options *options, const map_lines *map) {
  if (options->by == WR_GROUP_MAP) return mapped (map, row->name.ptr);
  wr_str path = wr_axiom_file (row, options->prelude);
  if (options->by == WR_GROUP_FILE) return path;
  if (!path.len || !strcmp (path.ptr, "-")) return (wr_str){0};
  wr_str text = text_of (texts, path);
  return options->by == WR_GROUP_SECTION ? wr_heading_before (text, row->line)
                                         : attribute_of (text, row->line, options->argument);
}

bool wr_relation_group (wr_relation *relation, const struct wr_grouping_options *options,
                        wr_str *problem) {
  if (options->by == WR_GROUP_AS_READ) return true;
  wr_arena *arena = wr_arena_new ();
  struct texts texts = {.sources = wr_sources_new (arena), .arena = arena};
  map_lines map = {0};
  bool good = true;
  if (options->by == WR_GROUP_MAP) {
    uint32_t file;
    good = wr_sources_load (texts.sources, options->argument, &file) == WR_LOAD_OK;
    if (good)
      read_map (wr_source_text (texts.sources, file), arena, &map);
    else
      *problem = wr_str_print (relation->arena, "'%s' cannot be read", options->argument);
  }
  for (uint32_t i = 0; good && i < relation->axioms.len; i++) {
    struct wr_axiom_row *row = &relation->axioms.data[i];
    row->group = wr_str_keep (relation->arena, group_of (&texts, row, options, &map));
  }
  WR_VEC_FREE (&map);
  wr_map_free (&texts.files);
  wr_sources_free (texts.sources);
  wr_arena_free (arena);
  return good;
}
