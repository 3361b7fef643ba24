/* Attributes that lowering reads, and the labels of what stands in the text. */
#include "front/boogie/lowering.h"

const bpl_attr *bpl_attr_get (const bpl_lowering *lo, const bpl_attr *attrs, const char *name) {
  return attrs ? bpl_attr_find (lo->symbols, attrs, name) : NULL;
}

bool bpl_attr_is (const bpl_lowering *lo, const bpl_attr *attrs, const char *name) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, name);
  if (!a) return false;
  return !a->arg_count || (a->args[0].expr && a->args[0].expr->kind == BPL_EXPR_TRUE);
}

bool bpl_attr_is_false (const bpl_lowering *lo, const bpl_attr *attrs, const char *name) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, name);
  return a && a->arg_count && a->args[0].expr && a->args[0].expr->kind == BPL_EXPR_FALSE;
}

wr_symbol bpl_attr_text (bpl_lowering *lo, const bpl_attr *attrs, const char *name) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, name);
  if (!a || !a->arg_count || a->args[0].expr) return (wr_symbol){0};
  return wr_intern (lo->symbols, a->args[0].text);
}

bool bpl_attr_number (const bpl_lowering *lo, const bpl_attr *attrs, const char *name,
                      uint64_t *number) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, name);
  if (!a || !a->arg_count) return false;
  const bpl_expr *e = a->args[0].expr;
  if (!e || e->kind != BPL_EXPR_INT) return false;
  uint64_t n = 0;
  for (size_t i = 0; i < e->u.literal.text.len; i++) {
    char c = e->u.literal.text.ptr[i];
    if (c < '0' || c > '9') return false;
    n = n > UINT64_MAX / 10 - 1 ? UINT64_MAX / 10 : n * 10 + (uint64_t)(c - '0');
  }
  *number = n;
  return true;
}

enum wr_class bpl_class_of (bpl_lowering *lo, const bpl_attr *attrs, enum wr_class otherwise) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, "warrant_class");
  if (!a) return otherwise;
  wr_str text = a->arg_count && !a->args[0].expr ? a->args[0].text : WR_LIT ("");
  for (enum wr_class c = WR_CLASS_EXPLICIT; c <= WR_CLASS_INTERNAL; c++) {
    if (wr_str_equal (text, wr_str_of (wr_class_name (c)))) return c;
  }
  bpl_not_honoured (lo, a, "its argument is none of \"explicit\", \"implicit\", \"internal\"");
  return otherwise;
}

uint32_t bpl_element_of (bpl_lowering *lo, const void *node) {
  uint64_t found = wr_map_or (&lo->elements, (uint64_t)(uintptr_t)node, 0);
  if (found) return (uint32_t)found;
  uint32_t element = wr_element_new (&lo->core->labels);
  wr_map_put (&lo->elements, (uint64_t)(uintptr_t)node, element);
  return element;
}

wr_span bpl_place_from (wr_span span, uint32_t at) {
  return (wr_span){span.file, at, at < span.end ? span.end : at};
}

void bpl_silencers (bpl_lowering *lo, const bpl_attr *attrs, uint32_t element) {
  for (const bpl_attr *a = attrs; a; a = a->next) {
    if (a->kind != BPL_ATTR) continue;
    wr_str name = wr_symbol_text (lo->symbols, a->name.name);
    struct wr_silencer silencer = {.span = a->span, .element = element, .procedure = lo->procedure};
    if (element && wr_str_equal (name, WR_LIT ("contradiction"))) {
      wr_silencer_add (&lo->core->labels, &silencer);
    } else if (wr_str_equal (name, WR_LIT ("warrant_ok"))) {
      for (uint32_t i = 0; i < a->arg_count; i++) {
        if (a->args[i].expr) continue;
        silencer.code = wr_intern (lo->symbols, a->args[i].text);
        silencer.span = a->args[i].span;
        wr_silencer_add (&lo->core->labels, &silencer);
      }
    }
  }
}

/* The name that an assignment begins with. */
static wr_str target_name (const bpl_lowering *lo, wr_span span) {
  wr_str text = wr_source_text (lo->program->sources, span.file);
  return (wr_str){text.ptr + span.begin, span.end - span.begin};
}

/* In the text of a translator free clauses and its own variables are bookkeeping; the user's statements follow a
   comment that says so. $Heap and $rhs hold what the user assigns. */
static enum wr_class class_in_translation (const bpl_lowering *lo, enum wr_role role,
                                           const struct bpl_element *element) {
  const struct wr_origin *origin =
      wr_source_origin (lo->program->sources, element->span.file, element->span.begin);
  wr_str kind = origin ? origin->kind : (wr_str){0};
  if (element->free) return WR_CLASS_INTERNAL;
  if (role == WR_ROLE_WHERE) return WR_CLASS_IMPLICIT;
  if (role == WR_ROLE_ASSERT || role == WR_ROLE_ASSUME) {
    bool users = wr_str_equal (kind, role == WR_ROLE_ASSERT ? WR_LIT ("assert statement")
                                                            : WR_LIT ("assume statement"));
    return users ? WR_CLASS_EXPLICIT : WR_CLASS_IMPLICIT;
  }
  if (role != WR_ROLE_ASSIGN) return WR_CLASS_EXPLICIT;
  wr_str target = target_name (lo, element->span);
  if (wr_str_starts (target, WR_LIT ("##"))) return WR_CLASS_IMPLICIT;
  bool carries =
      wr_str_starts (target, WR_LIT ("$Heap")) || wr_str_starts (target, WR_LIT ("$rhs"));
  return wr_str_starts (target, WR_LIT ("$")) && !carries ? WR_CLASS_INTERNAL : WR_CLASS_EXPLICIT;
}

enum wr_class bpl_element_class (bpl_lowering *lo, enum wr_role role,
                                 const struct bpl_element *element) {
  enum wr_class cls = element->cls > lo->cls ? element->cls : lo->cls;
  if (cls == WR_CLASS_EXPLICIT && lo->program->translated)
    cls = class_in_translation (lo, role, element);
  return bpl_class_of (lo, element->attrs, cls);
}

wr_label bpl_label (bpl_lowering *lo, enum wr_role role, const struct bpl_element *element) {
  if (lo->unlabelled) return (wr_label){0};
  struct wr_label_info info = {
      .role = role,
      .cls = bpl_element_class (lo, role, element),
      .span = element->span,
      .report = element->report,
      .origin = lo->frame ? lo->frame->origin : (wr_origin){0},
      .procedure = lo->procedure,
      .element = bpl_element_of (lo, element->node),
      .conjunct = element->conjunct,
      .conjuncts = element->conjuncts ? element->conjuncts : 1,
      .negative = element->negative,
      .free = element->free,
      .unchecked = element->unchecked,
      .id = bpl_attr_text (lo, element->attrs, "id"),
      .message = bpl_attr_text (lo, element->attrs, "msg"),
  };
  bpl_silencers (lo, element->attrs, info.element);
  return wr_label_new (&lo->core->labels, &info);
}

wr_site bpl_site (bpl_lowering *lo, enum wr_site_kind kind, wr_span span, const bpl_attr *attrs) {
  if (lo->unlabelled) return (wr_site){0};
  struct wr_site_info info = {.kind = kind,
                              .span = span,
                              .id = bpl_attr_text (lo, attrs, "id"),
                              .procedure = lo->procedure};
  return wr_site_new (&lo->core->labels, &info);
}

/* Conjuncts beyond WR_MAX_CONJUNCTS stay together in one. */
void bpl_split (const bpl_expr *e, bpl_conjuncts *out) {
  bpl_conjuncts stack = {0};
  WR_VEC_PUSH (&stack, e);
  while (stack.len) {
    const bpl_expr *top = WR_VEC_POP (&stack);
    bool is_and = top->kind == BPL_EXPR_BINARY && top->op == BPL_OP_AND;
    if (is_and && out->len + stack.len + 2 <= WR_MAX_CONJUNCTS) {
      WR_VEC_PUSH (&stack, top->args.data[1]);
      WR_VEC_PUSH (&stack, top->args.data[0]);
    } else {
      WR_VEC_PUSH (out, top);
    }
  }
  WR_VEC_FREE (&stack);
}
