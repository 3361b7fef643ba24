/* result/remember.c -- answers from the cache. A key covers the axioms, the procedure's formula, the goal, the
   options, the budgets and the solver's version. Labels are numbered over the whole program; keys and stored cores
   use a label's rank in its procedure instead, so that an edit elsewhere does not change them. */
#include "result/decision.h"

#include "base/check.h"
#include "vc/smtlib.h"

#include <math.h>
#include <string.h>

static bool is_delimiter (char c) { return c == ' ' || c == '(' || c == ')' || c == '\n'; }

/* A label's name at `at`: its length, and its number. */
static size_t label_name (wr_str text, size_t at, uint32_t *label) {
  size_t begin = at + 2, end = begin; /* L!12 */
  uint64_t number = 0;
  while (end < text.len && text.ptr[end] >= '0' && text.ptr[end] <= '9' && number < UINT32_MAX)
    number = number * 10 + (uint64_t)(text.ptr[end++] - '0');
  if (end == begin || (end < text.len && !is_delimiter (text.ptr[end]))) return 0;
  *label = (uint32_t)number;
  return end - at;
}

/* Writes the text with ranks instead of labels (no other name begins with L!) and without comments, which contain
   positions. */
static void normalise (wr_buf *out, const wr_vc *vc, wr_str text) {
  char quote = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    uint32_t label = 0, rank = UINT32_MAX;
    size_t len = 0;
    if (quote ? c == quote : c == '|' || c == '"') quote = quote ? 0 : c;
    if (!quote && c == ';') {
      while (i + 1 < text.len && text.ptr[i + 1] != '\n') i++;
      continue;
    }
    if (!quote && vc && c == 'L' && i + 1 < text.len && text.ptr[i + 1] == '!' &&
        (i == 0 || is_delimiter (text.ptr[i - 1])))
      len = label_name (text, i, &label);
    if (len > 0) rank = wr_vc_rank (vc, label);
    if (rank != UINT32_MAX) {
      wr_buf_print (out, "L#%u", rank);
      i += len - 1;
    } else {
      wr_buf_add_char (out, c);
    }
  }
}

struct wr_digest wr_content_of (wr_str before, const wr_vc *vc) {
  wr_buf text = {0}, plain = {0};
  wr_smtlib_procedure (&text, vc, WR_DIALECT_Z3, true);
  normalise (&plain, vc, wr_buf_str (&text));
  wr_str parts[2] = {before, wr_buf_str (&plain)};
  struct wr_digest digest = wr_digest_of (parts, 2);
  wr_buf_free (&text);
  wr_buf_free (&plain);
  return digest;
}

static void digest_body (struct wr_decision *run, uint32_t body) {
  struct wr_body_result *b = &run->result->bodies[body];
  b->digest = wr_content_of (wr_buf_str (&run->prelude), b->vc);
  b->has_digest = true;
}

static struct wr_digest key_of (const struct wr_decision *run, uint32_t body, uint32_t goal) {
  wr_buf tail = {0};
  wr_put_u32 (&tail, goal);
  const struct wr_digest *digest = &run->result->bodies[body].digest;
  WR_ASSERT (run->result->bodies[body].has_digest);
  wr_str parts[2] = {{(const char *)digest->bytes, sizeof digest->bytes}, wr_buf_str (&tail)};
  struct wr_digest key = wr_digest_of (parts, 2);
  wr_buf_free (&tail);
  return key;
}

/* The axioms' digest, not their text, stands in each procedure's key. */
static void digest_prelude (struct wr_decision *run, wr_str version) {
  const struct wr_solver_options *solver = &run->options->solver;
  wr_buf raw = {0}, text = {0};
  wr_smtlib_prelude (&raw, run->core, WR_DIALECT_Z3, false);
  normalise (&text, NULL, wr_buf_str (&raw));
  wr_buf_free (&raw);
  wr_str command = wr_str_of (solver->command ? solver->command : "");
  wr_str name = wr_str_of (run->options->backend->name);
  wr_str release = WR_LIT (WR_VERSION);
  wr_buf options = {0};
  wr_put_u32 (&options, solver->seed);
  wr_put_u32 (&options, solver->untracked);
  wr_put_u32 (&options, solver->labelled_axioms);
  wr_put_u32 (&options, solver->functions);
  wr_str budgets = wr_budgets_key (wr_budgets_of (solver));
  wr_str parts[7] = {
      wr_buf_str (&text), wr_buf_str (&options), name, command, version, release, budgets};
  struct wr_digest digest = wr_digest_of (parts, 7);
  wr_buf_add (&run->prelude, (wr_str){(const char *)digest.bytes, sizeof digest.bytes});
  wr_buf_free (&text);
  wr_buf_free (&options);
}

void wr_decision_open_cache (struct wr_decision *run) {
  const struct wr_decide_options *options = run->options;
  if (!options->cache_path) return;
  wr_str version = options->backend->version (&options->solver, run->arena);
  if (version.len == 0) return;
  run->cache = wr_cache_open_as (options->cache_path, options->cache_read_only);
  digest_prelude (run, version);
}

/* Turns ranks into labels. False: the stored answer does not fit this procedure. */
static bool localise (const wr_vc *vc, struct wr_answer *answer) {
  for (uint32_t i = 0; i < answer->core_count; i++) {
    if (answer->core[i] >= vc->label_count) return false;
    answer->core[i] = vc->labels[answer->core[i]].ix;
  }
  return !answer->has_model || answer->choice_count == vc->choice_count;
}

static bool is_within_limit (const struct wr_decision *run, uint32_t body,
                             const struct wr_answer *answer) {
  uint64_t rlimit = wr_decision_rlimit (run, body);
  return !rlimit || answer->resources <= rlimit;
}

/* Would a run with these options give the stored answer too? */
static bool is_usable (const struct wr_decision *run, uint32_t body,
                       const struct wr_answer *answer) {
  if (!is_within_limit (run, body, answer)) return false;
  bool tracked = !run->options->solver.untracked;
  if (answer->status == WR_STATUS_UNSAT)
    return !run->options->want_cores || !tracked || answer->has_core;
  return (answer->status == WR_STATUS_SAT || answer->status == WR_STATUS_INCOMPLETE) &&
         !run->options->want_models;
}

/* Keeps a proof whose core is missing.  Which rows may be applied depends on the goals that the cache knows, so the rows that gave this
   proof may not be applied again. */
static void keep_proof (struct wr_decision *run, uint32_t body, uint32_t goal,
                        const struct wr_answer *answer) {
  struct wr_job *job = &run->jobs[body];
  if (answer->status != WR_STATUS_UNSAT || !is_within_limit (run, body, answer)) return;
  WR_ASSERT (run->options->want_cores && !answer->has_core);
  uint32_t goals = run->result->bodies[body].passive->goal_count;
  if (!job->proofs) job->proofs = WR_NEW (run->arena, struct wr_answer, goals);
  job->proofs[goal] = (struct wr_answer){.status = WR_STATUS_UNSAT,
                                         .resources = answer->resources,
                                         .seconds = answer->seconds,
                                         .together = answer->together};
}

void wr_decision_recall (struct wr_decision *run, uint32_t body) {
  struct wr_body_result *b = &run->result->bodies[body];
  digest_body (run, body);
  wr_arena *scratch = wr_arena_new ();
  wr_buf bytes = {0};
  for (uint32_t i = 0; i < b->passive->goal_count && !wr_decision_limited (run, body); i++) {
    if (b->goals[i].verdict != WR_VERDICT_NONE) continue;
    struct wr_digest key = key_of (run, body, i);
    struct wr_answer answer;
    wr_buf_clear (&bytes);
    if (!wr_cache_get (run->cache, &key, &bytes)) continue;
    if (!wr_answer_read (bytes.data, bytes.len, scratch, &answer)) continue;
    if (!localise (b->vc, &answer)) continue;
    if (!is_usable (run, body, &answer)) {
      keep_proof (run, body, i, &answer);
      continue;
    }
    wr_decision_settle (run, body, i, &answer);
    b->goals[i].cached = true;
    run->result->cache_hits++;
  }
  wr_buf_free (&bytes);
  wr_arena_free (scratch);
}

void wr_decision_remember (struct wr_decision *run, uint32_t body, uint32_t goal,
                           const struct wr_answer *answer) {
  if (!run->cache) return;
  WR_ASSERT (run->result->bodies[body].goals[goal].verdict != WR_VERDICT_NONE);
  if (answer->status != WR_STATUS_UNSAT && answer->status != WR_STATUS_SAT &&
      answer->status != WR_STATUS_INCOMPLETE)
    return;
  const wr_vc *vc = run->result->bodies[body].vc;
  struct wr_answer stored = *answer;
  stored.value_count = 0; /* variables are numbered over the whole program */
  stored.core = wr_alloc (answer->core_count + 1, sizeof *stored.core);
  bool good = true;
  for (uint32_t i = 0; i < answer->core_count; i++) {
    stored.core[i] = wr_vc_rank (vc, answer->core[i]);
    good = good && stored.core[i] != UINT32_MAX;
  }
  wr_buf bytes = {0};
  wr_answer_write (&bytes, &stored);
  struct wr_digest key = key_of (run, body, goal);
  if (good) wr_cache_put (run->cache, &key, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
  free (stored.core);
}

/* -- what the analysis cost ------------------------------------------------------------------------------- */

static struct wr_digest spent_key (const struct wr_body_result *b) {
  wr_str parts[2] = {WR_LIT ("spent"), {(const char *)b->digest.bytes, sizeof b->digest.bytes}};
  return wr_digest_of (parts, 2);
}

static bool recall_spent (struct wr_decision *run, const struct wr_digest *key,
                          struct wr_spent *out) {
  wr_buf bytes = {0};
  bool found = wr_cache_get (run->cache, key, &bytes);
  struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
  out->seconds = wr_get_double (&in);
  out->cpu = wr_get_double (&in);
  out->resources = wr_get_u64 (&in);
  out->queries = wr_get_u64 (&in);
  found = found && !in.bad && in.left == 0 && isfinite (out->seconds) && isfinite (out->cpu);
  wr_buf_free (&bytes);
  return found;
}

static void keep_spent (struct wr_decision *run, const struct wr_digest *key,
                        const struct wr_spent *spent) {
  wr_buf bytes = {0};
  wr_put_double (&bytes, spent->seconds);
  wr_put_double (&bytes, spent->cpu);
  wr_put_u64 (&bytes, spent->resources);
  wr_put_u64 (&bytes, spent->queries);
  wr_cache_put (run->cache, key, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
}

/* If this run asked about a few goals only, an earlier run had the greater part of the cost. */
void wr_decision_note_spent (struct wr_decision *run, uint32_t body) {
  struct wr_body_result *b = &run->result->bodies[body];
  struct wr_spent before;
  bool cached = false;
  for (uint32_t i = 0; i < b->passive->goal_count; i++) cached |= b->goals[i].cached;
  b->spent = (struct wr_spent){b->seconds, b->cpu, b->resources, b->queries};
  if (!run->cache || !b->has_digest) return;
  struct wr_digest key = spent_key (b);
  b->spent_before = cached && recall_spent (run, &key, &before) && before.cpu >= b->cpu;
  if (b->spent_before)
    b->spent = before;
  else if (b->queries)
    keep_spent (run, &key, &b->spent);
}

/* -- costs ----------------------------------------------------------------------------------------------- */

/* The key is the procedure's name, not its content: an edited procedure costs about as much as before. */
static struct wr_digest cost_key (const struct wr_decision *run, const struct wr_part *part) {
  wr_buf number = {0};
  wr_put_u32 (&number, part->number);
  wr_symbol name = run->core->bodies.data[part->body].name;
  wr_str parts[3] = {WR_LIT ("cost"), wr_symbol_text (run->core->symbols, name),
                     wr_buf_str (&number)};
  struct wr_digest key = wr_digest_of (parts, 3);
  wr_buf_free (&number);
  return key;
}

uint64_t wr_decision_cost (const struct wr_decision *run, const struct wr_part *part) {
  if (!run->cache) return 0;
  struct wr_digest key = cost_key (run, part);
  wr_buf bytes = {0};
  uint64_t cost = 0;
  if (wr_cache_get (run->cache, &key, &bytes)) {
    struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
    cost = wr_get_u64 (&in);
  }
  wr_buf_free (&bytes);
  return cost;
}

void wr_decision_note_cost (struct wr_decision *run, const struct wr_part *part) {
  if (part->spent == 0) return;
  struct wr_digest key = cost_key (run, part);
  wr_buf bytes = {0};
  wr_put_u64 (&bytes, part->spent);
  wr_cache_put (run->cache, &key, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
}
