/* analysis/prove_first.c -- proves all goals of a procedure in the worker that can explain them, with a few queries about many goals,
   with labelled facts and axioms.  Before the rows of pass 1 (`cover`), their cores are the first cores of pass 2, and the solver is reused.
   After the rows (`verify`), only the proofs count. */
#include "analysis/session.h"

#include "base/check.h"
#include "base/os.h"
#include "solve/answer.h"

/* The goals from `first` to `last` that are not trivial, `count` of them. */
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

static bool prove_range (struct wr_session *s, const struct range *range, const wr_bitset *useless,
                         struct wr_answer *answer) {
  uint32_t count = range->last - range->first + 1;
  struct wr_query query = wr_query_group (range->first, count, WR_GROUP_LABELLED);
  WR_ASSERT (range->count && range->count <= count);
  query.group.off = useless;
  query.rlimit = s->job->first;
  query.caller_times = true;
  s->asker.spending.timeout = s->asker.longest;
  wr_asker_check (&s->asker, &query, answer);
  wr_asker_learn (&s->asker, answer);
  return answer->status == WR_STATUS_UNSAT && answer->has_core;
}

/* The goals of the range share the answer; each keeps the part of the core that is on its way. */
static void take_results (struct wr_session *s, const struct range *range, struct wr_answer *answer,
                          struct wr_goal_result *goals) {
  wr_answer_share (answer, range->count);
  for (uint32_t g = range->first; g <= range->last; g++) {
    if (goals[g].trivial) continue;
    struct wr_answer own = *answer;
    wr_answer_keep_own (&own, s->job->body->vc, g, s->scratch);
    WR_ASSERT (own.together == range->count);
    goals[g] = (struct wr_goal_result){.verdict = WR_VERDICT_PROVED,
                                       .resources = own.resources,
                                       .seconds = own.seconds,
                                       .together = own.together,
                                       .core = own.core,
                                       .core_count = own.core_count,
                                       .has_core = true};
  }
}

static bool prove_all (struct wr_session *s, const wr_bitset *useless, struct wr_goal_result *goals,
                       uint64_t *spent) {
  const struct wr_body_result *body = s->job->body;
  uint32_t open = 0, most = (uint32_t)s->asker.budgets->first_goals;
  for (uint32_t g = 0; g < body->passive->goal_count; g++) open += !goals[g].trivial;
  uint32_t groups = (open + most - 1) / most, size = groups ? (open + groups - 1) / groups : 0;
  struct range range = next_range (body, 0, size);
  for (; range.count; range = next_range (body, range.last + 1, size)) {
    struct wr_answer answer = {0};
    bool proved = prove_range (s, &range, useless, &answer);
    *spent += answer.resources;
    if (!proved) return false;
    take_results (s, &range, &answer, goals);
  }
  return true;
}

static void tell_proofs (struct wr_session *s) {
  double cpu = s->proof_cpu = wr_cpu_clock ();
  for (uint32_t g = 0; g < s->job->body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &s->job->body->goals[g];
    if (r->trivial) continue;
    struct wr_answer answer = {.resources = r->resources,
                               .seconds = r->seconds,
                               .together = r->together,
                               .core = r->core,
                               .core_count = r->core_count};
    wr_session_send_proved (s->asker.channel, g, &answer, cpu);
    cpu = 0;
  }
}

bool wr_session_prove (struct wr_session *s, struct wr_goal_result *goals) {
  const wr_core *core = s->job->core;
  wr_bitset useless = {0}; /* axioms that the backend knows and the procedure cannot use */
  uint64_t spent = 0;
  WR_ASSERT (goals == s->job->body->goals);
  for (uint32_t i = 0; s->job->options->effort != WR_CORES_FAST && i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (label && !wr_bitset_has (&s->asker.usable, label) &&
        !wr_bitset_has (s->job->left_out, label))
      wr_bitset_set (&useless, label, true);
  }
  bool proved = prove_all (s, &useless, goals, &spent);
  if (proved)
    tell_proofs (s);
  else
    wr_session_send_proved (s->asker.channel, UINT32_MAX, &(struct wr_answer){.resources = spent},
                            wr_cpu_clock ());
  wr_bitset_free (&useless);
  return proved;
}
