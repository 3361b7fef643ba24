/* solve/z3_answer.c -- what Z3 says after a check, as an answer: why it gave up, the core, the model. */
#include "solve/z3_session.h"

#include "base/check.h"
#include "core/build.h"

#include <string.h>

/* Why Z3 has no answer. */
static enum wr_status reason (const char *text, const struct wr_query *query, uint64_t used,
                              double seconds) {
  if (strstr (text, "incomplete")) return WR_STATUS_INCOMPLETE;
  if (strstr (text, "memout") || strstr (text, "memory")) return WR_STATUS_MEMORY;
  if (strstr (text, "resource")) return WR_STATUS_RESOURCE;
  if (strstr (text, "timeout")) return WR_STATUS_TIME;
  /* Where the count stops, just below its limit at times, there is not always a reason. */
  bool in_time = query->timeout <= 0 || seconds < query->timeout;
  if (query->rlimit > 0 && used + used / 64 >= query->rlimit && in_time) return WR_STATUS_RESOURCE;
  if (strstr (text, "cancel")) return WR_STATUS_TIME;
  return WR_STATUS_BAD_REPLY;
}

static void take_core (struct wr_z3_session *z, wr_arena *arena, struct wr_answer *answer) {
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
  WR_BITSET_EACH (&in, i) { answer->core[answer->core_count++] = i; }
  answer->has_core = true;
  WR_ASSERT (answer->core_count == wr_bitset_size (&in));
  wr_bitset_free (&in);
}

static void keep_members (wr_u32s *out, wr_bitset *set) {
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (out, i); }
  wr_bitset_free (set);
}

/* What occurs in the expressions becomes the items of the model. */
static void find_items (struct wr_z3_session *z, const wr_expr *exprs, uint32_t count) {
  const wr_core *core = z->terms.core;
  wr_u32s order = {0};
  wr_postorder (core, exprs, count, &order);
  WR_VEC_CLEAR (&z->model_vars);
  WR_VEC_CLEAR (&z->model_funcs);
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

static void find_model_items (struct wr_z3_session *z, const struct wr_query *query) {
  if (query->kind == WR_QUERY_EXPRS)
    find_items (z, query->exprs.exprs, query->exprs.count);
  else if (!z->vars_known)
    find_items (z, z->formula.exprs.data, z->formula.exprs.len);
  z->vars_known = query->kind != WR_QUERY_EXPRS;
}

static void take_values (struct wr_z3_session *z, Z3_model model, wr_arena *arena,
                         struct wr_answer *answer) {
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
      Z3_ast term =
          z->summed ? wr_z3_summed_var (&z->formula, value.var) : wr_z3_var (&z->terms, value.var);
      good =
          wr_z3_value (&z->terms, model, term, wr_var_info (z->terms.core, value.var)->sort, &text);
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

static void take_path (struct wr_z3_session *z, Z3_model model, wr_arena *arena,
                       struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  const wr_vc *vc = z->formula.vc;
  WR_ASSERT (z->formula.choices); /* the whole formula is made */
  answer->choices = WR_NEW (arena, bool, vc->choice_count);
  answer->choice_count = vc->choice_count;
  for (uint32_t i = 0; i < vc->choice_count; i++) {
    Z3_ast value = NULL;
    if (Z3_model_eval (c, model, z->formula.choices[i], true, &value))
      answer->choices[i] = Z3_get_bool_value (c, value) == Z3_L_TRUE;
  }
}

static void take_model (struct wr_z3_session *z, const struct wr_query *query, wr_arena *arena,
                        struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_model model = Z3_solver_get_model (c, z->solver);
  if (!model || Z3_get_error_code (c) != Z3_OK) return;
  Z3_model_inc_ref (c, model);
  answer->has_model = true;
  bool goal = query->kind == WR_QUERY_GOAL;
  if (goal) take_path (z, model, arena, answer);
  /* Maps as functions have no values. */
  if ((goal ? query->goal.want_model : query->exprs.want_model) && !z->terms.maps_are_functions) {
    find_model_items (z, query);
    take_values (z, model, arena, answer);
  }
  Z3_model_dec_ref (c, model);
}

/* Which choices the solver has made, read from its assignment: making a model costs as much as the query.  A choice without a value
   is not on the path. */
static void take_choices (struct wr_z3_session *z, wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  const wr_vc *vc = z->formula.vc;
  Z3_ast_vector trail = Z3_solver_get_trail (c, z->solver);
  if (!trail || Z3_get_error_code (c) != Z3_OK) return;
  Z3_ast_vector_inc_ref (c, trail);
  wr_map made = {0};
  for (uint32_t i = 0; i < vc->choice_count; i++)
    wr_map_put (&made, Z3_get_ast_id (c, z->formula.choices[i]), i);
  answer->choices = WR_NEW (arena, bool, vc->choice_count);
  answer->choice_count = vc->choice_count;
  answer->has_model = true;
  for (unsigned i = 0; i < Z3_ast_vector_size (c, trail); i++) {
    uint64_t choice;
    if (wr_map_get (&made, Z3_get_ast_id (c, Z3_ast_vector_get (c, trail, i)), &choice))
      answer->choices[choice] = true;
  }
  Z3_ast_vector_dec_ref (c, trail);
  wr_map_free (&made);
}

void wr_z3_take_answer (struct wr_z3_session *z, Z3_lbool truth, bool ended,
                        const struct wr_query *query, wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = z->terms.z3;
  Z3_error_code code = Z3_get_error_code (c);
  WR_ASSERT (answer->status == WR_STATUS_NONE && !answer->has_core && !answer->has_model);
  if (code != Z3_OK) {
    answer->detail = wr_str_keep (arena, wr_str_of (Z3_get_error_msg (c, code)));
    answer->status = code == Z3_MEMOUT_FAIL || strstr (answer->detail.ptr, "memory")
                         ? WR_STATUS_MEMORY
                         : WR_STATUS_BAD_REPLY;
    return;
  }
  if (truth == Z3_L_FALSE) {
    answer->status = WR_STATUS_UNSAT;
    bool core = query->want_core || query->kind == WR_QUERY_SET;
    if (core && (query->kind == WR_QUERY_EXPRS || !z->options.untracked))
      take_core (z, arena, answer);
    return;
  }
  answer->status = WR_STATUS_SAT;
  if (ended)
    answer->status = WR_STATUS_INCOMPLETE;
  else if (truth == Z3_L_UNDEF) {
    const char *why = Z3_solver_get_reason_unknown (c, z->solver);
    answer->detail = wr_str_keep (arena, wr_str_of (why ? why : "no reason"));
    answer->status = reason (answer->detail.ptr, query, answer->resources, answer->seconds);
  }
  if (answer->status != WR_STATUS_SAT && answer->status != WR_STATUS_INCOMPLETE) return;
  switch (query->kind) {
  case WR_QUERY_GROUP: return; /* a model says nothing about a single goal */
  case WR_QUERY_GOAL:
  case WR_QUERY_EXPRS: take_model (z, query, arena, answer); return;
  case WR_QUERY_SET:
    if (query->set.want_path) take_choices (z, arena, answer);
    return;
  case WR_QUERY_NONE: break;
  }
  WR_UNREACHABLE ();
}
