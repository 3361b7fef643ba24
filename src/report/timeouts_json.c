/* report/timeouts_json.c -- who is to blame for timeouts, as JSON (report/timeouts.h). */
#include "report/timeouts.h"

#include "core/name.h"
#include "source/quote.h"
#include "source/render.h"

static void set_label (json_t *object, const wr_core *core, wr_label label, char letter) {
  wr_buf text = {0};
  if (!label.ix) return;
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_label_print_id (&text, letter, wr_label_id (core, label));
  wr_json_set (object, "id", json_string (wr_buf_text (&text)));
  wr_buf_clear (&text);
  wr_label_name (&text, core, label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (&text)));
  wr_buf_free (&text);
  wr_json_set (object, "role", json_string (wr_role_name (info->role)));
  if (info->procedure)
    wr_json_set (object, "procedure",
                 wr_json_text (wr_symbol_text (core->symbols,
                                               core->procedures.data[info->procedure - 1].name)));
}

static void set_place (json_t *object, const wr_core *core, wr_span at) {
  if (!at.file) return;
  wr_json_set (object, "file",
               wr_json_text (wr_position_of (core->sources, at.file, at.begin).path));
  wr_json_set_span (object, core->sources, at);
  wr_json_set (object, "text", wr_json_text (wr_span_text (core->sources, at)));
}

static json_t *element_json (const wr_core *core, wr_label label) {
  json_t *object = wr_json_object ();
  set_label (object, core, label, 'f');
  if (label.ix) set_place (object, core, wr_label_info (&core->labels, label)->span);
  return object;
}

static json_t *goal_json (const struct wr_timeouts_report *report, uint32_t b, uint32_t g) {
  const wr_core *core = report->result->core;
  const struct wr_goal *goal = &report->result->bodies[b].passive->goals[g];
  json_t *object = wr_json_object ();
  set_label (object, core, goal->label, 'g');
  json_object_del (object, "procedure");
  set_place (object, core, goal->at);
  wr_json_set (object, "text",
               wr_json_text (
                   wr_span_text (core->sources, wr_label_info (&core->labels, goal->label)->span)));
  return object;
}

static void set_suspects (json_t *object, const struct wr_timeouts_report *report,
                          const struct wr_blame *blame) {
  const wr_core *core = report->result->core;
  json_t *list = wr_json_array (), *cycle = wr_json_array ();
  for (uint32_t i = 0; i < blame->suspect_count; i++) {
    const struct wr_suspect *suspect = &blame->suspects[i];
    json_t *row = element_json (core, suspect->label);
    wr_json_set (row, "trigger", wr_json_text (suspect->trigger));
    wr_json_set (row, "instances", wr_json_count (suspect->instances));
    wr_json_set (row, "generation", wr_json_count (suspect->generation));
    wr_json_push (list, row);
  }
  for (uint32_t i = 0; i < blame->cycle_count; i++)
    wr_json_push (cycle, wr_json_count (blame->cycle[i]));
  wr_json_set (object, "instances", wr_json_count (blame->instances));
  wr_json_set (object, "generation", wr_json_count (blame->generation));
  wr_json_set (object, "quantifiers", list);
  wr_json_set (object, "matching_loop", cycle);
  if (blame->cycle_count)
    wr_json_set (object, "loop_in_order", json_boolean (blame->cycle_in_order));
}

static json_t *fewer_json (const wr_core *core, const struct wr_fewer *fewer) {
  static const char *const kinds[] = {"without-one", "without-loop", "near-axioms", "no-axioms"};
  json_t *object = wr_json_object ();
  wr_json_set (object, "set", json_string (kinds[fewer->kind]));
  if (fewer->without.ix) wr_json_set (object, "without", element_json (core, fewer->without));
  wr_json_set (object, "facts", wr_json_count (fewer->facts));
  wr_json_set (object, "proved", json_boolean (fewer->status == WR_STATUS_UNSAT));
  wr_json_set (object, "resources", wr_json_count (fewer->resources));
  if (fewer->status != WR_STATUS_UNSAT) return object;
  json_t *members = wr_json_array ();
  for (uint32_t i = 0; i < fewer->core_count; i++)
    wr_json_push (members, element_json (core, (wr_label){fewer->core[i]}));
  wr_json_set (object, "core", members);
  return object;
}

static void set_evidence (json_t *object, const struct wr_timeouts_report *report,
                          const struct wr_blame *blame) {
  json_t *sets = wr_json_array (), *seeds = wr_json_object ();
  if (blame->profiled) set_suspects (object, report, blame);
  wr_json_set (seeds, "asked", wr_json_count (blame->seeds));
  wr_json_set (seeds, "proved", wr_json_count (blame->seeds_proved));
  wr_json_set (object, "seeds", seeds);
  if (blame->larger != WR_STATUS_NONE) {
    json_t *larger = wr_json_object ();
    wr_json_set (larger, "rlimit", wr_json_count (blame->larger_rlimit));
    wr_json_set (larger, "proved", json_boolean (blame->larger == WR_STATUS_UNSAT));
    wr_json_set (larger, "resources", wr_json_count (blame->larger_resources));
    wr_json_set (object, "larger_budget", larger);
  }
  for (uint32_t i = 0; i < blame->fewer_count; i++)
    wr_json_push (sets, fewer_json (report->result->core, &blame->fewer[i]));
  wr_json_set (object, "fewer_facts", sets);
  wr_json_set (object, "uncounted_steps", json_boolean (blame->uncounted));
  wr_buf advice = {0};
  wr_report_timeout_advice (&advice, report, blame, "");
  if (advice.len) advice.len--;
  wr_json_set (object, "explanation", wr_json_text (wr_buf_str (&advice)));
  wr_buf_free (&advice);
}

struct lists {
  json_t *blamed, *verified, *failed;
  uint64_t queries, resources;
};

/* A goal that pass 1 decided. */
static void add_decided (struct lists *lists, const struct wr_timeouts_report *report, uint32_t b,
                         uint32_t g) {
  const struct wr_goal_result *r = &report->result->bodies[b].goals[g];
  if (r->verdict != WR_VERDICT_PROVED && r->verdict != WR_VERDICT_FAILED) return;
  json_t *object = goal_json (report, b, g);
  wr_json_set (object, "resources", wr_json_count (r->resources));
  wr_json_push (r->verdict == WR_VERDICT_PROVED ? lists->verified : lists->failed, object);
}

static void add_asked (struct lists *lists, const struct wr_timeouts_report *report,
                       const struct wr_blame *blame) {
  json_t *object = goal_json (report, blame->body, blame->goal);
  wr_json_set (object, "reason", json_string (wr_status_name (blame->reason)));
  wr_json_set (object, "alone", json_boolean (!blame->violated));
  if (blame->violated) wr_json_set (object, "violated", json_true ());
  wr_json_set (object, "queries", wr_json_count (blame->queries));
  wr_json_set (object, "resources", wr_json_count (blame->resources));
  if (blame->verdict == WR_VERDICT_TIMEOUT) set_evidence (object, report, blame);
  lists->queries += blame->queries;
  lists->resources += blame->resources;
  wr_json_push (blame->verdict == WR_VERDICT_PROVED   ? lists->verified
                : blame->verdict == WR_VERDICT_FAILED ? lists->failed
                                                      : lists->blamed,
                object);
}

static json_t *procedure_json (const struct wr_timeouts_report *report, uint32_t *at) {
  const wr_core *core = report->result->core;
  const wr_blames *blames = report->blames;
  uint32_t b = blames->items[*at].body;
  const struct wr_body_result *body = &report->result->bodies[b];
  struct lists lists = {wr_json_array (), wr_json_array (), wr_json_array (), 0, 0};
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    if (*at < blames->count && blames->items[*at].body == b && blames->items[*at].goal == g)
      add_asked (&lists, report, &blames->items[(*at)++]);
    else
      add_decided (&lists, report, b, g);
  }
  json_t *object = wr_json_object ();
  wr_json_set (object, "procedure",
               wr_json_text (wr_symbol_text (core->symbols, core->bodies.data[b].name)));
  wr_json_set (object, "limit_percent", json_real (report->limit));
  wr_json_set (object, "blamed", lists.blamed);
  wr_json_set (object, "verified", lists.verified);
  wr_json_set (object, "failed", lists.failed);
  wr_json_set (object, "queries", wr_json_count (lists.queries + body->queries));
  wr_json_set (object, "resources", wr_json_count (lists.resources + body->resources));
  return object;
}

json_t *wr_report_timeouts_json (const struct wr_timeouts_report *report) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < report->blames->count;) wr_json_push (list, procedure_json (report, &i));
  return list;
}
