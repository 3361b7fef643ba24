/* diagnose/searching.h -- the search in one body, as a worker does it.  Private to search.c and searching.c. */
#ifndef WR_DIAGNOSE_SEARCHING_H
#define WR_DIAGNOSE_SEARCHING_H

#include "diagnose/path.h"
#include "diagnose/search.h"
#include "solve/pool.h"

struct wr_searching {
  struct wr_path_runner *r; /* its machine's core is that of the backend */
  const struct wr_search_bounds *bounds;
  const wr_bitset *targets; /* labels of the goals */
  const uint32_t *distance; /* per block of the body: to the nearest goal; UINT32_MAX: none */
  const struct wr_backend *backend;
  void *self;
  wr_channel *out;
};

/* Frames from the worker: a test, and at last what is known about all of them. */
enum { WR_SEARCH_TEST = 1, WR_SEARCH_END };
void wr_search_body (const struct wr_searching *how);

#endif
