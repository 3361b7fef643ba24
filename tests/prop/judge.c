#include "judge.h"

#include <stdlib.h>

char verdict_letter (enum wr_status status) {
  if (status == WR_STATUS_UNSAT) return 'p';
  return status == WR_STATUS_SAT || status == WR_STATUS_INCOMPLETE ? 'f' : '?';
}

static uint32_t weight (enum wr_status status) {
  return verdict_letter (status) == 'f' ? 2 : verdict_letter (status) == '?';
}

static int by_place (const void *a, const void *b) {
  const struct judged_goal *x = a, *y = b;
  if (x->at.begin != y->at.begin) return x->at.begin < y->at.begin ? -1 : 1;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  return (x->role > y->role) - (x->role < y->role);
}

/* The goals of a body begin at `first`. */
static void add_goal (judged_goals *out, uint32_t first, const struct judged_goal *goal) {
  for (uint32_t i = first; i < out->len; i++) {
    if (out->data[i].label != goal->label) continue;
    if (weight (goal->status) > weight (out->data[i].status)) out->data[i].status = goal->status;
    return;
  }
  WR_VEC_PUSH (out, *goal);
}

bool judge_loaded (struct pipeline *p, wr_arena *arena, judged_goals *out, wr_buf *why) {
  bool ok = true;
  for (uint32_t b = 0; ok && b < p->core->bodies.len; b++) {
    if (!p->core->bodies.data[b].verify) continue;
    enum wr_status *status;
    const wr_passive *passive = pipeline_decide (p, b, &status);
    ok = passive != NULL;
    if (!ok) wr_buf_print (why, "no solver");
    wr_str name = wr_str_keep (arena, wr_symbol_text (p->symbols, p->core->bodies.data[b].name));
    uint32_t first = out->len;
    for (uint32_t i = 0; ok && i < passive->goal_count; i++) {
      const struct wr_goal *g = &passive->goals[i];
      const struct wr_label_info *info = wr_label_info (&p->core->labels, g->label);
      struct judged_goal goal = {name, info->role, info->span, g->at, g->label.ix, status[i]};
      add_goal (out, first, &goal);
    }
    if (out->len > first) qsort (out->data + first, out->len - first, sizeof *out->data, by_place);
  }
  return ok;
}

bool judge (wr_arena *arena, wr_str text, judged_goals *out, wr_buf *why) {
  struct pipeline p;
  bool ok = pipeline_load (&p, text, why) && judge_loaded (&p, arena, out, why);
  pipeline_free (&p);
  return ok;
}
