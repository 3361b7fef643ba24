/* key/suite.c -- proofs of KeY as tests (key/suite.h). */
#include "key/suite.h"

#include "axioms/textfile.h"
#include "key/packed.h"
#include "key/proof.h"
#include "key/rules.h"

enum { MOST_TEXT = 2000 };

enum wr_key_kind wr_key_kind_of (wr_str path) {
  if (wr_str_ends (path, WR_LIT (".key"))) return WR_KEY_RULES;
  if (wr_str_ends (path, WR_LIT (".proof")) || wr_str_ends (path, WR_LIT (".proof.gz")))
    return WR_KEY_PROOF;
  return WR_KEY_OTHER;
}

static bool read_text (const char *path, wr_buf *text, wr_arena *arena, wr_str *problem) {
  if (!wr_textfile_read (path, text, arena, problem)) return false;
  return !wr_str_ends (wr_str_of (path), WR_LIT (".gz")) || wr_key_unpack (text, problem);
}

static void add_error (wr_relation *relation, const char *path, wr_str problem, uint32_t line) {
  struct wr_test_row row = {.path = wr_str_of (path),
                            .verdict = WR_AXIOM_ERROR,
                            .used_only = true,
                            .problem = problem,
                            .problem_line = line};
  wr_relation_add (relation, &row);
}

/* javaRules of some/folder/javaRules.key */
static wr_str base_name (const char *path) {
  wr_str name = wr_str_of (path);
  while (name.len && wr_str_ends (name, WR_LIT (".key"))) name.len -= 4;
  for (size_t i = name.len; i > 0; i--)
    if (name.ptr[i - 1] == '/') return (wr_str){name.ptr + i, name.len - i};
  return name;
}

static uint64_t identity (wr_str name) { return wr_str_hash (name, 0x6b6579); }

/* -- rules --------------------------------------------------------------------------------------------- */

void wr_key_add_rules (wr_relation *relation, const char *path, wr_key_outcome *outcome) {
  wr_arena *arena = wr_arena_new ();
  wr_buf text = {0};
  wr_key_rules rules = {0};
  wr_key_scan at;
  wr_str problem = {0};
  if (!read_text (path, &text, arena, &problem)) {
    add_error (relation, path, problem, 0);
  } else {
    if (!wr_key_rules_read (wr_buf_str (&text), &rules, &at))
      add_error (relation, path, wr_str_of (at.problem), at.problem_line);
    outcome->rule_files += rules.len > 0;
  }
  for (uint32_t i = 0; i < rules.len; i++) {
    const struct wr_key_rule *rule = &rules.data[i];
    uint32_t before = relation->axioms.len;
    struct wr_axiom_row row = {
        .name = rule->name,
        .group = base_name (path),
        .file = wr_str_of (path),
        .line = rule->line,
        .text = {rule->text.ptr, rule->text.len < MOST_TEXT ? rule->text.len : MOST_TEXT},
        .rule = rule->lemma ? WR_LIT ("lemma") : WR_LIT ("rule"),
        .hash = identity (rule->name),
        .parts = 1,
        .prelude = true};
    uint32_t number = wr_relation_axiom (relation, &row);
    bool known = relation->axioms.len == before;
    if (known) relation->axioms.data[number].parts++;
    outcome->variants += known;
    outcome->lemmas += !known && rule->lemma;
  }
  WR_VEC_FREE (&rules);
  wr_buf_free (&text);
  wr_arena_free (arena);
}

/* -- proofs -------------------------------------------------------------------------------------------- */

static void add_unknown (wr_relation *relation, const struct wr_key_use *use,
                         wr_key_outcome *outcome) {
  uint64_t hash = wr_str_hash (use->name, 0), at = wr_map_or (&outcome->index, hash, 0);
  if (!at) {
    struct wr_key_unknown one = {.name = wr_str_keep (relation->arena, use->name)};
    WR_VEC_PUSH (&outcome->unknown, one);
    wr_map_put (&outcome->index, hash, at = outcome->unknown.len);
  }
  outcome->unknown.data[at - 1].steps += use->steps;
  outcome->unknown.data[at - 1].proofs++;
}

static void add_test (wr_relation *relation, const char *path, const wr_key_proof *proof,
                      wr_key_outcome *outcome) {
  struct wr_test_row row = {.path = wr_str_of (path),
                            .verdict = proof->open ? WR_AXIOM_FAILED : WR_AXIOM_PROVED,
                            .goals = proof->open + 1,
                            .proved = 1,
                            .complete = true,
                            .confirmed = false,
                            .used_only = true,
                            .queries = 0};
  for (uint32_t i = 0; i < proof->uses.len; i++) {
    const struct wr_key_use *use = &proof->uses.data[i];
    uint64_t number = wr_map_or (&relation->by_hash, identity (use->name), 0);
    if (number) {
      uint32_t axiom = (uint32_t)number - 1;
      WR_VEC_PUSH (&row.used, axiom);
    } else {
      add_unknown (relation, use, outcome);
    }
  }
  for (uint32_t i = 0; i < relation->axioms.len; i++) relation->axioms.data[i].seen++;
  outcome->steps += proof->steps;
  outcome->builtin += proof->builtin;
  outcome->simplifier += proof->simplifier;
  outcome->proofs++;
  wr_relation_add (relation, &row);
  WR_VEC_FREE (&row.used);
}

void wr_key_add_proof (wr_relation *relation, const char *path, wr_key_outcome *outcome) {
  wr_arena *arena = wr_arena_new ();
  wr_buf text = {0};
  wr_key_proof proof = {0};
  wr_key_scan at;
  wr_str problem = {0};
  if (!read_text (path, &text, arena, &problem))
    add_error (relation, path, problem, 0);
  else if (!wr_key_proof_read (wr_buf_str (&text), &proof, &at))
    add_error (relation, path, wr_str_of (at.problem), at.problem_line);
  else
    add_test (relation, path, &proof, outcome);
  wr_key_proof_free (&proof);
  wr_buf_free (&text);
  wr_arena_free (arena);
}

void wr_key_outcome_free (wr_key_outcome *outcome) {
  WR_VEC_FREE (&outcome->unknown);
  wr_map_free (&outcome->index);
}
