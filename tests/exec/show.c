/* Values as people write them: what is printed can be read again as the same value, for random values of many types, and some texts are
   known by hand. */
#include "core/build.h"
#include "decided.h"
#include "exec/exec.h"
#include "tap.h"

static const char program[] =
    "type Ref; type Field a; type T#1; datatype List { Nil(), Cons(head: int, tail: List) }\n"
    "var heap: <a>[Ref, Field a]a;\n"
    "procedure P(i: int, b: bool, r: real, w: bv8, o: Ref, h: <a>[Ref, Field a]a, t: T#1, l: "
    "List,\n"
    "  m: [int]int, n: [int, bool]real, k: [Ref][int]bool, d: [int]List) { assert i == 0; }\n";

static uint32_t state = 1;
static uint32_t draw (uint32_t count) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % count;
}

static const wr_value *value_of (wr_machine *m, wr_sort sort, uint32_t depth);

static const wr_value *map_of (wr_machine *m, wr_sort sort, uint32_t depth) {
  const wr_core *core = wr_machine_core (m);
  uint32_t arity = wr_sort_arity (core, sort);
  const wr_value *map = wr_value_map (m, sort, value_of (m, wr_sort_range (core, sort), depth + 1));
  for (uint32_t count = draw (5); count > 0; count--) {
    const wr_value *index[4];
    for (uint32_t i = 0; i < arity; i++)
      index[i] = value_of (m, wr_sort_arg (core, sort, i), depth + 1);
    map =
        wr_value_store (m, map, index, arity, value_of (m, wr_sort_range (core, sort), depth + 1));
  }
  return map;
}

static const wr_value *data_of (wr_machine *m, const struct wr_datatype *data, uint32_t depth) {
  const wr_core *core = wr_machine_core (m);
  uint32_t number = data->first_constructor + (depth > 3 ? 0 : draw (data->constructor_count));
  struct wr_constructor c = core->constructors.data[number];
  const wr_value *fields[4];
  for (uint32_t i = 0; i < c.field_count; i++)
    fields[i] = value_of (m, core->fields.data[c.first_field + i].sort, depth + 1);
  return wr_value_construct (m, number, fields, c.field_count);
}

static const wr_value *value_of (wr_machine *m, wr_sort sort, uint32_t depth) {
  static const char *const reals[] = {"0", "1.5", "-2/3", "1/7", "-1000000.25"};
  static const int64_t ints[] = {0, 1, -1, 7, -99, 100, 123456, -9007199254740993};
  const struct wr_sort_info info = *wr_sort_info (wr_machine_core (m), sort);
  switch (info.kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, draw (2));
  case WR_SORT_INT: return wr_value_int (m, ints[draw (8)]);
  case WR_SORT_REAL: return wr_value_scan (m, sort, wr_str_of (reals[draw (5)]));
  case WR_SORT_BV: return wr_value_bv (m, info.a, draw (256));
  case WR_SORT_NAMED: return wr_value_element (m, sort, draw (12));
  case WR_SORT_DATA: return data_of (m, &wr_machine_core (m)->datatypes.data[info.a], depth);
  case WR_SORT_MAP: return map_of (m, sort, depth);
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}

static wr_str text_of (wr_buf *out, const wr_machine *m, const wr_value *v) {
  wr_buf_clear (out);
  wr_value_show (out, m, v);
  return wr_buf_str (out);
}

static void check_random (struct tap *tap, wr_machine *m, wr_sort sort, const char *name) {
  wr_buf text = {0};
  uint32_t same = 0, all = 300;
  for (uint32_t i = 0; i < all; i++) {
    const wr_value *v = value_of (m, sort, 0), *again = NULL;
    if (v) again = wr_value_scan (m, sort, text_of (&text, m, v));
    same += v && again && wr_value_equal (v, again);
  }
  OK (tap, same == all, "%s: %u of %u values are read as they were printed, the last is %s", name,
      same, all, wr_buf_text (&text));
  wr_buf_free (&text);
}

static void check_text (struct tap *tap, wr_machine *m, wr_sort sort, const char *text) {
  wr_buf out = {0};
  const wr_value *v = wr_value_scan (m, sort, wr_str_of (text));
  OK (tap, v && wr_str_equal (text_of (&out, m, v), wr_str_of (text)), "%s", text);
  wr_buf_free (&out);
}

static bool has_entry (wr_machine *m, const wr_value *map, int64_t index, int64_t expected) {
  const wr_value *at = wr_value_int (m, index), *v = wr_value_select (m, map, &at, 1);
  int64_t n = 0;
  return v && wr_value_to_int (v, &n) && n == expected;
}

int main (void) {
  struct tap tap = {0};
  struct run r = decide (program);
  const wr_core *core = r.result->core;
  const struct wr_body *body = &core->bodies.data[0];
  struct wr_exec_options how = {0};
  wr_machine *m = wr_machine_new (core, &how);
  wr_sort sorts[16];
  for (uint32_t i = 0; i < body->ins.len; i++) {
    wr_var var = body->ins.data[i];
    sorts[i] = wr_var_info (core, var)->sort;
    wr_str name = wr_symbol_text (core->symbols, wr_var_info (core, var)->name);
    char word[16] = {0};
    memcpy (word, name.ptr, name.len < 15 ? name.len : 15);
    check_random (&tap, m, sorts[i], word);
  }
  check_text (&tap, m, sorts[0], "-12345678901234567890");
  check_text (&tap, m, sorts[2], "2/3");
  check_text (&tap, m, sorts[3], "7bv8");
  check_text (&tap, m, sorts[4], "Ref#3");
  check_text (&tap, m, sorts[7], "Cons(1, Cons(-2, Nil()))");
  check_text (&tap, m, sorts[8], "[0 := 4, 100 := 5, else 7]");
  check_text (&tap, m, sorts[11], "[0 := Cons(1, Nil()), else Nil()]");
  const wr_value *map = wr_value_scan (m, sorts[8], WR_LIT ("[0 := 4, 100 := 5, else 7]"));
  OK (&tap, has_entry (m, map, 0, 4) && has_entry (m, map, 100, 5) && has_entry (m, map, 1, 7),
      "the entries of a map that was read");
  OK (&tap, !wr_value_scan (m, sorts[8], WR_LIT ("[0 := 4]")), "a map without a default is none");
  wr_machine_free (m);
  drop (&r);
  return tap_done (&tap);
}
