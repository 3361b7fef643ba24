/* bench/graph [NODES EDGES] -- `why` on a large stored graph: a random one is stored, then a new process opens the
   database, loads the graph, finds a node by its address and asks what it rests on.  Limits: 1 second of CPU and 1 GB for a
   million nodes and five million edges. */
#include "analysis/address.h"
#include "analysis/query.h"
#include "analysis/store.h"
#include "base/os.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static uint32_t roll (uint64_t *state, uint32_t n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 32) % n);
}

static wr_graph *make (wr_arena *arena, uint32_t nodes, uint32_t edges) {
  wr_graph *graph = WR_NEW (arena, wr_graph, 1);
  uint64_t state = 1;
  graph->node_count = nodes;
  graph->nodes = WR_NEW (arena, struct wr_gnode, nodes);
  graph->procedure_count = nodes / 100 + 1;
  graph->procedures = WR_NEW (arena, struct wr_gprocedure, graph->procedure_count);
  for (uint32_t i = 0; i < graph->procedure_count; i++)
    graph->procedures[i] =
        (struct wr_gprocedure){wr_str_print (arena, "P%u", i),
                               {WR_LIT ("big.bpl"), i * 100 + 1, 1, i * 100 + 1, 10},
                               true};
  for (uint32_t i = 0; i < nodes; i++) {
    struct wr_gnode *node = &graph->nodes[i];
    bool goal = i % 4 == 3;
    node->label = node->element = i + 1;
    node->goal = goal;
    node->role = goal ? WR_ROLE_ASSERT : WR_ROLE_ASSIGN;
    node->verdict = goal ? WR_VERDICT_PROVED : WR_VERDICT_NONE;
    node->status = WR_FACT_NEEDED;
    node->procedure = i / 100 + 1;
    node->at = (struct wr_place){WR_LIT ("big.bpl"), i + 1, 3, i + 1, 30};
    node->text = wr_str_print (arena, "x%u := x%u + 1;", i, roll (&state, nodes));
    node->name = wr_str_print (arena, "P%u/%s/%06x", i / 100,
                               wr_role_name ((enum wr_role)node->role), i & 0xffffff);
  }
  wr_gedges list = {0};
  for (uint32_t i = 0; i < edges; i++) {
    uint32_t from = roll (&state, nodes), to = roll (&state, nodes);
    WR_VEC_PUSH (&list, ((struct wr_gedge){from, to, WR_EDGE_PROOF, WR_NEED_LOGICAL}));
  }
  wr_graph_connect (graph, &list, arena);
  WR_VEC_FREE (&list);
  return graph;
}

static double seconds (struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static int ask (const char *path, const struct wr_run_key *key, uint32_t nodes) {
  double begin = wr_clock ();
  wr_arena *arena = wr_arena_new ();
  wr_cache *cache = wr_cache_open (path);
  wr_graph *graph = wr_store_get (cache, key, arena);
  double loaded = wr_clock ();
  wr_u32s asked = {0};
  wr_buf nearest = {0};
  char address[40];
  snprintf (address, sizeof address, "big.bpl:%u", nodes / 2 / 4 * 4 + 4);
  bool found =
      graph && wr_address_find (graph, wr_str_of (address), WR_MEANT_GOALS, &asked, &nearest);
  wr_dependencies answer = {0};
  struct wr_filter filter = {0};
  if (found) wr_query_why (graph, &asked, &filter, &answer);
  double end = wr_clock ();
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  double cpu = seconds (usage.ru_utime) + seconds (usage.ru_stime);
  printf ("why on %u nodes, %u edges: %u dependencies, %.3f s (loading %.3f s; %.3f s of CPU), %ld "
          "MB\n",
          graph ? graph->node_count : 0, graph ? graph->edge_count : 0, answer.len, end - begin,
          loaded - begin, cpu, usage.ru_maxrss / 1024);
  bool good = found && cpu < 1 && usage.ru_maxrss < 1024 * 1024;
  WR_VEC_FREE (&asked);
  WR_VEC_FREE (&answer);
  wr_buf_free (&nearest);
  wr_cache_close (cache);
  wr_arena_free (arena);
  return good ? 0 : 1;
}

int main (int argc, char **argv) {
  uint32_t nodes = argc > 1 ? (uint32_t)strtoul (argv[1], NULL, 10) : 1000000;
  uint32_t edges = argc > 2 ? (uint32_t)strtoul (argv[2], NULL, 10) : 5000000;
  if (nodes < 8) return 2;
  char path[] = "bench-graph-XXXXXX/graph.db";
  char *slash = strrchr (path, '/');
  *slash = 0;
  if (!mkdtemp (path)) return 2;
  *slash = '/';
  struct wr_stored_file file = {WR_LIT ("big.bpl"), {{1}}};
  struct wr_run_key key = {&file, 1, WR_LIT ("bench")};
  fflush (stdout);
  pid_t writer = fork ();
  if (writer == 0) {
    wr_arena *arena = wr_arena_new ();
    wr_cache *cache = wr_cache_open (path);
    wr_store_put (cache, &key, make (arena, nodes, edges));
    wr_cache_close (cache);
    wr_arena_free (arena);
    _exit (0);
  }
  int status = 0;
  waitpid (writer, &status, 0);
  int code = ask (path, &key, nodes);
  unlink (path);
  *slash = 0;
  rmdir (path);
  return code;
}
