/* report/axioms_diff.c -- two documents of `axioms` (report/axioms_diff.h). */
#include "report/axioms_diff.h"

#include "base/map.h"
#include "report/axioms_match.h"

#include <string.h>

enum { MOST_SHOWN = 50, MOST_TESTS = 5 };

static const char *const words[] = {
#define X(name, word, title, worse) word,
    WR_AXIOM_CHANGES (X)
#undef X
};
static const char *const titles[] = {
#define X(name, word, title, worse) title,
    WR_AXIOM_CHANGES (X)
#undef X
};
static const bool is_worse[] = {
#define X(name, word, title, worse) worse,
    WR_AXIOM_CHANGES (X)
#undef X
};

/* -- reading ------------------------------------------------------------------------------------------- */

struct test {
  wr_str name; /* path and name */
  bool proved, matched;
};

struct side {
  wr_axiom_entries axioms;
  WR_VEC (struct test) tests;
  wr_map by_test, test_ids; /* values: number + 1 */
  wr_arena *arena;
};

static void read_test (struct side *s, const json_t *object) {
  wr_str path = wr_axiom_text_at (object, "path"), name = wr_axiom_text_at (object, "procedure");
  struct test t = {.name = wr_str_print (s->arena, "%.*s%s%.*s", WR_STR_ARGS (path),
                                         name.len ? " " : "", WR_STR_ARGS (name)),
                   .proved =
                       wr_str_equal (wr_axiom_text_at (object, "verdict"), WR_LIT ("proved"))};
  WR_VEC_PUSH (&s->tests, t);
  wr_map_put (&s->by_test, wr_str_hash (t.name, 0), s->tests.len);
  wr_map_put (&s->test_ids, wr_str_hash (wr_axiom_text_at (object, "id"), 0), s->tests.len);
}

static bool read_side (struct side *s, const json_t *doc, const char *which, wr_buf *problem) {
  const json_t *axioms = json_object_get (doc, "axioms"), *tests = json_object_get (doc, "tests"),
               *item;
  size_t i;
  bool right = wr_str_equal (wr_axiom_text_at (doc, "format"), WR_LIT ("warrant/1")) &&
               wr_str_equal (wr_axiom_text_at (doc, "command"), WR_LIT ("axioms"));
  if (!right || !json_is_array (axioms) || !json_is_array (tests)) {
    wr_buf_print (problem, "the %s document was not written by `warrant axioms --json`", which);
    return false;
  }
  bool used = wr_str_equal (wr_axiom_text_at (doc, "measure"), WR_LIT ("used"));
  json_array_foreach (axioms, i, item) {
    struct wr_axiom_entry entry = wr_axiom_entry_of (item, used ? "used_by" : "covered_by");
    WR_VEC_PUSH (&s->axioms, entry);
  }
  json_array_foreach (tests, i, item) read_test (s, item);
  return true;
}

static void free_side (struct side *s) {
  WR_VEC_FREE (&s->axioms);
  WR_VEC_FREE (&s->tests);
  wr_map_free (&s->by_test);
  wr_map_free (&s->test_ids);
}

/* -- comparing ----------------------------------------------------------------------------------------- */

static wr_str names_of (const struct side *s, const json_t *ids, wr_arena *arena) {
  wr_buf out = {0};
  size_t i;
  const json_t *id;
  json_array_foreach (ids, i, id) {
    wr_str text = {json_string_value (id), json_string_length (id)};
    uint64_t at = wr_map_or (&s->test_ids, wr_str_hash (text, 0), 0);
    if (i == MOST_TESTS) wr_buf_print (&out, ", …");
    if (i >= MOST_TESTS || !at) continue;
    wr_str name = s->tests.data[at - 1].name;
    wr_buf_print (&out, "%s%.*s", out.len ? ", " : "", WR_STR_ARGS (name));
  }
  wr_str kept = wr_str_keep (arena, wr_buf_str (&out));
  wr_buf_free (&out);
  return kept;
}

static void add (wr_axiom_diff *diff, wr_arena *arena, struct wr_axiom_change change) {
  change.name = wr_str_keep (arena, change.name);
  change.old_name = wr_str_keep (arena, change.old_name);
  WR_VEC_PUSH (&diff->changes, change);
  diff->counts[change.kind]++;
  diff->worse += is_worse[change.kind];
}

static void compare_axiom (wr_axiom_diff *diff, const struct side *before,
                           const struct wr_axiom_entry *a, const struct wr_axiom_entry *b,
                           wr_arena *arena) {
  uint32_t old = (uint32_t)json_array_size (a->tests), now = (uint32_t)json_array_size (b->tests);
  if (old && !now)
    add (diff, arena,
         (struct wr_axiom_change){.kind = WR_AXIOM_CHANGE_LOST,
                                  .name = b->shown,
                                  .before = old,
                                  .tests = names_of (before, a->tests, arena)});
  if (!old && now)
    add (diff, arena,
         (struct wr_axiom_change){.kind = WR_AXIOM_CHANGE_GAINED, .name = b->shown, .after = now});
  if (!wr_str_equal (a->name, b->name))
    add (diff, arena,
         (struct wr_axiom_change){
             .kind = WR_AXIOM_CHANGE_RENAMED, .name = b->shown, .old_name = a->shown});
}

static void compare_axioms (wr_axiom_diff *diff, struct side *before, struct side *after,
                            wr_arena *arena) {
  wr_axiom_entries_match (&before->axioms, &after->axioms);
  for (uint32_t i = 0; i < before->axioms.len; i++) {
    const struct wr_axiom_entry *a = &before->axioms.data[i];
    struct wr_axiom_change gone = {.kind = WR_AXIOM_CHANGE_GONE,
                                   .name = a->shown,
                                   .before = (uint32_t)json_array_size (a->tests)};
    if (a->partner)
      compare_axiom (diff, before, a, &after->axioms.data[a->partner - 1], arena);
    else
      add (diff, arena, gone);
  }
  for (uint32_t i = 0; i < after->axioms.len; i++) {
    const struct wr_axiom_entry *b = &after->axioms.data[i];
    uint32_t now = (uint32_t)json_array_size (b->tests);
    enum wr_axiom_change_kind kind = now ? WR_AXIOM_CHANGE_NEW : WR_AXIOM_CHANGE_BARE;
    if (!b->partner)
      add (diff, arena, (struct wr_axiom_change){.kind = kind, .name = b->shown, .after = now});
  }
}

static void compare_tests (wr_axiom_diff *diff, struct side *before, struct side *after,
                           wr_arena *arena) {
  for (uint32_t i = 0; i < before->tests.len; i++) {
    const struct test *t = &before->tests.data[i];
    uint64_t at = wr_map_or (&after->by_test, wr_str_hash (t->name, 0), 0);
    if (at) after->tests.data[at - 1].matched = true;
    bool broke = at && t->proved && !after->tests.data[at - 1].proved;
    if (at && !broke) continue;
    add (diff, arena,
         (struct wr_axiom_change){.kind = at ? WR_AXIOM_CHANGE_BROKE : WR_AXIOM_CHANGE_TEST_GONE,
                                  .name = t->name});
  }
  for (uint32_t i = 0; i < after->tests.len; i++)
    if (!after->tests.data[i].matched)
      add (diff, arena,
           (struct wr_axiom_change){.kind = WR_AXIOM_CHANGE_TEST_NEW,
                                    .name = after->tests.data[i].name});
}

static void sort_by_kind (wr_axiom_diff *diff) {
  WR_VEC (struct wr_axiom_change) sorted = {0};
  for (int kind = 0; kind < WR_AXIOM_CHANGE_COUNT; kind++)
    for (uint32_t i = 0; i < diff->changes.len; i++)
      if ((int)diff->changes.data[i].kind == kind) WR_VEC_PUSH (&sorted, diff->changes.data[i]);
  if (sorted.len) memcpy (diff->changes.data, sorted.data, sorted.len * sizeof *sorted.data);
  WR_VEC_FREE (&sorted);
}

static void count (const struct side *s, uint32_t *covered, uint32_t *total) {
  *total = s->axioms.len;
  for (uint32_t i = 0; i < s->axioms.len; i++)
    *covered += json_array_size (s->axioms.data[i].tests) > 0;
}

/* What is used is more than what is covered. */
static bool measure_alike (const json_t *old, const json_t *new, wr_buf *problem) {
  bool known = json_array_size (json_object_get (old, "tests")) &&
               json_array_size (json_object_get (new, "tests"));
  if (!known || wr_str_equal (wr_axiom_text_at (old, "measure"), wr_axiom_text_at (new, "measure")))
    return true;
  wr_buf_print (problem,
                "one document says which axioms are used, the other one which are covered: "
                "they cannot be compared");
  return false;
}

bool wr_axiom_diff_of (wr_str before, wr_str after, wr_arena *arena, wr_axiom_diff *diff,
                       wr_buf *problem) {
  *diff = (wr_axiom_diff){0};
  json_t *old = json_loadb (before.ptr, before.len, 0, NULL);
  json_t *new = json_loadb (after.ptr, after.len, 0, NULL);
  struct side a = {.arena = arena}, b = {.arena = arena};
  bool good = read_side (&a, old, "first", problem) && read_side (&b, new, "second", problem) &&
              measure_alike (old, new, problem);
  if (good) {
    count (&a, &diff->covered[0], &diff->total[0]);
    count (&b, &diff->covered[1], &diff->total[1]);
    diff->interrupted[0] = json_is_false (json_object_get (old, "complete"));
    diff->interrupted[1] = json_is_false (json_object_get (new, "complete"));
    compare_axioms (diff, &a, &b, arena);
    compare_tests (diff, &a, &b, arena);
    sort_by_kind (diff);
  }
  free_side (&a);
  free_side (&b);
  json_decref (old);
  json_decref (new);
  return good;
}

void wr_axiom_diff_free (wr_axiom_diff *diff) { WR_VEC_FREE (&diff->changes); }

/* -- writing ------------------------------------------------------------------------------------------- */

void wr_axiom_diff_text (wr_buf *out, const wr_axiom_diff *diff) {
  uint32_t shown = 0;
  for (int side = 0; side < 2; side++)
    if (diff->interrupted[side])
      wr_buf_print (out,
                    "the run of the %s document was interrupted: not all tests were measured\n",
                    side ? "second" : "first");
  for (uint32_t i = 0; i < diff->changes.len; i++) {
    const struct wr_axiom_change *c = &diff->changes.data[i];
    if (!i || c->kind != diff->changes.data[i - 1].kind) {
      wr_buf_print (out, "%s: %u\n", titles[c->kind], diff->counts[c->kind]);
      shown = 0;
    }
    if (shown++ == MOST_SHOWN)
      wr_buf_print (out, "  and %u more\n", diff->counts[c->kind] - MOST_SHOWN);
    if (shown > MOST_SHOWN) continue;
    wr_buf_print (out, "  %.*s", WR_STR_ARGS (c->name));
    if (c->old_name.len) wr_buf_print (out, " (it was %.*s)", WR_STR_ARGS (c->old_name));
    if (c->tests.len) wr_buf_print (out, " (it had %.*s)", WR_STR_ARGS (c->tests));
    wr_buf_add_char (out, '\n');
  }
  if (!diff->changes.len) wr_buf_print (out, "no axiom gained or lost its tests\n");
  wr_buf_print (out, "covered: %u of %u axioms before, %u of %u now\n", diff->covered[0],
                diff->total[0], diff->covered[1], diff->total[1]);
}

static json_t *figures (const wr_axiom_diff *diff, int side) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "covered", wr_json_count (diff->covered[side]));
  wr_json_set (object, "total", wr_json_count (diff->total[side]));
  wr_json_set (object, "complete", json_boolean (!diff->interrupted[side]));
  return object;
}

json_t *wr_axiom_diff_json (const wr_axiom_diff *diff) {
  json_t *doc = wr_json_object (), *changes = wr_json_array ();
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "command", wr_json_text (WR_LIT ("axioms-diff")));
  wr_json_set (doc, "version", wr_json_text (WR_LIT (WR_VERSION)));
  wr_json_set (doc, "before", figures (diff, 0));
  wr_json_set (doc, "after", figures (diff, 1));
  for (uint32_t i = 0; i < diff->changes.len; i++) {
    const struct wr_axiom_change *c = &diff->changes.data[i];
    json_t *object = wr_json_object ();
    wr_json_set (object, "kind", wr_json_text (wr_str_of (words[c->kind])));
    wr_json_set (object, "name", wr_json_text (c->name));
    if (c->old_name.len) wr_json_set (object, "old_name", wr_json_text (c->old_name));
    wr_json_set (object, "worse", json_boolean (is_worse[c->kind]));
    if (c->before) wr_json_set (object, "tests_before", wr_json_count (c->before));
    if (c->after) wr_json_set (object, "tests_after", wr_json_count (c->after));
    wr_json_push (changes, object);
  }
  wr_json_set (doc, "changes", changes);
  wr_json_set (doc, "worse", wr_json_count (diff->worse));
  return doc;
}
