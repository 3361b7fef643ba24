/* Random typed expressions. */
#include "types.h"

#include "base/check.h"

#include <string.h>

static const struct {
  const char *text;
  uint32_t weight;
} types[] = {
#define X(name, text, weight) {text, weight},
    GEN_TYPES (X)
#undef X
};

const char *type_text (enum gen_type type) { return types[type].text; }

enum gen_type type_any (struct rng *r) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < TYPE_COUNT; i++) sum += types[i].weight;
  uint32_t at = rng_below (r, sum), i = 0;
  while (at >= types[i].weight) at -= types[i++].weight;
  return (enum gen_type)i;
}

bool has_integers (enum gen_type type) { return type == TYPE_INT || type == TYPE_INT_MAP; }

wr_str gen_range (struct gen *g, const struct gvar *v) {
  int lo = (int)g->lo, hi = (int)g->hi;
  wr_str n = v->name;
  if (v->type == TYPE_INT) {
    return wr_str_print (g->arena, "%d <= %.*s && %.*s <= %d", lo, WR_STR_ARGS (n), WR_STR_ARGS (n),
                         hi);
  }
  if (v->type != TYPE_INT_MAP) return (wr_str){0};
  return wr_str_print (g->arena,
                       "%d <= %.*s[false] && %.*s[false] <= %d && %d <= %.*s[true] && "
                       "%.*s[true] <= %d",
                       lo, WR_STR_ARGS (n), WR_STR_ARGS (n), hi, lo, WR_STR_ARGS (n),
                       WR_STR_ARGS (n), hi);
}

const struct gvar *gen_target (struct gen *g) {
  uint32_t count = 0, pick;
  for (uint32_t i = 0; i < g->scope.len; i++) count += g->scope.data[i].writable;
  if (!count) return NULL;
  pick = rng_below (&g->r, count);
  for (uint32_t i = 0;; i++) {
    if (g->scope.data[i].writable && pick-- == 0) return &g->scope.data[i];
  }
}

/* -- pieces ------------------------------------------------------------------------------------ */

/* Writes a text in which %b %i %1 %2 %3 %d %t %m %n %s stand for expressions of the types in order, and
   %l for a small integer literal. */
static void fill (struct gen *g, wr_buf *out, const char *text, uint32_t depth) {
  static const char letters[] = "bi123dtmns";
  for (; *text; text++) {
    const char *letter = *text == '%' ? strchr (letters, text[1]) : NULL;
    if (*text == '%' && text[1] == 'l') {
      wr_buf_print (out, "%d", (int)(1 + rng_below (&g->r, 3)));
      text++;
    } else if (letter) {
      gen_expr (g, out, (enum gen_type) (letter - letters), depth - 1);
      text++;
    } else {
      wr_buf_add_char (out, *text);
    }
  }
}

static void variable (struct gen *g, wr_buf *out, const struct gvar *v) {
  bool old = v->global && g->old_ok && rng_chance (&g->r, 20);
  wr_buf_print (out, old ? "old(%.*s)" : "%.*s", WR_STR_ARGS (v->name));
}

static void literal (struct gen *g, wr_buf *out, enum gen_type type) {
  static const char *const data[] = {"A()", "B(false)", "B(true)", "C(1bv1, false)",
                                     "C(0bv1, true)"};
  struct rng *r = &g->r;
  int value = (int)g->lo - 1 + (int)rng_below (r, (uint32_t)(g->hi - g->lo) + 3);
  switch (type) {
  case TYPE_BOOL: wr_buf_print (out, "%s", rng_chance (r, 50) ? "true" : "false"); break;
  case TYPE_INT: wr_buf_print (out, value < 0 ? "(%d)" : "%d", value); break;
  case TYPE_BV1: wr_buf_print (out, "%ubv1", rng_below (r, 2)); break;
  case TYPE_BV2: wr_buf_print (out, "%ubv2", rng_below (r, 4)); break;
  case TYPE_BV3: wr_buf_print (out, "%ubv3", rng_below (r, 8)); break;
  case TYPE_DATA: wr_buf_print (out, "%s", data[rng_below (r, 5)]); break;
  case TYPE_ELEMENT: wr_buf_print (out, "e%u", rng_below (r, 3)); break;
  case TYPE_INT_MAP: wr_buf_print (out, "cm"); break;
  case TYPE_BIT_MAP: wr_buf_print (out, "cn"); break;
  case TYPE_SET: wr_buf_print (out, "cs"); break;
  case TYPE_COUNT: WR_UNREACHABLE ();
  }
}

static void leaf (struct gen *g, wr_buf *out, enum gen_type type) {
  uint32_t count = 0, pick;
  for (uint32_t i = 0; i < g->scope.len; i++) count += g->scope.data[i].type == type;
  if (type == TYPE_INT && rng_chance (&g->r, 8)) {
    wr_buf_print (out, "k");
    return;
  }
  if (!count || rng_chance (&g->r, 20)) {
    literal (g, out, type);
    return;
  }
  pick = rng_below (&g->r, count);
  for (uint32_t i = 0;; i++) {
    if (g->scope.data[i].type != type || pick-- > 0) continue;
    variable (g, out, &g->scope.data[i]);
    return;
  }
}

static const char *const *forms_of (enum gen_type type) {
  static const char *const bools[] = {"!%b",
                                      "(%b && %b)",
                                      "(%b || %b)",
                                      "(%b ==> %b)",
                                      "(%b <==> %b)",
                                      "(%b <== %b)",
                                      "(%i < %i)",
                                      "(%i <= %i)",
                                      "(%i > %i)",
                                      "(%i >= %i)",
                                      "(%i == %i)",
                                      "(%i != %i)",
                                      "(%2 == %2)",
                                      "(%3 != %3)",
                                      "(%d == %d)",
                                      "(%t == %t)",
                                      "(%t != %t)",
                                      "(%m == %m)",
                                      "(%n == %n)",
                                      "(%s != %s)",
                                      "%s[%b]",
                                      "%n[%1]",
                                      "(%d is A)",
                                      "(%d is B)",
                                      "(%d is C)",
                                      "(%d)->f",
                                      "(%d)->h",
                                      "p(%i)",
                                      "s(%t)",
                                      "ult2(%2, %2)",
                                      "slt3(%3, %3)",
                                      "sle2(%2, %2)",
                                      "(if %b then %b else %b)",
                                      "both(%b, %b)",
                                      "(%i == %i)",
                                      "(%i <= %i)",
                                      "(var z := %b; z || %b)",
                                      "(%1 == %1)",
                                      NULL};
  static const char *const ints[] = {
      "(%i + %i)",   "(%i - %i)",    "-%i",          "(%l * %i)", "(%i div %l)",
      "(%i mod %l)", "(%i div -%l)", "(%i mod -%l)", "%m[%b]",    "(if %b then %i else %i)",
      "inc(%i)",     "twice(%i)",    "nat2(%2)",     NULL};
  static const char *const bv1s[] = {
      "not1(%1)", "(%2)[1:0]", "(%3)[3:2]", "xor1(%1, %1)", "(%d)->g", "(if %b then %1 else %1)",
      NULL};
  static const char *const bv2s[] = {"add2(%2, %2)",  "sub2(%2, %2)",  "mul2(%2, %2)",
                                     "udiv2(%2, %2)", "srem2(%2, %2)", "(%1 ++ %1)",
                                     "(%3)[2:0]",     "q(%b, %2)",     "neg2(%2)",
                                     "shl2(%2, %2)",  "smod2(%2, %2)", NULL};
  static const char *const bv3s[] = {"and3(%3, %3)", "(%1 ++ %2)", "(%2 ++ %1)",    "ashr3(%3, %3)",
                                     "zero3(%1)",    "sign3(%2)",  "sdiv3(%3, %3)", NULL};
  static const char *const datas[] = {
      "B(%b)", "C(%1, %b)", "(if %b then %d else %d)", "(%d)->(f := %b)", "(%d)->(g := %1)", NULL};
  static const char *const elements[] = {"(if %b then %t else %t)", "next(%t)", NULL};
  static const char *const int_maps[] = {"%m[%b := %i]", "(if %b then %m else %m)", NULL};
  static const char *const bit_maps[] = {"%n[%1 := %b]", "%n[%1 := %b]", NULL};
  static const char *const sets[] = {"%s[%b := %b]", "(if %b then %s else %s)", NULL};
  static const char *const *const table[] = {bools, ints,     bv1s,     bv2s,     bv3s,
                                             datas, elements, int_maps, bit_maps, sets};
  return table[type];
}

void gen_expr (struct gen *g, wr_buf *out, enum gen_type type, uint32_t depth) {
  if (depth == 0 || rng_chance (&g->r, 25)) {
    leaf (g, out, type);
    return;
  }
  const char *const *forms = forms_of (type);
  uint32_t count = 0;
  while (forms[count]) count++;
  fill (g, out, forms[rng_below (&g->r, count)], depth);
}

wr_str gen_expr_text (struct gen *g, enum gen_type type, uint32_t depth) {
  wr_buf out = {0};
  gen_expr (g, &out, type, depth);
  wr_str text = wr_str_keep (g->arena, wr_buf_str (&out));
  wr_buf_free (&out);
  return text;
}
