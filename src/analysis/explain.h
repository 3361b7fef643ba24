/* analysis/explain.h -- what pass 2 finds out about a proved goal (DESIGN, section 3): one core, proved again by itself and minimal, with the
   smallest closure (analysis/core/order.c); whether the point is reachable at all (if not, the core is the contradiction); which
   members every core needs, and why (logic, or only as terms for triggers); what can replace the others.  Every query has a budget of solver
   steps; an answer that hits it never counts as "needed". */
#ifndef WR_ANALYSIS_EXPLAIN_H
#define WR_ANALYSIS_EXPLAIN_H

#include "core/core.h"
#include "base/bitset.h"

enum wr_need {
  WR_NEED_NONE,    /* not needed: interchangeable */
  WR_NEED_LOGICAL, /* without it the goal is not proved, even if its terms are mentioned */
  WR_NEED_TRIGGER, /* without it the goal is not proved, but if its terms are mentioned it is */
  WR_NEED_LIMIT    /* without it the budget was exhausted */
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
  bool known; /* false: no information (a limit was hit before a core was proved by itself) */
  bool vacuous;
  bool minimal;  /* no member can be dropped within the budget */
  bool complete; /* every core was enumerated */
  bool limited;  /* some query hit its budget */
  bool first;    /* the core that the solver reported in pass 1: not proved again, without axioms */
  bool
      terms; /* of a contradiction: it was proved with axioms and code alone, and the terms of its other members */
  bool skipped;   /* coverage counts it as no use of any fact, whatever the verdict is (fine.c) */
  uint32_t *core; /* labels, increasing; without the goal's own */
  enum wr_need *need; /* parallel to core; only with WR_CORES_MUST */
  uint32_t core_count;
  uint32_t *own; /* the core of a vacuous goal's own proof, if it has one */
  uint32_t own_count;
  bool has_own;
  struct wr_alternative *alternatives;
  uint32_t alternative_count;
  uint32_t queries;
  /* With --all-cores: every core that was found, the first of them is `core`.  Otherwise none. */
  struct wr_label_list *cores;
  uint32_t cores_count;
};

/* What is known about a member of a core.  X (NAME, "name in JSON") */
#define WR_MEMBERS(X)                                                                              \
  X (NEEDED, "needed")                   /* without it the goal is not proved */                   \
  X (INTERCHANGEABLE, "interchangeable") /* a set of other facts can replace it */                 \
  X (UNDECIDED, "undecided")             /* not asked, or a limit was reached */
enum wr_member {
#define X(name, text) WR_MEMBER_##name,
  WR_MEMBERS (X)
#undef X
      WR_MEMBER_COUNT
};
const char *wr_member_name (enum wr_member member);
/* Member number i of the core.  A vacuous goal that also has a proof of its own does not need the contradiction: its members are
   interchangeable if that proof does without them. */
enum wr_member wr_member_of (const struct wr_explanation *e, uint32_t i);

/* Why something about a goal is not known.  X (NAME, "name in JSON") */
#define WR_LIMITS(X)                                                                               \
  X (NONE, "none")                                                                                 \
  X (RESOURCES, "resources") /* a budget of solver resources */                                    \
  X (TIME, "time")           /* the wall clock, or trouble with the solver */                      \
  X (EFFORT, "effort")       /* --cores asks for less */
enum wr_limit {
#define X(name, text) WR_LIMIT_##name,
  WR_LIMITS (X)
#undef X
      WR_LIMIT_COUNT
};
const char *wr_limit_name (enum wr_limit limit); /* NULL for NONE */
/* The limit to which information about this goal was lost; `lost`: some query about its body was lost to the clock. */
enum wr_limit wr_limit_of (const struct wr_explanation *e, bool lost);

/* --self-check: how many cores proved their goals again, and how many members were left out in turn; how many cores were made smaller, how
   many did not prove their goal and were searched for again, and how many were withdrawn or are no longer called minimal. */
struct wr_rechecked {
  uint32_t cores, members, smaller, mended, withdrawn;
};
void wr_rechecked_add (struct wr_rechecked *sum, const struct wr_rechecked *more);

#endif
