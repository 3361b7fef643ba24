/* solve/z3_ask.c -- one query in one Z3 session (solve/z3_session.h): what is asserted and assumed, the check, and what is
   undone after it. */
#include "solve/z3_session.h"

#include "base/check.h"
#include "base/os.h"

#include <stdlib.h>
#include <string.h>

/* -- limits ------------------------------------------------------------------------------------------- */

static uint64_t resources (struct wr_z3_session *z) {
  Z3_context c = z->terms.z3;
  Z3_stats stats = Z3_solver_get_statistics (c, z->solver);
  if (!stats) return 0;
  Z3_stats_inc_ref (c, stats);
  uint64_t count = 0;
  for (unsigned i = 0; i < Z3_stats_size (c, stats); i++) {
    if (strcmp (Z3_stats_get_key (c, stats, i), "rlimit count") != 0) continue;
    count = Z3_stats_is_uint (c, stats, i) ? Z3_stats_get_uint_value (c, stats, i)
                                           : (uint64_t)Z3_stats_get_double_value (c, stats, i);
  }
  Z3_stats_dec_ref (c, stats);
  return count;
}

static void set_context_limits (struct wr_z3_session *z, const struct wr_z3_limits *limits) {
  char text[16];
  if (!z->told.set || z->told.timeout != limits->timeout) {
    snprintf (text, sizeof text, "%u", limits->timeout);
    Z3_update_param_value (z->terms.z3, "timeout", text);
  }
  if (!z->told.set || z->told.rlimit != limits->rlimit) {
    snprintf (text, sizeof text, "%u", limits->rlimit);
    Z3_update_param_value (z->terms.z3, "rlimit", text);
  }
  z->told = *limits;
}

static bool is_final (const struct wr_query *query) {
  return query->kind == WR_QUERY_GROUP && query->group.final;
}

/* Limits are set on the context, not on the solver, if axioms are labelled or this is the worker's only query: it is cheaper.
   `known` holds what the solver was last given; setting a limit costs as much as a small query. */
static void set_limits (struct wr_z3_session *z, const struct wr_query *query,
                        struct wr_z3_limits *known) {
  Z3_context c = z->terms.z3;
  uint64_t most = UINT32_MAX;
  double ms = query->timeout * 1000;
  struct wr_z3_limits limits = {.set = true};
  limits.timeout = ms <= 0 || ms >= (double)most ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
  limits.rlimit = query->rlimit > most ? (unsigned)most : (unsigned)query->rlimit;
  if (z->options.labelled_axioms || is_final (query)) {
    set_context_limits (z, &limits);
    return;
  }
  if (known && known->set && known->timeout == limits.timeout && known->rlimit == limits.rlimit)
    return;
  Z3_params_set_uint (c, z->params, Z3_mk_string_symbol (c, "timeout"), limits.timeout);
  Z3_params_set_uint (c, z->params, Z3_mk_string_symbol (c, "rlimit"), limits.rlimit);
  Z3_solver_set_params (c, z->solver, z->params);
  if (known) *known = limits;
}

/* -- assumptions -------------------------------------------------------------------------------------- */

/* The solver processes terms in the order in which they were made: it does better if labels come before what they guard. */
void wr_z3_prepare (struct wr_z3_session *z, const struct wr_query *query) {
  if (query->kind == WR_QUERY_EXPRS) return;
  bool set_alone = query->kind == WR_QUERY_SET && query->set.trust != WR_SHARED;
  bool small = query->kind == WR_QUERY_GROUP && query->group.form != WR_GROUP_FULL;
  bool labels = small && query->group.form == WR_GROUP_LABELLED && !z->options.untracked;
  wr_bitset made = {0};
  if (labels) wr_z3_formula_labels (&z->formula, query->group.first, query->group.count, &made);
  WR_BITSET_EACH (&made, i) { wr_z3_label (&z->terms, i); }
  wr_bitset_free (&made);
  if (small && !labels)
    wr_z3_formula_bare (&z->formula);
  else if (small || set_alone)
    wr_z3_formula_terms (&z->formula);
  else
    wr_z3_formula_whole (&z->formula);
}

static void add_label (struct wr_z3_session *z, uint32_t label, bool absent, wr_z3_literals *out) {
  if (z->fixing && wr_bitset_has (&z->fixed, label)) return;
  Z3_ast literal = wr_z3_label (&z->terms, label);
  if (!wr_bitset_has (&z->named, label))
    wr_map_put (&z->label_of, Z3_get_ast_id (z->terms.z3, literal), label);
  wr_bitset_set (&z->named, label, true);
  WR_VEC_PUSH (out, absent ? wr_z3_no_label (&z->terms, label) : literal);
}

/* The labels of facts that occur in the formula of the query. */
static void find_facts (const struct wr_z3_session *z, const struct wr_query *query,
                        wr_u32s *labels) {
  const wr_vc *vc = z->formula.vc;
  if (query->kind != WR_QUERY_GROUP) {
    wr_vc_goal_labels (vc, wr_query_first (query), labels);
  } else if (query->group.form == WR_GROUP_FULL) {
    for (uint32_t i = 0; i < vc->label_count; i++) WR_VEC_PUSH (labels, vc->labels[i].ix);
  } else {
    wr_bitset found = {0};
    wr_z3_formula_labels (&z->formula, query->group.first, query->group.count, &found);
    WR_BITSET_EACH (&found, i) { WR_VEC_PUSH (labels, i); }
    wr_bitset_free (&found);
  }
}

/* Labels of axioms, where they are guarded, and of lambdas: a set query does not switch definitions off. */
static void add_axiom_labels (struct wr_z3_session *z, const struct wr_query *query,
                              wr_z3_literals *out) {
  const wr_core *core = z->terms.core;
  bool lacks = query->kind != WR_QUERY_EXPRS, defines = query->kind == WR_QUERY_SET;
  if (!z->options.labelled_axioms) return;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    wr_label label = core->axioms.data[i].label;
    if (label.ix && !wr_z3_is_left_out (z, label))
      add_label (z, label.ix, lacks && wr_query_lacks (query, label.ix), out);
  }
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    uint32_t label = core->funcs.data[i].label.ix;
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA && label)
      add_label (z, label, lacks && !defines && wr_query_lacks (query, label), out);
  }
}

static void assumptions (struct wr_z3_session *z, const struct wr_query *query,
                         wr_z3_literals *out) {
  wr_u32s labels = {0};
  if (z->options.untracked) return;
  find_facts (z, query, &labels);
  for (uint32_t i = 0; i < labels.len; i++)
    add_label (z, labels.data[i], wr_query_lacks (query, labels.data[i]), out);
  WR_VEC_FREE (&labels);
  add_axiom_labels (z, query, out);
}

/* -- the check ---------------------------------------------------------------------------------------- */

/* If the clock ends a step of nonlinear arithmetic, Z3 says that its theory is incomplete; it was the clock all the same. */
static void blame_clock (const struct wr_query *query, struct wr_answer *answer) {
  const double tick = 0.001; /* limits are whole milliseconds */
  if (answer->status != WR_STATUS_INCOMPLETE || query->timeout <= 0) return;
  if (answer->seconds + tick < query->timeout) return;
  *answer = (struct wr_answer){.status = WR_STATUS_TIME,
                               .trust = answer->trust,
                               .resources = answer->resources,
                               .seconds = answer->seconds};
}

/* `assumed` may be NULL: none. */
static void check_now (struct wr_z3_session *z, const struct wr_query *query,
                       struct wr_z3_limits *known, const wr_z3_literals *assumed, wr_arena *arena,
                       struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  if (z->terms.error.len >
      0) { /* terms that were made from a rejected one must never be asked about */
    answer->status = WR_STATUS_BAD_REPLY;
    answer->detail = wr_str_keep (arena, z->terms.error);
    return;
  }
  set_limits (z, query, known);
  uint64_t before = resources (z);
  double began = wr_clock ();
  struct wr_z3_watch *watch = z->solver == z->slices.solver ? &z->slices.watch : &z->watch;
  wr_z3_watch_begin (watch);
  Z3_lbool truth = assumed ? Z3_solver_check_assumptions (c, z->solver, assumed->len, assumed->data)
                           : Z3_solver_check (c, z->solver);
  if (Z3_get_error_code (c) == Z3_OK) {
    answer->seconds = wr_clock () - began;
    answer->resources = (uint32_t)(resources (z) - before);
  }
  wr_z3_take_answer (z, truth, watch->ended, query, arena, answer);
  if (!watch->ended) blame_clock (query, answer);
  z->spoiled |= answer->status == WR_STATUS_TIME;
}

/* A check that a limit ends while the solver processes new assertions leaves a part of them behind when the scope is left, and
   with the next goal a contradiction.  Opening another scope makes the solver process them before the check. */
static void process_assertions (struct wr_z3_session *z) {
  Z3_solver_push (z->terms.z3, z->solver);
}

/* A proof with an empty core, in a solver that a limit has stopped before, is not trusted. */
static void doubt (bool *stopped, struct wr_answer *answer) {
  if (answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME) *stopped = true;
  if (answer->status != WR_STATUS_UNSAT || !*stopped || !answer->has_core || answer->core_count)
    return;
  answer->status = WR_STATUS_BAD_REPLY;
  answer->detail = WR_LIT ("a proof with an empty core after a limit");
}

/* -- one goal, or several with the same formula --------------------------------------------------------- */

void wr_z3_ask_goal (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                     struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  WR_ASSERT (!z->held && !z->fixing); /* the scopes of set queries are closed */
  bool group = query->kind == WR_QUERY_GROUP;
  WR_ASSERT (group ? query->group.form == WR_GROUP_FULL : query->kind == WR_QUERY_GOAL);
  *answer = (struct wr_answer){0};
  wr_z3_show (z);
  Z3_solver_push (c, z->solver);
  wr_z3_formula_select (&z->formula, z->solver, wr_query_first (query),
                        group ? query->group.count : 1);
  wr_z3_literals assumed = {0};
  assumptions (z, query, &assumed);
  z->limits.set = false;
  check_now (z, query, NULL, &assumed, arena, answer);
  WR_VEC_FREE (&assumed);
  Z3_solver_pop (c, z->solver, 1);
}

/* Leaves the scope of the formula with choices, if it is there: a small group must not see it. */
static void hide (struct wr_z3_session *z) {
  wr_z3_fix (z, NULL, NULL);
  if (!z->shown) return;
  Z3_solver_pop (z->terms.z3, z->solver, 1);
  Z3_solver_push (z->terms.z3, z->solver);
  z->shown = false;
}

void wr_z3_ask_group (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  const struct wr_group_query *group = &query->group;
  WR_ASSERT (query->kind == WR_QUERY_GROUP && group->form != WR_GROUP_FULL);
  bool labels = group->form == WR_GROUP_LABELLED && !z->options.untracked;
  *answer = (struct wr_answer){0};
  hide (z);
  Z3_solver_push (c, z->solver);
  Z3_ast formula = wr_z3_formula_plain (&z->formula, group->first, group->count, labels);
  if (!labels && z->formula.vc->sums >= wr_budgets_of (&z->options)->sums_least)
    formula = wr_z3_sum_up (&z->formula, formula);
  Z3_solver_assert (c, z->solver, formula);
  z->fixing = labels;
  if (labels) wr_z3_fix_labels (z, group->off, false);
  process_assertions (z);
  wr_z3_literals assumed = {0};
  if (labels) assumptions (z, query, &assumed);
  check_now (z, query, NULL, labels ? &assumed : NULL, arena, answer);
  if (labels) doubt (&z->stopped, answer);
  WR_VEC_FREE (&assumed);
  /* The formula has no choices: its model is not one of the condition. */
  if (answer->status == WR_STATUS_SAT) answer->status = WR_STATUS_INCOMPLETE;
  WR_ASSERT (!answer->has_model);
  if (group->final) return;
  Z3_solver_pop (c, z->solver, WR_Z3_HELD_SCOPES);
  z->fixing = z->limits.set = false;
  wr_bitset_clear (&z->fixed);
}

/* -- a set of labels ------------------------------------------------------------------------------------- */

/* Opens the scope in which only this goal is selected, if it is not open. */
static void hold (struct wr_z3_session *z, uint32_t goal) {
  if (z->held == goal + 1) return;
  wr_z3_let_go (z);
  Z3_solver_push (z->terms.z3, z->solver);
  wr_z3_formula_select (&z->formula, z->solver, goal, 1);
  process_assertions (z);
  z->held = goal + 1;
}

void wr_z3_ask_set (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                    struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  const struct wr_set_query *set = &query->set;
  WR_ASSERT (query->kind == WR_QUERY_SET && set->trust == WR_SHARED);
  *answer = (struct wr_answer){0};
  wr_z3_show (z);
  hold (z, set->goal);
  wr_z3_literals assumed = {0};
  assumptions (z, query, &assumed);
  if (set->mention || set->mentions) {
    Z3_solver_push (c, z->solver);
    if (set->mention)
      WR_VEC_PUSH (&assumed, wr_z3_formula_mention (&z->formula, z->solver, set->mention));
    if (set->mentions) WR_BITSET_EACH (set->mentions, i) {
        WR_VEC_PUSH (&assumed, wr_z3_formula_mention (&z->formula, z->solver, i));
      }
    process_assertions (z);
  }
  check_now (z, query, &z->limits, &assumed, arena, answer);
  doubt (&z->stopped, answer);
  WR_VEC_FREE (&assumed);
  if (set->mention || set->mentions) Z3_solver_pop (c, z->solver, WR_Z3_HELD_SCOPES);
}

void wr_z3_ask_slice (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  wr_z3_literals assumed = {0};
  bool fixing = z->fixing;
  WR_ASSERT (query->kind == WR_QUERY_SET && query->set.trust != WR_SHARED);
  WR_REQUIRE (z->slices.solver && z->slices.open);
  WR_REQUIRE (wr_bitset_within (query->set.on, &z->slices.labels));
  *answer = (struct wr_answer){0};
  if (wr_bitset_within (&z->slices.labels, query->set.on)) answer->trust = WR_CLEAN;
  z->solver = z->slices.solver;
  z->fixing = false;
  WR_BITSET_EACH (&z->slices.labels, i) { add_label (z, i, wr_query_lacks (query, i), &assumed); }
  Z3_solver_push (c, z->solver); /* what the solver learns from one query must not answer another */
  check_now (z, query, &z->slices.limits, &assumed, arena, answer);
  doubt (&z->slices.stopped, answer);
  Z3_solver_pop (c, z->solver, 1);
  WR_VEC_FREE (&assumed);
  z->solver = used;
  z->fixing = fixing;
}

void wr_z3_ask_fresh (const struct wr_z3_session *like, const struct wr_query *query,
                      wr_arena *arena, struct wr_answer *answer) {
  struct wr_z3_session *z =
      wr_z3_new_session (like->terms.core, &like->options, like->terms.maps_are_functions);
  z->formula = (struct wr_z3_formula){.vc = like->formula.vc, .terms = &z->terms, .tracked = true};
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  if (wr_z3_slice (&z->slices, &z->formula, query->set.goal, query->set.on) &&
      z->terms.error.len == 0)
    wr_z3_ask_slice (z, query, arena, answer);
  answer->trust = WR_FRESH;
  wr_z3_close (z);
}

/* -- other solvers --------------------------------------------------------------------------------------- */

/* A solver that has seen no other query. */
static Z3_solver new_solver (struct wr_z3_session *z, uint32_t seed) {
  Z3_context c = z->terms.z3;
  Z3_solver solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, solver);
  Z3_params params = Z3_mk_params (c);
  Z3_params_inc_ref (c, params);
  Z3_params_set_uint (c, params, Z3_mk_string_symbol (c, "random_seed"), seed);
  Z3_solver_set_params (c, solver, params);
  Z3_params_dec_ref (c, params);
  return solver;
}

void wr_z3_ask_new (struct wr_z3_session *z, const struct wr_query *query, uint32_t seed,
                    wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  bool shown = z->shown;
  z->solver = new_solver (z, seed);
  wr_z3_add_axioms (z);
  z->shown = false;
  wr_z3_ask_goal (z, query, arena, answer);
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
  z->shown = shown;
}

void wr_z3_ask_folded (struct wr_z3_session *z, const struct wr_query *query, bool sums,
                       wr_arena *arena, struct wr_answer *answer) {
  WR_ASSERT (!sums || !query->goal.off); /* the sums rest on every label */
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  z->solver = new_solver (z, z->options.seed);
  wr_z3_literals assumed = {0};
  assumptions (z, query, &assumed);
  for (uint32_t i = 0; i < assumed.len; i++) Z3_solver_assert (c, z->solver, assumed.data[i]);
  WR_VEC_FREE (&assumed);
  wr_z3_formula_select (&z->formula, z->solver, wr_query_first (query), 1);
  wr_z3_add_axioms (z);
  Z3_ast formula = wr_z3_formula_whole (&z->formula);
  Z3_solver_assert (c, z->solver, sums ? wr_z3_sum_up (&z->formula, formula) : formula);
  *answer = (struct wr_answer){0};
  z->summed = sums;
  struct wr_query coreless = *query;
  coreless.want_core = false;
  check_now (z, &coreless, NULL, NULL, arena, answer);
  z->summed = false;
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
}

/* -- expressions ----------------------------------------------------------------------------------------- */

/* Asserts the expressions, each under a literal if a core is wanted.  The literals' ids map to indices in `label_of`. */
static void assert_exprs (struct wr_z3_session *z, const struct wr_query *query,
                          wr_z3_literals *assumed) {
  Z3_context c = z->terms.z3;
  for (uint32_t i = 0; i < query->exprs.count; i++) {
    Z3_ast term = wr_z3_expr (&z->terms, query->exprs.exprs[i]);
    if (query->want_core) {
      char name[32];
      snprintf (name, sizeof name, "!e%u", i);
      Z3_ast literal = Z3_mk_const (c, Z3_mk_string_symbol (c, name), Z3_mk_bool_sort (c));
      wr_map_put (&z->label_of, Z3_get_ast_id (c, literal), i);
      WR_VEC_PUSH (assumed, literal);
      term = Z3_mk_implies (c, literal, term);
    }
    Z3_solver_assert (c, z->solver, term);
  }
}

/* In a solver of its own if a limit has stopped the session's solver, which may then keep a part of an earlier query. */
void wr_z3_ask_exprs (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  WR_ASSERT (query->kind == WR_QUERY_EXPRS);
  *answer = (struct wr_answer){0};
  hide (z);
  wr_z3_translate (&z->terms, query->exprs.exprs, query->exprs.count);
  if (z->stopped_exprs) {
    z->solver = new_solver (z, z->options.seed);
    wr_z3_add_axioms (z);
  }
  wr_z3_literals assumed = {0};
  wr_map_clear (&z->label_of);
  wr_bitset_clear (&z->named);
  add_axiom_labels (z, query, &assumed);
  wr_map_clear (&z->label_of); /* a core names expressions only */
  wr_bitset_clear (&z->named);
  Z3_solver_push (c, z->solver);
  assert_exprs (z, query, &assumed);
  process_assertions (z);
  check_now (z, query, NULL, assumed.len ? &assumed : NULL, arena, answer);
  z->stopped_exprs |= answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME;
  z->limits.set = false;
  wr_map_clear (&z->label_of);
  Z3_solver_pop (c, z->solver, WR_Z3_HELD_SCOPES);
  WR_VEC_FREE (&assumed);
  if (z->solver == used) return;
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
}
