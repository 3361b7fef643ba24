/* front/viper/lower_collections.c -- sequences, sets, multisets and maps: an uninterpreted sort per type, with the facts of
   lower_theories.c. */
#include "front/viper/lowering.h"

#include "front/viper/lower_theories.h"
#include "front/viper/types.h"

static void add_sort (struct vpr_theory *t, const char *name, wr_sort sort) {
  t->sorts.len++;
  if (t->sorts.len > t->sorts.cap) {
    t->sorts.cap = 8;
    t->sorts.data = wr_realloc (t->sorts.data, t->sorts.cap, sizeof *t->sorts.data);
  }
  t->sorts.data[t->sorts.len - 1].word = name;
  t->sorts.data[t->sorts.len - 1].sort = sort;
}

static struct vpr_theory *theory_of (vpr_lowering *lo, const vpr_type *type);

/* Functions of the sets of keys or values, under names of their own. */
static void import (vpr_lowering *lo, struct vpr_theory *t, const vpr_type *element,
                    const char *sort, char letter) {
  static const char *const names[] = {"has", "card", "empty", "add", "equal"};
  vpr_type *set =
      vpr_type_set ((vpr_type_table *)lo->program->types, (vpr_type *)(uintptr_t)element);
  struct vpr_theory *other = theory_of (lo, set);
  add_sort (t, sort, vpr_sort (lo, set));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    wr_symbol name = vpr_symf (lo, "%c%s", letter, names[i]);
    wr_map_put (&t->funcs, name.ix, vpr_theory_func (lo, other, names[i]).ix);
  }
}

static void free_theory (void *what) {
  struct vpr_theory *t = what;
  wr_map_free (&t->funcs);
  WR_VEC_FREE (&t->sorts);
}

static struct vpr_theory *theory_of (vpr_lowering *lo, const vpr_type *type) {
  uint64_t found;
  type = vpr_ground (lo, type);
  if (wr_map_get (&lo->theories, type->number, &found))
    return (struct vpr_theory *)(uintptr_t)found;
  struct vpr_theory *t = WR_NEW (lo->arena, struct vpr_theory, 1);
  wr_arena_defer (lo->arena, free_theory, t);
  wr_map_put (&lo->theories, type->number, (uint64_t)(uintptr_t)t);
  t->prefix = vpr_type_text (lo->arena, lo->symbols, type).ptr;
  add_sort (t, "S", vpr_sort (lo, type));
  add_sort (t, type->kind == VPR_TYPE_MAP ? "K" : "E", vpr_sort (lo, type->args.data[0]));
  switch ((int)type->kind) {
  case VPR_TYPE_SEQ:
    vpr_theory_add (lo, t, vpr_seq_theory);
    vpr_theory_add (lo, t, vpr_seq_members_theory);
    if (type->args.data[0]->kind == VPR_TYPE_INT) vpr_theory_add (lo, t, vpr_range_theory);
    break;
  case VPR_TYPE_SET: vpr_theory_add (lo, t, vpr_set_theory); break;
  case VPR_TYPE_MULTISET: vpr_theory_add (lo, t, vpr_multiset_theory); break;
  default:
    add_sort (t, "V", vpr_sort (lo, type->args.data[1]));
    import (lo, t, type->args.data[0], "KS", 'k');
    import (lo, t, type->args.data[1], "VS", 'v');
    vpr_theory_add (lo, t, vpr_map_theory);
    break;
  }
  return t;
}

wr_func vpr_collection (vpr_lowering *lo, const vpr_type *type, const char *name) {
  return vpr_theory_func (lo, theory_of (lo, type), name);
}

static wr_expr literal (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  const vpr_type *type = e->type;
  wr_expr all = vpr_app (lo, vpr_collection (lo, type, "empty"), NULL, 0);
  if (e->kind == VPR_EXPR_MAP) {
    for (uint32_t i = 0; i + 1 < e->args.len; i += 2) {
      wr_expr parts[3] = {all, vpr_value (lo, e->args.data[i], ctx),
                          vpr_value (lo, e->args.data[i + 1], ctx)};
      all = vpr_app (lo, vpr_collection (lo, type, "build"), parts, 3);
    }
    return all;
  }
  const char *join = e->kind == VPR_EXPR_SEQ ? "append" : "union";
  for (uint32_t i = 0; i < e->args.len; i++) {
    wr_expr x = vpr_value (lo, e->args.data[i], ctx);
    wr_expr one = vpr_app1 (lo, vpr_collection (lo, type, "one"), x);
    if (i && e->kind == VPR_EXPR_SET)
      all = vpr_app2 (lo, vpr_collection (lo, type, "add"), all, x);
    else
      all = i ? vpr_app2 (lo, vpr_collection (lo, type, join), all, one) : one;
  }
  return all;
}

static wr_expr member (vpr_lowering *lo, const vpr_expr *e, wr_expr x, wr_expr s) {
  const vpr_type *type = e->args.data[1]->type;
  return vpr_app2 (lo, vpr_collection (lo, type, type->kind == VPR_TYPE_MULTISET ? "count" : "has"),
                   s, x);
}

static wr_expr operation (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  const vpr_type *type = e->args.data[0]->type;
  wr_expr a = vpr_value (lo, e->args.data[0], ctx), b = vpr_value (lo, e->args.data[1], ctx);
  switch ((int)e->op) {
  case VPR_OP_IN: return member (lo, e, a, b);
  case VPR_OP_EQ: return vpr_app2 (lo, vpr_collection (lo, type, "equal"), a, b);
  case VPR_OP_NE: return vpr_not (lo, vpr_app2 (lo, vpr_collection (lo, type, "equal"), a, b));
  case VPR_OP_APPEND: return vpr_app2 (lo, vpr_collection (lo, type, "append"), a, b);
  case VPR_OP_UNION: {
    /* s union Set (x) is the addition of one element: its size is known */
    const vpr_expr *right = e->args.data[1];
    if (right->kind == VPR_EXPR_SET && right->args.len == 1)
      return vpr_app2 (lo, vpr_collection (lo, type, "add"), a,
                       vpr_value (lo, right->args.data[0], ctx));
    return vpr_app2 (lo, vpr_collection (lo, type, "union"), a, b);
  }
  case VPR_OP_INTERSECTION: return vpr_app2 (lo, vpr_collection (lo, type, "inter"), a, b);
  case VPR_OP_SETMINUS: return vpr_app2 (lo, vpr_collection (lo, type, "minus"), a, b);
  case VPR_OP_SUBSET: return vpr_app2 (lo, vpr_collection (lo, type, "subset"), a, b);
  default: WR_UNREACHABLE ();
  }
}

wr_expr vpr_collection_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (e->kind == VPR_EXPR_BINARY) return operation (lo, e, ctx);
  if (e->kind == VPR_EXPR_SEQ || e->kind == VPR_EXPR_SET || e->kind == VPR_EXPR_MULTISET ||
      e->kind == VPR_EXPR_MAP)
    return literal (lo, e, ctx);
  wr_expr args[3] = {{0}};
  for (uint32_t i = 0; i < e->args.len && i < 3; i++)
    args[i] = vpr_value (lo, e->args.data[i], ctx);
  const vpr_type *type = e->kind == VPR_EXPR_RANGE ? e->type : e->args.data[0]->type;
  bool seq = type->kind == VPR_TYPE_SEQ;
  const char *name = "len";
  switch ((int)e->kind) {
  case VPR_EXPR_RANGE: name = "range"; break;
  case VPR_EXPR_LENGTH: name = seq ? "len" : "card"; break;
  case VPR_EXPR_INDEX: name = "at"; break;
  case VPR_EXPR_UPDATE: name = seq ? "update" : "build"; break;
  case VPR_EXPR_TAKE: name = "take"; break;
  case VPR_EXPR_DROP: name = "drop"; break;
  case VPR_EXPR_DOMAIN_OF: name = "keys"; break;
  case VPR_EXPR_RANGE_OF: name = "values"; break;
  default: WR_UNREACHABLE ();
  }
  return vpr_app (lo, vpr_collection (lo, type, name), args, e->args.len);
}

/* -- new ------------------------------------------------------------------------------------------- */

wr_expr vpr_not_in_collections (vpr_lowering *lo, wr_expr ref) {
  wr_expr all = vpr_true (lo);
  vpr_type_table *table = (vpr_type_table *)lo->program->types;
  vpr_type *element = vpr_type_basic (table, VPR_TYPE_REF);
  static const enum vpr_type_kind kinds[] = {VPR_TYPE_SEQ, VPR_TYPE_SET};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const vpr_type *type = vpr_type_collection (table, kinds[k], element);
    uint64_t sort;
    if (!wr_map_get (&lo->sorts, type->number, &sort)) continue;
    for (uint32_t i = 0; i < lo->body->locals.len; i++) {
      wr_var var = lo->body->locals.data[i];
      if (wr_var_info (lo->core, var)->sort.ix != sort || !wr_var_info (lo->core, var)->span.file)
        continue;
      wr_expr in = vpr_app2 (lo, vpr_collection (lo, type, "has"), wr_mk_var (lo->core, var), ref);
      all = vpr_and (lo, all, vpr_not (lo, in));
    }
  }
  return all;
}
