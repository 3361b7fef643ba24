/* analysis/elements.h -- the one model of what is known about what the user wrote, from which every percentage is printed
   (docs/guide/coverage.md, "The percentage").

   An element is a piece of text that the user wrote and could change: a clause (each top-level conjunct by itself), an assertion, an assumption, an
   assignment, a condition, a call, an axiom or a function body.  It counts once, whatever roles its labels have and wherever they take effect: both sides of
   a condition are one element, and so are all copies of an inlined or translated text.  Internal text, bookkeeping of a translator and Warrant's library are
   no elements; axioms and function bodies of a prelude are counted apart.

   Checks (assertions, postconditions, implicit checks, preconditions of procedures that are not verified) are covered if they are proved.  Everything else is
   covered if a goal that counts uses it.  Goals of checks count.  The goals of an invariant, or of a precondition at calls, count if that clause is covered
   itself: so clauses that only support themselves or each other cover nothing.  A goal that is proved vacuously covers nothing. */
#ifndef WR_ANALYSIS_ELEMENTS_H
#define WR_ANALYSIS_ELEMENTS_H

#include "analysis/coverage.h"

/* X (NAME, "name in JSON") */
#define WR_ELEMENT_STATES(X)                                                                       \
  X (COVERED, "covered")         /* a check that is proved, or used by a goal that counts */       \
  X (UNCOVERED, "uncovered")     /* no goal that counts uses it */                                 \
  X (VACUOUS, "vacuous")         /* unreachable, proved vacuously, or used by nothing else */      \
  X (FAILED, "failed")           /* a goal of its own is not proved */                             \
  X (UNEXPLAINED, "unexplained") /* undecided */                                                   \
  X (EXEMPT, "exempt")           /* constant, or part of an intended contradiction: not counted */
enum wr_element_state {
#define X(name, text) WR_ELEMENT_##name,
  WR_ELEMENT_STATES (X)
#undef X
      WR_ELEMENT_STATE_COUNT
};
const char *wr_element_state_name (enum wr_element_state state);

/* Why it has its state.  X (NAME, "name in JSON") */
#define WR_ELEMENT_REASONS(X)                                                                      \
  X (NONE, "none")                                                                                 \
  X (PROVED, "proved")                   /* covered: a check */                                    \
  X (NEEDED, "needed")                   /* covered: some goal is not proved without it */         \
  X (INTERCHANGEABLE, "interchangeable") /* covered: it is in a core, but can be replaced */       \
  X (CONTRADICTION, "contradiction")     /* vacuous: only a contradiction uses it */               \
  X (VACUOUS_GOAL, "vacuous-goal")       /* vacuous: its own goals hold vacuously */               \
  X (UNREACHABLE, "unreachable")         /* vacuous: no execution reaches it */                    \
  X (GOAL_FAILED, "failed")              /* failed: the verdict of its goal */                     \
  X (GOAL_TIMEOUT, "timeout")                                                                      \
  X (GOAL_UNKNOWN, "unknown")                                                                      \
  X (NOT_CHECKED, "not-checked")  /* unexplained: a goal was not checked */                        \
  X (NOT_PROVED, "not-proved")    /* unexplained: a goal that might use it is not proved */        \
  X (LIMIT, "limit")              /* unexplained: a goal that might use it has no explanation */   \
  X (UNCONFIRMED, "unconfirmed")  /* unexplained: cores are not confirmed (--cores=fast) */        \
  X (UNDECIDED_USER, "undecided") /* unexplained: only an undecided clause uses it */              \
  X (INTENDED, "intended")        /* exempt: the contradiction is intended */                      \
  X (CONSTANT, "constant")        /* exempt: `true` or `false` */
enum wr_element_reason {
#define X(name, text) WR_ELEMENT_BY_##name,
  WR_ELEMENT_REASONS (X)
#undef X
      WR_ELEMENT_REASON_COUNT
};
const char *wr_element_reason_name (enum wr_element_reason reason); /* NULL for NONE */

#define WR_NO_BODY UINT32_MAX

struct wr_element {
  wr_label label; /* its first root label; of a call, the first label that takes effect there */
  bool call;
  bool prelude; /* an axiom or function body that is counted apart */
  wr_span span;
  uint32_t body; /* the body to which it counts; WR_NO_BODY: the program as a whole */
  enum wr_element_state state;
  enum wr_element_reason reason;
  uint32_t hits; /* covered: goals that count and use it, at least 1 */
};

struct wr_element_counts {
  uint32_t covered, coverable; /* coverable: covered, uncovered and vacuous ones */
  uint32_t unexplained, failed, vacuous;
};

struct wr_elements {
  struct wr_element *data; /* by first label; calls last */
  uint32_t count;
  uint32_t *of_label, *of_site; /* number of the element + 1; 0: none.  By label.ix and site.ix */
  uint32_t label_count;
  struct wr_element_counts whole;
  struct wr_element_counts *bodies; /* parallel to result->bodies */
  struct wr_element_counts *files;  /* by file number; [0] is unused */
  struct wr_share axioms;           /* of a prelude and of the library */
};
typedef struct wr_elements wr_elements;

/* `coverage` is complete but for its elements. */
wr_elements *wr_elements_of (const wr_coverage *coverage, wr_arena *arena);

/* Counts one element. */
void wr_element_counts_one (struct wr_element_counts *counts, enum wr_element_state state);
/* The counts of `more` are added to `sum`. */
void wr_element_counts_add (struct wr_element_counts *sum, const struct wr_element_counts *more);
/* Is less than `percent` of what can be covered covered?  Also true if nothing could be explained; false if there is nothing to cover. */
bool wr_element_counts_below (const struct wr_element_counts *counts, double percent);

#endif
