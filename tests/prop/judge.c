#include "judge.h"

char verdict_letter (enum wr_status status) {
  if (status == WR_STATUS_UNSAT) return 'p';
  return status == WR_STATUS_SAT || status == WR_STATUS_INCOMPLETE ? 'f' : '?';
}

bool judge (wr_arena *arena, wr_str text, judged_goals *out, wr_buf *why) {
  struct pipeline p;
  bool ok = pipeline_load (&p, text, why);
  for (uint32_t b = 0; ok && b < p.core->bodies.len; b++) {
    if (!p.core->bodies.data[b].verify) continue;
    enum wr_status *status;
    const wr_passive *passive = pipeline_decide (&p, b, &status);
    ok = passive != NULL;
    if (!ok) wr_buf_print (why, "no solver");
    wr_str name = wr_str_keep (arena, wr_symbol_text (p.symbols, p.core->bodies.data[b].name));
    for (uint32_t i = 0; ok && i < passive->goal_count; i++) {
      const struct wr_label_info *info = wr_label_info (&p.core->labels, passive->goals[i].label);
      struct judged_goal goal = {name, info->role, info->span, status[i]};
      WR_VEC_PUSH (out, goal);
    }
  }
  pipeline_free (&p);
  return ok;
}
