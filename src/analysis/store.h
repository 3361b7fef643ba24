/* analysis/store.h -- dependency graphs in the database that also holds the cache of answers, so that queries need
   no solver.  A run is found by its content: the paths and texts of its files and how it was asked.  Of one
   program (the same paths) one run is kept.

   docs/graph.md describes the tables `runs`, `files`, `nodes` and `edges`, which are there for people; the graph is
   read back from one value, runs.graph, in which strings and edges lie as they do in memory. */
#ifndef WR_ANALYSIS_STORE_H
#define WR_ANALYSIS_STORE_H

#include "analysis/graph.h"
#include "solve/cache.h"

enum { WR_STORE_FORMAT = 16 }; /* of runs.graph; others are not found */

struct wr_stored_file {
  wr_str path;
  struct wr_digest digest; /* of its text */
};

struct wr_run_key {
  const struct wr_stored_file *files;
  uint32_t file_count;
  wr_str how; /* options that answers depend on */
};

/* False: not there, or the bytes make no graph. */
wr_graph *wr_store_get (wr_cache *cache, const struct wr_run_key *key, wr_arena *arena);
/* Replaces the stored run of the same program.  A failure costs only time later.  Without a graph only the names of the files
   are kept, for wr_store_last. */
void wr_store_put (wr_cache *cache, const struct wr_run_key *key, const wr_graph *graph);
/* The paths of the run that was stored last; false: none is. */
bool wr_store_last (wr_cache *cache, wr_arena *arena, wr_str **paths, uint32_t *count);

/* The value itself. */
void wr_graph_write (wr_buf *out, const wr_graph *graph);
wr_graph *wr_graph_read (const char *data, size_t size, wr_arena *arena); /* NULL: it is none */

#endif
