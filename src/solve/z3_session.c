/* solve/z3_session.c -- Z3 through its C API (solve/z3_session.h).  Runs in worker processes only (solve/pool.h): it sets
   Z3's process-wide parameters, and leaves a broken context behind when memory runs out. */
#include "solve/z3_session.h"

#include "base/check.h"
#include "base/os.h"
#include "core/build.h"

#include <stdlib.h>
#include <string.h>

typedef WR_VEC (Z3_ast) literals;

/* Errors are looked at where they can happen; the default handler would end the process. */
static void on_error (Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

/* Splitting by relevancy is for quantifiers; strings and maps of truth values may never end with it.  Instances
   up to the 30th generation are made at once; later ones, of chains that may never end, when nothing else is left. */
static void set_parameters (const wr_core *core, const struct wr_solver_options *options) {
  static const char *const fixed[][2] = {
      {"auto_config", "false"},         {"smt.mbqi", "false"},
      {"smt.delay_units", "true"},      {"smt.delay_units_threshold", "1000"},
      {"smt.phase_selection", "0"},     {"smt.qi.eager_threshold", "30"},
      {"smt.qi.lazy_threshold", "100"}, {"warning", "false"}};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    Z3_global_param_set (fixed[i][0], fixed[i][1]);
  Z3_global_param_set ("smt.case_split", wr_has_quantifiers (core) ? "3" : "1");
  char text[32];
  snprintf (text, sizeof text, "%u", options->seed);
  Z3_global_param_set ("smt.random_seed", text);
  Z3_global_param_set ("sat.random_seed", text);
  uint64_t memory = options->memory ? options->memory : WR_DEFAULT_MEMORY;
  snprintf (text, sizeof text, "%llu", (unsigned long long)(memory >> 20));
  Z3_global_param_set ("memory_high_watermark_mb", text);
  /* The hard limit breaks the context: what is left between the two is for cleaning up. */
  snprintf (text, sizeof text, "%llu", (unsigned long long)((memory + memory / 4) >> 20));
  Z3_global_param_set ("memory_max_size", text);
}

/* -- axioms ---------------------------------------------------------------------------------------- */

static void assert_axiom (struct wr_z3_session *z, Z3_ast axiom, wr_label label) {
  Z3_context c = z->terms.z3;
  if (z->options.labelled_axioms && !z->options.untracked && label.ix)
    axiom = Z3_mk_implies (c, wr_z3_label (&z->terms, label.ix), axiom);
  Z3_solver_assert (c, z->solver, axiom);
}

static bool is_left_out (const struct wr_z3_session *z, wr_label label) {
  const wr_bitset *left_out = z->options.left_out;
  return left_out && label.ix && wr_bitset_has (left_out, label.ix);
}

static void add_axioms (struct wr_z3_session *z) {
  const wr_core *core = z->terms.core;
  for (uint32_t i = 0; i < core->distinct.len; i++)
    assert_axiom (z, wr_z3_expr (&z->terms, core->distinct.data[i]), (wr_label){0});
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (!is_left_out (z, core->axioms.data[i].label))
      assert_axiom (z, wr_z3_expr (&z->terms, core->axioms.data[i].expr),
                    core->axioms.data[i].label);
  wr_z3_map_axioms (&z->terms, z->solver);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA)
      assert_axiom (z, wr_z3_lambda_axiom (&z->terms, (wr_func){i}), core->funcs.data[i].label);
}

static void assert_axioms (struct wr_z3_session *z) {
  const wr_core *core = z->terms.core;
  WR_VEC (wr_expr) roots = {0};
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (!is_left_out (z, core->axioms.data[i].label))
      WR_VEC_PUSH (&roots, core->axioms.data[i].expr);
  for (uint32_t i = 0; i < core->distinct.len; i++) WR_VEC_PUSH (&roots, core->distinct.data[i]);
  wr_z3_translate (&z->terms, roots.data, roots.len);
  WR_VEC_FREE (&roots);
  add_axioms (z);
}

void wr_z3_close (struct wr_z3_session *z) {
  Z3_context c = z->terms.z3;
  wr_z3_slices_free (&z->slices, c);
  wr_z3_formula_free (&z->formula);
  if (z->solver) Z3_solver_dec_ref (c, z->solver);
  if (z->shared) Z3_solver_dec_ref (c, z->shared);
  if (z->params) Z3_params_dec_ref (c, z->params);
  wr_map_free (&z->label_of);
  wr_bitset_free (&z->fixed);
  wr_bitset_free (&z->named);
  WR_VEC_FREE (&z->model_vars);
  WR_VEC_FREE (&z->model_funcs);
  wr_z3_terms_free (&z->terms);
  Z3_del_context (c);
  free (z);
}

/* A context that knows nothing. */
static struct wr_z3_session *new_session (const wr_core *core,
                                          const struct wr_solver_options *options,
                                          bool maps_are_functions) {
  Z3_config config = Z3_mk_config ();
  /* What is asked with labels at axioms has no use for models; Z3 makes candidates all the same (z3_watch.h). */
  if (options->labelled_axioms) Z3_set_param_value (config, "model", "false");
  struct wr_z3_table table = {.at = wr_heap_end ()};
  Z3_context c = Z3_mk_context (config);
  /* There are two of one size, the first for the terms; the other, for printing, is as good as unused. */
  if (table.at) table.size = (size_t)(wr_heap_end () - table.at) / 2;
  Z3_del_config (config);
  Z3_set_error_handler (c, on_error);
  struct wr_z3_session *z = wr_alloc (1, sizeof *z);
  z->options = *options;
  z->table = table;
  wr_z3_terms_init (&z->terms, core, c, maps_are_functions);
  z->params = Z3_mk_params (c);
  Z3_params_inc_ref (c, z->params);
  return z;
}

struct wr_z3_session *wr_z3_open (const wr_core *core, const struct wr_solver_options *options,
                                  bool maps_are_functions, wr_str *error) {
  set_parameters (core, options);
  struct wr_z3_session *z = new_session (core, options, maps_are_functions);
  Z3_context c = z->terms.z3;
  z->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, z->solver);
  if (options->labelled_axioms && maps_are_functions) wr_z3_watch_over (&z->watch, c, z->solver);
  assert_axioms (z);
  Z3_solver_push (c, z->solver); /* takes in what was asserted, once for all procedures */
  if (Z3_get_error_code (c) != Z3_OK) wr_z3_fail (&z->terms, "the axioms", (wr_str){0});
  if (z->terms.error.len == 0) return z;
  /* The message outlives the context: the process is about to end. */
  char *text = wr_alloc (z->terms.error.len + 1, 1);
  memcpy (text, z->terms.error.ptr, z->terms.error.len);
  *error = (wr_str){text, z->terms.error.len};
  wr_z3_close (z);
  return NULL;
}

/* -- one procedure ---------------------------------------------------------------------------------- */

/* Some options are read only when a solver is made: a procedure with options of its own gets one of its own. */
static void enter_options (struct wr_z3_session *z, const struct wr_body *body) {
  Z3_context c = z->terms.z3;
  const wr_core *core = z->terms.core;
  if (!body->options.len) return;
  for (uint32_t i = 0; i < body->options.len; i++)
    Z3_global_param_set (wr_symbol_text (core->symbols, body->options.data[i].name).ptr,
                         wr_symbol_text (core->symbols, body->options.data[i].value).ptr);
  z->shared = z->solver;
  z->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, z->solver);
  add_axioms (z);
}

static void leave_options (struct wr_z3_session *z) {
  if (!z->shared) return;
  Z3_solver_dec_ref (z->terms.z3, z->solver);
  z->solver = z->shared;
  z->shared = NULL;
  Z3_global_param_reset_all ();
  set_parameters (z->terms.core, &z->options);
}

void wr_z3_enter (struct wr_z3_session *z, const wr_vc *vc) {
  Z3_context c = z->terms.z3;
  enter_options (z, &vc->core->bodies.data[vc->passive->body]);
  wr_z3_formula_begin (&z->formula, &z->terms, vc, !z->options.untracked);
  z->vars_known = false;
  z->limits.set = z->stopped = false;
  WR_VEC_CLEAR (&z->model_vars);
  WR_VEC_CLEAR (&z->model_funcs);
  wr_map_clear (&z->label_of);
  wr_bitset_clear (&z->named);
  Z3_solver_push (c, z->solver);
  z->shown = false;
}

/* The solver looks at terms in the order in which they were made: labels before what they guard is the better one. */
void wr_z3_prepare (struct wr_z3_session *z, const struct wr_query *query) {
  bool labels = query->want_core && !z->options.untracked;
  wr_bitset made = {0};
  if (query->plain && labels) wr_z3_formula_labels (&z->formula, query->goal, query->count, &made);
  WR_BITSET_EACH (&made, i) { wr_z3_label (&z->terms, i); }
  wr_bitset_free (&made);
  if (query->plain && !labels)
    wr_z3_formula_bare (&z->formula);
  else if (query->plain || query->sliced || query->only)
    wr_z3_formula_terms (&z->formula);
  else
    wr_z3_formula_whole (&z->formula);
}

/* The formula is asserted when it is first asked about: plain questions must not meet it. */
static void show (struct wr_z3_session *z) {
  if (z->shown || z->terms.error.len > 0) return; /* every check tells */
  z->shown = true;
  Z3_solver_assert (z->terms.z3, z->solver, wr_z3_formula_whole (&z->formula));
  if (Z3_get_error_code (z->terms.z3) != Z3_OK) wr_z3_fail (&z->terms, "the formula", (wr_str){0});
}

/* A check that is ended while the solver takes in what was asserted leaves a part of it behind when the scope is left, and with
   the next goal a contradiction.  So what is asserted for quick queries is taken in before, by opening another scope. */
enum { HELD_SCOPES = 2 };

static void take_in (struct wr_z3_session *z) { Z3_solver_push (z->terms.z3, z->solver); }

static void let_go (struct wr_z3_session *z) {
  if (z->held) Z3_solver_pop (z->terms.z3, z->solver, HELD_SCOPES);
  z->held = 0;
}

bool wr_z3_cut (struct wr_z3_session *z, uint32_t goal, const wr_bitset *labels) {
  wr_z3_formula_terms (&z->formula);
  if (z->terms.error.len > 0 || z->options.untracked) return false;
  return wr_z3_slice (&z->slices, &z->formula, goal, labels);
}

static void fix_labels (struct wr_z3_session *z, const wr_bitset *labels, bool on) {
  Z3_context c = z->terms.z3;
  literals parts = {0};
  if (!labels) return;
  WR_BITSET_EACH (labels, i) {
    Z3_ast literal = wr_z3_label (&z->terms, i);
    WR_VEC_PUSH (&parts, on ? literal : wr_z3_no_label (&z->terms, i));
    wr_bitset_set (&z->fixed, i, true);
  }
  if (parts.len) Z3_solver_assert (c, z->solver, Z3_mk_and (c, parts.len, parts.data));
  WR_VEC_FREE (&parts);
}

void wr_z3_fix (struct wr_z3_session *z, const wr_bitset *on, const wr_bitset *off) {
  let_go (z);
  if (z->fixing) Z3_solver_pop (z->terms.z3, z->solver, 1);
  wr_bitset_clear (&z->fixed);
  z->fixing = (on || off) && !z->options.untracked;
  if (!z->fixing) return;
  show (z);
  Z3_solver_push (z->terms.z3, z->solver);
  fix_labels (z, on, true);
  fix_labels (z, off, false);
}

/* An error stays: terms that were made from a bad one are remembered too, and must never be asked about. */
void wr_z3_leave (struct wr_z3_session *z) {
  wr_z3_fix (z, NULL, NULL);
  wr_z3_slices_free (&z->slices, z->terms.z3);
  Z3_solver_pop (z->terms.z3, z->solver, 1);
  leave_options (z);
  wr_z3_formula_free (&z->formula);
}

/* -- one query --------------------------------------------------------------------------------------- */

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

/* With labels at axioms, and of a question that is the first and the last, the context is told, which costs next to nothing: no
   solver of it has limits of its own. */
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

/* `known` is what the solver was told before: telling it costs as much as a small question. */
static void set_limits (struct wr_z3_session *z, const struct wr_query *query,
                        struct wr_z3_limits *known) {
  Z3_context c = z->terms.z3;
  uint64_t most = UINT32_MAX;
  double ms = query->timeout * 1000;
  struct wr_z3_limits limits = {.set = true};
  limits.timeout = ms <= 0 || ms >= (double)most ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
  limits.rlimit = query->rlimit > most ? (unsigned)most : (unsigned)query->rlimit;
  if (z->options.labelled_axioms || query->last) {
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

static void add_label (struct wr_z3_session *z, const struct wr_query *query, uint32_t label,
                       literals *out) {
  if (z->fixing && wr_bitset_has (&z->fixed, label)) return;
  Z3_ast literal = wr_z3_label (&z->terms, label);
  bool absent = label == query->mention || (query->off && wr_bitset_has (query->off, label));
  if (!wr_bitset_has (&z->named, label))
    wr_map_put (&z->label_of, Z3_get_ast_id (z->terms.z3, literal), label);
  wr_bitset_set (&z->named, label, true);
  WR_VEC_PUSH (out, absent ? wr_z3_no_label (&z->terms, label) : literal);
}

/* Of the facts of a plain question those that are in it, else of the goal, or of every goal. */
static void add_facts (struct wr_z3_session *z, const struct wr_query *query, literals *out) {
  const wr_vc *vc = z->formula.vc;
  wr_bitset plain = {0};
  wr_u32s labels = {0};
  if (query->plain) {
    wr_z3_formula_labels (&z->formula, query->goal, query->count, &plain);
    WR_BITSET_EACH (&plain, i) { WR_VEC_PUSH (&labels, i); }
  } else if (query->count <= 1) {
    wr_vc_goal_labels (vc, query->goal, &labels);
  } else {
    for (uint32_t i = 0; i < vc->label_count; i++) WR_VEC_PUSH (&labels, vc->labels[i].ix);
  }
  for (uint32_t i = 0; i < labels.len; i++) add_label (z, query, labels.data[i], out);
  WR_VEC_FREE (&labels);
  wr_bitset_free (&plain);
}

static void assumptions (struct wr_z3_session *z, const struct wr_query *query, literals *out) {
  if (z->options.untracked) return;
  add_facts (z, query, out);
  if (!z->options.labelled_axioms) return;
  const wr_core *core = z->terms.core;
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].label.ix && !is_left_out (z, core->axioms.data[i].label))
      add_label (z, query, core->axioms.data[i].label.ix, out);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA && core->funcs.data[i].label.ix)
      add_label (z, query, core->funcs.data[i].label.ix, out);
}

/* `assumed` may be NULL: none. */
static void check_now (struct wr_z3_session *z, const struct wr_query *query,
                       struct wr_z3_limits *known, const literals *assumed, wr_arena *arena,
                       struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
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
  z->spoiled |= answer->status == WR_STATUS_TIME;
}

/* A proof from nothing, in a solver that was stopped before, is no proof. */
static void doubt (bool *stopped, struct wr_answer *answer) {
  if (answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME) *stopped = true;
  if (answer->status != WR_STATUS_UNSAT || !*stopped || !answer->has_core || answer->core_count)
    return;
  answer->status = WR_STATUS_BAD_REPLY;
  answer->detail = WR_LIT ("a proof from nothing after a limit");
}

void wr_z3_ask (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  *answer = (struct wr_answer){0};
  show (z);
  if (z->held != query->goal + 1 || query->count > 1) let_go (z);
  if (query->quick && query->count <= 1 && !z->held) {
    Z3_solver_push (c, z->solver);
    wr_z3_formula_select (&z->formula, z->solver, query->goal, query->count);
    take_in (z);
    z->held = query->goal + 1;
  }
  if (!z->held) {
    Z3_solver_push (c, z->solver);
    wr_z3_formula_select (&z->formula, z->solver, query->goal, query->count);
  }
  literals assumed = {0};
  assumptions (z, query, &assumed);
  if (query->mention) {
    Z3_solver_push (c, z->solver);
    WR_VEC_PUSH (&assumed, wr_z3_formula_mention (&z->formula, z->solver, query->mention));
    take_in (z);
  }
  if (!query->quick) z->limits.set = false;
  check_now (z, query, query->quick ? &z->limits : NULL, &assumed, arena, answer);
  if (query->quick) doubt (&z->stopped, answer);
  WR_VEC_FREE (&assumed);
  if (query->mention) Z3_solver_pop (c, z->solver, HELD_SCOPES);
  if (!z->held) Z3_solver_pop (c, z->solver, 1);
}

/* Leaves the formula with choices, if it is there: a plain question must not meet it. */
static void hide (struct wr_z3_session *z) {
  wr_z3_fix (z, NULL, NULL);
  if (!z->shown) return;
  Z3_solver_pop (z->terms.z3, z->solver, 1);
  Z3_solver_push (z->terms.z3, z->solver);
  z->shown = false;
}

void wr_z3_ask_plain (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  bool labels = query->want_core && !z->options.untracked;
  *answer = (struct wr_answer){0};
  hide (z);
  Z3_solver_push (c, z->solver);
  Z3_solver_assert (c, z->solver,
                    wr_z3_formula_plain (&z->formula, query->goal, query->count, labels));
  z->fixing = labels;
  if (labels) fix_labels (z, query->off, false);
  take_in (z);
  struct wr_query only = *query;
  only.off = NULL;
  only.want_model = false;
  only.want_core = labels;
  literals assumed = {0};
  if (labels) assumptions (z, &only, &assumed);
  check_now (z, &only, NULL, labels ? &assumed : NULL, arena, answer);
  if (labels) doubt (&z->stopped, answer);
  WR_VEC_FREE (&assumed);
  if (answer->status == WR_STATUS_SAT) answer->status = WR_STATUS_INCOMPLETE;
  answer->has_model = false;
  if (query->last) return;
  Z3_solver_pop (c, z->solver, HELD_SCOPES);
  z->fixing = z->limits.set = false;
  wr_bitset_clear (&z->fixed);
}

void wr_z3_ask_slice (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  literals assumed = {0};
  bool fixing = z->fixing;
  *answer = (struct wr_answer){0};
  z->solver = z->slices.solver;
  z->fixing = false;
  WR_BITSET_EACH (&z->slices.labels, i) {
    if (wr_bitset_has (&z->slices.earlier, i))
      WR_VEC_PUSH (&assumed, wr_z3_no_label (&z->terms, i));
    else
      add_label (z, query, i, &assumed);
  }
  Z3_solver_push (c, z->solver); /* what is learned from one question must not answer another */
  check_now (z, query, &z->slices.limits, &assumed, arena, answer);
  doubt (&z->slices.stopped, answer);
  Z3_solver_pop (c, z->solver, 1);
  WR_VEC_FREE (&assumed);
  z->solver = used;
  z->fixing = fixing;
}

void wr_z3_ask_alone (const struct wr_z3_session *like, const struct wr_query *query,
                      wr_arena *arena, struct wr_answer *answer) {
  struct wr_z3_session *z =
      new_session (like->terms.core, &like->options, like->terms.maps_are_functions);
  z->formula = (struct wr_z3_formula){.vc = like->formula.vc, .terms = &z->terms, .tracked = true};
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  if (wr_z3_slice (&z->slices, &z->formula, query->goal, query->only) && z->terms.error.len == 0)
    wr_z3_ask_slice (z, query, arena, answer);
  wr_z3_close (z);
}

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
  add_axioms (z);
  z->shown = false;
  wr_z3_ask (z, query, arena, answer);
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
  z->shown = shown;
}

void wr_z3_ask_folded (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  z->solver = new_solver (z, z->options.seed);
  literals assumed = {0};
  assumptions (z, query, &assumed);
  for (uint32_t i = 0; i < assumed.len; i++) Z3_solver_assert (c, z->solver, assumed.data[i]);
  WR_VEC_FREE (&assumed);
  wr_z3_formula_select (&z->formula, z->solver, query->goal, query->count);
  add_axioms (z);
  Z3_solver_assert (c, z->solver, wr_z3_formula_whole (&z->formula));
  *answer = (struct wr_answer){0};
  struct wr_query plain = *query;
  plain.want_core = false;
  check_now (z, &plain, NULL, NULL, arena, answer);
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
}
