/* axioms/program_again.c -- covered sets, proved again by pass 1 (axioms/program_again.h).

   The covered set is asked first; nearly always it proves its test.  If not, the axioms of the first proofs are added, and if these do not help,
   all axioms are.  What was added is left out again in halves, in quarters and so on, as far as pass 1 goes without it, and then each member of
   the old set is left out once more.  So no member can be dropped as `verify` sees it, and the set is never one that pass 1 has not proved. */
#include "axioms/program_again.h"

#include "axioms/parts.h"

enum { MOST_PASSES = 400 };

struct again {
  const struct wr_pass_test *test;
  wr_arena *arena;
  bool *asked;            /* per body of the result; none, between two passes */
  uint32_t suspect;       /* body + 1 that was not proved last; 0: none */
  uint64_t spent;         /* steps */
  uint64_t most;          /* of them; 0: there is no limit */
  uint32_t passes;        /* so far */
  bool limit;             /* the last pass that did not prove reached a limit */
  bool lost_any;          /* some pass was not answered */
  bool disturbed;         /* another run may find out more */
  bool gave_up, short_of; /* steps ran out; a member stays because of a limit */
};

static bool answers (struct again *a, const wr_bitset *on) {
  const wr_program_axioms *axioms = a->test->axioms;
  wr_bitset left_out = {0};
  for (uint32_t i = 1; i < axioms->label_count; i++)
    if (axioms->row_of[i] && !wr_bitset_has (on, axioms->row_of[i] - 1))
      wr_bitset_set (&left_out, i, true);
  struct wr_pass_answer answer = wr_pass_again (a->test, &left_out, a->asked);
  wr_bitset_free (&left_out);
  a->passes++;
  a->spent += answer.resources;
  a->lost_any |= !answer.answered;
  a->disturbed |= answer.disturbed;
  a->limit = answer.limit;
  if (answer.lost) a->suspect = answer.lost;
  return answer.proved;
}

/* Does pass 1 prove the test from these axioms?  The suspect is asked before the other bodies. */
static bool proves (struct again *a, const wr_bitset *on) {
  uint32_t suspect = a->suspect, others = 0;
  bool proved = true;
  if (suspect) {
    a->asked[suspect - 1] = true;
    proved = answers (a, on);
    a->asked[suspect - 1] = false;
  }
  for (uint32_t i = 0; i < a->test->count; i++) {
    a->asked[a->test->bodies[i]] = a->test->bodies[i] + 1 != suspect;
    others += a->asked[a->test->bodies[i]];
  }
  if (proved && others) proved = answers (a, on);
  for (uint32_t i = 0; i < a->test->count; i++) a->asked[a->test->bodies[i]] = false;
  return proved && !a->lost_any;
}

/* Do they prove it without some axioms?  If so, these are left out. */
static bool goes_without (struct again *a, wr_bitset *on, const wr_bitset *without) {
  wr_bitset rest = {0};
  bool spent = a->lost_any || a->passes >= MOST_PASSES || (a->most && a->spent >= a->most);
  a->gave_up |= spent;
  if (spent) return false;
  wr_bitset_copy (&rest, on);
  wr_bitset_remove (&rest, without);
  bool proved = proves (a, &rest);
  if (proved) wr_bitset_copy (on, &rest);
  wr_bitset_free (&rest);
  return proved;
}

/* Leaves out blocks of these axioms, the last first; of single ones it is noted if a limit keeps them. */
static void shrink_by (struct again *a, wr_bitset *on, const wr_u32s *members, uint32_t block) {
  for (uint32_t k = members->len, n; k > 0; k -= n) {
    wr_bitset without = {0};
    n = k < block ? k : block;
    for (uint32_t i = k - n; i < k; i++)
      if (wr_bitset_has (on, members->data[i])) wr_bitset_set (&without, members->data[i], true);
    if (wr_bitset_size (&without) && !goes_without (a, on, &without) && block == 1)
      a->short_of |= a->limit;
    wr_bitset_free (&without);
  }
}

static wr_u32s list_of (const wr_bitset *set) {
  wr_u32s list = {0};
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&list, i); }
  return list;
}

static void shrink_added (struct again *a, wr_bitset *on, const wr_bitset *before) {
  wr_bitset added = {0};
  wr_bitset_copy (&added, on);
  wr_bitset_remove (&added, before);
  wr_u32s members = list_of (&added);
  for (uint32_t block = members.len / 2; block > 1; block /= 2) shrink_by (a, on, &members, block);
  shrink_by (a, on, &members, 1);
  WR_VEC_FREE (&members);
  wr_bitset_free (&added);
}

/* Each member of the old set, beginning with the body that needed it. */
static void shrink_old (struct again *a, wr_bitset *on, const wr_bitset *before,
                        const wr_strong_claims *needs) {
  wr_u32s members = list_of (before);
  for (uint32_t k = members.len; k-- > 0;) {
    wr_u32s one = {&members.data[k], 1, 1};
    for (uint32_t i = 0; i < needs->len; i++)
      if (needs->data[i].row == members.data[k]) a->suspect = needs->data[i].body + 1;
    shrink_by (a, on, &one, 1);
  }
  WR_VEC_FREE (&members);
}

static void add_members (wr_bitset *set, const wr_u32s *list) {
  for (uint32_t i = 0; i < list->len; i++) wr_bitset_set (set, list->data[i], true);
}

/* A set that contains `on` and proves the test; false: there is none. */
static bool grow (struct again *a, const struct wr_test_row *row, wr_bitset *on) {
  uint32_t before = wr_bitset_size (on), rows = a->test->axioms->rows.len;
  add_members (on, &row->used);
  if (wr_bitset_size (on) > before && proves (a, on)) return true;
  for (uint32_t i = 0; i < rows; i++) wr_bitset_set (on, i, true);
  return !a->lost_any && proves (a, on);
}

/* -- the row ------------------------------------------------------------------------------------------- */

static void take (struct wr_test_row *row, const wr_bitset *on) {
  wr_bitset used = {0};
  add_members (&used, &row->used);
  WR_BITSET_EACH (on, i) { wr_bitset_set (&used, i, true); }
  WR_VEC_FREE (&row->covered);
  WR_VEC_FREE (&row->used);
  row->covered = list_of (on);
  row->used = list_of (&used);
  WR_VEC_FREE (&row->pieces);
  wr_bitset_free (&used);
}

static bool recall (wr_cache *cache, const struct wr_digest *key, uint32_t rows,
                    struct wr_test_row *row) {
  wr_buf bytes = {0};
  wr_bitset on = {0};
  bool good = cache && key && wr_cache_get (cache, key, &bytes);
  struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
  uint32_t flags = good ? wr_get_u32 (&in) : 0;
  if (good) wr_axiom_set_read (&in, rows, &on);
  good = good && !in.bad && !in.left && flags < 8;
  if (good) row->confirmed = flags & 1;
  if (good) row->complete = flags & 2;
  if (good && flags & 4) take (row, &on);
  wr_bitset_free (&on);
  wr_buf_free (&bytes);
  return good;
}

static void keep (wr_cache *cache, const struct wr_digest *key, const struct wr_test_row *row,
                  const wr_bitset *on, bool changed) {
  wr_buf bytes = {0};
  wr_put_u32 (&bytes, (row->confirmed ? 1u : 0u) | (row->complete ? 2u : 0u) | (changed ? 4u : 0u));
  wr_axiom_set_write (&bytes, on);
  wr_cache_put (cache, key, wr_buf_str (&bytes));
  wr_cache_flush (cache);
  wr_buf_free (&bytes);
}

/* True: `on` is another set than that of the row, and pass 1 proves the test from it. */
static bool mend (struct again *a, const struct wr_axiom_reduce_options *limits,
                  const wr_strong_claims *needs, const struct wr_test_row *row, wr_bitset *on) {
  wr_bitset before = {0};
  a->most = limits->effort ? a->spent + limits->least_effort + limits->effort * a->spent : 0;
  wr_bitset_copy (&before, on);
  bool good = grow (a, row, on);
  if (good) shrink_added (a, on, &before);
  if (good) shrink_old (a, on, &before, needs);
  wr_bitset_free (&before);
  return good;
}

void wr_again_check (const struct wr_pass_test *test, const struct wr_axiom_reduce_options *limits,
                     wr_cache *cache, const struct wr_digest *key, const wr_strong_claims *needs,
                     struct wr_test_row *row) {
  if (recall (cache, key, test->axioms->rows.len, row)) return;
  struct again a = {.test = test, .arena = wr_arena_new ()};
  wr_bitset on = {0};
  a.asked = WR_NEW (a.arena, bool, test->result->body_count + 1);
  add_members (&on, &row->covered);
  row->confirmed = proves (&a, &on);
  bool changed = !row->confirmed && !a.lost_any && mend (&a, limits, needs, row, &on);
  if (changed) take (row, &on);
  row->confirmed |= changed;
  row->complete &= row->confirmed && !a.gave_up && !a.short_of;
  if (cache && key && !a.lost_any && !a.disturbed) keep (cache, key, row, &on, changed);
  wr_bitset_free (&on);
  wr_arena_free (a.arena);
}
