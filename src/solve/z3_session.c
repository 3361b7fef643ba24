/* solve/z3_session.c -- Z3 through its C API (solve/z3_session.h).  Runs in worker processes only (solve/pool.h): it sets
   Z3's process-wide parameters, and leaves a broken context behind when memory runs out. */
#include "solve/z3_session.h"

#include "base/check.h"
#include "base/os.h"
#include "core/build.h"

#include <stdlib.h>
#include <string.h>

/* Callers check for errors where they can happen; the default handler would end the process. */
static void on_error (Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

/* Case splits by relevancy help with quantifiers, but queries about strings and maps of Booleans may not end with
   them. Quantifier instances up to generation 30 are created eagerly; later ones belong to chains that may be
   infinite and are created when nothing else is left to do. */
static void set_parameters (const wr_core *core, const struct wr_solver_options *options) {
  static const char *const fixed[][2] = {
      {"auto_config", "false"},         {"smt.mbqi", "false"},
      {"smt.delay_units", "true"},      {"smt.delay_units_threshold", "1000"},
      {"smt.phase_selection", "0"},     {"smt.qi.eager_threshold", "30"},
      {"smt.qi.lazy_threshold", "100"}, {"warning", "false"}};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    Z3_global_param_set (fixed[i][0], fixed[i][1]);
  if (options->model_based) Z3_global_param_set ("smt.mbqi", "true");
  Z3_global_param_set ("smt.case_split", wr_has_quantifiers (core) ? "3" : "1");
  char text[32];
  snprintf (text, sizeof text, "%u", options->seed);
  Z3_global_param_set ("smt.random_seed", text);
  Z3_global_param_set ("sat.random_seed", text);
  uint64_t memory = options->memory ? options->memory : WR_DEFAULT_MEMORY;
  snprintf (text, sizeof text, "%llu", (unsigned long long)(memory >> 20));
  Z3_global_param_set ("memory_high_watermark_mb", text);
  /* The hard limit breaks the context; the memory between the two limits is for cleaning up. */
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

bool wr_z3_is_left_out (const struct wr_z3_session *z, wr_label label) {
  const wr_bitset *left_out = z->options.left_out;
  return left_out && label.ix && wr_bitset_has (left_out, label.ix);
}

void wr_z3_add_axioms (struct wr_z3_session *z) {
  const wr_core *core = z->terms.core;
  for (uint32_t i = 0; i < core->distinct.len; i++)
    assert_axiom (z, wr_z3_expr (&z->terms, core->distinct.data[i]), (wr_label){0});
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (!wr_z3_is_left_out (z, core->axioms.data[i].label))
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
    if (!wr_z3_is_left_out (z, core->axioms.data[i].label))
      WR_VEC_PUSH (&roots, core->axioms.data[i].expr);
  for (uint32_t i = 0; i < core->distinct.len; i++) WR_VEC_PUSH (&roots, core->distinct.data[i]);
  wr_z3_translate (&z->terms, roots.data, roots.len);
  WR_VEC_FREE (&roots);
  wr_z3_add_axioms (z);
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
struct wr_z3_session *wr_z3_new_session (const wr_core *core,
                                         const struct wr_solver_options *options,
                                         bool maps_are_functions) {
  Z3_config config = Z3_mk_config ();
  /* Queries with labelled axioms need no models. Z3 creates candidates all the same (z3_watch.h). */
  if (options->labelled_axioms) Z3_set_param_value (config, "model", "false");
  if (options->trace) {
    Z3_set_param_value (config, "trace", "true");
    Z3_set_param_value (config, "trace_file_name", options->trace);
  }
  Z3_context c = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_set_error_handler (c, on_error);
  struct wr_z3_session *z = wr_alloc (1, sizeof *z);
  z->options = *options;
  wr_z3_terms_init (&z->terms, core, c, maps_are_functions);
  z->terms.named = options->trace != NULL;
  z->params = Z3_mk_params (c);
  Z3_params_inc_ref (c, z->params);
  return z;
}

struct wr_z3_session *wr_z3_open (const wr_core *core, const struct wr_solver_options *options,
                                  bool maps_are_functions, wr_str *error) {
  set_parameters (core, options);
  struct wr_z3_session *z = wr_z3_new_session (core, options, maps_are_functions);
  Z3_context c = z->terms.z3;
  z->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, z->solver);
  if (options->labelled_axioms && maps_are_functions) wr_z3_watch_over (&z->watch, c, z->solver);
  assert_axioms (z);
  Z3_solver_push (c, z->solver); /* makes the solver process the axioms, once for all procedures */
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

/* Z3 reads some options only when a solver is created: a procedure with its own options gets its own solver. */
static void enter_options (struct wr_z3_session *z, const struct wr_body *body) {
  Z3_context c = z->terms.z3;
  const wr_core *core = z->terms.core;
  if (!body->options.len) return;
  for (uint32_t i = 0; i < body->options.len; i++)
    Z3_global_param_set (wr_symbol_text (core->symbols, body->options.data[i].name).ptr,
                         wr_symbol_text (core->symbols, body->options.data[i].value).ptr);
  WR_ASSERT (!z->shared); /* the last procedure was left */
  z->shared = z->solver;
  z->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, z->solver);
  wr_z3_add_axioms (z);
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
  WR_ASSERT (!z->formula.vc && !z->held && !z->fixing); /* no procedure is entered */
  WR_ASSERT (vc->core == z->terms.core);
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

/* The formula is asserted when it is first asked about: groups without it must not see it. */
void wr_z3_show (struct wr_z3_session *z) {
  WR_ASSERT (z->formula.vc);
  if (z->shown || z->terms.error.len > 0) return; /* every check tells */
  z->shown = true;
  Z3_solver_assert (z->terms.z3, z->solver, wr_z3_formula_whole (&z->formula));
  if (Z3_get_error_code (z->terms.z3) != Z3_OK) wr_z3_fail (&z->terms, "the formula", (wr_str){0});
}

void wr_z3_let_go (struct wr_z3_session *z) {
  if (z->held) Z3_solver_pop (z->terms.z3, z->solver, WR_Z3_HELD_SCOPES);
  z->held = 0;
}

bool wr_z3_cut (struct wr_z3_session *z, uint32_t goal, const wr_bitset *labels) {
  wr_z3_formula_terms (&z->formula);
  if (z->terms.error.len > 0 || z->options.untracked) return false;
  return wr_z3_slice (&z->slices, &z->formula, goal, labels);
}

void wr_z3_fix_labels (struct wr_z3_session *z, const wr_bitset *labels, bool on) {
  Z3_context c = z->terms.z3;
  wr_z3_literals parts = {0};
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
  wr_z3_let_go (z);
  if (z->fixing) Z3_solver_pop (z->terms.z3, z->solver, 1);
  wr_bitset_clear (&z->fixed);
  z->fixing = (on || off) && !z->options.untracked;
  if (!z->fixing) return;
  wr_z3_show (z);
  Z3_solver_push (z->terms.z3, z->solver);
  wr_z3_fix_labels (z, on, true);
  wr_z3_fix_labels (z, off, false);
}

/* An error is permanent: terms that were made from a rejected one are memoized too, and must never be asked about. */
void wr_z3_leave (struct wr_z3_session *z) {
  WR_ASSERT (z->formula.vc);
  wr_z3_fix (z, NULL, NULL);
  wr_z3_slices_free (&z->slices, z->terms.z3);
  Z3_solver_pop (z->terms.z3, z->solver, 1);
  leave_options (z);
  wr_z3_formula_free (&z->formula);
}
