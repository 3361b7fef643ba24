/* analysis/explain.h -- pass 2: what a proved goal rests on (DESIGN, section 3).  Runs next to the solver,
   in a worker, on one goal at a time; it asks "does the goal follow when exactly these labels hold?" and
   nothing else, so it does not know what solver answers.

   For a goal: is its point reachable at all (if not, the core is the contradiction); one core, re-proved
   alone and minimal, chosen with the fewest derived facts and then the earliest labels; which of its members every
   core needs, and why (logic, or only as terms for triggers); what could stand in for the others.  Every
   query has a budget of solver resources; an answer that hits it is never taken for "needed". */
#ifndef WR_ANALYSIS_EXPLAIN_H
#define WR_ANALYSIS_EXPLAIN_H

#include "core/core.h"
#include "base/bitset.h"

enum wr_need {
  WR_NEED_NONE,    /* not needed: interchangeable */
  WR_NEED_LOGICAL, /* without it the goal is not proved, whatever terms are around */
  WR_NEED_TRIGGER, /* without it, but with its terms mentioned, the goal is proved: a hint that works */
  WR_NEED_LIMIT /* without it the budget ran out */
};

enum wr_proof_status {
  WR_PROOF_NO, /* the solver says it does not follow, or gives up */
  WR_PROOF_YES,
  WR_PROOF_LIMIT, /* budget of resources exhausted */
  WR_PROOF_LOST   /* the wall-clock net, or solver trouble: nothing can be said */
};

/* The question.  `on`: labels that hold, all others of the program are absent; `mention`: labels whose ground terms are mentioned
   although they are absent (0: none).  On YES `core` receives a subset of `on` that the solver says suffices (to be checked). */
struct wr_prover {
  void *ctx;
  enum wr_proof_status (*ask) (void *ctx, const wr_bitset *on, uint32_t mention, wr_u32s *core);
  /* Axioms that have been in some core of the procedure; NULL: all.  Questions in which no other axiom holds are
     cheap, so they come first.  The prover adds to it what its cores name. */
  const wr_bitset *near;
  /* The next questions are about parts of `on`, or about it: then it is best all that the solver knows.  NULL: of no interest. */
  void (*focus) (void *ctx, const wr_bitset *on);
  /* Does `on` prove, asked of a solver that knows nothing else and has seen no other question?  What one has learned from earlier
     questions about large sets may prove more than it can alone, or less.  `hard`: the same was not exact before.  NULL: as ask. */
  enum wr_proof_status (*ask_alone) (void *ctx, const wr_bitset *on, bool hard, wr_u32s *core);
  /* Was the last answer of `ask`, yes or no, as good as one of ask_alone?  NULL: never. */
  const bool *exact;
  /* Did it take next to nothing, so that luck has no part in it?  NULL: never. */
  const bool *brief;
  /* Has the fact ground terms?  Otherwise there is nothing to mention.  NULL: every fact. */
  bool (*has_terms) (void *ctx, uint32_t label);
  /* --self-check: does `on` prove, asked of a solver that is made for this question in a context of its own?  `member`: it is the core
     without one.  Each question has a budget of its own.  NULL: nothing is checked. */
  enum wr_proof_status (*ask_fresh) (void *ctx, const wr_bitset *on, bool member);
};

enum wr_core_effort { WR_CORES_NONE, WR_CORES_FAST, WR_CORES_MINIMAL, WR_CORES_MUST };

struct wr_alternative {
  uint32_t instead_of;
  uint32_t *use;
  uint32_t use_count;
};

struct wr_label_list {
  uint32_t *labels; /* increasing */
  uint32_t count;
};

struct wr_explanation {
  bool known; /* false: no information (a limit was hit before a core could be re-proved) */
  bool vacuous;
  bool minimal;       /* no member can be dropped within the budget */
  bool complete;      /* every core was enumerated */
  bool limited;       /* some query hit its budget */
  bool first;         /* the solver's own core of pass 1: not re-proved, and it names no axioms */
  uint32_t *core;     /* labels, increasing; without the goal's own */
  enum wr_need *need; /* parallel to core; only with WR_CORES_MUST */
  uint32_t core_count;
  uint32_t *own; /* a vacuous goal's proof of its own, if it has one */
  uint32_t own_count;
  bool has_own;
  struct wr_alternative *alternatives;
  uint32_t alternative_count;
  uint32_t queries;
  /* With --all-cores: every core that was found, the first of them `core`; else none. */
  struct wr_label_list *cores;
  uint32_t cores_count;
};

/* The search for one goal's explanation, in steps, so that a caller with many goals can put the same step of all
   together: each step asks its own kind of question.  Order: core; then what is known of reachability; judge; choose; end. */
typedef struct wr_search wr_search;

/* `universe`: the labels that may matter, increasing, the goal's own (0: a goal that never holds) among them; `hint`: a
   set of them that may suffice, from pass 1 (NULL: none). */
wr_search *wr_search_new (const wr_core *core, const struct wr_prover *prover, wr_label goal,
                          const uint32_t *universe, uint32_t count, const uint32_t *hint,
                          uint32_t hint_count, wr_arena *arena);
/* One core, re-proved alone; minimal if asked for. */
bool wr_search_core (wr_search *search, bool minimal);
/* Where a budget ended before the core was minimal: how many members were not asked about; asks about them. */
uint32_t wr_search_rest (const wr_search *search);
void wr_search_go_on (wr_search *search);
/* Is the point reachable?  Asks with everything but the goal. */
enum wr_proof_status wr_search_reach (wr_search *search);
/* It is not, says the last answer: does what it named prove that, without axioms that it need not name? */
bool wr_search_suffices (wr_search *search);
/* It is not: `core` (NULL: what the last answer named) is tried as the contradiction, then chosen among the others and made
   minimal.  False when nothing proves it. */
bool wr_search_contradiction (wr_search *search, const uint32_t *core, uint32_t count);
/* Which members are needed, and why: of those in `among`, or not in it; NULL: of all. */
void wr_search_judge (wr_search *search, const wr_bitset *among, bool in);
/* Adds the members that were found to be needed, or on which the budget was spent. */
void wr_search_needed (const wr_search *search, wr_bitset *out);
/* What can stand in for the others; a better core met on the way becomes the core. */
void wr_search_choose (wr_search *search);
/* A vacuous goal's proof of its own. */
void wr_search_own (wr_search *search);
/* A core that was proved only where more was around than the core is proved alone.  When that fails, or it is not minimal, another is
   looked for by questions of this kind; when there is none it is forgotten.  So no core is told that was not proved alone. */
void wr_search_confirm (wr_search *search);
/* Is there nothing to confirm? */
bool wr_search_sure (const wr_search *search);
/* --self-check [recheck.c]: how many cores proved again, and how many members were left out in turn; of how many cores a member went,
   how many did not prove and were looked for again, and how many are not told, or no longer called minimal. */
struct wr_rechecked {
  uint32_t cores, members, smaller, mended, withdrawn;
};
void wr_rechecked_add (struct wr_rechecked *sum, const struct wr_rechecked *more);
/* The core is proved again, and if it is called minimal, each member is left out in turn; adds to `count`.  True: it is another one now, of
   which nobody knows what can stand in for its members. */
bool wr_search_recheck (wr_search *search, struct wr_rechecked *count);
/* The proof of its own of a vacuous goal is proved again; if that fails it has none. */
void wr_search_recheck_own (wr_search *search, struct wr_rechecked *count);
/* Every core, at most `limit` of them (0: as many as there are); says whether these are all. */
void wr_search_enumerate (wr_search *search, uint32_t limit);
/* Is there a core, as it stands? */
bool wr_search_found (const wr_search *search);
/* Can no member of the core be dropped, as far as is known? */
bool wr_search_minimal (const wr_search *search);
/* As given. */
const uint32_t *wr_search_universe (const wr_search *search, uint32_t *count);
/* The members of the core as it stands; the goal's own is none. */
uint32_t *wr_search_members (wr_search *search, uint32_t *count);
void wr_search_end (wr_search *search, struct wr_explanation *out);

#endif
