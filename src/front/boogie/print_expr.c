/* front/boogie/print_expr.c -- names, types, attributes and expressions as text.  Parentheses are printed where
   they were written and where the tree needs them. */
#include "front/boogie/print.h"

#include "base/check.h"
#include "base/vec.h"
#include "front/boogie/lex.h"

void bpl_emit (struct bpl_printer *p, const char *text) { wr_buf_add (p->out, wr_str_of (text)); }

void bpl_emit_name (struct bpl_printer *p, wr_symbol name) {
  if (name.ix == 0) {
    bpl_emit (p, "?");
    return;
  }
  wr_str text = wr_symbol_text (p->symbols, name);
  enum bpl_token_kind kind = bpl_word_kind (text.ptr, text.len);
  bool mover = kind == BPL_TOK_ATOMIC || kind == BPL_TOK_BOTH || kind == BPL_TOK_LEFT ||
               kind == BPL_TOK_RIGHT; /* words only where CIVL has them */
  if (kind != BPL_TOK_IDENT && (!mover || p->escape_all)) wr_buf_add_char (p->out, '\\');
  wr_buf_add (p->out, text);
}

void bpl_emit_names (struct bpl_printer *p, bpl_idents names) {
  for (uint32_t i = 0; i < names.len; i++) {
    if (i) bpl_emit (p, ", ");
    bpl_emit_name (p, names.data[i].name);
  }
}

/* -- types ------------------------------------------------------------------------------------------ */

void bpl_emit_tparams (struct bpl_printer *p, bpl_tparams params) {
  if (params.len == 0) return;
  for (uint32_t i = 0; i < params.len; i++) {
    bpl_emit (p, i ? ", " : "<");
    bpl_emit_name (p, params.data[i]->id.name);
  }
  bpl_emit (p, ">");
}

/* Arguments stand side by side: only atoms, except that the last one may be a map. */
static void emit_type_args (struct bpl_printer *p, bpl_types args) {
  for (uint32_t i = 0; i < args.len; i++) {
    const bpl_type *arg = args.data[i];
    bool atom = arg->kind == BPL_TYPE_MAP ? i + 1 == args.len : arg->args.len == 0;
    bpl_emit (p, atom ? " " : " (");
    bpl_emit_type (p, arg);
    if (!atom) bpl_emit (p, ")");
  }
}

static void emit_map (struct bpl_printer *p, const bpl_type *type) {
  bpl_emit_tparams (p, type->params);
  bpl_emit (p, "[");
  for (uint32_t i = 0; i < type->args.len; i++) {
    if (i) bpl_emit (p, ", ");
    bpl_emit_type (p, type->args.data[i]);
  }
  bpl_emit (p, "]");
  bpl_emit_type (p, type->result);
}

void bpl_emit_type (struct bpl_printer *p, const bpl_type *type) {
  if (!type) {
    bpl_emit (p, "?");
    return;
  }
  switch (type->kind) {
  case BPL_TYPE_ERROR: bpl_emit (p, "?"); return;
  case BPL_TYPE_BOOL: bpl_emit (p, "bool"); return;
  case BPL_TYPE_INT: bpl_emit (p, "int"); return;
  case BPL_TYPE_REAL: bpl_emit (p, "real"); return;
  case BPL_TYPE_RMODE: bpl_emit (p, "rmode"); return;
  case BPL_TYPE_STRING: bpl_emit (p, "string"); return;
  case BPL_TYPE_REGEX: bpl_emit (p, "regex"); return;
  case BPL_TYPE_BV: wr_buf_print (p->out, "bv%u", type->bits); return;
  case BPL_TYPE_FLOAT: wr_buf_print (p->out, "float%ue%u", type->bits, type->exponent); return;
  case BPL_TYPE_MAP: emit_map (p, type); return;
  case BPL_TYPE_PARAM:
    bpl_emit_name (p, type->param ? type->param->id.name : type->name.name);
    return;
  case BPL_TYPE_PROXY: bpl_emit_type (p, type->expansion); return;
  case BPL_TYPE_NAME:
  case BPL_TYPE_CON:
  case BPL_TYPE_SYNONYM:
    bpl_emit_name (p, type->decl ? type->decl->id.name : type->name.name);
    emit_type_args (p, type->args);
    return;
  }
  WR_UNREACHABLE ();
}

/* -- attributes, variables ------------------------------------------------------------------------------ */

static void emit_attr (struct bpl_printer *p, const bpl_attr *attr) {
  bpl_emit (p, "{");
  if (attr->kind == BPL_ATTR) {
    bpl_emit (p, ":");
    bpl_emit_name (p, attr->name.name);
    if (attr->arg_count) bpl_emit (p, " ");
  }
  for (uint32_t i = 0; i < attr->arg_count; i++) {
    if (i) bpl_emit (p, ", ");
    if (attr->args[i].expr) {
      bpl_emit_expr (p, attr->args[i].expr);
    } else {
      bpl_emit (p, "\"");
      wr_buf_add (p->out, attr->args[i].text);
      bpl_emit (p, "\"");
    }
  }
  bpl_emit (p, "}");
}

void bpl_emit_attrs (struct bpl_printer *p, const bpl_attr *attrs) {
  for (; attrs; attrs = attrs->next) {
    emit_attr (p, attrs);
    bpl_emit (p, " ");
  }
}

static bool ends_group (bpl_vars vars, uint32_t i) {
  return i + 1 == vars.len || vars.data[i + 1]->group_first;
}

void bpl_emit_vars (struct bpl_printer *p, bpl_vars vars, bool own_attrs) {
  for (uint32_t i = 0; i < vars.len; i++) {
    const bpl_var *var = vars.data[i];
    if (i) bpl_emit (p, ", ");
    if (own_attrs && var->group_first) bpl_emit_attrs (p, var->attrs);
    bpl_emit_name (p, var->id.name);
    if (!ends_group (vars, i)) continue;
    bpl_emit (p, ": ");
    bpl_emit_type (p, var->type);
    if (!var->where) continue;
    bpl_emit (p, " where ");
    bpl_emit_expr (p, var->where);
  }
}

/* -- expressions ------------------------------------------------------------------------------------------ */

enum { LEVEL_ANY = 0, LEVEL_POWER = 8, LEVEL_IS = 9, LEVEL_UNARY = 10, LEVEL_POSTFIX = 12 };

static const struct {
  const char *text;
  int level;
} ops[BPL_OP_COUNT] = {
#define X(name, text, level) [BPL_OP_##name] = {text, level},
    BPL_BINARY_OPS (X)
#undef X
        [BPL_OP_NEG] = {"-", LEVEL_UNARY},
    [BPL_OP_NOT] = {"!", LEVEL_UNARY},
};

/* How tightly an expression holds together.  Coercions and if-then-else read on to the right as far as
   they can: as operands they always get parentheses. */
static int level_of (const bpl_expr *e) {
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_BINARY: return ops[e->op].level;
  case BPL_EXPR_UNARY: return LEVEL_UNARY;
  case BPL_EXPR_IS: return LEVEL_IS;
  case BPL_EXPR_COERCE:
  case BPL_EXPR_ITE: return LEVEL_ANY;
  case BPL_EXPR_EXTRACT: return LEVEL_POSTFIX; /* stray bounds cannot have parentheses */
  case BPL_EXPR_ERROR:
  case BPL_EXPR_FALSE:
  case BPL_EXPR_TRUE:
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE:
  case BPL_EXPR_NAME:
  case BPL_EXPR_CALL:
  case BPL_EXPR_FIELD:
  case BPL_EXPR_FIELD_UPDATE:
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE:
  case BPL_EXPR_OLD:
  case BPL_EXPR_TO_INT:
  case BPL_EXPR_TO_REAL:
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS:
  case BPL_EXPR_LAMBDA:
  case BPL_EXPR_LET:
  case BPL_EXPR_CODE: return LEVEL_POSTFIX;
  case BPL_EXPR_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static void emit_bare (struct bpl_printer *p, const bpl_expr *e);

static void emit_in (struct bpl_printer *p, const bpl_expr *e, bool parentheses) {
  if (parentheses) bpl_emit (p, "(");
  emit_bare (p, e);
  if (parentheses) bpl_emit (p, ")");
}

static void emit_operand (struct bpl_printer *p, const bpl_expr *e, int level) {
  emit_in (p, e, e->parenthesised || level_of (e) < level);
}

static bool left_needs_parentheses (enum bpl_op op, const bpl_expr *left) {
  if (left->parenthesised) return true;
  int level = ops[op].level, inner = level_of (left);
  if (inner != level || left->kind != BPL_EXPR_BINARY) return inner < level;
  switch (level) {
  case 2: return op == BPL_OP_IMPLIES || left->op != op;
  case 3: return left->op != op;
  case 4:
  case LEVEL_POWER: return true;
  default: return false;
  }
}

static void emit_right (struct bpl_printer *p, enum bpl_op op, const bpl_expr *right) {
  bool same = right->kind == BPL_EXPR_BINARY && right->op == op &&
              (op == BPL_OP_IMPLIES || op == BPL_OP_POW);
  emit_operand (p, right, same ? ops[op].level : ops[op].level + 1);
}

/* Down the left spine, then up again. */
static void emit_binary (struct bpl_printer *p, const bpl_expr *e) {
  WR_VEC (const bpl_expr *) spine = {0};
  bool parentheses = false;
  for (;; e = e->args.data[0]) {
    WR_VEC_PUSH (&spine, e);
    const bpl_expr *left = e->args.data[0];
    parentheses = left_needs_parentheses ((enum bpl_op)e->op, left);
    if (left->kind != BPL_EXPR_BINARY) break;
    if (parentheses) bpl_emit (p, "(");
  }
  emit_in (p, e->args.data[0], parentheses);
  while (spine.len) {
    const bpl_expr *node = WR_VEC_POP (&spine);
    wr_buf_print (p->out, " %s ", ops[node->op].text);
    emit_right (p, (enum bpl_op)node->op, node->args.data[1]);
    if (spine.len && left_needs_parentheses ((enum bpl_op)WR_VEC_LAST (&spine)->op, node))
      bpl_emit (p, ")");
  }
  WR_VEC_FREE (&spine);
}

void bpl_emit_exprs (struct bpl_printer *p, const bpl_expr *const *exprs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) bpl_emit (p, ", ");
    bpl_emit_expr (p, exprs[i]);
  }
}

static void emit_args (struct bpl_printer *p, const bpl_expr *e, uint32_t from, uint32_t to) {
  if (from < to) bpl_emit_exprs (p, (const bpl_expr *const *)e->args.data + from, to - from);
}

static void emit_function (struct bpl_printer *p, const char *name, const bpl_expr *e) {
  bpl_emit (p, name);
  bpl_emit (p, "(");
  emit_args (p, e, 0, e->args.len);
  bpl_emit (p, ")");
}

static void emit_quantifier (struct bpl_printer *p, const char *word, const bpl_expr *e) {
  wr_buf_print (p->out, "(%s ", word);
  bpl_emit_tparams (p, e->u.binder.params);
  if (e->u.binder.params.len && e->u.binder.bound.len) bpl_emit (p, " ");
  bpl_emit_vars (p, e->u.binder.bound, true);
  bpl_emit (p, " :: ");
  bpl_emit_attrs (p, e->u.binder.attrs);
  emit_args (p, e, 0, 1);
  bpl_emit (p, ")");
}

static void emit_let (struct bpl_printer *p, const bpl_expr *e) {
  bpl_emit (p, "(var ");
  for (uint32_t i = 0; i < e->u.binder.bound.len; i++) {
    if (i) bpl_emit (p, ", ");
    bpl_emit_attrs (p, e->u.binder.bound.data[i]->attrs);
    bpl_emit_name (p, e->u.binder.bound.data[i]->id.name);
  }
  bpl_emit (p, " := ");
  emit_args (p, e, 0, e->args.len - 1);
  bpl_emit (p, "; ");
  bpl_emit_attrs (p, e->u.binder.attrs);
  emit_args (p, e, e->args.len - 1, e->args.len);
  bpl_emit (p, ")");
}

/* `-0x1.0e0f24e8` would be one token. */
static void emit_unary (struct bpl_printer *p, const bpl_expr *e) {
  const bpl_expr *arg = e->args.data[0];
  bpl_emit (p, ops[e->op].text);
  emit_in (p, arg,
           arg->parenthesised || level_of (arg) < LEVEL_UNARY ||
               (arg->kind == BPL_EXPR_FLOAT && e->op == BPL_OP_NEG));
}

static void emit_literal (struct bpl_printer *p, const bpl_expr *e) {
  if (e->kind == BPL_EXPR_STRING) bpl_emit (p, "\"");
  wr_buf_add (p->out, e->u.literal.text);
  if (e->kind == BPL_EXPR_STRING) bpl_emit (p, "\"");
  if (e->kind == BPL_EXPR_BV) wr_buf_print (p->out, "bv%u", e->u.literal.bits);
}

static void emit_ite (struct bpl_printer *p, const bpl_expr *e) {
  bpl_emit (p, "if ");
  emit_args (p, e, 0, 1);
  bpl_emit (p, " then ");
  emit_args (p, e, 1, 2);
  bpl_emit (p, " else ");
  emit_args (p, e, 2, 3);
}

/* e[i, j], e[i := v], e[hi:lo], e->f, e->(f := v) */
static void emit_postfix (struct bpl_printer *p, const bpl_expr *e) {
  if (e->args.len == 0) {
    wr_buf_print (p->out, "%u:%u", e->u.literal.hi, e->u.literal.lo);
    return;
  }
  emit_operand (p, e->args.data[0], LEVEL_POSTFIX);
  if (e->kind == BPL_EXPR_FIELD || e->kind == BPL_EXPR_FIELD_UPDATE) {
    bpl_emit (p, e->kind == BPL_EXPR_FIELD ? "->" : "->(");
    bpl_emit_name (p, e->ident.name);
    if (e->kind == BPL_EXPR_FIELD) return;
    bpl_emit (p, " := ");
    emit_args (p, e, 1, 2);
    bpl_emit (p, ")");
    return;
  }
  bpl_emit (p, "[");
  if (e->kind == BPL_EXPR_EXTRACT) {
    wr_buf_print (p->out, "%u:%u", e->u.literal.hi, e->u.literal.lo);
  } else if (e->kind == BPL_EXPR_STORE) {
    emit_args (p, e, 1, e->args.len - 1);
    bpl_emit (p, e->args.len > 2 ? " := " : ":= ");
    emit_args (p, e, e->args.len - 1, e->args.len);
  } else {
    emit_args (p, e, 1, e->args.len);
  }
  bpl_emit (p, "]");
}

static void emit_bare (struct bpl_printer *p, const bpl_expr *e) {
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_ERROR: bpl_emit (p, "?"); return;
  case BPL_EXPR_FALSE: bpl_emit (p, "false"); return;
  case BPL_EXPR_TRUE: bpl_emit (p, "true"); return;
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE: emit_literal (p, e); return;
  case BPL_EXPR_NAME: bpl_emit_name (p, e->ident.name); return;
  case BPL_EXPR_CALL:
    bpl_emit_name (p, e->ident.name);
    emit_function (p, "", e);
    return;
  case BPL_EXPR_UNARY: emit_unary (p, e); return;
  case BPL_EXPR_BINARY: emit_binary (p, e); return;
  case BPL_EXPR_IS:
    emit_operand (p, e->args.data[0], LEVEL_UNARY);
    bpl_emit (p, " is ");
    bpl_emit_name (p, e->ident.name);
    return;
  case BPL_EXPR_FIELD:
  case BPL_EXPR_FIELD_UPDATE:
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE:
  case BPL_EXPR_EXTRACT: emit_postfix (p, e); return;
  case BPL_EXPR_COERCE:
    emit_operand (p, e->args.data[0], LEVEL_POSTFIX);
    bpl_emit (p, " : ");
    bpl_emit_type (p, e->u.coerce.of_type);
    return;
  case BPL_EXPR_OLD: emit_function (p, "old", e); return;
  case BPL_EXPR_TO_INT: emit_function (p, "int", e); return;
  case BPL_EXPR_TO_REAL: emit_function (p, "real", e); return;
  case BPL_EXPR_ITE: emit_ite (p, e); return;
  case BPL_EXPR_FORALL: emit_quantifier (p, "forall", e); return;
  case BPL_EXPR_EXISTS: emit_quantifier (p, "exists", e); return;
  case BPL_EXPR_LAMBDA: emit_quantifier (p, "lambda", e); return;
  case BPL_EXPR_LET: emit_let (p, e); return;
  case BPL_EXPR_CODE: bpl_emit_code (p, e->u.code.body); return;
  case BPL_EXPR_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

void bpl_emit_expr (struct bpl_printer *p, const bpl_expr *e) { emit_in (p, e, e->parenthesised); }

void bpl_print_expr (wr_buf *out, const wr_interner *symbols, const bpl_expr *expr) {
  struct bpl_printer p = {.out = out, .symbols = symbols};
  bpl_emit_expr (&p, expr);
}

void bpl_print_type (wr_buf *out, const wr_interner *symbols, const bpl_type *type) {
  struct bpl_printer p = {.out = out, .symbols = symbols};
  bpl_emit_type (&p, type);
}
