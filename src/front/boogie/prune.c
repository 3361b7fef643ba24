/* Declarations with labels off, and what is left when nothing mentions them.

   A tidy result is found in two steps. A sketch leaves out everything that only writes arbitrary values; a
   variable is live if the sketch mentions it. Then the result is made, without writes to variables that are not
   live, and a declaration is in it if it is reached, by the names in the text, from a goal or an axiom that is
   on. */
#include "front/boogie/lex.h"
#include "front/boogie/lowering.h"
#include "front/boogie/pruning.h"

static uint64_t key_of (const void *node) { return (uint64_t)(uintptr_t)node; }

static bool is_code (const bpl_decl *decl) {
  return decl->kind == BPL_DECL_PROCEDURE || decl->kind == BPL_DECL_IMPLEMENTATION;
}

static const bpl_decl *procedure_of (const bpl_decl *decl) {
  return decl->kind == BPL_DECL_IMPLEMENTATION ? decl->procedure : decl;
}

/* -- declarations -------------------------------------------------------------------------------------- */

static bpl_decl *copy_of (bpl_pruning *pr, const bpl_decl *decl) {
  return wr_arena_copy (pr->arena, decl, 1, sizeof *decl);
}

static bool axiom_is_on (const bpl_pruning *pr, const bpl_decl *axiom) {
  return bpl_is_on (bpl_fate_of (pr, axiom->span), BPL_ROLE (AXIOM));
}

static void prune_uses (bpl_pruning *pr, bpl_decl *copy) {
  bpl_decls axioms = {WR_NEW (pr->arena, bpl_decl *, copy->axioms.len), 0};
  for (uint32_t i = 0; i < copy->axioms.len; i++)
    if (axiom_is_on (pr, copy->axioms.data[i])) axioms.data[axioms.len++] = copy->axioms.data[i];
  copy->axioms = axioms;
  copy->has_uses &= axioms.len > 0;
}

static bpl_vars prune_vars (bpl_pruning *pr, bpl_vars vars) {
  bpl_vars out = {WR_NEW (pr->arena, bpl_var *, vars.len), vars.len};
  for (uint32_t i = 0; i < vars.len; i++) {
    out.data[i] = wr_arena_copy (pr->arena, vars.data[i], 1, sizeof *vars.data[i]);
    bpl_prune_where (pr, out.data[i]);
  }
  return out;
}

static void prune_code (bpl_pruning *pr, bpl_decl *copy, const bpl_decl *decl) {
  copy->ins = prune_vars (pr, decl->ins);
  copy->outs = prune_vars (pr, decl->outs);
  if (decl->kind == BPL_DECL_PROCEDURE) bpl_prune_specs (pr, &copy->specs, decl);
  pr->implementation = decl->kind == BPL_DECL_IMPLEMENTATION;
  if (!decl->body) return;
  copy->body = wr_map_has (&pr->coded, key_of (decl)) ? bpl_prune_body (pr, decl->body) : NULL;
}

/* NULL: it is left out. */
static bpl_decl *prune_decl (bpl_pruning *pr, bpl_decl *decl) {
  if (decl->library || (decl->ignored && pr->how->tidy)) return NULL;
  if (decl->ignored) return decl;
  bpl_decl *copy = copy_of (pr, decl);
  switch (decl->kind) {
  case BPL_DECL_TYPE: copy->type_group_first |= pr->how->tidy; return copy;
  case BPL_DECL_AXIOM: return axiom_is_on (pr, decl) ? decl : NULL;
  case BPL_DECL_CONST: prune_uses (pr, copy); return copy;
  case BPL_DECL_VAR: copy->vars = prune_vars (pr, decl->vars); return copy;
  case BPL_DECL_FUNCTION:
    prune_uses (pr, copy);
    if (decl->body_expr &&
        !bpl_is_on (bpl_fate_of (pr, decl->body_expr->span), BPL_ROLE (FUNCTION_BODY)))
      copy->body_expr = NULL;
    return copy;
  case BPL_DECL_PROCEDURE:
  case BPL_DECL_IMPLEMENTATION:
    prune_code (pr, copy, decl);
    return decl->kind == BPL_DECL_PROCEDURE || copy->body ? copy : NULL;
  case BPL_DECL_DATATYPE:
  case BPL_DECL_UNSUPPORTED: return copy;
  case BPL_DECL_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* -- which code stays ------------------------------------------------------------------------------------ */

/* Is a conjunct of the clause on in one of these roles? */
static bool has_role (const bpl_pruning *pr, const struct bpl_spec *spec, uint64_t roles) {
  bpl_conjuncts parts = {0};
  bool on = (bpl_fate_of (pr, spec->span).on & roles) != 0;
  bpl_split (spec->exprs.data[0], &parts);
  for (uint32_t k = 0; k < parts.len; k++)
    on |= (bpl_fate_of (pr, parts.data[k]->span).on & roles) != 0;
  WR_VEC_FREE (&parts);
  return on;
}

static bool owes_ensures (const bpl_pruning *pr, const bpl_decl *procedure) {
  for (uint32_t i = 0; i < procedure->specs.len; i++) {
    const struct bpl_spec *spec = &procedure->specs.data[i];
    if (spec->kind == BPL_SPEC_ENSURES && !spec->free && has_role (pr, spec, BPL_ROLE (ENSURES)))
      return true;
  }
  return false;
}

/* Where a procedure is inlined, its clauses are assertions of the caller. */
static bool asserts_clauses (const bpl_pruning *pr, const bpl_decl *procedure) {
  for (uint32_t i = 0; i < procedure->specs.len; i++) {
    const struct bpl_spec *spec = &procedure->specs.data[i];
    bool clause = spec->kind == BPL_SPEC_REQUIRES || spec->kind == BPL_SPEC_ENSURES;
    if (clause && !spec->free && has_role (pr, spec, BPL_ROLE (ASSERT))) return true;
  }
  return false;
}

static bool is_inlined (const bpl_pruning *pr, const bpl_decl *decl) {
  return bpl_attr_find (pr->symbols, decl->attrs, "inline") ||
         bpl_attr_find (pr->symbols, procedure_of (decl)->attrs, "inline");
}

static void find_measures (bpl_pruning *pr) {
  for (uint32_t i = 0; i < pr->program->decls.len; i++) {
    const bpl_decl *decl = pr->program->decls.data[i];
    for (uint32_t k = 0; decl->kind == BPL_DECL_PROCEDURE && k < decl->specs.len; k++) {
      const struct bpl_spec *spec = &decl->specs.data[k];
      if (spec->kind == BPL_SPEC_MEASURE)
        pr->measures |= bpl_is_on (bpl_fate_of (pr, spec->span), UINT64_MAX);
    }
  }
}

/* Where a procedure is inlined, its goals are the caller's. */
static void find_busy (bpl_pruning *pr) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < pr->program->decls.len; i++) {
      const bpl_decl *decl = pr->program->decls.data[i];
      if (!is_code (decl) || !decl->body || decl->ignored || !is_inlined (pr, decl)) continue;
      uint64_t key = (uint64_t)(uintptr_t)procedure_of (decl);
      if (wr_map_has (&pr->busy, key)) continue;
      if (!bpl_body_has_goals (pr, decl->body) && !asserts_clauses (pr, procedure_of (decl)))
        continue;
      wr_map_put (&pr->busy, key, 1);
      more = true;
    }
  }
}

/* `root`, per declaration: its code has a goal that is on. */
static void find_code (bpl_pruning *pr, bool *root) {
  find_measures (pr);
  find_busy (pr);
  for (uint32_t i = 0; i < pr->program->decls.len; i++) {
    const bpl_decl *decl = pr->program->decls.data[i];
    if (!is_code (decl) || !decl->body || decl->ignored) continue;
    bool inlined = is_inlined (pr, decl);
    root[i] = !inlined && (pr->measures || owes_ensures (pr, procedure_of (decl)) ||
                           bpl_body_has_goals (pr, decl->body));
    if (pr->how->tidy && !root[i] && !inlined) continue;
    wr_map_put (&pr->coded, key_of (decl), 1);
    wr_map_put (&pr->coded, key_of (procedure_of (decl)), 1);
    bpl_find_called (pr, decl->body);
  }
}

/* -- what is mentioned ------------------------------------------------------------------------------------- */

/* The names in the text of a declaration. */
static void mentions_of (const bpl_pruning *pr, bpl_decl *decl, wr_bitset *out) {
  struct bpl_program alone = *pr->program;
  wr_buf text = {0};
  alone.decls = (bpl_decls){&decl, 1};
  bpl_print (&text, &alone);
  wr_buf_text (&text);
  struct bpl_lexer lexer = {.text = text.data, .len = (uint32_t)text.len};
  for (;;) {
    struct bpl_token token = bpl_lex (&lexer);
    if (token.kind == BPL_TOK_END) break;
    wr_str word = {text.data + token.begin, token.end - token.begin};
    if (word.len && word.ptr[0] == '\\') word = (wr_str){word.ptr + 1, word.len - 1};
    wr_symbol symbol = wr_intern_find (pr->symbols, word);
    if (symbol.ix) wr_bitset_set (out, symbol.ix, true);
  }
  wr_buf_free (&text);
}

/* True if something was new. */
static bool merge (wr_bitset *into, const wr_bitset *from) {
  bool more = false;
  for (uint32_t w = 0; w < from->count; w++) {
    uint32_t at = w * 64;
    for (uint64_t bits = from->words[w]; bits; bits >>= 1, at++) {
      if (!(bits & 1) || wr_bitset_has (into, at)) continue;
      wr_bitset_set (into, at, true);
      more = true;
    }
  }
  return more;
}

static bool declares_any (const bpl_decl *decl, const wr_bitset *names) {
  if (decl->id.name.ix && wr_bitset_has (names, decl->id.name.ix)) return true;
  for (uint32_t i = 0; i < decl->vars.len; i++)
    if (wr_bitset_has (names, decl->vars.data[i]->id.name.ix)) return true;
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    const struct bpl_constructor *c = &decl->constructors.data[i];
    if (wr_bitset_has (names, c->id.name.ix)) return true;
    for (uint32_t k = 0; k < c->fields.len; k++)
      if (wr_bitset_has (names, c->fields.data[k]->id.name.ix)) return true;
  }
  return false;
}

struct tidying {
  bpl_pruning *pr;
  const bool *root;
  bpl_decl **made;     /* parallel to the program's declarations; NULL: left out */
  wr_bitset *mentions; /* per declaration: names in its text */
  wr_bitset *seen;     /* per declaration: names that somebody looks at */
  bool *reached;
  wr_bitset names; /* mentioned in what is reached */
};

static bool is_root (const struct tidying *t, uint32_t i) {
  const bpl_decl *decl = t->pr->program->decls.data[i];
  if (t->root[i] || decl->kind == BPL_DECL_AXIOM) return true;
  return decl->kind == BPL_DECL_UNSUPPORTED || (t->made[i]->has_uses && t->made[i]->axioms.len);
}

/* An implementation bears the name of its procedure, so both come together. */
static bool is_wanted (const struct tidying *t, uint32_t i) {
  return is_root (t, i) || declares_any (t->made[i], &t->names);
}

static void make_all (struct tidying *t) {
  bpl_pruning *pr = t->pr;
  for (uint32_t i = 0; i < pr->program->decls.len; i++) {
    if (!pr->sketch) pr->mentioned_here = &t->seen[i];
    t->made[i] = prune_decl (pr, pr->program->decls.data[i]);
  }
  pr->mentioned_here = NULL;
}

static void reach (struct tidying *t) {
  uint32_t count = t->pr->program->decls.len;
  wr_bitset_clear (&t->names);
  for (uint32_t i = 0; i < count; i++) {
    wr_bitset_clear (&t->mentions[i]);
    t->reached[i] = false;
    if (t->made[i]) mentions_of (t->pr, t->made[i], &t->mentions[i]);
  }
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < count; i++) {
      if (!t->made[i] || t->reached[i] || !is_wanted (t, i)) continue;
      t->reached[i] = again = true;
      merge (&t->names, &t->mentions[i]);
    }
  }
}

/* Names that are mentioned by what is reached, other than where a variable is declared; true if some are new. */
static bool find_looked_at (struct tidying *t, wr_bitset *anywhere) {
  bool more = false;
  for (uint32_t i = 0; i < t->pr->program->decls.len; i++) {
    if (!t->reached[i]) continue;
    const bpl_decl *decl = t->made[i];
    bool where = false;
    for (uint32_t k = 0; k < decl->vars.len; k++) where |= decl->vars.data[k]->where != NULL;
    more |= merge (&t->seen[i], &t->mentions[i]);
    if (decl->kind != BPL_DECL_VAR || where) more |= merge (anywhere, &t->mentions[i]);
  }
  return more;
}

/* Writes that stay may mention more, in their indices: again until they do not. */
static void prune_tidily (bpl_pruning *pr, const bool *root, bpl_decls *out) {
  uint32_t count = pr->program->decls.len;
  struct tidying t = {.pr = pr, .root = root};
  t.made = WR_NEW (pr->arena, bpl_decl *, count);
  t.reached = WR_NEW (pr->arena, bool, count);
  t.mentions = wr_alloc (count + 1, sizeof *t.mentions);
  t.seen = wr_alloc (count + 1, sizeof *t.seen);
  wr_bitset anywhere = {0};
  pr->sketch = true;
  do {
    make_all (&t);
    reach (&t);
    pr->sketch = false;
    pr->mentioned_anywhere = &anywhere;
  } while (find_looked_at (&t, &anywhere));
  for (uint32_t i = 0; i < count; i++) {
    if (t.reached[i]) out->data[out->len++] = t.made[i];
    wr_bitset_free (&t.mentions[i]);
    wr_bitset_free (&t.seen[i]);
  }
  pr->mentioned_anywhere = NULL;
  free (t.mentions);
  free (t.seen);
  wr_bitset_free (&t.names);
  wr_bitset_free (&anywhere);
}

struct bpl_program *bpl_prune (const struct bpl_program *program, const struct wr_prune *how,
                               wr_arena *arena) {
  bpl_pruning pr = {.program = program, .how = how, .arena = arena, .symbols = program->symbols};
  struct bpl_program *result = wr_arena_copy (arena, program, 1, sizeof *program);
  uint32_t count = program->decls.len;
  bool *root = WR_NEW (arena, bool, count + 1);
  result->decls = (bpl_decls){WR_NEW (arena, bpl_decl *, count), 0};
  bpl_fates_find (&pr);
  find_code (&pr, root);
  if (how->tidy) {
    prune_tidily (&pr, root, &result->decls);
  } else {
    for (uint32_t i = 0; i < count; i++) {
      bpl_decl *made = prune_decl (&pr, program->decls.data[i]);
      if (made) result->decls.data[result->decls.len++] = made;
    }
  }
  bpl_fates_free (&pr);
  return result;
}
