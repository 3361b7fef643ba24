/* The program's part of the text: options, sorts, functions, axioms. */
#include "vc/smtlib.h"

#include "base/check.h"
#include "core/build.h"
#include "vc/smtname.h"
#include "vc/smtterm.h"
#include "vc/smttheory.h"

void wr_smtlib_label (wr_buf *out, wr_label label) {
  wr_buf_print (out, "L!%u", (unsigned)label.ix);
}
void wr_smtlib_selector (wr_buf *out, uint32_t goal) { wr_buf_print (out, "S!%u", (unsigned)goal); }
void wr_smtlib_guard (wr_buf *out, uint32_t expr) { wr_buf_print (out, "E!%u", (unsigned)expr); }
void wr_smtlib_choice (wr_buf *out, uint32_t choice) {
  wr_buf_print (out, "C!%u", (unsigned)choice);
}

struct text {
  wr_buf *out;
  const wr_core *core;
  enum wr_dialect dialect;
  bool labelled;
  const wr_bitset *left_out; /* labels of axioms; NULL: none */
  wr_smt terms;
};

static void add_name (struct text *t, wr_symbol name) {
  wr_smt_name (t->out, wr_symbol_text (t->core->symbols, name));
}

static void add_sort (struct text *t, wr_sort sort) {
  wr_smt_sort (t->out, t->core, t->dialect, sort);
}

static void add_options (struct text *t) {
  wr_buf_print (t->out, "(set-option :produce-models true)\n"
                        "(set-option :produce-unsat-assumptions true)\n");
  switch (t->dialect) {
  case WR_DIALECT_Z3:
    wr_buf_print (t->out,
                  "(set-option :auto_config false)\n"
                  "(set-option :smt.mbqi false)\n"
                  "(set-option :smt.case_split %d)\n"
                  "(set-option :smt.qi.eager_threshold 30.0)\n"
                  "(set-option :smt.qi.lazy_threshold 100.0)\n"
                  "(set-option :smt.delay_units true)\n"
                  "(set-option :smt.phase_selection 0)\n",
                  wr_has_quantifiers (t->core) ? 3 : 1);
    return;
  case WR_DIALECT_STANDARD: wr_buf_print (t->out, "(set-logic ALL)\n"); return;
  }
}

/* -- sorts ------------------------------------------------------------------------------------- */

static void add_named_sorts (struct text *t) {
  for (uint32_t i = 1; i < t->core->sorts.len; i++) {
    if (t->core->sorts.data[i].kind != WR_SORT_NAMED) continue;
    wr_buf_print (t->out, "(declare-sort ");
    add_sort (t, (wr_sort){i});
    wr_buf_print (t->out, " 0)\n");
  }
}

static void add_constructor (struct text *t, const struct wr_constructor *c) {
  wr_buf_add_char (t->out, '(');
  wr_smt_constructor (t->out, wr_symbol_text (t->core->symbols, c->name));
  for (uint32_t i = 0; i < c->field_count; i++) {
    const struct wr_field *f = &t->core->fields.data[c->first_field + i];
    wr_buf_print (t->out, " (");
    add_name (t, f->name);
    wr_buf_add_char (t->out, ' ');
    add_sort (t, f->sort);
    wr_buf_add_char (t->out, ')');
  }
  wr_buf_add_char (t->out, ')');
}

/* Those that mention each other are declared together. */
static void add_datatype_group (struct text *t, const uint32_t *members, uint32_t count) {
  const wr_core *core = t->core;
  wr_buf_print (t->out, "(declare-datatypes (");
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_print (t->out, i ? " (" : "(");
    add_sort (t, core->datatypes.data[members[i]].sort);
    wr_buf_print (t->out, " 0)");
  }
  wr_buf_print (t->out, ") (");
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_datatype *d = &core->datatypes.data[members[i]];
    wr_buf_print (t->out, "\n (");
    for (uint32_t j = 0; j < d->constructor_count; j++) {
      if (j) wr_buf_add_char (t->out, ' ');
      add_constructor (t, &core->constructors.data[d->first_constructor + j]);
    }
    wr_buf_add_char (t->out, ')');
  }
  wr_buf_print (t->out, "))\n");
}

static void add_datatypes (struct text *t) {
  wr_u32s members = {0}, ends = {0};
  wr_smt_datatype_groups (t->core, &members, &ends);
  for (uint32_t i = 0, first = 0; i < ends.len; first = ends.data[i++]) {
    add_datatype_group (t, members.data + first, ends.data[i] - first);
  }
  WR_VEC_FREE (&members);
  WR_VEC_FREE (&ends);
}

/* -- functions --------------------------------------------------------------------------------- */

static void declare_func (struct text *t, wr_func func) {
  const struct wr_func_info *f = wr_func_info (t->core, func);
  wr_buf_print (t->out, "(declare-fun ");
  add_name (t, f->name);
  wr_buf_print (t->out, " (");
  for (uint32_t i = 0; i < f->param_count; i++) {
    if (i) wr_buf_add_char (t->out, ' ');
    add_sort (t, wr_func_param (t->core, func, i));
  }
  wr_buf_print (t->out, ") ");
  add_sort (t, f->sort);
  wr_buf_print (t->out, ")\n");
}

static void add_params (struct text *t, const wr_var *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_print (t->out, "(");
    wr_smt_bound_var (&t->terms, t->out, vars[i]);
    wr_buf_add_char (t->out, ' ');
    add_sort (t, wr_var_info (t->core, vars[i])->sort);
    wr_buf_add_char (t->out, ')');
  }
}

static void define_func (struct text *t, const struct wr_func_info *f) {
  wr_buf_print (t->out, "(define-fun ");
  add_name (t, f->name);
  wr_buf_print (t->out, " (");
  add_params (t, f->params.data, f->params.len);
  wr_buf_print (t->out, ") ");
  add_sort (t, f->sort);
  wr_buf_add_char (t->out, ' ');
  wr_smt_whole_term (&t->terms, t->out, f->body);
  wr_buf_print (t->out, ")\n");
}

/* Definitions come after those they use: the functions that a function needs are pushed above it. */
static void push_needed (const struct text *t, uint32_t func, const uint8_t *state,
                         wr_u32s *stack) {
  wr_u32s order = {0};
  wr_postorder (t->core, &t->core->funcs.data[func].body, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &t->core->exprs.data[order.data[i]];
    if (info->op != WR_OP_APP || state[info->data]) continue;
    if (t->core->funcs.data[info->data].kind == WR_FUNC_DEFINED) WR_VEC_PUSH (stack, info->data);
  }
  WR_VEC_FREE (&order);
}

static void add_definitions (struct text *t) {
  const wr_core *core = t->core;
  uint8_t *state = wr_alloc (core->funcs.len, 1); /* 1: waits for others, 2: done */
  wr_u32s stack = {0};
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    if (core->funcs.data[i].kind == WR_FUNC_DEFINED) WR_VEC_PUSH (&stack, i);
    while (stack.len) {
      uint32_t top = WR_VEC_LAST (&stack);
      if (!state[top]) {
        state[top] = 1;
        push_needed (t, top, state, &stack);
      } else {
        if (state[top] == 1) define_func (t, &core->funcs.data[top]);
        state[top] = 2;
        stack.len--;
      }
    }
  }
  WR_VEC_FREE (&stack);
  free (state);
}

static bool uses_power (const wr_core *core) {
  for (uint32_t i = 1; i < core->exprs.len; i++) {
    if (core->exprs.data[i].op == WR_OP_POW) return true;
  }
  return false;
}

static void add_functions (struct text *t) {
  const wr_core *core = t->core;
  if (uses_power (core)) wr_buf_print (t->out, "(declare-fun pow@real (Real Real) Real)\n");
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    enum wr_func_kind kind = core->funcs.data[i].kind;
    if (kind != WR_FUNC_BUILTIN && kind != WR_FUNC_DEFINED) declare_func (t, (wr_func){i});
  }
  add_definitions (t);
}

/* -- axioms ------------------------------------------------------------------------------------ */

static void add_position (struct text *t, wr_label label) {
  if (!label.ix) return;
  const struct wr_label_info *info = wr_label_info (&t->core->labels, label);
  if (!info->span.file) return;
  wr_position at = wr_position_of (t->core->sources, info->span.file, info->span.begin);
  wr_buf_print (t->out, "; %s %u:%u\n", wr_role_name (info->role), (unsigned)at.line,
                (unsigned)at.column);
}

static void begin_axiom (struct text *t, wr_label label) {
  add_position (t, label);
  if (t->labelled && label.ix) {
    wr_buf_print (t->out, "(declare-fun L!%u () Bool)\n(assert (=> L!%u ", (unsigned)label.ix,
                  (unsigned)label.ix);
  } else {
    wr_buf_print (t->out, "(assert ");
  }
}

static void end_axiom (struct text *t, wr_label label) {
  wr_buf_print (t->out, t->labelled && label.ix ? "))\n" : ")\n");
}

static void add_application (struct text *t, const struct wr_func_info *f) {
  if (f->params.len) wr_buf_add_char (t->out, '(');
  add_name (t, f->name);
  for (uint32_t i = 0; i < f->params.len; i++) {
    wr_buf_add_char (t->out, ' ');
    wr_smt_bound_var (&t->terms, t->out, f->params.data[i]);
  }
  if (f->params.len) wr_buf_add_char (t->out, ')');
}

/* f(params)[indices], curried if need be. */
static void add_lambda_value (struct text *t, const struct wr_func_info *f) {
  uint32_t opens = f->indices.len;
  if (opens && t->dialect == WR_DIALECT_Z3) opens = 1;
  for (uint32_t i = 0; i < opens; i++) wr_buf_print (t->out, "(select ");
  add_application (t, f);
  for (uint32_t i = 0; i < f->indices.len; i++) {
    wr_buf_add_char (t->out, ' ');
    wr_smt_bound_var (&t->terms, t->out, f->indices.data[i]);
    if (opens > 1) wr_buf_add_char (t->out, ')');
  }
  if (opens == 1) wr_buf_add_char (t->out, ')');
}

static void add_lambda (struct text *t, const struct wr_func_info *f) {
  bool closed = !f->params.len && !f->indices.len;
  begin_axiom (t, f->label);
  if (!closed) {
    wr_buf_print (t->out, "(forall (");
    add_params (t, f->params.data, f->params.len);
    add_params (t, f->indices.data, f->indices.len);
    wr_buf_print (t->out, ") (! ");
  }
  wr_buf_print (t->out, "(= ");
  add_lambda_value (t, f);
  wr_buf_add_char (t->out, ' ');
  wr_smt_whole_term (&t->terms, t->out, f->body);
  wr_buf_add_char (t->out, ')');
  if (!closed) {
    wr_buf_print (t->out, " :pattern (");
    add_lambda_value (t, f);
    wr_buf_print (t->out, ")))");
  }
  end_axiom (t, f->label);
}

static void add_axioms (struct text *t) {
  const wr_core *core = t->core;
  for (uint32_t i = 0; i < core->distinct.len; i++) {
    wr_buf_print (t->out, "(assert ");
    wr_smt_whole_term (&t->terms, t->out, core->distinct.data[i]);
    wr_buf_print (t->out, ")\n");
  }
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (t->left_out && label && wr_bitset_has (t->left_out, label)) continue;
    begin_axiom (t, core->axioms.data[i].label);
    wr_smt_whole_term (&t->terms, t->out, core->axioms.data[i].expr);
    end_axiom (t, core->axioms.data[i].label);
  }
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    if (core->funcs.data[i].kind == WR_FUNC_LAMBDA) add_lambda (t, &core->funcs.data[i]);
  }
}

void wr_smtlib_prelude_without (wr_buf *out, const wr_core *core, enum wr_dialect dialect,
                                bool labelled, const wr_bitset *left_out) {
  struct text t = {
      .out = out, .core = core, .dialect = dialect, .labelled = labelled, .left_out = left_out};
  wr_smt_begin (&t.terms, core, dialect);
  add_options (&t);
  add_named_sorts (&t);
  add_datatypes (&t);
  add_functions (&t);
  add_axioms (&t);
  wr_smt_end (&t.terms);
}

void wr_smtlib_prelude (wr_buf *out, const wr_core *core, enum wr_dialect dialect, bool labelled) {
  wr_smtlib_prelude_without (out, core, dialect, labelled, NULL);
}
