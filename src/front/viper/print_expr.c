/* front/viper/print_expr.c -- names, types, annotations and expressions as text. */
#include "front/viper/print.h"

#include "base/check.h"

enum { LEVEL_ANY = 1, LEVEL_UNARY = 11, LEVEL_SUFFIX = 12, LEVEL_ATOM = 13 };

void vpr_emit (struct vpr_printer *p, const char *text) { wr_buf_add (p->out, wr_str_of (text)); }

void vpr_emit_from (struct vpr_printer *p, wr_span from, size_t begin) {
  struct wr_printed place = {from, (uint32_t)begin, (uint32_t)p->out->len};
  if (p->printed && from.file) WR_VEC_PUSH (p->printed, place);
}

void vpr_emit_name (struct vpr_printer *p, wr_symbol name) {
  wr_buf_add (p->out, wr_symbol_text (p->symbols, name));
}

void vpr_emit_string (struct vpr_printer *p, wr_str text) {
  vpr_emit (p, "\"");
  wr_buf_add (p->out, text);
  vpr_emit (p, "\"");
}

void vpr_emit_idents (struct vpr_printer *p, vpr_idents ids) {
  for (uint32_t i = 0; i < ids.len; i++) {
    if (i) vpr_emit (p, ", ");
    vpr_emit_name (p, ids.data[i].name);
  }
}

void vpr_emit_annots (struct vpr_printer *p, const vpr_annot *annots) {
  for (; annots; annots = annots->next) {
    vpr_emit (p, "@");
    vpr_emit_name (p, annots->name.name);
    vpr_emit (p, "(");
    for (uint32_t i = 0; i < annots->args.len; i++) {
      if (i) vpr_emit (p, ", ");
      vpr_emit_string (p, annots->args.data[i]);
    }
    vpr_emit (p, ") ");
  }
}

/* -- types ------------------------------------------------------------------------------------------ */

static const char *type_word (enum vpr_type_kind kind) {
  switch (kind) {
  case VPR_TYPE_INT: return "Int";
  case VPR_TYPE_BOOL: return "Bool";
  case VPR_TYPE_REF: return "Ref";
  case VPR_TYPE_PERM: return "Perm";
  case VPR_TYPE_SEQ: return "Seq";
  case VPR_TYPE_SET: return "Set";
  case VPR_TYPE_MULTISET: return "Multiset";
  case VPR_TYPE_MAP: return "Map";
  case VPR_TYPE_ERROR:
  case VPR_TYPE_NAME:
  case VPR_TYPE_DOMAIN:
  case VPR_TYPE_PARAM:
  case VPR_TYPE_VAR:
  case VPR_TYPE_IMPURE:
  case VPR_TYPE_PREDICATE:
  case VPR_TYPE_WAND: break;
  }
  return NULL;
}

void vpr_emit_type (struct vpr_printer *p, const vpr_type *type) {
  const char *word = type_word (type->kind);
  if (word)
    vpr_emit (p, word);
  else
    vpr_emit_name (p, type->name.name);
  if (!type->args.len) return;
  vpr_emit (p, "[");
  for (uint32_t i = 0; i < type->args.len; i++) {
    if (i) vpr_emit (p, ", ");
    vpr_emit_type (p, type->args.data[i]);
  }
  vpr_emit (p, "]");
}

void vpr_emit_vars (struct vpr_printer *p, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    const vpr_var *var = vars.data[i];
    if (i) vpr_emit (p, ", ");
    if (var->id.name.ix) vpr_emit_name (p, var->id.name);
    if (var->id.name.ix && var->written) vpr_emit (p, ": ");
    if (var->written) vpr_emit_type (p, var->written);
  }
}

/* -- operators -------------------------------------------------------------------------------------- */

static const struct {
  const char *text;
  uint32_t level;
} operators[] = {
    {NULL, 0},
#define X(name, text, level) {text, level},
    VPR_BINARY_OPS (X)
#undef X
        {"-", LEVEL_UNARY},
    {"!", LEVEL_UNARY},
};

/* What reaches as far right as possible, like a binder, needs parentheses in every operand. */
static uint32_t level_of (const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_COND:
  case VPR_EXPR_LET:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_FORPERM:
  case VPR_EXPR_UNFOLDING:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING: return LEVEL_ANY;
  case VPR_EXPR_BINARY: return e->op == VPR_OP_WAND ? LEVEL_ANY : operators[e->op].level;
  case VPR_EXPR_UNARY: return LEVEL_UNARY;
  case VPR_EXPR_FIELD:
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR:
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE:
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP: return LEVEL_SUFFIX;
  default: return LEVEL_ATOM;
  }
}

/* Comparisons are chained, so neither side may be one; looser operators associate to the right, tighter ones to the left. */
static void emit_binary (struct vpr_printer *p, const vpr_expr *e) {
  uint32_t level = operators[e->op].level;
  bool right = level<8, left = level> 8, wand = e->op == VPR_OP_WAND;
  vpr_emit_expr (p, e->args.data[0], left ? level : level + 1);
  wr_buf_print (p->out, " %s ", operators[e->op].text);
  vpr_emit_expr (p, e->args.data[1], wand ? LEVEL_ANY : right ? level : level + 1);
}

/* A minus sign behind another one stays a sign of its own: `-` and `-1`. */
static void emit_unary (struct vpr_printer *p, const vpr_expr *e) {
  const vpr_expr *operand = e->args.data[0];
  vpr_emit (p, operators[e->op].text);
  vpr_emit_expr (p, operand, operand->kind == VPR_EXPR_UNARY ? LEVEL_UNARY : LEVEL_SUFFIX);
}

static void emit_cond (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit_expr (p, e->args.data[0], LEVEL_ANY + 1);
  vpr_emit (p, " ? ");
  vpr_emit_expr (p, e->args.data[1], LEVEL_ANY);
  vpr_emit (p, " : ");
  vpr_emit_expr (p, e->args.data[2], LEVEL_ANY);
}

/* -- atoms ------------------------------------------------------------------------------------------ */

static void emit_part (struct vpr_printer *p, const char *before, const vpr_expr *e,
                       const char *after) {
  vpr_emit (p, before);
  vpr_emit_expr (p, e, LEVEL_ANY);
  vpr_emit (p, after);
}

void vpr_emit_exprs (struct vpr_printer *p, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) emit_part (p, i ? ", " : "", exprs.data[i], "");
}

static void emit_call (struct vpr_printer *p, const char *name, vpr_exprs args) {
  vpr_emit (p, name);
  vpr_emit (p, "(");
  vpr_emit_exprs (p, args);
  vpr_emit (p, ")");
}

static void emit_quantifier (struct vpr_printer *p, const vpr_expr *e, const char *word) {
  vpr_emit (p, word);
  vpr_emit_vars (p, e->vars);
  vpr_emit (p, " :: ");
  for (uint32_t i = 0; i < e->triggers.len; i++) {
    if (e->triggers.data[i].relaxed) continue; /* it is no trigger that can be written */
    vpr_emit (p, "{");
    vpr_emit_exprs (p, e->triggers.data[i].exprs);
    vpr_emit (p, "} ");
  }
  vpr_emit_expr (p, e->args.data[0], LEVEL_ANY);
}

static void emit_old (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit (p, "old");
  if (e->lhs) vpr_emit (p, "[lhs]");
  if (!e->lhs && e->ident.name.ix) {
    vpr_emit (p, "[");
    vpr_emit_name (p, e->ident.name);
    vpr_emit (p, "]");
  }
  emit_part (p, "(", e->args.data[0], ")");
}

static void emit_collection (struct vpr_printer *p, const vpr_expr *e, const char *word) {
  vpr_emit (p, word);
  if (e->written) {
    vpr_emit (p, "[");
    vpr_emit_type (p, e->written);
    vpr_emit (p, "]");
  }
  emit_call (p, "", e->args);
}

static void emit_map (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit (p, "Map");
  if (e->written) {
    vpr_emit (p, "[");
    vpr_emit_type (p, e->written);
    vpr_emit (p, ", ");
    vpr_emit_type (p, e->written_value);
    vpr_emit (p, "]");
  }
  vpr_emit (p, "(");
  for (uint32_t i = 0; i + 1 < e->args.len; i += 2) {
    emit_part (p, i ? ", " : "", e->args.data[i], " := ");
    emit_part (p, "", e->args.data[i + 1], "");
  }
  vpr_emit (p, ")");
}

/* Bars next to bars would be read as `||`. */
static void emit_length (struct vpr_printer *p, const vpr_expr *e) {
  bool bars = e->args.data[0]->kind == VPR_EXPR_LENGTH;
  vpr_emit (p, bars ? "|(" : "|");
  vpr_emit_expr (p, e->args.data[0], bars ? LEVEL_ANY : LEVEL_SUFFIX);
  vpr_emit (p, bars ? ")|" : "|");
}

static void emit_new (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit (p, "new(");
  if (e->all) vpr_emit (p, "*");
  vpr_emit_idents (p, e->idents);
  vpr_emit (p, ")");
}

static void emit_suffix (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit_expr (p, e->args.data[0], LEVEL_SUFFIX);
  if (e->kind == VPR_EXPR_INDEX) emit_part (p, "[", e->args.data[1], "]");
  if (e->kind == VPR_EXPR_TAKE) emit_part (p, "[..", e->args.data[1], "]");
  if (e->kind == VPR_EXPR_DROP) emit_part (p, "[", e->args.data[1], "..]");
  if (e->kind == VPR_EXPR_UPDATE) {
    emit_part (p, "[", e->args.data[1], " := ");
    emit_part (p, "", e->args.data[2], "]");
  }
  if (e->args.len > 1) return;
  vpr_emit (p, ".");
  vpr_emit_name (p, e->ident.name);
}

/* word first [between] second */
static void emit_two (struct vpr_printer *p, const char *word, const vpr_expr *e,
                      const char *between) {
  emit_part (p, word, e->args.data[0], between);
  if (e->args.len > 1) vpr_emit_expr (p, e->args.data[1], LEVEL_ANY);
}

static void emit_binder (struct vpr_printer *p, const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_FORALL: emit_quantifier (p, e, "forall "); return;
  case VPR_EXPR_EXISTS: emit_quantifier (p, e, "exists "); return;
  case VPR_EXPR_LET:
    vpr_emit (p, "let ");
    vpr_emit_vars (p, e->vars);
    emit_two (p, " == (", e, ") in ");
    return;
  case VPR_EXPR_FORPERM:
    vpr_emit (p, "forperm ");
    vpr_emit_vars (p, e->vars);
    emit_two (p, " [", e, "] :: ");
    return;
  case VPR_EXPR_UNFOLDING: emit_two (p, "unfolding ", e, " in "); return;
  case VPR_EXPR_APPLYING: emit_two (p, "applying (", e, ") in "); return;
  case VPR_EXPR_ASSERTING: emit_two (p, "asserting (", e, ") in "); return;
  default: WR_UNREACHABLE ();
  }
}

static void emit_atom (struct vpr_printer *p, const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_TRUE: vpr_emit (p, "true"); return;
  case VPR_EXPR_FALSE: vpr_emit (p, "false"); return;
  case VPR_EXPR_NULL: vpr_emit (p, "null"); return;
  case VPR_EXPR_RESULT: vpr_emit (p, "result"); return;
  case VPR_EXPR_NONE: vpr_emit (p, "none"); return;
  case VPR_EXPR_WRITE: vpr_emit (p, "write"); return;
  case VPR_EXPR_WILDCARD: vpr_emit (p, "wildcard"); return;
  case VPR_EXPR_EPSILON: vpr_emit (p, "epsilon"); return;
  case VPR_EXPR_INT: wr_buf_add (p->out, e->text); return;
  case VPR_EXPR_INSTANCE: vpr_emit (p, "#"); break;
  case VPR_EXPR_ACC:
    if (e->implicit)
      vpr_emit_expr (p, e->args.data[0], LEVEL_ANY);
    else
      emit_call (p, "acc", e->args);
    return;
  case VPR_EXPR_PERM: emit_call (p, "perm", e->args); return;
  case VPR_EXPR_OLD: emit_old (p, e); return;
  case VPR_EXPR_SEQ: emit_collection (p, e, "Seq"); return;
  case VPR_EXPR_SET: emit_collection (p, e, "Set"); return;
  case VPR_EXPR_MULTISET: emit_collection (p, e, "Multiset"); return;
  case VPR_EXPR_MAP: emit_map (p, e); return;
  case VPR_EXPR_LENGTH: emit_length (p, e); return;
  case VPR_EXPR_DOMAIN_OF: emit_call (p, "domain", e->args); return;
  case VPR_EXPR_RANGE_OF: emit_call (p, "range", e->args); return;
  case VPR_EXPR_NEW: emit_new (p, e); return;
  case VPR_EXPR_NAME: vpr_emit_name (p, e->ident.name); return;
  case VPR_EXPR_CALL: break;
  case VPR_EXPR_RANGE:
    emit_two (p, "[", e, "..");
    vpr_emit (p, ")");
    return;
  case VPR_EXPR_ASCRIBED:
    emit_part (p, "(", e->args.data[0], " : ");
    vpr_emit_type (p, e->written);
    vpr_emit (p, ")");
    return;
  default: WR_UNREACHABLE ();
  }
  vpr_emit_name (p, e->ident.name);
  emit_call (p, "", e->args);
}

/* -- expressions -------------------------------------------------------------------------------------- */

static void emit_bare (struct vpr_printer *p, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_BINARY) {
    emit_binary (p, e);
  } else if (e->kind == VPR_EXPR_UNARY) {
    emit_unary (p, e);
  } else if (e->kind == VPR_EXPR_COND) {
    emit_cond (p, e);
  } else if (e->kind == VPR_EXPR_INHALE_EXHALE) {
    emit_two (p, "[", e, ", ");
    vpr_emit (p, "]");
  } else if (level_of (e) == LEVEL_ANY) {
    emit_binder (p, e);
  } else if (level_of (e) == LEVEL_SUFFIX) {
    emit_suffix (p, e);
  } else {
    emit_atom (p, e);
  }
}

/* An annotation belongs to the atom behind it. */
void vpr_emit_expr (struct vpr_printer *p, const vpr_expr *e, uint32_t level) {
  uint32_t own = level_of (e);
  bool atom = own == LEVEL_ATOM || (own == LEVEL_ANY && e->kind != VPR_EXPR_COND &&
                                    e->kind != VPR_EXPR_BINARY && level == LEVEL_ANY);
  vpr_emit_annots (p, e->annots);
  bool parentheses = own < level || (e->annots && !atom);
  size_t begin = p->out->len;
  if (parentheses) vpr_emit (p, "(");
  emit_bare (p, e);
  if (parentheses) vpr_emit (p, ")");
  vpr_emit_from (p, e->span, begin);
}

void vpr_print_expr (wr_buf *out, const wr_interner *symbols, const vpr_expr *e) {
  vpr_emit_expr (&(struct vpr_printer){.out = out, .symbols = symbols}, e, LEVEL_ANY);
}
