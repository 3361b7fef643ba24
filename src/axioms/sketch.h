/* axioms/sketch.h -- a sketch of a test for an axiom of a log: constants for its variables, its premiss as an assumption, its conclusion as the goal, so
   that its trigger terms are there.  A sketch is only worth showing if the solver proves it, and no longer without the axiom. */
#ifndef WR_AXIOMS_SKETCH_H
#define WR_AXIOMS_SKETCH_H

#include "axioms/identity.h"
#include "axioms/log.h"
#include "base/map.h"
#include "base/vec.h"

/* Names that commands of a log declare, by hash. */
void wr_sketch_declared (const wr_log *log, wr_map *names);
/* The commands of a test for `(assert …)`, one per line.  `holds`: the conclusion is assumed, and not refuted. */
void wr_sketch_write (wr_buf *out, wr_str assertion, const wr_map *declared, bool holds);

struct wr_sketch {
  uint64_t hash; /* of the axiom */
  wr_str text;   /* in the arena */
  uint32_t
      line; /* of the log, before which the sketch is a test: the axioms stand above, the queries below */
};
/* The log without its queries, and with one query for each wanted axiom that stands in it and has none yet: `wanted` maps the identities of axioms to 1,
   and to 2 when they have one.  The first query has no goal: if it is proved, the axioms contradict each other.  False: there is no wanted axiom in it. */
struct wr_sketch_options {
  const struct wr_identity_options *identity;
  uint64_t without;   /* not 0: this axiom is left out */
  const wr_map *only; /* not NULL: axioms with other identities are left out */
  bool
      holds; /* a control: is the sketch possible if its conclusion holds?  The solver looks for models of quantifiers */
  uint32_t most; /* queries */
};
typedef WR_VEC (struct wr_sketch) wr_sketches;
bool wr_sketch_log (wr_buf *out, const wr_log *log, const struct wr_sketch_options *options,
                    wr_map *wanted, wr_sketches *sketches, wr_arena *arena);

#endif
