/* analysis/graph_bytes.c -- writes a graph as bytes and reads it back.  Numbers have 32 bits in the machine's byte order: the value
   stays in the cache of one machine.  The reader checks every index, because the file may be damaged. */
#include "analysis/store.h"

#include "base/check.h"

#include <string.h>

enum { MAGIC = 0x47525257, NODE_WORDS = 27, PROCEDURE_WORDS = 9, ELEMENT_WORDS = 2 };

struct writer {
  wr_u32s words;
  wr_buf strings;
  wr_str last_file;
  uint32_t last_at;
};

static void put (struct writer *w, uint32_t value) { WR_VEC_PUSH (&w->words, value); }

static void put_string (struct writer *w, wr_str text) {
  put (w, (uint32_t)w->strings.len);
  put (w, (uint32_t)text.len);
  wr_buf_add (&w->strings, text);
}

/* The file name is shared with the place before if it is the same. */
static void put_place (struct writer *w, const struct wr_place *place) {
  if (place->file.len && !wr_str_equal (place->file, w->last_file)) {
    w->last_file = place->file;
    w->last_at = (uint32_t)w->strings.len;
    wr_buf_add (&w->strings, place->file);
  }
  put (w, w->last_at);
  put (w, (uint32_t)place->file.len);
  put (w, place->line);
  put (w, place->column);
  put (w, place->end_line);
  put (w, place->end_column);
}

static void put_node (struct writer *w, const struct wr_gnode *node) {
  put (w, node->label);
  put (w, (uint32_t)(node->id >> 32));
  put (w, (uint32_t)node->id);
  put (w, node->element);
  put (w, (uint32_t)node->role | (uint32_t)node->cls << 8 | (uint32_t)node->trust << 16 |
              (uint32_t)node->verdict << 24);
  put (w, (uint32_t)node->status | (uint32_t)node->goal << 8 | (uint32_t)node->vacuous << 9 |
              (uint32_t)node->unexplained << 10 | (uint32_t)node->limit << 16 |
              (uint32_t)node->type << 24);
  put (w, node->procedure);
  put_place (w, &node->at);
  put_place (w, &node->use);
  put_string (w, node->text);
  put_string (w, node->use_text);
  put_string (w, node->name);
  put_string (w, node->given);
}

static void put_element (struct writer *w, const struct wr_gelement *element) {
  put (w, element->node);
  put (w, (uint32_t)element->state | (uint32_t)element->reason << 8 |
              (uint32_t)element->call << 16 | (uint32_t)element->prelude << 17);
}

static void add_words (wr_buf *out, const void *words, size_t count) {
  wr_buf_add (out, (wr_str){words, count * sizeof (uint32_t)});
}

static void add_bytes (wr_buf *out, const uint8_t *bytes, size_t count) {
  static const char padding[3] = {0};
  wr_buf_add (out, (wr_str){(const char *)bytes, count});
  wr_buf_add (out, (wr_str){padding, (4 - count % 4) % 4});
}

void wr_graph_write (wr_buf *out, const wr_graph *graph) {
  struct writer w = {0};
  for (uint32_t i = 0; i < graph->node_count; i++) put_node (&w, &graph->nodes[i]);
  WR_ASSERT (w.words.len == graph->node_count * NODE_WORDS);
  for (uint32_t i = 0; i < graph->procedure_count; i++) {
    put_string (&w, graph->procedures[i].name);
    put_place (&w, &graph->procedures[i].at);
    put (&w, graph->procedures[i].has_body);
  }
  for (uint32_t i = 0; i < graph->element_count; i++) put_element (&w, &graph->elements[i]);
  WR_ASSERT (w.words.len == graph->node_count * NODE_WORDS +
                                graph->procedure_count * PROCEDURE_WORDS +
                                graph->element_count * ELEMENT_WORDS);
  uint32_t head[] = {MAGIC,
                     WR_STORE_FORMAT,
                     graph->node_count,
                     graph->procedure_count,
                     graph->element_count,
                     graph->edge_count,
                     graph->alternative_words,
                     graph->caller_count,
                     (uint32_t)w.strings.len};
  add_words (out, head, sizeof head / sizeof *head);
  add_words (out, w.words.data, w.words.len);
  add_words (out, graph->first, graph->node_count + 1);
  add_words (out, graph->to, graph->edge_count);
  add_bytes (out, graph->kind, graph->edge_count);
  add_bytes (out, graph->need, graph->edge_count);
  add_words (out, graph->alternatives, graph->alternative_words);
  add_words (out, graph->callers, (size_t)2 * graph->caller_count);
  wr_buf_add (out, wr_buf_str (&w.strings));
  WR_VEC_FREE (&w.words);
  wr_buf_free (&w.strings);
}

/* -- reading ---------------------------------------------------------------------------------------- */

struct reader {
  const char *at, *end;
  wr_str strings;
  bool bad;
};

static const void *take (struct reader *r, size_t bytes) {
  const char *here = r->at;
  if (bytes > (size_t)(r->end - r->at)) {
    r->bad = true;
    return NULL;
  }
  r->at += bytes;
  return here;
}

static uint32_t word (struct reader *r) {
  uint32_t value = 0;
  const void *here = take (r, sizeof value);
  if (here) memcpy (&value, here, sizeof value);
  return value;
}

static wr_str string (struct reader *r) {
  uint32_t at = word (r), len = word (r);
  if (!len) return (wr_str){0};
  if (at > r->strings.len || len > r->strings.len - at) {
    r->bad = true;
    return (wr_str){0};
  }
  return (wr_str){r->strings.ptr + at, len};
}

static struct wr_place place (struct reader *r) {
  struct wr_place p = {.file = string (r)};
  p.line = word (r);
  p.column = word (r);
  p.end_line = word (r);
  p.end_column = word (r);
  return p;
}

static struct wr_gnode node (struct reader *r, const wr_graph *graph) {
  struct wr_gnode n = {.label = word (r)};
  n.id = (uint64_t)word (r) << 32;
  n.id |= word (r);
  n.element = word (r);
  uint32_t kinds = word (r), flags = word (r);
  n.role = (uint8_t)(kinds & 255);
  n.cls = (uint8_t)(kinds >> 8 & 255);
  n.trust = (uint8_t)(kinds >> 16 & 255);
  n.verdict = (uint8_t)(kinds >> 24);
  n.status = (uint8_t)(flags & 255);
  n.goal = flags & 256;
  n.vacuous = flags & 512;
  n.unexplained = flags & 1024;
  n.limit = (uint8_t)(flags >> 16 & 255);
  n.type = (uint8_t)(flags >> 24);
  n.procedure = word (r);
  n.at = place (r);
  n.use = place (r);
  n.text = string (r);
  n.use_text = string (r);
  n.name = string (r);
  n.given = string (r);
  r->bad |= n.role >= WR_ROLE_COUNT || n.cls > WR_CLASS_INTERNAL || n.trust >= WR_TRUST_COUNT ||
            n.verdict > WR_VERDICT_UNKNOWN || n.status >= WR_FACT_STATUS_COUNT ||
            n.limit >= WR_LIMIT_COUNT || n.type >= WR_TYPE_COUNT ||
            n.procedure > graph->procedure_count;
  return n;
}

static struct wr_gelement element (struct reader *r, const wr_graph *graph) {
  struct wr_gelement e = {.node = word (r)};
  uint32_t flags = word (r);
  e.state = (uint8_t)(flags & 255);
  e.reason = (uint8_t)(flags >> 8 & 255);
  e.call = flags & 1u << 16;
  e.prelude = flags & 1u << 17;
  r->bad |= e.node >= graph->node_count || e.state >= WR_ELEMENT_STATE_COUNT ||
            e.reason >= WR_ELEMENT_REASON_COUNT;
  return e;
}

static void *copy (struct reader *r, wr_arena *arena, size_t count, size_t size) {
  size_t bytes = (count * size + 3) / 4 * 4;
  const void *here = take (r, bytes);
  return here ? wr_arena_copy (arena, here, count, size) : NULL;
}

static bool is_sound (const wr_graph *graph) {
  if (graph->first[0] != 0 || graph->first[graph->node_count] != graph->edge_count) return false;
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (graph->first[i] > graph->first[i + 1]) return false;
  for (uint32_t i = 0; i < graph->edge_count; i++)
    if (graph->to[i] >= graph->node_count || graph->kind[i] >= WR_EDGE_COUNT ||
        graph->need[i] > WR_NEED_LIMIT)
      return false;
  for (uint32_t i = 0; i < graph->caller_count; i++)
    if (graph->callers[2 * i] >= graph->node_count ||
        graph->callers[2 * i + 1] >= graph->node_count ||
        (i && graph->callers[2 * i] < graph->callers[2 * i - 2]))
      return false;
  for (uint32_t at = 0; at < graph->alternative_words;) {
    uint32_t left = graph->alternative_words - at;
    const uint32_t *word = graph->alternatives + at;
    if (left < 3 || word[2] > left - 3) return false;
    for (uint32_t i = 0; i < 3 + word[2]; i++)
      if (i != 2 && word[i] >= graph->node_count) return false;
    at += 3 + word[2];
  }
  return true;
}

wr_graph *wr_graph_read (const char *data, size_t size, wr_arena *arena) {
  struct reader r = {.at = data, .end = data + size};
  if (word (&r) != MAGIC || word (&r) != WR_STORE_FORMAT) return NULL;
  wr_graph *graph = WR_NEW (arena, wr_graph, 1);
  graph->node_count = word (&r);
  graph->procedure_count = word (&r);
  graph->element_count = word (&r);
  graph->edge_count = word (&r);
  graph->alternative_words = word (&r);
  graph->caller_count = word (&r);
  size_t strings = word (&r);
  size_t records = (size_t)graph->node_count * NODE_WORDS +
                   (size_t)graph->procedure_count * PROCEDURE_WORDS +
                   (size_t)graph->element_count * ELEMENT_WORDS;
  if (r.bad || strings > (size_t)(r.end - r.at) ||
      records > (size_t)(r.end - r.at) / sizeof (uint32_t))
    return NULL;
  r.end -= strings;
  r.strings = wr_str_keep (arena, (wr_str){r.end, strings});
  graph->nodes = WR_NEW (arena, struct wr_gnode, graph->node_count);
  graph->procedures = WR_NEW (arena, struct wr_gprocedure, graph->procedure_count);
  for (uint32_t i = 0; i < graph->node_count && !r.bad; i++) graph->nodes[i] = node (&r, graph);
  for (uint32_t i = 0; i < graph->procedure_count && !r.bad; i++) {
    graph->procedures[i].name = string (&r);
    graph->procedures[i].at = place (&r);
    graph->procedures[i].has_body = word (&r) != 0;
  }
  graph->elements = WR_NEW (arena, struct wr_gelement, graph->element_count);
  for (uint32_t i = 0; i < graph->element_count && !r.bad; i++)
    graph->elements[i] = element (&r, graph);
  graph->first = copy (&r, arena, (size_t)graph->node_count + 1, sizeof *graph->first);
  graph->to = copy (&r, arena, graph->edge_count, sizeof *graph->to);
  graph->kind = copy (&r, arena, graph->edge_count, 1);
  graph->need = copy (&r, arena, graph->edge_count, 1);
  graph->alternatives = copy (&r, arena, graph->alternative_words, sizeof *graph->alternatives);
  graph->callers = copy (&r, arena, (size_t)2 * graph->caller_count, sizeof *graph->callers);
  if (r.bad || r.at != r.end || !is_sound (graph)) return NULL;
  return graph;
}
