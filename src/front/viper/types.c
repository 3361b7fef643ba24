/* front/viper/types.c -- interned types: constructors, substitution, printing. */
#include "front/viper/types.h"

#include "base/check.h"

struct vpr_type_table {
  wr_arena *arena;
  wr_index index;
  WR_VEC (vpr_type *) types;
  vpr_type *basic[VPR_TYPE_WAND + 1];
  bool overflow;
};

static void free_table (void *what) {
  vpr_type_table *table = what;
  wr_index_free (&table->index);
  WR_VEC_FREE (&table->types);
}

static bool is_basic (enum vpr_type_kind kind) {
  switch (kind) {
  case VPR_TYPE_ERROR:
  case VPR_TYPE_INT:
  case VPR_TYPE_BOOL:
  case VPR_TYPE_REF:
  case VPR_TYPE_PERM:
  case VPR_TYPE_IMPURE:
  case VPR_TYPE_PREDICATE:
  case VPR_TYPE_WAND: return true;
  case VPR_TYPE_SEQ:
  case VPR_TYPE_SET:
  case VPR_TYPE_MULTISET:
  case VPR_TYPE_MAP:
  case VPR_TYPE_NAME:
  case VPR_TYPE_DOMAIN:
  case VPR_TYPE_PARAM:
  case VPR_TYPE_VAR: break;
  }
  return false;
}

/* -- hash-consing ------------------------------------------------------------------------------ */

struct lookup {
  const vpr_type_table *table;
  const vpr_type *type;
};

static bool is_equal (const void *ctx, uint32_t item) {
  const struct lookup *lookup = ctx;
  const vpr_type *a = lookup->type, *b = lookup->table->types.data[item];
  if (a->kind != b->kind || a->decl != b->decl || a->param != b->param ||
      a->args.len != b->args.len)
    return false;
  for (uint32_t i = 0; i < a->args.len; i++)
    if (a->args.data[i] != b->args.data[i]) return false;
  return true;
}

static uint64_t hash_of (const vpr_type *type) {
  uint64_t hash = wr_hash_mix (type->kind, type->param);
  hash = wr_hash_mix (hash, (uint64_t)(uintptr_t)type->decl);
  for (uint32_t i = 0; i < type->args.len; i++)
    hash = wr_hash_mix (hash, type->args.data[i]->number);
  return hash;
}

static void seal (vpr_type *type) {
  type->depth = 1;
  type->weight = 1;
  type->has_var = type->kind == VPR_TYPE_VAR;
  type->has_param = type->kind == VPR_TYPE_PARAM;
  type->has_error = type->kind == VPR_TYPE_ERROR;
  for (uint32_t i = 0; i < type->args.len; i++) {
    const vpr_type *part = type->args.data[i];
    if (type->depth <= part->depth) type->depth = (uint16_t)(part->depth + 1);
    type->weight += part->weight;
    type->has_var |= part->has_var;
    type->has_param |= part->has_param;
    type->has_error |= part->has_error;
  }
}

static vpr_type *intern (vpr_type_table *table, const vpr_type *type) {
  struct lookup lookup = {table, type};
  uint64_t hash = hash_of (type);
  uint32_t item = wr_index_find (&table->index, hash, is_equal, &lookup);
  if (item != UINT32_MAX) return table->types.data[item];
  vpr_type *copy = wr_arena_copy (table->arena, type, 1, sizeof *type);
  copy->args.data =
      wr_arena_copy (table->arena, type->args.data, type->args.len, sizeof *type->args.data);
  seal (copy);
  if (copy->depth > VPR_MAX_TYPE_DEPTH || copy->weight > VPR_MAX_TYPE_WEIGHT) {
    table->overflow = true;
    return table->basic[VPR_TYPE_ERROR];
  }
  wr_index_add (&table->index, hash, table->types.len);
  WR_VEC_PUSH (&table->types, copy);
  copy->number = table->types.len;
  return copy;
}

vpr_type_table *vpr_type_table_new (wr_arena *arena) {
  vpr_type_table *table = WR_NEW (arena, vpr_type_table, 1);
  table->arena = arena;
  wr_arena_defer (arena, free_table, table);
  for (uint32_t kind = 0; kind <= VPR_TYPE_WAND; kind++)
    if (is_basic ((enum vpr_type_kind)kind))
      table->basic[kind] = intern (table, &(vpr_type){.kind = (enum vpr_type_kind)kind});
  return table;
}

/* -- constructors ------------------------------------------------------------------------------ */

vpr_type *vpr_type_basic (vpr_type_table *table, enum vpr_type_kind kind) {
  WR_ASSERT (table->basic[kind]);
  return table->basic[kind];
}

vpr_type *vpr_type_collection (vpr_type_table *table, enum vpr_type_kind kind, vpr_type *element) {
  return intern (table, &(vpr_type){.kind = kind, .args = {&element, 1}});
}

vpr_type *vpr_type_seq (vpr_type_table *table, vpr_type *element) {
  return vpr_type_collection (table, VPR_TYPE_SEQ, element);
}

vpr_type *vpr_type_set (vpr_type_table *table, vpr_type *element) {
  return vpr_type_collection (table, VPR_TYPE_SET, element);
}

vpr_type *vpr_type_multiset (vpr_type_table *table, vpr_type *element) {
  return vpr_type_collection (table, VPR_TYPE_MULTISET, element);
}

vpr_type *vpr_type_map (vpr_type_table *table, vpr_type *key, vpr_type *value) {
  vpr_type *args[] = {key, value};
  return intern (table, &(vpr_type){.kind = VPR_TYPE_MAP, .args = {args, 2}});
}

vpr_type *vpr_type_domain (vpr_type_table *table, vpr_decl *decl, vpr_type *const *args) {
  vpr_types list = {(vpr_type **)args, decl->params.len};
  return intern (table, &(vpr_type){.kind = VPR_TYPE_DOMAIN, .decl = decl, .args = list});
}

vpr_type *vpr_type_param (vpr_type_table *table, vpr_decl *decl, uint32_t index) {
  return intern (table, &(vpr_type){.kind = VPR_TYPE_PARAM, .decl = decl, .param = index});
}

vpr_type *vpr_type_self (vpr_type_table *table, vpr_decl *decl) {
  vpr_type **args = WR_NEW (table->arena, vpr_type *, decl->params.len);
  for (uint32_t i = 0; i < decl->params.len; i++) args[i] = vpr_type_param (table, decl, i);
  return vpr_type_domain (table, decl, args);
}

vpr_type *vpr_type_variable (vpr_type_table *table, uint32_t number) {
  return intern (table, &(vpr_type){.kind = VPR_TYPE_VAR, .param = number});
}

vpr_type *vpr_type_with_args (vpr_type_table *table, vpr_type *type, vpr_type *const *args) {
  vpr_type copy = *type;
  copy.args.data = (vpr_type **)args;
  return intern (table, &copy);
}

vpr_type *vpr_type_substitute (vpr_type_table *table, vpr_type *type, const vpr_decl *owner,
                               const vpr_types *args) {
  if (!type->has_param) return type;
  if (type->kind == VPR_TYPE_PARAM) return type->decl == owner ? args->data[type->param] : type;
  vpr_type *few[4] = {0}, **parts = few;
  if (type->args.len > 4) parts = wr_alloc (type->args.len, sizeof *parts);
  for (uint32_t i = 0; i < type->args.len; i++)
    parts[i] = vpr_type_substitute (table, type->args.data[i], owner, args);
  vpr_type *result = vpr_type_with_args (table, type, parts);
  if (parts != few) free (parts);
  return result;
}

/* -- questions --------------------------------------------------------------------------------- */

uint32_t vpr_type_count (const vpr_type_table *table) { return table->types.len; }

vpr_type *vpr_type_at (const vpr_type_table *table, uint32_t number) {
  WR_ASSERT (number && number <= table->types.len);
  return table->types.data[number - 1];
}

bool vpr_types_overflow (const vpr_type_table *table) { return table->overflow; }

bool vpr_type_is_pure (const vpr_type *type) {
  return type->kind != VPR_TYPE_IMPURE && type->kind != VPR_TYPE_PREDICATE &&
         type->kind != VPR_TYPE_WAND;
}

bool vpr_type_is_assertion (const vpr_type *type) {
  return type->kind == VPR_TYPE_BOOL || type->kind == VPR_TYPE_ERROR || !vpr_type_is_pure (type);
}

bool vpr_type_is_collection (const vpr_type *type) {
  return type->kind == VPR_TYPE_SEQ || type->kind == VPR_TYPE_SET ||
         type->kind == VPR_TYPE_MULTISET || type->kind == VPR_TYPE_MAP;
}

bool vpr_type_is_ground (const vpr_type *type) {
  return !type->has_var && !type->has_param && !type->has_error;
}

/* -- printing ---------------------------------------------------------------------------------- */

static wr_str word_of (const wr_interner *symbols, const vpr_type *type) {
  switch (type->kind) {
  case VPR_TYPE_ERROR:
  case VPR_TYPE_VAR: return WR_LIT ("_");
  case VPR_TYPE_INT: return WR_LIT ("Int");
  case VPR_TYPE_BOOL: return WR_LIT ("Bool");
  case VPR_TYPE_REF: return WR_LIT ("Ref");
  case VPR_TYPE_PERM: return WR_LIT ("Perm");
  case VPR_TYPE_SEQ: return WR_LIT ("Seq");
  case VPR_TYPE_SET: return WR_LIT ("Set");
  case VPR_TYPE_MULTISET: return WR_LIT ("Multiset");
  case VPR_TYPE_MAP: return WR_LIT ("Map");
  case VPR_TYPE_NAME: return wr_symbol_text (symbols, type->name.name);
  case VPR_TYPE_DOMAIN: return wr_symbol_text (symbols, type->decl->id.name);
  case VPR_TYPE_PARAM: return wr_symbol_text (symbols, type->decl->params.data[type->param].name);
  case VPR_TYPE_IMPURE: return WR_LIT ("Impure");
  case VPR_TYPE_PREDICATE: return WR_LIT ("Predicate");
  case VPR_TYPE_WAND: return WR_LIT ("Wand");
  }
  return WR_LIT ("?");
}

void vpr_type_print (wr_buf *out, const wr_interner *symbols, const vpr_type *type) {
  wr_buf_add (out, word_of (symbols, type));
  for (uint32_t i = 0; i < type->args.len; i++) {
    wr_buf_add (out, i ? WR_LIT (", ") : WR_LIT ("["));
    vpr_type_print (out, symbols, type->args.data[i]);
  }
  if (type->args.len) wr_buf_add_char (out, ']');
}

wr_str vpr_type_text (wr_arena *arena, const wr_interner *symbols, const vpr_type *type) {
  wr_buf out = {0};
  vpr_type_print (&out, symbols, type);
  wr_str text = wr_str_keep (arena, wr_buf_str (&out));
  wr_buf_free (&out);
  return text;
}
