#include "analysis/ask/solver.h"

#include "base/check.h"
#include "core/build.h"

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

/* -- contexts ------------------------------------------------------------------------------------- */

static enum wr_context context_for (const struct wr_asker *a, const wr_bitset *on, bool core) {
  if (!wr_bitset_meets (&a->far, on)) return WR_CONTEXT_NEAR;
  return core || !wr_bitset_within (&a->far, on) ? WR_CONTEXT_OPEN : WR_CONTEXT_WIDE;
}

static void use_context (struct wr_asker *a, enum wr_context context) {
  if (!a->backend->fix || context == WR_CONTEXT_NONE ||
      (a->context == context && (!a->stale || context == WR_CONTEXT_OPEN)))
    return;
  wr_bitset on = {0}, off = {0};
  for (uint32_t i = 0; i < a->core->axioms.len; i++) {
    uint32_t label = a->core->axioms.data[i].label.ix;
    if (!label || wr_bitset_has (&a->near, label) || wr_bitset_has (a->left_out, label)) continue;
    bool usable = wr_bitset_has (&a->usable, label);
    WR_ASSERT (usable == wr_bitset_has (&a->far, label));
    if (!usable || context == WR_CONTEXT_NEAR)
      wr_bitset_set (&off, label, true);
    else if (context == WR_CONTEXT_WIDE)
      wr_bitset_set (&on, label, true);
  }
  WR_ASSERT (!wr_bitset_meets (&on, &off));
  a->backend->fix (a->self, &on, &off);
  a->context = context;
  a->stale = false;
  wr_bitset_free (&on);
  wr_bitset_free (&off);
}

static bool make_slice (struct wr_asker *a, const wr_bitset *labels) {
  bool made = a->backend->slice (a->self, a->goal, labels);
  a->slice_goal = made ? a->goal + 1 : 0;
  if (labels != &a->slice) wr_bitset_copy (&a->slice, labels);
  return made;
}

/* Few labels are asked about in a slice.  The one that exists is used while it is not much too large. */
static bool use_slice (struct wr_asker *a, const wr_bitset *on) {
  uint32_t size = wr_bitset_size (on);
  uint64_t small = a->budgets->small_slice_labels;
  if (!a->backend->slice || a->path || size > a->budgets->slice_labels) return false;
  if (a->slice_goal == a->goal + 1 && wr_bitset_within (on, &a->slice) &&
      wr_bitset_size (&a->slice) <= (2 * size > small ? 2 * size : small))
    return true;
  return make_slice (a, on);
}

bool wr_asker_restart (struct wr_asker *a, const struct wr_query *query) {
  bool set = query->kind == WR_QUERY_SET;
  if (set && query->set.trust == WR_FRESH) return true; /* its solver is gone anyway */
  bool sliced = set && query->set.trust == WR_CLEAN;
  enum wr_context context = a->context;
  a->backend->leave (a->self);
  bool ready = a->backend->enter (a->self, a->vc);
  a->context = WR_CONTEXT_NONE;
  a->slice_goal = 0;
  if (!sliced) use_context (a, context);
  return sliced ? ready && make_slice (a, &a->slice) : ready;
}

/* -- questions ------------------------------------------------------------------------------------ */

void wr_asker_learn (struct wr_asker *a, const struct wr_answer *answer) {
  for (uint32_t i = 0; i < answer->core_count; i++) {
    uint32_t label = answer->core[i];
    if (!wr_bitset_has (&a->far, label)) continue;
    wr_bitset_set (&a->near, label, true);
    wr_bitset_set (&a->far, label, false);
    a->stale = true;
  }
}

/* A short answer does not depend on what the solver's context has seen before. */
static bool is_short (const struct wr_asker *a, const struct wr_answer *answer,
                      const wr_bitset *on) {
  if (answer->status != WR_STATUS_UNSAT)
    return answer->resources <= a->budgets->short_refusal_steps;
  return answer->resources <= a->budgets->short_proof_steps &&
         wr_bitset_size (on) <= a->budgets->slice_labels;
}

/* Limits are powers of two, so that the solver's limit seldom changes; a query may use at least half of what is left. */
static uint64_t round_down (uint64_t left) {
  uint64_t limit = 1;
  while (limit <= left / 2) limit *= 2;
  return limit;
}

static struct wr_reply run (struct wr_asker *a, const struct wr_question *q,
                            struct wr_query query) {
  struct wr_answer answer = {0};
  wr_mark mark = wr_arena_save (a->scratch);
  wr_asker_check (a, &query, &answer);
  struct wr_reply reply = {.status = status_of (answer.status)};
  uint64_t *left = &a->spending.left;
  *left -= answer.resources < *left ? answer.resources : *left;
  a->resources += answer.resources;
  a->queries++;
  a->lost += reply.status == WR_PROOF_LOST;
  /* In a slice, facts that are switched off do not turn a proof that exists into a short refusal. */
  bool refused = reply.status == WR_PROOF_NO && query.set.trust == WR_CLEAN;
  WR_ASSERT (query.kind == WR_QUERY_SET && query.set.goal == a->goal && query.rlimit);
  if (query.set.trust == WR_FRESH)
    reply.trust = WR_FRESH;
  else if (is_short (a, &answer, q->on))
    reply.trust = refused ? WR_CLEAN : answer.trust;
  if (reply.status == WR_PROOF_YES) {
    a->proof_goal = a->goal + 1;
    a->proof_steps = answer.resources;
  }
  if (q->core) {
    wr_asker_learn (a, &answer);
    for (uint32_t i = 0; i < answer.core_count; i++) WR_VEC_PUSH (q->core, answer.core[i]);
  }
  if (a->path && answer.has_model) wr_vc_path (a->vc, a->goal, answer.choices, a->path);
  wr_arena_restore (a->scratch, mark);
  return reply;
}

static struct wr_reply ask_shared (struct wr_asker *a, const struct wr_question *q) {
  const struct wr_spending *s = &a->spending;
  const struct wr_reply limit = {.status = WR_PROOF_LIMIT};
  if (!s->left) return limit;
  bool sliced = !q->mention && !q->mentions && use_slice (a, q->on);
  uint64_t least = a->budgets->least_steps;
  if (s->left < (sliced ? least / 20 : least)) return limit;
  if (!sliced) use_context (a, context_for (a, q->on, q->core && !a->partial));
  struct wr_query query = wr_query_set (a->goal, q->on, sliced ? WR_CLEAN : WR_SHARED);
  query.rlimit = round_down (s->most && s->most < s->left ? s->most : s->left);
  query.set.mention = q->mention;
  query.set.mentions = q->mentions;
  query.set.want_path = a->path != NULL;
  return run (a, q, query);
}

static struct wr_reply ask_fresh (struct wr_asker *a, const struct wr_question *q,
                                  uint64_t rlimit) {
  if (a->backend->slice) {
    struct wr_query query = wr_query_set (a->goal, q->on, WR_FRESH);
    query.rlimit = rlimit;
    return run (a, q, query);
  }
  /* The backend has no such queries: the procedure is entered again. */
  struct wr_reply reply = {.status = WR_PROOF_LOST};
  a->backend->leave (a->self);
  a->context = WR_CONTEXT_NONE;
  if (a->backend->enter (a->self, a->vc)) reply = ask_shared (a, q);
  reply.trust = WR_FRESH;
  return reply;
}

/* A slice that knows nothing else; if the proof is long, a fresh solver instead, with half of what is left: the other half is for finding
   another core. */
static struct wr_reply ask_clean (struct wr_asker *a, const struct wr_question *q) {
  if (!a->backend->slice) {
    struct wr_reply reply = ask_shared (a, q);
    reply.trust = WR_CLEAN; /* this backend cannot do better */
    return reply;
  }
  if (!a->spending.left) return (struct wr_reply){.status = WR_PROOF_LIMIT};
  bool expensive = a->proof_goal == a->goal + 1 && a->proof_steps > a->budgets->short_proof_steps;
  struct wr_reply reply = {.status = WR_PROOF_LOST};
  if (!expensive) {
    a->backend->slice (a->self, a->goal, NULL); /* drops the axioms of earlier slices */
    if (!make_slice (a, q->on)) {
      a->lost++;
      return reply;
    }
    struct wr_query query = wr_query_set (a->goal, q->on, WR_CLEAN);
    query.rlimit = a->spending.left;
    reply = run (a, q, query);
    if (reply.status != WR_PROOF_YES || reply.trust >= WR_CLEAN) return reply;
    if (q->core) WR_VEC_CLEAR (q->core);
  }
  return ask_fresh (a, q, a->spending.left / 2 + 1);
}

/* --self-check has budgets of its own, and takes nothing from the budget of the step. */
static struct wr_reply ask_audit (struct wr_asker *a, const struct wr_question *q) {
  struct wr_spending before = a->spending;
  WR_ASSERT (q->trust == WR_FRESH && !q->mention && !q->mentions);
  a->spending.left = q->allowance == WR_ALLOW_CORE ? before.core : before.member;
  a->spending.most = 0;
  a->spending.timeout = a->longest;
  struct wr_reply reply = ask_fresh (a, q, a->spending.left);
  a->spending = before;
  return reply;
}

static struct wr_reply ask (void *ctx, const struct wr_question *q) {
  struct wr_asker *a = ctx;
  if (q->allowance != WR_ALLOW_STEP) return ask_audit (a, q);
  switch (q->trust) {
  case WR_SHARED: return ask_shared (a, q);
  case WR_CLEAN: return ask_clean (a, q);
  case WR_FRESH:
    if (!a->spending.left) return (struct wr_reply){.status = WR_PROOF_LIMIT};
    return ask_fresh (a, q, a->spending.left / 2 + 1);
  }
  WR_UNREACHABLE ();
}

static void allow_better (void *ctx) {
  struct wr_asker *a = ctx;
  if (a->spending.left < a->spending.better) a->spending.left = a->spending.better;
}

/* Only axioms are examined; every fact of the body is assumed to have ground terms. */
static bool has_terms (void *ctx, uint32_t label) {
  const struct wr_asker *a = ctx;
  if (!wr_bitset_has (&a->usable, label)) return true;
  wr_u32s terms = {0};
  bool axiom = false;
  for (uint32_t i = 0; i < a->core->axioms.len; i++) {
    if (a->core->axioms.data[i].label.ix != label) continue;
    axiom = true;
    wr_ground_terms (a->core, a->core->axioms.data[i].expr, &terms);
  }
  bool some = !axiom || terms.len > 0;
  WR_VEC_FREE (&terms);
  return some;
}

bool wr_asker_begin (struct wr_asker *a) {
  WR_ASSERT (a->backend && a->vc && a->channel && a->budgets && a->left_out);
  wr_bitset_copy (&a->far, &a->usable);
  return a->backend->enter (a->self, a->vc);
}

void wr_asker_end (struct wr_asker *a) {
  wr_bitset_free (&a->usable);
  wr_bitset_free (&a->near);
  wr_bitset_free (&a->far);
  wr_bitset_free (&a->slice);
}

struct wr_oracle wr_asker_oracle (struct wr_asker *a, bool self_check) {
  return (struct wr_oracle){.ctx = a,
                            .ask = ask,
                            .near = &a->near,
                            .has_terms = has_terms,
                            .allow_better = allow_better,
                            .self_check = self_check};
}
