/* axioms/program_row.c -- findings of workers, tried by pass 1 (axioms/program_row.h). */
#include "axioms/program_row.h"

static struct wr_digest key_of (const char *what, const struct wr_digest *key) {
  wr_str parts[] = {wr_str_of (what), {(const char *)key->bytes, sizeof key->bytes}};
  return wr_digest_of (parts, 2);
}

static bool has (const wr_u32s *list, uint32_t member) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == member) return true;
  return false;
}

/* What is strongly covered is covered. */
static void add_strong (const wr_strong_claims *strong, struct wr_test_row *row) {
  for (uint32_t i = 0; i < strong->len; i++)
    if (has (&row->covered, strong->data[i].row)) WR_VEC_PUSH (&row->strong, strong->data[i].row);
}

static void try_again (const struct wr_pass_test *test, const struct wr_program_finding *finding,
                       const wr_strong_claims *needs, wr_strong_claims *strong,
                       struct wr_test_row *row) {
  struct wr_digest none = {0};
  struct wr_digest again = finding->key ? key_of ("again", finding->key) : none;
  struct wr_digest claims = finding->key ? key_of ("strong", finding->key) : none;
  wr_again_check (test, finding->limits, finding->cache, finding->key ? &again : NULL, needs, row);
  wr_strong_claims_check (test, finding->cache, finding->key ? &claims : NULL, strong);
  add_strong (strong, row);
}

bool wr_program_row (const struct wr_pass_test *test, const struct wr_program_finding *finding,
                     struct wr_test_row *row, struct wr_file_tests *got) {
  struct wr_bytes in = {(const unsigned char *)finding->bytes.ptr, finding->bytes.len, false};
  wr_strong_claims strong = {0}, needs = {0};
  wr_strong_claims_read (&in, test, &strong);
  wr_strong_claims_read (&in, test, &needs);
  bool good = !in.bad && wr_file_tests_read ((wr_str){(const char *)in.at, in.left}, got) &&
              got->tests.len == 1 && got->axioms.len == test->axioms->rows.len;
  if (good) {
    *row = got->tests.data[0];
    got->tests.len = 0;
    try_again (test, finding, &needs, &strong, row);
  }
  WR_VEC_FREE (&strong);
  WR_VEC_FREE (&needs);
  return good;
}
