#include "pipeline.h"

#include "front/boogie/lower.h"

enum { GOAL_LIMIT = 500000 }; /* solver resources; goals need a few thousand */

static void first_message (struct pipeline *p, wr_buf *why) {
  wr_diags_sort (p->diags);
  for (uint32_t i = 0; i < wr_diags_count (p->diags); i++) {
    const wr_diag *d = wr_diags_at (p->diags, i);
    if (d->severity != WR_ERROR) continue;
    wr_position at = wr_position_of (p->sources, d->at.file, d->at.begin);
    wr_buf_print (why, "%u:%u: %.*s", at.line, at.column, WR_STR_ARGS (d->message));
    return;
  }
}

bool pipeline_load (struct pipeline *p, wr_str text, wr_buf *why) {
  *p = (struct pipeline){.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  p->sources = wr_sources_new (p->arena);
  p->diags = wr_diags_new (p->arena);
  wr_sources_add (p->sources, WR_LIT ("p.bpl"), text);
  p->program = bpl_parse (p->arena, p->symbols, p->sources, p->diags);
  bool ok = wr_diags_errors (p->diags) == 0 && bpl_resolve (p->program, p->diags) &&
            bpl_typecheck (p->program, p->diags);
  if (ok) p->lowered = bpl_lower (p->program, p->diags);
  if (p->lowered) p->core = wr_core_extend (p->lowered, p->arena);
  if (!p->core) first_message (p, why);
  return p->core != NULL;
}

const wr_passive *pipeline_decide (struct pipeline *p, uint32_t body, enum wr_status **status) {
  const struct wr_backend *z3 = &wr_backend_z3;
  const wr_passive *passive = wr_flow_run (p->core, body, NULL, p->arena);
  const wr_vc *vc = wr_vc_build (p->core, passive, NULL, p->arena);
  wr_vc_check (vc);
  *status = WR_NEW (p->arena, enum wr_status, passive->goal_count);
  if (!p->solver) {
    wr_str error = {0};
    /* Every other program, as it falls, in the ways that are for programs with many axioms. */
    p->as_large = !p->off && p->core->exprs.len % 2;
    p->budgets = wr_default_budgets;
    p->budgets.sums_least = 0; /* sums are put together however few they are */
    struct wr_solver_options options = {
        .labelled_axioms = p->off != NULL, .functions = p->as_large, .budgets = &p->budgets};
    p->solver = z3->open (p->core, &options, &error);
  }
  if (!p->solver || !z3->enter (p->solver, vc)) return NULL;
  struct wr_answer group = {0};
  struct wr_query all = wr_query_group (
      0, passive->goal_count, p->core->exprs.len % 4 == 1 ? WR_GROUP_UNLABELLED : WR_GROUP_FULL);
  all.rlimit = GOAL_LIMIT;
  if (p->as_large && passive->goal_count > 1) z3->check (p->solver, &all, p->arena, &group);
  for (uint32_t i = 0; i < passive->goal_count; i++) {
    struct wr_answer answer = {0};
    struct wr_query query = wr_query_goal (i);
    query.goal.off = p->off;
    query.rlimit = GOAL_LIMIT;
    if (wr_vc_goal_is_trivial (vc, i) || group.status == WR_STATUS_UNSAT)
      answer.status = WR_STATUS_UNSAT;
    else
      z3->check (p->solver, &query, p->arena, &answer);
    (*status)[i] = answer.status;
  }
  z3->leave (p->solver);
  return passive;
}

void pipeline_free (struct pipeline *p) {
  if (p->solver) wr_backend_z3.close (p->solver);
  wr_core_free (p->lowered);
  wr_diags_free (p->diags);
  wr_sources_free (p->sources);
  wr_interner_free (p->symbols);
  wr_arena_free (p->arena);
}
