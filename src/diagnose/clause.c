#include "diagnose/clause.h"

#include "base/check.h"
#include "diagnose/words.h"

enum { MOST_PROVED = 80, MOST_ROUNDS = 8, MOST_TRIED = 24, STEPS = 500000 };
static const double SECONDS = 0.5;

struct finding {
  const wr_result *result;
  const struct wr_decide_options *decide;
  const wr_cancel *cancel;
  struct wr_diagnosis *d;
  wr_arena *arena;
  wr_core *core; /* an extension with the candidates and their labels */
  struct wr_candidates candidates;
  wr_bitset in;     /* candidates that are still possible */
  wr_label *labels; /* per candidate */
  uint32_t callee;  /* the body of the callee; UINT32_MAX: a loop, or it has none */
};

/* -- executions ------------------------------------------------------------------------------------------- */

static void drop_violated (struct finding *f, wr_machine *m) {
  WR_BITSET_EACH (&f->in, i) {
    const wr_value *v = wr_machine_glance (m, f->candidates.exprs.data[i]);
    if (v && !wr_value_is_true (v)) wr_bitset_set (&f->in, i, false);
  }
}

static void at_head (void *ctx, wr_machine *m, uint32_t body, uint32_t block) {
  struct finding *f = ctx;
  bool here = body == f->d->body && block == f->d->weak.point.block && !wr_machine_depth (m);
  if (here && f->d->weak.cause == WR_CAUSE_LOOP) drop_violated (f, m);
}

static void at_end (void *ctx, wr_machine *m, const struct wr_exec_result *result) {
  struct finding *f = ctx;
  if (f->d->weak.cause == WR_CAUSE_CALL && result->end == WR_EXEC_RETURNED) drop_violated (f, m);
}

/* What an execution of the loop or of the callee violates cannot be the clause. */
static void execute (struct finding *f) {
  uint32_t body = f->d->weak.cause == WR_CAUSE_CALL ? f->callee : f->d->body;
  for (uint32_t i = 0; i < 2; i++) {
    struct wr_explore_options options = {.scope = &wr_scopes[i],
                                         .about = &f->candidates.exprs,
                                         .cancel = f->cancel,
                                         .ran = at_end,
                                         .at_head = at_head,
                                         .ctx = f};
    struct wr_exploration x = wr_explore (f->core, body, &options, f->arena);
    wr_exploration_free (&x);
  }
}

/* -- proofs ------------------------------------------------------------------------------------------------- */

static void add_to_loop (struct finding *f, wr_core *core, const wr_bitset *set) {
  struct wr_body *body = &core->bodies.data[f->d->body];
  uint32_t head = f->d->weak.point.block;
  struct wr_block *blocks =
      wr_arena_copy (core->arena, body->blocks, body->block_count, sizeof *blocks);
  struct wr_block *b = &blocks[head];
  uint32_t count = b->invariant_count;
  struct wr_invariant *all =
      WR_NEW (core->arena, struct wr_invariant, count + f->candidates.exprs.len);
  for (uint32_t i = 0; i < count; i++) all[i] = b->invariants[i];
  WR_BITSET_EACH (set, i) {
    all[count++] = (struct wr_invariant){
        .expr = f->candidates.exprs.data[i], .label = f->labels[i], .at = b->at};
  }
  b->invariants = all;
  b->invariant_count = count;
  body->blocks = blocks;
}

static void add_to_callee (struct finding *f, wr_core *core, const wr_bitset *set) {
  struct wr_procedure *p = &core->procedures.data[f->d->weak.procedure];
  uint32_t count = p->ensures.len;
  struct wr_clause *all = WR_NEW (core->arena, struct wr_clause, count + f->candidates.exprs.len);
  for (uint32_t i = 0; i < count; i++) all[i] = p->ensures.data[i];
  WR_BITSET_EACH (set, i) {
    all[count++] = (struct wr_clause){.expr = f->candidates.exprs.data[i], .label = f->labels[i]};
  }
  p->ensures.data = all; /* the arena's: inherited lists are not freed */
  p->ensures.len = p->ensures.cap = count;
}

static uint32_t candidate_of (const struct finding *f, const wr_core *core, wr_label label) {
  uint32_t root = label.ix ? wr_label_root (&core->labels, label).ix : 0;
  for (uint32_t i = 0; root && i < f->candidates.exprs.len; i++)
    if (f->labels[i].ix == root) return i;
  return UINT32_MAX;
}

/* What one attempt found. */
struct attempt {
  bool goal;      /* is proved, wherever it occurs */
  wr_bitset open; /* candidates that are not proved */
};

static struct attempt attempt (struct finding *f, const wr_bitset *set) {
  struct attempt out = {.goal = true};
  wr_arena *arena = wr_arena_new ();
  wr_core *core = wr_core_extend (f->core, arena);
  bool call = f->d->weak.cause == WR_CAUSE_CALL;
  if (call)
    add_to_callee (f, core, set);
  else
    add_to_loop (f, core, set);
  bool *selected = WR_NEW (arena, bool, core->bodies.len);
  selected[f->d->body] = true;
  if (call && f->callee != UINT32_MAX) selected[f->callee] = true;
  struct wr_decide_options decide = *f->decide;
  decide.cache_path = decide.dump_dir = NULL;
  decide.want_models = decide.want_cores = false;
  decide.selected = selected;
  decide.asked = NULL;
  decide.look = (struct wr_look){0};
  decide.rlimit = STEPS;
  decide.timeout = SECONDS;
  decide.error_limit = 0;
  decide.cancel = f->cancel;
  decide.progress = NULL;
  decide.decided = NULL;
  wr_result *result = wr_decide (core, &decide, arena);
  wr_label goal = f->result->bodies[f->d->body].passive->goals[f->d->goal].label;
  bool any = false;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      wr_label label = body->passive->goals[g].label;
      bool proved = body->goals[g].verdict == WR_VERDICT_PROVED;
      uint32_t candidate = candidate_of (f, result->core, label);
      if (candidate != UINT32_MAX && !proved) wr_bitset_set (&out.open, candidate, true);
      if (b != f->d->body || label.ix != goal.ix) continue;
      any = true;
      out.goal = out.goal && proved;
    }
  }
  out.goal = out.goal && any && !result->failure.len;
  wr_arena_free (arena);
  return out;
}

/* Drops what is not proved until everything is.  True: the goal is proved then. */
static bool settle (struct finding *f, wr_bitset *set) {
  for (uint32_t round = 0; round < MOST_ROUNDS && !wr_cancelled (f->cancel); round++) {
    struct attempt a = attempt (f, set);
    bool done = wr_bitset_size (&a.open) == 0, goal = a.goal;
    WR_BITSET_EACH (&a.open, i) { wr_bitset_set (set, i, false); }
    wr_bitset_free (&a.open);
    if (done || !wr_bitset_size (set)) return done && goal;
  }
  return false;
}

/* Is the goal proved with this set, and, if wanted, the set itself? */
static bool is_enough (struct finding *f, const wr_bitset *set, bool proved) {
  struct attempt a = attempt (f, set);
  bool good = a.goal && (!proved || wr_bitset_size (&a.open) == 0);
  wr_bitset_free (&a.open);
  return good;
}

/* Leaves out halves, quarters, ... and at last single candidates that are not needed. */
static void shrink (struct finding *f, wr_bitset *set, bool proved) {
  uint32_t tries = 0;
  for (uint32_t part = wr_bitset_size (set) / 2 + 1;
       part > 0 && tries<MOST_TRIED; part = part> 1 ? part / 2 : 0) {
    wr_u32s members = {0};
    WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&members, i); }
    for (uint32_t end = members.len; end > 0 && tries < MOST_TRIED; tries++) {
      uint32_t from = end > part ? end - part : 0;
      wr_bitset less = {0};
      wr_bitset_copy (&less, set);
      for (uint32_t i = from; i < end; i++) wr_bitset_set (&less, members.data[i], false);
      if (wr_bitset_size (&less) && is_enough (f, &less, proved)) wr_bitset_copy (set, &less);
      wr_bitset_free (&less);
      end = from;
    }
    WR_VEC_FREE (&members);
  }
}

/* -- all ---------------------------------------------------------------------------------------------------- */

static void make_labels (struct finding *f) {
  bool call = f->d->weak.cause == WR_CAUSE_CALL;
  f->labels = WR_NEW (f->arena, wr_label, f->candidates.exprs.len);
  for (uint32_t i = 0; i < f->candidates.exprs.len; i++) {
    struct wr_label_info info = {.role = call ? WR_ROLE_ENSURES : WR_ROLE_INVARIANT_ASSUMED,
                                 .span = f->d->weak.at,
                                 .report = f->d->weak.at};
    uint32_t procedure = call ? f->d->weak.procedure : f->core->bodies.data[f->d->body].procedure;
    info.procedure = procedure + 1;
    f->labels[i] = wr_label_new (&f->core->labels, &info);
  }
}

static void limit (struct finding *f) {
  uint32_t kept = 0;
  WR_BITSET_EACH (&f->in, i) {
    if (kept++ >= MOST_PROVED) wr_bitset_set (&f->in, i, false);
  }
}

static void keep (struct finding *f, const wr_bitset *set, bool proved) {
  struct wr_diagnosis *d = f->d;
  d->clauses = WR_NEW (f->arena, wr_str, f->candidates.exprs.len);
  d->clauses_proved = proved;
  WR_BITSET_EACH (set, i) {
    wr_buf text = {0};
    if (wr_expr_words (&text, f->core, f->candidates.exprs.data[i]))
      d->clauses[d->clause_count++] = wr_str_keep (f->arena, wr_buf_str (&text));
    wr_buf_free (&text);
  }
}

static bool is_possible (const struct finding *f) {
  const struct wr_body *body = &f->core->bodies.data[f->d->body];
  if (f->d->weak.cause == WR_CAUSE_CALL) return f->callee != UINT32_MAX;
  return f->d->weak.cause == WR_CAUSE_LOOP && f->d->weak.point.block < body->block_count &&
         body->blocks[f->d->weak.point.block].loop_head;
}

void wr_find_clause (const wr_result *result, const struct wr_decide_options *decide,
                     const wr_cancel *cancel, struct wr_diagnosis *d, wr_arena *arena) {
  struct finding f = {.result = result, .decide = decide, .cancel = cancel, .d = d, .arena = arena};
  f.core = wr_core_extend (result->core, arena);
  f.callee = UINT32_MAX;
  for (uint32_t b = 0; d->weak.cause == WR_CAUSE_CALL && b < f.core->bodies.len; b++)
    if (f.core->bodies.data[b].procedure == d->weak.procedure) f.callee = b;
  if (!is_possible (&f)) return;
  wr_candidates_make (f.core, result, d, &f.candidates);
  make_labels (&f);
  for (uint32_t i = 0; i < f.candidates.exprs.len; i++) wr_bitset_set (&f.in, i, true);
  execute (&f);
  limit (&f);
  wr_bitset set = {0};
  wr_bitset_copy (&set, &f.in);
  if (settle (&f, &set)) {
    shrink (&f, &set, true);
    keep (&f, &set, true);
  } else if (d->weak.cause == WR_CAUSE_CALL && is_enough (&f, &f.in, false)) {
    shrink (&f, &f.in, false);
    keep (&f, &f.in, false);
  }
  wr_bitset_free (&set);
  wr_bitset_free (&f.in);
  WR_VEC_FREE (&f.candidates.exprs);
}
