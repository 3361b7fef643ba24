/* front/viper/lower_label.c -- which element a fact or a goal belongs to, and how its failure is told. */
#include "front/viper/lowering.h"

#include "source/quote.h"

#include <string.h>

void vpr_conjuncts (vpr_lowering *lo, const vpr_expr *e, vpr_exprs *out) {
  WR_VEC (const vpr_expr *) stack = {0}, all = {0};
  WR_VEC_PUSH (&stack, e);
  while (stack.len) {
    const vpr_expr *top = WR_VEC_POP (&stack);
    if (top->kind == VPR_EXPR_BINARY && top->op == VPR_OP_AND) {
      WR_VEC_PUSH (&stack, top->args.data[1]);
      WR_VEC_PUSH (&stack, top->args.data[0]);
    } else {
      WR_VEC_PUSH (&all, top);
    }
  }
  out->data = (vpr_expr **)WR_VEC_KEEP (lo->arena, &all);
  out->len = all.len;
  WR_VEC_FREE (&stack);
  WR_VEC_FREE (&all);
}

void vpr_clauses_of (vpr_lowering *lo, const vpr_exprs *exprs, enum wr_role role,
                     vpr_clauses *out) {
  WR_VEC (struct vpr_clause) all = {0};
  for (uint32_t i = 0; i < exprs->len; i++) {
    vpr_exprs list;
    vpr_conjuncts (lo, exprs->data[i], &list);
    for (uint32_t k = 0; k < list.len; k++) {
      struct wr_label_info info = {.role = role,
                                   .cls = WR_CLASS_EXPLICIT,
                                   .span = list.data[k]->span,
                                   .report = list.data[k]->span,
                                   .element = wr_element_new (&lo->core->labels),
                                   .conjunct = k,
                                   .conjuncts = list.len,
                                   .procedure = lo->procedure};
      struct vpr_clause clause = {exprs->data[i], list.data[k],
                                  wr_label_new (&lo->core->labels, &info)};
      WR_VEC_PUSH (&all, clause);
    }
  }
  out->data = WR_VEC_KEEP (lo->arena, &all);
  out->len = all.len;
  WR_VEC_FREE (&all);
}

struct vpr_cause vpr_cause_new (vpr_lowering *lo, const char *error, wr_span report, wr_span text) {
  return (struct vpr_cause){.error = error,
                            .report = report,
                            .text = text,
                            .element = wr_element_new (&lo->core->labels),
                            .cls = WR_CLASS_EXPLICIT,
                            .fact = WR_ROLE_ASSUME,
                            .goal = WR_ROLE_ASSERT};
}

struct vpr_cause vpr_cause_of (vpr_lowering *lo, const struct vpr_clause *clause, const char *error,
                               wr_span report, wr_site site) {
  const struct wr_label_info *info = wr_label_info (&lo->core->labels, clause->label);
  return (struct vpr_cause){.error = error,
                            .report = report,
                            .text = clause->conjunct->span,
                            .element = info->element,
                            .cls = info->cls,
                            .clause = clause->label,
                            .site = site};
}

/* The label of part number `part` of the clause in this role.  In its own role the clause itself is the first part. */
static wr_label derived (vpr_lowering *lo, const struct vpr_cause *cause, enum wr_role role,
                         uint32_t part) {
  wr_labels *labels = &lo->core->labels;
  if (!part && wr_label_info (labels, cause->clause)->role == role) return cause->clause;
  return wr_label_derive_part (labels, cause->clause, role, cause->site, part);
}

static wr_label own (vpr_lowering *lo, const struct vpr_cause *cause, enum wr_role role) {
  struct wr_label_info info = {.role = role,
                               .cls = cause->cls,
                               .span = cause->text,
                               .report = cause->report,
                               .element = cause->element,
                               .origin = cause->origin,
                               .type = cause->type,
                               .takes = cause->takes && wr_role_is_goal (role),
                               .procedure = lo->procedure};
  if (wr_role_is_goal (role)) info.establishes = cause->establishes;
  return wr_label_new (&lo->core->labels, &info);
}

wr_label vpr_fact_label (vpr_lowering *lo, struct vpr_cause *cause) {
  if (cause->clause.ix) return derived (lo, cause, cause->fact, cause->facts++);
  return own (lo, cause, cause->fact);
}

/* What might happen, in the words that Viper's users know. */
static const struct {
  const char *error, *words;
} errors[] = {{"assert.failed", "Assert might fail."},
              {"exhale.failed", "Exhale might fail."},
              {"inhale.failed", "Inhale might fail."},
              {"refute.failed", "Refute holds in all cases or could not be reached."},
              {"assignment.failed", "Assignment might fail."},
              {"call.precondition", "The precondition of the method might not hold."},
              {"call.failed", "Method call might fail."},
              {"application.precondition", "Precondition of function might not hold."},
              {"not.wellformed", "Contract might not be well-formed."},
              {"postcondition.violated", "Postcondition might not hold."},
              {"invariant.not.established", "Loop invariant might not hold on entry."},
              {"invariant.not.preserved", "Loop invariant might not be preserved."},
              {"fold.failed", "Folding might fail."},
              {"unfold.failed", "Unfolding might fail."},
              {"package.failed", "Packaging wand might fail."},
              {"apply.failed", "Applying wand might fail."},
              {"quasihavoc.failed", "Quasihavoc might fail."},
              {"quasihavocall.failed", "Quasihavocall might fail."},
              {"if.failed", "Conditional statement might fail."},
              {"while.failed", "While statement might fail."},
              {"function.not.wellformed", "Function might not be well-formed."},
              {"predicate.not.wellformed", "Predicate might not be well-formed."},
              {"wand.not.wellformed", "Magic wand might not be well-formed."},
              {"termination.failed", "Function or statement might not terminate."}};

/* @ is the text of what the reason is about. */
static const struct {
  const char *reason, *words;
} reasons[] = {
    {"assertion.false", "Assertion @ might not hold."},
    {"insufficient.permission", "There might be insufficient permission to access @."},
    {"wand.not.found", "Magic wand instance not found."},
    {"qp.not.injective", "Receiver of @ might not be injective."},
    {"division.by.zero", "Divisor @ might be zero."},
    {"seq.index.negative", "Index @ into the sequence might be negative."},
    {"seq.index.length", "Index @ might exceed the length of the sequence."},
    {"map.key.contains", "The map might not contain an entry at the key @."},
    {"negative.permission", "Fraction @ might be negative."},
    {"permission.not.positive", "Fraction @ might not be positive."},
    {"labelled.state.not.reached", "Did not reach the labelled state of @."},
    {"refutation.true", "Assertion @ definitely holds."},
    {"quasihavocall.not.injective", "Quasihavocall of @ might not be injective."},
    {"predicateinstance.no.access", "There might be no permission to the predicate instance @."},
    {"tuple.condition.false", "Required tuple condition might not hold."},
    {"tuple.false", "Termination measure might not decrease or might not be bounded."},
    {"termination.condition.false", "Required termination condition might not hold."},
    {"receiver.null", "Receiver of @ might be null."}};

static void add_reason (wr_buf *out, vpr_lowering *lo, const char *words, wr_span node) {
  const char *at = strchr (words, '@');
  if (!at) {
    wr_buf_add (out, wr_str_of (words));
    return;
  }
  wr_buf_add (out, (wr_str){words, (size_t)(at - words)});
  wr_quote (out, lo->program->sources, node);
  wr_buf_add (out, wr_str_of (at + 1));
}

static wr_symbol message (vpr_lowering *lo, const char *error, const char *reason, wr_span node) {
  wr_buf text = {0};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (!strcmp (errors[i].error, error)) wr_buf_add (&text, wr_str_of (errors[i].words));
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    if (strcmp (reasons[i].reason, reason)) continue;
    if (text.len) wr_buf_add_char (&text, ' ');
    add_reason (&text, lo, reasons[i].words, node);
  }
  wr_symbol symbol = wr_intern (lo->symbols, wr_buf_str (&text));
  wr_buf_free (&text);
  return symbol;
}

wr_label vpr_goal_label (vpr_lowering *lo, struct vpr_cause *cause, enum wr_role role,
                         const char *reason, wr_span node) {
  bool of_clause = cause->clause.ix && role == cause->goal && role != WR_ROLE_WELL_FORMED;
  wr_label label = of_clause ? derived (lo, cause, role, cause->goals++) : own (lo, cause, role);
  wr_symbol native = vpr_symf (lo, "%s:%s", cause->error, reason);
  wr_label_name_failure (&lo->core->labels, label, native,
                         message (lo, cause->error, reason, node));
  wr_label_set_about (&lo->core->labels, label, node);
  return label;
}
