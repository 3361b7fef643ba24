/* front/boogie/parse_decl.c -- declarations. */
#include "front/boogie/parse.h"

#include "base/map.h"

static bpl_decl *new_decl (struct bpl_parser *p, enum bpl_decl_kind kind) {
  bpl_decl *decl = WR_NEW (p->arena, bpl_decl, 1);
  decl->kind = kind;
  decl->at = p->look.begin;
  decl->span = bpl_span_of (p, p->look);
  return decl;
}

static void push_decl (struct bpl_parser *p, bpl_decl *decl) {
  decl->span = bpl_span_from (p, decl->span.begin);
  bpl_push (p, decl);
}

/* -- axioms, constants, variables ---------------------------------------------------------------- */

/* ["hideable"] "axiom" attrs Expr ";" */
static void parse_axiom (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_AXIOM);
  decl->hideable = bpl_accept (p, BPL_TOK_HIDEABLE);
  bpl_expect (p, BPL_TOK_AXIOM);
  decl->attrs = bpl_parse_attrs (p);
  decl->at = p->last.begin;
  decl->body_expr = bpl_parse_expr (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  push_decl (p, decl);
}

/* "uses" "{" {Axiom} "}" */
static void parse_uses (struct bpl_parser *p, bpl_decl *decl) {
  decl->has_uses = true;
  bpl_expect (p, BPL_TOK_USES);
  bpl_expect (p, BPL_TOK_LBRACE);
  uint32_t mark = p->stack.len;
  while (bpl_at (p, BPL_TOK_HIDEABLE) || bpl_at (p, BPL_TOK_AXIOM)) parse_axiom (p);
  BPL_KEEP (p, &decl->axioms, mark);
  bpl_expect (p, BPL_TOK_RBRACE);
}

/* "const" attrs ["unique"] ids ":" Type (";" | uses) */
static void parse_consts (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_CONST);
  bpl_next (p);
  decl->attrs = bpl_parse_attrs (p);
  bool unique = bpl_accept (p, BPL_TOK_UNIQUE);
  bpl_idents ids = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_COLON);
  bpl_type *type = bpl_parse_type (p);
  decl->vars.data = WR_NEW (p->arena, bpl_var *, ids.len);
  decl->vars.len = ids.len;
  for (uint32_t i = 0; i < ids.len; i++) {
    bpl_var *var = decl->vars.data[i] = WR_NEW (p->arena, bpl_var, 1);
    *var = (bpl_var){.id = ids.data[i],
                     .kind = BPL_VAR_CONST,
                     .attrs = decl->attrs,
                     .type = type,
                     .unique = unique,
                     .group_first = i == 0,
                     .decl = decl};
  }
  if (bpl_at (p, BPL_TOK_USES))
    parse_uses (p, decl);
  else if (!bpl_accept (p, BPL_TOK_SEMICOLON))
    bpl_syntax_error (p, "`;` or `uses`");
  push_decl (p, decl);
}

static void parse_globals (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_VAR);
  uint32_t mark = p->stack.len;
  decl->attrs = bpl_parse_var_decl (p, BPL_VAR_GLOBAL);
  BPL_KEEP (p, &decl->vars, mark);
  for (uint32_t i = 0; i < decl->vars.len; i++) {
    decl->vars.data[i]->decl = decl;
    decl->vars.data[i]->attrs = decl->attrs;
  }
  push_decl (p, decl);
}

/* -- functions ------------------------------------------------------------------------------------ */

static bool is_bare_name (const bpl_type *type) {
  return type->kind == BPL_TYPE_NAME && type->args.len == 0;
}

/* attrs Type [":" Type] */
static bpl_var *parse_var_or_type (struct bpl_parser *p) {
  bpl_var *var = WR_NEW (p->arena, bpl_var, 1);
  var->kind = BPL_VAR_FORMAL;
  var->group_first = true;
  var->attrs = bpl_parse_attrs (p);
  var->type = bpl_parse_type (p);
  var->id.span = var->type->span;
  if (bpl_accept (p, BPL_TOK_COLON)) {
    if (is_bare_name (var->type))
      var->id = var->type->name;
    else
      bpl_error (p, WR_CODE_BAD_PARAMETER, "expected a name before `:`");
    var->type = bpl_parse_type (p);
  }
  return var;
}

/* A lone name in a list with names takes the type of the next parameter that has one. */
static void name_parameters (struct bpl_parser *p, bpl_vars *vars) {
  bool named = false;
  for (uint32_t i = 0; i < vars->len; i++) named |= vars->data[i]->id.name.ix != 0;
  if (!named || p->decl_errors) return;
  bpl_type *type = NULL;
  for (uint32_t i = vars->len; i-- > 0;) {
    bpl_var *var = vars->data[i];
    if (var->id.name.ix) {
      type = var->type;
    } else if (!type) {
      wr_diag_add (p->diags, WR_CODE_BAD_PARAMETER, var->id.span, "the last parameter has no type");
      return;
    } else if (is_bare_name (var->type)) {
      var->id = var->type->name;
      var->type = type;
      vars->data[i + 1]->group_first = false;
    } else {
      wr_diag_add (p->diags, WR_CODE_BAD_PARAMETER, var->id.span, "this parameter has no name");
    }
  }
}

/* "(" [VarOrType {"," VarOrType}] ")" ("returns" "(" VarOrType ")" | ":" Type) */
static void parse_function_type (struct bpl_parser *p, bpl_decl *decl) {
  uint32_t mark = p->stack.len;
  bpl_expect (p, BPL_TOK_LPAREN);
  if (bpl_at (p, BPL_TOK_LBRACE) || bpl_at_type (p)) {
    do bpl_push (p, parse_var_or_type (p));
    while (bpl_accept (p, BPL_TOK_COMMA));
  }
  BPL_KEEP (p, &decl->ins, mark);
  bpl_expect (p, BPL_TOK_RPAREN);
  bpl_var *result = WR_NEW (p->arena, bpl_var, 1);
  result->kind = BPL_VAR_FORMAL;
  result->group_first = true;
  if (bpl_accept (p, BPL_TOK_RETURNS)) {
    bpl_expect (p, BPL_TOK_LPAREN);
    result = parse_var_or_type (p);
    bpl_expect (p, BPL_TOK_RPAREN);
  } else if (bpl_accept (p, BPL_TOK_COLON)) {
    decl->result_colon = true;
    result->type = bpl_parse_type (p);
    result->id.span = result->type->span;
  } else {
    bpl_syntax_error (p, "`returns` or `:`");
    result->type = WR_NEW (p->arena, bpl_type, 1);
  }
  bpl_push (p, result);
  BPL_KEEP (p, &decl->outs, mark);
}

/* {:name} or {:name true}; the first attribute of this name decides. */
static bool is_set (struct bpl_parser *p, const bpl_attr *attrs, const char *name) {
  const bpl_attr *a = bpl_attr_find (p->symbols, attrs, name);
  if (!a) return false;
  return a->arg_count == 0 ||
         (a->arg_count == 1 && a->args[0].expr && a->args[0].expr->kind == BPL_EXPR_TRUE);
}

/* ["revealed"] "function" attrs Ident [tparams] type (";" | "{" Expr "}" [uses] | uses) */
static void parse_function (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_FUNCTION);
  decl->revealed = bpl_accept (p, BPL_TOK_REVEALED);
  bpl_expect (p, BPL_TOK_FUNCTION);
  decl->attrs = bpl_parse_attrs (p);
  decl->at = p->look.begin;
  decl->id = bpl_parse_ident (p);
  if (bpl_at (p, BPL_TOK_LT)) decl->params = bpl_parse_tparams (p);
  parse_function_type (p, decl);
  if (bpl_accept (p, BPL_TOK_LBRACE)) {
    decl->body_expr = bpl_parse_expr (p);
    bpl_expect (p, BPL_TOK_RBRACE);
    if (bpl_at (p, BPL_TOK_USES)) parse_uses (p, decl);
  } else if (bpl_at (p, BPL_TOK_USES)) {
    parse_uses (p, decl);
  } else if (!bpl_accept (p, BPL_TOK_SEMICOLON)) {
    bpl_syntax_error (p, "`;`, a body, or `uses`");
  }
  name_parameters (p, &decl->ins);
  if (decl->body_expr && is_set (p, decl->attrs, "define")) {
    if (is_set (p, decl->attrs, "inline"))
      bpl_error (p, WR_CODE_INLINE_AND_DEFINE, "a function is either {:inline} or {:define}");
    else if (decl->params.len)
      bpl_error (p, WR_CODE_DEFINE_POLYMORPHIC, "a function with {:define} has no type parameters");
  }
  push_decl (p, decl);
}

/* -- types ---------------------------------------------------------------------------------------- */

/* Ident {Ident} ["=" Type] */
static void parse_type_decl (struct bpl_parser *p, uint32_t begin, bpl_attr *attrs, bool first) {
  bpl_decl *decl = new_decl (p, BPL_DECL_TYPE);
  decl->span.begin = begin;
  decl->attrs = attrs;
  decl->type_group_first = first;
  decl->id = bpl_parse_ident (p);
  uint32_t mark = p->idents.len;
  while (bpl_at_ident (p)) {
    bpl_ident id = bpl_parse_ident (p);
    WR_VEC_PUSH (&p->idents, id);
  }
  decl->params = bpl_tparams_of (p, bpl_keep_idents (p, mark));
  if (bpl_accept (p, BPL_TOK_ASSIGN)) decl->body_type = bpl_parse_type (p);
  push_decl (p, decl);
}

static void parse_types (struct bpl_parser *p) {
  uint32_t begin = p->look.begin;
  bpl_next (p);
  bpl_attr *attrs = bpl_parse_attrs (p);
  bool first = true;
  do {
    parse_type_decl (p, first ? begin : p->look.begin, attrs, first);
    first = false;
  } while (bpl_accept (p, BPL_TOK_COMMA));
  bpl_expect (p, BPL_TOK_SEMICOLON);
}

/* Ident "(" [fields] ")" */
static struct bpl_constructor *parse_constructor (struct bpl_parser *p, bpl_decl *decl) {
  struct bpl_constructor *c = WR_NEW (p->arena, struct bpl_constructor, 1);
  c->datatype = decl;
  c->id = bpl_parse_ident (p);
  bpl_expect (p, BPL_TOK_LPAREN);
  uint32_t mark = p->stack.len;
  if (bpl_at (p, BPL_TOK_LBRACE) || bpl_at_ident (p))
    bpl_parse_vars (p, BPL_VAR_FORMAL, BPL_WHERE_FIELD);
  BPL_KEEP (p, &c->fields, mark);
  for (uint32_t i = 0; i < c->fields.len; i++) c->fields.data[i]->decl = decl;
  bpl_expect (p, BPL_TOK_RPAREN);
  return c;
}

/* "datatype" attrs Ident [tparams] "{" Constructor {"," Constructor} "}" */
static void parse_datatype (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_DATATYPE);
  bpl_next (p);
  decl->attrs = bpl_parse_attrs (p);
  decl->at = p->look.begin;
  decl->id = bpl_parse_ident (p);
  if (bpl_at (p, BPL_TOK_LT)) decl->params = bpl_parse_tparams (p);
  bpl_expect (p, BPL_TOK_LBRACE);
  uint32_t mark = p->stack.len;
  wr_map names = {0};
  do {
    struct bpl_constructor *c = parse_constructor (p, decl);
    if (c->id.name.ix && wr_map_has (&names, c->id.name.ix))
      bpl_error (p, WR_CODE_DUPLICATE_CONSTRUCTOR, "constructor `%.*s` is declared twice",
                 WR_STR_ARGS (wr_symbol_text (p->symbols, c->id.name)));
    wr_map_put (&names, c->id.name.ix, 1);
    bpl_push (p, c);
  } while (bpl_accept (p, BPL_TOK_COMMA));
  wr_map_free (&names);
  decl->constructors.len = p->stack.len - mark;
  decl->constructors.data = WR_NEW (p->arena, struct bpl_constructor, decl->constructors.len);
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    decl->constructors.data[i] = *(struct bpl_constructor *)p->stack.data[mark + i];
    decl->constructors.data[i].index = i;
  }
  p->stack.len = mark;
  bpl_expect (p, BPL_TOK_RBRACE);
  push_decl (p, decl);
}

bool bpl_begins_decl (enum bpl_token_kind kind) {
  switch ((int)kind) {
  case BPL_TOK_PROCEDURE:
  case BPL_TOK_IMPLEMENTATION:
  case BPL_TOK_CONST:
  case BPL_TOK_FUNCTION:
  case BPL_TOK_REVEALED:
  case BPL_TOK_AXIOM:
  case BPL_TOK_HIDEABLE:
  case BPL_TOK_TYPE:
  case BPL_TOK_DATATYPE:
  case BPL_TOK_VAR:
  case BPL_TOK_PURE: return true;
  default: return false;
  }
}

static bool at_decl (const struct bpl_parser *p) {
  return bpl_begins_decl (p->look.kind) || p->look.kind == BPL_TOK_END ||
         p->look.kind == BPL_TOK_YIELD;
}

/* -- procedures ----------------------------------------------------------------------------------- */

static bpl_vars parse_formals (struct bpl_parser *p, enum bpl_var_kind kind, bool implementation) {
  bpl_vars vars = {NULL, 0};
  bpl_expect (p, BPL_TOK_LPAREN);
  uint32_t mark = p->stack.len;
  if (bpl_at (p, BPL_TOK_LBRACE) || bpl_at_ident (p))
    bpl_parse_vars (p, kind, implementation ? BPL_WHERE_IMPLEMENTATION : BPL_WHERE_ALLOWED);
  BPL_KEEP (p, &vars, mark);
  bpl_expect (p, BPL_TOK_RPAREN);
  return vars;
}

/* attrs Ident [tparams] formals ["returns" formals] */
static void parse_signature (struct bpl_parser *p, bpl_decl *decl) {
  bool implementation = decl->kind == BPL_DECL_IMPLEMENTATION;
  decl->attrs = bpl_parse_attrs (p);
  decl->at = p->look.begin;
  decl->id = bpl_parse_ident (p);
  if (bpl_at (p, BPL_TOK_LT)) decl->params = bpl_parse_tparams (p);
  decl->ins = parse_formals (p, BPL_VAR_IN, implementation);
  if (bpl_accept (p, BPL_TOK_RETURNS)) decl->outs = parse_formals (p, BPL_VAR_OUT, implementation);
}

static bool at_spec (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_MODIFIES:
  case BPL_TOK_FREE:
  case BPL_TOK_REQUIRES:
  case BPL_TOK_ENSURES:
  case BPL_TOK_MEASURE:
  case BPL_TOK_REFINES:
  case BPL_TOK_PRESERVES:
  case BPL_TOK_ASSERTS: return true;
  default: return false;
  }
}

/* attrs Expr ";" after "requires" or "ensures"; false for a CIVL call. */
static bool parse_condition (struct bpl_parser *p, struct bpl_spec *spec) {
  spec->at = p->look.begin;
  spec->kind = bpl_at (p, BPL_TOK_ENSURES) ? BPL_SPEC_ENSURES : BPL_SPEC_REQUIRES;
  if (!bpl_at (p, BPL_TOK_ENSURES) && !bpl_at (p, BPL_TOK_REQUIRES)) {
    bpl_syntax_error (p, "`requires` or `ensures`");
    return false;
  }
  bpl_next (p);
  spec->attrs = bpl_parse_attrs (p);
  if (bpl_at (p, BPL_TOK_CALL) || bpl_at (p, BPL_TOK_ASYNC)) {
    bpl_civl (p, bpl_span_of (p, p->look), "a call in a specification");
    bpl_skip_past_semicolon (p);
    return false;
  }
  spec->exprs.data = WR_NEW (p->arena, bpl_expr *, 1);
  spec->exprs.len = 1;
  spec->exprs.data[0] = bpl_parse_expr (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return true;
}

static void parse_spec (struct bpl_parser *p) {
  struct bpl_spec *spec = WR_NEW (p->arena, struct bpl_spec, 1);
  uint32_t begin = spec->at = p->look.begin;
  bool keep = true;
  if (bpl_accept (p, BPL_TOK_MODIFIES)) {
    spec->kind = BPL_SPEC_MODIFIES;
    if (bpl_at_ident (p)) spec->idents = bpl_parse_idents (p);
    bpl_expect (p, BPL_TOK_SEMICOLON);
  } else if (bpl_at (p, BPL_TOK_MEASURE)) {
    bpl_parse_measure (p, spec);
  } else if (bpl_at (p, BPL_TOK_REFINES) || bpl_at (p, BPL_TOK_PRESERVES) ||
             bpl_at (p, BPL_TOK_ASSERTS)) {
    bpl_civl (p, bpl_span_of (p, p->look), "this clause");
    bpl_skip_past_semicolon (p);
    keep = false;
  } else {
    spec->free = bpl_accept (p, BPL_TOK_FREE);
    keep = parse_condition (p, spec);
  }
  spec->span = bpl_span_from (p, begin);
  if (keep) bpl_push (p, spec);
}

static void parse_specs (struct bpl_parser *p, bpl_decl *decl) {
  uint32_t mark = p->stack.len;
  while (at_spec (p)) {
    parse_spec (p);
    bool lost = p->distance < BPL_ERROR_DISTANCE && p->decl_errors && !at_spec (p) &&
                !bpl_at (p, BPL_TOK_LBRACE) && p->last.kind != BPL_TOK_SEMICOLON;
    if (lost && (!at_decl (p) || bpl_at (p, BPL_TOK_VAR))) bpl_skip_past_semicolon (p);
  }
  bpl_keep_specs (p, &decl->specs, mark);
}

/* ["pure"] "procedure" signature (";" {Spec} | {Spec} Body) */
static void parse_procedure (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_PROCEDURE);
  decl->pure = bpl_accept (p, BPL_TOK_PURE);
  if (decl->pure && bpl_at_civl_decl (p)) {
    bpl_skip_civl_decl (p);
    return;
  }
  bpl_expect (p, BPL_TOK_PROCEDURE);
  parse_signature (p, decl);
  if (bpl_accept (p, BPL_TOK_SEMICOLON)) {
    parse_specs (p, decl);
  } else if (at_spec (p) || bpl_at (p, BPL_TOK_LBRACE)) {
    parse_specs (p, decl);
    decl->body = bpl_parse_body (p);
  } else {
    bpl_syntax_error (p, "`;`, a specification, or a body");
  }
  push_decl (p, decl);
}

static void parse_implementation (struct bpl_parser *p) {
  bpl_decl *decl = new_decl (p, BPL_DECL_IMPLEMENTATION);
  bpl_next (p);
  parse_signature (p, decl);
  decl->body = bpl_parse_body (p);
  push_decl (p, decl);
}

/* -- files ----------------------------------------------------------------------------------------- */

/* Reads one declaration if there is one. */
static bool parse_decl (struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_CONST: parse_consts (p); return true;
  case BPL_TOK_FUNCTION:
  case BPL_TOK_REVEALED: parse_function (p); return true;
  case BPL_TOK_AXIOM:
  case BPL_TOK_HIDEABLE: parse_axiom (p); return true;
  case BPL_TOK_TYPE: parse_types (p); return true;
  case BPL_TOK_DATATYPE: parse_datatype (p); return true;
  case BPL_TOK_VAR: parse_globals (p); return true;
  case BPL_TOK_PROCEDURE:
  case BPL_TOK_PURE: parse_procedure (p); return true;
  case BPL_TOK_IMPLEMENTATION: parse_implementation (p); return true;
  default: break;
  }
  if (!bpl_at_civl_decl (p)) return false;
  bpl_skip_civl_decl (p);
  return true;
}

/* To the next declaration; inside braces only to one that cannot stand there. */
static void recover (struct bpl_parser *p) {
  uint32_t braces = 0;
  do {
    if (bpl_at (p, BPL_TOK_LBRACE)) braces++;
    if (bpl_at (p, BPL_TOK_RBRACE) && braces) braces--;
    bpl_next (p);
    if (bpl_at (p, BPL_TOK_PROCEDURE) || bpl_at (p, BPL_TOK_IMPLEMENTATION)) braces = 0;
    bool let = bpl_at (p, BPL_TOK_VAR) && p->last.kind != BPL_TOK_SEMICOLON &&
               p->last.kind != BPL_TOK_RBRACE;
    if (braces == 0 && at_decl (p) && !let) break;
  } while (!bpl_at (p, BPL_TOK_END));
  p->distance = BPL_ERROR_DISTANCE;
}

void bpl_parse_decls (struct bpl_parser *p) {
  while (!bpl_at (p, BPL_TOK_END) && !wr_cancelled (p->cancel)) {
    p->decl_errors = 0;
    if (!parse_decl (p)) {
      bpl_syntax_error (p, "a declaration");
      recover (p);
    }
    if (p->too_deep) {
      p->too_deep = false;
      p->look.kind = BPL_TOK_BAD; /* what was hidden behind the end of the file */
      recover (p);
    }
  }
}
