/* solve/z3_backend.c -- which Z3 session is asked what, and when another one is tried.

   Maps are functions first where a program has many axioms (z3_map.c): goals about heaps are proved in half the
   steps.  What is not proved so is asked again with maps as arrays, whose equality is extensional; only that
   answer can be a counterexample.  The second session is opened when the first goal of a procedure needs it.
   Pass 2 has one session only: a goal that needs extensionality has no explanation there.

   Nonlinear arithmetic is a matter of luck: what a solver that has seen other queries gives up on, or
   never comes back from, a new one may prove or give up at once.  So where variables are multiplied a new
   solver is asked, and after it one with another seed; but where taking in the axioms again costs more than
   most queries, the one that is there comes first. */
#include "solve/solve.h"

#include "base/check.h"
#include "base/os.h"
#include "core/build.h"
#include "solve/z3_session.h"

#include <stdlib.h>
#include <string.h>

struct z3 {
  const wr_core *core;
  struct wr_solver_options options;
  struct wr_z3_session *first, *second; /* second: NULL until it is needed */
  const wr_vc *vc;
  bool two;   /* the first one reads maps as functions */
  bool folds; /* no quantifiers in the program: folding constants may be all that there is to do */
  bool nonlinear; /* the procedure multiplies or divides variables */
  bool expecting; /* wr_expect_memory was called */
  bool owning;    /* wr_own_memory was called */
};

enum {
  CONTEXT_MEMORY = 24 << 20
}; /* bytes that a context writes to when it is made, and some more */

/* -- the program ------------------------------------------------------------------------------------ */

/* Functions of theories may be about arrays, and datatypes are read as text. */
static bool may_be_functions (const wr_core *core, bool always) {
  if ((core->axioms.len <= WR_FEW_AXIOMS && !always) || core->datatypes.len > 0) return false;
  bool maps = false;
  for (uint32_t i = 1; i < core->sorts.len; i++) maps |= core->sorts.data[i].kind == WR_SORT_MAP;
  for (uint32_t i = 1; i < core->funcs.len; i++)
    maps &= core->funcs.data[i].kind != WR_FUNC_BUILTIN;
  return maps && (always || wr_has_quantifiers (core));
}

static void *z3_open (const wr_core *core, const struct wr_solver_options *options, wr_str *error) {
  bool two = may_be_functions (core, options->functions);
  struct wr_z3_session *first = wr_z3_open (core, options, two, error);
  if (!first) return NULL;
  struct z3 *z = wr_alloc (1, sizeof *z);
  *z = (struct z3){.core = core, .options = *options, .first = first, .two = two};
  z->folds = !wr_has_quantifiers (core);
  return z;
}

static void z3_close (void *self) {
  struct z3 *z = self;
  wr_z3_close (z->first);
  if (z->second) wr_z3_close (z->second);
  free (z);
}

/* -- one procedure ---------------------------------------------------------------------------------- */

static bool is_literal (const wr_core *core, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  if (info->op == WR_OP_NEG) info = wr_expr_info (core, wr_expr_child (core, e, 0));
  return info->op == WR_OP_INT || info->op == WR_OP_REAL;
}

static bool multiplies_variables (const wr_core *core, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  if (info->op == WR_OP_DIV || info->op == WR_OP_MOD || info->op == WR_OP_RDIV)
    return !is_literal (core, wr_expr_child (core, e, 1));
  uint32_t factors = 0;
  for (uint32_t i = 0; info->op == WR_OP_MUL && i < info->count; i++)
    factors += !is_literal (core, wr_expr_child (core, e, i));
  return factors > 1;
}

static bool is_nonlinear (const struct wr_z3_formula *f) {
  const wr_core *core = f->terms->core;
  wr_u32s work = {0};
  wr_bitset seen = {0};
  bool found = false;
  for (uint32_t i = 0; i < f->exprs.len; i++) WR_VEC_PUSH (&work, f->exprs.data[i].ix);
  while (work.len > 0 && !found) {
    wr_expr e = {WR_VEC_POP (&work)};
    if (wr_bitset_has (&seen, e.ix)) continue;
    wr_bitset_set (&seen, e.ix, true);
    found = multiplies_variables (core, e);
    for (uint32_t i = 0; i < wr_expr_info (core, e)->count; i++)
      WR_VEC_PUSH (&work, wr_expr_child (core, e, i).ix);
  }
  WR_VEC_FREE (&work);
  wr_bitset_free (&seen);
  return found;
}

/* Where the clock ended a query the solver had come so far and no further, and terms were made: answers after it would depend on the
   machine.  So the next one is asked in a context of its own.  Not while the procedure is entered. */
static void renew (struct z3 *z, struct wr_z3_session **session) {
  if (!*session || !(*session)->spoiled) return;
  wr_str error = {0};
  struct wr_z3_session *made =
      wr_z3_open (z->core, &(*session)->options, (*session)->terms.maps_are_functions, &error);
  free ((void *)(uintptr_t)error.ptr);
  if (!made) return; /* it could be opened before */
  wr_z3_close (*session);
  *session = made;
}

/* The same while it is. */
static void renew_inside (struct z3 *z, struct wr_z3_session **session) {
  if (!*session || !(*session)->spoiled) return;
  wr_z3_leave (*session);
  renew (z, session);
  wr_z3_enter (*session, z->vc);
  wr_z3_formula_whole (&(*session)->formula);
}

/* Terms go to random places of a table of 8 MB that the template has made.  A worker of pass 2 makes so many that it comes to nearly all of its
   pages; in pass 1 most do not (docs/solving.md). */
static void own_table (struct z3 *z) {
  const struct wr_z3_table *table = &z->first->table;
  if (z->options.labelled_axioms && !z->owning) wr_own_memory (table->at, table->size);
  z->owning = true;
}

static bool z3_enter (void *self, const wr_vc *vc) {
  struct z3 *z = self;
  z->vc = vc;
  own_table (z);
  renew (z, &z->first);
  renew (z, &z->second);
  wr_z3_enter (z->first, vc);
  if (z->second) wr_z3_enter (z->second, vc);
  z->nonlinear = is_nonlinear (&z->first->formula);
  return true;
}

static void z3_leave (void *self) {
  struct z3 *z = self;
  wr_z3_leave (z->first);
  if (z->second) wr_z3_leave (z->second);
}

/* The session with maps as arrays; NULL when Z3 rejects it, which it did not with maps as functions. */
static struct wr_z3_session *arrays (struct z3 *z) {
  if (!z->two) return z->first;
  wr_str error = {0};
  renew_inside (z, &z->second);
  if (!z->second) {
    z->second = wr_z3_open (z->core, &z->options, false, &error);
    if (z->second) wr_z3_enter (z->second, z->vc);
    free ((void *)(uintptr_t)error.ptr);
  }
  return z->second;
}

static bool z3_slice (void *self, uint32_t goal, const wr_bitset *labels) {
  struct z3 *z = self;
  if (!labels) wr_z3_slices_clear (&z->first->slices, z->first->terms.z3);
  return labels && wr_z3_cut (z->first, goal, labels);
}

static void z3_fix (void *self, const wr_bitset *on, const wr_bitset *off) {
  struct z3 *z = self;
  wr_z3_fix (z->first, on, off);
}

/* -- one query --------------------------------------------------------------------------------------- */

static bool may_be_luck (const struct z3 *z, const struct wr_answer *answer, bool used) {
  if (answer->status == WR_STATUS_TIME) return true;
  if (answer->status != WR_STATUS_INCOMPLETE || !z->nonlinear) return false;
  return used || strstr (answer->detail.ptr, "arith") || strstr (answer->detail.ptr, "nonlinear");
}

/* What a query has left after some attempts. */
struct budget {
  const struct wr_query *whole;
  struct wr_query rest;
  uint64_t resources;
  double seconds;
  double began; /* processor time before the last attempt */
};

/* False when there is no time left.  Every attempt but the last has a part of what there is. */
static bool share (struct budget *b, double time, double resources) {
  const struct wr_query *q = b->whole;
  b->rest.timeout = time < 1 ? q->timeout * time : q->timeout - b->seconds;
  b->rest.rlimit = (uint64_t)((double)q->rlimit * resources);
  b->began = wr_cpu_clock ();
  return q->timeout <= 0 || b->rest.timeout > 0;
}

/* The clock ended an attempt that had not had its time: other processes had the processor.  The caller gives the query more time, so that
   it does not depend on them which attempt answers. */
static bool starved (const struct budget *b, const struct wr_answer *answer) {
  return b->whole->again && answer->status == WR_STATUS_TIME &&
         wr_cpu_clock () - b->began < b->rest.timeout * WR_ENOUGH_TIME;
}

/* How far the clock let an attempt come is not counted, unless it is the last one: the budgets of pass 2 rest on these counts. */
static void spend (struct budget *b, struct wr_answer *answer) {
  uint64_t counted = b->resources + answer->resources;
  if (answer->status != WR_STATUS_TIME) b->resources = counted;
  answer->seconds = b->seconds += answer->seconds;
  answer->resources = counted;
}

static const double parts[] = {0.1, 0.25}; /* of the time, for the attempts before the last */
#define FIRST_SHARE 0.7                    /* of the resources, for maps as functions */

static void ask_again (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  struct budget b = {.whole = query, .rest = *query};
  bool afresh = z->nonlinear && z->core->axioms.len <= WR_FEW_AXIOMS;
  for (uint32_t i = afresh; i < 3; i++) {
    if (!share (&b, i < 2 ? parts[i] : 1, 1)) break;
    renew_inside (z, &z->first);
    if (i == 0)
      wr_z3_ask (z->first, &b.rest, arena, answer);
    else if (z->folds && !z->nonlinear)
      wr_z3_ask_folded (z->first, &b.rest, arena, answer);
    else
      wr_z3_ask_new (z->first, &b.rest, z->options.seed + i - 1, arena, answer);
    spend (&b, answer);
    if (!may_be_luck (z, answer, i == 0) || starved (&b, answer)) break;
  }
}

static bool gave_up (const struct wr_answer *answer) {
  return answer->status == WR_STATUS_SAT || answer->status == WR_STATUS_INCOMPLETE;
}

static bool ran_out (const struct wr_answer *answer) {
  return answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME;
}

/* Maps as functions, then as arrays. */
static void ask_both (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  struct budget b = {.whole = query, .rest = *query};
  share (&b, z->nonlinear ? parts[0] : 1, FIRST_SHARE);
  wr_z3_ask (z->first, &b.rest, arena, answer);
  spend (&b, answer);
  struct wr_answer before = *answer;
  if ((!gave_up (answer) && !ran_out (answer)) || starved (&b, answer)) return;
  struct wr_z3_session *second = NULL;
  for (uint32_t i = 1; (second = arrays (z)) && i < (z->nonlinear ? 3 : 2); i++) {
    bool last = i == 2 || !z->nonlinear;
    if (!share (&b, last ? 1 : parts[i], 1 - FIRST_SHARE)) break;
    if (i == 1)
      wr_z3_ask (second, &b.rest, arena, answer);
    else
      wr_z3_ask_new (second, &b.rest, z->options.seed + 1, arena, answer);
    spend (&b, answer);
    if (!may_be_luck (z, answer, true) || starved (&b, answer)) break;
  }
  if (!ran_out (answer) || !gave_up (&before) || starved (&b, answer)) return;
  /* A solver gave up: that is an answer.  Without extensionality it is no counterexample. */
  before.status = WR_STATUS_INCOMPLETE;
  before.seconds = b.seconds;
  before.resources = b.resources;
  *answer = before;
}

/* What the first context took is kept for the others (solve/template.c). */
static void ask_alone (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  if (!z->expecting) wr_expect_memory (CONTEXT_MEMORY);
  z->expecting = true;
  wr_z3_ask_alone (z->first, query, arena, answer);
}

static void z3_check (void *self, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  struct z3 *z = self;
  wr_z3_prepare (z->first, query);
  if (z->first->terms.error.len > 0) {
    *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY,
                                 .detail = wr_str_keep (arena, z->first->terms.error)};
    return;
  }
  if (!query->quick) {
    renew_inside (z, &z->first);
    wr_z3_fix (z->first, NULL, NULL);
  }
  /* Z3's clock is a thread that each check wakes: where resources bound a small question, the caller's net is enough. */
  struct wr_query untimed = *query;
  untimed.timeout = 0;
  if ((query->quick || query->last) && query->rlimit && z->two && !z->nonlinear) query = &untimed;
  if ((query->count > 1 || query->plain) &&
      (z->nonlinear || !z->two)) /* luck is dear; goals without axioms are cheap */
    *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE};
  else if (query->only)
    ask_alone (z, query, arena, answer);
  else if (query->sliced)
    wr_z3_ask_slice (z->first, query, arena, answer);
  else if (query->plain)
    wr_z3_ask_plain (z->first, query, arena, answer);
  else if (query->quick || query->count > 1)
    wr_z3_ask (z->first, query, arena, answer);
  else if (z->two && !z->options.labelled_axioms)
    ask_both (z, query, arena, answer);
  else if (z->nonlinear || (z->folds && !query->mention))
    ask_again (z, query, arena, answer);
  else
    wr_z3_ask (z->first, query, arena, answer);
}

static wr_str z3_version (const struct wr_solver_options *options, wr_arena *arena) {
  (void)options;
  return wr_str_print (arena, "Z3 %s", Z3_get_full_version ());
}

const struct wr_backend wr_backend_z3 = {"z3",     z3_open,    z3_enter, z3_check, z3_leave,
                                         z3_close, z3_version, z3_fix,   z3_slice, true};
