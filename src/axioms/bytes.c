/* axioms/bytes.c -- tests as bytes (axioms/bytes.h). */
#include "axioms/bytes.h"

#include "base/check.h"
#include "solve/answer.h"

#include <math.h>
#include <stdlib.h>

enum { FORM = 3, COMPLETE = 1, CONFIRMED = 2, USED_ONLY = 4, LOST = 8, ALL_FLAGS = 15 };

/* -- writing ------------------------------------------------------------------------------------------- */

static void put_list (wr_buf *out, const wr_u32s *list) {
  wr_put_u32 (out, list->len);
  for (uint32_t i = 0; i < list->len; i++) wr_put_u32 (out, list->data[i]);
}

static void put_axiom (wr_buf *out, const struct wr_axiom_row *row) {
  wr_put_u64 (out, row->hash);
  wr_put_str (out, row->name);
  wr_put_str (out, row->group);
  wr_put_str (out, row->file);
  wr_put_str (out, row->text);
  wr_put_str (out, row->rule);
  wr_put_u32 (out, row->line);
  wr_put_u32 (out, row->parts);
  wr_put_u32 (out, row->prelude);
  wr_put_u32 (out, row->ground);
  wr_put_u32 (out, row->pieces.len);
  for (uint32_t i = 0; i < row->pieces.len; i++) {
    wr_put_str (out, row->pieces.data[i].kind);
    wr_put_str (out, row->pieces.data[i].text);
  }
}

static void put_element (wr_buf *out, const struct wr_element_row *row) {
  wr_put_u64 (out, row->hash);
  wr_put_str (out, row->kind);
  wr_put_str (out, row->name);
  wr_put_str (out, row->file);
  wr_put_u32 (out, row->line);
}

static void put_instances (wr_buf *out, const wr_instance_list *list) {
  wr_put_u32 (out, list->len);
  for (uint32_t i = 0; i < list->len; i++) {
    wr_put_u32 (out, list->data[i].axiom);
    wr_put_u32 (out, list->data[i].generation);
    wr_put_u64 (out, list->data[i].count);
  }
}

static void put_pieces (wr_buf *out, const wr_piece_list *list) {
  wr_put_u32 (out, list->len);
  for (uint32_t i = 0; i < list->len; i++) {
    wr_put_u32 (out, list->data[i].axiom);
    wr_put_u32 (out, list->data[i].piece);
    wr_put_u32 (out, list->data[i].needed);
  }
}

static void put_test (wr_buf *out, const struct wr_test_row *row) {
  wr_put_str (out, row->name);
  wr_put_u32 (out, row->verdict);
  wr_put_u32 (out, row->expected);
  wr_put_u32 (out, row->goals);
  wr_put_u32 (out, row->proved);
  wr_put_u32 (out, row->without_goal);
  wr_put_u32 (out, (row->complete ? COMPLETE : 0u) | (row->confirmed ? CONFIRMED : 0u) |
                       (row->used_only ? USED_ONLY : 0u) | (row->lost ? LOST : 0u));
  put_list (out, &row->used);
  put_list (out, &row->covered);
  put_list (out, &row->strong);
  put_list (out, &row->elements);
  put_instances (out, &row->instances);
  put_pieces (out, &row->pieces);
  wr_put_u32 (out, row->line);
  wr_put_u32 (out, row->end_line);
  wr_put_u64 (out, row->resources);
  wr_put_u32 (out, row->queries);
  wr_put_double (out, row->seconds);
  wr_put_str (out, row->problem);
  wr_put_u32 (out, row->problem_line);
}

void wr_file_tests_write (wr_buf *out, const struct wr_file_tests *tests) {
  wr_put_u32 (out, FORM);
  wr_put_u32 (out, tests->axioms.len);
  for (uint32_t i = 0; i < tests->axioms.len; i++) put_axiom (out, &tests->axioms.data[i]);
  wr_put_u32 (out, tests->elements.len);
  for (uint32_t i = 0; i < tests->elements.len; i++) put_element (out, &tests->elements.data[i]);
  wr_put_u32 (out, tests->tests.len);
  for (uint32_t i = 0; i < tests->tests.len; i++) put_test (out, &tests->tests.data[i]);
}

/* -- reading ------------------------------------------------------------------------------------------- */

static void get_list (struct wr_bytes *in, uint32_t axioms, wr_u32s *list) {
  uint32_t count = wr_get_u32 (in);
  if (count > in->left / sizeof (uint32_t)) in->bad = true;
  for (uint32_t i = 0; !in->bad && i < count; i++) {
    uint32_t item = wr_get_u32 (in);
    if (item >= axioms) in->bad = true;
    WR_VEC_PUSH (list, item);
  }
}

static struct wr_axiom_row get_axiom (struct wr_bytes *in) {
  struct wr_axiom_row row = {.hash = wr_get_u64 (in)};
  row.name = wr_get_str (in);
  row.group = wr_get_str (in);
  row.file = wr_get_str (in);
  row.text = wr_get_str (in);
  row.rule = wr_get_str (in);
  row.line = wr_get_u32 (in);
  row.parts = wr_get_u32 (in);
  row.prelude = wr_get_u32 (in) == 1;
  row.ground = wr_get_u32 (in) == 1;
  for (uint32_t n = wr_get_u32 (in); !in->bad && n; n--) {
    struct wr_axiom_piece piece = {.kind = wr_get_str (in)};
    piece.text = wr_get_str (in);
    WR_VEC_PUSH (&row.pieces, piece);
  }
  return row;
}

static struct wr_element_row get_element (struct wr_bytes *in) {
  struct wr_element_row row = {.hash = wr_get_u64 (in)};
  row.kind = wr_get_str (in);
  row.name = wr_get_str (in);
  row.file = wr_get_str (in);
  row.line = wr_get_u32 (in);
  return row;
}

static void get_instances (struct wr_bytes *in, uint32_t axioms, wr_instance_list *list) {
  for (uint32_t n = wr_get_u32 (in); !in->bad && n; n--) {
    struct wr_instances found = {.axiom = wr_get_u32 (in)};
    found.generation = wr_get_u32 (in);
    found.count = wr_get_u64 (in);
    if (found.axiom >= axioms) in->bad = true;
    WR_VEC_PUSH (list, found);
  }
}

static void get_pieces (struct wr_bytes *in, const struct wr_file_tests *file,
                        wr_piece_list *list) {
  for (uint32_t n = wr_get_u32 (in); !in->bad && n; n--) {
    struct wr_piece_use use = {.axiom = wr_get_u32 (in)};
    use.piece = wr_get_u32 (in);
    use.needed = wr_get_u32 (in) == 1;
    if (use.axiom >= file->axioms.len || use.piece >= file->axioms.data[use.axiom].pieces.len)
      in->bad = true;
    WR_VEC_PUSH (list, use);
  }
}

static enum wr_axiom_verdict get_verdict (struct wr_bytes *in) {
  uint32_t verdict = wr_get_u32 (in);
  if (verdict >= WR_AXIOM_VERDICT_COUNT) in->bad = true;
  return in->bad ? WR_AXIOM_UNDECIDED : (enum wr_axiom_verdict)verdict;
}

static struct wr_test_row get_test (struct wr_bytes *in, const struct wr_file_tests *file) {
  uint32_t axioms = file->axioms.len;
  struct wr_test_row row = {.name = wr_get_str (in)};
  row.verdict = get_verdict (in);
  row.expected = get_verdict (in);
  row.goals = wr_get_u32 (in);
  row.proved = wr_get_u32 (in);
  row.without_goal = wr_get_u32 (in);
  uint32_t flags = wr_get_u32 (in);
  if (flags & ~(uint32_t)ALL_FLAGS || row.proved > row.goals) in->bad = true;
  row.complete = flags & COMPLETE;
  row.confirmed = flags & CONFIRMED;
  row.used_only = flags & USED_ONLY;
  row.lost = flags & LOST;
  get_list (in, axioms, &row.used);
  get_list (in, axioms, &row.covered);
  get_list (in, axioms, &row.strong);
  get_list (in, file->elements.len, &row.elements);
  get_instances (in, axioms, &row.instances);
  get_pieces (in, file, &row.pieces);
  row.line = wr_get_u32 (in);
  row.end_line = wr_get_u32 (in);
  row.resources = wr_get_u64 (in);
  row.queries = wr_get_u32 (in);
  row.seconds = wr_get_double (in);
  if (!isfinite (row.seconds) || row.seconds < 0) in->bad = true;
  row.problem = wr_get_str (in);
  row.problem_line = wr_get_u32 (in);
  return row;
}

bool wr_file_tests_read (wr_str bytes, struct wr_file_tests *tests) {
  struct wr_bytes in = {(const unsigned char *)bytes.ptr, bytes.len, false};
  *tests = (struct wr_file_tests){0};
  if (wr_get_u32 (&in) != FORM) return false;
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    struct wr_axiom_row row = get_axiom (&in);
    WR_VEC_PUSH (&tests->axioms, row);
  }
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    struct wr_element_row row = get_element (&in);
    WR_VEC_PUSH (&tests->elements, row);
  }
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    struct wr_test_row row = get_test (&in, tests);
    WR_VEC_PUSH (&tests->tests, row);
  }
  return !in.bad && in.left == 0;
}

void wr_file_tests_free (struct wr_file_tests *tests) {
  for (uint32_t i = 0; i < tests->tests.len; i++) wr_test_row_free (&tests->tests.data[i]);
  for (uint32_t i = 0; i < tests->axioms.len; i++) wr_axiom_row_free (&tests->axioms.data[i]);
  WR_VEC_FREE (&tests->tests);
  WR_VEC_FREE (&tests->axioms);
  WR_VEC_FREE (&tests->elements);
}

/* -- into the relation --------------------------------------------------------------------------------- */

static wr_u32s renumbered (const wr_u32s *list, const uint32_t *numbers) {
  wr_u32s out = *list;
  WR_VEC_OWN (&out);
  for (uint32_t i = 0; i < out.len; i++) out.data[i] = numbers[out.data[i]];
  return out;
}

static int by_axiom (const void *a, const void *b) {
  const struct wr_instances *x = a, *y = b;
  return (x->axiom > y->axiom) - (x->axiom < y->axiom);
}

static int by_piece (const void *a, const void *b) {
  const struct wr_piece_use *x = a, *y = b;
  if (x->axiom != y->axiom) return x->axiom < y->axiom ? -1 : 1;
  return (x->piece > y->piece) - (x->piece < y->piece);
}

static void take_test (wr_relation *relation, wr_str path, const struct wr_test_row *given,
                       const uint32_t *axioms, const uint32_t *elements) {
  struct wr_test_row row = *given;
  row.path = path;
  row.used = renumbered (&row.used, axioms);
  row.covered = renumbered (&row.covered, axioms);
  row.strong = renumbered (&row.strong, axioms);
  row.elements = renumbered (&row.elements, elements);
  WR_VEC_OWN (&row.instances);
  WR_VEC_OWN (&row.pieces);
  for (uint32_t i = 0; i < row.instances.len; i++)
    row.instances.data[i].axiom = axioms[row.instances.data[i].axiom];
  for (uint32_t i = 0; i < row.pieces.len; i++)
    row.pieces.data[i].axiom = axioms[row.pieces.data[i].axiom];
  if (row.instances.len)
    qsort (row.instances.data, row.instances.len, sizeof *row.instances.data, by_axiom);
  if (row.pieces.len) qsort (row.pieces.data, row.pieces.len, sizeof *row.pieces.data, by_piece);
  wr_relation_add (relation, &row);
  wr_test_row_free (&row);
}

/* A check without a goal is no test. */
static uint32_t count_tests (const struct wr_file_tests *file) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < file->tests.len; i++)
    count += file->tests.data[i].verdict != WR_AXIOM_UNDECIDED;
  return count;
}

void wr_relation_take (wr_relation *relation, wr_str path, const struct wr_file_tests *tests) {
  uint32_t count = count_tests (tests);
  uint32_t *axioms = wr_alloc (tests->axioms.len + 1, sizeof *axioms);
  uint32_t *elements = wr_alloc (tests->elements.len + 1, sizeof *elements);
  for (uint32_t i = 0; i < tests->axioms.len; i++) {
    axioms[i] = wr_relation_axiom (relation, &tests->axioms.data[i]);
    relation->axioms.data[axioms[i]].seen += count;
  }
  for (uint32_t i = 0; i < tests->elements.len; i++) {
    elements[i] = wr_relation_element (relation, &tests->elements.data[i]);
    relation->elements.data[elements[i]].seen += count;
  }
  for (uint32_t i = 0; i < tests->tests.len; i++)
    take_test (relation, path, &tests->tests.data[i], axioms, elements);
  free (axioms);
  free (elements);
}
