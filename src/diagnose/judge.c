#include "diagnose/judge.h"

const char *wr_judgement_name (enum wr_judgement judgement) {
  static const char *const names[] = {"undecided", "genuine", "spurious"};
  return names[judgement];
}

const char *wr_cause_name (enum wr_cause cause) {
  static const char *const names[] = {"unknown", "weak-specification", "weak-specification",
                                      "solver"};
  return names[cause];
}

enum { MOST_NAMED = 3 };

struct judging {
  const wr_core *core;
  const struct wr_body_result *body;
  wr_label goal;
  const wr_cancel *cancel;
  wr_arena *arena;
  struct wr_diagnosis *out;
  bool uncertain; /* a violation depends on functions for which the axioms could not be evaluated */
};

/* The inputs as `warrant run` would take them. */
static bool replays (struct judging *j, const wr_inputs *inputs, bool certain) {
  struct wr_execute_options options = {.trusting = !certain};
  struct wr_execution e = wr_execute (j->core, j->body->body, inputs, &options, j->arena);
  if (e.result.end != WR_EXEC_FAILED || e.result.goal.ix != j->goal.ix || e.contradicts)
    return false;
  if (certain) j->out->judgement = WR_JUDGED_GENUINE;
  j->out->possible = !certain;
  j->out->execution = e;
  j->out->inputs = WR_VEC_KEEP (j->arena, inputs);
  j->out->input_count = inputs->len;
  return true;
}

static bool is_by_contracts (const struct judging *j) {
  return j->core->bodies.data[j->body->body].by_contracts;
}

/* True: the goal is judged, or cannot be judged. */
static bool explore (struct judging *j, const struct wr_scope *scope, const wr_inputs *given) {
  struct wr_explore_options options = {
      .scope = scope, .given = given, .until = j->goal, .cancel = j->cancel};
  struct wr_exploration x = wr_explore (j->core, j->body->body, &options, j->arena);
  bool found = false;
  for (uint32_t i = 0; i < x.violations.len && !found; i++) {
    const struct wr_violation *v = &x.violations.data[i];
    if (v->goal.ix != j->goal.ix) continue;
    j->uncertain |= !v->certain;
    found = v->certain && replays (j, &v->inputs, true);
    if (!v->certain && !j->out->possible)
      found = replays (j, &v->inputs, false) && is_by_contracts (j);
  }
  wr_exploration_free (&x);
  x.violations.data = NULL;
  x.violations.len = x.violations.cap = 0;
  if (!given || found) {
    j->out->tried = x;
    j->out->scope = scope;
  }
  return found;
}

/* Invariants say something about the states behind their loops only if they hold: each is proved, or the search looked for executions
   that violate it and found none. */
static bool are_invariants_known (const struct judging *j) {
  const struct wr_body_result *body = j->body;
  bool known = !j->out->tests->counts[WR_TEST_FAILED];
  for (uint32_t g = 0; g < body->passive->goal_count && known; g++) {
    enum wr_verdict v = body->goals[g].verdict;
    known = v == WR_VERDICT_PROVED || v == WR_VERDICT_FAILED || v == WR_VERDICT_TIMEOUT ||
            v == WR_VERDICT_UNKNOWN;
  }
  return known;
}

/* True: a test of the search violates the goal. */
static bool take_tests (struct judging *j) {
  const struct wr_tests *tests = j->out->tests;
  bool found = false, violated = false;
  for (uint32_t i = 0; tests && i < tests->count && !found; i++) {
    const struct wr_test *t = &tests->tests[i];
    if (t->kind != WR_TEST_FAILED || t->goal.ix != j->goal.ix) continue;
    wr_inputs inputs = {0};
    for (uint32_t k = 0; k < t->input_count; k++) WR_VEC_PUSH (&inputs, t->inputs[k]);
    violated = true;
    j->uncertain |= !t->certain && !t->summarised;
    if (t->certain) /* of a summary: the program may or may not get there, so the inputs are executed */
      found = replays (j, &inputs, true);
    else if (!j->out->possible && !t->summarised)
      (void)replays (j, &inputs, false);
    WR_VEC_FREE (&inputs);
  }
  bool sound = tests && (!tests->summaries || are_invariants_known (j));
  j->out->proved = sound && tests->complete && !j->out->tried.behind && !violated && !j->uncertain;
  return found;
}

/* Is there a specification between the inputs and the goal: a loop, or a call of a procedure? */
static bool has_specification (const struct judging *j) {
  const struct wr_body *body = &j->core->bodies.data[j->body->body];
  for (uint32_t b = 0; b < body->block_count; b++) {
    if (body->blocks[b].loop_head || body->blocks[b].invariant_count) return true;
    for (uint32_t i = 0; i < body->blocks[b].succ_count; i++)
      if (body->blocks[b].succs[i] <= b) return true;
    for (uint32_t i = 0; i < body->blocks[b].cmd_count; i++)
      if (body->blocks[b].cmds[i].kind == WR_CMD_CALL) return true;
  }
  return false;
}

/* Does some execution come to an end?  Otherwise assumptions block all of them, and "no execution violates the goal" says nothing. */
static bool has_execution (const struct wr_diagnosis *d) {
  const uint32_t *tests = d->tests ? d->tests->counts : NULL;
  return d->tried.returned || d->tried.failed ||
         (tests && (tests[WR_TEST_SUCCESSFUL] || tests[WR_TEST_FAILED]));
}

static bool has_body (const wr_core *core, uint32_t procedure) {
  for (uint32_t b = 0; b < core->bodies.len; b++)
    if (core->bodies.data[b].procedure == procedure) return true;
  return false;
}

/* Executions violate the goal, but they need not be real.  Callees without a body are named: a translator may have left them out. */
static wr_str uncertain_words (const struct judging *j) {
  const struct wr_body *body = &j->core->bodies.data[j->body->body];
  wr_buf words = {0};
  wr_bitset named = {0};
  wr_buf_add (&words,
              WR_LIT ("executions violate the goal, but they depend on functions whose axioms, or "
                      "on assumptions, that could not be evaluated"));
  for (uint32_t b = 0; b < body->block_count; b++)
    for (uint32_t i = 0; i < body->blocks[b].cmd_count; i++) {
      const struct wr_cmd *cmd = &body->blocks[b].cmds[i];
      if (cmd->kind != WR_CMD_CALL || wr_bitset_has (&named, cmd->procedure) ||
          has_body (j->core, cmd->procedure) || wr_bitset_size (&named) == MOST_NAMED)
        continue;
      wr_symbol name = j->core->procedures.data[cmd->procedure].name;
      wr_buf_print (&words, "%s%.*s",
                    wr_bitset_size (&named) ? ", " : "; only the contract is known of ",
                    WR_STR_ARGS (wr_symbol_text (j->core->symbols, name)));
      wr_bitset_set (&named, cmd->procedure, true);
    }
  wr_str out = wr_str_keep (j->arena, wr_buf_str (&words));
  wr_bitset_free (&named);
  wr_buf_free (&words);
  return out;
}

static void conclude (struct judging *j) {
  struct wr_diagnosis *out = j->out;
  const struct wr_exploration *x = &out->tried;
  bool sure =
      x->complete && !x->limited && !x->cut && !x->undecided && !x->endless && !j->uncertain;
  out->certain = sure || out->proved;
  if (wr_cancelled (j->cancel))
    out->why = WR_LIT ("the run was interrupted");
  else if (j->uncertain && is_by_contracts (j))
    out->why = WR_LIT ("the specifications of calls and loops allow executions that violate the "
                       "goal; callees and loops themselves were not executed");
  else if (j->uncertain)
    out->why = uncertain_words (j);
  else if (out->proved && has_execution (out))
    out->judgement = WR_JUDGED_SPURIOUS;
  else if (out->proved)
    out->why =
        WR_LIT ("no execution reaches the goal: an assumption, a where clause or a free clause "
                "is false in all of them");
  else if (x->behind)
    out->why = WR_LIT ("executions violate the goal, but only after another one");
  else if (x->undecided)
    out->why = wr_str_print (j->arena, "%.*s could not be evaluated in %llu of %llu executions",
                             WR_STR_ARGS (x->why), (unsigned long long)x->undecided,
                             (unsigned long long)x->runs);
  else if (!x->returned && !x->failed)
    out->why = WR_LIT ("no execution within the bounds reaches the end of the procedure");
  else if (x->endless)
    out->why = wr_str_print (j->arena, "%llu of %llu executions did not end within %llu steps",
                             (unsigned long long)x->endless, (unsigned long long)x->runs,
                             (unsigned long long)out->scope->run_steps);
  else if (!x->returned)
    out->why = WR_LIT ("every execution violates another goal first");
  else if (!out->certain && !has_specification (j))
    out->why = WR_LIT (
        "no execution within the bounds violates the goal, but there is no call and no loop "
        "whose specification could be too weak");
  else
    out->judgement = WR_JUDGED_SPURIOUS;
  out->proved = out->proved && out->judgement == WR_JUDGED_SPURIOUS;
  out->certain = out->certain && out->judgement == WR_JUDGED_SPURIOUS;
  if (out->judgement == WR_JUDGED_SPURIOUS && has_specification (j))
    out->weak = wr_find_weak (j->core, j->body, out->goal, j->cancel, j->arena);
}

struct wr_diagnosis *wr_judge (const wr_core *core, const struct wr_body_result *body,
                               uint32_t goal, const struct wr_tests *tests, const wr_cancel *cancel,
                               wr_arena *arena) {
  struct wr_diagnosis *out = WR_NEW (arena, struct wr_diagnosis, 1);
  struct judging j = {core, body, body->passive->goals[goal].label, cancel, arena, out, false};
  const struct wr_counterexample *c = body->goals[goal].counterexample;
  out->body = body->body;
  out->goal = goal;
  out->tests = tests;
  bool found = false;
  if (c && c->valid) {
    wr_inputs given = {0};
    for (uint32_t i = 0; i < c->input_count; i++) WR_VEC_PUSH (&given, c->inputs[i]);
    found = explore (&j, &wr_scopes[0], &given);
    WR_VEC_FREE (&given);
  }
  for (uint32_t i = 0; i < WR_SCOPE_COUNT && !found; i++) {
    struct wr_exploration before = out->tried;
    const struct wr_scope *scope = out->scope;
    found = explore (&j, &wr_scopes[i], NULL);
    /* A larger scope that could not be finished says less than a smaller one that was. */
    if (!found && i > 0 && before.complete && !out->tried.complete && !out->tried.undecided) {
      before.endless += out->tried.endless;
      out->tried = before;
      out->scope = scope;
      break;
    }
    if (!found && ((!out->tried.limited && !out->tried.cut) || out->tried.undecided)) break;
  }
  if (!found) found = take_tests (&j);
  if (out->judgement != WR_JUDGED_GENUINE) conclude (&j);
  return out;
}
