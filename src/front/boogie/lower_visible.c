/* hide, reveal, push and pop.  A hideable axiom depends on the functions in whose `uses` clause it stands and
   on those that alone are one of its triggers; it counts where one of them is revealed.  Such an axiom is
   lowered to `$revealed f ==> axiom`, and a body begins with the assumption of `$revealed f` for each function
   that is revealed at one of its checks, as in Boogie where a procedure is one verification condition.  In
   programs without `hide` all axioms count everywhere.

   The states are found along the edges that do not go back, as Boogie finds them when loops are cut.  Where
   paths meet, what one of them reveals is revealed. */
#include "front/boogie/lowering.h"

#include <string.h>

enum { MAX_SCOPES = 1000 }; /* pushes that are open at once */

/* -- which axioms ---------------------------------------------------------------------------------------- */

static bool body_hides (const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_HIDE || (s->body && body_hides (s->body)) ||
        (s->otherwise && body_hides (s->otherwise)))
      return true;
  }
  return false;
}

/* The functions on which an axiom depends; false: it cannot be hidden. */
typedef WR_VEC (const bpl_decl *) sources;

static void add_source (sources *out, const bpl_decl *function) {
  for (uint32_t i = 0; i < out->len; i++)
    if (out->data[i] == function) return;
  WR_VEC_PUSH (out, function);
}

/* Functions and constants below an expression. */
static void mentioned (const bpl_expr *e, sources *functions, bool *constants) {
  if (e->kind == BPL_EXPR_CALL && !e->u.call.constructor) add_source (functions, e->u.call.decl);
  *constants |= e->kind == BPL_EXPR_NAME && e->u.name.var && e->u.name.var->kind == BPL_VAR_CONST;
  for (uint32_t i = 0; i < e->args.len; i++) mentioned (e->args.data[i], functions, constants);
}

static bool trigger_sources (const bpl_attr *trigger, sources *out) {
  sources functions = {0};
  bool constants = false;
  for (uint32_t i = 0; i < trigger->arg_count; i++)
    if (trigger->args[i].expr) mentioned (trigger->args[i].expr, &functions, &constants);
  bool alone = functions.len == 1 && !constants;
  if (alone) add_source (out, functions.data[0]);
  bool hideable = alone || (!functions.len && !constants);
  WR_VEC_FREE (&functions);
  return hideable;
}

static bool expr_sources (const bpl_expr *e, sources *out) {
  bool binder = e->kind == BPL_EXPR_FORALL || e->kind == BPL_EXPR_EXISTS;
  for (const bpl_attr *a = binder ? e->u.binder.attrs : NULL; a; a = a->next)
    if (a->kind == BPL_TRIGGER && !trigger_sources (a, out)) return false;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (!expr_sources (e->args.data[i], out)) return false;
  return true;
}

static bool axiom_sources (const bpl_lowering *lo, const bpl_decl *axiom, sources *out) {
  uint64_t owner;
  if (wr_map_get (&lo->axiom_owners, (uint64_t)(uintptr_t)axiom, &owner)) {
    const bpl_decl *decl = lo->program->decls.data[owner];
    if (decl->kind != BPL_DECL_FUNCTION) return false; /* a constant is never hidden */
    add_source (out, decl);
  }
  if (!expr_sources (axiom->body_expr, out)) return false;
  if (bpl_attr_is (lo, axiom->attrs, "include_dep")) {
    bool constants = false;
    mentioned (axiom->body_expr, out, &constants);
    if (constants) return false;
  }
  for (uint32_t i = 0; i < out->len; i++)
    if (out->data[i]->revealed) return false;
  return out->len > 0;
}

static uint32_t number_of (bpl_lowering *lo, const bpl_decl *function) {
  uint64_t key = (uint64_t)(uintptr_t)function, number = lo->hidden.len;
  if (wr_map_get (&lo->hidden_numbers, key, &number)) return (uint32_t)number;
  wr_map_put (&lo->hidden_numbers, key, number);
  WR_VEC_PUSH (&lo->hidden, function);
  return (uint32_t)number;
}

/* The constant that says whether the function is revealed. */
static wr_expr revealed (bpl_lowering *lo, uint32_t number) {
  wr_symbol key = bpl_symf (lo, "$revealed %u", (unsigned)number);
  uint64_t found = wr_map_or (&lo->builtins, key.ix, 0);
  if (!found) {
    wr_str text = wr_symbol_text (lo->symbols, lo->hidden.data[number]->id.name);
    wr_symbol name = bpl_symf (lo, "$revealed#%.*s", WR_STR_ARGS (text));
    wr_sort boolean = wr_sort_simple (lo->core, WR_SORT_BOOL);
    found = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, name), NULL, 0, boolean).ix;
    wr_map_put (&lo->builtins, key.ix, found);
  }
  return wr_mk_app (lo->core, (wr_func){(uint32_t)found}, NULL, 0);
}

void bpl_find_hides (bpl_lowering *lo) {
  lo->hides = false;
  for (uint32_t i = 0; i < lo->program->decls.len && !lo->hides; i++) {
    const bpl_decl *decl = lo->program->decls.data[i];
    lo->hides = decl->body && !decl->ignored && body_hides (decl->body);
  }
  for (uint32_t i = 0; i < lo->program->decls.len && lo->hides; i++) {
    const bpl_decls *axioms = &lo->program->decls.data[i]->axioms;
    for (uint32_t k = 0; k < axioms->len; k++)
      wr_map_put (&lo->axiom_owners, (uint64_t)(uintptr_t)axioms->data[k], i);
  }
}

wr_expr bpl_hideable_axiom (bpl_lowering *lo, const bpl_decl *axiom, wr_expr e) {
  if (!axiom->hideable || !lo->hides) return e;
  sources from = {0};
  WR_VEC (wr_expr) any = {0};
  if (axiom_sources (lo, axiom, &from)) {
    for (uint32_t i = 0; i < from.len; i++)
      WR_VEC_PUSH (&any, revealed (lo, number_of (lo, from.data[i])));
    e = wr_mk2 (lo->core, WR_OP_IMPLIES, wr_mk_or (lo->core, any.data, any.len), e);
  }
  WR_VEC_FREE (&any);
  WR_VEC_FREE (&from);
  return e;
}

/* -- states ------------------------------------------------------------------------------------------------ */

/* What is hidden, for each open scope. */
struct state {
  wr_bitset *scopes;
  uint32_t depth;
};

struct analysis {
  bpl_lowering *lo;
  struct state *in;                /* by block */
  uint32_t *order;                 /* by block: its place in reverse postorder */
  struct bpl_block_draft **sorted; /* in that order */
  uint32_t count;
  bool checked;         /* there is a check */
  wr_bitset everywhere; /* hidden at all checks so far */
  wr_bitset somewhere;  /* hidden at one of them */
  wr_span *first;       /* by function: the first check at which it is hidden */
};

static wr_bitset copy_set (const wr_bitset *from) {
  wr_bitset set = {0};
  wr_bitset_copy (&set, from);
  return set;
}

static void keep_common (wr_bitset *set, const wr_bitset *with) {
  for (uint32_t i = 0; i < set->count; i++) set->words[i] &= i < with->count ? with->words[i] : 0;
}

static void free_state (struct state *s) {
  for (uint32_t i = 0; i < s->depth; i++) wr_bitset_free (&s->scopes[i]);
  free (s->scopes);
  *s = (struct state){0};
}

static struct state copy_state (const struct state *from) {
  struct state s = {wr_alloc (from->depth, sizeof *s.scopes), from->depth};
  for (uint32_t i = 0; i < s.depth; i++) s.scopes[i] = copy_set (&from->scopes[i]);
  return s;
}

static void open_scope (struct state *s) {
  struct state next = {wr_alloc (s->depth + 1, sizeof *next.scopes), s->depth + 1};
  memcpy (next.scopes, s->scopes, s->depth * sizeof *next.scopes);
  next.scopes[s->depth] = copy_set (&s->scopes[s->depth - 1]);
  free (s->scopes);
  *s = next;
}

/* Hidden is what is hidden on both ways. */
static void meet (struct state *into, const struct state *from) {
  if (!into->scopes) {
    *into = copy_state (from);
    return;
  }
  while (into->depth > from->depth) wr_bitset_free (&into->scopes[--into->depth]);
  for (uint32_t i = 0; i < into->depth; i++) keep_common (&into->scopes[i], &from->scopes[i]);
}

static void apply (struct analysis *a, struct state *s, const bpl_stmt *stmt) {
  bpl_lowering *lo = a->lo;
  wr_bitset *top = &s->scopes[s->depth - 1];
  if (stmt->kind == BPL_STMT_PUSH && s->depth < MAX_SCOPES) {
    open_scope (s);
  } else if (stmt->kind == BPL_STMT_PUSH) {
    bpl_unsupported (lo, stmt->span, "more than %d open scopes", (int)MAX_SCOPES);
  } else if (stmt->kind == BPL_STMT_POP && s->depth > 1) {
    wr_bitset_free (&s->scopes[--s->depth]);
  } else if (stmt->kind == BPL_STMT_POP) {
    bpl_unsupported (lo, stmt->span, "a pop without a push");
  } else if (stmt->decl) {
    uint64_t f;
    if (wr_map_get (&lo->hidden_numbers, (uint64_t)(uintptr_t)stmt->decl, &f))
      wr_bitset_set (top, (uint32_t)f, stmt->kind == BPL_STMT_HIDE);
  } else {
    for (uint32_t f = 0; f < lo->hidden.len; f++)
      wr_bitset_set (top, f, stmt->kind == BPL_STMT_HIDE);
  }
}

static void note (struct analysis *a, const struct state *s, wr_span at) {
  const wr_bitset *hidden = &s->scopes[s->depth - 1];
  if (a->checked)
    keep_common (&a->everywhere, hidden);
  else
    wr_bitset_copy (&a->everywhere, hidden);
  a->checked = true;
  if (wr_bitset_within (hidden, &a->somewhere)) return;
  WR_BITSET_EACH (hidden, f) {
    if (wr_bitset_has (&a->somewhere, f)) continue;
    a->first[f] = at;
    wr_bitset_set (&a->somewhere, f, true);
  }
}

static bool has_checked (const wr_clauses *clauses) {
  for (uint32_t i = 0; i < clauses->len; i++)
    if (!clauses->data[i].free) return true;
  return false;
}

static void pass_block (struct analysis *a, struct bpl_block_draft *block) {
  const wr_core *core = a->lo->core;
  struct state s = a->in[block->index];
  a->in[block->index] = (struct state){0};
  uint32_t next = 0;
  for (uint32_t i = 0; i <= block->cmds.len; i++) {
    for (; next < block->scopes.len && block->scopes.data[next].at == i; next++)
      apply (a, &s, block->scopes.data[next].stmt);
    if (i == block->cmds.len) break;
    const struct wr_cmd *cmd = &block->cmds.data[i];
    bool calls = cmd->kind == WR_CMD_CALL && !cmd->free &&
                 has_checked (&core->procedures.data[cmd->procedure].requires_);
    if (cmd->kind == WR_CMD_ASSERT || calls) note (a, &s, cmd->at);
  }
  if (!block->succs.len && has_checked (&core->procedures.data[a->lo->procedure - 1].ensures))
    note (a, &s, block->return_at);
  for (uint32_t i = 0; i < block->succs.len; i++) {
    struct bpl_block_draft *to = block->succs.data[i];
    for (uint32_t k = 0; k < to->invariants.len; k++)
      if (!to->invariants.data[k].free) note (a, &s, to->invariants.data[k].at);
    if (a->order[to->index] > a->order[block->index]) meet (&a->in[to->index], &s);
  }
  free_state (&s);
}

/* -- order ------------------------------------------------------------------------------------------------- */

/* The blocks that the first one reaches, each before those that it leads to, back edges apart. */
static void sort_blocks (struct analysis *a, const struct bpl_body_draft *draft) {
  uint32_t count = draft->blocks.len, left = count;
  uint32_t *next = wr_alloc (count + 1, sizeof *next);
  wr_bitset seen = {0};
  WR_VEC (struct bpl_block_draft *) stack = {0};
  for (uint32_t i = 0; i < count; i++) draft->blocks.data[i]->index = i;
  WR_VEC_PUSH (&stack, draft->blocks.data[0]);
  wr_bitset_set (&seen, 0, true);
  while (stack.len) {
    struct bpl_block_draft *top = WR_VEC_LAST (&stack);
    if (next[top->index] < top->succs.len) {
      struct bpl_block_draft *to = top->succs.data[next[top->index]++];
      if (wr_bitset_has (&seen, to->index)) continue;
      wr_bitset_set (&seen, to->index, true);
      WR_VEC_PUSH (&stack, to);
      continue;
    }
    (void)WR_VEC_POP (&stack);
    a->sorted[--left] = top;
    a->order[top->index] = left;
  }
  a->count = count - left;
  a->sorted += left;
  WR_VEC_FREE (&stack);
  wr_bitset_free (&seen);
  free (next);
}

/* -- bodies ------------------------------------------------------------------------------------------------ */

/* A check at which a function is hidden that another one reveals sees the function too. */
static void warn (const struct analysis *a, uint32_t f) {
  if (!wr_bitset_has (&a->somewhere, f)) return;
  wr_str name = wr_symbol_text (a->lo->symbols, a->lo->hidden.data[f]->id.name);
  wr_diag_add (a->lo->diags, WR_CODE_HIDE_IGNORED, a->first[f],
               "`%.*s` is hidden here and revealed at another check of this body: it is visible",
               WR_STR_ARGS (name));
}

void bpl_reveal (bpl_lowering *lo, struct bpl_block_draft *start) {
  const struct bpl_body_draft *draft = lo->draft;
  WR_REQUIRE (draft->blocks.len && draft->blocks.data[0] == start);
  struct analysis a = {.lo = lo};
  a.in = wr_alloc (draft->blocks.len, sizeof *a.in);
  a.order = wr_alloc (draft->blocks.len, sizeof *a.order);
  struct bpl_block_draft **sorted = wr_alloc (draft->blocks.len, sizeof *sorted);
  a.sorted = sorted;
  sort_blocks (&a, draft);
  a.in[start->index] = (struct state){wr_alloc (1, sizeof (wr_bitset)), 1};
  a.first = wr_alloc (lo->hidden.len + 1, sizeof *a.first);
  for (uint32_t i = 0; i < a.count; i++)
    if (a.in[a.sorted[i]->index].scopes) pass_block (&a, a.sorted[i]);
  for (uint32_t f = 0; f < lo->hidden.len; f++) {
    if (!a.checked || wr_bitset_has (&a.everywhere, f)) continue;
    bpl_add_assume (lo, start, revealed (lo, f), lo->hidden.data[f]->span);
    warn (&a, f);
  }
  for (uint32_t i = 0; i < draft->blocks.len; i++) free_state (&a.in[i]);
  wr_bitset_free (&a.everywhere);
  wr_bitset_free (&a.somewhere);
  free (a.first);
  free (a.in);
  free (a.order);
  free (sorted);
}
