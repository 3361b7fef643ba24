/* report/failures.c -- from results to diagnostics. */
#include "report/verify.h"

#include "base/check.h"

static int severity_of (enum wr_verdict verdict) {
  switch (verdict) {
  case WR_VERDICT_PROVED: return 0;
  case WR_VERDICT_TIMEOUT: return 1;
  case WR_VERDICT_UNKNOWN:
  case WR_VERDICT_NONE: return 2;
  case WR_VERDICT_FAILED: return 3;
  }
  WR_UNREACHABLE ();
}

void wr_goal_views_of (const struct wr_body_result *body, wr_goal_views *out) {
  wr_map by_label = {0};
  for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &body->goals[g];
    uint64_t label = body->passive->goals[g].label.ix, at;
    if (!label || !wr_map_get (&by_label, label, &at)) {
      at = out->len;
      if (label) wr_map_put (&by_label, label, at);
      WR_VEC_PUSH (out, ((struct wr_goal_view){.first = g, .shown = g, .verdict = r->verdict}));
    }
    struct wr_goal_view *view = &out->data[at];
    view->resources += r->resources;
    view->seconds += r->seconds;
    if (severity_of (r->verdict) > severity_of (view->verdict)) {
      view->verdict = r->verdict;
      view->shown = g;
    }
  }
  wr_map_free (&by_label);
}

struct wr_summary wr_summarise (const wr_result *result) {
  struct wr_summary sum = {0};
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    bool all = true, failed = false;
    for (uint32_t i = 0; i < views.len; i++) {
      switch (views.data[i].verdict) {
      case WR_VERDICT_PROVED: continue;
      case WR_VERDICT_FAILED:
        sum.errors++;
        failed = true;
        break;
      case WR_VERDICT_TIMEOUT: sum.timeouts++; break;
      case WR_VERDICT_UNKNOWN: sum.unknown++; break;
      case WR_VERDICT_NONE: break; /* not asked: its procedure has had --error-limit failures */
      }
      all = false;
    }
    sum.verified += all;
    sum.failed_procedures += failed;
    sum.seconds += body->seconds;
  }
  WR_VEC_FREE (&views);
  return sum;
}

enum wr_code wr_goal_code (enum wr_goal_kind kind) {
  switch (kind) {
  case WR_GOAL_ASSERT: return WR_CODE_ASSERT_FAILED;
  case WR_GOAL_REQUIRES: return WR_CODE_REQUIRES_FAILED;
  case WR_GOAL_ENSURES: return WR_CODE_ENSURES_FAILED;
  case WR_GOAL_ESTABLISHED: return WR_CODE_INVARIANT_NOT_ESTABLISHED;
  case WR_GOAL_MAINTAINED: return WR_CODE_INVARIANT_NOT_MAINTAINED;
  case WR_GOAL_WELL_FORMED: return WR_CODE_WELL_FORMED_FAILED;
  case WR_GOAL_PROBE: break;
  }
  WR_UNREACHABLE ();
}

static const char *clause_note (enum wr_goal_kind kind) {
  switch (kind) {
  case WR_GOAL_REQUIRES: return "this is the precondition";
  case WR_GOAL_ENSURES: return "this is the postcondition";
  case WR_GOAL_ASSERT:
  case WR_GOAL_ESTABLISHED:
  case WR_GOAL_MAINTAINED:
  case WR_GOAL_WELL_FORMED: return "this is the condition";
  case WR_GOAL_PROBE: break;
  }
  WR_UNREACHABLE ();
}

/* A postcondition is reported at the return that the failing path takes. */
static wr_span place_of (const struct wr_body_result *body, const struct wr_goal *goal,
                         const struct wr_goal_result *r) {
  if (goal->kind == WR_GOAL_ENSURES) {
    for (uint32_t i = r->path_count; i-- > 0;) {
      const struct wr_pblock *block = &body->passive->blocks[r->path[i]];
      if (block->return_at.file) return block->return_at;
    }
  }
  return goal->at;
}

static void add_trace (const struct wr_body_result *body, const wr_core *core,
                       const struct wr_goal_result *r, wr_diags *diags, wr_diag *diag) {
  bool head = false;
  for (uint32_t i = 0; i < r->path_count; i++) {
    const struct wr_pblock *block = &body->passive->blocks[r->path[i]];
    if (!block->at.file || !block->name.ix) continue;
    wr_str name = wr_symbol_text (core->symbols, block->name);
    wr_diag_note (diags, diag, (wr_span){block->at.file, block->at.begin, block->at.begin},
                  "%s%.*s", head ? "then " : "execution trace: ", WR_STR_ARGS (name));
    head = true;
    diag->steps++;
  }
}

static void add_failure (const wr_result *result, const struct wr_body_result *body,
                         const struct wr_goal_view *view, wr_diags *diags) {
  const wr_core *core = result->core;
  const struct wr_goal *goal = &body->passive->goals[view->shown];
  const struct wr_goal_result *r = &body->goals[view->shown];
  wr_span at = place_of (body, goal, r);
  wr_str name = wr_symbol_text (core->symbols, core->bodies.data[body->body].name);
  wr_diag *diag;
  if (view->verdict == WR_VERDICT_FAILED) {
    enum wr_code code = wr_goal_code (goal->kind);
    wr_symbol own =
        goal->label.ix ? wr_label_info (&core->labels, goal->label)->message : (wr_symbol){0};
    wr_str text =
        own.ix ? wr_symbol_text (core->symbols, own) : wr_str_of (wr_code_info (code)->title);
    diag = wr_diag_add (diags, code, at, "%.*s", WR_STR_ARGS (text));
    if (goal->clause.file && (goal->clause.file != at.file || goal->clause.begin != at.begin))
      wr_diag_note (diags, diag, goal->clause, "%s", clause_note (goal->kind));
    if (r->reason == WR_STATUS_INCOMPLETE) {
      wr_diag_note (diags, diag, (wr_span){0},
                    "the solver gave up %.*s; the trace may not be an execution",
                    WR_STR_ARGS (r->detail));
    }
    add_trace (body, core, r, diags, diag);
  } else if (view->verdict == WR_VERDICT_TIMEOUT) {
    diag = wr_diag_add (diags, WR_CODE_GOAL_TIMEOUT, at,
                        "this goal of %.*s ran out of its budget (%s)", WR_STR_ARGS (name),
                        wr_status_name (r->reason));
  } else {
    diag = wr_diag_add (diags, WR_CODE_GOAL_UNKNOWN, at,
                        "this goal of %.*s was not decided (%s%s%.*s)", WR_STR_ARGS (name),
                        wr_status_name (r->reason), r->detail.len ? ": " : "",
                        WR_STR_ARGS (r->detail));
  }
  diag->subject = goal->label.ix;
}

void wr_report_failures (const wr_result *result, wr_diags *diags) {
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++) {
      enum wr_verdict verdict = views.data[i].verdict;
      if (verdict != WR_VERDICT_PROVED && verdict != WR_VERDICT_NONE)
        add_failure (result, body, &views.data[i], diags);
    }
  }
  WR_VEC_FREE (&views);
}
