#include "diagnose/counterexample.h"

#include "base/check.h"
#include "core/build.h"
#include "core/text.h"
#include "front/front.h"
#include "source/quote.h"

struct replay {
  const wr_core *core;
  const wr_passive *passive;
  uint32_t goal;
  const struct wr_goal_result *result;
  wr_arena *arena;
  wr_machine *m;
  wr_map model, functions; /* wr_var.ix, wr_func.ix -> const wr_value * */
  wr_bitset set;           /* incarnations that have a value */
  wr_bitset relevant;      /* incarnations that the failure depends on */
  wr_map current;          /* wr_var.ix of the program -> const wr_value *, the last one */
  struct wr_counterexample *out;
  WR_VEC (struct wr_shown_step) steps;
  WR_VEC (struct wr_shown_value) values; /* of the last step */
  WR_VEC (struct wr_shown_value) functions_read, functions_shown;
  wr_inputs inputs;
  bool at_axioms; /* the axioms are evaluated, the path was */
};

enum { MAX_EVALUATION = 500000 }; /* steps per counterexample */

/* -- the model ------------------------------------------------------------------------------------------ */

static void take_model (struct replay *r) {
  for (uint32_t i = 0; i < r->result->value_count; i++) {
    const struct wr_model_value *given = &r->result->values[i];
    wr_sort sort = given->var.ix ? wr_var_info (r->core, given->var)->sort
                                 : wr_machine_table_sort (r->m, given->func);
    const wr_value *value = wr_value_read (r->m, sort, given->text);
    if (!value) continue;
    if (given->var.ix)
      wr_map_put (&r->model, given->var.ix, (uintptr_t)value);
    else
      wr_map_put (&r->functions, given->func.ix, (uintptr_t)value);
  }
}

static const wr_value *from_map (const wr_map *map, uint32_t key) {
  uint64_t found;
  return wr_map_get (map, key, &found) ? (const wr_value *)(uintptr_t)found : NULL;
}

static void show_function (struct replay *r, wr_func func, const wr_value *const *args,
                           uint32_t count, const wr_value *value) {
  wr_buf name = {0}, text = {0};
  wr_input_name_function (&name, r->m, func, args, count);
  wr_value_show (&text, r->m, value);
  struct wr_shown_value shown = {wr_str_keep (r->arena, wr_buf_str (&name)),
                                 wr_str_keep (r->arena, wr_buf_str (&text))};
  wr_buf_free (&name);
  wr_buf_free (&text);
  WR_VEC_PUSH (&r->functions_read, shown);
  const struct wr_func_info *info = wr_func_info (r->core, func);
  bool made = r->core->front && r->core->front->place_words && !info->span.file && !info->constant;
  if (!made) WR_VEC_PUSH (&r->functions_shown, shown);
}

static const wr_value *function_value (void *ctx, wr_machine *m, wr_func func,
                                       const wr_value *const *args, uint32_t count) {
  struct replay *r = ctx;
  const wr_value *table = from_map (&r->functions, func.ix);
  if (!table) return NULL;
  const wr_value *value = count ? wr_value_select (m, table, args, count) : table;
  if (value && !r->at_axioms) show_function (r, func, args, count, value);
  return value;
}

/* -- what matters ----------------------------------------------------------------------------------------- */

static void include (wr_bitset *set, const wr_u32s *vars) {
  for (uint32_t i = 0; i < vars->len; i++) wr_bitset_set (set, vars->data[i], true);
}

/* The variables of the branch conditions on the path. */
static void find_conditions (struct replay *r, wr_u32s *vars) {
  for (uint32_t p = 0; p < r->result->path_count; p++) {
    const struct wr_pblock *block = &r->passive->blocks[r->result->path[p]];
    for (uint32_t i = 0; i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      if (item->kind != WR_PITEM_FACT || !item->label.ix) continue;
      if (wr_label_info (&r->core->labels, item->label)->role == WR_ROLE_CONDITION)
        wr_free_vars (r->core, item->expr, vars);
    }
  }
}

/* Variables that facts have in common: `joined` leads from a variable to another one of its set.  One that leads nowhere stands for
   its set. */
static uint32_t set_of (wr_map *joined, uint32_t var) {
  uint32_t at = var, up;
  while ((up = (uint32_t)wr_map_or (joined, at, at)) != at) at = up;
  for (; var != at; var = up) {
    up = (uint32_t)wr_map_or (joined, var, var);
    wr_map_put (joined, var, at);
  }
  return at;
}

static void join_all (wr_map *joined, const wr_u32s *vars) {
  for (uint32_t i = 1; i < vars->len; i++)
    wr_map_put (joined, set_of (joined, vars->data[i]), set_of (joined, vars->data[0]));
}

/* The variables of each fact on the path are in one set; `all` are these variables. */
static void join_facts (const struct replay *r, wr_map *joined, wr_u32s *all) {
  for (uint32_t p = 0; p < r->result->path_count; p++) {
    const struct wr_pblock *block = &r->passive->blocks[r->result->path[p]];
    for (uint32_t i = 0; i < block->item_count; i++) {
      wr_u32s vars = {0};
      if (block->items[i].kind == WR_PITEM_FACT)
        wr_free_vars (r->core, block->items[i].expr, &vars);
      join_all (joined, &vars);
      for (uint32_t k = 0; k < vars.len; k++) WR_VEC_PUSH (all, vars.data[k]);
      WR_VEC_FREE (&vars);
    }
  }
}

/* Facts that share a variable with the goal, directly or through other facts, are what the failure depends on. */
static void find_relevant (struct replay *r) {
  const struct wr_goal *goal = &r->passive->goals[r->goal];
  wr_u32s vars = {0}, all = {0};
  wr_map joined = {0};
  wr_bitset sets = {0};
  wr_free_vars (r->core, goal->cond, &vars);
  if (!vars.len) find_conditions (r, &vars); /* `assert false`: what leads there matters */
  include (&r->relevant, &vars);
  join_facts (r, &joined, &all);
  for (uint32_t i = 0; i < vars.len; i++)
    wr_bitset_set (&sets, set_of (&joined, vars.data[i]), true);
  for (uint32_t i = 0; i < all.len; i++)
    if (wr_bitset_has (&sets, set_of (&joined, all.data[i])))
      wr_bitset_set (&r->relevant, all.data[i], true);
  wr_bitset_free (&sets);
  wr_map_free (&joined);
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&all);
}

/* -- steps ------------------------------------------------------------------------------------------------ */

/* Where an item takes effect: its command, the head of its loop, or the head of the body. */
static wr_span place_of (const struct replay *r, uint32_t block, const struct wr_pitem *item,
                         enum wr_trace_kind *kind) {
  const struct wr_body *body = &r->core->bodies.data[r->passive->body];
  *kind = WR_TRACE_COMMAND;
  bool inside = item->core_block < body->block_count;
  if (inside && item->core_cmd < body->blocks[item->core_block].cmd_count)
    return body->blocks[item->core_block].cmds[item->core_cmd].at;
  *kind = block == 0 ? WR_TRACE_ENTRY : WR_TRACE_HEAD;
  if (block == 0) return body->at;
  return inside ? body->blocks[item->core_block].at : (wr_span){0};
}

static void end_step (struct replay *r) {
  if (!r->steps.len || !r->values.len) return;
  struct wr_shown_step *last = &WR_VEC_LAST (&r->steps);
  last->values = WR_VEC_KEEP (r->arena, &r->values);
  last->count = r->values.len;
  WR_VEC_CLEAR (&r->values);
}

static void begin_step (struct replay *r, wr_span at, enum wr_trace_kind kind,
                        const struct wr_pitem *item) {
  const struct wr_shown_step *last = r->steps.len ? &WR_VEC_LAST (&r->steps) : NULL;
  if (r->values.len && last->at.file == at.file && last->at.begin == at.begin) return;
  end_step (r);
  struct wr_exec_point point = {r->passive->body, item->core_block, item->core_cmd};
  WR_VEC_PUSH (&r->steps, ((struct wr_shown_step){.kind = kind, .at = at, .point = point}));
}

/* The variable that an incarnation belongs to, if the user can see it: a formal of a callee is shown by what receives it. */
static wr_var shown_variable (const struct replay *r, wr_var inc, const struct wr_pitem *item) {
  const struct wr_var_info *info = wr_var_info (r->core, inc);
  const struct wr_body *body = &r->core->bodies.data[r->passive->body];
  if (info->kind != WR_VAR_INCARNATION) return (wr_var){0};
  const struct wr_var_info *of = wr_var_info (r->core, info->origin);
  if (of->sort.ix != info->sort.ix) return (wr_var){0}; /* the value at a place inside it */
  bool command = item->core_block < body->block_count &&
                 item->core_cmd < body->blocks[item->core_block].cmd_count;
  const struct wr_cmd *cmd = command ? &body->blocks[item->core_block].cmds[item->core_cmd] : NULL;
  if (!cmd || cmd->kind != WR_CMD_CALL) return info->origin;
  const struct wr_procedure *callee = &r->core->procedures.data[cmd->procedure];
  for (uint32_t i = 0; i < callee->outs.len && i < cmd->var_count; i++)
    if (callee->outs.data[i].ix == info->origin.ix) return cmd->vars[i];
  return of->kind == WR_VAR_GLOBAL ? info->origin : (wr_var){0};
}

/* A place of the program, for example a field of an object: (variable that holds places, name of the index). */
static bool place_words (const struct replay *r, wr_buf *out, wr_var places, wr_str index) {
  const struct wr_front *front = r->core->front;
  return front && front->place_words && front->place_words (out, r->core, places, index);
}

static bool is_places (const struct replay *r, wr_var var) {
  wr_buf none = {0};
  bool places = place_words (r, &none, var, WR_LIT (""));
  wr_buf_free (&none);
  return places;
}

/* Whether a step already shows this value as the last one of this name. */
static bool is_shown (const struct replay *r, wr_str name, wr_str value) {
  for (uint32_t i = r->values.len; i-- > 0;)
    if (wr_str_equal (r->values.data[i].name, name))
      return wr_str_equal (r->values.data[i].value, value);
  for (uint32_t s = r->steps.len; s-- > 0;)
    for (uint32_t i = r->steps.data[s].count; i-- > 0;)
      if (wr_str_equal (r->steps.data[s].values[i].name, name))
        return wr_str_equal (r->steps.data[s].values[i].value, value);
  return false;
}

struct step_place {
  wr_span at;
  enum wr_trace_kind kind;
  const struct wr_pitem *item;
};

/* The places that variables of the program lead to. */
static void show_places (struct replay *r, const struct step_place *step, wr_var places,
                         const wr_value *map) {
  const struct wr_body *body = &r->core->bodies.data[r->passive->body];
  wr_sort sort = wr_var_info (r->core, places)->sort;
  if (wr_sort_info (r->core, sort)->kind != WR_SORT_MAP || wr_sort_arity (r->core, sort) != 1)
    return;
  for (uint32_t i = 0; i < body->locals.len; i++) {
    wr_var var = body->locals.data[i];
    const struct wr_var_info *info = wr_var_info (r->core, var);
    const wr_value *index = from_map (&r->current, var.ix);
    if (!info->span.file || !index || info->sort.ix != wr_sort_arg (r->core, sort, 0).ix) continue;
    const wr_value *value = wr_value_select (r->m, map, &index, 1);
    wr_buf name = {0}, text = {0};
    place_words (r, &name, places,
                 wr_symbol_text (r->core->symbols, info->shown.ix ? info->shown : info->name));
    if (value) wr_value_show (&text, r->m, value);
    if (value && name.len && !is_shown (r, wr_buf_str (&name), wr_buf_str (&text))) {
      begin_step (r, step->at, step->kind, step->item);
      WR_VEC_PUSH (&r->values,
                   ((struct wr_shown_value){wr_str_keep (r->arena, wr_buf_str (&name)),
                                            wr_str_keep (r->arena, wr_buf_str (&text))}));
    }
    wr_buf_free (&name);
    wr_buf_free (&text);
  }
}

/* The places that the goal looks at. */
static void show_goal (struct replay *r, const struct wr_pitem *item) {
  const struct wr_goal *goal = &r->passive->goals[r->goal];
  struct step_place step = {goal->at, WR_TRACE_COMMAND, item};
  wr_u32s vars = {0};
  wr_free_vars (r->core, goal->cond, &vars);
  for (uint32_t i = 0; i < vars.len; i++) {
    const struct wr_var_info *info = wr_var_info (r->core, (wr_var){vars.data[i]});
    if (info->kind != WR_VAR_INCARNATION || !is_places (r, info->origin)) continue;
    if (wr_var_info (r->core, info->origin)->sort.ix != info->sort.ix) continue;
    const wr_value *map = wr_machine_get (r->m, (wr_var){vars.data[i]});
    if (map) show_places (r, &step, info->origin, map);
  }
  WR_VEC_FREE (&vars);
}

static void show_value (struct replay *r, uint32_t block, const struct wr_pitem *item, wr_var inc,
                        const wr_value *value) {
  enum wr_trace_kind kind;
  wr_span at = place_of (r, block, item, &kind);
  wr_var var = shown_variable (r, inc, item);
  if (!var.ix || !at.file || !wr_bitset_has (&r->relevant, inc.ix)) return;
  const struct wr_var_info *info = wr_var_info (r->core, var);
  if (info->cls == WR_CLASS_INTERNAL) return;
  if (is_places (r, var)) {
    show_places (r, &(struct step_place){at, kind, item}, var, value);
    return;
  }
  begin_step (r, at, kind, item);
  wr_buf text = {0};
  wr_value_show (&text, r->m, value);
  struct wr_shown_value shown = {
      wr_symbol_text (r->core->symbols, info->shown.ix ? info->shown : info->name),
      wr_str_keep (r->arena, wr_buf_str (&text))};
  wr_buf_free (&text);
  WR_VEC_PUSH (&r->values, shown);
}

/* -- the path --------------------------------------------------------------------------------------------- */

static bool invalid (struct replay *r, bool refuted, wr_str why) {
  r->out->refuted = refuted;
  r->out->why = wr_str_keep (r->arena, why);
  return false;
}

/* The fact is the clause of a label, or frame. */
static bool holds (struct replay *r, wr_expr e, wr_label label, bool wanted) {
  const wr_value *value = wr_machine_eval (r->m, e);
  if (!value) {
    wr_str why = wr_machine_why (r->m);
    wr_str text = wr_str_print (r->arena, "%.*s could not be evaluated", WR_STR_ARGS (why));
    return invalid (r, false, text);
  }
  if (wr_value_is_true (value) == wanted) return true;
  wr_buf text = {0};
  wr_buf_print (&text, "the solver's model makes this %s: ", wanted ? "false" : "true");
  if (label.ix)
    wr_quote (&text, r->core->sources, wr_label_info (&r->core->labels, label)->span);
  else
    wr_core_print_expr (&text, r->core, e);
  invalid (r, true, wr_buf_str (&text));
  wr_buf_free (&text);
  return false;
}

static void set (struct replay *r, wr_var inc, const wr_value *value) {
  wr_machine_set (r->m, inc, value);
  wr_bitset_set (&r->set, inc.ix, true);
  const struct wr_var_info *info = wr_var_info (r->core, inc);
  if (info->kind == WR_VAR_INCARNATION &&
      wr_var_info (r->core, info->origin)->sort.ix == info->sort.ix)
    wr_map_put (&r->current, info->origin.ix, (uintptr_t)value);
}

static void add_input (struct replay *r, wr_var inc, const wr_value *value) {
  const struct wr_var_info *info = wr_var_info (r->core, wr_var_info (r->core, inc)->origin);
  wr_buf text = {0};
  wr_value_show (&text, r->m, value);
  struct wr_input input = {
      wr_symbol_text (r->core->symbols, info->shown.ix ? info->shown : info->name),
      wr_str_keep (r->arena, wr_buf_str (&text))};
  WR_VEC_PUSH (&r->inputs, input);
  wr_buf_free (&text);
}

static void choose (struct replay *r, uint32_t block, const struct wr_pitem *item) {
  for (uint32_t i = 0; i < item->chosen_count; i++) {
    wr_var inc = item->chosen[i];
    const wr_value *value = from_map (&r->model, inc.ix);
    if (!value) value = wr_default_value (r->m, wr_var_info (r->core, inc)->sort);
    if (!value) continue;
    set (r, inc, value);
    show_value (r, block, item, inc, value);
    if (block == 0 && item->core_cmd == UINT32_MAX) add_input (r, inc, value);
  }
}

/* The name that the fact gives a value, if it has none yet. */
static wr_var defined_name (const struct replay *r, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (r->core, e);
  if (info->op != WR_OP_EQ && info->op != WR_OP_IFF) return (wr_var){0};
  const struct wr_expr_info *name = wr_expr_info (r->core, wr_expr_child (r->core, e, 0));
  wr_var var = {name->op == WR_OP_VAR ? name->data : 0};
  if (!var.ix || wr_var_info (r->core, var)->kind != WR_VAR_INCARNATION) return (wr_var){0};
  return wr_bitset_has (&r->set, var.ix) ? (wr_var){0} : var;
}

static bool pass_fact (struct replay *r, uint32_t block, const struct wr_pitem *item) {
  wr_var name = defined_name (r, item->expr);
  if (!name.ix) return holds (r, item->expr, item->label, true);
  const wr_value *value = wr_machine_eval (r->m, wr_expr_child (r->core, item->expr, 1));
  if (!value) return holds (r, item->expr, item->label, true);
  set (r, name, value);
  if (item->core_cmd != UINT32_MAX) show_value (r, block, item, name, value);
  return true;
}

static bool pass_block (struct replay *r, uint32_t number, bool *reached) {
  const struct wr_pblock *block = &r->passive->blocks[number];
  for (uint32_t i = 0; i < block->item_count; i++) {
    const struct wr_pitem *item = &block->items[i];
    switch (item->kind) {
    case WR_PITEM_CHOOSE: choose (r, number, item); break;
    case WR_PITEM_FACT:
      if (!pass_fact (r, number, item)) return false;
      break;
    case WR_PITEM_GOAL: {
      const struct wr_goal *goal = &r->passive->goals[item->goal];
      *reached = item->goal == r->goal;
      if (*reached && !holds (r, goal->cond, goal->label, false)) return false;
      if (*reached) {
        show_goal (r, item);
        return true;
      }
      if (goal->assumed.ix && !holds (r, goal->cond, goal->label, true)) return false;
      break;
    }
    case WR_PITEM_CAPTURE: break;
    }
  }
  return true;
}

static bool pass_path (struct replay *r) {
  bool reached = false;
  for (uint32_t p = 0; p < r->result->path_count && !reached; p++)
    if (!pass_block (r, r->result->path[p], &reached)) return false;
  return reached || invalid (r, true, WR_LIT ("the failing path does not reach the goal"));
}

/* A solver that gives up does not vouch for its functions: they must not contradict an axiom.  What cannot be evaluated is not
   refuted, since the solver found no instance of an axiom that would be false. */
static bool check_axioms (struct replay *r) {
  if (r->result->reason == WR_STATUS_SAT || !r->functions_read.len) return true;
  r->at_axioms = true;
  const wr_value *value = wr_machine_axioms (r->m);
  r->out->axioms = value != NULL;
  return !value || wr_value_is_true (value) ||
         invalid (r, true, WR_LIT ("the solver's model contradicts an axiom"));
}

struct wr_counterexample *wr_counterexample_of (const wr_core *core, const wr_passive *passive,
                                                uint32_t goal, const struct wr_goal_result *result,
                                                wr_arena *arena) {
  struct wr_counterexample *out = WR_NEW (arena, struct wr_counterexample, 1);
  struct replay r = {
      .core = core, .passive = passive, .goal = goal, .result = result, .arena = arena, .out = out};
  WR_ASSERT (goal < passive->goal_count);
  if (!result->path_count) {
    out->why = WR_LIT ("the solver gave no path");
    return out;
  }
  struct wr_exec_options options = {.oracle = {.ctx = &r, .function = function_value},
                                    .free_powers = true,
                                    .max_steps = MAX_EVALUATION};
  out->axioms = true;
  r.m = wr_machine_new (core, &options);
  take_model (&r);
  find_relevant (&r);
  out->valid = pass_path (&r) && check_axioms (&r);
  end_step (&r);
  if (out->valid) {
    out->steps = WR_VEC_KEEP (arena, &r.steps);
    out->step_count = r.steps.len;
    out->functions = WR_VEC_KEEP (arena, &r.functions_shown);
    out->function_count = r.functions_shown.len;
    for (uint32_t i = 0; i < r.functions_read.len; i++) {
      const struct wr_shown_value *f = &r.functions_read.data[i];
      WR_VEC_PUSH (&r.inputs, ((struct wr_input){f->name, f->value}));
    }
    out->inputs = WR_VEC_KEEP (arena, &r.inputs);
    out->input_count = r.inputs.len;
  }
  wr_machine_free (r.m);
  wr_map_free (&r.model);
  wr_map_free (&r.functions);
  wr_bitset_free (&r.set);
  wr_bitset_free (&r.relevant);
  wr_map_free (&r.current);
  WR_VEC_FREE (&r.steps);
  WR_VEC_FREE (&r.values);
  WR_VEC_FREE (&r.functions_read);
  WR_VEC_FREE (&r.functions_shown);
  WR_VEC_FREE (&r.inputs);
  return out;
}
