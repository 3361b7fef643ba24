/* Types under an environment, their sorts, and instances of declarations at ground types. */
#include "front/boogie/lowering.h"

#include "base/bigint.h"

/* -- canonical ground types ---------------------------------------------------------------------- */

static uint64_t type_hash (const bpl_type *t) {
  t = bpl_type_head (t);
  uint64_t hash = wr_hash_mix (t->kind, WR_KEY2 (t->bits, t->exponent));
  switch (t->kind) {
  case BPL_TYPE_PARAM: return wr_hash_mix (hash, (uint64_t)(uintptr_t)t->param);
  case BPL_TYPE_CON: hash = wr_hash_mix (hash, (uint64_t)(uintptr_t)t->decl); break;
  case BPL_TYPE_MAP: return wr_hash_mix (hash, WR_KEY2 (t->args.len, t->params.len));
  case BPL_TYPE_ERROR:
  case BPL_TYPE_BOOL:
  case BPL_TYPE_INT:
  case BPL_TYPE_REAL:
  case BPL_TYPE_NAME:
  case BPL_TYPE_BV:
  case BPL_TYPE_FLOAT:
  case BPL_TYPE_RMODE:
  case BPL_TYPE_STRING:
  case BPL_TYPE_REGEX:
  case BPL_TYPE_SYNONYM:
  case BPL_TYPE_PROXY: break;
  }
  for (uint32_t i = 0; i < t->args.len; i++) hash = wr_hash_mix (hash, type_hash (t->args.data[i]));
  return hash;
}

struct ground_key {
  const struct bpl_instances *in;
  const bpl_type *type;
};

static bool same_ground (const void *ctx, uint32_t item) {
  const struct ground_key *key = ctx;
  return bpl_type_equal (key->in->ground.data[item], key->type);
}

bpl_type *bpl_ground_intern (struct bpl_instances *in, const bpl_type *type) {
  type = bpl_type_head (type);
  struct ground_key key = {in, type};
  uint64_t hash = type_hash (type);
  uint32_t found = wr_index_find (&in->ground_index, hash, same_ground, &key);
  if (found != UINT32_MAX) return in->ground.data[found];
  bpl_type *copy = wr_arena_copy (in->arena, type, 1, sizeof *type);
  WR_VEC_PUSH (&in->ground, copy);
  wr_index_add (&in->ground_index, hash, in->ground.len - 1);
  return copy;
}

bpl_type *bpl_ground (bpl_lowering *lo, const bpl_type *type) {
  const bpl_type *head = bpl_type_head (type);
  if (head->has_param && lo->type_env.len) {
    WR_VEC (bpl_tparam *) params = {0};
    WR_VEC (bpl_type *) args = {0};
    for (uint32_t i = lo->type_env.len; i-- > 0;) {
      WR_VEC_PUSH (&params, (bpl_tparam *)lo->type_env.data[i].param);
      WR_VEC_PUSH (&args, lo->type_env.data[i].type);
    }
    bpl_tparams list = {params.data, params.len};
    head = bpl_type_head (bpl_type_substitute (lo->arena, (bpl_type *)head, list, args.data));
    WR_VEC_FREE (&params);
    WR_VEC_FREE (&args);
  }
  return bpl_ground_intern (lo->instances, head);
}

void bpl_bind_type (bpl_lowering *lo, const bpl_tparam *param, bpl_type *ground) {
  WR_VEC_PUSH (&lo->type_env, ((struct bpl_type_binding){param, ground}));
}

void bpl_unbind_types (bpl_lowering *lo, uint32_t count) {
  WR_ASSERT (count <= lo->type_env.len);
  lo->type_env.len -= count;
}

/* A polymorphic map binds its own parameters: they are not opaque sorts. */
static bool opaque_below (const bpl_type *t, const bpl_tparam *const *own, uint32_t own_count) {
  t = bpl_type_head (t);
  if (!t->has_param) return false;
  if (t->kind == BPL_TYPE_PARAM) {
    for (uint32_t i = 0; i < own_count; i++) {
      if (own[i] == t->param) return false;
    }
    return true;
  }
  WR_VEC (const bpl_tparam *) inner = {0};
  for (uint32_t i = 0; i < own_count; i++) WR_VEC_PUSH (&inner, own[i]);
  if (t->kind == BPL_TYPE_MAP) {
    for (uint32_t i = 0; i < t->params.len; i++) WR_VEC_PUSH (&inner, t->params.data[i]);
  }
  bool opaque = t->kind == BPL_TYPE_MAP && opaque_below (t->result, inner.data, inner.len);
  for (uint32_t i = 0; i < t->args.len && !opaque; i++) {
    opaque = opaque_below (t->args.data[i], inner.data, inner.len);
  }
  WR_VEC_FREE (&inner);
  return opaque;
}

bool bpl_type_is_opaque (const bpl_type *ground) { return opaque_below (ground, NULL, 0); }

/* -- instances ------------------------------------------------------------------------------------ */

struct instance_key {
  const struct bpl_instances *in;
  const void *decl;
  bpl_type *const *args;
  uint32_t count;
};

static bool same_instance (const void *ctx, uint32_t item) {
  const struct instance_key *key = ctx;
  const struct bpl_instance *have = &key->in->all.data[item];
  if (have->decl != key->decl || have->count != key->count) return false;
  for (uint32_t i = 0; i < key->count; i++) {
    if (have->args[i] != key->args[i]) return false;
  }
  return true;
}

static uint64_t instance_hash (const void *decl, bpl_type *const *args, uint32_t count) {
  uint64_t hash = wr_hash_mix (count, (uint64_t)(uintptr_t)decl);
  for (uint32_t i = 0; i < count; i++) hash = wr_hash_mix (hash, (uint64_t)(uintptr_t)args[i]);
  return hash;
}

uint32_t bpl_instance_find (const bpl_lowering *lo, const void *decl, bpl_type *const *args,
                            uint32_t count) {
  struct instance_key key = {lo->instances, decl, args, count};
  uint64_t hash = instance_hash (decl, args, count);
  return wr_index_find (&lo->instances->index, hash, same_instance, &key);
}

uint32_t bpl_instance_of (bpl_lowering *lo, const void *decl, bpl_type *const *args,
                          uint32_t count) {
  struct bpl_instances *in = lo->instances;
  uint32_t found = bpl_instance_find (lo, decl, args, count);
  if (found != UINT32_MAX) return found;
  struct bpl_instance made = {decl, wr_arena_copy (in->arena, args, count, sizeof *args), count};
  WR_VEC_PUSH (&in->all, made);
  uint32_t number = in->all.len - 1;
  wr_index_add (&in->index, instance_hash (decl, args, count), number);
  WR_VEC_PUSH (&in->previous, (uint32_t)wr_map_or (&in->by_decl, (uint64_t)(uintptr_t)decl, 0));
  wr_map_put (&in->by_decl, (uint64_t)(uintptr_t)decl, number + 1);
  return number;
}

void bpl_instances_free (struct bpl_instances *in) {
  WR_VEC_FREE (&in->all);
  WR_VEC_FREE (&in->ground);
  WR_VEC_FREE (&in->previous);
  WR_VEC_FREE (&in->opaque[0]);
  WR_VEC_FREE (&in->opaque[1]);
  WR_VEC_FREE (&in->unions);
  wr_index_free (&in->index);
  wr_index_free (&in->ground_index);
  wr_map_free (&in->by_decl);
}

bpl_type *bpl_opaque_type (bpl_lowering *lo, bpl_tparam *param) {
  bpl_type type = {
      .kind = BPL_TYPE_PARAM, .param = param, .has_param = true, .depth = 1, .weight = 1};
  type.name = param->id;
  return bpl_ground_intern (lo->instances, &type);
}

wr_symbol bpl_instance_name (bpl_lowering *lo, wr_symbol name, bpl_type *const *args,
                             uint32_t count) {
  if (!count) return name;
  wr_buf buf = {0};
  wr_buf_add (&buf, wr_symbol_text (lo->symbols, name));
  for (uint32_t i = 0; i < count; i++) {
    wr_buf_add (&buf, i ? WR_LIT (", ") : WR_LIT ("<"));
    bpl_print_type (&buf, lo->symbols, args[i]);
  }
  wr_buf_add_char (&buf, '>');
  wr_symbol result = wr_intern (lo->symbols, wr_buf_str (&buf));
  wr_buf_free (&buf);
  return result;
}

/* -- sorts ----------------------------------------------------------------------------------------- */

static wr_symbol type_name (bpl_lowering *lo, const bpl_type *ground) {
  wr_buf buf = {0};
  bpl_print_type (&buf, lo->symbols, ground);
  wr_symbol name = wr_intern (lo->symbols, wr_buf_str (&buf));
  wr_buf_free (&buf);
  return name;
}

static wr_sort constructor_sort (bpl_lowering *lo, bpl_type *ground) {
  const bpl_decl *decl = ground->decl;
  const bpl_attr *builtin = bpl_attr_get (lo, decl->attrs, "builtin");
  if (builtin) {
    wr_symbol text = bpl_attr_text (lo, decl->attrs, "builtin");
    bool is_seq = text.ix && wr_str_equal (wr_symbol_text (lo->symbols, text), WR_LIT ("Seq"));
    if (is_seq && ground->args.len == 1) {
      return wr_sort_seq (
          lo->core, bpl_ground_sort (lo, bpl_ground_intern (lo->instances, ground->args.data[0])));
    }
    bpl_unsupported (lo, builtin->span, "this built-in type is not known");
  }
  wr_symbol name = bpl_fresh_name (lo, &lo->sort_names, type_name (lo, ground));
  if (decl->kind != BPL_DECL_DATATYPE) return wr_sort_named (lo->core, name);
  WR_VEC_PUSH (&lo->pending_data, ground);
  return wr_datatype_declare (lo->core, name);
}

static void note_map (bpl_lowering *lo, const bpl_type *ground) {
  WR_VEC (bpl_type *) parts = {0};
  for (uint32_t i = 0; i < ground->args.len; i++) {
    WR_VEC_PUSH (&parts, bpl_ground_intern (lo->instances, ground->args.data[i]));
  }
  WR_VEC_PUSH (&parts, bpl_ground_intern (lo->instances, ground->result));
  bpl_instance_of (lo, bpl_map_key (lo), parts.data, parts.len);
  WR_VEC_FREE (&parts);
}

static wr_sort map_sort (bpl_lowering *lo, bpl_type *ground) {
  if (ground->params.len) {
    return wr_sort_named (lo->core, bpl_fresh_name (lo, &lo->sort_names, type_name (lo, ground)));
  }
  WR_VEC (wr_sort) domain = {0};
  for (uint32_t i = 0; i < ground->args.len; i++) {
    wr_sort s = bpl_ground_sort (lo, bpl_ground_intern (lo->instances, ground->args.data[i]));
    WR_VEC_PUSH (&domain, s);
  }
  wr_sort range = bpl_ground_sort (lo, bpl_ground_intern (lo->instances, ground->result));
  note_map (lo, ground);
  wr_sort sort = wr_sort_map (lo->core, domain.data, domain.len, range);
  WR_VEC_FREE (&domain);
  return sort;
}

/* Solvers know no bitvectors of no bits: bv0 is a datatype with one value. */
static wr_sort bitvector_sort (bpl_lowering *lo, bpl_type *ground) {
  if (!ground->bits) {
    WR_VEC_PUSH (&lo->pending_data, ground);
    wr_symbol name = type_name (lo, ground);
    return wr_datatype_declare (lo->core, bpl_fresh_name (lo, &lo->sort_names, name));
  }
  if (ground->bits > WR_MAX_BITVECTOR) {
    bpl_unsupported (lo, ground->span, "a bitvector of more than %d bits", (int)WR_MAX_BITVECTOR);
    return wr_sort_bv (lo->core, 1);
  }
  return wr_sort_bv (lo->core, ground->bits);
}

static wr_sort new_sort (bpl_lowering *lo, bpl_type *ground) {
  switch (ground->kind) {
  case BPL_TYPE_BOOL: return wr_sort_simple (lo->core, WR_SORT_BOOL);
  case BPL_TYPE_INT: return wr_sort_simple (lo->core, WR_SORT_INT);
  case BPL_TYPE_REAL: return wr_sort_simple (lo->core, WR_SORT_REAL);
  case BPL_TYPE_RMODE: return wr_sort_simple (lo->core, WR_SORT_RMODE);
  case BPL_TYPE_STRING: return wr_sort_simple (lo->core, WR_SORT_STRING);
  case BPL_TYPE_REGEX: return wr_sort_simple (lo->core, WR_SORT_REGEX);
  case BPL_TYPE_BV: return bitvector_sort (lo, ground);
  case BPL_TYPE_FLOAT: return wr_sort_float (lo->core, ground->bits, ground->exponent);
  case BPL_TYPE_CON: return constructor_sort (lo, ground);
  case BPL_TYPE_MAP: return map_sort (lo, ground);
  case BPL_TYPE_PARAM:
    return wr_sort_named (lo->core, bpl_fresh_name (lo, &lo->sort_names, ground->param->id.name));
  case BPL_TYPE_ERROR:
    bpl_unsupported (lo, ground->span, "a type of this size");
    return wr_sort_simple (lo->core, WR_SORT_BOOL);
  case BPL_TYPE_NAME:
  case BPL_TYPE_SYNONYM:
  case BPL_TYPE_PROXY: break;
  }
  WR_UNREACHABLE ();
}

wr_sort bpl_ground_sort (bpl_lowering *lo, bpl_type *ground) {
  uint64_t key = (uint64_t)(uintptr_t)ground;
  uint64_t found = wr_map_or (&lo->sorts, key, 0);
  if (found) return (wr_sort){(uint32_t)found};
  wr_sort sort = new_sort (lo, ground);
  wr_map_put (&lo->sorts, key, sort.ix);
  wr_map_put (&lo->sort_types, sort.ix, key);
  return sort;
}

wr_sort bpl_sort (bpl_lowering *lo, const bpl_type *type) {
  wr_sort sort = bpl_ground_sort (lo, bpl_ground (lo, type));
  bpl_finish_datatypes (lo);
  return sort;
}

void bpl_declare_type (bpl_lowering *lo, const bpl_decl *decl) {
  bpl_type type = {.kind = BPL_TYPE_CON, .decl = (bpl_decl *)decl, .depth = 1, .weight = 1};
  type.name = decl->id;
  bpl_sort (lo, &type);
}

/* -- datatypes -------------------------------------------------------------------------------------- */

static void add_constructor (bpl_lowering *lo, wr_sort sort, const struct bpl_constructor *c,
                             wr_str suffix) {
  WR_VEC (wr_symbol) names = {0}, shown = {0};
  WR_VEC (wr_sort) sorts = {0};
  wr_str constructor = wr_symbol_text (lo->symbols, c->id.name);
  wr_symbol name = bpl_symf (lo, "%.*s%.*s", WR_STR_ARGS (constructor), WR_STR_ARGS (suffix));
  name = bpl_fresh_name (lo, &lo->func_names, name);
  for (uint32_t i = 0; i < c->fields.len; i++) {
    const bpl_var *field = c->fields.data[i];
    wr_str text = wr_symbol_text (lo->symbols, field->id.name);
    WR_VEC_PUSH (&shown, field->id.name);
    WR_VEC_PUSH (&names, bpl_symf (lo, "%.*s#%.*s", WR_STR_ARGS (text),
                                   WR_STR_ARGS (wr_symbol_text (lo->symbols, name))));
    WR_VEC_PUSH (&sorts, bpl_ground_sort (lo, bpl_ground (lo, field->type)));
  }
  wr_constructor_add (lo->core, sort, name, c->id.name, names.data, shown.data, sorts.data,
                      sorts.len);
  WR_VEC_FREE (&names);
  WR_VEC_FREE (&shown);
  WR_VEC_FREE (&sorts);
}

/* The type arguments of an instance, for names: "" or " int bool". */
static wr_str instance_suffix (bpl_lowering *lo, const bpl_type *ground) {
  if (!ground->args.len) return WR_LIT ("");
  wr_str whole = wr_symbol_text (lo->symbols, type_name (lo, ground));
  size_t skip = wr_symbol_text (lo->symbols, ground->decl->id.name).len;
  return skip < whole.len ? (wr_str){whole.ptr + skip, whole.len - skip} : whole;
}

static void add_constructors (bpl_lowering *lo, bpl_type *ground) {
  const bpl_decl *decl = ground->decl;
  wr_sort sort = bpl_ground_sort (lo, ground);
  for (uint32_t p = 0; p < decl->params.len; p++) {
    bpl_bind_type (lo, decl->params.data[p],
                   bpl_ground_intern (lo->instances, ground->args.data[p]));
  }
  for (uint32_t c = 0; c < decl->constructors.len; c++) {
    add_constructor (lo, sort, &decl->constructors.data[c], instance_suffix (lo, ground));
  }
  bpl_unbind_types (lo, decl->params.len);
}

static void add_no_bits (bpl_lowering *lo, bpl_type *ground) {
  wr_symbol shown = bpl_sym (lo, "0bv0"), name = bpl_fresh_name (lo, &lo->func_names, shown);
  wr_constructor_add (lo->core, bpl_ground_sort (lo, ground), name, shown, NULL, NULL, NULL, 0);
}

void bpl_finish_datatypes (bpl_lowering *lo) {
  if (lo->adding_data) return;
  lo->adding_data = true;
  for (uint32_t i = 0; i < lo->pending_data.len; i++) {
    bpl_type *ground = lo->pending_data.data[i];
    if (ground->kind == BPL_TYPE_BV)
      add_no_bits (lo, ground);
    else
      add_constructors (lo, ground);
  }
  lo->pending_data.len = 0;
  lo->adding_data = false;
}

wr_expr bpl_no_bits (bpl_lowering *lo, const bpl_type *type) {
  const struct wr_sort_info *info = wr_sort_info (lo->core, bpl_sort (lo, type));
  WR_REQUIRE (info->kind == WR_SORT_DATA);
  return wr_mk_construct (lo->core, lo->core->datatypes.data[info->a].first_constructor, NULL, 0);
}

uint32_t bpl_constructor_index (bpl_lowering *lo, wr_sort datatype,
                                const struct bpl_constructor *constructor) {
  bpl_finish_datatypes (lo);
  const struct wr_sort_info *info = wr_sort_info (lo->core, datatype);
  WR_REQUIRE (info->kind == WR_SORT_DATA);
  return lo->core->datatypes.data[info->a].first_constructor + constructor->index;
}

uint32_t bpl_field_index (bpl_lowering *lo, wr_sort datatype,
                          const struct bpl_constructor *constructor, uint32_t field) {
  uint32_t index = bpl_constructor_index (lo, datatype, constructor);
  return lo->core->constructors.data[index].first_field + field;
}
