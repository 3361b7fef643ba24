#include "diagnose/searching.h"

#include "base/check.h"
#include "core/build.h"
#include "diagnose/ease.h"
#include "diagnose/words.h"
#include "solve/answer.h"

enum { MOST_WORDS = 2000, TOTAL_FACTOR = 25, MOST_AXIOMS = 30 };
static const double SECONDS = 2;

/* An entry of a path to be turned round. */
struct flip {
  const struct wr_path *path;
  uint32_t entry, alternative;
  uint64_t score; /* small ones first */
};

struct search {
  const struct wr_searching *how;
  struct wr_path_runner *r;
  wr_core *core;
  WR_VEC (struct flip) open;
  WR_VEC (const struct wr_path *) told; /* executions that are tests */
  wr_bitset hit;                        /* goals that an execution certainly violates */
  uint32_t target_count;
  uint64_t runs, queries, resources;
  const char *why;                 /* the first reason why the search is not complete */
  bool broken;                     /* the solver must not be asked again */
  bool without_axioms, has_axioms; /* of a query: none are wanted; it had some */
};

static void leave_out (struct search *s, const char *why) {
  if (!s->why) s->why = why;
}

/* -- tests ------------------------------------------------------------------------------------------------ */

/* Conditions as people write them; each once. */
struct words {
  wr_buf text;
  wr_bitset seen;
};

static void add_words (struct search *s, struct words *w, wr_expr cond) {
  if (!cond.ix || wr_bitset_has (&w->seen, cond.ix) || w->text.len > MOST_WORDS) return;
  wr_bitset_set (&w->seen, cond.ix, true);
  const struct wr_expr_info *info = wr_expr_info (s->core, cond);
  if (info->op == WR_OP_AND) {
    for (uint32_t i = 0; i < info->count; i++) add_words (s, w, wr_expr_child (s->core, cond, i));
    return;
  }
  if (wr_path_is_fixed (s->r->m, cond)) return;
  if (w->text.len) wr_buf_add (&w->text, WR_LIT (" && "));
  wr_buf one = {0};
  bool plain = info->op != WR_OP_OR && info->op != WR_OP_IMPLIES && info->op != WR_OP_IFF;
  if (!wr_expr_words (&one, s->core, cond)) wr_buf_add (&one, WR_LIT ("..."));
  wr_buf_print (&w->text, plain ? "%s" : "(%s)", wr_buf_text (&one));
  wr_buf_free (&one);
}

/* The condition that an entry puts on executions; `turned`: the other way round. */
static wr_expr condition_of (struct search *s, const struct wr_path *path, uint32_t i, bool turned,
                             uint32_t alternative) {
  const struct wr_path_entry *e = &path->entries.data[i];
  if (e->kind == WR_PATH_BRANCH)
    return path->conds.data[e->first + (turned ? alternative : e->chosen)];
  if (!e->cond.ix || e->truth != turned) return e->cond;
  return wr_mk1 (s->core, WR_OP_NOT, e->cond);
}

static void path_words (struct search *s, const struct wr_path *path, uint32_t count,
                        struct words *w) {
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_path_entry *e = &path->entries.data[i];
    if (e->kind == WR_PATH_GOAL && e->truth) continue; /* what holds on the path says little */
    add_words (s, w, condition_of (s, path, i, false, 0));
  }
}

static void send_test (struct search *s, const struct wr_test *test) {
  wr_buf frame = {0};
  wr_put_u32 (&frame, WR_SEARCH_TEST);
  wr_put_u32 (&frame, test->kind);
  wr_put_u32 (&frame, test->goal.ix);
  wr_put_u32 (&frame, test->certain);
  wr_put_u32 (&frame, test->summarised);
  wr_put_str (&frame, test->condition);
  wr_put_str (&frame, test->why);
  wr_put_u32 (&frame, test->input_count);
  for (uint32_t i = 0; i < test->input_count; i++) {
    wr_put_str (&frame, test->inputs[i].name);
    wr_put_str (&frame, test->inputs[i].value);
  }
  if (frame.len <= WR_MAX_FRAME) wr_channel_send (s->how->out, frame.data, frame.len);
  wr_buf_free (&frame);
}

/* -- executions ------------------------------------------------------------------------------------------- */

/* Then no execution is certain. */
static bool is_by_contracts (const struct search *s) {
  return s->core->bodies.data[s->r->body].by_contracts;
}

static bool same_inputs (const wr_inputs *a, const wr_inputs *b) {
  for (uint32_t i = 0; i < a->len && a->len == b->len; i++)
    if (!wr_str_equal (a->data[i].name, b->data[i].name) ||
        !wr_str_equal (a->data[i].value, b->data[i].value))
      return false;
  return a->len == b->len;
}

/* Remembers it. */
static bool is_new (struct search *s, const struct wr_path *path) {
  for (uint32_t i = 0; i < s->told.len; i++)
    if (same_inputs (&s->told.data[i]->inputs, &path->inputs)) return false;
  WR_VEC_PUSH (&s->told, path);
  return true;
}

/* What an execution shows; one that an assumption blocks is none. */
static void report_run (struct search *s, const struct wr_path *path) {
  struct wr_test test = {.inputs = path->inputs.data,
                         .input_count = path->inputs.len,
                         .summarised = path->result.summarised > 0};
  switch (path->result.end) {
  case WR_EXEC_BLOCKED:
  case WR_EXEC_CUT: return;
  case WR_EXEC_RETURNED: test.kind = WR_TEST_SUCCESSFUL; break;
  case WR_EXEC_FAILED:
    test.kind = WR_TEST_FAILED;
    test.goal = path->result.goal;
    test.certain = path->certain;
    if (path->certain || is_by_contracts (s)) wr_bitset_set (&s->hit, test.goal.ix, true);
    break;
  case WR_EXEC_UNDECIDED:
    test.kind = WR_TEST_OUT_OF_BUDGET;
    test.why = path->result.why;
    leave_out (s, "an execution could not be evaluated");
    break;
  case WR_EXEC_OUT_OF_STEPS:
    test.kind = WR_TEST_OUT_OF_BUDGET;
    test.why = WR_LIT ("the execution did not end");
    leave_out (s, "an execution did not end");
    break;
  }
  for (uint32_t i = 0; i < path->entries.len; i++) {
    const struct wr_path_entry *e = &path->entries.data[i];
    if (e->kind == WR_PATH_GOAL && !e->truth && e->goal.ix != path->result.goal.ix)
      leave_out (s, "an execution violates several goals");
  }
  if (!is_new (s, path)) return;
  struct words w = {0};
  path_words (s, path, path->entries.len, &w);
  test.condition = wr_buf_str (&w.text);
  send_test (s, &test);
  wr_buf_free (&w.text);
  wr_bitset_free (&w.seen);
}

static const struct wr_path *run (struct search *s, const wr_u32s *forced) {
  s->runs++;
  struct wr_path *path = wr_path_run (s->r, forced);
  if (path->opaque) leave_out (s, "a condition could not be expressed");
  report_run (s, path);
  return path;
}

/* -- which entries to turn round ---------------------------------------------------------------------------- */

static bool leads_to_goal (const struct search *s, uint32_t block) {
  return s->how->distance[block] != UINT32_MAX;
}

static void add_flip (struct search *s, const struct wr_path *path, uint32_t entry,
                      uint32_t alternative, uint64_t score) {
  WR_VEC_PUSH (&s->open, ((struct flip){path, entry, alternative, score}));
}

static void add_branch_flips (struct search *s, const struct wr_path *path, uint32_t i) {
  const struct wr_path_entry *e = &path->entries.data[i];
  const struct wr_block *b =
      &s->core->bodies.data[s->r->body].blocks[e->block]; /* of depth 0: of this very branch */
  for (uint32_t k = 0; k < e->count; k++) {
    wr_expr cond = path->conds.data[e->first + k];
    if (k == e->chosen || !cond.ix) continue;
    uint32_t to = e->depth ? e->block : b->succs[k];
    if (!leads_to_goal (s, to)) continue;
    if (wr_path_is_fixed (s->r->m, cond) && !wr_value_is_true (wr_machine_glance (s->r->m, cond)))
      continue;
    if (e->visits >= s->how->bounds->iterations) {
      leave_out (s, "loops go round more often than the bound on iterations");
      continue;
    }
    uint64_t score = 2000 + 50 * (uint64_t)s->how->distance[to] + 100 * (uint64_t)e->visits + i;
    add_flip (s, path, i, k, score);
  }
}

static void add_flips (struct search *s, const struct wr_path *path, uint32_t from) {
  for (uint32_t i = from; i < path->entries.len; i++) {
    const struct wr_path_entry *e = &path->entries.data[i];
    if (e->kind == WR_PATH_BRANCH)
      add_branch_flips (s, path, i);
    else if (!e->cond.ix || wr_path_is_fixed (s->r->m, e->cond))
      continue;
    else if (!e->truth && leads_to_goal (s, e->block))
      add_flip (s, path, i, 0, 1000 + i);
    else if (e->kind == WR_PATH_GOAL && e->truth && !e->depth &&
             wr_bitset_has (s->how->targets, e->goal.ix) && !wr_bitset_has (&s->hit, e->goal.ix))
      add_flip (s, path, i, 0, i);
  }
}

static struct flip next_flip (struct search *s) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < s->open.len; i++)
    if (s->open.data[i].score < s->open.data[best].score) best = i;
  struct flip f = s->open.data[best];
  for (uint32_t i = best; i + 1 < s->open.len; i++) s->open.data[i] = s->open.data[i + 1];
  s->open.len--;
  return f;
}

/* -- queries ------------------------------------------------------------------------------------------------ */

/* What a condition shares with others: its unknowns, and its functions. */
static void find_parts (const struct search *s, wr_expr e, wr_u32s *out) {
  wr_u32s order = {0};
  wr_postorder (s->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = wr_expr_info (s->core, (wr_expr){order.data[i]});
    bool var =
        info->op == WR_OP_VAR && wr_var_info (s->core, (wr_var){info->data})->kind != WR_VAR_BOUND;
    if (var) WR_VEC_PUSH (out, info->data * 2);
    if (info->op == WR_OP_APP) WR_VEC_PUSH (out, info->data * 2 + 1);
  }
  WR_VEC_FREE (&order);
}

/* The conditions that share unknowns with the last one, directly or through others; the last one too.  What the others are about keeps
   the values of the path. */
static void keep_connected (const struct search *s, const wr_exprs *all, wr_exprs *out) {
  wr_u32s *parts = wr_alloc (all->len, sizeof *parts);
  bool *in = wr_alloc (all->len, sizeof *in);
  wr_bitset reached = {0};
  for (uint32_t i = 0; i < all->len; i++) find_parts (s, all->data[i], &parts[i]);
  for (bool more = in [all->len - 1] = true; more;) {
    more = false;
    for (uint32_t i = all->len; i-- > 0;) {
      bool meets = i + 1 == all->len;
      for (uint32_t k = 0; k < parts[i].len && !meets; k++)
        meets = wr_bitset_has (&reached, parts[i].data[k]);
      for (uint32_t k = 0; meets && k < parts[i].len; k++) {
        more |= !wr_bitset_has (&reached, parts[i].data[k]);
        wr_bitset_set (&reached, parts[i].data[k], true);
      }
      in[i] = in[i] || meets;
    }
  }
  for (uint32_t i = 0; i < all->len; i++) {
    if (in[i]) WR_VEC_PUSH (out, all->data[i]);
    WR_VEC_FREE (&parts[i]);
  }
  wr_bitset_free (&reached);
  free (parts);
  free (in);
}

/* False: a condition before the entry could not be expressed. */
static bool collect (struct search *s, const struct flip *f, wr_exprs *facts, wr_u32s *forced) {
  wr_bitset seen = {0};
  bool known = true;
  for (uint32_t i = 0; i <= f->entry && known; i++) {
    const struct wr_path_entry *e = &f->path->entries.data[i];
    bool last = i == f->entry;
    if (e->kind == WR_PATH_BRANCH) WR_VEC_PUSH (forced, last ? f->alternative : e->chosen);
    wr_expr cond = condition_of (s, f->path, i, last, f->alternative);
    known = cond.ix != 0;
    if (!known || (!last && (wr_bitset_has (&seen, cond.ix) || wr_path_is_fixed (s->r->m, cond))))
      continue;
    wr_bitset_set (&seen, cond.ix, true);
    WR_VEC_PUSH (facts, cond);
  }
  wr_bitset_free (&seen);
  return known;
}

/* The axioms that speak about the functions of the facts.  False: too many for a solver that looks for models; then some instances. */
static bool add_axioms (struct search *s, wr_exprs *facts) {
  wr_u32s order = {0};
  wr_bitset functions = {0};
  wr_exprs axioms = {0};
  wr_postorder (s->core, facts->data, facts->len, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = wr_expr_info (s->core, (wr_expr){order.data[i]});
    if (info->op == WR_OP_APP) wr_bitset_set (&functions, info->data, true);
  }
  wr_axioms_about (s->r->core, &functions, &axioms);
  bool few = axioms.len <= MOST_AXIOMS;
  for (uint32_t i = 0; few && i < axioms.len; i++) WR_VEC_PUSH (facts, axioms.data[i]);
  if (!few) wr_add_instances (s->core, &axioms, facts);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&axioms);
  wr_bitset_free (&functions);
  return few;
}

static struct wr_answer ask (struct search *s, wr_exprs *facts) {
  struct wr_answer answer = {0};
  uint32_t count = facts->len;
  bool vouched = !s->without_axioms && add_axioms (s, facts);
  s->has_axioms = facts->len > count;
  struct wr_query query = wr_query_exprs (facts->data, facts->len);
  query.rlimit = s->how->bounds->rlimit;
  query.timeout = SECONDS;
  query.exprs.want_model = true;
  wr_channel_deadline (s->how->out, SECONDS * 2 + 1);
  s->how->backend->check (s->how->self, &query, s->r->arena, &answer);
  wr_channel_deadline (s->how->out, 0);
  s->queries++;
  s->resources += answer.resources;
  s->broken = wr_status_breaks (answer.status);
  s->r->vouched = vouched && answer.status == WR_STATUS_SAT;
  return answer;
}

/* An execution violates a goal, but with values of functions that no axiom is known to allow: is there one on the same path with
   values that the solver vouches for? */
static void confirm (struct search *s, const struct wr_path *path) {
  if (path->result.end != WR_EXEC_FAILED || path->certain || path->opaque || !path->entries.len)
    return;
  if (!wr_bitset_has (s->how->targets, path->result.goal.ix) ||
      wr_bitset_has (&s->hit, path->result.goal.ix))
    return;
  wr_exprs facts = {0};
  wr_u32s forced = {0};
  for (uint32_t i = 0; i < path->entries.len; i++) {
    const struct wr_path_entry *e = &path->entries.data[i];
    if (e->kind == WR_PATH_BRANCH) WR_VEC_PUSH (&forced, e->chosen);
    wr_expr cond = condition_of (s, path, i, false, 0);
    if (!wr_path_is_fixed (s->r->m, cond)) WR_VEC_PUSH (&facts, cond);
  }
  struct wr_answer answer = ask (s, &facts);
  if (answer.status == WR_STATUS_SAT && answer.has_model && !s->broken) {
    wr_path_take_model (s->r, path, &answer);
    (void)run (s, &forced);
  }
  WR_VEC_FREE (&facts);
  WR_VEC_FREE (&forced);
}

/* Does the path come to the entry and take the other way there? */
static bool follows (const struct wr_path *path, const struct flip *f) {
  if (path->entries.len <= f->entry) return false;
  for (uint32_t i = 0; i <= f->entry; i++) {
    const struct wr_path_entry *a = &f->path->entries.data[i], *b = &path->entries.data[i];
    bool last = i == f->entry;
    if (a->kind != b->kind || a->count != b->count) return false;
    if (a->kind == WR_PATH_BRANCH && b->chosen != (last ? f->alternative : a->chosen)) return false;
    if (a->kind != WR_PATH_BRANCH && b->truth != (a->truth != last)) return false;
  }
  return true;
}

enum outcome { OPEN, IMPOSSIBLE, TAKEN };

/* One way to ask.  `exact`: the facts are implied by the path, so that a contradiction shows that there is no such execution. */
static enum outcome attempt (struct search *s, const struct flip *f, const wr_exprs *conditions,
                             const wr_u32s *forced, bool exact) {
  wr_exprs facts = {0};
  for (uint32_t i = 0; i < conditions->len; i++) WR_VEC_PUSH (&facts, conditions->data[i]);
  struct wr_answer answer = ask (s, &facts);
  WR_VEC_FREE (&facts);
  if (answer.status == WR_STATUS_UNSAT) return exact ? IMPOSSIBLE : OPEN;
  if (!answer.has_model || s->broken) return OPEN;
  wr_path_take_model (s->r, f->path, &answer);
  const struct wr_path *path = run (s, forced);
  confirm (s, path);
  if (!follows (path, f)) return OPEN;
  add_flips (s, path, f->entry + 1);
  return TAKEN;
}

static bool has_quantifier (const struct search *s, const wr_exprs *facts) {
  for (uint32_t i = 0; i < facts->len; i++)
    if (wr_expr_info (s->core, facts->data[i])->has_binder) return true;
  return false;
}

static enum outcome try_all (struct search *s, const struct flip *f, const wr_exprs *facts,
                             const wr_u32s *forced) {
  enum outcome out = attempt (s, f, facts, forced, true);
  if (out == OPEN && !s->broken && has_quantifier (s, facts)) {
    wr_exprs weaker = {0};
    for (uint32_t i = 0; i < facts->len; i++)
      WR_VEC_PUSH (&weaker, wr_instantiate (s->core, facts->data[i]));
    out = attempt (s, f, &weaker, forced, true);
    WR_VEC_FREE (&weaker);
  }
  /* An execution that no axiom is known to allow: it says what to look at. */
  if (out == OPEN && !s->broken && s->has_axioms) {
    s->without_axioms = true;
    out = attempt (s, f, facts, forced, true);
    s->without_axioms = false;
    if (out == TAKEN) leave_out (s, "the solver did not decide all conditions");
  }
  wr_exprs easier = {0};
  if (out == OPEN && !s->broken && wr_concretise (s->r, f->path, facts, &easier))
    out = attempt (s, f, &easier, forced, false);
  WR_VEC_FREE (&easier);
  return out;
}

/* The way that was not taken: nothing takes it, or nothing is known. */
static void report_flip (struct search *s, const struct flip *f, enum outcome out) {
  struct wr_test test = {.kind = out == IMPOSSIBLE ? WR_TEST_UNSATISFIABLE : WR_TEST_OUT_OF_BUDGET};
  if (out == TAKEN) return;
  if (out == OPEN) {
    test.why = WR_LIT ("the solver did not decide the condition");
    leave_out (s, "the solver did not decide all conditions");
  }
  struct words w = {0};
  path_words (s, f->path, f->entry, &w);
  add_words (s, &w, condition_of (s, f->path, f->entry, true, f->alternative));
  test.condition = wr_buf_str (&w.text);
  send_test (s, &test);
  wr_buf_free (&w.text);
  wr_bitset_free (&w.seen);
}

static void turn (struct search *s, const struct flip *f) {
  wr_exprs all = {0}, facts = {0};
  wr_u32s forced = {0};
  enum outcome out = OPEN;
  if (collect (s, f, &all, &forced)) {
    keep_connected (s, &all, &facts);
    out = try_all (s, f, &facts, &forced);
  }
  report_flip (s, f, out);
  WR_VEC_FREE (&all);
  WR_VEC_FREE (&facts);
  WR_VEC_FREE (&forced);
}

static bool is_over (struct search *s) {
  bool all = true;
  WR_BITSET_EACH (s->how->targets, i) { all = all && wr_bitset_has (&s->hit, i); }
  if (!s->open.len) return true;
  if (all) leave_out (s, "it ended when tests violated all goals that failed");
  if (all) return true;
  if (s->broken) leave_out (s, "the solver was lost");
  if (s->runs >= s->how->bounds->paths) leave_out (s, "there are more paths than the bound");
  bool spent = s->resources >= TOTAL_FACTOR * s->how->bounds->rlimit;
  if (spent) leave_out (s, "the conditions took more than the budget");
  return s->broken || spent || s->runs >= s->how->bounds->paths;
}

void wr_search_body (const struct wr_searching *how) {
  struct search s = {.how = how, .r = how->r, .core = wr_machine_extend (how->r->m)};
  wr_path_take_model (s.r, NULL, &(struct wr_answer){0});
  const struct wr_path *first = run (&s, NULL);
  confirm (&s, first);
  add_flips (&s, first, 0);
  if (how->bounds->summaries && !how->bounds->thorough)
    leave_out (&s, "loops were given by their invariants, and rounds were not checked");
  while (!is_over (&s)) {
    struct flip f = next_flip (&s);
    const struct wr_path_entry *e = &f.path->entries.data[f.entry];
    bool done = e->kind == WR_PATH_GOAL && e->truth && wr_bitset_has (&s.hit, e->goal.ix);
    if (!done) turn (&s, &f);
  }
  wr_buf frame = {0};
  wr_put_u32 (&frame, WR_SEARCH_END);
  wr_put_str (&frame, s.why ? wr_str_of (s.why) : (wr_str){0});
  wr_put_u64 (&frame, s.runs);
  wr_put_u64 (&frame, s.queries);
  wr_put_u64 (&frame, s.resources);
  wr_channel_send (how->out, frame.data, frame.len);
  wr_buf_free (&frame);
}
