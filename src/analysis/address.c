#include "analysis/address.h"

#include "base/check.h"
#include "base/nearest.h"

#include <string.h>

/* Cuts the number after the last colon off `text`; 0: there is none, and nothing is cut. */
static uint32_t cut_number (wr_str *text) {
  size_t at = text->len;
  uint64_t number = 0, unit = 1;
  while (at > 0 && text->ptr[at - 1] >= '0' && text->ptr[at - 1] <= '9') {
    number += (uint64_t)(text->ptr[--at] - '0') * unit;
    unit *= 10;
    if (unit > UINT32_MAX) return 0;
  }
  if (at == text->len || at < 2 || text->ptr[at - 1] != ':' || !number) return 0;
  text->len = at - 1;
  return (uint32_t)number;
}

struct wr_address wr_address_parse (wr_str text) {
  struct wr_address a = {.file = text};
  uint32_t last = cut_number (&a.file);
  uint32_t before = last ? cut_number (&a.file) : 0;
  a.line = before ? before : last;
  a.column = before ? last : 0;
  if (a.line) return a;
  for (size_t i = text.len; i-- > 1;) {
    if (text.ptr[i] != ':' || i + 1 == text.len) continue;
    a.file = (wr_str){text.ptr, i};
    a.name = (wr_str){text.ptr + i + 1, text.len - i - 1};
    return a;
  }
  return (struct wr_address){.name = text};
}

static wr_str plain_path (wr_str path) {
  while (wr_str_starts (path, WR_LIT ("./"))) path = (wr_str){path.ptr + 2, path.len - 2};
  return path;
}

/* `path` is `wanted`, or ends with it after a slash. */
static bool is_file (wr_str path, wr_str wanted) {
  path = plain_path (path);
  wanted = plain_path (wanted);
  if (!wanted.len || !wr_str_ends (path, wanted)) return false;
  return path.len == wanted.len || path.ptr[path.len - wanted.len - 1] == '/';
}

/* -- places ----------------------------------------------------------------------------------------- */

static bool starts_on (const struct wr_place *place, const struct wr_address *a) {
  return place->line == a->line && is_file (place->file, a->file);
}

static bool covers (const struct wr_place *place, const struct wr_address *a) {
  if (!place->file.len || place->line > a->line || place->end_line < a->line) return false;
  if (a->column) {
    if (place->line == a->line && a->column < place->column) return false;
    if (place->end_line == a->line && a->column >= place->end_column) return false;
  }
  return is_file (place->file, a->file);
}

static uint64_t extent (const struct wr_place *place) {
  return (uint64_t)(place->end_line - place->line) << 32 |
         (place->end_line > place->line || place->end_column < place->column
              ? place->end_column
              : place->end_column - place->column);
}

/* The nodes that begin on the line; if there are none, the innermost nodes around it.  With a column, the innermost nodes around it
   come first. */
static void find_place (const wr_graph *graph, const struct wr_address *a, wr_u32s *out) {
  uint64_t least = UINT64_MAX;
  for (int pass = 0; pass < 2 && !out->len; pass++) {
    bool inner = (pass == 0) == (a->column != 0);
    for (uint32_t i = 0; i < graph->node_count; i++) {
      const struct wr_gnode *node = &graph->nodes[i];
      const struct wr_place *places[2] = {&node->at, &node->use};
      bool hit = false;
      for (int k = 0; k < 2; k++) {
        if (!inner) {
          hit |= starts_on (places[k], a);
        } else if (covers (places[k], a) && extent (places[k]) <= least) {
          if (extent (places[k]) < least) WR_VEC_CLEAR (out);
          least = extent (places[k]);
          hit = true;
        }
      }
      if (hit) WR_VEC_PUSH (out, i);
    }
  }
}

/* -- names ------------------------------------------------------------------------------------------ */

/* Is `word` a word of `text`, between blanks? */
static bool has_word (wr_str text, wr_str word) {
  if (!word.len || word.len > text.len) return false;
  for (size_t i = 0; i + word.len <= text.len; i++) {
    if (memcmp (text.ptr + i, word.ptr, word.len) != 0) continue;
    bool begins = i == 0 || text.ptr[i - 1] == ' ';
    bool ends = i + word.len == text.len || text.ptr[i + word.len] == ' ';
    if (begins && ends) return true;
  }
  return false;
}

static bool in_file (const struct wr_gnode *node, wr_str file) {
  return !file.len || is_file (node->at.file, file) || is_file (node->use.file, file);
}

static void find_label (const wr_graph *graph, wr_str file, wr_str name, wr_u32s *out) {
  wr_buf id = {0};
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    wr_buf_clear (&id);
    if (node->label) wr_gnode_id (&id, node);
    if (node->label && in_file (node, file) &&
        (wr_str_equal (node->name, name) || wr_str_equal (wr_buf_str (&id), name) ||
         has_word (node->given, name)))
      WR_VEC_PUSH (out, i);
  }
  wr_buf_free (&id);
}

static void find_procedure (const wr_graph *graph, wr_str file, wr_str name, wr_u32s *out) {
  for (uint32_t p = 0; p < graph->procedure_count; p++) {
    const struct wr_gprocedure *procedure = &graph->procedures[p];
    if (!wr_str_equal (procedure->name, name)) continue;
    if (file.len && !is_file (procedure->at.file, file)) continue;
    for (uint32_t i = 0; i < graph->node_count; i++)
      if (graph->nodes[i].procedure == p + 1) WR_VEC_PUSH (out, i);
  }
}

static void find_file (const wr_graph *graph, wr_str file, wr_u32s *out) {
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (is_file (graph->nodes[i].at.file, file)) WR_VEC_PUSH (out, i);
}

/* -- similar addresses ------------------------------------------------------------------------------ */

enum { MAX_NEAREST = 5 };

static void add_line (wr_buf *out, const struct wr_place *place, uint32_t *last) {
  if (place->line == *last) return;
  *last = place->line;
  wr_buf_print (out, "%.*s:%u\n", WR_STR_ARGS (place->file), place->line);
}

/* The lines with elements that are closest to the line of the address. */
static void near_line (const wr_graph *graph, const struct wr_address *a, wr_buf *out) {
  uint32_t shown[MAX_NEAREST] = {0};
  for (uint32_t k = 0; k < MAX_NEAREST; k++) {
    const struct wr_place *best = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < graph->node_count; i++) {
      const struct wr_place *place = &graph->nodes[i].at;
      if (!place->line || !is_file (place->file, a->file)) continue;
      bool old = false;
      for (uint32_t j = 0; j < k; j++) old |= shown[j] == place->line;
      uint32_t gap = place->line > a->line ? place->line - a->line : a->line - place->line;
      if (old || gap >= least) continue;
      least = gap;
      best = place;
    }
    if (!best) return;
    add_line (out, best, &shown[k]);
  }
}

struct ranking {
  wr_str wanted;
  struct {
    wr_str text;
    uint32_t distance;
  } best[MAX_NEAREST];
  uint32_t count;
};

static bool contains (wr_str text, wr_str part) {
  for (size_t i = 0; part.len && i + part.len <= text.len; i++)
    if (!memcmp (text.ptr + i, part.ptr, part.len)) return true;
  return false;
}

static void rank (struct ranking *r, wr_str text) {
  uint32_t limit = (uint32_t)(r->wanted.len / 2) + 1;
  uint32_t distance = contains (text, r->wanted) || (text.len > 1 && contains (r->wanted, text))
                          ? 1
                          : wr_edit_distance (r->wanted, text, limit);
  if (!text.len || distance > limit) return;
  for (uint32_t i = 0; i < r->count; i++)
    if (wr_str_equal (r->best[i].text, text)) return;
  uint32_t at = r->count < MAX_NEAREST ? r->count++ : MAX_NEAREST;
  while (at > 0 && r->best[at - 1].distance > distance) {
    if (at < MAX_NEAREST) r->best[at] = r->best[at - 1];
    at--;
  }
  if (at == MAX_NEAREST) return;
  WR_ASSERT (at < r->count && (!at || r->best[at - 1].distance <= distance));
  r->best[at].text = text;
  r->best[at].distance = distance;
}

/* The most similar names; if there are none, some procedures as examples. */
static void near_name (const wr_graph *graph, wr_str name, wr_buf *out) {
  struct ranking r = {.wanted = name};
  for (uint32_t p = 0; p < graph->procedure_count; p++) rank (&r, graph->procedures[p].name);
  for (uint32_t i = 0; i < graph->node_count; i++) {
    rank (&r, graph->nodes[i].given);
    rank (&r, graph->nodes[i].name);
    rank (&r, graph->nodes[i].at.file);
  }
  for (uint32_t p = 0; !r.count && p < graph->procedure_count && p < MAX_NEAREST; p++)
    wr_buf_print (out, "%.*s\n", WR_STR_ARGS (graph->procedures[p].name));
  for (uint32_t i = 0; i < r.count; i++) wr_buf_print (out, "%.*s\n", WR_STR_ARGS (r.best[i].text));
}

/* -- search ----------------------------------------------------------------------------------------- */

static void keep_meant (const wr_graph *graph, enum wr_meant meant, wr_u32s *found) {
  if (meant == WR_MEANT_ALL) return;
  bool goals = meant == WR_MEANT_GOALS;
  uint32_t wanted = 0, kept = 0;
  for (uint32_t i = 0; i < found->len; i++) wanted += graph->nodes[found->data[i]].goal == goals;
  for (uint32_t i = 0; wanted && i < found->len; i++)
    if (graph->nodes[found->data[i]].goal == goals) found->data[kept++] = found->data[i];
  if (wanted) found->len = kept;
}

static void find (const wr_graph *graph, wr_str text, wr_u32s *out) {
  struct wr_address a = wr_address_parse (text);
  if (a.line) find_place (graph, &a, out);
  if (!out->len) find_procedure (graph, (wr_str){0}, text, out);
  if (!out->len) find_label (graph, (wr_str){0}, text, out);
  if (!out->len && a.file.len && a.name.len) find_procedure (graph, a.file, a.name, out);
  if (!out->len && a.file.len && a.name.len) find_label (graph, a.file, a.name, out);
  if (!out->len) find_file (graph, text, out);
}

bool wr_address_find (const wr_graph *graph, wr_str address, enum wr_meant meant, wr_u32s *out,
                      wr_buf *nearest) {
  wr_u32s found = {0};
  wr_bitset seen = {0};
  find (graph, address, &found);
  keep_meant (graph, meant, &found);
  for (uint32_t i = 0; i < out->len; i++) wr_bitset_set (&seen, out->data[i], true);
  for (uint32_t i = 0; i < found.len; i++) wr_bitset_set (&seen, found.data[i], true);
  WR_VEC_CLEAR (out);
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (wr_bitset_has (&seen, i)) WR_VEC_PUSH (out, i);
  struct wr_address a = wr_address_parse (address);
  if (!found.len && a.line) near_line (graph, &a, nearest);
  if (!found.len && (!a.line || !nearest->len))
    near_name (graph, a.line ? a.file : a.name, nearest);
  bool any = found.len > 0;
  WR_ASSERT (out->len >= found.len || !any);
  WR_VEC_FREE (&found);
  wr_bitset_free (&seen);
  return any;
}
