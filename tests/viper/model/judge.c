/* tests/viper/model/judge.c -- a Viper program in the verifier and in the interpreter. */
#include "judge.h"

#include <stdio.h>
#include <string.h>

bool judge_read (wr_buf *text, const char *path) {
  char buffer[4096];
  FILE *in = fopen (path, "rb");
  if (!in) return false;
  for (size_t n; (n = fread (buffer, 1, sizeof buffer, in)) > 0;)
    wr_buf_add (text, (wr_str){buffer, n});
  fclose (in);
  return true;
}

void judge_begin (struct judgement *j, const char *path, wr_str text) {
  *j = (struct judgement){.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  j->sources = wr_sources_new (j->arena);
  j->diags = wr_diags_new (j->arena);
  wr_sources_add (j->sources, wr_str_of (path), text);
  struct wr_front_input input = {j->arena, j->symbols, j->sources, j->diags, NULL};
  vpr_program *program = vpr_parse (&input);
  if (!wr_diags_errors (j->diags) && vpr_resolve (program, j->diags) &&
      vpr_check (program, j->diags))
    j->program = program;
}

void judge_end (struct judgement *j) {
  wr_core_free (j->core);
  wr_diags_free (j->diags);
  wr_sources_free (j->sources);
  wr_interner_free (j->symbols);
  wr_arena_free (j->arena);
}

/* -- the interpreter --------------------------------------------------------------------------------- */

static uint32_t line_of (const struct judgement *j, wr_span at) {
  return wr_position_of (j->sources, at.file, at.begin).line;
}

static void add_violation (struct judgement *j, const struct run *run) {
  struct violation v = {.member = run->member, .line = line_of (j, run->at)};
  snprintf (v.id, sizeof v.id, "%s:%s", run->error, run->reason);
  for (uint32_t i = 0; i < j->violation_count; i++)
    if (j->violations[i].line == v.line && !strcmp (j->violations[i].id, v.id)) {
      j->violations[i].runs++;
      return;
    }
  v.runs = 1;
  if (j->violation_count < JUDGE_MAX) j->violations[j->violation_count++] = v;
}

static void pool_of (struct run *run) {
  for (int64_t n = -1; n <= 4; n++) run->pool[run->pool_count++] = n;
}

static void run_member (struct judgement *j, const vpr_decl *member, struct rng *rng,
                        uint32_t times) {
  wr_mark mark = wr_arena_save (j->arena);
  uint64_t complete = j->complete;
  uint32_t stuck = 0, first = j->violation_count;
  j->members++;
  for (uint32_t i = 0; i < times; i++) {
    struct run *run = WR_NEW (j->arena, struct run, 1);
    run->program = j->program;
    run->arena = j->arena;
    run->rng = rng;
    pool_of (run);
    for (uint32_t k = 0; k < j->program->decls.len; k++)
      run->field_count += j->program->decls.data[k]->kind == VPR_DECL_FIELD;
    model_run_member (run, member);
    enum model_stop stop = run->stop;
    j->runs++;
    j->complete += stop != MODEL_GIVEN_UP && stop != MODEL_UNSUPPORTED;
    if (stop == MODEL_VIOLATED) add_violation (j, run);
    if (stop == MODEL_GIVEN_UP && run->place.file) {
      uint32_t line = line_of (j, run->place);
      if (line > stuck) stuck = line;
    }
    wr_arena_restore (j->arena, mark);
    if (stop != MODEL_UNSUPPORTED) continue;
    j->unsupported++;
    break;
  }
  complete = j->complete - complete;
  if (member->kind == VPR_DECL_METHOD && !complete) j->stuck = stuck;
  for (uint32_t i = first; i < j->violation_count; i++)
    j->violations[i].all = j->violations[i].runs == complete;
}

void judge_run (struct judgement *j, struct rng *rng, uint32_t times) {
  for (uint32_t i = 0; i < j->program->decls.len; i++) {
    const vpr_decl *d = j->program->decls.data[i];
    if (d->kind == VPR_DECL_METHOD || d->kind == VPR_DECL_FUNCTION || d->kind == VPR_DECL_PREDICATE)
      run_member (j, d, rng, times);
  }
}

/* -- the verifier ------------------------------------------------------------------------------------ */

static wr_str id_of (const struct judgement *j, const struct wr_goal *goal) {
  wr_symbol native = wr_label_info (&j->result->core->labels, goal->label)->native;
  return native.ix ? wr_symbol_text (j->symbols, native) : WR_LIT ("");
}

static bool is_same (const struct judgement *j, const struct wr_goal *goal,
                     const struct violation *v) {
  return wr_str_equal (id_of (j, goal), wr_str_of (v->id)) && line_of (j, goal->at) == v->line;
}

/* Is there a goal for the violation that was not proved? */
static bool is_reported (const struct judgement *j, const struct violation *v) {
  for (uint32_t b = 0; b < j->result->body_count; b++) {
    const struct wr_body_result *body = &j->result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++)
      if (body->goals[g].verdict != WR_VERDICT_PROVED && is_same (j, &body->passive->goals[g], v))
        return true;
  }
  return false;
}

static void count (struct judgement *j) {
  for (uint32_t b = 0; b < j->result->body_count; b++) {
    const struct wr_body_result *body = &j->result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      bool proved = body->goals[g].verdict == WR_VERDICT_PROVED, met = false;
      j->goals++;
      j->proved += proved;
      j->failed += !proved;
      for (uint32_t i = 0; i < j->violation_count && !proved && !met; i++)
        met = is_same (j, &body->passive->goals[g], &j->violations[i]);
      j->confirmed += met;
    }
  }
}

void judge_verify (struct judgement *j, void (*change) (wr_core *core)) {
  j->core = vpr_lower (j->program, WR_DETAIL_CLAUSES, j->diags);
  if (!j->core) return;
  if (change) change (j->core);
  struct wr_decide_options options = {.workers = 1, .backend = &wr_backend_z3, .rlimit = 2000000};
  j->result = wr_decide (j->core, &options, j->arena);
  count (j);
}

static bool is_contract (const struct violation *v) {
  return !strncmp (v->id, "not.wellformed", 14) || v->member->kind != VPR_DECL_METHOD;
}

/* A contract or predicate that is not well-formed means nothing in the members that use it; with a function that fails, which is reported,
   axioms contradict each other, and only other functions are worth a look. */
enum standing { ALL_GOOD, CONTRACT_FAILS, FUNCTION_FAILS };

static enum standing standing (const struct judgement *j) {
  enum standing worst = ALL_GOOD;
  for (uint32_t b = 0; b < j->result->body_count; b++) {
    const struct wr_body_result *body = &j->result->bodies[b];
    wr_str name = wr_symbol_text (j->symbols, j->result->core->bodies.data[b].name);
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      wr_str id = id_of (j, &body->passive->goals[g]);
      if (body->goals[g].verdict == WR_VERDICT_PROVED) continue;
      if (wr_str_starts (name, WR_LIT ("function "))) return FUNCTION_FAILS;
      if (wr_str_starts (id, WR_LIT ("not.wellformed")) ||
          wr_str_starts (id, WR_LIT ("predicate.not")))
        worst = CONTRACT_FAILS;
    }
  }
  return worst;
}

const struct violation *judge_missing (const struct judgement *j) {
  enum standing now = standing (j);
  for (uint32_t i = 0; i < j->violation_count; i++) {
    const struct violation *v = &j->violations[i];
    bool looked_at = now == ALL_GOOD || (now == CONTRACT_FAILS && is_contract (v)) ||
                     v->member->kind == VPR_DECL_FUNCTION;
    if (looked_at && !is_reported (j, v)) return v;
  }
  return NULL;
}
