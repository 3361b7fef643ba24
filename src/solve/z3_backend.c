/* solve/z3_backend.c -- which Z3 session answers a query, and when another attempt is made.

   In a program with many axioms, maps are functions in the first session (z3_map.c): this halves the steps of goals
   about heaps. A goal that is not proved this way is asked again with maps as arrays, whose equality is extensional;
   only that session can give a counterexample. It is opened when the first goal of a procedure needs it. Pass 2 has
   the first session only: a goal that needs extensionality has no explanation.

   Nonlinear arithmetic depends on the solver's state: a query on which a used solver gives up or hangs may be proved
   at once by a new one. So if a procedure multiplies variables, the query is asked in a new solver, then in one with
   another seed. If loading the axioms costs more than most queries, the solver that exists is asked first. */
#include "solve/solve.h"

#include "base/check.h"
#include "base/os.h"
#include "core/build.h"
#include "solve/z3_session.h"

#include <stdlib.h>
#include <string.h>

struct z3 {
  const wr_core *core;
  const struct wr_budgets *budgets;
  struct wr_solver_options options;
  struct wr_z3_session *first, *second; /* second: NULL until it is needed */
  const wr_vc *vc;                      /* NULL: no procedure is entered */
  bool two;                             /* the first one reads maps as functions */
  bool folds;            /* the program has no quantifiers: folding constants may solve a goal */
  bool nonlinear;        /* the procedure multiplies or divides variables */
  bool nonlinear_axioms; /* axioms or functions do */
};

/* -- the program ------------------------------------------------------------------------------------ */

/* Theory functions may take arrays, and datatypes go through Z3's reader: neither works with maps as functions. */
static bool may_be_functions (const wr_core *core, uint64_t few_axioms, bool always) {
  if ((core->axioms.len <= few_axioms && !always) || core->datatypes.len > 0) return false;
  bool maps = false;
  for (uint32_t i = 1; i < core->sorts.len; i++) maps |= core->sorts.data[i].kind == WR_SORT_MAP;
  for (uint32_t i = 1; i < core->funcs.len; i++)
    maps &= core->funcs.data[i].kind != WR_FUNC_BUILTIN;
  return maps && (always || wr_has_quantifiers (core));
}

static bool has_nonlinear_axioms (const wr_core *core);

static void *z3_open (const wr_core *core, const struct wr_solver_options *options, wr_str *error) {
  const struct wr_budgets *budgets = wr_budgets_of (options);
  bool two = may_be_functions (core, budgets->few_axioms, options->functions);
  struct wr_z3_session *first = wr_z3_open (core, options, two, error);
  if (!first) return NULL;
  struct z3 *z = wr_alloc (1, sizeof *z);
  *z = (struct z3){
      .core = core, .budgets = budgets, .options = *options, .first = first, .two = two};
  z->folds = !wr_has_quantifiers (core);
  z->nonlinear_axioms = has_nonlinear_axioms (core);
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

/* Does an expression below these multiply variables?  Takes the list over. */
static bool any_multiplies (const wr_core *core, wr_u32s *work) {
  wr_bitset seen = {0};
  bool found = false;
  while (work->len > 0 && !found) {
    wr_expr e = {WR_VEC_POP (work)};
    if (wr_bitset_has (&seen, e.ix)) continue;
    wr_bitset_set (&seen, e.ix, true);
    found = multiplies_variables (core, e);
    for (uint32_t i = 0; i < wr_expr_info (core, e)->count; i++)
      WR_VEC_PUSH (work, wr_expr_child (core, e, i).ix);
  }
  WR_VEC_FREE (work);
  wr_bitset_free (&seen);
  return found;
}

static bool is_nonlinear (const struct wr_z3_formula *f) {
  wr_u32s work = {0};
  for (uint32_t i = 0; i < f->exprs.len; i++) WR_VEC_PUSH (&work, f->exprs.data[i].ix);
  return any_multiplies (f->terms->core, &work);
}

static bool has_nonlinear_axioms (const wr_core *core) {
  wr_u32s work = {0};
  for (uint32_t i = 0; i < core->axioms.len; i++) WR_VEC_PUSH (&work, core->axioms.data[i].expr.ix);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].body.ix) WR_VEC_PUSH (&work, core->funcs.data[i].body.ix);
  return any_multiplies (core, &work);
}

/* Nonlinear arithmetic makes steps that Z3 does not count. */
static bool z3_uncounted (void *self) {
  const struct z3 *z = self;
  return z->nonlinear || z->nonlinear_axioms;
}

/* After a wall-clock timeout the context holds terms of the query as far as it came, so later answers would depend on
   the machine's speed. The session is opened again. No procedure is entered. */
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

/* The same if a procedure may be entered. */
static void renew_inside (struct z3 *z, struct wr_z3_session **session) {
  if (!z->vc) renew (z, session);
  if (!z->vc || !*session || !(*session)->spoiled) return;
  wr_z3_leave (*session);
  renew (z, session);
  wr_z3_enter (*session, z->vc);
  wr_z3_formula_whole (&(*session)->formula);
}

static bool z3_enter (void *self, const wr_vc *vc) {
  struct z3 *z = self;
  WR_ASSERT (!z->vc && vc); /* one procedure at a time */
  z->vc = vc;
  renew (z, &z->first);
  renew (z, &z->second);
  wr_z3_enter (z->first, vc);
  if (z->second) wr_z3_enter (z->second, vc);
  z->nonlinear = is_nonlinear (&z->first->formula);
  return true;
}

static void z3_leave (void *self) {
  struct z3 *z = self;
  WR_ASSERT (z->vc);
  wr_z3_leave (z->first);
  if (z->second) wr_z3_leave (z->second);
  z->vc = NULL;
}

/* The session with maps as arrays; NULL if Z3 rejects the program in this encoding. */
static struct wr_z3_session *arrays (struct z3 *z) {
  if (!z->two) return z->first;
  wr_str error = {0};
  renew_inside (z, &z->second);
  if (!z->second) {
    z->second = wr_z3_open (z->core, &z->options, false, &error);
    if (z->second && z->vc) wr_z3_enter (z->second, z->vc);
    free ((void *)(uintptr_t)error.ptr);
  }
  return z->second;
}

static bool z3_slice (void *self, uint32_t goal, const wr_bitset *labels) {
  struct z3 *z = self;
  WR_ASSERT (z->vc);
  if (!labels) wr_z3_slices_clear (&z->first->slices, z->first->terms.z3);
  return labels && wr_z3_cut (z->first, goal, labels);
}

static void z3_fix (void *self, const wr_bitset *on, const wr_bitset *off) {
  struct z3 *z = self;
  wr_z3_fix (z->first, on, off);
}

/* -- one query --------------------------------------------------------------------------------------- */

/* Another solver may answer a query on which this one ran out of time, or gave up because of nonlinear arithmetic. */
static bool may_differ (const struct z3 *z, const struct wr_answer *answer, bool used) {
  if (answer->status == WR_STATUS_TIME) return true;
  if (answer->status != WR_STATUS_INCOMPLETE || !z->nonlinear) return false;
  return used || strstr (answer->detail.ptr, "arith") || strstr (answer->detail.ptr, "nonlinear");
}

/* What a query has left after some attempts. */
struct budget {
  const struct wr_budgets *budgets;
  const struct wr_query *whole;
  struct wr_query rest;
  uint64_t resources;
  double seconds;
  double began; /* processor time before the last attempt */
};

/* False when there is no time left.  Every attempt but the last has a part of what there is; `time` and `resources` are
   percentages of the whole. */
static bool share (struct budget *b, uint64_t time, uint64_t resources) {
  const struct wr_query *q = b->whole;
  WR_ASSERT (resources <= 100);
  b->rest.timeout = time < 100 ? q->timeout * (double)time / 100 : q->timeout - b->seconds;
  b->rest.rlimit = q->rlimit / 100 * resources + q->rlimit % 100 * resources / 100;
  b->began = wr_cpu_clock ();
  return q->timeout <= 0 || b->rest.timeout > 0;
}

/* The clock ended an attempt that lacked processor time: other processes had it.  The caller asks again with more time, so that
   the attempt that answers does not depend on them. */
static bool starved (const struct budget *b, const struct wr_answer *answer) {
  double enough = b->rest.timeout * (double)b->budgets->enough_time_percent / 100;
  return b->whole->goal.will_retry && answer->status == WR_STATUS_TIME &&
         wr_cpu_clock () - b->began < enough;
}

/* The steps of an attempt that the clock ended are not counted, unless it is the last one: the budgets of pass 2 depend on these
   counts. */
static void spend (struct budget *b, struct wr_answer *answer) {
  uint64_t counted = b->resources + answer->resources;
  if (answer->status != WR_STATUS_TIME) b->resources = counted;
  answer->seconds = b->seconds += answer->seconds;
  answer->resources = counted;
}

/* Of the timeout, in percent: what attempt number `i` may use, if it is not the last one. */
static uint64_t clock_of (const struct z3 *z, uint32_t i) {
  return i ? z->budgets->second_clock_percent : z->budgets->first_clock_percent;
}

static void ask_again (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  struct budget b = {.budgets = z->budgets, .whole = query, .rest = *query};
  bool afresh = z->nonlinear && z->core->axioms.len <= z->budgets->few_axioms;
  for (uint32_t i = afresh; i < 3; i++) {
    if (!share (&b, i < 2 ? clock_of (z, i) : 100, 100)) break;
    renew_inside (z, &z->first);
    if (i == 0)
      wr_z3_ask_goal (z->first, &b.rest, arena, answer);
    else if (z->folds && !z->nonlinear)
      wr_z3_ask_folded (z->first, &b.rest, false, arena, answer);
    else
      wr_z3_ask_new (z->first, &b.rest, z->options.seed + i - 1, arena, answer);
    spend (&b, answer);
    if (!may_differ (z, answer, i == 0) || starved (&b, answer)) break;
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
  struct budget b = {.budgets = z->budgets, .whole = query, .rest = *query};
  share (&b, z->nonlinear ? clock_of (z, 0) : 100, z->budgets->functions_percent);
  wr_z3_ask_goal (z->first, &b.rest, arena, answer);
  spend (&b, answer);
  struct wr_answer before = *answer;
  if ((!gave_up (answer) && !ran_out (answer)) || starved (&b, answer)) return;
  struct wr_z3_session *second = NULL;
  for (uint32_t i = 1; (second = arrays (z)) && i < (z->nonlinear ? 3 : 2); i++) {
    bool last = i == 2 || !z->nonlinear;
    if (!share (&b, last ? 100 : clock_of (z, i), 100 - z->budgets->functions_percent)) break;
    if (i == 1)
      wr_z3_ask_goal (second, &b.rest, arena, answer);
    else
      wr_z3_ask_new (second, &b.rest, z->options.seed + 1, arena, answer);
    spend (&b, answer);
    if (!may_differ (z, answer, true) || starved (&b, answer)) break;
  }
  if (!ran_out (answer) || !gave_up (&before) || starved (&b, answer)) return;
  /* The first session gave up: that counts as an answer, but without extensionality not as a counterexample. */
  WR_ASSERT (answer->status != WR_STATUS_UNSAT); /* a proof is never replaced */
  before.status = WR_STATUS_INCOMPLETE;
  before.seconds = b.seconds;
  before.resources = b.resources;
  *answer = before;
}

/* Retries with nonlinear arithmetic are expensive, and goals without axioms are cheap: such goals are asked one by one, unless
   there are many, or many assignments of numbers (vc/sums.h).  The whole procedure bears on the cost of each query with selectors, so that their cost would grow with the
   square of the number of goals. */
static bool is_group_refused (const struct z3 *z, const struct wr_group_query *group) {
  if (z->two) return z->nonlinear;
  if (group->form != WR_GROUP_UNLABELLED) return true;
  bool many = group->any || z->vc->passive->goal_count > z->budgets->many_goals ||
              z->vc->sums >= z->budgets->sums_least;
  return group->count > 1 && (z->nonlinear || !many);
}

static void ask_group (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  if (is_group_refused (z, &query->group))
    *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE};
  else if (query->group.form == WR_GROUP_FULL)
    wr_z3_ask_goal (z->first, query, arena, answer);
  else
    wr_z3_ask_group (z->first, query, arena, answer);
}

/* Is this a goal after many assignments of numbers?  Then a counterexample is looked for in the formula without their chains (vc/sums.h). */
static bool has_sums (const struct z3 *z, const struct wr_query *query) {
  return z->folds && !z->two && !z->nonlinear && !query->goal.off &&
         z->vc->sums >= z->budgets->sums_least;
}

static void ask_goal (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  struct wr_answer summed = {0};
  struct budget b = {.budgets = z->budgets, .whole = query, .rest = *query};
  if (has_sums (z, query) && share (&b, clock_of (z, 0), 100))
    wr_z3_ask_folded (z->first, &b.rest, true, arena, &summed);
  if (summed.status == WR_STATUS_SAT) {
    *answer = summed;
    return;
  }
  if (z->two && !z->options.labelled_axioms)
    ask_both (z, query, arena, answer);
  else if (z->nonlinear || z->folds)
    ask_again (z, query, arena, answer);
  else
    wr_z3_ask_goal (z->first, query, arena, answer);
  answer->resources += summed.resources;
  answer->seconds += summed.seconds;
}

static void ask_set (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                     struct wr_answer *answer) {
  switch (query->set.trust) {
  case WR_SHARED: wr_z3_ask_set (z->first, query, arena, answer); return;
  case WR_CLEAN: wr_z3_ask_slice (z->first, query, arena, answer); return;
  case WR_FRESH: wr_z3_ask_fresh (z->first, query, arena, answer); return;
  }
  WR_UNREACHABLE ();
}

/* Only arrays give models of maps, and only their answer can be "satisfiable". */
static void ask_exprs (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  renew_inside (z, &z->first);
  wr_z3_ask_exprs (z->first, query, arena, answer);
  if (!z->two || !gave_up (answer)) return;
  struct wr_answer before = *answer;
  struct wr_z3_session *second = arrays (z);
  if (second) wr_z3_ask_exprs (second, query, arena, answer);
  answer->resources += before.resources;
  answer->seconds += before.seconds;
  if (!second && answer->status == WR_STATUS_SAT) answer->status = WR_STATUS_INCOMPLETE;
}

static void ask (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  switch (query->kind) {
  case WR_QUERY_GROUP: ask_group (z, query, arena, answer); return;
  case WR_QUERY_GOAL: ask_goal (z, query, arena, answer); return;
  case WR_QUERY_SET: ask_set (z, query, arena, answer); return;
  case WR_QUERY_EXPRS: ask_exprs (z, query, arena, answer); return;
  case WR_QUERY_NONE: break;
  }
  WR_UNREACHABLE ();
}

static void z3_check (void *self, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  struct z3 *z = self;
  wr_query_check (query, z->vc);
  wr_z3_prepare (z->first, query);
  if (z->first->terms.error.len > 0) {
    *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY,
                                 .detail = wr_str_keep (arena, z->first->terms.error)};
    return;
  }
  if (query->kind != WR_QUERY_SET && z->vc) {
    renew_inside (z, &z->first);
    wr_z3_fix (z->first, NULL, NULL);
  }
  struct wr_query untimed = *query;
  untimed.timeout = 0;
  bool steps = query->caller_times && query->rlimit && z->two && !z->nonlinear;
  ask (z, steps ? &untimed : query, arena, answer);
}

static bool z3_profile (void *self, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer, wr_profile *profile) {
  struct z3 *z = self;
  wr_query_check (query, z->vc);
  return wr_z3_ask_profile (z->first, query, arena, answer, profile);
}

static wr_str z3_version (const struct wr_solver_options *options, wr_arena *arena) {
  (void)options;
  return wr_str_print (arena, "Z3 %s", Z3_get_full_version ());
}

const struct wr_backend wr_backend_z3 = {.name = "z3",
                                         .open = z3_open,
                                         .enter = z3_enter,
                                         .check = z3_check,
                                         .leave = z3_leave,
                                         .close = z3_close,
                                         .version = z3_version,
                                         .fix = z3_fix,
                                         .slice = z3_slice,
                                         .groups = true,
                                         .confined = true,
                                         .uncounted = z3_uncounted,
                                         .profile = z3_profile};
