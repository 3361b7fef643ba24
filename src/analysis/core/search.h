/* analysis/core/search.h -- the search for one goal's explanation, in steps.  A caller with many goals runs the same step of all goals
   together, because each step asks its own kind of question and the solver's context then seldom changes.

   Order of the steps: core, confirm, vacuity, need, choice, (enumerate,) confirm, recheck, own proof, end.  Each step reads the core that the
   steps before it found and may replace it by a better one.  A core is a value (struct wr_found) that says with which trust it was proved. */
#ifndef WR_ANALYSIS_CORE_SEARCH_H
#define WR_ANALYSIS_CORE_SEARCH_H

#include "analysis/ask/oracle.h"
#include "analysis/explain.h"
#include "solve/budgets.h"

/* A set that proves the goal. */
struct wr_found {
  wr_bitset on;       /* the goal's own label is a member unless the core is a contradiction */
  wr_bitset within;   /* a superset that an answer proved; a repair starts there */
  wr_bitset doubtful; /* members that only an answer with SHARED trust keeps in */
  enum wr_solver_trust trust; /* of the proof by `on` */
  bool minimal;               /* no member can be dropped within the budget */
  bool exists;                /* false: no core is known, the other fields mean nothing */
};

struct wr_weight {
  uint32_t elements; /* of the user's text */
  uint32_t gains;    /* amounts of permissions that are gained */
};

/* What else the choice between cores rests on (analysis/weight.h); NULL: derived facts are counted. */
struct wr_scale {
  const void *ctx;
  /* What the closure of a core of `goal` holds. */
  struct wr_weight (*weigh) (const void *ctx, const wr_bitset *core, uint32_t goal);
  /* Negative: of the elements in which their closures differ, the first in the text is one of `a`; positive: one of `b`. */
  int (*compare) (const void *ctx, const wr_bitset *a, const wr_bitset *b, uint32_t goal);
  /* Does a fact with a local role (core/role.h) say no more than its goal? */
  bool (*repeats) (const void *ctx, uint32_t label);
  /* Is the goal of such a fact not proved?  Then nothing else may say it. */
  bool (*claims) (const void *ctx, uint32_t label);
};

/* An answer's set that does without `label`. */
struct wr_stand_in {
  uint32_t label;
  uint32_t *use;
  uint32_t count;
  bool sufficient; /* the set proves the goal by itself; otherwise it was only reported */
};

typedef struct wr_search {
  const wr_core *core;
  const struct wr_oracle *oracle;
  const struct wr_budgets *budgets;
  const struct wr_scale *scale;
  wr_arena *arena;
  uint32_t goal;            /* its label; 0: a probe, a goal that never holds */
  const uint32_t *universe; /* the labels that may matter, increasing */
  uint32_t count;
  const uint32_t *hint; /* facts that may suffice, from pass 1; NULL: none */
  uint32_t hint_count;
  wr_bitset
      all; /* labels that may hold: the universe, without the goal's once the goal is known to be vacuous */
  struct wr_found found;
  wr_bitset
      proof; /* of a vacuous goal: the core that was found with the goal's own label; empty: none */
  enum wr_need *need;  /* [label] */
  wr_bitset judged;    /* labels whose need is known or given up */
  wr_bitset exhausted; /* of these: not asked about, because an earlier question hit the limit */
  wr_u32s reported;    /* what the last answer with a core reported */
  WR_VEC (struct wr_stand_in) stand_ins;
  wr_bitset proved; /* the last set that was proved with more than SHARED trust */
  enum wr_solver_trust proved_trust;
  bool lost; /* a question was lost: nothing more is asked, and there is no information */
  struct wr_explanation out;
} wr_search;

/* What is to be explained; the fields are those of wr_search.  The goal's own label is in the universe. */
struct wr_search_task {
  const wr_core *core;
  const struct wr_oracle *oracle;
  const struct wr_budgets *budgets;
  const struct wr_scale *scale;
  wr_label goal;
  const uint32_t *universe, *hint;
  uint32_t count, hint_count;
};
wr_search *wr_search_new (const struct wr_search_task *task, wr_arena *arena);
void wr_search_end (wr_search *search, struct wr_explanation *out);
/* Is a core known? */
bool wr_search_found (const wr_search *search);
/* The members of the core; the goal's own label is none. */
uint32_t *wr_search_members (wr_search *search, uint32_t *count);

/* -- asking [search.c] ------------------------------------------------------------------------------ */

struct wr_reply wr_search_ask (wr_search *search, const struct wr_question *question);
/* Does `on` prove the goal?  Not asked again if it was the last set that was proved with this trust. */
bool wr_search_proves (wr_search *search, const wr_bitset *on, enum wr_solver_trust trust);
/* Does `asked` prove the goal?  Then `set` has what the answer reports, which is not confirmed, and `asked` as `within`. */
bool wr_search_try (wr_search *search, const wr_bitset *asked, enum wr_solver_trust trust,
                    struct wr_found *set);
/* Sets `on` to the core that the last answer reported; adds the goal if it is in `asked`, the set of that query. */
void wr_search_take_reported (const wr_search *search, const wr_bitset *asked, wr_bitset *on);
/* The trust with which `on` is known to prove the goal; only the last proof is remembered. */
enum wr_solver_trust wr_search_trust (const wr_search *search, const wr_bitset *on);
/* Adds the goal's label to `on` if the goal may hold. */
void wr_search_add_goal (const wr_search *search, wr_bitset *on);
/* Is the label in every core?  If all facts without it do not prove the goal, no subset of them does. */
bool wr_search_is_needed (const wr_search *search, const wr_bitset *on, uint32_t label);
struct wr_label_list wr_search_list (const wr_search *search, const wr_bitset *set);
void wr_found_copy (struct wr_found *to, const struct wr_found *from);
void wr_found_free (struct wr_found *found);

/* -- the stated choice of core (DESIGN, section 3) [order.c] -------------------------------------------- */

/* Does the fact only repeat what a goal before it says?  If that is proved, every proof with the fact is one without it, with fewer dependencies; if it
   is not, the proof rests on a failed goal. */
bool wr_core_repeats (const wr_search *search, uint32_t label);
/* What a fact costs in a core; cores with a smaller sum come first.  0: nothing. */
int wr_core_price (const wr_search *search, uint32_t label);
/* The facts of `on` that are not in `keep` (NULL: nothing is kept), those that are to be removed first coming first.  `out` has room for the
   universe.  Returns their number. */
uint32_t wr_core_removal_order (const wr_search *search, const wr_bitset *on, const wr_bitset *keep,
                                uint32_t *out);
/* Is `a` a better core than `b`? */
bool wr_core_is_better (const wr_search *search, const wr_bitset *a, const wr_bitset *b);

/* -- steps ---------------------------------------------------------------------------------------- */

/* [find.c]  Finds a core and makes it minimal. */
bool wr_search_core (wr_search *search);
/* Replaces a core with facts that repeat what was proved before by one without them, if there is one: its closure is smaller. */
void wr_search_avoid_repeated (wr_search *search);
/* A core in `from`, with axioms that were in cores before if possible; not shrunk yet. */
bool wr_search_within (wr_search *search, const wr_bitset *from, struct wr_found *set);
/* The same, first with the facts of the hint; shrunk. */
bool wr_search_find (wr_search *search, const wr_bitset *from, struct wr_found *set);

/* [shrink.c]  `set->on`, which an answer about `set->within` reported, becomes a set that proves the goal and from which no member outside `keep` (NULL:
   none is kept) can be dropped; every YES has at least `trust`. */
void wr_shrink (wr_search *search, struct wr_found *set, const wr_bitset *keep,
                enum wr_solver_trust trust);

/* [confirm.c]  Is the core proved with CLEAN trust, and is every member kept in by an answer with CLEAN trust? */
bool wr_search_sure (const wr_search *search);
/* Makes it so, if necessary with another core.  If there is none, the core is withdrawn. */
void wr_search_confirm (wr_search *search);
/* Searches for a core again, with this trust: in `within`, then among everything. */
void wr_search_repair (wr_search *search, enum wr_solver_trust trust);

/* [vacuity.c]  Does everything but the goal prove it?  Then its point is unreachable. */
enum wr_proof_status wr_search_reach (wr_search *search);
/* The point is unreachable: finds the contradiction, from what the last answer reported. */
bool wr_search_contradiction (wr_search *search);
/* Is `core` a contradiction here too?  Then it becomes the core.  `minimal`: no member can be dropped where it was found. */
bool wr_search_same_contradiction (wr_search *search, const uint32_t *core, uint32_t count,
                                   bool minimal);
/* The same of the core itself, without the goal's label. */
bool wr_search_core_is_contradiction (wr_search *search);
/* A proof of a vacuous goal that does not rest on the contradiction, if there is one. */
void wr_search_own (wr_search *search);

/* [need.c]  Which members does every core need, and why?  Asks about members in `among`, or about those not in it; NULL: about all. */
void wr_search_judge (wr_search *search, const wr_bitset *among, bool in);
/* Do the axioms of a contradiction contradict each other, and give its other members, of which there are several, only terms to them? */
void wr_search_terms (wr_search *search);
/* Adds the members that were found to be needed, or on which a budget was spent. */
void wr_search_needed (const wr_search *search, wr_bitset *out);

/* [choice.c]  What can replace the members that are not needed?  A better core that is found becomes the core. */
void wr_search_choose (wr_search *search);
/* Replaces the core by `set` if that can be made minimal and proves with CLEAN trust. */
bool wr_search_replace (wr_search *search, struct wr_found *set);
/* Each of the other cores (the first is the core) that does without a member is an alternative to it. */
void wr_search_alternatives (wr_search *search, const wr_bitset *cores, uint32_t count);

/* [enumerate.c]  Every core, at most `limit` (0: as many as the budgets allow); says whether these are all. */
void wr_search_enumerate (wr_search *search, uint32_t limit);

/* [recheck.c]  --self-check: proves the core again with FRESH trust and, if it is minimal, leaves out each member in turn; adds to `count`.
   True: the core is another one now, and nothing is known about alternatives to its members. */
bool wr_search_recheck (wr_search *search, struct wr_rechecked *count);
/* The same for a vacuous goal's own proof, which is withdrawn if it fails. */
void wr_search_recheck_own (wr_search *search, struct wr_rechecked *count);

#endif
