/* front/boogie/typecheck.c -- type checking, declaration by declaration. */
#include "front/boogie/typecheck.h"
#include "front/boogie/resolve.h"

const char *bpl_show_type (bpl_checker *c, const bpl_type *type) {
  enum { LONGEST = 400 };
  wr_buf buf = {0};
  bpl_print_type (&buf, c->symbols, type);
  if (buf.len > LONGEST) {
    buf.len = LONGEST;
    wr_buf_add (&buf, WR_LIT ("..."));
  }
  wr_str text = wr_str_keep (c->arena, wr_buf_str (&buf));
  wr_buf_free (&buf);
  return text.ptr;
}

const char *bpl_show_name (const bpl_checker *c, wr_symbol name) {
  return wr_symbol_text (c->symbols, name).ptr;
}

/* -- clauses -------------------------------------------------------------------------------------------------------- */

static void check_wheres (bpl_checker *c, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    bpl_check_attrs (c, vars.data[i]->attrs);
    if (vars.data[i]->where)
      bpl_check_bool (c, vars.data[i]->where, vars.data[i]->id.span, "a where clause");
    bpl_end_unit (c, vars.data[i]->id.span);
  }
}

static void check_axiom (bpl_checker *c, bpl_decl *decl) {
  wr_span at = bpl_place (decl->span, decl->at);
  bpl_check_attrs (c, decl->attrs);
  bpl_check_bool (c, decl->body_expr, at, "an axiom");
  bpl_end_unit (c, at);
}

static void check_modifies (bpl_checker *c, const struct bpl_spec *spec) {
  for (uint32_t i = 0; i < spec->vars.len; i++)
    if (spec->vars.data[i]->kind != BPL_VAR_GLOBAL)
      wr_diag_add (c->diags, WR_CODE_MODIFIES_CONSTANT, spec->idents.data[i].span,
                   "`%s` is not a global variable: nothing can modify it",
                   bpl_show_name (c, spec->idents.data[i].name));
}

static void check_specs (bpl_checker *c, bpl_decl *decl) {
  for (uint32_t i = 0; i < decl->specs.len; i++) {
    struct bpl_spec *spec = &decl->specs.data[i];
    wr_span at = bpl_place (spec->span, spec->at);
    bpl_check_attrs (c, spec->attrs);
    const char *what = spec->kind == BPL_SPEC_REQUIRES ? "a precondition" : "a postcondition";
    for (uint32_t k = 0; k < spec->exprs.len; k++) {
      if (spec->kind == BPL_SPEC_MEASURE)
        bpl_check_expr (c, spec->exprs.data[k]);
      else
        bpl_check_bool (c, spec->exprs.data[k], at, what);
    }
    check_modifies (c, spec);
    bpl_end_unit (c, at);
  }
}

/* -- declarations ------------------------------------------------------------------------------------------------------ */

static void check_globals (bpl_checker *c, bpl_decl *decl) {
  bpl_check_attrs (c, decl->attrs);
  check_wheres (c, decl->vars);
  for (uint32_t i = 0; i < decl->vars.len; i++) {
    bpl_var *var = decl->vars.data[i];
    if (bpl_attr_true (c->symbols, var->attrs ? var->attrs : decl->attrs, "assumption") &&
        bpl_is_mismatch (c, c->typing.boolean, var->type))
      wr_diag_add (c->diags, WR_CODE_ASSUMPTION_TYPE, var->id.span,
                   "assumption variable `%s` must be of type bool",
                   bpl_show_name (c, var->id.name));
  }
  for (uint32_t i = 0; i < decl->axioms.len; i++) check_axiom (c, decl->axioms.data[i]);
}

static void check_function (bpl_checker *c, bpl_decl *decl) {
  bpl_check_attrs (c, decl->attrs);
  check_wheres (c, decl->ins);
  if (decl->body_expr) {
    bpl_check_expr (c, decl->body_expr);
    bpl_type *want = decl->outs.data[0]->type;
    if (bpl_is_mismatch (c, want, decl->body_expr->type))
      wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, bpl_expr_place (decl->body_expr),
                   "the body has type %s, the function %s",
                   bpl_show_type (c, decl->body_expr->type), bpl_show_type (c, want));
  }
  bpl_end_unit (c, decl->id.span);
  for (uint32_t i = 0; i < decl->axioms.len; i++) check_axiom (c, decl->axioms.data[i]);
}

/* Fields of one name in several constructors are one field: they must have one type. */
static void check_datatype (bpl_checker *c, bpl_decl *decl) {
  wr_map seen = {0};
  bpl_check_attrs (c, decl->attrs);
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    struct bpl_constructor *k = &decl->constructors.data[i];
    bpl_check_attrs (c, k->attrs);
    for (uint32_t f = 0; f < k->fields.len; f++) {
      bpl_var *field = k->fields.data[f];
      uint64_t other;
      if (!wr_map_get (&seen, field->id.name.ix, &other)) {
        wr_map_put (&seen, field->id.name.ix, (uint64_t)(uintptr_t)field);
        continue;
      }
      bpl_var *earlier = (bpl_var *)(uintptr_t)other;
      if (bpl_type_equal (earlier->type, field->type)) continue;
      wr_diag *d = wr_diag_add (c->diags, WR_CODE_FIELD_CLASH, field->id.span,
                                "field `%s` has type %s here and %s in another constructor",
                                bpl_show_name (c, field->id.name), bpl_show_type (c, field->type),
                                bpl_show_type (c, earlier->type));
      wr_diag_note (c->diags, d, earlier->id.span, "the other one");
    }
  }
  wr_map_free (&seen);
  bpl_end_unit (c, decl->id.span);
}

/* -- procedures and their implementations ------------------------------------------------------------------------------- */

static void open_frame (bpl_checker *c, const bpl_decl *procedure) {
  c->procedure = procedure;
  c->frame++;
  for (uint32_t i = 0; i < procedure->specs.len; i++)
    for (uint32_t k = 0; k < procedure->specs.data[i].vars.len; k++)
      procedure->specs.data[i].vars.data[k]->mark = c->frame;
}

static void check_procedure (bpl_checker *c, bpl_decl *decl) {
  open_frame (c, decl);
  bpl_check_attrs (c, decl->attrs);
  check_wheres (c, decl->ins);
  check_wheres (c, decl->outs);
  check_specs (c, decl);
  if (decl->body) {
    bpl_check_locals (c, decl->body->locals);
    bpl_check_body (c, decl->body);
  }
  bpl_check_measures (c, decl);
}

/* The first `count` parameters as the type of a map: equal when they agree up to type parameters. */
static bpl_type *signature (bpl_checker *c, const bpl_decl *decl, uint32_t count) {
  bpl_type *map = WR_NEW (c->typing.scratch, bpl_type, 1);
  map->kind = BPL_TYPE_MAP;
  map->params = decl->params;
  map->args.data = WR_NEW (c->typing.scratch, bpl_type *, count);
  map->args.len = count;
  for (uint32_t i = 0; i < count; i++)
    map->args.data[i] =
        i < decl->ins.len ? decl->ins.data[i]->type : decl->outs.data[i - decl->ins.len]->type;
  map->result = c->typing.boolean;
  map->has_param = true;
  return map;
}

static void check_signature (bpl_checker *c, bpl_decl *decl) {
  const bpl_decl *p = decl->procedure;
  wr_span at = decl->id.span;
  const char *name = bpl_show_name (c, decl->id.name);
  wr_diag *d = NULL;
  uint32_t count = p->ins.len + p->outs.len;
  if (p->params.len != decl->params.len)
    d = wr_diag_add (c->diags, WR_CODE_IMPLEMENTATION_MISMATCH, at,
                     "procedure `%s` has %u type parameter%s, its implementation %u", name,
                     p->params.len, p->params.len == 1 ? "" : "s", decl->params.len);
  else if (p->ins.len != decl->ins.len)
    d = wr_diag_add (c->diags, WR_CODE_IMPLEMENTATION_MISMATCH, at,
                     "procedure `%s` has %u in-parameter%s, its implementation %u", name,
                     p->ins.len, p->ins.len == 1 ? "" : "s", decl->ins.len);
  else if (p->outs.len != decl->outs.len)
    d = wr_diag_add (c->diags, WR_CODE_IMPLEMENTATION_MISMATCH, at,
                     "procedure `%s` has %u out-parameter%s, its implementation %u", name,
                     p->outs.len, p->outs.len == 1 ? "" : "s", decl->outs.len);
  else if (!bpl_type_equal (signature (c, p, count), signature (c, decl, count))) {
    uint32_t i = 1;
    while (bpl_type_equal (signature (c, p, i), signature (c, decl, i))) i++;
    const bpl_var *want = i <= p->ins.len ? p->ins.data[i - 1] : p->outs.data[i - 1 - p->ins.len];
    const bpl_var *got =
        i <= p->ins.len ? decl->ins.data[i - 1] : decl->outs.data[i - 1 - p->ins.len];
    d = wr_diag_add (c->diags, WR_CODE_IMPLEMENTATION_MISMATCH, at,
                     "%s-parameter `%s` of `%s` has type %s in the procedure and %s here",
                     i <= p->ins.len ? "in" : "out", bpl_show_name (c, got->id.name), name,
                     bpl_show_type (c, want->type), bpl_show_type (c, got->type));
  }
  if (d) wr_diag_note (c->diags, d, p->id.span, "the procedure is declared here");
}

static void check_implementation (bpl_checker *c, bpl_decl *decl) {
  open_frame (c, decl->procedure);
  check_signature (c, decl);
  bpl_check_attrs (c, decl->attrs);
  check_wheres (c, decl->ins);
  check_wheres (c, decl->outs);
  if (decl->body) {
    bpl_check_locals (c, decl->body->locals);
    bpl_check_body (c, decl->body);
  }
  bpl_check_measures (c, decl);
}

static void check_decl (bpl_checker *c, bpl_decl *decl) {
  if (decl->ignored) return;
  switch (decl->kind) {
  case BPL_DECL_TYPE: bpl_check_attrs (c, decl->attrs); break;
  case BPL_DECL_DATATYPE: check_datatype (c, decl); break;
  case BPL_DECL_CONST:
  case BPL_DECL_VAR: check_globals (c, decl); break;
  case BPL_DECL_FUNCTION: check_function (c, decl); break;
  case BPL_DECL_AXIOM: check_axiom (c, decl); break;
  case BPL_DECL_PROCEDURE: check_procedure (c, decl); break;
  case BPL_DECL_IMPLEMENTATION: check_implementation (c, decl); break;
  case BPL_DECL_UNSUPPORTED:
  case BPL_DECL_KIND_COUNT: break;
  }
  c->procedure = NULL;
  bpl_end_unit (c, decl->span);
}

bool bpl_typecheck (struct bpl_program *program, wr_diags *diags) {
  uint32_t errors = wr_diags_errors (diags);
  bpl_checker c = {.program = program,
                   .arena = program->arena,
                   .symbols = program->symbols,
                   .diags = diags,
                   .frame = UINT32_MAX / 2}; /* beyond the marks of resolution */
  bpl_typing_init (&c.typing, program->arena, program->symbols);
  for (uint32_t i = 0; i < program->decls.len && !wr_cancelled (program->cancel); i++)
    check_decl (&c, program->decls.data[i]);
  bpl_typing_free (&c.typing);
  wr_map_free (&c.self_types);
  WR_VEC_FREE (&c.work);
  return wr_diags_errors (diags) == errors && !wr_cancelled (program->cancel);
}
