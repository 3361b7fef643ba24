/* core/role.h -- the roles of labels.  A role says what a label's element does at its place: is it proved or used, what
   justifies it, what it means to switch it off.  core/roles.def holds one row per role, and every stage that treats roles
   differently reads the row. */
#ifndef WR_CORE_ROLE_H
#define WR_CORE_ROLE_H

#include "core/labeltype.h"
#include "source/code.h"

enum wr_role {
#define X(name, text, ...) WR_ROLE_##name,
#include "core/roles.def"
#undef X
  WR_ROLE_COUNT
};

/* What it means to switch a label off (DESIGN, section 2). */
enum wr_role_off {
  WR_OFF_NONE,
  WR_OFF_ABSENT,    /* the fact is absent */
  WR_OFF_ARBITRARY, /* the place gets an arbitrary value of its type */
  WR_OFF_ENTERED,   /* this side is entered regardless of the condition */
  WR_OFF_FALSE      /* goals: only an unreachable point proves it */
};

/* Goals that are checked together, and by what they are found. */
enum wr_role_check {
  WR_CHECK_ALONE,
  WR_CHECK_CALL,   /* the goals of one call (site): what the callee promises rests on them */
  WR_CHECK_LOOP,   /* the goals of one invariant (clause): using the invariant rests on them */
  WR_CHECK_ELEMENT /* implicit checks of an element: every use of the element rests on them */
};

/* The goals that justify a fact. */
enum wr_role_reason {
  WR_REASON_NONE,
  WR_REASON_OWN_GOAL,   /* the goal that the label is derived from */
  WR_REASON_CALL_GOAL,  /* the goal of the same clause at the same call */
  WR_REASON_LOOP_GOALS, /* the goals of the invariant */
  WR_REASON_ELEMENT,    /* the implicit checks of its element */
  WR_REASON_CALLEE      /* the clause of the callee, which its body proves */
};

/* How a fact counts that nothing justifies. */
enum wr_role_trust {
  WR_ROLE_TRUST_NONE,
  WR_ROLE_TRUST_ASSUME,
  WR_ROLE_TRUST_AXIOM,
  WR_ROLE_TRUST_FREE, /* as a free clause if it is free, else not */
  WR_ROLE_TRUST_CONTRACT, /* as a free clause if it is free, else as the contract of a procedure without a body */
  WR_ROLE_TRUST_DEFINITION, /* of a recursive function that no check calls well founded: such a function may not exist */
  WR_ROLE_TRUST_CUT /* executions that recurse deeper are left out */
};

/* When an element in this role is a claim: something that the user says and that this place does not prove. */
enum wr_role_claim {
  WR_CLAIM_NEVER,
  WR_CLAIM_ALWAYS,
  WR_CLAIM_FREE,   /* if it is free */
  WR_CLAIM_OPEN,   /* if it is free, or its goal is not proved */
  WR_CLAIM_CALLEE, /* if no body proves the callee's clause */
};

struct wr_role_info {
  const char *name;           /* in JSON and in core's text form; unique */
  const char *title;          /* what it is, as a heading */
  const char *title_negative; /* of the else side of a condition; else NULL */
  const char *brief;          /* the title for narrow columns; NULL: the name */
  const char *noun;           /* the element, in a sentence: "this %s" */
  const char *element;     /* what stands in the text, if it is not what the noun says; else NULL */
  const char *clause;      /* goals: the violated condition, in a note: "this is the %s" */
  const char *user;        /* of `finding`: what could need the element, in "no %s needs this" */
  const char *remedy;      /* of `finding`: what to do if none does */
  bool goal;               /* proved here; else a fact, used here */
  enum wr_label_type type; /* of labels in this role, if no annotation says otherwise; never NONE */
  enum wr_role_off off;    /* never WR_OFF_NONE */
  enum wr_role_check check;   /* goals */
  enum wr_role later;         /* goals: the role of the fact that is assumed after the goal */
  enum wr_role_reason reason; /* facts */
  enum wr_role_trust trust;   /* facts, and clauses of contracts */
  enum wr_role_claim claim;   /* facts, and clauses of contracts */
  enum wr_code failure;       /* goals: the diagnostic of a failure */
  enum wr_code
      finding;     /* the finding "unnecessary"; WR_CODE_NONE: it is never advised to remove it */
  bool refutes;    /* goals: what is wanted is that it is not proved; never assumed afterwards */
  bool program;    /* belongs to the program, to no body: an axiom */
  bool shared;     /* proofs of other bodies use it directly or through a derived label */
  bool statement;  /* stands in the code: unreachable code begins at one of these */
  bool assumes;    /* a statement whose only effect is to assume its condition */
  bool counted;    /* facts: counts in the proof coverage of its procedure */
  bool at_return;  /* goals: a failure is reported at the return of the failing path */
  bool after_call; /* at a call: holds only if the call's goals hold */
  bool per_site;   /* one clause takes effect at several loops and entries: names say where */
  bool of_check;   /* the later use of an implicit check, which has no implicit checks itself */
};

const struct wr_role_info *wr_role_info (enum wr_role role);
const char *wr_role_name (enum wr_role role);
bool wr_role_is_goal (enum wr_role role);
/* A derived fact is one that other goals justify: using it makes the closure larger. */
bool wr_role_is_derived (enum wr_role role);
/* A derived fact that goals before it in the same body justify: what follows from it follows without it. */
bool wr_role_is_local (enum wr_role role);
/* A fact from a clause of the callee at a call. */
bool wr_role_is_of_call (enum wr_role role);
bool wr_role_find (wr_str name, enum wr_role *role);

#endif
