/* front/boogie/scope.c -- the table of names and its scopes. */
#include "front/boogie/resolve.h"

#include <string.h>

enum { MAX_HINTS = 20, MAX_HINT_LENGTH = 64 };

void bpl_scope_init (bpl_resolver *r) {
  r->slot_count = wr_interner_count (r->symbols) + 1;
  r->slots = wr_alloc (r->slot_count, sizeof *r->slots);
  r->hints = MAX_HINTS;
}

void bpl_scope_free (bpl_resolver *r) {
  free (r->slots);
  WR_VEC_FREE (&r->undo);
  WR_VEC_FREE (&r->work);
  WR_VEC_FREE (&r->calls);
  wr_map_free (&r->ids);
  wr_map_free (&r->axiom_names);
  wr_map_free (&r->assumed);
}

struct bpl_slot *bpl_slot_of (bpl_resolver *r, wr_symbol name) {
  if (name.ix >= r->slot_count) { /* interned since: ids of statements */
    uint32_t count = wr_interner_count (r->symbols) + 1;
    r->slots = wr_realloc (r->slots, count, sizeof *r->slots);
    memset (r->slots + r->slot_count, 0, (count - r->slot_count) * sizeof *r->slots);
    r->slot_count = count;
  }
  return &r->slots[name.ix];
}

uint32_t bpl_scope_enter (bpl_resolver *r) {
  r->level++;
  return r->undo.len;
}

static void undo_to (bpl_resolver *r, uint32_t mark) {
  while (r->undo.len > mark) {
    struct bpl_undo u = WR_VEC_POP (&r->undo);
    struct bpl_slot *slot = &r->slots[u.symbol];
    if (u.tparam) {
      slot->tparam = NULL;
    } else {
      slot->var = u.var;
      slot->level = u.level;
    }
  }
}

void bpl_scope_leave (bpl_resolver *r, uint32_t mark) {
  undo_to (r, mark);
  r->level--;
}

void bpl_scope_bind (bpl_resolver *r, bpl_var *var) {
  if (!var->id.name.ix) return;
  struct bpl_slot *slot = bpl_slot_of (r, var->id.name);
  if (slot->var && slot->level == r->level) {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_DUPLICATE, var->id.span,
                              "variable `%s` is declared twice", bpl_name (r, var->id.name));
    wr_diag_note (r->diags, d, slot->var->id.span, "the earlier declaration is here");
    return;
  }
  struct bpl_undo undo = {var->id.name.ix, slot->level, slot->var, false};
  WR_VEC_PUSH (&r->undo, undo);
  slot->var = var;
  slot->level = r->level;
}

/* -- type parameters ------------------------------------------------------------------------------- */

static bool names_bitvector (wr_str text) {
  if (text.len < 3 || memcmp (text.ptr, "bv", 2)) return false;
  for (size_t i = 2; i < text.len; i++)
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
  return true;
}

static void bind_tparam (bpl_resolver *r, bpl_tparam *param) {
  struct bpl_slot *slot = bpl_slot_of (r, param->id.name);
  const char *name = bpl_name (r, param->id.name);
  param->rejected = true;
  if (names_bitvector (wr_symbol_text (r->symbols, param->id.name))) {
    wr_diag_add (r->diags, WR_CODE_RESERVED_TYPE_NAME, param->id.span,
                 "`%s` is the name of a bitvector type", name);
    return;
  }
  if (slot->type && !slot->type->ignored) {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_DUPLICATE_TYPE_PARAMETER, param->id.span,
                              "type parameter `%s` has the name of a declared type", name);
    wr_diag_note (r->diags, d, slot->type->id.span, "the type is declared here");
    return;
  }
  if (slot->tparam) {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_DUPLICATE_TYPE_PARAMETER, param->id.span,
                              "type parameter `%s` is declared twice", name);
    wr_diag_note (r->diags, d, slot->tparam->id.span, "the earlier declaration is here");
    return;
  }
  WR_VEC_PUSH (&r->undo, ((struct bpl_undo){param->id.name.ix, 0, NULL, true}));
  slot->tparam = param;
  param->rejected = false;
}

uint32_t bpl_tparams_bind (bpl_resolver *r, bpl_tparams params) {
  uint32_t mark = r->undo.len;
  for (uint32_t i = 0; i < params.len; i++) bind_tparam (r, params.data[i]);
  return mark;
}

void bpl_tparams_unbind (bpl_resolver *r, uint32_t mark) { undo_to (r, mark); }

/* -- helpers of messages ----------------------------------------------------------------------------- */

const char *bpl_name (const bpl_resolver *r, wr_symbol name) {
  return wr_symbol_text (r->symbols, name).ptr;
}

wr_span bpl_place (wr_span whole, uint32_t at) {
  if (at <= whole.begin || at >= whole.end) return whole;
  return (wr_span){whole.file, at, at + 1};
}

wr_span bpl_expr_place (const bpl_expr *expr) {
  static const uint8_t lengths[BPL_OP_COUNT] = {
#define X(name, text, level) [BPL_OP_##name] = sizeof text - 1,
      BPL_BINARY_OPS (X)
#undef X
  };
  wr_span place = bpl_place (expr->span, expr->at);
  if (expr->kind == BPL_EXPR_BINARY && place.begin == expr->at && lengths[expr->op])
    place.end = place.begin + lengths[expr->op];
  return place;
}

bool bpl_attr_true (const wr_interner *symbols, const bpl_attr *attrs, const char *name) {
  const bpl_attr *a = bpl_attr_find (symbols, attrs, name);
  if (!a || !a->arg_count) return a != NULL;
  return a->arg_count == 1 && a->args[0].expr && a->args[0].expr->kind == BPL_EXPR_TRUE;
}

static uint32_t least (uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Edit distance with swaps of neighbours left out; both at most MAX_HINT_LENGTH long. */
static uint32_t distance (wr_str a, wr_str b) {
  uint32_t row[MAX_HINT_LENGTH + 1];
  for (uint32_t j = 0; j <= b.len; j++) row[j] = j;
  for (uint32_t i = 1; i <= a.len; i++) {
    uint32_t diagonal = row[0];
    row[0] = i;
    for (uint32_t j = 1; j <= b.len; j++) {
      uint32_t replace = diagonal + (a.ptr[i - 1] != b.ptr[j - 1]);
      diagonal = row[j];
      row[j] = least (replace, least (row[j], row[j - 1]) + 1);
    }
  }
  return row[b.len];
}

static wr_span declared_in (const struct bpl_slot *slot, enum bpl_space space) {
  switch (space) {
  case BPL_SPACE_TYPE:
    return slot->tparam ? slot->tparam->id.span : slot->type ? slot->type->id.span : (wr_span){0};
  case BPL_SPACE_VAR: return slot->var ? slot->var->id.span : (wr_span){0};
  case BPL_SPACE_FUNCTION:
    if (slot->constructor) return slot->constructor->id.span;
    return slot->function ? slot->function->id.span : (wr_span){0};
  case BPL_SPACE_PROCEDURE: return slot->procedure ? slot->procedure->id.span : (wr_span){0};
  }
  return (wr_span){0};
}

void bpl_note_nearest (bpl_resolver *r, wr_diag *diag, wr_symbol name, enum bpl_space space) {
  wr_str text = wr_symbol_text (r->symbols, name);
  if (!r->hints || text.len > MAX_HINT_LENGTH) return;
  r->hints--;
  uint32_t best = UINT32_MAX, best_distance = 1 + (uint32_t)text.len / 3;
  if (best_distance > 3) best_distance = 3;
  for (uint32_t i = 1; i < r->slot_count; i++) {
    if (!declared_in (&r->slots[i], space).file) continue;
    wr_str other = wr_symbol_text (r->symbols, (wr_symbol){i});
    size_t gap = other.len > text.len ? other.len - text.len : text.len - other.len;
    if (gap > best_distance || other.len > MAX_HINT_LENGTH) continue;
    uint32_t d = distance (text, other);
    if (d < best_distance || (d == best_distance && best == UINT32_MAX)) {
      best = i;
      best_distance = d;
    }
  }
  if (best == UINT32_MAX || best_distance >= text.len) return;
  wr_diag_note (r->diags, diag, declared_in (&r->slots[best], space), "did you mean `%s`?",
                bpl_name (r, (wr_symbol){best}));
}
