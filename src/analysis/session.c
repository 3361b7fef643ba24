#include "analysis/session.h"

#include "analysis/reach.h"
#include "base/check.h"
#include "base/os.h"
#include "core/build.h"
#include "solve/answer.h"

enum context { CONTEXT_NONE, CONTEXT_NEAR, CONTEXT_WIDE, CONTEXT_OPEN };

struct found_contradiction {
  struct wr_point point;
  const uint32_t *core;
  uint32_t count;
  bool minimal;
};

struct session {
  const struct wr_session_job *job;
  const struct wr_backend *backend;
  void *self;
  wr_channel *channel;
  wr_arena *scratch;
  const wr_vc *vc;
  wr_bitset usable, useless; /* axioms: that the procedure can use, that it cannot */
  wr_bitset near, far;       /* of the usable ones: that have been in a core, that have not */
  enum context context;
  bool stale;          /* near has grown since the context was made */
  wr_bitset slice;     /* labels of the slice */
  wr_bitset taken;     /* axioms that the slices' solver has taken in */
  uint32_t slice_goal; /* plus one; 0: there is none */
  wr_bitset focus;     /* the next questions are about parts of this */
  uint32_t goal;       /* what is asked about */
  const uint32_t *universe;
  uint32_t count;
  wr_bitset whole; /* the universe as a set */
  uint64_t left;   /* resources for the questions of this kind about this goal */
  uint64_t most;   /* for one of them; 0: all that is left */
  double timeout;
  double told_timeout, told_at; /* the last deadline that the parent knows of */
  bool exact;                   /* the last answer owes nothing to what the solver knew besides */
  bool brief;                   /* it took next to no steps */
  uint64_t proof;               /* resources of the last proof for this goal */
  bool partial;                 /* cores need not name axioms that are not near */
  wr_u32s *path;                /* not NULL: the blocks of the way that a model takes */
  struct wr_cover_cost cost;
  double before; /* processor time of the proofs, when this worker made them */
  struct wr_prover prover;
  wr_search **searches;
  wr_reached reached;
  uint32_t told; /* the goal that the parent was told of, plus two; 0: none */
  uint32_t *idom;
  WR_VEC (struct found_contradiction) contradictions;
};

/* -- asking ----------------------------------------------------------------------------------------- */

static enum wr_proof_status status_of (enum wr_status status) {
  switch (status) {
  case WR_STATUS_UNSAT: return WR_PROOF_YES;
  case WR_STATUS_SAT:
  case WR_STATUS_INCOMPLETE: return WR_PROOF_NO;
  case WR_STATUS_RESOURCE: return WR_PROOF_LIMIT;
  case WR_STATUS_NONE:
  case WR_STATUS_TIME:
  case WR_STATUS_MEMORY:
  case WR_STATUS_DIED:
  case WR_STATUS_BAD_REPLY:
  case WR_STATUS_CANCELLED: return WR_PROOF_LOST;
  case WR_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static enum context context_for (const struct session *s, const wr_bitset *on, bool core) {
  if (!wr_bitset_meets (&s->far, on)) return CONTEXT_NEAR;
  return core || !wr_bitset_within (&s->far, on) ? CONTEXT_OPEN : CONTEXT_WIDE;
}

static void use_context (struct session *s, enum context context) {
  if (!s->backend->fix || (s->context == context && (!s->stale || context == CONTEXT_OPEN))) return;
  const wr_core *core = s->job->core;
  wr_bitset on = {0}, off = {0};
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (!label || wr_bitset_has (&s->near, label) || wr_bitset_has (s->job->left_out, label))
      continue;
    bool usable = wr_bitset_has (&s->usable, label);
    if (!usable || context == CONTEXT_NEAR)
      wr_bitset_set (&off, label, true);
    else if (context == CONTEXT_WIDE)
      wr_bitset_set (&on, label, true);
  }
  s->backend->fix (s->self, &on, &off);
  s->context = context;
  s->stale = false;
  wr_bitset_free (&on);
  wr_bitset_free (&off);
}

enum {
  MAX_SLICE = 100,  /* labels; above, leaving the others out costs more than switching them off */
  SMALL_SLICE = 24, /* serves for any part of it */
};

static void cut (struct session *s, const wr_bitset *labels) {
  s->slice_goal = s->backend->slice (s->self, s->goal, labels) ? s->goal + 1 : 0;
  wr_bitset_copy (&s->slice, labels);
  WR_BITSET_EACH (labels, i) {
    if (wr_bitset_has (&s->usable, i)) wr_bitset_set (&s->taken, i, true);
  }
}

/* Few labels: a solver that knows nothing else.  The one that is there serves while it is not much too large. */
static bool use_slice (struct session *s, const wr_bitset *on) {
  uint32_t size = wr_bitset_size (on);
  if (!s->backend->slice || s->path || size > MAX_SLICE) return false;
  const wr_bitset *labels = wr_bitset_within (on, &s->focus) ? &s->focus : on;
  if (s->slice_goal == s->goal + 1 && wr_bitset_within (labels, &s->slice)) {
    uint32_t most = 2 * wr_bitset_size (labels);
    if (most < SMALL_SLICE) most = SMALL_SLICE;
    if (labels == &s->focus && size == wr_bitset_size (labels)) most = size;
    if (wr_bitset_size (&s->slice) <= most) return true;
  }
  cut (s, labels);
  return s->slice_goal != 0;
}

static void focus (void *ctx, const wr_bitset *on) {
  struct session *s = ctx;
  wr_bitset_copy (&s->focus, on);
}

static void learn (struct session *s, const struct wr_answer *answer, wr_u32s *core) {
  for (uint32_t i = 0; i < answer->core_count; i++) {
    uint32_t label = answer->core[i];
    WR_VEC_PUSH (core, label);
    if (!wr_bitset_has (&s->usable, label) || wr_bitset_has (&s->near, label)) continue;
    wr_bitset_set (&s->near, label, true);
    wr_bitset_set (&s->far, label, false);
    s->stale = true;
  }
}

enum {
  LEAST = 1000
}; /* resources; with less nothing is learned from a question that is no slice */

/* Limits are powers of two, so that the solver is seldom told another one; a question may use at least half of what is left. */
static uint64_t round_down (uint64_t left) {
  uint64_t limit = 1;
  while (limit <= left / 2) limit *= 2;
  return limit;
}

/* Tells the parent how long the next question may take, as far as what it was told before does not cover it or is too much. */
static void set_deadline (struct session *s) {
  double now = wr_clock ();
  bool fits = s->told_timeout >= s->timeout && s->told_timeout <= s->timeout * 1.25;
  if (s->timeout <= 0 || (fits && now - s->told_at < s->timeout / 2)) return;
  wr_channel_deadline (s->channel, s->timeout * 2 + 1);
  s->told_timeout = s->timeout;
  s->told_at = now;
}

enum { PATIENCE = 2 }; /* times that a query gets twice the time again */

/* The clock ended a query (see struct wr_backend's enter): the procedure is entered again, and is ready for the same query. */
static bool start_over (struct session *s, const struct wr_query *query) {
  if (query->only) return true;
  enum context context = s->context;
  s->backend->leave (s->self);
  bool ready = s->backend->enter (s->self, s->vc);
  s->context = CONTEXT_NONE;
  s->slice_goal = 0;
  if (!query->sliced) use_context (s, context);
  if (query->sliced) ready &= s->backend->slice (s->self, query->goal, &s->slice);
  if (query->sliced && ready) s->slice_goal = query->goal + 1;
  return ready;
}

/* Steps of Z3 in a second, at least, whatever the question is about: where there are fewer, it hangs. */
enum { SLOWEST = 50000 };

static double net_of (const struct session *s, const struct wr_query *query) {
  double net = 1 + (double)query->rlimit / SLOWEST;
  return s->backend->slice && query->rlimit && net < s->timeout ? net : s->timeout;
}

/* The net is meant for what a query takes, not for what other processes take meanwhile: a solver in this process that the clock ended
   before it had had its share is asked again. */
static void check (struct session *s, struct wr_query *query, struct wr_answer *answer) {
  double whole = s->timeout, net = net_of (s, query);
  s->timeout = net;
  for (int again = 0;; again++) {
    double began = wr_cpu_clock ();
    query->timeout = s->timeout;
    set_deadline (s);
    s->backend->check (s->self, query, s->scratch, answer);
    if (answer->status != WR_STATUS_TIME) break;
    bool starved = s->backend->slice && wr_cpu_clock () - began < net * WR_ENOUGH_TIME;
    if (!start_over (s, query) || !starved || again == PATIENCE) break;
    s->timeout *= 2;
  }
  s->timeout = whole;
}

/* What was asked within the budget of the goal. */
static enum wr_proof_status spend (struct session *s, const struct wr_answer *answer) {
  enum wr_proof_status status = status_of (answer->status);
  s->left -= answer->resources < s->left ? answer->resources : s->left;
  s->cost.resources += answer->resources;
  s->cost.queries++;
  s->cost.lost += status == WR_PROOF_LOST;
  return status;
}

/* Steps up to which an answer is so short that it owes nothing to what else the solver's context knows: a proof by few facts, a
   refusal. */
enum { SHORT_PROOF = 1000, SHORT_REFUSAL = 5000, BRIEF = 200 };

static bool is_short (const struct wr_answer *answer, const wr_bitset *on) {
  if (answer->status != WR_STATUS_UNSAT) return answer->resources <= SHORT_REFUSAL;
  return answer->resources <= SHORT_PROOF && wr_bitset_size (on) <= MAX_SLICE;
}

static enum wr_proof_status ask_solver (void *ctx, const wr_bitset *on, uint32_t mention,
                                        wr_u32s *core) {
  struct session *s = ctx;
  if (!s->left) return WR_PROOF_LIMIT;
  wr_bitset off = {0};
  wr_bitset_copy (&off, &s->whole);
  wr_bitset_remove (&off, on);
  enum context context = context_for (s, on, core && !s->partial);
  bool sliced = !mention && use_slice (s, on);
  if (s->left < (sliced ? LEAST / 20 : LEAST)) {
    wr_bitset_free (&off);
    return WR_PROOF_LIMIT;
  }
  if (!sliced) use_context (s, context);
  struct wr_query query = {.goal = s->goal,
                           .off = &off,
                           .rlimit = round_down (s->most && s->most < s->left ? s->most : s->left),
                           .timeout = s->timeout,
                           .want_core = core != NULL,
                           .mention = mention,
                           .quick = true,
                           .sliced = sliced,
                           .want_path = s->path != NULL};
  struct wr_answer answer = {0};
  wr_mark mark = wr_arena_save (s->scratch);
  check (s, &query, &answer);
  enum wr_proof_status status = spend (s, &answer);
  s->brief = answer.resources <= BRIEF;
  s->exact = sliced && is_short (&answer, on) &&
             (status == WR_PROOF_NO || (wr_bitset_size (&s->slice) == wr_bitset_size (on) &&
                                        (s->brief || wr_bitset_within (&s->taken, on))));
  if (status == WR_PROOF_YES) s->proof = answer.resources;
  if (core) learn (s, &answer, core);
  if (s->path && answer.has_model) wr_vc_path (s->vc, s->goal, answer.choices, s->path);
  wr_arena_restore (s->scratch, mark);
  wr_bitset_free (&off);
  return status;
}

static enum wr_proof_status ask_alone (void *ctx, const wr_bitset *on, bool hard, wr_u32s *core) {
  struct session *s = ctx;
  if (!s->backend->slice) return ask_solver (ctx, on, 0, core);
  if (!s->left) return WR_PROOF_LIMIT;
  struct wr_query query = {
      .goal = s->goal, .rlimit = s->left, .quick = true, .want_core = core != NULL};
  struct wr_answer answer = {0};
  enum wr_proof_status status = WR_PROOF_NO;
  wr_mark mark = wr_arena_save (s->scratch);
  hard |= s->proof > SHORT_PROOF;
  if (!hard) {
    s->backend->slice (s->self, s->goal, NULL); /* axioms of earlier slices must not hold */
    wr_bitset_clear (&s->taken);
    cut (s, on);
    query.sliced = s->slice_goal != 0;
    if (query.sliced) check (s, &query, &answer);
    status = spend (s, &answer);
    s->exact = is_short (&answer, on);
    hard = status == WR_PROOF_YES && !s->exact;
  }
  if (hard) { /* half of what is left is for another core */
    query.only = on;
    query.sliced = false;
    query.rlimit = s->left / 2 + 1;
    check (s, &query, &answer);
    status = spend (s, &answer);
    s->exact = true;
  }
  if (core) learn (s, &answer, core);
  wr_arena_restore (s->scratch, mark);
  return status;
}

/* The budgets are those of the questions that the promises are about (docs/coverage.md), not a part of what is left. */
static enum wr_proof_status ask_fresh (void *ctx, const wr_bitset *on, bool member) {
  struct session *s = ctx;
  const struct wr_body_result *body = s->job->body;
  bool probe = s->goal >= body->passive->goal_count;
  const struct wr_goal_result *r = probe ? NULL : &body->goals[s->goal];
  uint64_t own = r ? r->resources * r->together : 0, left = s->left;
  double timeout = s->timeout;
  enum wr_proof_status status = WR_PROOF_LOST;
  s->timeout = s->job->options->timeout;
  s->left =
      member ? own * WR_COVER_CORE + WR_COVER_CORE_FLOOR : own * WR_COVER_FACTOR + WR_COVER_FLOOR;
  if (s->backend->slice) {
    struct wr_query query = {.goal = s->goal, .rlimit = s->left, .quick = true, .only = on};
    struct wr_answer answer = {0};
    wr_mark mark = wr_arena_save (s->scratch);
    check (s, &query, &answer);
    status = spend (s, &answer);
    wr_arena_restore (s->scratch, mark);
  } else {
    s->backend->leave (s->self);
    s->context = CONTEXT_NONE;
    if (s->backend->enter (s->self, s->vc)) status = ask_solver (ctx, on, 0, NULL);
  }
  s->left = left;
  s->timeout = timeout;
  return status;
}

/* Of axioms it is known; facts have some. */
static bool has_terms (void *ctx, uint32_t label) {
  const struct session *s = ctx;
  const wr_core *core = s->job->core;
  if (!wr_bitset_has (&s->usable, label)) return true;
  wr_u32s terms = {0};
  bool axiom = false;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    if (core->axioms.data[i].label.ix != label) continue;
    axiom = true;
    wr_ground_terms (core, core->axioms.data[i].expr, &terms);
  }
  bool some = !axiom || terms.len > 0;
  WR_VEC_FREE (&terms);
  return some;
}

/* -- goals ------------------------------------------------------------------------------------------ */

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void use_universe (struct session *s, const uint32_t *universe, uint32_t count) {
  if (s->universe == universe && s->count == count) return;
  s->universe = universe;
  s->count = count;
  wr_bitset_clear (&s->whole);
  for (uint32_t i = 0; i < count; i++) wr_bitset_set (&s->whole, universe[i], true);
}

static void set_universe (struct session *s, uint32_t goal) {
  wr_u32s universe = {0};
  wr_vc_goal_labels (s->vc, goal, &universe);
  WR_BITSET_EACH (&s->usable, i) { WR_VEC_PUSH (&universe, i); }
  if (universe.len) qsort (universe.data, universe.len, sizeof *universe.data, by_number);
  s->goal = goal;
  use_universe (s, WR_VEC_KEEP (s->scratch, &universe), universe.len);
  WR_VEC_FREE (&universe);
}

static void set_budget (struct session *s, uint64_t resources, double seconds, uint32_t factor,
                        uint32_t floor) {
  s->left = resources * factor + floor;
  double net = WR_COVER_SECONDS + WR_COVER_SLOWER * seconds;
  s->timeout = net < s->job->options->timeout ? net : s->job->options->timeout;
}

/* What a goal's own proof takes: of goals that were proved together, more than its share and less than the whole. */
static uint32_t shares (const struct wr_goal_result *r) {
  return r->together < WR_COVER_SHARES ? r->together : WR_COVER_SHARES;
}

static bool is_asked (const struct session *s, uint32_t goal) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  return r->verdict == WR_VERDICT_PROVED && !r->trivial && !s->job->skip[goal];
}

/* Work on a goal begins; UINT32_MAX: on reachability. */
static void tell_at (struct session *s, uint32_t goal) {
  if (s->told == goal + 2) return;
  wr_session_send_at (s->channel, goal);
  s->told = goal + 2;
}

/* Turns to a goal: its questions are asked from now on, within a budget. */
static wr_search *turn_to (struct session *s, uint32_t goal, uint32_t factor, uint32_t floor) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  tell_at (s, goal);
  set_budget (s, r->resources * shares (r), r->seconds * shares (r), factor, floor);
  if (s->goal != goal) s->proof = 0;
  if (!s->searches[goal]) {
    set_universe (s, goal);
    s->searches[goal] =
        wr_search_new (s->job->core, &s->prover, s->vc->passive->goals[goal].label, s->universe,
                       s->count, r->has_core ? r->core : NULL, r->core_count, s->scratch);
  }
  uint32_t count;
  const uint32_t *universe = wr_search_universe (s->searches[goal], &count);
  s->goal = goal;
  use_universe (s, universe, count);
  return s->searches[goal];
}

/* Axioms that the procedure cannot use. */
static void find_useless (struct session *s) {
  const wr_core *core = s->job->core;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (label && !wr_bitset_has (&s->usable, label) && !wr_bitset_has (s->job->left_out, label))
      wr_bitset_set (&s->useless, label, true);
  }
}

static void confirm (struct session *s, uint32_t goal) {
  if (!wr_search_sure (s->searches[goal]))
    wr_search_confirm (turn_to (s, goal, WR_COVER_CONFIRM, WR_COVER_CONFIRM_FLOOR));
}

/* What the goals' first cores have not named; only axioms that are of no use, when one of them has none. */
static void find_unnamed (const struct session *s, uint32_t goal, uint32_t count, wr_bitset *out) {
  wr_bitset_copy (out, &s->useless);
  for (uint32_t g = goal; g < goal + count; g++)
    if (is_asked (s, g) && !s->job->body->goals[g].has_core) return;
  for (uint32_t i = 0; i < s->vc->label_count; i++) wr_bitset_set (out, s->vc->labels[i].ix, true);
  for (uint32_t g = goal; g < goal + count; g++) {
    const struct wr_goal_result *r = &s->job->body->goals[g];
    wr_bitset_set (out, s->vc->passive->goals[g].label.ix, false);
    for (uint32_t i = 0; i < r->core_count; i++) wr_bitset_set (out, r->core[i], false);
  }
}

/* Which axioms, beside what goals that were proved together have named? */
static void ask_near (struct session *s, uint32_t goal, uint32_t count, uint32_t asked) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  tell_at (s, goal);
  set_budget (s, r->resources * asked, r->seconds * asked, WR_COVER_NEAR, WR_COVER_NEAR_FLOOR);
  s->context = CONTEXT_NONE;
  wr_bitset off = {0};
  find_unnamed (s, goal, count, &off);
  struct wr_query query = {.goal = goal,
                           .count = count,
                           .plain = true,
                           .off = &off,
                           .rlimit = round_down (s->left),
                           .timeout = s->timeout,
                           .want_core = true,
                           .quick = true};
  struct wr_answer answer = {0};
  wr_u32s named = {0};
  wr_mark mark = wr_arena_save (s->scratch);
  check (s, &query, &answer);
  learn (s, &answer, &named);
  spend (s, &answer);
  wr_arena_restore (s->scratch, mark);
  WR_VEC_FREE (&named);
  wr_bitset_free (&off);
}

/* -- proving first ---------------------------------------------------------------------------------- */

/* The goals from `first` on that are no matter of course, `count` of them, up to `last`. */
struct range {
  uint32_t first, last, count;
};

static struct range next_range (const struct wr_body_result *body, uint32_t from, uint32_t size) {
  struct range range = {.first = from};
  for (uint32_t g = from; g < body->passive->goal_count && range.count < size; g++) {
    if (body->goals[g].trivial) continue;
    if (!range.count) range.first = g;
    range.last = g;
    range.count++;
  }
  return range;
}

static bool prove_range (struct session *s, const struct range *range, struct wr_answer *answer) {
  s->timeout = s->job->options->timeout;
  struct wr_query query = {.goal = range->first,
                           .plain = true,
                           .off = &s->useless,
                           .count = range->last - range->first + 1,
                           .rlimit = s->job->first,
                           .want_core = true,
                           .quick = true};
  wr_u32s named = {0};
  check (s, &query, answer);
  learn (s, answer, &named);
  WR_VEC_FREE (&named);
  return answer->status == WR_STATUS_UNSAT && answer->has_core;
}

/* Proves the goals, some at a time; `goals`, this worker's own copy, are given their results. */
static bool prove_all (struct session *s, struct wr_goal_result *goals) {
  const struct wr_body_result *body = s->job->body;
  uint32_t open = 0, spent = 0;
  for (uint32_t g = 0; g < body->passive->goal_count; g++) open += !goals[g].trivial;
  uint32_t groups = (open + WR_COVER_TOGETHER - 1) / WR_COVER_TOGETHER;
  uint32_t size = groups ? (open + groups - 1) / groups : 0;
  struct range range = next_range (body, 0, size);
  for (; range.count; range = next_range (body, range.last + 1, size)) {
    struct wr_answer answer = {0};
    bool proved = prove_range (s, &range, &answer);
    spent += (uint32_t)answer.resources;
    if (!proved) {
      struct wr_answer none = {.resources = spent};
      wr_session_send_proved (s->channel, UINT32_MAX, &none, wr_cpu_clock ());
      return false;
    }
    wr_answer_share (&answer, range.count);
    for (uint32_t g = range.first; g <= range.last; g++) {
      if (goals[g].trivial) continue;
      struct wr_answer own = answer;
      wr_answer_keep_own (&own, body->vc, g, s->scratch);
      goals[g] = (struct wr_goal_result){.verdict = WR_VERDICT_PROVED,
                                         .resources = own.resources,
                                         .seconds = own.seconds,
                                         .together = own.together,
                                         .core = own.core,
                                         .core_count = own.core_count,
                                         .has_core = true};
    }
  }
  return true;
}

static void tell_proofs (struct session *s) {
  double cpu = s->before = wr_cpu_clock ();
  for (uint32_t g = 0; g < s->job->body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &s->job->body->goals[g];
    if (r->trivial) continue;
    struct wr_answer answer = {.resources = r->resources,
                               .seconds = r->seconds,
                               .together = r->together,
                               .core = r->core,
                               .core_count = r->core_count};
    wr_session_send_proved (s->channel, g, &answer, cpu);
    cpu = 0;
  }
}

/* -- reachability --------------------------------------------------------------------------------- */

static void note_contradiction (struct session *s, struct wr_point at, wr_search *search) {
  struct found_contradiction c;
  c.core = wr_search_members (search, &c.count);
  c.minimal = wr_search_minimal (search);
  c.point = wr_contradiction_point (s->job->body->passive, s->idom, at, c.core, c.count);
  WR_VEC_PUSH (&s->contradictions, c);
}

/* Asks about a point; the way that a model takes answers for more. */
static enum wr_proof_status ask_point (struct session *s, wr_search *search, struct wr_point at) {
  wr_u32s path = {0};
  s->path = &path;
  s->partial = true;
  enum wr_proof_status status = wr_search_reach (search);
  s->path = NULL;
  s->partial = false;
  if (status == WR_PROOF_YES && !wr_search_suffices (search)) { /* worth an effort */
    s->left += WR_COVER_FLOOR;
    status = wr_search_reach (search);
  }
  if (status == WR_PROOF_NO || status == WR_PROOF_LIMIT)
    wr_mark_reached (&s->reached, at, path.data, path.len);
  WR_VEC_FREE (&path);
  return status;
}

static void reach_goal (struct session *s, uint32_t goal) {
  const struct wr_goal *g = &s->job->body->passive->goals[goal];
  struct wr_point at = {g->block, g->item};
  wr_search *search = s->searches[goal];
  for (uint32_t i = 0; i < s->contradictions.len; i++) {
    const struct found_contradiction *c = &s->contradictions.data[i];
    if (c->minimal && wr_point_dominates (s->idom, c->point, at) &&
        wr_search_contradiction (search, c->core, c->count))
      return;
  }
  if (ask_point (s, search, at) != WR_PROOF_YES || !wr_search_contradiction (search, NULL, 0))
    return;
  confirm (s, goal);
  note_contradiction (s, at, search);
}

/* A block with a statement that no goal needs, or without a goal. */
static bool is_wanted (const struct session *s, uint32_t block, const wr_bitset *used) {
  const struct wr_pblock *b = &s->job->body->passive->blocks[block];
  bool goal = false, statement = false, spare = false;
  for (uint32_t i = 0; i < b->item_count; i++) {
    const struct wr_pitem *item = &b->items[i];
    goal |= item->kind == WR_PITEM_GOAL;
    if (item->kind != WR_PITEM_FACT || !item->label.ix) continue;
    if (wr_label_info (&s->job->core->labels, item->label)->cls == WR_CLASS_INTERNAL) continue;
    statement = true;
    spare |= !wr_bitset_has (used, item->label.ix);
  }
  return spare || (statement && !goal);
}

static bool is_below (const struct session *s, struct wr_point at) {
  for (uint32_t i = 0; i < s->contradictions.len; i++)
    if (wr_point_dominates (s->idom, s->contradictions.data[i].point, at)) return true;
  return false;
}

/* The end of a block, by a goal that never holds. */
static void probe_block (struct session *s, uint32_t block) {
  struct wr_point at = {block, s->job->body->passive->blocks[block].item_count};
  uint32_t goal = s->job->body->passive->goal_count + block;
  if (wr_is_reached (&s->reached, at) || is_below (s, at)) return;
  set_universe (s, goal);
  set_budget (s, 0, 0, 0, WR_COVER_REACH_FLOOR);
  wr_search *search = wr_search_new (s->job->core, &s->prover, (wr_label){0}, s->universe, s->count,
                                     NULL, 0, s->scratch);
  struct wr_explanation e;
  bool unreached =
      ask_point (s, search, at) == WR_PROOF_YES && wr_search_contradiction (search, NULL, 0);
  if (unreached) wr_search_recheck (search, &s->cost.rechecked);
  unreached = unreached && wr_search_found (search);
  if (unreached) note_contradiction (s, at, search);
  wr_search_end (search, &e);
  if (unreached && e.known) wr_session_send_goal (s->channel, goal, &e);
}

/* From the last block back: one that is reached answers for its dominators. */
static void probe_blocks (struct session *s) {
  const wr_passive *passive = s->job->body->passive;
  wr_bitset used = {0};
  for (uint32_t g = 0; g < passive->goal_count; g++) {
    uint32_t count = 0;
    const uint32_t *core = s->searches[g] ? wr_search_members (s->searches[g], &count) : NULL;
    for (uint32_t i = 0; i < count; i++) wr_bitset_set (&used, core[i], true);
  }
  tell_at (s, UINT32_MAX);
  for (uint32_t b = passive->block_count; b-- > 0;)
    if (s->idom[b] != UINT32_MAX && is_wanted (s, b, &used)) probe_block (s, b);
  wr_bitset_free (&used);
}

/* -- the steps ------------------------------------------------------------------------------------ */

#define EACH_GOAL(s, g)                                                                            \
  for (uint32_t g = 0; g < (s)->job->body->passive->goal_count; g++)                               \
    if (is_asked (s, g))

/* A fact that some goal needs is needed, whatever the others do: facts of which nothing is known come first, and for the others, those
   on which another goal's budget was spent among them, less is spent. */
static void judge_goals (struct session *s) {
  wr_bitset known = {0};
  s->partial = true;
  EACH_GOAL (s, g) {
    wr_search *search = turn_to (s, g, WR_COVER_JUDGE, WR_COVER_JUDGE_FLOOR);
    s->left = s->job->body->goals[g].resources * WR_COVER_JUDGE + WR_COVER_JUDGE_FLOOR;
    s->most = s->job->body->goals[g].resources + WR_COVER_JUDGE_FLOOR;
    wr_search_judge (search, &known, false);
    uint64_t rest = s->job->body->goals[g].resources + WR_COVER_AGAIN_FLOOR;
    if (s->left > rest) s->left = rest;
    wr_search_judge (search, &known, true);
    wr_search_needed (search, &known);
  }
  s->most = 0;
  s->partial = false;
  wr_bitset_free (&known);
}

static void reach_goals (struct session *s) {
  if (!s->job->no_probes) probe_blocks (s);
  for (uint32_t g = s->job->body->passive->goal_count; g-- > 0;) {
    const struct wr_goal *goal = &s->job->body->passive->goals[g];
    struct wr_point at = {goal->block, goal->item};
    if (!is_asked (s, g) || wr_is_reached (&s->reached, at)) continue;
    turn_to (s, g, WR_COVER_REACH, WR_COVER_REACH_FLOOR);
    reach_goal (s, g);
  }
}

/* Goals that pass 1 proved together are asked once more, with every axiom guarded: what the answer names is near for each of them. */
static void find_near (struct session *s) {
  const struct wr_goal_result *results = s->job->body->goals;
  uint32_t goals = s->job->body->passive->goal_count;
  for (uint32_t first = 0; first < goals; first++) {
    if (!is_asked (s, first)) continue;
    uint32_t last = first, asked = 1;
    for (uint32_t g = first + 1; g < goals && asked < results[first].together; g++) {
      if (results[g].verdict != WR_VERDICT_PROVED) break;
      if (!is_asked (s, g)) continue;
      last = g;
      asked++;
    }
    if (asked > 1 && results[first].resources * asked <= WR_COVER_NEAR_MOST)
      ask_near (s, first, last - first + 1, asked);
    first = last;
  }
}

/* A core that the budget did not make minimal has the same once more, if the questions that are left will probably do with it. */
static void finish_core (struct session *s, uint32_t goal, uint64_t spent, uint64_t queries) {
  uint32_t rest = wr_search_rest (s->searches[goal]);
  if (!rest || !queries) return;
  wr_search *search = turn_to (s, goal, WR_COVER_CORE, WR_COVER_CORE_FLOOR);
  if (spent / queries * rest <= s->left) wr_search_go_on (search);
}

/* A goal that took more than was thought of those that were proved with it has what all of them took, up to a limit. */
static bool find_core (struct session *s, uint32_t goal) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  struct wr_cover_cost before = s->cost;
  wr_search *search = turn_to (s, goal, WR_COVER_CORE, WR_COVER_CORE_FLOOR);
  bool found = wr_search_core (search, true);
  if (!found && r->together > WR_COVER_SHARES) {
    s->left = r->resources * r->together * WR_COVER_CORE;
    if (s->left > WR_COVER_CORE_MOST) s->left = WR_COVER_CORE_MOST;
    found = wr_search_core (search, true);
  }
  finish_core (s, goal, s->cost.resources - before.resources, s->cost.queries - before.queries);
  return found;
}

static wr_search *choose (struct session *s, uint32_t goal) {
  const struct wr_cover_options *options = s->job->options;
  wr_search *search = turn_to (s, goal, 1, WR_COVER_CHOOSE_FLOOR);
  uint64_t share = s->job->body->goals[goal].resources * WR_COVER_CHOOSE + WR_COVER_CHOOSE_FLOOR;
  if (s->left > share) s->left = share;
  if (options->effort != WR_CORES_MUST) return search;
  wr_search_choose (search);
  if (options->all_cores)
    wr_search_enumerate (turn_to (s, goal, WR_COVER_EVERY, WR_COVER_EVERY_FLOOR),
                         options->core_limit);
  return search;
}

enum { MAX_RECHECKS = 3 };

/* Where a fresh solver changes the core, what could stand in for its members is looked for anew.  That may find a core that is to be checked
   in turn; the last word is the fresh solver's. */
static void recheck (struct session *s, uint32_t goal) {
  struct wr_rechecked sum = {0};
  bool changed = s->job->options->self_check;
  for (int round = 0; changed && round < MAX_RECHECKS; round++) {
    if (round) {
      wr_search_judge (turn_to (s, goal, WR_COVER_JUDGE, WR_COVER_JUDGE_FLOOR), NULL, true);
      choose (s, goal);
    }
    struct wr_rechecked now = {.members = sum.members};
    wr_search *search = turn_to (s, goal, WR_COVER_FACTOR, WR_COVER_FLOOR);
    changed = wr_search_recheck (search, &now) && s->job->options->effort == WR_CORES_MUST;
    now.smaller |= sum.smaller;
    now.mended |= sum.mended;
    sum = now;
  }
  wr_rechecked_add (&s->cost.rechecked, &sum);
}

static void run_steps (struct session *s) {
  enum wr_core_effort effort = s->job->options->effort;
  if (s->backend->groups && !s->job->first) find_near (s);
  EACH_GOAL (s, g) {
    if (!find_core (s, g)) continue;
    confirm (s, g);
    if (effort == WR_CORES_MUST) continue;
    uint32_t count;
    const uint32_t *core = wr_search_members (s->searches[g], &count);
    wr_search_contradiction (s->searches[g], core, count); /* as far as the core shows it */
  }
  if (effort == WR_CORES_MUST) reach_goals (s);
  if (effort == WR_CORES_MUST) judge_goals (s);
  EACH_GOAL (s, g) {
    struct wr_explanation e;
    wr_search *search = choose (s, g);
    confirm (s, g);
    recheck (s, g);
    wr_search_own (search);
    wr_search_recheck_own (search, &s->cost.rechecked);
    wr_search_end (search, &e);
    s->searches[g] = NULL;
    wr_session_send_goal (s->channel, g, &e);
  }
}

void wr_session_run (const struct wr_session_job *job, const struct wr_backend *backend, void *self,
                     wr_channel *out) {
  struct session s = {
      .job = job, .backend = backend, .self = self, .channel = out, .scratch = wr_arena_new ()};
  const wr_passive *passive = job->body->passive;
  struct wr_body_result body = *job->body;
  struct wr_session_job own = *job;
  if (job->first) {
    body.goals =
        wr_arena_copy (s.scratch, body.goals, passive->goal_count, sizeof *job->body->goals);
    own.body = &body;
    s.job = &own;
  }
  s.prover = (struct wr_prover){&s,       ask_solver, &s.near,   focus, ask_alone,
                                &s.exact, &s.brief,   has_terms, NULL};
  if (job->options->self_check) s.prover.ask_fresh = ask_fresh;
  s.vc = job->body->vc;
  if (job->options->effort == WR_CORES_MUST)
    s.vc = wr_vc_build (job->core, wr_probe_graph (passive, job->no, s.scratch), s.scratch);
  bool fast = job->options->effort == WR_CORES_FAST; /* axioms are in no core */
  if (!fast) wr_bitset_copy (&s.usable, job->usable);
  wr_bitset_copy (&s.far, &s.usable);
  if (!fast) find_useless (&s);
  s.idom = wr_dominators (passive, s.scratch);
  s.reached = wr_reached_new (passive, s.idom, s.scratch);
  s.searches = WR_NEW (s.scratch, wr_search *, passive->goal_count + 1);
  if (backend->enter (self, s.vc)) {
    bool proved = !job->first || prove_all (&s, body.goals);
    if (proved && job->first) tell_proofs (&s);
    if (proved && !fast) run_steps (&s);
  } /* the process is about to end: nothing is taken down */
  s.cost.cpu = wr_cpu_clock () - s.before;
  wr_session_send_cost (out, &s.cost);
  wr_bitset_free (&s.usable);
  wr_bitset_free (&s.useless);
  wr_bitset_free (&s.near);
  wr_bitset_free (&s.far);
  wr_bitset_free (&s.whole);
  wr_bitset_free (&s.slice);
  wr_bitset_free (&s.taken);
  wr_bitset_free (&s.focus);
  WR_VEC_FREE (&s.contradictions);
  wr_arena_free (s.scratch);
}
