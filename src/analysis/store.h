/* analysis/store.h -- dependency graphs in the database that also holds the cache of answers, so that queries need
   no solver.  The key of a run is its content: the paths and texts of its files and the options.  One run is kept for each
   program (the same paths).

   docs/reference/graph.md describes the tables `runs`, `files`, `nodes` and `edges`, which are for users; Warrant reads the graph
   from one value, runs.graph, whose strings and edges have the layout of memory. */
#ifndef WR_ANALYSIS_STORE_H
#define WR_ANALYSIS_STORE_H

#include "analysis/graph.h"
#include "solve/cache.h"

enum { WR_STORE_FORMAT = 25 }; /* of runs.graph; graphs in another format are not found */

struct wr_stored_file {
  wr_str path;
  struct wr_digest digest; /* of its text */
};

struct wr_run_key {
  const struct wr_stored_file *files;
  uint32_t file_count;
  wr_str how; /* the options that answers depend on */
};

/* NULL: the graph is not stored, or its bytes are damaged. */
wr_graph *wr_store_get (wr_cache *cache, const struct wr_run_key *key, wr_arena *arena);
/* Replaces the stored run of the same program.  After a failure the graph is computed again.  Without a graph only the names of the
   files are stored, for wr_store_last. */
void wr_store_put (wr_cache *cache, const struct wr_run_key *key, const wr_graph *graph);
/* The paths of the run that was stored last; false: there is none. */
bool wr_store_last (wr_cache *cache, wr_arena *arena, wr_str **paths, uint32_t *count);

/* The value of runs.graph. */
void wr_graph_write (wr_buf *out, const wr_graph *graph);
wr_graph *wr_graph_read (const char *data, size_t size, wr_arena *arena); /* NULL: damaged */

#endif
