/* The graph by itself: walks, paths, components, addresses, its bytes and the store, on graphs made by hand and at
   random. */
#include "tap.h"

#include "analysis/address.h"
#include "analysis/query.h"
#include "analysis/reduce.h"
#include "analysis/store.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static wr_graph *make (wr_arena *arena, uint32_t nodes) {
  wr_graph *graph = WR_NEW (arena, wr_graph, 1);
  graph->node_count = nodes;
  graph->nodes = WR_NEW (arena, struct wr_gnode, nodes);
  graph->procedure_count = 1;
  graph->procedures = WR_NEW (arena, struct wr_gprocedure, 1);
  graph->procedures[0].name = WR_LIT ("Main");
  graph->procedures[0].at = (struct wr_place){WR_LIT ("dir/a.bpl"), 1, 1, 1, 1};
  graph->procedures[0].has_body = true;
  for (uint32_t i = 0; i < nodes; i++) {
    struct wr_gnode *node = &graph->nodes[i];
    node->label = 2 * i + 1;
    node->id = 2 * i + 1;
    node->element = i + 1;
    node->goal = i % 3 == 0;
    node->role = node->goal ? WR_ROLE_ASSERT : WR_ROLE_ASSUME;
    node->verdict = node->goal ? WR_VERDICT_PROVED : WR_VERDICT_NONE;
    node->trust = node->goal ? WR_TRUST_NONE : WR_TRUST_ASSUME;
    node->status = WR_FACT_NEEDED;
    node->procedure = 1;
    node->at = (struct wr_place){WR_LIT ("dir/a.bpl"), i + 1, 3, i + 1, 20};
    node->text = WR_LIT ("x > 0");
    node->name = wr_str_print (arena, "Main/%s/%06x", wr_role_name ((enum wr_role)node->role), i);
  }
  return graph;
}

static void join (wr_gedges *edges, uint32_t from, uint32_t to, enum wr_edge_kind kind) {
  WR_VEC_PUSH (edges, ((struct wr_gedge){from, to, (uint8_t)kind, WR_NEED_NONE}));
}

static void test_walks (struct tap *tap) {
  wr_arena *arena = wr_arena_new ();
  wr_graph *graph = make (arena, 8);
  wr_gedges edges = {0};
  join (&edges, 0, 1, WR_EDGE_PROOF); /* 0 -> 1 -> 3 -> 4 -> 1; 0 => 7 aside; 6 -> 5 */
  join (&edges, 1, 3, WR_EDGE_JUSTIFIED);
  join (&edges, 3, 4, WR_EDGE_PROOF);
  join (&edges, 4, 1, WR_EDGE_JUSTIFIED);
  join (&edges, 0, 7, WR_EDGE_ASIDE);
  join (&edges, 6, 5, WR_EDGE_PROOF);
  join (&edges, 6, 5, WR_EDGE_PROOF);
  wr_graph_connect (graph, &edges, arena);
  tap_check (tap, graph->edge_count == 6, __FILE__, __LINE__, "an edge given twice is one");
  struct wr_walk walk = {.kinds = WR_WALK_DEFAULT};
  wr_bitset seen = {0};
  uint32_t start = 0;
  wr_graph_reach (graph, &walk, &start, 1, &seen);
  tap_check (tap, wr_bitset_size (&seen) == 4 && !wr_bitset_has (&seen, 7), __FILE__, __LINE__,
             "what 0 rests on, without what stands aside");
  wr_bitset_clear (&seen);
  walk.direction = WR_BACKWARD;
  start = 4;
  wr_graph_reach (graph, &walk, &start, 1, &seen);
  tap_check (tap, wr_bitset_has (&seen, 0) && wr_bitset_size (&seen) == 4, __FILE__, __LINE__,
             "what rests on 4");
  uint32_t component[8];
  walk.direction = WR_FORWARD;
  uint32_t count = wr_graph_components (graph, &walk, component);
  tap_check (tap,
             count == 6 && component[1] == component[3] && component[3] == component[4] &&
                 component[0] > component[1],
             __FILE__, __LINE__, "a cycle is one component, below what rests on it");
  wr_u32s from = {0}, to = {0}, path = {0};
  WR_VEC_PUSH (&from, 0);
  WR_VEC_PUSH (&to, 4);
  bool backwards;
  struct wr_filter filter = {0};
  tap_check (tap,
             wr_query_path (graph, &from, &to, &filter, &path, &backwards) && path.len == 4 &&
                 path.data[0] == 0 && path.data[3] == 4 && !backwards,
             __FILE__, __LINE__, "a path");
  WR_VEC_CLEAR (&path);
  to.data[0] = 5;
  tap_check (tap, !wr_query_path (graph, &from, &to, &filter, &path, &backwards) && !path.len,
             __FILE__, __LINE__, "no path");
  wr_u32s top = {0};
  wr_query_top_goals (graph, &top);
  tap_check (tap, top.len == 2 && top.data[0] == 0 && top.data[1] == 6, __FILE__, __LINE__,
             "goals that no other rests on");
  wr_dependencies found = {0};
  wr_query_why (graph, &from, &filter, &found);
  uint32_t clash = 0, direct = 0;
  for (uint32_t i = 0; i < found.len; i++) {
    clash += found.data[i].contradiction;
    direct += found.data[i].direct;
    if (found.data[i].node == 1) clash += 10 * found.data[i].clash; /* not in the contradiction */
  }
  tap_check (tap, found.len == 3 && clash == 1 && direct == 2, __FILE__, __LINE__,
             "why: facts only, the contradiction apart");
  wr_bitset_clear (&seen);
  wr_bitset_set (&seen, 1, true);
  filter.ignored = &seen;
  WR_VEC_CLEAR (&found);
  wr_query_why (graph, &from, &filter, &found);
  tap_check (tap, found.len == 1, __FILE__, __LINE__, "what is ignored hides what is behind it");
  WR_VEC_FREE (&found);
  WR_VEC_FREE (&top);
  WR_VEC_FREE (&from);
  WR_VEC_FREE (&to);
  WR_VEC_FREE (&path);
  WR_VEC_FREE (&edges);
  wr_bitset_free (&seen);
  wr_arena_free (arena);
}

static uint32_t roll (uint64_t *seed, uint32_t n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % n;
}

/* Components and reachability against the plain definition. */
static void test_random (struct tap *tap) {
  bool good = true;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    uint64_t state = seed;
    wr_arena *arena = wr_arena_new ();
    uint32_t n = 2 + roll (&state, 12);
    wr_graph *graph = make (arena, n);
    wr_gedges edges = {0};
    for (uint32_t i = roll (&state, 3 * n); i > 0; i--)
      join (&edges, roll (&state, n), roll (&state, n), WR_EDGE_PROOF);
    wr_graph_connect (graph, &edges, arena);
    bool reach[16][16] = {{false}};
    for (uint32_t i = 0; i < n; i++) reach[i][i] = true;
    for (uint32_t i = 0; i < edges.len; i++) reach[edges.data[i].from][edges.data[i].to] = true;
    for (uint32_t k = 0; k < n; k++)
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) reach[i][j] |= reach[i][k] && reach[k][j];
    uint32_t component[16];
    struct wr_walk walk = {.kinds = WR_WALK_DEFAULT};
    wr_graph_components (graph, &walk, component);
    for (uint32_t i = 0; i < n; i++) {
      wr_bitset seen = {0}, back = {0};
      walk.direction = WR_FORWARD;
      wr_graph_reach (graph, &walk, &i, 1, &seen);
      walk.direction = WR_BACKWARD;
      wr_graph_reach (graph, &walk, &i, 1, &back);
      for (uint32_t j = 0; j < n; j++) {
        good &= wr_bitset_has (&seen, j) == reach[i][j];
        good &= wr_bitset_has (&back, j) == reach[j][i];
        good &= (component[i] == component[j]) == (reach[i][j] && reach[j][i]);
        if (reach[i][j] && !reach[j][i]) good &= component[i] > component[j];
      }
      wr_bitset_free (&seen);
      wr_bitset_free (&back);
    }
    WR_VEC_FREE (&edges);
    wr_arena_free (arena);
  }
  tap_check (tap, good, __FILE__, __LINE__, "200 random graphs agree with the definition");
}

static uint32_t find (const wr_graph *graph, const char *address, enum wr_meant meant,
                      wr_buf *nearest) {
  wr_u32s out = {0};
  wr_buf_clear (nearest);
  wr_address_find (graph, wr_str_of (address), meant, &out, nearest);
  uint32_t count = out.len;
  WR_VEC_FREE (&out);
  return count;
}

static void test_addresses (struct tap *tap) {
  wr_arena *arena = wr_arena_new ();
  wr_graph *graph = make (arena, 10);
  wr_gedges none = {0};
  graph->nodes[4].given = WR_LIT ("ensures clause E from call C");
  graph->nodes[5].use = (struct wr_place){WR_LIT ("dir/a.bpl"), 50, 5, 50, 30};
  graph->nodes[6].at.end_line = 40;
  wr_graph_connect (graph, &none, arena);
  wr_buf nearest = {0};
  static const struct {
    const char *address;
    enum wr_meant meant;
    uint32_t count;
    const char *near;
  } cases[] = {
      {"dir/a.bpl:2", WR_MEANT_ALL, 1, NULL},
      {"a.bpl:2", WR_MEANT_ALL, 1, NULL},
      {"./dir/a.bpl:2", WR_MEANT_ALL, 1, NULL},
      {"r/a.bpl:2", WR_MEANT_ALL, 0, "dir/a.bpl"},
      {"a.bpl:2:4", WR_MEANT_ALL, 1, NULL},
      {"a.bpl:50", WR_MEANT_ALL, 1, NULL},
      {"a.bpl:33", WR_MEANT_ALL, 1, NULL},
      {"a.bpl:60", WR_MEANT_ALL, 0, "dir/a.bpl:10"},
      {"Main", WR_MEANT_ALL, 10, NULL},
      {"Main", WR_MEANT_GOALS, 4, NULL},
      {"Main", WR_MEANT_FACTS, 6, NULL},
      {"a.bpl:Main", WR_MEANT_ALL, 10, NULL},
      {"b.bpl:Main", WR_MEANT_ALL, 0, "Main"},
      {"Mian", WR_MEANT_ALL, 0, "Main"},
      {"f000000000003", WR_MEANT_ALL, 1, NULL},
      {"g000000000003", WR_MEANT_ALL, 0, NULL},
      {"E", WR_MEANT_ALL, 1, NULL},
      {"Main/assume/000001", WR_MEANT_ALL, 1, NULL},
      {"a.bpl", WR_MEANT_ALL, 10, NULL},
      {"", WR_MEANT_ALL, 0, NULL},
      {":", WR_MEANT_ALL, 0, NULL},
      {"a.bpl:99999999999", WR_MEANT_ALL, 0, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t count = find (graph, cases[i].address, cases[i].meant, &nearest);
    bool near = !cases[i].near || strstr (wr_buf_text (&nearest), cases[i].near);
    tap_check (tap, count == cases[i].count && near, __FILE__, __LINE__, "address '%s': %u",
               cases[i].address, count);
  }
  wr_buf_free (&nearest);
  wr_arena_free (arena);
}

static void test_store (struct tap *tap, const char *scratch) {
  wr_arena *arena = wr_arena_new ();
  wr_graph *graph = make (arena, 20);
  wr_gedges edges = {0};
  for (uint32_t i = 0; i < 19; i++) join (&edges, i, i + 1, WR_EDGE_PROOF);
  wr_graph_connect (graph, &edges, arena);
  wr_buf bytes = {0}, again = {0};
  wr_graph_write (&bytes, graph);
  wr_graph *copy = wr_graph_read (bytes.data, bytes.len, arena);
  if (copy) wr_graph_write (&again, copy);
  tap_check (tap, copy && wr_str_equal (wr_buf_str (&bytes), wr_buf_str (&again)), __FILE__,
             __LINE__, "bytes and back");
  bool good = true;
  for (size_t i = 0; i < bytes.len; i++) good &= !wr_graph_read (bytes.data, i, arena);
  tap_check (tap, good, __FILE__, __LINE__, "a graph that is cut off is none");
  uint64_t state = 5;
  for (uint32_t i = 0; i < 3000;
       i++) { /* whatever the bytes are, reading ends and walks stay inside */
    uint32_t at = roll (&state, (uint32_t)bytes.len);
    char old = bytes.data[at];
    bytes.data[at] = (char)roll (&state, 256);
    wr_mark mark = wr_arena_save (arena);
    wr_graph *odd = wr_graph_read (bytes.data, bytes.len, arena);
    uint32_t start = 0;
    wr_bitset seen = {0};
    struct wr_walk walk = {.kinds = WR_WALK_DEFAULT};
    if (odd && odd->node_count) wr_graph_reach (odd, &walk, &start, 1, &seen);
    wr_bitset_free (&seen);
    wr_arena_restore (arena, mark);
    bytes.data[at] = old;
  }
  tap_check (tap, true, __FILE__, __LINE__, "3000 damaged graphs are read or refused");
  char path[4096];
  mkdir (scratch, 0777);
  snprintf (path, sizeof path, "%s/graph.db", scratch);
  unlink (path);
  struct wr_stored_file file = {WR_LIT ("dir/a.bpl"), {{1, 2, 3}}};
  struct wr_run_key key = {&file, 1, WR_LIT ("how")};
  wr_cache *cache = wr_cache_open (path);
  tap_check (tap, !wr_store_get (cache, &key, arena), __FILE__, __LINE__, "nothing is stored yet");
  wr_store_put (cache, &key, graph);
  wr_store_put (cache, &key, graph);
  wr_graph *found = wr_store_get (cache, &key, arena);
  tap_check (tap, found && found->edge_count == 19, __FILE__, __LINE__, "stored and found");
  file.digest.bytes[0] = 9;
  tap_check (tap, !wr_store_get (cache, &key, arena), __FILE__, __LINE__,
             "another text is another run");
  wr_str *paths;
  uint32_t count = 0;
  tap_check (tap, wr_store_last (cache, arena, &paths, &count) && count == 1, __FILE__, __LINE__,
             "the last program");
  wr_cache_close (cache);
  unlink (path);
  WR_VEC_FREE (&edges);
  wr_buf_free (&bytes);
  wr_buf_free (&again);
  wr_arena_free (arena);
}

/* Goals 0, 3, 6 and 9 are proved, and of 3, 6 and 9 nothing more is known. */
static void test_open (struct tap *tap) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_core *core = wr_core_new (arena, symbols, sources);
  wr_graph *graph = make (arena, 12);
  wr_gedges edges = {0};
  join (&edges, 0, 1, WR_EDGE_PROOF); /* 0 -> 1 -> 3 => 11 -> 5 -> 6; 9 rests on what nobody asks */
  join (&edges, 1, 3, WR_EDGE_JUSTIFIED);
  join (&edges, 3, 11, WR_EDGE_UNEXPLAINED);
  join (&edges, 11, 5, WR_EDGE_UNEXPLAINED);
  join (&edges, 5, 6, WR_EDGE_JUSTIFIED);
  for (uint32_t i = 3; i < 12; i += 3) graph->nodes[i].unexplained = true;
  wr_graph_connect (graph, &edges, arena);
  wr_u32s start = {0};
  wr_bitset tried = {0}, open = {0};
  WR_VEC_PUSH (&start, graph->nodes[0].label);
  bool some = wr_reduce_open (graph, core, &start, &tried, &open);
  tap_check (tap,
             some && wr_bitset_size (&open) == 1 && wr_bitset_has (&open, graph->nodes[3].label),
             __FILE__, __LINE__, "a goal is asked about when one that is known rests on it");
  wr_bitset_clear (&open);
  tap_check (tap, !wr_reduce_open (graph, core, &start, &tried, &open) && !wr_bitset_size (&open),
             __FILE__, __LINE__, "and only once");
  WR_VEC_FREE (&edges);
  WR_VEC_FREE (&start);
  wr_bitset_free (&tried);
  wr_bitset_free (&open);
  wr_core_free (core);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 2) return 2;
  test_walks (&tap);
  test_open (&tap);
  test_random (&tap);
  test_addresses (&tap);
  test_store (&tap, argv[1]);
  return tap_done (&tap);
}
