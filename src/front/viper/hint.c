/* front/viper/hint.c -- notes at names that are not declared: the nearest declared name, or how it is written in Viper. */
#include "base/nearest.h"
#include "front/viper/names.h"

struct word {
  const char *name, *hint;
};

static const struct word types[] = {
    {"int", "write `Int`"},
    {"integer", "write `Int`"},
    {"Integer", "write `Int`"},
    {"nat", "write `Int`, and state `x >= 0` in the contract"},
    {"Nat", "write `Int`, and state `x >= 0` in the contract"},
    {"bool", "write `Bool`"},
    {"boolean", "write `Bool`"},
    {"Boolean", "write `Bool`"},
    {"ref", "write `Ref`"},
    {"Object", "write `Ref`: all objects have one type"},
    {"perm", "write `Perm`"},
    {"real", "write `Perm`, whose values are rational numbers"},
    {"Real", "write `Perm`, whose values are rational numbers"},
    {"seq", "write `Seq[T]`"},
    {"List", "write `Seq[T]`, or declare an ADT"},
    {"Array", "declare a domain for arrays, or write `Seq[T]`"},
    {"set", "write `Set[T]`"},
    {"multiset", "write `Multiset[T]`"},
    {"map", "write `Map[K, V]`"},
};

static const struct word values[] = {
    {"True", "write `true`"},
    {"TRUE", "write `true`"},
    {"False", "write `false`"},
    {"FALSE", "write `false`"},
    {"nil", "write `null`"},
    {"Null", "write `null`"},
    {"NULL", "write `null`"},
    {"full", "write `write`"},
    {"read", "write `wildcard`"},
    {"this", "there is no `this`: declare a parameter of type Ref"},
    {"self", "there is no `self`: declare a parameter of type Ref"},
};

static const char *find (const struct word *words, size_t count, wr_str name) {
  for (size_t i = 0; i < count; i++)
    if (wr_str_equal (name, wr_str_of (words[i].name))) return words[i].hint;
  return NULL;
}

static bool is_type (const vpr_decl *decl) {
  return decl && (decl->kind == VPR_DECL_DOMAIN || decl->kind == VPR_DECL_ADT);
}

/* Where the name is declared as something that was wanted; no file: it is not. */
static wr_span declared (const struct vpr_slot *slot, enum vpr_wanted wanted) {
  const vpr_decl *decl = slot->decl;
  wr_span none = {0};
  switch (wanted) {
  case VPR_WANT_VAR: return slot->var ? slot->var->id.span : none;
  case VPR_WANT_TYPE:
    if (slot->domain) return slot->domain->params.data[slot->param].span;
    return is_type (decl) ? decl->id.span : none;
  case VPR_WANT_CALL:
    return decl && decl->kind != VPR_DECL_FIELD && !is_type (decl) ? decl->id.span : none;
  case VPR_WANT_FIELD:
    if (slot->destructors) return slot->destructors->var->id.span;
    return decl && decl->kind == VPR_DECL_FIELD ? decl->id.span : none;
  }
  return none;
}

static void note_nearest (vpr_resolver *r, wr_diag *diag, wr_str name, enum vpr_wanted wanted) {
  struct wr_nearest search = wr_nearest_start (name);
  for (uint32_t i = 1; i < r->names->count; i++)
    if (declared (&r->names->slots[i], wanted).file)
      wr_nearest_offer (&search, wr_symbol_text (r->symbols, (wr_symbol){i}));
  if (!search.best.len) return;
  wr_symbol best = wr_intern_find (r->symbols, search.best);
  wr_diag_note (r->diags, diag, declared (&r->names->slots[best.ix], wanted),
                "did you mean `%.*s`?", WR_STR_ARGS (search.best));
}

void vpr_note_hint (vpr_resolver *r, wr_diag *diag, vpr_ident id, enum vpr_wanted wanted) {
  wr_str name = wr_symbol_text (r->symbols, id.name);
  const char *hint = NULL;
  if (wanted == VPR_WANT_TYPE) hint = find (types, sizeof types / sizeof *types, name);
  if (wanted == VPR_WANT_VAR) hint = find (values, sizeof values / sizeof *values, name);
  if (hint) {
    wr_diag_note (r->diags, diag, (wr_span){0}, "%s", hint);
    return;
  }
  const vpr_decl *decl = vpr_slot_of (r->names, id.name)->decl;
  if (wanted == VPR_WANT_VAR && decl && decl->kind == VPR_DECL_FIELD) {
    wr_diag_note (r->diags, diag, decl->id.span, "`%.*s` is a field: write `e.%.*s`",
                  WR_STR_ARGS (name), WR_STR_ARGS (name));
    return;
  }
  if (!r->hints) return;
  r->hints--;
  note_nearest (r, diag, name, wanted);
}
