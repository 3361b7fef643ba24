/* The first call or loop on the failing path whose specification admits the counterexample's state although no execution with the
   counterexample's inputs reaches it. */
#include "diagnose/judge.h"

enum { MOST_REACHED = 4 };

struct search {
  const wr_core *core;
  const struct wr_counterexample *c;
  wr_arena *arena;
  bool *matched;                           /* per step of the counterexample */
  WR_VEC (struct wr_shown_step) * reached; /* per step */
};

static bool is_site (const struct search *s, const struct wr_shown_step *step) {
  const struct wr_body *body = &s->core->bodies.data[step->point.body];
  if (!step->count || step->point.block >= body->block_count) return false;
  if (step->kind == WR_TRACE_HEAD) return true;
  const struct wr_block *block = &body->blocks[step->point.block];
  return step->kind == WR_TRACE_COMMAND && step->point.cmd < block->cmd_count &&
         block->cmds[step->point.cmd].kind == WR_CMD_CALL;
}

static wr_str value_in (const struct wr_shown_step *step, wr_str name) {
  for (uint32_t i = 0; i < step->count; i++)
    if (wr_str_equal (step->values[i].name, name)) return step->values[i].value;
  return (wr_str){0};
}

/* Variables that the execution never read may have any value. */
static bool agrees (const struct wr_shown_step *wanted, const struct wr_shown_step *real) {
  for (uint32_t i = 0; i < wanted->count; i++) {
    wr_str value = value_in (real, wanted->values[i].name);
    if (value.len && !wr_str_equal (value, wanted->values[i].value)) return false;
  }
  return true;
}

/* Only the variables that the counterexample shows there. */
static struct wr_shown_step narrowed (struct search *s, const struct wr_shown_step *real,
                                      const struct wr_shown_step *wanted) {
  struct wr_shown_step out = *real;
  out.values = WR_NEW (s->arena, struct wr_shown_value, wanted->count);
  out.count = 0;
  for (uint32_t i = 0; i < wanted->count; i++) {
    wr_str value = value_in (real, wanted->values[i].name);
    if (value.len) out.values[out.count++] = (struct wr_shown_value){wanted->values[i].name, value};
  }
  return out;
}

static void keep_reached (struct search *s, uint32_t i, const struct wr_shown_step *real) {
  if (s->reached[i].len >= MOST_REACHED) return;
  struct wr_shown_step narrow = narrowed (s, real, &s->c->steps[i]);
  for (uint32_t k = 0; k < s->reached[i].len; k++)
    if (agrees (&s->reached[i].data[k], &narrow)) return;
  WR_VEC_PUSH (&s->reached[i], narrow);
}

static void look_at (void *ctx, wr_machine *m, const struct wr_exec_result *result) {
  struct search *s = ctx;
  uint32_t count;
  wr_arena *scratch = s->arena;
  struct wr_shown_step *steps = wr_shown_steps (m, scratch, &count);
  (void)result;
  for (uint32_t i = 0; i < s->c->step_count; i++) {
    const struct wr_shown_step *wanted = &s->c->steps[i];
    if (!is_site (s, wanted)) continue;
    for (uint32_t k = 0; k < count; k++) {
      const struct wr_shown_step *real = &steps[k];
      if (real->depth || real->kind != wanted->kind || real->point.block != wanted->point.block ||
          (real->kind == WR_TRACE_COMMAND && real->point.cmd != wanted->point.cmd))
        continue;
      if (agrees (wanted, real))
        s->matched[i] = true;
      else
        keep_reached (s, i, real);
    }
  }
}

static struct wr_weak weak_at (struct search *s, uint32_t i) {
  const struct wr_shown_step *step = &s->c->steps[i];
  const struct wr_body *body = &s->core->bodies.data[step->point.body];
  struct wr_weak weak = {
      .cause = WR_CAUSE_LOOP, .point = step->point, .at = step->at, .state = *step};
  weak.reached = WR_VEC_KEEP (s->arena, &s->reached[i]);
  weak.reached_count = s->reached[i].len;
  if (step->kind == WR_TRACE_COMMAND) {
    weak.cause = WR_CAUSE_CALL;
    weak.procedure = body->blocks[step->point.block].cmds[step->point.cmd].procedure;
  }
  return weak;
}

struct wr_weak wr_find_weak (const wr_core *core, const struct wr_body_result *body, uint32_t goal,
                             const wr_cancel *cancel, wr_arena *arena) {
  const struct wr_counterexample *c = body->goals[goal].counterexample;
  struct wr_weak weak = {0};
  if (!c || !c->valid) return weak;
  struct search s = {.core = core, .c = c, .arena = arena};
  s.matched = WR_NEW (arena, bool, c->step_count);
  s.reached = wr_alloc (c->step_count + 1u, sizeof *s.reached);
  wr_inputs given = {0};
  for (uint32_t i = 0; i < c->input_count; i++) WR_VEC_PUSH (&given, c->inputs[i]);
  struct wr_explore_options options = {
      .scope = &wr_scopes[0], .given = &given, .cancel = cancel, .ran = look_at, .ctx = &s};
  struct wr_exploration x = wr_explore (core, body->body, &options, arena);
  for (uint32_t i = 0; i < c->step_count && !weak.cause; i++)
    if (is_site (&s, &c->steps[i]) && !s.matched[i]) weak = weak_at (&s, i);
  for (uint32_t i = 0; i < c->step_count; i++) WR_VEC_FREE (&s.reached[i]);
  free (s.reached);
  WR_VEC_FREE (&given);
  wr_exploration_free (&x);
  return weak;
}
