/* run/query.h -- the dependency graph of a run, and the store that keeps it.  A query takes the graph of an earlier run of the same
   texts with the same options, if there is one:

     wr_run_recall (run) || (wr_run_load … && wr_run_prove … , wr_run_explain …, wr_run_make_graph, wr_run_store) */
#ifndef WR_RUN_QUERY_H
#define WR_RUN_QUERY_H

#include "analysis/address.h"
#include "run/run.h"

/* The texts are added; run->graph comes from the store.  `backwards`: with the edges of users, which all queries but "why" need.
   False: it is not there. */
bool wr_run_recall (wr_run *run, bool backwards);
/* run->graph from run->coverage. */
void wr_run_make_graph (wr_run *run);
/* Stores the graph, unless only a part of the program was proved or the run was cut short.  If an answer was lost, which another run
   may find, only the names of the files are stored. */
void wr_run_store (wr_run *run);
/* The files of the run that was stored last; false: none is. */
bool wr_run_last_files (const char *cache_path, wr_arena *arena, wr_str **paths, uint32_t *count);

/* Appends the nodes at an address, or at several with commas between them. False: nothing is at *part of it, and
   `nearest` lists similar addresses, one per line. */
bool wr_run_find (const wr_run *run, const char *address, enum wr_meant meant, wr_u32s *out,
                  wr_str *part, wr_buf *nearest);

#endif
