/* report/axioms_match.h -- which axiom of one document of `axioms` is which axiom of another, though it may have moved or have another name.
   Matched first is what has the same identity, then the same name that its author gave it, then the same text without names and attributes, and last
   what stands at the same place, if its identity is a place. */
#ifndef WR_REPORT_AXIOMS_MATCH_H
#define WR_REPORT_AXIOMS_MATCH_H

#include "base/json.h"
#include "base/vec.h"

struct wr_axiom_entry {
  wr_str identity, shown;
  wr_str name; /* "": nobody gave it one: it is called by its place */
  const json_t *object, *tests;
  uint32_t partner; /* number of the entry on the other side + 1; 0: none */
};
typedef WR_VEC (struct wr_axiom_entry) wr_axiom_entries;

/* Fills in all but the partner. */
struct wr_axiom_entry wr_axiom_entry_of (const json_t *object, const char *tests);
void wr_axiom_entries_match (wr_axiom_entries *before, wr_axiom_entries *after);
/* A string of an object; "": it has none. */
wr_str wr_axiom_text_at (const json_t *object, const char *key);

#endif
