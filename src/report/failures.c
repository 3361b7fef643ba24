/* report/failures.c -- from results to diagnostics. */
#include "report/verify.h"

#include "base/check.h"
#include "diagnose/counterexample.h"
#include "front/front.h"
#include "report/execution.h"
#include "report/undecided.h"
#include "source/quote.h"

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
  wr_map by_label = {0}; /* stays empty if there is one goal */
  for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
    const struct wr_goal_result *r = &body->goals[g];
    uint64_t label = body->passive->goals[g].label.ix, at;
    if (!label || !g || !wr_map_get (&by_label, label, &at)) {
      at = out->len;
      if (label && body->passive->goal_count > 1) wr_map_put (&by_label, label, at);
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

/* The run was interrupted before the goal was decided. */
static bool is_unchecked (const struct wr_body_result *body, const struct wr_goal_view *view) {
  return body->goals[view->shown].reason == WR_STATUS_CANCELLED;
}

struct wr_summary wr_summarise (const wr_result *result) {
  struct wr_summary sum = {0};
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    sum.not_begun += body->selected && !body->passive;
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
      case WR_VERDICT_UNKNOWN:
        if (is_unchecked (body, &views.data[i]))
          sum.unchecked++;
        else
          sum.unknown++;
        break;
      case WR_VERDICT_NONE: break; /* not checked because of --error-limit */
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

enum wr_code wr_goal_code (enum wr_role role) {
  enum wr_code code = wr_role_info (role)->failure;
  WR_ASSERT (code != WR_CODE_NONE);
  return code;
}

/* Whether the block holds nothing but the state at its end. */
static bool is_empty (const struct wr_pblock *block) {
  for (uint32_t i = 0; i < block->item_count; i++)
    if (block->items[i].kind != WR_PITEM_CAPTURE) return false;
  return true;
}

/* A postcondition is reported at the return that the failing path takes.  A return before which nothing
   happens since the paths parted is as good as the others: there it is the end of the body, as in Boogie. */
static wr_span place_of (const wr_core *core, const struct wr_body_result *body,
                         const struct wr_goal *goal, const struct wr_goal_result *r) {
  if (!goal->at_return) return goal->at;
  uint32_t returns = 0;
  for (uint32_t i = 0; i < body->passive->block_count; i++)
    returns += body->passive->blocks[i].return_at.file != 0;
  wr_span whole = core->bodies.data[body->body].span;
  for (uint32_t i = r->path_count; i-- > 0;) {
    const struct wr_pblock *block = &body->passive->blocks[r->path[i]];
    if (!block->return_at.file) continue;
    bool alone = returns == 1 || !is_empty (block) || whole.end == whole.begin;
    return alone ? block->return_at : (wr_span){whole.file, whole.end - 1, whole.end};
  }
  return goal->at;
}

static void add_trace (const struct wr_body_result *body, const wr_core *core,
                       const struct wr_goal_result *r, wr_diags *diags, wr_diag *diag) {
  bool head = false;
  for (uint32_t i = 0; i < r->path_count; i++) {
    const struct wr_pblock *block = &body->passive->blocks[r->path[i]];
    if (!block->at.file || !block->name.ix) continue;
    wr_buf step = {0};
    if (core->front && core->front->step_words)
      core->front->step_words (&step, wr_symbol_text (core->symbols, block->name));
    else
      wr_buf_add (&step, WR_LIT ("here"));
    wr_diag_note (diags, diag, (wr_span){block->at.file, block->at.begin, block->at.begin}, "%s%s",
                  head ? "then " : "execution trace: ", wr_buf_text (&step));
    wr_buf_free (&step);
    head = true;
    diag->steps++;
  }
}

/* The values along the path; `functions`: what functions without bodies give. */
static void add_values (const struct wr_counterexample *c, wr_diags *diags, wr_diag *diag) {
  wr_buf text = {0};
  if (c->function_count) {
    wr_buf_add (&text, WR_LIT ("counterexample: "));
    wr_report_values (&text, c->functions, c->function_count);
    wr_diag_note (diags, diag, (wr_span){0}, "%s", wr_buf_text (&text));
  }
  for (uint32_t i = 0; i < c->step_count; i++) {
    const struct wr_shown_step *step = &c->steps[i];
    if (!step->count) continue;
    wr_buf_clear (&text);
    wr_report_values (&text, step->values, step->count);
    wr_diag_note (diags, diag, (wr_span){step->at.file, step->at.begin, step->at.begin}, "%s%s",
                  diag->steps ? "then " : "counterexample: ", wr_buf_text (&text));
    diag->steps++;
  }
  wr_buf_free (&text);
}

/* The places that put a copy of this text into the procedure, as far as the message is not there already. */
static void add_origins (const wr_core *core, wr_label label, wr_diags *diags, wr_diag *diag) {
  wr_origin origin = label.ix ? wr_label_info (&core->labels, label)->origin : (wr_origin){0};
  while (origin.ix) {
    const struct wr_origin_info *info = wr_origin_info (&core->labels, origin);
    if (info->span.file != diag->at.file || info->span.begin != diag->at.begin)
      wr_diag_note (diags, diag, info->span, "%s", wr_origin_note (info->kind));
    origin = info->parent;
  }
}

/* The conjunct of `whole` that the goal is about, if there are several; else nothing. */
static wr_span part_of (const wr_core *core, const struct wr_goal *goal, wr_span whole) {
  if (!goal->label.ix) return (wr_span){0};
  const struct wr_label_info *info = wr_label_info (&core->labels, goal->label);
  wr_span part = info->span;
  bool inside = part.file == whole.file && part.begin >= whole.begin && part.end <= whole.end;
  return info->conjuncts > 1 && inside ? part : (wr_span){0};
}

/* A clause that stands elsewhere: its text is quoted in the message, and a note shows it. */
static bool is_elsewhere (const struct wr_goal *goal, wr_span at) {
  return goal->clause.file && (goal->clause.file != at.file || goal->clause.begin != at.begin);
}

static bool is_inside (wr_span part, wr_span whole) {
  return part.file == whole.file && part.begin >= whole.begin && part.end <= whole.end;
}

/* What the language says that the failure is about: it is underlined, or shown by a note if it stands elsewhere. */
static bool show_about (const wr_core *core, const struct wr_goal *goal, wr_diags *diags,
                        wr_diag *diag) {
  wr_span about = goal->label.ix ? wr_label_info (&core->labels, goal->label)->about : (wr_span){0};
  if (!about.file) return false;
  if (is_inside (about, diag->at))
    diag->part = about;
  else
    wr_diag_note (diags, diag, about, "this is the %s", wr_role_info (goal->role)->clause);
  return true;
}

static void show_clause (const wr_core *core, const struct wr_goal *goal, wr_diags *diags,
                         wr_diag *diag) {
  if (show_about (core, goal, diags, diag)) return;
  bool elsewhere = is_elsewhere (goal, diag->at);
  wr_span part = part_of (core, goal, elsewhere ? goal->clause : diag->at);
  if (!elsewhere) {
    diag->part = part;
    return;
  }
  wr_diag_note (diags, diag, goal->clause, "this is the %s", wr_role_info (goal->role)->clause);
  if (diag->note_count) diag->notes[diag->note_count - 1].part = part;
}

static wr_diag *add_failed (const wr_core *core, const struct wr_goal *goal, wr_span at,
                            wr_diags *diags) {
  enum wr_code code = wr_goal_code (goal->role);
  wr_symbol own =
      goal->label.ix ? wr_label_info (&core->labels, goal->label)->message : (wr_symbol){0};
  bool elsewhere = is_elsewhere (goal, at);
  wr_span part = part_of (core, goal, elsewhere ? goal->clause : at);
  wr_buf text = {0};
  wr_buf_add (&text, own.ix ? wr_symbol_text (core->symbols, own)
                            : wr_str_of (wr_code_info (code)->title));
  if ((part.file || elsewhere) && !own.ix) {
    wr_buf_add (&text, WR_LIT (": "));
    wr_quote (&text, core->sources,
              goal->label.ix ? wr_label_info (&core->labels, goal->label)->span : goal->clause);
  }
  wr_diag *diag = wr_diag_about (diags, code, at, goal->label.ix, "%s", wr_buf_text (&text));
  wr_buf_free (&text);
  wr_symbol native =
      goal->label.ix ? wr_label_info (&core->labels, goal->label)->native : (wr_symbol){0};
  if (native.ix) wr_diag_native (diag, wr_symbol_text (core->symbols, native));
  show_clause (core, goal, diags, diag);
  return diag;
}

static void add_failure (const wr_result *result, const struct wr_body_result *body,
                         const struct wr_goal_view *view, wr_diags *diags) {
  const wr_core *core = result->core;
  const struct wr_goal *goal = &body->passive->goals[view->shown];
  const struct wr_goal_result *r = &body->goals[view->shown];
  wr_span at = place_of (core, body, goal, r);
  wr_str name = wr_symbol_text (core->symbols, core->bodies.data[body->body].name);
  wr_diag *diag;
  if (view->verdict == WR_VERDICT_FAILED) {
    diag = add_failed (core, goal, at, diags);
    add_origins (core, goal->label, diags, diag);
    bool valid = r->counterexample && r->counterexample->valid;
    if (!valid && r->reason == WR_STATUS_INCOMPLETE) {
      wr_diag_note (diags, diag, (wr_span){0},
                    "the solver gave up %.*s; the trace may not be an execution",
                    WR_STR_ARGS (r->detail));
    }
    if (r->counterexample && !valid)
      wr_diag_note (diags, diag, (wr_span){0}, "no valid counterexample: %.*s",
                    WR_STR_ARGS (r->counterexample->why));
    if (valid) add_values (r->counterexample, diags, diag);
    if (!diag->steps) add_trace (body, core, r, diags, diag);
  } else {
    bool timeout = view->verdict == WR_VERDICT_TIMEOUT;
    wr_buf words = {0};
    wr_undecided_words (&words, result, body, r);
    diag = wr_diag_about (diags, timeout ? WR_CODE_GOAL_TIMEOUT : WR_CODE_GOAL_UNKNOWN, at,
                          goal->label.ix, "this goal of %.*s %s", WR_STR_ARGS (name),
                          wr_buf_text (&words));
    wr_buf_free (&words);
    show_clause (core, goal, diags, diag);
    if (r->busiest.ix)
      wr_diag_note (diags, diag, wr_label_info (&core->labels, r->busiest)->span,
                    "in a short trial the solver instantiated this %llu times, more than anything "
                    "else",
                    (unsigned long long)r->busiest_instances);
  }
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
      if (verdict != WR_VERDICT_PROVED && verdict != WR_VERDICT_NONE &&
          !is_unchecked (body, &views.data[i]))
        add_failure (result, body, &views.data[i], diags);
    }
  }
  WR_VEC_FREE (&views);
}
