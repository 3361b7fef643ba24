/* front/boogie/typecheck_apply.c -- functions, maps and datatypes applied to arguments. */
#include "front/boogie/resolve.h"
#include "front/boogie/typecheck.h"

bpl_type *bpl_data_type (bpl_checker *c, bpl_decl *datatype, bpl_types args) {
  uint64_t key = (uint64_t)(uintptr_t)datatype, found;
  if (!args.len && wr_map_get (&c->self_types, key, &found)) return (bpl_type *)(uintptr_t)found;
  wr_arena *arena = args.len ? c->typing.scratch : c->arena;
  bpl_type *type = WR_NEW (arena, bpl_type, 1);
  type->kind = BPL_TYPE_CON;
  type->decl = datatype;
  type->name.name = datatype->id.name;
  type->args.len = args.len;
  if (args.len) type->args.data = wr_arena_copy (arena, args.data, args.len, sizeof *args.data);
  bpl_type_seal (type);
  type->has_proxy = args.len > 0;
  if (!args.len) wr_map_put (&c->self_types, key, (uint64_t)(uintptr_t)type);
  return type;
}

/* -- functions and constructors ----------------------------------------------------------------------------- */

static bool check_arguments (bpl_checker *c, bpl_expr *e, bpl_tparams params, bpl_vars formals) {
  bool ok = true;
  for (uint32_t i = 0; i < formals.len; i++) {
    bpl_expr *arg = e->args.data[i];
    bpl_type *want =
        bpl_instantiate (&c->typing, formals.data[i]->type, params, &e->u.call.type_args);
    if (!bpl_is_mismatch (c, want, arg->type)) continue;
    ok = false;
    wr_diag *d = wr_diag_add (c->diags, WR_CODE_ARGUMENT_TYPE, bpl_expr_place (arg),
                              "argument %u of `%s` has type %s, not %s", i + 1,
                              bpl_show_name (c, e->ident.name), bpl_show_type (c, arg->type),
                              bpl_show_type (c, want));
    wr_diag_note (c->diags, d, formals.data[i]->id.span, "the argument is declared here");
  }
  return ok;
}

bpl_type *bpl_type_of_call (bpl_checker *c, bpl_expr *e) {
  bpl_decl *decl = e->u.call.decl;
  struct bpl_constructor *constructor = e->u.call.constructor;
  bpl_vars formals = constructor ? constructor->fields : decl->ins;
  if (e->args.len != formals.len) {
    wr_diag *d = wr_diag_add (c->diags, WR_CODE_ARGUMENT_COUNT, bpl_expr_place (e),
                              "`%s` takes %u argument%s, not %u", bpl_show_name (c, e->ident.name),
                              formals.len, formals.len == 1 ? "" : "s", e->args.len);
    wr_diag_note (c->diags, d, constructor ? constructor->id.span : decl->id.span, "declared here");
    return c->typing.error;
  }
  if (decl->params.len) bpl_instances (&c->typing, decl->params, &e->u.call.type_args);
  if (!check_arguments (c, e, decl->params, formals)) return c->typing.error;
  if (constructor) return bpl_data_type (c, decl, e->u.call.type_args);
  return bpl_instantiate (&c->typing, decl->outs.data[0]->type, decl->params, &e->u.call.type_args);
}

/* -- maps ------------------------------------------------------------------------------------------------------ */

static bpl_type *index_proxy (bpl_checker *c, bpl_type *map, bpl_expr *const *index, uint32_t count,
                              bpl_types *type_args) {
  bpl_typing *t = &c->typing;
  bpl_type **types = WR_NEW (t->scratch, bpl_type *, count);
  for (uint32_t i = 0; i < count; i++) types[i] = index[i]->type;
  bpl_type *result = bpl_proxy (t);
  return bpl_proxy_use (t, map, types, count, result, type_args) ? result : NULL;
}

static bpl_type *index_map (bpl_checker *c, bpl_type *map, bpl_expr *const *index,
                            bpl_types *type_args, const char *what) {
  bpl_typing *t = &c->typing;
  bool ok = true;
  if (map->params.len) bpl_instances (t, map->params, type_args);
  for (uint32_t i = 0; i < map->args.len; i++) {
    bpl_type *want = bpl_instantiate (t, map->args.data[i], map->params, type_args);
    if (!bpl_is_mismatch (c, want, index[i]->type)) continue;
    ok = false;
    wr_diag_add (c->diags, WR_CODE_INDEX_TYPE, bpl_expr_place (index[i]),
                 "index %u of this %s has type %s, not %s", i + 1, what,
                 bpl_show_type (c, index[i]->type), bpl_show_type (c, want));
  }
  return ok ? bpl_instantiate (t, map->result, map->params, type_args) : t->error;
}

bpl_type *bpl_type_of_index (bpl_checker *c, bpl_type *map, bpl_expr *const *index, uint32_t count,
                             bpl_types *type_args, wr_span at, const char *what) {
  bpl_type *head = bpl_type_head (map), *result = NULL;
  if (head->kind == BPL_TYPE_ERROR) return head;
  if (head->kind == BPL_TYPE_PROXY) result = index_proxy (c, head, index, count, type_args);
  if (head->kind == BPL_TYPE_MAP && head->args.len == count)
    return index_map (c, head, index, type_args, what);
  if (result) return result;
  if (head->kind == BPL_TYPE_MAP)
    wr_diag_add (c->diags, WR_CODE_INDEX_COUNT, at, "this map of type %s takes %u ind%s, not %u",
                 bpl_show_type (c, map), head->args.len, head->args.len == 1 ? "ex" : "ices",
                 count);
  else
    wr_diag_add (c->diags, WR_CODE_NOT_A_MAP, at, "an expression of type %s cannot be indexed",
                 bpl_show_type (c, map));
  return c->typing.error;
}

bpl_type *bpl_type_of_store (bpl_checker *c, bpl_expr *e) {
  bpl_type *map = e->args.data[0]->type;
  bpl_expr *value = e->args.data[e->args.len - 1];
  bpl_type *result = bpl_type_of_index (c, map, e->args.data + 1, e->args.len - 2,
                                        &e->u.select.type_args, bpl_expr_place (e), "map");
  if (result->kind == BPL_TYPE_ERROR) return map;
  if (bpl_is_mismatch (c, result, value->type))
    wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, bpl_expr_place (value),
                 "the map holds values of type %s here, not %s", bpl_show_type (c, result),
                 bpl_show_type (c, value->type));
  return map;
}

/* -- datatypes -------------------------------------------------------------------------------------------------- */

static bpl_decl *datatype_of (bpl_checker *c, bpl_type *type, wr_span at, const char *what) {
  bpl_type *head = bpl_type_head (type);
  if (head->kind == BPL_TYPE_ERROR) return NULL;
  if (head->kind == BPL_TYPE_CON && head->decl->kind == BPL_DECL_DATATYPE) return head->decl;
  wr_diag_add (c->diags, WR_CODE_NOT_A_DATATYPE, at, "%s needs a datatype, but %s is not one", what,
               bpl_show_type (c, type));
  return NULL;
}

bpl_type *bpl_type_of_is (bpl_checker *c, bpl_expr *e) {
  wr_span at = bpl_expr_place (e);
  bpl_decl *decl = datatype_of (c, e->args.data[0]->type, at, "`is`");
  if (!decl) return c->typing.boolean;
  for (uint32_t i = 0; i < decl->constructors.len; i++)
    if (decl->constructors.data[i].id.name.ix == e->ident.name.ix)
      e->u.data.constructor = &decl->constructors.data[i];
  if (!e->u.data.constructor) {
    wr_diag *d = wr_diag_add (c->diags, WR_CODE_UNKNOWN_CONSTRUCTOR, at,
                              "datatype `%s` has no constructor `%s`",
                              bpl_show_name (c, decl->id.name), bpl_show_name (c, e->ident.name));
    wr_diag_note (c->diags, d, decl->id.span, "declared here");
  }
  return c->typing.boolean;
}

bpl_type *bpl_type_of_field (bpl_checker *c, bpl_type *type, bpl_ident field, wr_span at,
                             struct bpl_constructor **constructor, uint32_t *ix) {
  bpl_decl *decl = datatype_of (c, type, at, "`->`");
  if (!decl) return c->typing.error;
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    struct bpl_constructor *k = &decl->constructors.data[i];
    for (uint32_t f = 0; f < k->fields.len; f++) {
      if (k->fields.data[f]->id.name.ix != field.name.ix) continue;
      *constructor = k;
      *ix = f;
      return bpl_instantiate (&c->typing, k->fields.data[f]->type, decl->params,
                              &bpl_type_head (type)->args);
    }
  }
  wr_diag *d = wr_diag_add (c->diags, WR_CODE_UNKNOWN_FIELD, at, "datatype `%s` has no field `%s`",
                            bpl_show_name (c, decl->id.name), bpl_show_name (c, field.name));
  wr_diag_note (c->diags, d, decl->id.span, "declared here");
  return c->typing.error;
}
