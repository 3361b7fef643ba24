/* Operators: their names, and the sort of an operator applied to arguments. */
#include "core/build.h"

#include "base/bigint.h"
#include "base/check.h"

struct op_info {
  const char *name;
  int least, most;
  enum wr_data data;
};
static const struct op_info ops[] = {
    {"none", 0, 0, WR_DATA_NONE},
#define X(name, text, least, most, data) {text, least, most, WR_DATA_##data},
#include "core/ops.def"
#undef X
};

enum wr_data wr_op_data (enum wr_op op) { return ops[op].data; }

const char *wr_op_name (enum wr_op op) {
  WR_ASSERT (op < WR_OP_COUNT);
  return ops[op].name;
}

bool wr_op_find (wr_str name, enum wr_op *op) {
  for (unsigned i = 1; i < WR_OP_COUNT; i++) {
    if (!wr_str_equal (name, wr_str_of (ops[i].name))) continue;
    *op = (enum wr_op)i;
    return true;
  }
  return false;
}

bool wr_op_arity_fits (enum wr_op op, uint32_t count) {
  return count >= (uint32_t)ops[op].least && (ops[op].most < 0 || count <= (uint32_t)ops[op].most);
}

static enum wr_sort_kind kind_of (const wr_core *core, wr_expr e) {
  return wr_sort_info (core, wr_expr_info (core, e)->sort)->kind;
}

static bool all_of (const wr_core *core, const wr_expr *args, uint32_t count,
                    enum wr_sort_kind kind) {
  for (uint32_t i = 0; i < count; i++) {
    if (kind_of (core, args[i]) != kind) return false;
  }
  return true;
}

static bool all_same (const wr_core *core, const wr_expr *args, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (wr_expr_info (core, args[i])->sort.ix != wr_expr_info (core, args[0])->sort.ix)
      return false;
  }
  return true;
}

static bool all_numbers (const wr_core *core, const wr_expr *args, uint32_t count) {
  return all_of (core, args, count, WR_SORT_INT) || all_of (core, args, count, WR_SORT_REAL);
}

/* SELECT and STORE: the map fits its indices. */
static bool indices_fit (const wr_core *core, const wr_expr *args, uint32_t count) {
  if (kind_of (core, args[0]) != WR_SORT_MAP) return false;
  wr_sort map = wr_expr_info (core, args[0])->sort;
  if (wr_sort_arity (core, map) != count) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (wr_expr_info (core, args[i + 1])->sort.ix != wr_sort_arg (core, map, i).ix) return false;
  }
  return true;
}

static bool concat_sort (wr_core *core, const wr_expr *args, wr_sort *sort) {
  if (!all_of (core, args, 2, WR_SORT_BV)) return false;
  uint32_t width = wr_sort_info (core, wr_expr_info (core, args[0])->sort)->a +
                   wr_sort_info (core, wr_expr_info (core, args[1])->sort)->a;
  if (width > WR_MAX_BITVECTOR) return false;
  *sort = wr_sort_bv (core, width);
  return true;
}

bool wr_op_sort (wr_core *core, enum wr_op op, const wr_expr *args, uint32_t count, wr_sort *sort) {
  if (!wr_op_arity_fits (op, count)) return false;
  wr_sort first = count ? wr_expr_info (core, args[0])->sort : (wr_sort){0};
  switch (op) {
  case WR_OP_TRUE:
  case WR_OP_FALSE: *sort = wr_sort_simple (core, WR_SORT_BOOL); return true;
  case WR_OP_NOT:
  case WR_OP_AND:
  case WR_OP_OR:
  case WR_OP_IMPLIES:
  case WR_OP_IFF: *sort = first; return all_of (core, args, count, WR_SORT_BOOL);
  case WR_OP_EQ:
  case WR_OP_DISTINCT:
    *sort = wr_sort_simple (core, WR_SORT_BOOL);
    return all_same (core, args, count);
  case WR_OP_ITE:
    *sort = wr_expr_info (core, args[1])->sort;
    return kind_of (core, args[0]) == WR_SORT_BOOL && all_same (core, args + 1, 2);
  case WR_OP_NEG:
  case WR_OP_ADD:
  case WR_OP_SUB:
  case WR_OP_MUL:
  case WR_OP_POW: *sort = first; return all_numbers (core, args, count);
  case WR_OP_DIV:
  case WR_OP_MOD: *sort = first; return all_of (core, args, count, WR_SORT_INT);
  case WR_OP_RDIV: *sort = first; return all_of (core, args, count, WR_SORT_REAL);
  case WR_OP_LT:
  case WR_OP_LE:
    *sort = wr_sort_simple (core, WR_SORT_BOOL);
    return all_numbers (core, args, count);
  case WR_OP_TO_REAL:
    *sort = wr_sort_simple (core, WR_SORT_REAL);
    return kind_of (core, args[0]) == WR_SORT_INT;
  case WR_OP_TO_INT:
    *sort = wr_sort_simple (core, WR_SORT_INT);
    return kind_of (core, args[0]) == WR_SORT_REAL;
  case WR_OP_CONCAT: return concat_sort (core, args, sort);
  case WR_OP_SELECT:
    if (!indices_fit (core, args, count - 1)) return false;
    *sort = wr_sort_range (core, first);
    return true;
  case WR_OP_STORE:
    *sort = first;
    return indices_fit (core, args, count - 2) &&
           wr_expr_info (core, args[count - 1])->sort.ix == wr_sort_range (core, first).ix;
  case WR_OP_OLD: *sort = first; return true;
  case WR_OP_NONE:
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV:
  case WR_OP_FLOAT:
  case WR_OP_STRING:
  case WR_OP_RMODE:
  case WR_OP_VAR:
  case WR_OP_APP:
  case WR_OP_EXTRACT:
  case WR_OP_CONSTRUCT:
  case WR_OP_IS:
  case WR_OP_FIELD:
  case WR_OP_FORALL:
  case WR_OP_EXISTS:
  case WR_OP_LET:
  case WR_OP_COUNT: break;
  }
  return false;
}
