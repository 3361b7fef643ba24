/* front/boogie/resolve_type.c -- names in types.  BPL_TYPE_NAME becomes what it stands for, in place.
   Synonyms are expanded in an order in which each one's body is known; those left over are cyclic. */
#include "front/boogie/hint.h"
#include "front/boogie/resolve.h"

#include <string.h>

static void spoil (bpl_type *type) {
  type->kind = BPL_TYPE_ERROR;
  type->args.len = type->params.len = 0;
  type->result = type->expansion = NULL;
  bpl_type_seal (type);
}

static void too_large (bpl_resolver *r, bpl_type *type) {
  wr_diag_add (r->diags, WR_CODE_TYPE_TOO_LARGE, type->span,
               "this type has more than %d parts or more than %d levels, with synonyms expanded",
               BPL_MAX_TYPE_WEIGHT, BPL_MAX_TYPE_DEPTH);
  spoil (type);
}

/* Digits of text from *at on as a number; false if there are none or it is too large. */
static bool number (wr_str text, size_t *at, uint32_t *value) {
  size_t start = *at;
  uint64_t n = 0;
  for (; *at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9'; ++*at)
    if ((n = n * 10 + (uint64_t)(text.ptr[*at] - '0')) > BPL_MAX_BITS) n = BPL_MAX_BITS + 1ull;
  *value = (uint32_t)n;
  return *at > start;
}

/* Types known by the form of their name. */
static bool builtin (bpl_type *type, wr_str name) {
  size_t at = 2;
  if (wr_str_starts (name, WR_LIT ("bv")) && number (name, &at, &type->bits) && at == name.len) {
    type->kind = BPL_TYPE_BV;
    return true;
  }
  at = 5;
  if (wr_str_starts (name, WR_LIT ("float")) && number (name, &at, &type->bits) && at < name.len &&
      name.ptr[at++] == 'e' && number (name, &at, &type->exponent) && at == name.len) {
    type->kind = BPL_TYPE_FLOAT;
    return true;
  }
  static const struct {
    const char *name;
    enum bpl_type_kind kind;
  } words[] = {{"rmode", BPL_TYPE_RMODE}, {"string", BPL_TYPE_STRING}, {"regex", BPL_TYPE_REGEX}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (wr_str_equal (name, wr_str_of (words[i].name))) {
      type->kind = words[i].kind;
      return true;
    }
  return false;
}

static void no_arguments (bpl_resolver *r, bpl_type *type) {
  if (type->args.len)
    wr_diag_add (r->diags, WR_CODE_TYPE_ARGUMENTS, type->name.span, "`%s` takes no type arguments",
                 bpl_name (r, type->name.name));
  type->args.len = 0;
}

static void declared_type (bpl_resolver *r, bpl_type *type, bpl_decl *decl) {
  if (type->args.len != decl->params.len) {
    wr_diag *d =
        wr_diag_add (r->diags, WR_CODE_TYPE_ARGUMENTS, type->name.span,
                     "`%s` takes %u type argument%s, not %u", bpl_name (r, type->name.name),
                     decl->params.len, decl->params.len == 1 ? "" : "s", type->args.len);
    wr_diag_note (r->diags, d, decl->id.span, "the type is declared here");
    spoil (type);
    return;
  }
  type->decl = decl;
  type->kind = decl->kind == BPL_DECL_TYPE && decl->body_type ? BPL_TYPE_SYNONYM : BPL_TYPE_CON;
  if (type->kind == BPL_TYPE_CON) return;
  type->expansion = bpl_type_substitute (r->arena, decl->body_type, decl->params, type->args.data);
  if (!type->expansion) too_large (r, type);
}

static void resolve_name (bpl_resolver *r, bpl_type *type) {
  for (uint32_t i = 0; i < type->args.len; i++) bpl_resolve_type (r, type->args.data[i]);
  struct bpl_slot *slot = bpl_slot_of (r, type->name.name);
  if (slot->tparam) {
    no_arguments (r, type);
    type->kind = BPL_TYPE_PARAM;
    type->param = slot->tparam;
  } else if (slot->type) {
    declared_type (r, type, slot->type);
  } else if (builtin (type, wr_symbol_text (r->symbols, type->name.name))) {
    no_arguments (r, type);
    if (type->bits > BPL_MAX_BITS || type->exponent > BPL_MAX_BITS) {
      wr_diag_add (r->diags, WR_CODE_TYPE_TOO_LARGE, type->name.span,
                   "a bitvector or float can have at most %d bits", BPL_MAX_BITS);
      spoil (type);
    }
  } else {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED_TYPE, type->name.span,
                              "type `%s` is not declared", bpl_name (r, type->name.name));
    const char *hint = bpl_hint_type (wr_symbol_text (r->symbols, type->name.name));
    if (hint)
      wr_diag_note (r->diags, d, (wr_span){0}, "%s", hint);
    else
      bpl_note_nearest (r, d, type->name.name, BPL_SPACE_TYPE);
    spoil (type);
  }
}

static void resolve_map (bpl_resolver *r, bpl_type *type) {
  uint32_t mark = bpl_tparams_bind (r, type->params);
  for (uint32_t i = 0; i < type->args.len; i++) bpl_resolve_type (r, type->args.data[i]);
  bpl_resolve_type (r, type->result);
  bpl_tparams_unbind (r, mark);
  for (uint32_t i = 0; i < type->params.len; i++) {
    bool found = bpl_type_mentions (type->result, type->params.data[i]);
    for (uint32_t k = 0; !found && k < type->args.len; k++)
      found = bpl_type_mentions (type->args.data[k], type->params.data[i]);
    if (!found && !type->params.data[i]->rejected)
      wr_diag_add (r->diags, WR_CODE_TYPE_PARAMETER_UNUSED, type->span,
                   "type parameter `%s` does not occur in the map type",
                   bpl_name (r, type->params.data[i]->id.name));
  }
}

void bpl_resolve_type (bpl_resolver *r, bpl_type *type) {
  if (type->weight) return; /* shared by the names of one group */
  if (type->kind == BPL_TYPE_NAME)
    resolve_name (r, type);
  else if (type->kind == BPL_TYPE_MAP)
    resolve_map (r, type);
  if (!bpl_type_seal (type)) too_large (r, type);
}

/* A type with an error in it may have mentioned any parameter. */
static bool may_mention (const bpl_type *type, const bpl_tparam *param) {
  type = bpl_type_head (type);
  if (type->kind == BPL_TYPE_ERROR || bpl_type_mentions (type, param)) return true;
  for (uint32_t i = 0; i < type->args.len; i++)
    if (may_mention (type->args.data[i], param)) return true;
  return type->result && may_mention (type->result, param);
}

static bool occurs_in (const bpl_vars *vars, const bpl_tparam *param) {
  for (uint32_t i = 0; i < vars->len; i++)
    if (may_mention (vars->data[i]->type, param)) return true;
  return false;
}

void bpl_check_params_occur (bpl_resolver *r, const bpl_decl *decl) {
  for (uint32_t i = 0; i < decl->params.len; i++) {
    const bpl_tparam *param = decl->params.data[i];
    if (param->rejected || occurs_in (&decl->ins, param) || occurs_in (&decl->outs, param))
      continue;
    wr_diag *d =
        wr_diag_add (r->diags, WR_CODE_TYPE_PARAMETER_UNUSED, decl->id.span,
                     "type parameter `%s` of `%s` occurs in no argument's or result's type",
                     bpl_name (r, param->id.name), bpl_name (r, decl->id.name));
    wr_diag_note (r->diags, d, param->id.span, "the type parameter is declared here");
  }
}

/* -- synonyms ---------------------------------------------------------------------------------------- */

/* decl waits for `on`. */
struct wait {
  bpl_decl *decl;
  uint32_t next; /* index + 1 of the next one that waits for the same */
};

struct synonyms {
  bpl_resolver *r;
  wr_map first, open; /* declaration -> its waiting list; -> synonyms it still needs */
  WR_VEC (struct wait) waits;
  WR_VEC (bpl_decl *) ready;
};

static uint64_t key_of (const bpl_decl *decl) { return (uint64_t)(uintptr_t)decl; }

static bool is_synonym (const bpl_decl *decl) {
  return decl && decl->kind == BPL_DECL_TYPE && decl->body_type && !decl->ignored;
}

static void collect_needs (struct synonyms *s, bpl_decl *decl, const bpl_type *type) {
  if (type->kind == BPL_TYPE_NAME) {
    bpl_decl *on = bpl_slot_of (s->r, type->name.name)->type;
    for (uint32_t i = 0; i < decl->params.len; i++)
      if (decl->params.data[i]->id.name.ix == type->name.name.ix) on = NULL;
    if (is_synonym (on)) {
      WR_VEC_PUSH (&s->waits,
                   ((struct wait){decl, (uint32_t)wr_map_or (&s->first, key_of (on), 0)}));
      wr_map_put (&s->first, key_of (on), s->waits.len);
      wr_map_put (&s->open, key_of (decl), wr_map_or (&s->open, key_of (decl), 0) + 1);
    }
  }
  for (uint32_t i = 0; i < type->args.len; i++) collect_needs (s, decl, type->args.data[i]);
  if (type->result) collect_needs (s, decl, type->result);
}

static void resolve_synonym (struct synonyms *s, bpl_decl *decl) {
  uint32_t mark = bpl_tparams_bind (s->r, decl->params);
  bpl_resolve_type (s->r, decl->body_type);
  bpl_tparams_unbind (s->r, mark);
  for (uint32_t w = (uint32_t)wr_map_or (&s->first, key_of (decl), 0); w;
       w = s->waits.data[w - 1].next) {
    bpl_decl *waiting = s->waits.data[w - 1].decl;
    uint64_t left = wr_map_or (&s->open, key_of (waiting), 1) - 1;
    wr_map_put (&s->open, key_of (waiting), left);
    if (!left) WR_VEC_PUSH (&s->ready, waiting);
  }
}

void bpl_resolve_synonyms (bpl_resolver *r) {
  struct synonyms s = {.r = r};
  bpl_decls decls = r->program->decls;
  for (uint32_t i = 0; i < decls.len; i++)
    if (is_synonym (decls.data[i])) collect_needs (&s, decls.data[i], decls.data[i]->body_type);
  for (uint32_t i = 0; i < decls.len; i++)
    if (is_synonym (decls.data[i]) && !wr_map_or (&s.open, key_of (decls.data[i]), 0))
      WR_VEC_PUSH (&s.ready, decls.data[i]);
  for (uint32_t i = 0; i < s.ready.len; i++) resolve_synonym (&s, s.ready.data[i]);
  for (uint32_t i = 0; i < decls.len; i++) {
    if (!is_synonym (decls.data[i]) || decls.data[i]->body_type->weight) continue;
    wr_diag_add (r->diags, WR_CODE_TYPE_CYCLE, decls.data[i]->id.span,
                 "type synonym `%s` stands for a type that contains itself",
                 bpl_name (r, decls.data[i]->id.name));
    spoil (decls.data[i]->body_type);
  }
  wr_map_free (&s.first);
  wr_map_free (&s.open);
  WR_VEC_FREE (&s.waits);
  WR_VEC_FREE (&s.ready);
}
