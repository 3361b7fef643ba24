/* Expressions, with three truth values: NULL is undecided. */
#include "exec/machine.h"

#include "core/build.h"

enum { FEW = 6 }; /* arguments that need no heap */

const wr_value *wr_x_undecided (wr_machine *m, const char *why) {
  if (!m->why) m->why = why;
  return NULL;
}

/* `decides` settles the whole: false for AND, true for OR. */
static const wr_value *junction (wr_machine *m, wr_expr e, uint32_t count, bool decides) {
  bool open = false;
  for (uint32_t i = 0; i < count; i++) {
    const wr_value *v = wr_x_eval (m, wr_expr_child (m->core, e, i));
    if (v && v->truth == decides) return v;
    open = open || !v;
  }
  return open ? NULL : wr_value_bool (m, !decides);
}

static const wr_value *implies (wr_machine *m, wr_expr e) {
  const wr_value *a = wr_x_eval (m, wr_expr_child (m->core, e, 0));
  if (a && !a->truth) return m->yes;
  const wr_value *b = wr_x_eval (m, wr_expr_child (m->core, e, 1));
  return a || wr_value_is_true (b) ? b : NULL;
}

static const wr_value *choose (wr_machine *m, wr_expr e) {
  const wr_value *cond = wr_x_eval (m, wr_expr_child (m->core, e, 0));
  if (cond) return wr_x_eval (m, wr_expr_child (m->core, e, cond->truth ? 1 : 2));
  const wr_value *then = wr_x_eval (m, wr_expr_child (m->core, e, 1));
  return then && then == wr_x_eval (m, wr_expr_child (m->core, e, 2)) ? then : NULL;
}

static const wr_value *let (wr_machine *m, wr_expr e, const struct wr_expr_info *info) {
  const struct wr_binder *binder = &m->core->binders.data[info->data];
  uint32_t count = binder->var_count;
  const wr_value **values = wr_alloc (count + 1u, sizeof *values);
  wr_var *vars = wr_alloc (count + 1u, sizeof *vars);
  for (uint32_t i = 0; i < count; i++) {
    vars[i].ix = m->core->pool.data[binder->first_var + i];
    values[i] = wr_x_eval (m, wr_expr_child (m->core, e, i));
  }
  struct saved saved;
  wr_x_bind (m, &saved, vars, values, count);
  const wr_value *v = wr_x_eval (m, wr_expr_child (m->core, e, count));
  wr_x_unbind (m, &saved, vars, count);
  free (vars);
  free (values);
  return v;
}

static const wr_value *old (wr_machine *m, wr_expr e) {
  bool before = m->in_old;
  m->in_old = true;
  const wr_value *v = wr_x_eval (m, wr_expr_child (m->core, e, 0));
  m->in_old = before;
  return v;
}

static const wr_value *variable (wr_machine *m, wr_var var) {
  bool old_one = m->in_old && wr_var_info (m->core, var)->kind == WR_VAR_GLOBAL;
  struct slot *slot = wr_x_slot_of (m, var);
  return wr_x_read_slot (m, old_one ? &m->olds[var.ix] : slot, var);
}

static const wr_value *distinct (wr_machine *m, const wr_value **args, uint32_t count) {
  bool open = false;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const wr_value *same = wr_x_value_same (m, args[i], args[k]);
      if (wr_value_is_true (same)) return m->no;
      open = open || !same;
    }
  }
  return open ? NULL : m->yes;
}

static const wr_value *field (wr_machine *m, const struct wr_expr_info *info, const wr_value *v) {
  const struct wr_field *f = &m->core->fields.data[info->data];
  if (v->data.constructor == f->constructor) return v->data.fields[f->position];
  return wr_x_partial_value (m, WR_OP_FIELD, info->data, f->sort, v);
}

/* Operators whose arguments are all decided. */
static const wr_value *strict (wr_machine *m, wr_expr e, const wr_value **args, uint32_t count) {
  struct wr_expr_info info = *wr_expr_info (m->core, e);
  switch (info.op) {
  case WR_OP_NOT: return wr_value_bool (m, !args[0]->truth);
  case WR_OP_IFF: return wr_value_bool (m, args[0]->truth == args[1]->truth);
  case WR_OP_EQ: return wr_x_value_same (m, args[0], args[1]);
  case WR_OP_DISTINCT: return distinct (m, args, count);
  case WR_OP_NEG:
  case WR_OP_ADD:
  case WR_OP_SUB:
  case WR_OP_MUL:
  case WR_OP_DIV:
  case WR_OP_MOD:
  case WR_OP_RDIV:
  case WR_OP_POW:
  case WR_OP_LT:
  case WR_OP_LE:
  case WR_OP_TO_REAL:
  case WR_OP_TO_INT: return wr_x_eval_arith (m, (enum wr_op)info.op, info.sort, args, count);
  case WR_OP_CONCAT: return wr_x_bv_concat (m, args[0], args[1]);
  case WR_OP_EXTRACT: return wr_x_bv_extract (m, args[0], info.data >> 16, info.data & 0xffff);
  case WR_OP_SELECT: return wr_value_select (m, args[0], args + 1, count - 1);
  case WR_OP_STORE: return wr_value_store (m, args[0], args + 1, count - 2, args[count - 1]);
  case WR_OP_CONSTRUCT: return wr_value_construct (m, info.data, args, count);
  case WR_OP_IS: return wr_value_bool (m, args[0]->data.constructor == info.data);
  case WR_OP_FIELD: return field (m, &info, args[0]);
  default: break;
  }
  WR_UNREACHABLE ();
}

static const wr_value *with_arguments (wr_machine *m, wr_expr e, uint32_t count) {
  const wr_value *few[FEW], **args = few;
  if (count > FEW) args = wr_alloc (count, sizeof *args);
  bool app = wr_expr_info (m->core, e)->op == WR_OP_APP, open = false;
  for (uint32_t i = 0; i < count; i++) {
    args[i] = wr_x_eval (m, wr_expr_child (m->core, e, i));
    open = open || !args[i];
    if (open && !app) break;
  }
  const wr_value *v = NULL;
  if (app)
    v = wr_x_eval_app (m, (wr_func){wr_expr_info (m->core, e)->data}, args, count);
  else if (!open)
    v = strict (m, e, args, count);
  if (count > FEW) free (args);
  return v;
}

static const wr_value *eval_op (wr_machine *m, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (m->core, e);
  const wr_value *v;
  switch (info.op) {
  case WR_OP_TRUE: return m->yes;
  case WR_OP_FALSE: return m->no;
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV:
  case WR_OP_STRING:
  case WR_OP_RMODE:
  case WR_OP_FLOAT: v = wr_value_of_literal (m, e); return v ? v : wr_x_undecided (m, "a float");
  case WR_OP_VAR: return variable (m, (wr_var){info.data});
  case WR_OP_AND: return junction (m, e, info.count, false);
  case WR_OP_OR: return junction (m, e, info.count, true);
  case WR_OP_IMPLIES: return implies (m, e);
  case WR_OP_ITE: return choose (m, e);
  case WR_OP_FORALL:
  case WR_OP_EXISTS: return wr_x_eval_quantifier (m, e);
  case WR_OP_LET: return let (m, e, &info);
  case WR_OP_OLD: return old (m, e);
  default: return with_arguments (m, e, info.count);
  }
}

const wr_value *wr_x_eval (wr_machine *m, wr_expr e) {
  if (m->steps >= m->options.max_steps) {
    m->exhausted = true;
    return wr_x_undecided (m, "out of steps");
  }
  m->steps++;
  if (m->nesting >= WR_EXEC_MAX_NESTING) return wr_x_undecided (m, "nested too deeply");
  m->nesting++;
  const wr_value *v = eval_op (m, e);
  m->nesting--;
  return v;
}
