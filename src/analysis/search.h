/* analysis/search.h -- the state of the search for one goal's explanation (analysis/explain.h), for the files that do its
   steps. */
#ifndef WR_ANALYSIS_SEARCH_H
#define WR_ANALYSIS_SEARCH_H

#include "analysis/enumerate.h"

struct wr_named {
  uint32_t label; /* instead of this */
  uint32_t *use;
  uint32_t count;
  bool sure; /* together they have proved the goal */
};

struct wr_search {
  const wr_core *core;
  const struct wr_prover *prover;
  wr_arena *arena;
  uint32_t goal; /* 0: one that never holds */
  const uint32_t *universe;
  uint32_t count;
  const uint32_t *hint;
  uint32_t hint_count;
  struct wr_explanation out;
  wr_bitset all, on;   /* everything that may hold; the core as it stands */
  wr_bitset from;      /* proves: the last that an answer named a part of */
  wr_bitset proof;     /* of a vacuous goal: what was found with the goal's own label */
  enum wr_need *known; /* by label; what the judge found, whatever the core */
  bool *judged;
  wr_u32s last;                   /* what the last answer named */
  WR_VEC (struct wr_named) named; /* what answers named instead of members */
  wr_bitset alone;                /* the last that was proved alone */
  bool found;                     /* `on` proves */
  bool sure;                      /* and was proved alone */
  bool by_itself;                 /* every question is asked alone */
  bool straight;                  /* and is known to be hard */
  bool minimal;
  bool hard;           /* the last answer was "no", and not easy to come by */
  wr_bitset hard_ones; /* members of what was made minimal last that only such answers keep in */
  wr_bitset doubtful;  /* such members of the core */
  wr_bitset refused;   /* of what is being made minimal: without them it does not prove */
  wr_bitset unlucky;   /* of these: after some search */
  wr_bitset early;     /* of these: it was more when they were refused */
  bool pieced;         /* what an answer named did not prove: answers depend on the solver's luck */
  bool lost;           /* a query was lost: nothing more is asked */
  bool endless;        /* without a member the budget ran out: the others are not asked about */
  wr_bitset unasked;   /* these */
};

/* The members of the core, those that are to be taken out first coming first. */
uint32_t wr_search_order (const wr_search *search, uint32_t *labels);
/* Another core: among what proved where this one was found, or else among everything, by questions that are asked alone. */
void wr_search_repair (wr_search *search);
struct wr_label_list wr_search_list (const wr_search *search, const wr_bitset *set);
/* Each other core (the first is the core) that does without a member is an alternative to it. */
void wr_search_alternatives (wr_search *search, const wr_bitsets *cores);

#endif
