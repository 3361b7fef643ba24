/* tests/prop/types.h -- the types and expressions of generated programs.  Private to the generator. */
#ifndef WR_TESTS_PROP_TYPES_H
#define WR_TESTS_PROP_TYPES_H

#include "gen.h"

/* X (NAME, text, weight among variables) */
#define GEN_TYPES(X)                                                                               \
  X (BOOL, "bool", 5)                                                                              \
  X (INT, "int", 6)                                                                                \
  X (BV1, "bv1", 1)                                                                                \
  X (BV2, "bv2", 2)                                                                                \
  X (BV3, "bv3", 1)                                                                                \
  X (DATA, "D", 2)                                                                                 \
  X (ELEMENT, "T", 2)                                                                              \
  X (INT_MAP, "[bool]int", 2)                                                                      \
  X (BIT_MAP, "[bv1]bool", 1)                                                                      \
  X (SET, "[bool]bool", 1)

enum gen_type {
#define X(name, text, weight) TYPE_##name,
  GEN_TYPES (X)
#undef X
      TYPE_COUNT
};
const char *type_text (enum gen_type type);
enum gen_type type_any (struct rng *r);

struct gvar {
  wr_str name;
  enum gen_type type;
  bool global;
  bool ranged;   /* its integers are in range by a where clause or an in-parameter's precondition */
  bool writable; /* here */
};
typedef WR_VEC (struct gvar) gvars;

struct gen {
  struct tree *tree;
  wr_arena *arena;
  struct rng r;
  int64_t lo, hi;
  struct gen_options options;
  gvars scope; /* variables that an expression may use */
  bool old_ok; /* old(...) may be used */
  uint32_t labels;
};

/* Text of an expression, appended.  Depth 0: a literal or a variable. */
void gen_expr (struct gen *g, wr_buf *out, enum gen_type type, uint32_t depth);
wr_str gen_expr_text (struct gen *g, enum gen_type type, uint32_t depth);
/* The constraint that keeps a variable's integers in range; empty for other types. */
wr_str gen_range (struct gen *g, const struct gvar *v);
bool has_integers (enum gen_type type);
/* A variable of the scope that may be written, or NULL. */
const struct gvar *gen_target (struct gen *g);

#endif
