#include "cli/axioms_advice.h"

#include "axioms/sketch.h"
#include "axioms/textfile.h"
#include "base/check.h"
#include "base/bitset.h"
#include "cli/axioms_preludes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST_TRIED = 400,
  MOST_IN_LOG = 100,
  MOST_PARTNERS_SOUGHT = 40,
  MOST_ROUNDS = 3,
  CONTROL_STEPS = 300000 /* of a control: a search for models may have no end */
};

/* A file of sketches: its tests are the query without a goal, and then one for each of these axioms. */
struct trial {
  const char *path, *log;
  uint32_t first, count; /* into `sketches` */
};

/* What could be said of an axiom, with what the proof of its sketch rests on.  It is said if that does not contradict itself. */
struct claim {
  struct wr_sketch sketch;
  const char *log;
  uint32_t axiom;
  bool redundant;  /* else the sketch needs it */
  bool rests;      /* on an axiom, be it one that does not count */
  wr_map rests_on; /* identities in the log */
  wr_u32s
      axioms; /* the same as axioms of the suite, without the one that it is about; increasing */
};

struct trials {
  struct wr_suite_options suite;
  wr_relation *relation;
  wr_advice_list *list;
  wr_arena *arena;
  wr_str folder;
  WR_VEC (struct trial) files;
  wr_sketches sketches;
  wr_sketches open; /* for axioms that are not needed, though nothing is known that proves them */
  WR_VEC (const char *) open_logs;
  wr_prelude_logs preludes; /* of programs */
  WR_VEC (struct claim) claims;
};

/* The number of an axiom in the suite, plus one; 0: it is none.  Assertions that stand for axioms of programs have identities of their own. */
static uint32_t number_of (const struct trials *t, uint64_t identity) {
  bool translated = wr_map_has (&t->preludes.number_of, identity);
  const wr_map *map = translated ? &t->preludes.number_of : &t->relation->by_hash;
  return (uint32_t)wr_map_or (map, identity, 0);
}

/* A sketch is about one assertion; an axiom may be several: conjuncts in a program, instances in a log. */
static bool is_in_parts (const struct trials *t, uint32_t axiom) {
  return t->relation->axioms.data[axiom].parts > 1;
}

/* -- writing ------------------------------------------------------------------------------------------- */

/* Writes the sketches for the wanted axioms of a log. */
static bool add_log (struct trials *t, const char *path, struct wr_sketch_options options,
                     wr_map *wanted) {
  wr_buf text = {0}, out = {0};
  wr_str problem;
  uint32_t before = t->files.len;
  options.identity = &t->suite.tests.identity;
  options.most = MOST_IN_LOG;
  struct trial trial = {.log = path, .first = t->sketches.len};
  if (wr_textfile_read (path, &text, t->arena, &problem)) {
    wr_log log = wr_log_read (wr_buf_str (&text));
    if (wr_sketch_log (&out, &log, &options, wanted, &t->sketches, t->arena)) {
      trial.count = t->sketches.len - trial.first;
      trial.path = wr_str_print (t->arena, "%s/%u.smt2", t->folder.ptr, t->files.len).ptr;
      if (wr_prelude_file_new (trial.path, wr_buf_str (&out)))
        WR_VEC_PUSH (&t->files, trial);
      else
        t->sketches.len = trial.first;
    }
    wr_log_free (&log);
  }
  wr_buf_free (&text);
  wr_buf_free (&out);
  return t->files.len > before;
}

/* -- asking -------------------------------------------------------------------------------------------- */

/* The tests of all files from `first` on; NULL where a file has not the tests that it should have. */
static wr_relation *measure (struct trials *t, uint32_t first) {
  wr_relation *tried = wr_relation_new ();
  WR_VEC (const char *) paths = {0};
  for (uint32_t i = first; i < t->files.len; i++) {
    WR_VEC_PUSH (&paths, t->files.data[i].path);
    t->list->tried += t->files.data[i].count;
  }
  wr_suite_logs (tried, paths.data, paths.len, &t->suite);
  WR_VEC_FREE (&paths);
  return tried;
}

/* The number of a file's first test; UINT32_MAX: it has not one test for each query. */
static uint32_t tests_of (const wr_relation *tried, const struct trial *trial) {
  uint32_t first = UINT32_MAX, count = 0;
  for (uint32_t i = 0; i < tried->tests.len; i++) {
    if (!wr_str_equal (tried->tests.data[i].path, wr_str_of (trial->path))) continue;
    if (!count++) first = i;
  }
  return count == trial->count + 1 ? first : UINT32_MAX;
}

static bool is_in (const wr_u32s *list, uint64_t item) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == item) return true;
  return false;
}

/* `covered`: what proves the sketch, in the log. */
static void add_claim (struct trials *t, struct claim claim, const wr_relation *tried,
                       const wr_u32s *covered) {
  wr_bitset numbers = {0};
  claim.rests = covered->len > 0;
  wr_bitset_set (&numbers, claim.axiom, true);
  for (uint32_t i = 0; i < covered->len; i++) {
    uint64_t identity = tried->axioms.data[covered->data[i]].hash;
    uint32_t number = number_of (t, identity);
    wr_map_put (&claim.rests_on, identity, 1);
    if (number) wr_bitset_set (&numbers, number - 1, true);
  }
  for (uint32_t i = 0; i < t->relation->axioms.len; i++)
    if (wr_bitset_has (&numbers, i)) WR_VEC_PUSH (&claim.axioms, i);
  wr_bitset_free (&numbers);
  WR_VEC_PUSH (&t->claims, claim);
}

/* True: the axiom is not needed, and what proves the sketch without it is not known yet. */
static bool judge (struct trials *t, const struct wr_sketch *sketch, const char *log,
                   const wr_relation *tried, const struct wr_test_row *test) {
  uint64_t here = wr_map_or (&tried->by_hash, sketch->hash, 0);
  uint32_t number = number_of (t, sketch->hash);
  if (!number || !here || !test->confirmed) return false;
  struct claim claim = {.sketch = *sketch, .log = log, .axiom = number - 1};
  bool strong = is_in (&test->strong, here - 1);
  if (!strong && is_in_parts (t, claim.axiom)) return false;
  if (!strong && is_in (&test->covered, here - 1)) return test->complete;
  claim.redundant = !strong;
  add_claim (t, claim, tried, &test->covered);
  return false;
}

/* The sketch is asked in the log without the axiom: what it covers there are the partners. */
static void find_partners (struct trials *t, const char *const *logs, const wr_sketches *open) {
  uint32_t first = t->files.len;
  for (uint32_t i = 0; i < open->len && i < MOST_PARTNERS_SOUGHT; i++) {
    wr_map wanted = {0};
    wr_map_put (&wanted, open->data[i].hash, 1);
    add_log (t, logs[i], (struct wr_sketch_options){.without = open->data[i].hash}, &wanted);
    wr_map_free (&wanted);
  }
  wr_relation *tried = measure (t, first);
  for (uint32_t i = first; i < t->files.len; i++) {
    const struct trial *trial = &t->files.data[i];
    uint32_t test = tests_of (tried, trial);
    if (test == UINT32_MAX || trial->count != 1) continue;
    const struct wr_test_row *row = &tried->tests.data[test + 1];
    uint32_t number = number_of (t, t->sketches.data[trial->first].hash);
    struct claim claim = {.sketch = t->sketches.data[trial->first],
                          .log = trial->log,
                          .axiom = number - 1,
                          .redundant = true};
    if (number && row->verdict == WR_AXIOM_PROVED && row->confirmed)
      add_claim (t, claim, tried, &row->covered);
  }
  wr_relation_free (tried);
}

/* Asks about the files from `first` on.  An axiom whose sketch was not proved is wanted again: another log may have other options. */
static void try_files (struct trials *t, uint32_t first, wr_map *wanted) {
  wr_relation *tried = measure (t, first);
  for (uint32_t i = first; i < t->files.len; i++) {
    const struct trial *trial = &t->files.data[i];
    uint32_t test = tests_of (tried, trial);
    /* If false follows from the axioms, everything does. */
    bool usable = test != UINT32_MAX && tried->tests.data[test].verdict != WR_AXIOM_PROVED;
    for (uint32_t k = 0; k < trial->count; k++) {
      struct wr_sketch sketch = t->sketches.data[trial->first + k];
      const struct wr_test_row *row = usable ? &tried->tests.data[test + 1 + k] : NULL;
      if (!row || row->verdict != WR_AXIOM_PROVED) {
        wr_map_put (wanted, sketch.hash, 1);
      } else if (judge (t, &sketch, trial->log, tried, row)) {
        WR_VEC_PUSH (&t->open, sketch);
        WR_VEC_PUSH (&t->open_logs, trial->log);
      }
    }
  }
  wr_relation_free (tried);
}

static void try_sketches (struct trials *t, const char *const *logs, uint32_t count,
                          wr_map *wanted) {
  bool *used = wr_alloc (count + 1, sizeof *used);
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    uint32_t first = t->files.len;
    for (uint32_t i = 0; i < count; i++) {
      used[i] |= !used[i] && add_log (t, logs[i], (struct wr_sketch_options){0}, wanted);
    }
    if (t->files.len == first) break;
    try_files (t, first, wanted);
  }
  free (used);
  if (t->open.len) find_partners (t, t->open_logs.data, &t->open);
}

/* -- what is said -------------------------------------------------------------------------------------- */

static void say (struct trials *t, const struct claim *claim) {
  if (claim->redundant) {
    struct wr_advice one = {.kind = WR_ADVICE_REDUNDANT, .axiom = claim->axiom};
    for (uint32_t i = 0; i < claim->axioms.len; i++)
      if (claim->axioms.data[i] != claim->axiom) WR_VEC_PUSH (&one.partners, claim->axioms.data[i]);
    if (!claim->rests || one.partners.len) WR_VEC_PUSH (&t->list->items, one);
    return;
  }
  for (uint32_t i = 0; i < t->list->items.len; i++) {
    struct wr_advice *one = &t->list->items.data[i];
    if (one->kind != WR_ADVICE_UNCOVERED || one->axiom != claim->axiom) continue;
    one->sketch = wr_str_keep (t->relation->arena, claim->sketch.text);
    if (wr_map_has (&t->preludes.number_of, claim->sketch.hash)) continue;
    one->sketch_path = wr_str_keep (t->relation->arena, wr_str_of (claim->log));
    one->sketch_line = claim->sketch.line;
  }
}

/* Writes the control of a claim: its axioms, the premiss and the conclusion.  If these contradict each other, the proof of the sketch says nothing about
   the axiom. */
static bool add_control (struct trials *t, struct claim *claim) {
  wr_map wanted = {0};
  wr_map_put (&wanted, claim->sketch.hash, 1);
  struct wr_sketch_options options = {.only = &claim->rests_on, .holds = true};
  bool written = add_log (t, claim->log, options, &wanted);
  wr_map_free (&wanted);
  return written;
}

static void say_claims (struct trials *t) {
  WR_VEC (struct claim *) asked = {0};
  uint32_t first = t->files.len;
  t->suite.tests.reduce.rlimit = CONTROL_STEPS;
  t->suite.tests.reduce.strong = false;
  for (uint32_t i = 0; i < t->claims.len; i++) {
    struct claim *claim = &t->claims.data[i];
    /* What the search for contradictions has found needs no control. */
    bool conflict = wr_relation_has_conflict (t->relation, &claim->axioms);
    if (!conflict && add_control (t, claim)) WR_VEC_PUSH (&asked, claim);
  }
  uint32_t tried_before = t->list->tried;
  wr_relation *tried = measure (t, first);
  t->list->tried = tried_before;
  for (uint32_t i = 0; i < asked.len; i++) {
    uint32_t test = tests_of (tried, &t->files.data[first + i]);
    if (test == UINT32_MAX) continue;
    enum wr_axiom_verdict alone = tried->tests.data[test].verdict;
    enum wr_axiom_verdict holds = tried->tests.data[test + 1].verdict;
    if (alone != WR_AXIOM_PROVED && holds != WR_AXIOM_PROVED && holds != WR_AXIOM_ERROR)
      say (t, asked.data[i]);
  }
  wr_relation_free (tried);
  WR_VEC_FREE (&asked);
}

static void free_claims (struct trials *t) {
  for (uint32_t i = 0; i < t->claims.len; i++) {
    wr_map_free (&t->claims.data[i].rests_on);
    WR_VEC_FREE (&t->claims.data[i].axioms);
  }
  WR_VEC_FREE (&t->claims);
}

/* -- all of it ----------------------------------------------------------------------------------------- */

/* Axioms without a test, and those that no test needs strongly, where this is known. */
static void find_wanted (const struct trials *t, wr_map *wanted) {
  wr_bitset numbers = {0};
  for (uint32_t i = 0, count = 0; i < t->relation->axioms.len && count < MOST_TRIED; i++) {
    const struct wr_axiom_row *row = &t->relation->axioms.data[i];
    bool idle = t->suite.tests.reduce.strong && row->covered_by.len && !row->strong_in.len;
    if (row->covered_by.len && !idle) continue;
    wr_bitset_set (&numbers, i, true);
    wr_map_put (wanted, row->hash, 1);
    count++;
  }
  for (uint32_t i = 0; i < t->preludes.identities.len; i++) {
    uint32_t number = number_of (t, t->preludes.identities.data[i]);
    bool shared = wr_map_has (&t->preludes.shared, t->preludes.identities.data[i]);
    if (number && !shared && wr_bitset_has (&numbers, number - 1))
      wr_map_put (wanted, t->preludes.identities.data[i], 1);
  }
  wr_bitset_free (&numbers);
}

static bool is_redundant (const struct trials *t, uint32_t axiom) {
  for (uint32_t i = 0; i < t->list->items.len; i++)
    if (t->list->items.data[i].kind == WR_ADVICE_REDUNDANT && t->list->items.data[i].axiom == axiom)
      return true;
  return false;
}

/* Axioms that only look different. */
static void add_same (struct trials *t) {
  for (uint32_t i = 0; i < t->preludes.same.len; i++) {
    const struct wr_same_axioms *same = &t->preludes.same.data[i];
    if (is_redundant (t, same->axiom)) continue;
    if (t->relation->axioms.data[same->axiom].covered_by.len) continue;
    struct wr_advice one = {.kind = WR_ADVICE_REDUNDANT, .axiom = same->axiom};
    WR_VEC_PUSH (&one.partners, same->partner);
    WR_VEC_PUSH (&t->list->items, one);
  }
}

/* The programs, and a prelude that is one. */
static void write_programs (struct trials *t, const struct wr_options *options,
                            const struct wr_advise_files *files) {
  struct wr_prelude_options how = {options, &t->suite.tests.identity, t->folder.ptr};
  WR_VEC (const char *) programs = {0};
  if (t->suite.tests.prelude) WR_VEC_PUSH (&programs, options->prelude);
  for (uint32_t i = 0; i < files->program_count; i++)
    if (!programs.len || strcmp (programs.data[0], files->programs[i]) != 0)
      WR_VEC_PUSH (&programs, files->programs[i]);
  wr_prelude_logs_write (&how, programs.data, programs.len, t->relation, t->arena, &t->preludes);
  WR_VEC_FREE (&programs);
}

/* In a folder of its own. */
static void try_all (struct trials *t, const struct wr_options *options,
                     const struct wr_advise_files *files) {
  wr_map wanted = {0};
  WR_VEC (const char *) logs = {0};
  write_programs (t, options, files);
  for (uint32_t i = 0; i < files->log_count; i++) WR_VEC_PUSH (&logs, files->logs[i]);
  for (uint32_t i = 0; i < t->preludes.paths.len; i++)
    WR_VEC_PUSH (&logs, t->preludes.paths.data[i]);
  find_wanted (t, &wanted);
  t->suite.tests.unit = WR_TEST_QUERY;
  t->suite.tests.reduce.strong = true;
  t->suite.no_contradictions = true; /* that search is over */
  try_sketches (t, logs.data, logs.len, &wanted);
  say_claims (t);
  add_same (t);
  for (uint32_t i = 0; i < t->files.len; i++) unlink (t->files.data[i].path);
  for (uint32_t i = 0; i < t->preludes.paths.len; i++) unlink (t->preludes.paths.data[i]);
  WR_VEC_FREE (&logs);
  wr_map_free (&wanted);
}

void wr_axioms_advise (const struct wr_options *options, const struct wr_suite_options *suite,
                       const struct wr_advise_files *files, wr_relation *relation,
                       wr_advice_list *list) {
  const char *base = getenv ("TMPDIR");
  struct trials t = {.suite = *suite, .relation = relation, .list = list, .arena = wr_arena_new ()};
  wr_advise (relation, list);
  wr_str template =
      wr_str_print (t.arena, "%s/warrant-sketch-XXXXXX", base && *base ? base : "/tmp");
  char *folder = wr_arena_copy (t.arena, template.ptr, template.len + 1, 1);
  if (files->log_count + files->program_count && mkdtemp (folder)) {
    t.folder = wr_str_of (folder);
    try_all (&t, options, files);
    rmdir (folder);
  }
  wr_advice_sort (list);
  WR_VEC_FREE (&t.files);
  WR_VEC_FREE (&t.sketches);
  WR_VEC_FREE (&t.open);
  WR_VEC_FREE (&t.open_logs);
  free_claims (&t);
  wr_prelude_logs_free (&t.preludes);
  wr_arena_free (t.arena);
}
