/* front/viper/resolve_stmt.c -- names in statements.  A variable is visible from its declaration to the end of its block; a label in
   the whole method. */
#include "front/viper/names.h"
#include "front/viper/report.h"

static void resolve_vars (vpr_resolver *r, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    vpr_var *var = vars.data[i];
    var->type = vpr_resolve_type (r, var->written);
    var->decl = r->member;
    vpr_scope_bind (r, var);
  }
}

/* `x := m(y)` and `m(y)` are calls if m is a method; several targets want one. */
static void recognise_call (vpr_stmt *s) {
  const vpr_expr *value = s->value;
  if (!value || value->kind != VPR_EXPR_CALL || s->kind == VPR_STMT_VAR) return;
  bool is_method = value->decl && value->decl->kind == VPR_DECL_METHOD;
  if (is_method || s->targets.len != 1)
    s->kind = VPR_STMT_CALL;
  else
    s->kind = VPR_STMT_ASSIGN;
}

static void resolve_assignment (vpr_resolver *r, vpr_stmt *s) {
  vpr_resolve_exprs (r, s->targets);
  vpr_resolve_expr (r, s->value);
  recognise_call (s);
}

static void resolve_stmt (vpr_resolver *r, vpr_stmt *s) {
  switch (s->kind) {
  case VPR_STMT_BLOCK: vpr_resolve_body (r, s->body); return;
  case VPR_STMT_VAR:
    resolve_vars (r, s->vars);
    resolve_assignment (r, s);
    return;
  case VPR_STMT_ASSIGN:
  case VPR_STMT_CALL: resolve_assignment (r, s); return;
  case VPR_STMT_INHALE:
  case VPR_STMT_EXHALE:
  case VPR_STMT_ASSERT:
  case VPR_STMT_ASSUME:
  case VPR_STMT_REFUTE:
  case VPR_STMT_FOLD:
  case VPR_STMT_UNFOLD:
  case VPR_STMT_APPLY: vpr_resolve_expr (r, s->value); return;
  case VPR_STMT_IF:
    vpr_resolve_expr (r, s->value);
    vpr_resolve_body (r, s->body);
    vpr_resolve_body (r, s->orelse);
    return;
  case VPR_STMT_WHILE:
    vpr_resolve_expr (r, s->value);
    vpr_resolve_exprs (r, s->invariants);
    vpr_resolve_measures (r, s->measures);
    vpr_resolve_body (r, s->body);
    return;
  case VPR_STMT_LABEL: vpr_resolve_exprs (r, s->invariants); return;
  case VPR_STMT_GOTO: {
    struct vpr_slot *slot = vpr_slot_of (r->names, s->ident.name);
    if (slot->labeled == r->member) s->label = slot->label;
    return;
  }
  case VPR_STMT_PACKAGE:
    vpr_resolve_expr (r, s->value);
    vpr_resolve_body (r, s->body);
    return;
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL:
    vpr_scope_enter (r);
    resolve_vars (r, s->vars);
    vpr_resolve_expr (r, s->condition);
    vpr_resolve_expr (r, s->value);
    vpr_scope_leave (r);
    return;
  case VPR_STMT_ERROR:
  case VPR_STMT_DEFINE:
  case VPR_STMT_KIND_COUNT: return;
  }
}

void vpr_resolve_body (vpr_resolver *r, vpr_stmts body) {
  vpr_scope_enter (r);
  for (uint32_t i = 0; i < body.len; i++) resolve_stmt (r, body.data[i]);
  vpr_scope_leave (r);
}

/* -- labels ------------------------------------------------------------------------------------ */

typedef WR_VEC (vpr_label *) label_vec;

static void add_label (vpr_resolver *r, label_vec *labels, vpr_stmt *s) {
  struct vpr_slot *slot = vpr_slot_of (r->names, s->ident.name);
  s->label = WR_NEW (r->arena, vpr_label, 1);
  s->label->id = s->ident;
  s->label->stmt = s;
  WR_VEC_PUSH (labels, s->label);
  if (slot->labeled == r->member) return; /* the first one stays; consistency reports the second */
  slot->labeled = r->member;
  slot->label = s->label;
}

static void collect (vpr_resolver *r, label_vec *labels, vpr_stmts body) {
  for (uint32_t i = 0; i < body.len; i++) {
    vpr_stmt *s = body.data[i];
    if (s->kind == VPR_STMT_LABEL) add_label (r, labels, s);
    collect (r, labels, s->body);
    collect (r, labels, s->orelse);
  }
}

void vpr_collect_labels (vpr_resolver *r, vpr_decl *method) {
  label_vec labels = {0};
  collect (r, &labels, method->body);
  method->labels.data = WR_VEC_KEEP (r->arena, &labels);
  method->labels.len = labels.len;
  WR_VEC_FREE (&labels);
}
