/* Statements with labels off. */
#include "front/boogie/pruning.h"

#include "base/check.h"

#define LATER_USE (BPL_ROLE (ASSERT_ASSUMED) | BPL_ROLE (INVARIANT_ASSUMED))
enum { MAX_ELSE_BLOCKS = 200 }; /* `else if` that becomes `else { assume ..; if` */

static bool has_attr (const bpl_pruning *pr, const bpl_attr *attrs, const char *name) {
  return attrs && bpl_attr_find (pr->symbols, attrs, name);
}

static bpl_stmt *copy_of (bpl_pruning *pr, const bpl_stmt *stmt) {
  return wr_arena_copy (pr->arena, stmt, 1, sizeof *stmt);
}

static bpl_expr *not_of (bpl_pruning *pr, bpl_expr *e) {
  if (e->kind == BPL_EXPR_UNARY && e->op == BPL_OP_NOT) return e->args.data[0];
  bpl_expr *n = WR_NEW (pr->arena, bpl_expr, 1);
  n->kind = BPL_EXPR_UNARY;
  n->op = BPL_OP_NOT;
  n->span = e->span;
  n->at = e->at;
  n->args = bpl_one_expr (pr, e);
  return n;
}

static bpl_stmt *assume_of (bpl_pruning *pr, bpl_expr *e) {
  bpl_stmt *s = WR_NEW (pr->arena, bpl_stmt, 1);
  s->kind = BPL_STMT_ASSUME;
  s->exprs = bpl_one_expr (pr, e);
  return s;
}

/* -- writing arbitrary values ------------------------------------------------------------------------------ */

/* A new variable of the body, without a where clause. */
static bpl_ident fresh (bpl_pruning *pr, bpl_type *type) {
  wr_str name =
      wr_str_print (pr->arena, "%.*s%u", WR_STR_ARGS (pr->fresh_prefix), pr->fresh_count++);
  bpl_var *var = WR_NEW (pr->arena, bpl_var, 1);
  var->id.name = wr_intern (pr->symbols, name);
  var->kind = BPL_VAR_LOCAL;
  var->type = type;
  var->group_first = true;
  WR_VEC_PUSH (&pr->fresh, var);
  return var->id;
}

static enum bpl_keep judge_where (const void *ctx, struct bpl_fate fate) {
  (void)ctx;
  return fate.any && !fate.on ? BPL_DROP : BPL_KEEP;
}

/* `havoc` of the variable assumes nothing. */
static bool is_free_of_where (bpl_pruning *pr, const bpl_var *var) {
  if (var->kind == BPL_VAR_OUT && pr->implementation) return false; /* the procedure has it */
  if (has_attr (pr, var->attrs, "assumption")) return false;
  if (!var->where) return true;
  bpl_parts parts = {0};
  bool none = true;
  bpl_parts_of (pr, var->where, var->where->span, judge_where, NULL, &parts);
  for (uint32_t i = 0; i < parts.len; i++) none &= parts.data[i].keep == BPL_DROP;
  WR_VEC_FREE (&parts);
  return none;
}

/* Somebody may look at what is written. */
static bool is_looked_at (const bpl_pruning *pr, const bpl_var *var) {
  if (!pr->may_drop_writes || (var->kind == BPL_VAR_OUT && pr->implementation)) return true;
  if (pr->sketch) return false;
  const wr_bitset *where =
      var->kind == BPL_VAR_GLOBAL ? pr->mentioned_anywhere : pr->mentioned_here;
  return !where || wr_bitset_has (where, var->id.name.ix);
}

static void add_havoc (bpl_pruning *pr, const bpl_ident *idents, uint32_t count,
                       bpl_stmts_vec *out) {
  if (!count) return;
  bpl_stmt *s = WR_NEW (pr->arena, bpl_stmt, 1);
  s->kind = BPL_STMT_HAVOC;
  s->idents = (bpl_idents){wr_arena_copy (pr->arena, idents, count, sizeof *idents), count};
  WR_VEC_PUSH (out, s);
}

static bpl_expr *name_of (bpl_pruning *pr, bpl_ident id) {
  bpl_expr *e = WR_NEW (pr->arena, bpl_expr, 1);
  e->kind = BPL_EXPR_NAME;
  e->ident = id;
  return e;
}

/* An assignment in the making: what stands before it, its targets, and what stands after it. */
struct writing {
  bpl_pruning *pr;
  WR_VEC (bpl_ident) before, after;
  WR_VEC (struct bpl_target) targets;
  WR_VEC (bpl_expr *) values;
};

static void write_any (struct writing *w, const struct bpl_target *target) {
  bpl_pruning *pr = w->pr;
  if (pr->how->slice || !is_looked_at (pr, target->var)) return;
  if (!target->step_count && is_free_of_where (pr, target->var)) {
    WR_VEC_PUSH (&w->after, target->id);
    return;
  }
  bpl_ident id = fresh (pr, target->step_count ? target->type : target->var->type);
  WR_VEC_PUSH (&w->before, id);
  WR_VEC_PUSH (&w->targets, *target);
  WR_VEC_PUSH (&w->values, name_of (pr, id));
}

static void finish_writing (struct writing *w, const bpl_attr *attrs, bpl_stmts_vec *out) {
  bpl_pruning *pr = w->pr;
  add_havoc (pr, w->before.data, w->before.len, out);
  if (w->targets.len) {
    bpl_stmt *s = WR_NEW (pr->arena, bpl_stmt, 1);
    s->kind = BPL_STMT_ASSIGN;
    s->attrs = (bpl_attr *)attrs;
    s->targets.data = WR_VEC_KEEP (pr->arena, &w->targets);
    s->targets.len = w->targets.len;
    s->exprs = (bpl_exprs){WR_VEC_KEEP (pr->arena, &w->values), w->values.len};
    WR_VEC_PUSH (out, s);
  }
  add_havoc (pr, w->after.data, w->after.len, out);
  WR_VEC_FREE (&w->before);
  WR_VEC_FREE (&w->after);
  WR_VEC_FREE (&w->targets);
  WR_VEC_FREE (&w->values);
}

static void prune_assign (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  struct writing w = {.pr = pr};
  uint32_t count = stmt->targets.len;
  for (uint32_t i = 0; i < count; i++) {
    const struct bpl_target *target = &stmt->targets.data[i];
    struct bpl_fate fate = bpl_fate_of (pr, count > 1 ? stmt->exprs.data[i]->span : stmt->span);
    bool on =
        bpl_is_on (fate, BPL_ROLE (ASSIGN)) || has_attr (pr, target->var->attrs, "assumption");
    if (!on) {
      write_any (&w, target);
      continue;
    }
    WR_VEC_PUSH (&w.targets, *target);
    WR_VEC_PUSH (&w.values, stmt->exprs.data[i]);
  }
  finish_writing (&w, stmt->attrs, out);
}

static bpl_expr *is_of (bpl_pruning *pr, const bpl_stmt *unpack) {
  bpl_expr *e = WR_NEW (pr->arena, bpl_expr, 1);
  e->kind = BPL_EXPR_IS;
  e->ident = unpack->ident;
  e->args = bpl_one_expr (pr, unpack->exprs.data[0]);
  return e;
}

static bpl_expr *field_of (bpl_pruning *pr, const bpl_stmt *unpack, uint32_t field) {
  bpl_expr *e = WR_NEW (pr->arena, bpl_expr, 1);
  e->kind = BPL_EXPR_FIELD;
  e->ident = unpack->constructor->fields.data[field]->id;
  e->args = bpl_one_expr (pr, unpack->exprs.data[0]);
  return e;
}

/* C(x, y) := e; when it is not checked that e is a C, its fields are assigned one by one. */
static void prune_unpack (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  struct bpl_fate whole = bpl_fate_of (pr, stmt->span);
  bool checked = bpl_is_on (whole, BPL_ROLE (WELL_FORMED));
  struct writing w = {.pr = pr};
  for (uint32_t i = 0; i < stmt->vars.len; i++) {
    bool on = bpl_is_on (bpl_fate_of (pr, stmt->idents.data[i].span), BPL_ROLE (ASSIGN));
    struct bpl_target target = {.id = stmt->idents.data[i], .var = stmt->vars.data[i]};
    if (!on) {
      write_any (&w, &target);
    } else if (!checked) {
      WR_VEC_PUSH (&w.targets, target);
      WR_VEC_PUSH (&w.values, field_of (pr, stmt, i));
    }
  }
  if (checked)
    WR_VEC_PUSH (out, stmt);
  else if (whole.on & BPL_ROLE (WELL_FORMED_ASSUMED))
    WR_VEC_PUSH (out, assume_of (pr, is_of (pr, stmt)));
  finish_writing (&w, NULL, out);
}

static void prune_havoc (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  bpl_stmt *s = copy_of (pr, stmt);
  s->idents = (bpl_idents){WR_NEW (pr->arena, bpl_ident, stmt->idents.len), 0};
  for (uint32_t i = 0; i < stmt->idents.len; i++) {
    bool stays =
        is_looked_at (pr, stmt->vars.data[i]) || !is_free_of_where (pr, stmt->vars.data[i]);
    if (stays) s->idents.data[s->idents.len++] = stmt->idents.data[i];
  }
  if (s->idents.len) WR_VEC_PUSH (out, s);
}

/* -- assertions, assumptions, calls ---------------------------------------------------------------------- */

struct assertion {
  bool under; /* {:verified_under}: the assumption behind it has a label of its own */
  bool bound; /* it would say something else as an assumption */
};

static enum bpl_keep judge_assert (const void *ctx, struct bpl_fate f) {
  const struct assertion *a = ctx;
  if (!f.any) return BPL_KEEP;
  if (f.on & BPL_GOALS) {
    bool forgets = a->under && f.any & BPL_ROLE (ASSUME) && !(f.on & BPL_ROLE (ASSUME));
    return forgets ? BPL_FORGET : BPL_KEEP;
  }
  if (f.on & BPL_ROLE (ASSUME)) return a->under ? BPL_FREE : BPL_KEEP;
  if (!(f.on & LATER_USE)) return BPL_DROP;
  return a->bound ? BPL_KEEP : BPL_FREE;
}

static enum bpl_keep judge_assume (const void *ctx, struct bpl_fate f) {
  (void)ctx;
  return bpl_is_on (f, BPL_ROLE (ASSUME) | BPL_ROLE (CONDITION)) ? BPL_KEEP : BPL_DROP;
}

/* {:subsumption 0} in front of the others: of several attributes the first counts. */
static bpl_attr *with_subsumption_0 (bpl_pruning *pr, bpl_attr *attrs) {
  bpl_expr *zero = WR_NEW (pr->arena, bpl_expr, 1);
  zero->kind = BPL_EXPR_INT;
  zero->u.literal.text = WR_LIT ("0");
  bpl_attr *a = WR_NEW (pr->arena, bpl_attr, 1);
  a->kind = BPL_ATTR;
  a->name.name = wr_intern (pr->symbols, WR_LIT ("subsumption"));
  a->arg_count = 1;
  a->args = WR_NEW (pr->arena, struct bpl_attr_arg, 1);
  a->args[0].expr = zero;
  a->next = attrs;
  return a;
}

static void prune_check (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  struct assertion how = {has_attr (pr, stmt->attrs, "verified_under"),
                          has_attr (pr, stmt->attrs, "add_to_pool")};
  bool is_assert = stmt->kind == BPL_STMT_ASSERT;
  if (!is_assert && has_attr (pr, stmt->attrs, "start_checking_here")) {
    WR_VEC_PUSH (out, stmt);
    return;
  }
  bool again = false;
  bpl_parts parts = {0};
  bpl_parts_of (pr, stmt->exprs.data[0], stmt->span, is_assert ? judge_assert : judge_assume, &how,
                &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    if (parts.data[i].keep == BPL_DROP) continue;
    bpl_stmt *s = copy_of (pr, stmt);
    s->exprs = bpl_one_expr (pr, parts.data[i].expr);
    if (again) s->attrs = bpl_without_id (pr, s->attrs);
    again = true;
    if (parts.data[i].keep == BPL_FREE) s->kind = BPL_STMT_ASSUME;
    if (parts.data[i].keep == BPL_FORGET) s->attrs = with_subsumption_0 (pr, s->attrs);
    WR_VEC_PUSH (out, s);
  }
  WR_VEC_FREE (&parts);
}

static void prune_call (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  struct bpl_fate clauses = bpl_fate_of_call (pr, stmt->span), under = bpl_fate_of (pr, stmt->span);
  uint64_t checks = BPL_ROLE (REQUIRES_AT_CALL) | BPL_ROLE (REQUIRES_AT_CALL_ASSUMED);
  uint64_t asserts = BPL_ROLE (ASSERT) | BPL_ROLE (ASSERT_ASSUMED);
  bool off = (clauses.any & checks || under.any & asserts) && !(clauses.on & checks) &&
             !(under.on & asserts);
  if (!off || stmt->free || pr->measures || !bpl_is_checked (pr, stmt->decl)) {
    WR_VEC_PUSH (out, stmt);
    return;
  }
  bpl_stmt *s = copy_of (pr, stmt);
  s->free = true;
  WR_VEC_PUSH (out, s);
}

/* -- branches and loops ----------------------------------------------------------------------------------- */

enum { SIDE_THEN = 1, SIDE_ELSE = 2 };

/* Which sides of a condition are on; both when there is none. */
static unsigned sides_of (const bpl_pruning *pr, const bpl_stmt *stmt) {
  if (!stmt->exprs.len) return SIDE_THEN | SIDE_ELSE;
  struct bpl_fate fate = bpl_fate_of (pr, stmt->exprs.data[0]->span);
  if (!fate.any) return SIDE_THEN | SIDE_ELSE;
  enum bpl_expr_kind kind = (enum bpl_expr_kind)stmt->exprs.data[0]->kind;
  bool cut = kind == BPL_EXPR_TRUE ? fate.on & BPL_NEGATIVE : fate.on & BPL_ROLE (CONDITION);
  if (kind == BPL_EXPR_TRUE || kind == BPL_EXPR_FALSE) /* the other side says nothing */
    return cut ? SIDE_THEN | SIDE_ELSE : 0u;
  return (fate.on & BPL_ROLE (CONDITION) ? SIDE_THEN : 0u) |
         (fate.on & BPL_NEGATIVE ? SIDE_ELSE : 0u);
}

static void prune_stmts (bpl_pruning *pr, bpl_stmts stmts, bpl_stmts_vec *out);

static struct bpl_body *block_of (bpl_pruning *pr, const struct bpl_body *like,
                                  const bpl_stmts_vec *stmts) {
  struct bpl_body *body = WR_NEW (pr->arena, struct bpl_body, 1);
  if (like) *body = *like;
  body->stmts.data = WR_VEC_KEEP (pr->arena, stmts);
  body->stmts.len = stmts->len;
  return body;
}

/* The statements of a block, after `first` if it is not NULL. */
static struct bpl_body *prune_block (bpl_pruning *pr, const struct bpl_body *body,
                                     bpl_stmt *first) {
  bpl_stmts_vec out = {0};
  if (first) WR_VEC_PUSH (&out, first);
  if (body) prune_stmts (pr, body->stmts, &out);
  struct bpl_body *result = block_of (pr, body, &out);
  WR_VEC_FREE (&out);
  return result;
}

static struct bpl_body *block_with (bpl_pruning *pr, bpl_stmt *a, bpl_stmt *b) {
  bpl_stmts_vec out = {0};
  WR_VEC_PUSH (&out, a);
  if (b) WR_VEC_PUSH (&out, b);
  struct bpl_body *result = block_of (pr, NULL, &out);
  WR_VEC_FREE (&out);
  return result;
}

/* `else if` chains are as deep as they are long: go along them. */
static bpl_stmt *prune_if (bpl_pruning *pr, const bpl_stmt *stmt) {
  bpl_stmt *first = copy_of (pr, stmt), *at = first;
  for (uint32_t blocks = 0;;) {
    unsigned sides = sides_of (pr, at);
    bpl_expr *guard = at->exprs.len ? at->exprs.data[0] : NULL;
    bool chain = at->otherwise && at->else_if;
    bool only_else = sides == SIDE_ELSE;
    if (only_else && chain && ++blocks > MAX_ELSE_BLOCKS) only_else = false, sides |= SIDE_THEN;
    if (sides != (SIDE_THEN | SIDE_ELSE)) at->exprs.len = 0;
    at->body = prune_block (pr, at->body, sides == SIDE_THEN ? assume_of (pr, guard) : NULL);
    bpl_stmt *refused = only_else ? assume_of (pr, not_of (pr, guard)) : NULL;
    if (!chain) {
      if (at->otherwise || refused) at->otherwise = prune_block (pr, at->otherwise, refused);
      return first;
    }
    bpl_stmt *next = copy_of (pr, at->otherwise->stmts.data[0]);
    at->else_if = !refused;
    at->otherwise = refused ? block_with (pr, refused, next) : block_with (pr, next, NULL);
    at = next;
  }
}

static bool breaks (const struct bpl_body *body, const bpl_stmt *loop) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_BREAK && s->target == loop) return true;
    if (s->body && breaks (s->body, loop)) return true;
    if (s->otherwise && breaks (s->otherwise, loop)) return true;
  }
  return false;
}

/* if (*) { assume !c; break; } */
static bpl_stmt *way_out (bpl_pruning *pr, bpl_expr *guard) {
  bpl_stmt *leave = WR_NEW (pr->arena, bpl_stmt, 1), *choice = WR_NEW (pr->arena, bpl_stmt, 1);
  leave->kind = BPL_STMT_BREAK;
  choice->kind = BPL_STMT_IF;
  choice->body = block_with (pr, assume_of (pr, not_of (pr, guard)), leave);
  return choice;
}

static void prune_while (bpl_pruning *pr, const bpl_stmt *stmt, bpl_stmts_vec *out) {
  bpl_stmt *s = copy_of (pr, stmt), *first = NULL, *after = NULL;
  unsigned sides = sides_of (pr, stmt);
  bpl_expr *guard = stmt->exprs.len ? stmt->exprs.data[0] : NULL;
  if (sides != (SIDE_THEN | SIDE_ELSE)) s->exprs.len = 0;
  if (sides == SIDE_THEN) first = assume_of (pr, guard);
  if (sides == SIDE_ELSE && breaks (stmt->body, stmt)) {
    /* what comes after the loop is reached by `break` too, where the condition may hold */
    bpl_expr *always = WR_NEW (pr->arena, bpl_expr, 1);
    always->kind = BPL_EXPR_TRUE;
    s->exprs = bpl_one_expr (pr, always);
    first = way_out (pr, guard);
  } else if (sides == SIDE_ELSE) {
    after = assume_of (pr, not_of (pr, guard));
  }
  bpl_prune_specs (pr, &s->specs, NULL);
  s->body = prune_block (pr, stmt->body, first);
  WR_VEC_PUSH (out, s);
  if (after) WR_VEC_PUSH (out, after);
}

/* if (*) {} and while (*) {} */
static bool does_nothing (const bpl_stmt *s) {
  if (s->kind != BPL_STMT_IF && s->kind != BPL_STMT_WHILE) return false;
  if (s->exprs.len || s->specs.len || s->body->stmts.len) return false;
  if (!s->otherwise || !s->otherwise->stmts.len) return true;
  return s->otherwise->stmts.len == 1 && does_nothing (s->otherwise->stmts.data[0]);
}

static void prune_stmt (bpl_pruning *pr, bpl_stmt *stmt, bpl_stmts_vec *out) {
  switch (stmt->kind) {
  case BPL_STMT_ASSERT:
  case BPL_STMT_ASSUME: prune_check (pr, stmt, out); return;
  case BPL_STMT_HAVOC: prune_havoc (pr, stmt, out); return;
  case BPL_STMT_ASSIGN: prune_assign (pr, stmt, out); return;
  case BPL_STMT_UNPACK: prune_unpack (pr, stmt, out); return;
  case BPL_STMT_CALL: prune_call (pr, stmt, out); return;
  case BPL_STMT_IF: WR_VEC_PUSH (out, prune_if (pr, stmt)); return;
  case BPL_STMT_WHILE: prune_while (pr, stmt, out); return;
  case BPL_STMT_LABEL:
  case BPL_STMT_BREAK:
  case BPL_STMT_GOTO:
  case BPL_STMT_RETURN:
  case BPL_STMT_HIDE:
  case BPL_STMT_REVEAL:
  case BPL_STMT_PUSH:
  case BPL_STMT_POP:
  case BPL_STMT_MEASURE: WR_VEC_PUSH (out, stmt); return;
  case BPL_STMT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static void prune_stmts (bpl_pruning *pr, bpl_stmts stmts, bpl_stmts_vec *out) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    prune_stmt (pr, stmts.data[i], out);
    if (pr->may_drop_writes && out->len && does_nothing (WR_VEC_LAST (out))) out->len--;
  }
}

/* -- bodies ------------------------------------------------------------------------------------------------ */

static bool has_goto (const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_GOTO || (s->body && has_goto (s->body)) ||
        (s->otherwise && has_goto (s->otherwise)))
      return true;
  }
  return false;
}

void bpl_prune_where (bpl_pruning *pr, bpl_var *var) {
  if (!var->where) return;
  bpl_parts parts = {0};
  bpl_expr *left = NULL;
  bpl_parts_of (pr, var->where, var->where->span, judge_where, NULL, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    if (parts.data[i].keep == BPL_DROP) continue;
    left = left ? bpl_and (pr, left, parts.data[i].expr) : parts.data[i].expr;
  }
  var->where = left;
  WR_VEC_FREE (&parts);
}

struct bpl_body *bpl_prune_body (bpl_pruning *pr, const struct bpl_body *body) {
  pr->may_drop_writes = pr->how->tidy && !has_goto (body);
  WR_VEC_CLEAR (&pr->fresh);
  pr->fresh_count = 0;
  struct bpl_body *result = prune_block (pr, body, NULL);
  WR_VEC (bpl_var *) locals = {0};
  bool first = true;
  for (uint32_t i = 0; i < body->locals.len; i++) {
    bpl_var *var = body->locals.data[i];
    first |= var->group_first;
    bpl_var *copy = wr_arena_copy (pr->arena, var, 1, sizeof *var);
    bpl_prune_where (pr, copy);
    bool named = !pr->mentioned_here || wr_bitset_has (pr->mentioned_here, var->id.name.ix);
    if (pr->how->tidy && !copy->where && (pr->sketch || !named)) continue;
    copy->group_first = first;
    first = false;
    WR_VEC_PUSH (&locals, copy);
  }
  for (uint32_t i = 0; i < pr->fresh.len; i++) WR_VEC_PUSH (&locals, pr->fresh.data[i]);
  result->locals = (bpl_vars){WR_VEC_KEEP (pr->arena, &locals), locals.len};
  WR_VEC_FREE (&locals);
  return result;
}
