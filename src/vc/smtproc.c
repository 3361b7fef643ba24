/* A procedure's part of the text.  The formula is written in steps, each a definition N!k, so that
   nothing is nested deeply and a reader finds the blocks. */
#include "vc/smtlib.h"

#include "base/check.h"
#include "core/build.h"
#include "vc/smtname.h"
#include "vc/smtterm.h"

struct text {
  wr_buf *out;
  const wr_vc *vc;
  enum wr_dialect dialect;
  bool tracked;
  wr_smt terms;
  uint32_t *block_of; /* node -> block that starts with it + 1; 0: none */
  bool *step;         /* node -> has a definition */
};

static const struct wr_goal *goal_of (const struct text *t, const struct wr_vc_node *n) {
  return &t->vc->passive->goals[n->goal];
}

static void add_place (struct text *t, wr_span span) {
  if (!span.file) return;
  wr_position at = wr_position_of (t->vc->core->sources, span.file, span.begin);
  wr_buf_print (t->out, " %u:%u", (unsigned)at.line, (unsigned)at.column);
}

static void add_about (struct text *t, wr_label label) {
  if (!label.ix) return;
  const struct wr_label_info *info = wr_label_info (&t->vc->core->labels, label);
  wr_buf_print (t->out, " ; %s", wr_role_name (info->role));
  add_place (t, info->span);
  if (!info->site.ix) return;
  wr_span site = wr_site_info (&t->vc->core->labels, info->site)->span;
  if (!site.file) return;
  wr_buf_print (t->out, " at");
  add_place (t, site);
}

/* -- declarations ------------------------------------------------------------------------------ */

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The unknowns of the registered terms. */
static void declare_vars (const wr_smt *terms, wr_buf *out) {
  const wr_core *core = terms->core;
  wr_u32s vars = {0};
  for (uint32_t i = 0; i < terms->parts.len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[terms->parts.data[i].ix];
    if (info->op != WR_OP_VAR) continue;
    if (wr_var_info (core, (wr_var){info->data})->kind == WR_VAR_BOUND) continue;
    WR_VEC_PUSH (&vars, info->data);
  }
  if (vars.len) qsort (vars.data, vars.len, sizeof *vars.data, by_number);
  for (uint32_t i = 0; i < vars.len; i++) {
    wr_buf_print (out, "(declare-fun ");
    wr_smtlib_var (out, core, (wr_var){vars.data[i]});
    wr_buf_print (out, " () ");
    wr_smt_sort (out, core, terms->dialect, wr_var_info (core, (wr_var){vars.data[i]})->sort);
    wr_buf_print (out, ")\n");
  }
  WR_VEC_FREE (&vars);
}

static void declare_literals (struct text *t) {
  const wr_vc *vc = t->vc;
  for (uint32_t i = 0; t->tracked && i < vc->label_count; i++) {
    wr_buf_print (t->out, "(declare-fun ");
    wr_smtlib_label (t->out, vc->labels[i]);
    wr_buf_print (t->out, " () Bool)");
    add_about (t, vc->labels[i]);
    wr_buf_add_char (t->out, '\n');
  }
  for (uint32_t i = 0; i < vc->passive->goal_count; i++) {
    wr_buf_print (t->out, "(declare-fun ");
    wr_smtlib_selector (t->out, i);
    wr_buf_print (t->out, " () Bool)");
    add_about (t, vc->passive->goals[i].label);
    wr_buf_add_char (t->out, '\n');
  }
  for (uint32_t i = 0; i < vc->choice_count; i++) {
    wr_buf_print (t->out, "(declare-fun ");
    wr_smtlib_choice (t->out, i);
    wr_buf_print (t->out, " () Bool) ; block %u to %u\n", (unsigned)vc->choice_block[i],
                  (unsigned)vc->choice_then[i]);
  }
}

/* -- the formula ------------------------------------------------------------------------------- */

static void find_steps (struct text *t) {
  const wr_vc *vc = t->vc;
  t->step[vc->root] = true;
  for (uint32_t i = vc->passive->block_count; i-- > 0;) {
    uint32_t node = vc->block_node[i];
    t->step[node] = true;
    t->block_of[node] = i + 1;
  }
  for (uint32_t i = 1; i < vc->node_count; i++) {
    const struct wr_vc_node *n = &vc->nodes[i];
    if (n->kind == WR_VC_GOAL) t->step[n->next] = true;
    if (n->kind == WR_VC_CHOICE) t->step[n->next] = t->step[n->other] = true;
  }
}

static void add_guarded (struct text *t, wr_label label, wr_expr e, bool negated) {
  bool guarded = t->tracked && label.ix;
  if (guarded) {
    wr_buf_print (t->out, "(=> ");
    wr_smtlib_label (t->out, label);
    wr_buf_add_char (t->out, ' ');
  }
  if (negated) wr_buf_print (t->out, "(not ");
  wr_smt_term (&t->terms, t->out, e);
  if (negated) wr_buf_add_char (t->out, ')');
  if (guarded) wr_buf_add_char (t->out, ')');
}

static void add_step_name (struct text *t, uint32_t node) {
  if (node) {
    wr_buf_print (t->out, "N!%u", (unsigned)node);
  } else {
    wr_buf_print (t->out, "false");
  }
}

static void add_goal (struct text *t, const struct wr_vc_node *n) {
  const struct wr_goal *goal = goal_of (t, n);
  if (n->next) wr_buf_print (t->out, "(or ");
  wr_buf_print (t->out, "(and ");
  wr_smtlib_selector (t->out, n->goal);
  wr_buf_add_char (t->out, ' ');
  add_guarded (t, goal->label, goal->cond, true);
  wr_buf_add_char (t->out, ')');
  if (!n->next) return;
  if (goal->assumed.ix) {
    wr_buf_print (t->out, " (and ");
    add_guarded (t, goal->assumed, goal->cond, false);
  }
  wr_buf_add_char (t->out, ' ');
  add_step_name (t, n->next);
  wr_buf_print (t->out, goal->assumed.ix ? "))" : ")");
}

static void add_choice (struct text *t, const struct wr_vc_node *n) {
  wr_buf_print (t->out, "(or (and ");
  wr_smtlib_choice (t->out, n->choice);
  wr_buf_add_char (t->out, ' ');
  add_step_name (t, n->next);
  wr_buf_print (t->out, ") (and (not ");
  wr_smtlib_choice (t->out, n->choice);
  wr_buf_print (t->out, ") ");
  add_step_name (t, n->other);
  wr_buf_print (t->out, "))");
}

/* The end of a run of facts: the name of a step, a goal or a choice. */
static void add_end (struct text *t, uint32_t node, uint32_t start) {
  const struct wr_vc_node *n = &t->vc->nodes[node];
  if (node != start && t->step[node]) {
    add_step_name (t, node);
    return;
  }
  switch (n->kind) {
  case WR_VC_STOP: wr_buf_print (t->out, "false"); return;
  case WR_VC_GOAL: add_goal (t, n); return;
  case WR_VC_CHOICE: add_choice (t, n); return;
  case WR_VC_FACT: break;
  }
  WR_UNREACHABLE ();
}

static void define_step (struct text *t, uint32_t start) {
  const wr_vc *vc = t->vc;
  uint32_t node = start, block = t->block_of[start];
  if (block) {
    const struct wr_pblock *p = &vc->passive->blocks[block - 1];
    wr_buf_print (t->out, "; block %u", (unsigned)block - 1);
    add_place (t, p->at);
    wr_buf_add_char (t->out, '\n');
  }
  wr_buf_print (t->out, "(define-fun N!%u () Bool ", (unsigned)start);
  bool facts = vc->nodes[start].kind == WR_VC_FACT;
  if (facts) wr_buf_print (t->out, "(and\n");
  while (vc->nodes[node].kind == WR_VC_FACT && (node == start || !t->step[node])) {
    wr_buf_print (t->out, "  ");
    add_guarded (t, vc->nodes[node].label, vc->nodes[node].expr, false);
    add_about (t, vc->nodes[node].label);
    wr_buf_add_char (t->out, '\n');
    node = vc->nodes[node].next;
  }
  if (facts) wr_buf_print (t->out, "  ");
  add_end (t, node, start);
  wr_buf_print (t->out, facts ? "))\n" : ")\n");
}

static void take_terms (struct text *t) {
  WR_VEC (wr_expr) roots = {0};
  for (uint32_t i = 1; i < t->vc->node_count; i++) {
    const struct wr_vc_node *n = &t->vc->nodes[i];
    if (n->kind == WR_VC_FACT) WR_VEC_PUSH (&roots, n->expr);
    if (n->kind != WR_VC_GOAL) continue;
    WR_VEC_PUSH (&roots, goal_of (t, n)->cond);
    if (n->next) WR_VEC_PUSH (&roots, goal_of (t, n)->cond);
  }
  wr_smt_take (&t->terms, roots.data, roots.len);
  WR_VEC_FREE (&roots);
}

static void add_header (struct text *t) {
  const wr_core *core = t->vc->core;
  const struct wr_body *body = &core->bodies.data[t->vc->passive->body];
  wr_buf_print (t->out, "; procedure ");
  wr_smt_name (t->out, wr_symbol_text (core->symbols, body->name));
  add_place (t, body->at);
  wr_buf_add_char (t->out, '\n');
}

static void add_options (struct text *t) {
  const struct wr_body *body = &t->vc->core->bodies.data[t->vc->passive->body];
  for (uint32_t i = 0; t->dialect == WR_DIALECT_Z3 && i < body->options.len; i++) {
    wr_str name = wr_symbol_text (t->vc->core->symbols, body->options.data[i].name);
    wr_str value = wr_symbol_text (t->vc->core->symbols, body->options.data[i].value);
    wr_buf_print (t->out, "(set-option :%.*s %.*s)\n", WR_STR_ARGS (name), WR_STR_ARGS (value));
  }
}

void wr_smtlib_procedure (wr_buf *out, const wr_vc *vc, enum wr_dialect dialect, bool tracked) {
  struct text t = {.out = out, .vc = vc, .dialect = dialect, .tracked = tracked};
  t.block_of = wr_alloc (vc->node_count, sizeof *t.block_of);
  t.step = wr_alloc (vc->node_count, sizeof *t.step);
  wr_smt_begin (&t.terms, vc->core, dialect);
  add_header (&t);
  add_options (&t);
  take_terms (&t);
  declare_vars (&t.terms, out);
  declare_literals (&t);
  wr_smt_define_shared (&t.terms, out);
  find_steps (&t);
  for (uint32_t i = 1; i < vc->node_count; i++) {
    if (t.step[i]) define_step (&t, i);
  }
  wr_buf_print (out, "(assert ");
  add_step_name (&t, vc->root);
  wr_buf_print (out, ")\n");
  wr_smt_end (&t.terms);
  free (t.block_of);
  free (t.step);
}

/* -- expressions alone --------------------------------------------------------------------------- */

void wr_smtlib_exprs (wr_buf *out, const wr_core *core, enum wr_dialect dialect,
                      const wr_expr *exprs, uint32_t count, bool guarded) {
  wr_smt terms = {0};
  wr_smt_begin (&terms, core, dialect);
  wr_smt_take (&terms, exprs, count);
  declare_vars (&terms, out);
  wr_smt_define_shared (&terms, out);
  for (uint32_t i = 0; i < count; i++) {
    if (guarded) {
      wr_buf_print (out, "(declare-fun ");
      wr_smtlib_guard (out, i);
      wr_buf_print (out, " () Bool)\n(assert (=> ");
      wr_smtlib_guard (out, i);
      wr_buf_add_char (out, ' ');
    } else {
      wr_buf_print (out, "(assert ");
    }
    wr_smt_term (&terms, out, exprs[i]);
    wr_buf_print (out, guarded ? "))\n" : ")\n");
  }
  wr_smt_end (&terms);
}
