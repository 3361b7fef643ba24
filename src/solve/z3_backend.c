/* solve/z3_backend.c -- Z3 through its C API.  Runs in worker processes only (solve/pool.h): it sets
   Z3's process-wide parameters, and leaves a broken context behind when memory runs out. */
#include "solve/solve.h"

#include "base/check.h"
#include "base/os.h"
#include "core/build.h"
#include "solve/z3_formula.h"
#include "solve/z3_slice.h"
#include "solve/z3_term.h"

#include <stdlib.h>
#include <string.h>

struct z3 {
  struct wr_z3_terms terms;
  struct wr_solver_options options;
  Z3_solver solver;
  Z3_solver shared; /* for all procedures, while one with options of its own has `solver` */
  Z3_params params;
  struct wr_z3_formula formula;
  wr_map label_of;                 /* id of a literal's term -> label */
  wr_u32s model_vars, model_funcs; /* what occurs in the procedure */
  bool vars_known;
  bool folds; /* no quantifiers in the program: folding constants may be all that there is to do */
  bool nonlinear; /* the procedure multiplies or divides variables */
  bool fixing;    /* the scope of z3_fix is open */
  wr_bitset fixed;
  struct wr_z3_slices slices;
  uint32_t held; /* the scope of this goal's selectors, plus one, is open; 0: none */
};

/* Errors are looked at where they can happen; the default handler would end the process. */
static void on_error (Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

/* Splitting by relevancy is for quantifiers; strings and maps of truth values may never end with it. */
static void set_parameters (const wr_core *core, const struct wr_solver_options *options) {
  static const char *const fixed[][2] = {
      {"auto_config", "false"},          {"smt.mbqi", "false"},
      {"smt.delay_units", "true"},       {"smt.phase_selection", "0"},
      {"smt.qi.eager_threshold", "100"}, {"warning", "false"}};
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

static void assert_axiom (struct z3 *z, Z3_ast axiom, wr_label label) {
  Z3_context c = z->terms.z3;
  if (z->options.labelled_axioms && !z->options.untracked && label.ix)
    axiom = Z3_mk_implies (c, wr_z3_label (&z->terms, label.ix), axiom);
  Z3_solver_assert (c, z->solver, axiom);
}

static void add_axioms (struct z3 *z) {
  const wr_core *core = z->terms.core;
  for (uint32_t i = 0; i < core->distinct.len; i++)
    assert_axiom (z, wr_z3_expr (&z->terms, core->distinct.data[i]), (wr_label){0});
  for (uint32_t i = 0; i < core->axioms.len; i++)
    assert_axiom (z, wr_z3_expr (&z->terms, core->axioms.data[i].expr), core->axioms.data[i].label);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA)
      assert_axiom (z, wr_z3_lambda_axiom (&z->terms, (wr_func){i}), core->funcs.data[i].label);
}

static void assert_axioms (struct z3 *z) {
  const wr_core *core = z->terms.core;
  WR_VEC (wr_expr) roots = {0};
  for (uint32_t i = 0; i < core->axioms.len; i++) WR_VEC_PUSH (&roots, core->axioms.data[i].expr);
  for (uint32_t i = 0; i < core->distinct.len; i++) WR_VEC_PUSH (&roots, core->distinct.data[i]);
  wr_z3_translate (&z->terms, roots.data, roots.len);
  WR_VEC_FREE (&roots);
  add_axioms (z);
}

static void z3_close (void *self) {
  struct z3 *z = self;
  Z3_context c = z->terms.z3;
  wr_z3_slices_free (&z->slices, c);
  wr_z3_formula_free (&z->formula);
  if (z->solver) Z3_solver_dec_ref (c, z->solver);
  if (z->shared) Z3_solver_dec_ref (c, z->shared);
  if (z->params) Z3_params_dec_ref (c, z->params);
  wr_map_free (&z->label_of);
  wr_bitset_free (&z->fixed);
  WR_VEC_FREE (&z->model_vars);
  WR_VEC_FREE (&z->model_funcs);
  wr_z3_terms_free (&z->terms);
  Z3_del_context (c);
  free (z);
}

static void *z3_open (const wr_core *core, const struct wr_solver_options *options, wr_str *error) {
  set_parameters (core, options);
  Z3_config config = Z3_mk_config ();
  Z3_context c = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_set_error_handler (c, on_error);
  struct z3 *z = wr_alloc (1, sizeof *z);
  z->options = *options;
  z->folds = !wr_has_quantifiers (core);
  wr_z3_terms_init (&z->terms, core, c);
  z->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, z->solver);
  z->params = Z3_mk_params (c);
  Z3_params_inc_ref (c, z->params);
  assert_axioms (z);
  Z3_solver_push (c, z->solver); /* takes in what was asserted, once for all procedures */
  if (Z3_get_error_code (c) != Z3_OK) wr_z3_fail (&z->terms, "the axioms", (wr_str){0});
  if (z->terms.error.len == 0) return z;
  /* The message outlives the context: the process is about to end. */
  char *text = wr_alloc (z->terms.error.len + 1, 1);
  memcpy (text, z->terms.error.ptr, z->terms.error.len);
  *error = (wr_str){text, z->terms.error.len};
  z3_close (z);
  return NULL;
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

/* Some options are read only when a solver is made: a procedure with options of its own gets one of its own. */
static void enter_options (struct z3 *z, const struct wr_body *body) {
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

static void leave_options (struct z3 *z) {
  if (!z->shared) return;
  Z3_solver_dec_ref (z->terms.z3, z->solver);
  z->solver = z->shared;
  z->shared = NULL;
  Z3_global_param_reset_all ();
  set_parameters (z->terms.core, &z->options);
}

static bool z3_enter (void *self, const wr_vc *vc) {
  struct z3 *z = self;
  Z3_context c = z->terms.z3;
  enter_options (z, &vc->core->bodies.data[vc->passive->body]);
  Z3_ast formula = wr_z3_formula_build (&z->formula, &z->terms, vc, !z->options.untracked);
  z->vars_known = false;
  z->nonlinear = is_nonlinear (&z->formula);
  WR_VEC_CLEAR (&z->model_vars);
  WR_VEC_CLEAR (&z->model_funcs);
  wr_map_clear (&z->label_of);
  Z3_solver_push (c, z->solver);
  if (z->terms.error.len > 0) return true; /* every check tells */
  Z3_solver_assert (c, z->solver, formula);
  if (Z3_get_error_code (c) != Z3_OK) wr_z3_fail (&z->terms, "the formula", (wr_str){0});
  return true;
}

static void let_go (struct z3 *z) {
  if (z->held) Z3_solver_pop (z->terms.z3, z->solver, 1);
  z->held = 0;
}

static bool z3_slice (void *self, uint32_t goal, const wr_bitset *labels) {
  struct z3 *z = self;
  if (z->terms.error.len > 0 || z->options.untracked) return false;
  return wr_z3_slice (&z->slices, &z->formula, goal, labels);
}

static void fix_labels (struct z3 *z, const wr_bitset *labels, bool on) {
  Z3_context c = z->terms.z3;
  for (uint32_t i = 0; labels && i < labels->count * 64; i++) {
    if (!wr_bitset_has (labels, i)) continue;
    Z3_ast literal = wr_z3_label (&z->terms, i);
    Z3_solver_assert (c, z->solver, on ? literal : Z3_mk_not (c, literal));
    wr_bitset_set (&z->fixed, i, true);
  }
}

static void z3_fix (void *self, const wr_bitset *on, const wr_bitset *off) {
  struct z3 *z = self;
  let_go (z);
  if (z->fixing) Z3_solver_pop (z->terms.z3, z->solver, 1);
  wr_bitset_clear (&z->fixed);
  z->fixing = (on || off) && !z->options.untracked;
  if (!z->fixing) return;
  Z3_solver_push (z->terms.z3, z->solver);
  fix_labels (z, on, true);
  fix_labels (z, off, false);
}

/* An error stays: terms that were made from a bad one are remembered too, and must never be asked about. */
static void z3_leave (void *self) {
  struct z3 *z = self;
  z3_fix (z, NULL, NULL);
  wr_z3_slices_free (&z->slices, z->terms.z3);
  Z3_solver_pop (z->terms.z3, z->solver, 1);
  leave_options (z);
  wr_z3_formula_free (&z->formula);
}

/* -- one query --------------------------------------------------------------------------------------- */

static uint64_t resources (struct z3 *z) {
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

static void set_limits (struct z3 *z, const struct wr_query *query) {
  Z3_context c = z->terms.z3;
  uint64_t most = UINT32_MAX;
  double ms = query->timeout * 1000;
  unsigned timeout = ms <= 0 || ms >= (double)most ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
  unsigned rlimit = query->rlimit > most ? (unsigned)most : (unsigned)query->rlimit;
  Z3_params_set_uint (c, z->params, Z3_mk_string_symbol (c, "timeout"), timeout);
  Z3_params_set_uint (c, z->params, Z3_mk_string_symbol (c, "rlimit"), rlimit);
  Z3_solver_set_params (c, z->solver, z->params);
}

typedef WR_VEC (Z3_ast) literals;

static void add_label (struct z3 *z, const struct wr_query *query, uint32_t label, literals *out) {
  if (z->fixing && wr_bitset_has (&z->fixed, label)) return;
  Z3_context c = z->terms.z3;
  Z3_ast literal = wr_z3_label (&z->terms, label);
  bool absent = label == query->mention || (query->off && wr_bitset_has (query->off, label));
  wr_map_put (&z->label_of, Z3_get_ast_id (c, literal), label);
  WR_VEC_PUSH (out, absent ? Z3_mk_not (c, literal) : literal);
}

static void assumptions (struct z3 *z, const struct wr_query *query, literals *out) {
  if (z->options.untracked) return;
  wr_u32s labels = {0};
  wr_vc_goal_labels (z->formula.vc, query->goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++) add_label (z, query, labels.data[i], out);
  WR_VEC_FREE (&labels);
  if (!z->options.labelled_axioms) return;
  const wr_core *core = z->terms.core;
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].label.ix) add_label (z, query, core->axioms.data[i].label.ix, out);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA && core->funcs.data[i].label.ix)
      add_label (z, query, core->funcs.data[i].label.ix, out);
}

/* Why Z3 has no answer. */
static enum wr_status reason (const char *text, const struct wr_query *query, uint64_t used,
                              double seconds) {
  if (strstr (text, "incomplete")) return WR_STATUS_INCOMPLETE;
  if (strstr (text, "memout") || strstr (text, "memory")) return WR_STATUS_MEMORY;
  if (strstr (text, "resource")) return WR_STATUS_RESOURCE;
  if (strstr (text, "timeout")) return WR_STATUS_TIME;
  if (strstr (text, "cancel")) {
    bool in_time = query->timeout <= 0 || seconds < query->timeout;
    return query->rlimit > 0 && used >= query->rlimit && in_time ? WR_STATUS_RESOURCE
                                                                 : WR_STATUS_TIME;
  }
  return WR_STATUS_BAD_REPLY;
}

static void take_core (struct z3 *z, wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_ast_vector core = Z3_solver_get_unsat_core (c, z->solver);
  if (!core) return;
  Z3_ast_vector_inc_ref (c, core);
  wr_bitset in = {0};
  for (unsigned i = 0; i < Z3_ast_vector_size (c, core); i++) {
    uint64_t label;
    if (wr_map_get (&z->label_of, Z3_get_ast_id (c, Z3_ast_vector_get (c, core, i)), &label))
      wr_bitset_set (&in, (uint32_t)label, true);
  }
  Z3_ast_vector_dec_ref (c, core);
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  for (uint32_t i = 0; i < in.count * 64; i++)
    if (wr_bitset_has (&in, i)) answer->core[answer->core_count++] = i;
  answer->has_core = true;
  wr_bitset_free (&in);
}

static void keep_members (wr_u32s *out, wr_bitset *set) {
  for (uint32_t i = 0; i < set->count * 64; i++)
    if (wr_bitset_has (set, i)) WR_VEC_PUSH (out, i);
  wr_bitset_free (set);
}

static void find_model_items (struct z3 *z) {
  if (z->vars_known) return;
  z->vars_known = true;
  const wr_core *core = z->terms.core;
  wr_u32s order = {0};
  wr_postorder (core, z->formula.exprs.data, z->formula.exprs.len, &order);
  wr_bitset vars = {0}, funcs = {0};
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *e = &core->exprs.data[order.data[i]];
    if (e->op == WR_OP_VAR && core->vars.data[e->data].kind != WR_VAR_BOUND)
      wr_bitset_set (&vars, e->data, true);
    if (e->op == WR_OP_APP) wr_bitset_set (&funcs, e->data, true);
  }
  WR_VEC_FREE (&order);
  keep_members (&z->model_vars, &vars);
  keep_members (&z->model_funcs, &funcs);
}

static void take_values (struct z3 *z, Z3_model model, wr_arena *arena, struct wr_answer *answer) {
  find_model_items (z);
  uint32_t vars = z->model_vars.len, all = vars + z->model_funcs.len;
  answer->values = WR_NEW (arena, struct wr_model_value, all);
  wr_buf text = {0};
  size_t total = 0;
  for (uint32_t i = 0; i < all && total < WR_MAX_MODEL_TEXT; i++) {
    struct wr_model_value value = {0};
    wr_buf_clear (&text);
    bool good;
    if (i < vars) {
      value.var.ix = z->model_vars.data[i];
      good = wr_z3_value (&z->terms, model, wr_z3_var (&z->terms, value.var),
                          wr_var_info (z->terms.core, value.var)->sort, &text);
    } else {
      value.func.ix = z->model_funcs.data[i - vars];
      good = wr_z3_func_value (&z->terms, model, value.func, &text);
    }
    if (!good) continue;
    total += text.len;
    value.text = wr_str_keep (arena, wr_buf_str (&text));
    answer->values[answer->value_count++] = value;
  }
  wr_buf_free (&text);
}

static void take_model (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_model model = Z3_solver_get_model (c, z->solver);
  if (!model || Z3_get_error_code (c) != Z3_OK) return;
  Z3_model_inc_ref (c, model);
  const wr_vc *vc = z->formula.vc;
  answer->choices = WR_NEW (arena, bool, vc->choice_count);
  answer->choice_count = vc->choice_count;
  answer->has_model = true;
  for (uint32_t i = 0; i < vc->choice_count; i++) {
    Z3_ast value = NULL;
    if (Z3_model_eval (c, model, z->formula.choices[i], true, &value))
      answer->choices[i] = Z3_get_bool_value (c, value) == Z3_L_TRUE;
  }
  if (query->want_model) take_values (z, model, arena, answer);
  Z3_model_dec_ref (c, model);
}

static void take_answer (struct z3 *z, Z3_lbool truth, const struct wr_query *query,
                         wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_error_code code = Z3_get_error_code (c);
  if (code != Z3_OK) {
    answer->detail = wr_str_keep (arena, wr_str_of (Z3_get_error_msg (c, code)));
    answer->status = code == Z3_MEMOUT_FAIL || strstr (answer->detail.ptr, "memory")
                         ? WR_STATUS_MEMORY
                         : WR_STATUS_BAD_REPLY;
    return;
  }
  if (truth == Z3_L_FALSE) {
    answer->status = WR_STATUS_UNSAT;
    if (query->want_core && !z->options.untracked) take_core (z, arena, answer);
    return;
  }
  answer->status = WR_STATUS_SAT;
  if (truth == Z3_L_UNDEF) {
    const char *why = Z3_solver_get_reason_unknown (c, z->solver);
    answer->detail = wr_str_keep (arena, wr_str_of (why ? why : "no reason"));
    answer->status = reason (answer->detail.ptr, query, answer->resources, answer->seconds);
  }
  if (query->quick && !query->want_path) return;
  if (answer->status == WR_STATUS_SAT || answer->status == WR_STATUS_INCOMPLETE)
    take_model (z, query, arena, answer);
}

static void ask (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  *answer = (struct wr_answer){0};
  if (z->held != query->goal + 1) let_go (z);
  if (query->quick && !z->held) {
    Z3_solver_push (c, z->solver);
    wr_z3_formula_select (&z->formula, z->solver, query->goal);
    z->held = query->goal + 1;
  }
  if (!z->held) {
    Z3_solver_push (c, z->solver);
    wr_z3_formula_select (&z->formula, z->solver, query->goal);
  }
  literals assumed = {0};
  assumptions (z, query, &assumed);
  if (query->mention)
    WR_VEC_PUSH (&assumed, wr_z3_formula_mention (&z->formula, z->solver, query->mention));
  set_limits (z, query);
  uint64_t before = resources (z);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check_assumptions (c, z->solver, assumed.len, assumed.data);
  if (Z3_get_error_code (c) == Z3_OK) {
    answer->seconds = wr_clock () - began;
    answer->resources = (uint32_t)(resources (z) - before);
  }
  take_answer (z, truth, query, arena, answer);
  WR_VEC_FREE (&assumed);
  if (!z->held) Z3_solver_pop (c, z->solver, 1);
}

static void ask_slice (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  literals assumed = {0};
  bool fixing = z->fixing;
  *answer = (struct wr_answer){0};
  z->solver = z->slices.solver;
  z->fixing = false;
  for (uint32_t i = 0; i < z->slices.labels.count * 64; i++)
    if (wr_bitset_has (&z->slices.labels, i)) add_label (z, query, i, &assumed);
  set_limits (z, query);
  uint64_t before = resources (z);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check_assumptions (c, z->solver, assumed.len, assumed.data);
  if (Z3_get_error_code (c) == Z3_OK) {
    answer->seconds = wr_clock () - began;
    answer->resources = (uint32_t)(resources (z) - before);
  }
  take_answer (z, truth, query, arena, answer);
  WR_VEC_FREE (&assumed);
  z->solver = used;
  z->fixing = fixing;
}

/* A solver that has seen no other query. */
static Z3_solver new_solver (struct z3 *z, uint32_t seed) {
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

/* Nonlinear arithmetic is a matter of luck: what a solver that has seen other queries gives up on, or
   never comes back from, a new one may prove or give up at once.  So where variables are multiplied a new
   solver is asked, and after it one with another seed; but where taking in the axioms again costs more than
   most queries, the one that is there comes first. */
static void ask_new (struct z3 *z, const struct wr_query *query, uint32_t seed, wr_arena *arena,
                     struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  z->solver = new_solver (z, seed);
  add_axioms (z);
  Z3_solver_assert (c, z->solver, z->formula.nodes[z->formula.vc->root]);
  ask (z, query, arena, answer);
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
}

/* Labels and selectors as facts beside the formula, not as assumptions: the solver folds constants away
   before it begins.  There is no core then. */
static void ask_folded (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_solver used = z->solver;
  z->solver = new_solver (z, z->options.seed);
  literals assumed = {0};
  assumptions (z, query, &assumed);
  for (uint32_t i = 0; i < assumed.len; i++) Z3_solver_assert (c, z->solver, assumed.data[i]);
  WR_VEC_FREE (&assumed);
  wr_z3_formula_select (&z->formula, z->solver, query->goal);
  add_axioms (z);
  Z3_solver_assert (c, z->solver, z->formula.nodes[z->formula.vc->root]);
  set_limits (z, query);
  *answer = (struct wr_answer){0};
  uint64_t before = resources (z);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check (c, z->solver);
  if (Z3_get_error_code (c) == Z3_OK) {
    answer->seconds = wr_clock () - began;
    answer->resources = (uint32_t)(resources (z) - before);
  }
  struct wr_query plain = *query;
  plain.want_core = false;
  take_answer (z, truth, &plain, arena, answer);
  Z3_solver_dec_ref (c, z->solver);
  z->solver = used;
}

static bool may_be_luck (const struct z3 *z, const struct wr_answer *answer, bool used) {
  if (answer->status == WR_STATUS_TIME) return true;
  if (answer->status != WR_STATUS_INCOMPLETE || !z->nonlinear) return false;
  return used || strstr (answer->detail.ptr, "arith") || strstr (answer->detail.ptr, "nonlinear");
}

enum { FEW_AXIOMS = 64 };

static void ask_again (struct z3 *z, const struct wr_query *query, wr_arena *arena,
                       struct wr_answer *answer) {
  static const double part[] = {0.1,
                                0.25}; /* of the query's time, for the attempts before the last */
  struct wr_query rest = *query;
  uint64_t used = 0;
  double seconds = 0;
  bool afresh = z->nonlinear && z->terms.core->axioms.len <= FEW_AXIOMS;
  for (uint32_t i = afresh; i < 3; i++) {
    rest.timeout = i < 2 ? query->timeout * part[i] : query->timeout - seconds;
    if (query->timeout > 0 && rest.timeout <= 0) break;
    if (i == 0)
      ask (z, &rest, arena, answer);
    else if (z->folds && !z->nonlinear)
      ask_folded (z, &rest, arena, answer);
    else
      ask_new (z, &rest, z->options.seed + i - 1, arena, answer);
    answer->seconds = seconds += answer->seconds;
    answer->resources = used += answer->resources;
    if (!may_be_luck (z, answer, i == 0)) break;
  }
}

static void z3_check (void *self, const struct wr_query *query, wr_arena *arena,
                      struct wr_answer *answer) {
  struct z3 *z = self;
  if (z->terms.error.len > 0) {
    *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY,
                                 .detail = wr_str_keep (arena, z->terms.error)};
    return;
  }
  if (!query->quick) z3_fix (z, NULL, NULL);
  if (query->sliced)
    ask_slice (z, query, arena, answer);
  else if (query->quick)
    ask (z, query, arena, answer);
  else if (z->nonlinear || (z->folds && !query->mention))
    ask_again (z, query, arena, answer);
  else
    ask (z, query, arena, answer);
}

static wr_str z3_version (const struct wr_solver_options *options, wr_arena *arena) {
  (void)options;
  return wr_str_print (arena, "Z3 %s", Z3_get_full_version ());
}

const struct wr_backend wr_backend_z3 = {"z3",     z3_open,    z3_enter, z3_check, z3_leave,
                                         z3_close, z3_version, z3_fix,   z3_slice};
