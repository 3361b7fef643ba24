/* result/batch.c -- small procedures in batches.  Starting a worker takes longer than proving a small procedure.  In a program with
   many of them, a worker therefore takes several: it asks one query about all goals of each, without labels and with few steps.  What
   is not proved this way is asked again as a part, by a worker of its own that has seen nothing else, so a batch gives no other verdict
   than "proved".  Batches are not used if cores are wanted, as the queries would be asked again for them, nor in programs with
   a prelude, where loading a procedure's formula costs more than starting a worker. */
#include "result/decision.h"

#include "base/check.h"
#include "base/os.h"

static bool may_batch (const struct wr_decision *run) {
  const struct wr_decide_options *options = run->options;
  return options->backend->groups && !options->want_cores && options->error_limit == 0 &&
         !options->dump_dir &&
         run->core->axioms.len <= wr_budgets_of (&options->solver)->few_axioms;
}

static bool is_small (const struct wr_decision *run, uint32_t part) {
  const struct wr_part *p = &run->parts.data[part];
  const struct wr_body_result *b = &run->result->bodies[p->body];
  const struct wr_budgets *budgets = wr_budgets_of (&run->options->solver);
  bool whole = p->first == 0 && p->end == b->passive->goal_count;
  return whole && p->untouched && p->stage == WR_STAGE_PART && !p->alone &&
         wr_part_open (run, p) <= budgets->batch_goals &&
         b->vc->node_count <= budgets->batch_nodes &&
         run->core->bodies.data[p->body].options.len == 0;
}

/* In the order of the program, into batches of about equal size.  Starting a worker takes time that grows with the program, so the
   number of batches is limited. */
static void cut_batches (struct wr_decision *run, const struct wr_budgets *budgets) {
  uint32_t all = run->batched.len, size = (uint32_t)budgets->batch_procedures;
  uint32_t count = (all + size - 1) / size;
  if (count > budgets->most_batches) count = (uint32_t)budgets->most_batches;
  WR_ASSERT (count > 0);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t first = (uint32_t)((uint64_t)all * i / count);
    uint32_t end = (uint32_t)((uint64_t)all * (i + 1) / count);
    WR_VEC_PUSH (&run->batches, ((struct wr_batch){first, end, end}));
  }
}

void wr_decision_batch (struct wr_decision *run, wr_u32s *order) {
  const struct wr_budgets *budgets = wr_budgets_of (&run->options->solver);
  if (!may_batch (run)) return;
  wr_bitset small = {0};
  uint32_t count = 0, kept = 0;
  for (uint32_t i = 0; i < order->len; i++) {
    bool fits = is_small (run, order->data[i]);
    count += fits;
    if (fits) wr_bitset_set (&small, order->data[i], true);
  }
  if (count >= budgets->batch_least) {
    WR_BITSET_EACH (&small, i) { WR_VEC_PUSH (&run->batched, i); }
    for (uint32_t i = 0; i < order->len; i++)
      if (!wr_bitset_has (&small, order->data[i])) order->data[kept++] = order->data[i];
    order->len = kept;
    cut_batches (run, budgets);
    for (uint32_t i = 0; i < run->batches.len; i++) WR_VEC_PUSH (order, WR_BATCH_JOB | i);
  }
  wr_bitset_free (&small);
}

void wr_batch_brief (struct wr_decision *run, uint32_t batch, wr_buf *out) {
  struct wr_batch *b = &run->batches.data[batch];
  b->current = b->end;
  wr_put_u32 (out, b->end - b->first);
  for (uint32_t i = b->first; i < b->end; i++) {
    struct wr_part *part = &run->parts.data[run->batched.data[i]];
    part->stage = WR_STAGE_BATCH;
    wr_part_brief (run, run->batched.data[i], out);
    part->stage = WR_STAGE_PART;
    part->started = 0;
  }
}

uint32_t wr_batch_part (struct wr_decision *run, uint32_t batch, uint32_t kind, uint32_t goal) {
  struct wr_batch *b = &run->batches.data[batch];
  if (kind == WR_MESSAGE_MEMBER) {
    if (b->current < b->end) run->parts.data[run->batched.data[b->current]].started = 0;
    if (goal >= b->end - b->first) return UINT32_MAX;
    b->current = b->first + goal;
    run->parts.data[run->batched.data[b->current]].started = wr_clock ();
    return UINT32_MAX;
  }
  return b->current < b->end ? run->batched.data[b->current] : UINT32_MAX;
}

/* The parts up to the last one that was begun are asked by workers of their own, as far as they are open.  The others stay together,
   unless the worker has ended before it began anything. */
bool wr_batch_end (struct wr_decision *run, uint32_t batch) {
  struct wr_batch *b = &run->batches.data[batch];
  uint32_t begun = b->current < b->end ? b->current + 1 : b->end;
  for (uint32_t i = b->first; i < begun; i++) {
    struct wr_part *part = &run->parts.data[run->batched.data[i]];
    part->answers = 0;
    part->started = 0;
    if (wr_part_open (run, part) > 0) WR_VEC_PUSH (&run->fresh, run->batched.data[i]);
  }
  b->first = begun;
  return b->first < b->end;
}
