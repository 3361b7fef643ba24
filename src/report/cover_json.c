/* report/cover_json.c -- coverage of goals and facts as JSON. */
#include "report/cover.h"

#include "core/name.h"
#include "front/front.h"
#include "report/costs.h"
#include "report/verify.h"
#include "source/quote.h"
#include "source/render.h"

static json_t *id_json (const wr_core *core, char letter, uint32_t label) {
  wr_buf text = {0};
  wr_label_print_id (&text, letter, wr_label_id (core, (wr_label){label}));
  json_t *id = wr_json_text (wr_buf_str (&text));
  wr_buf_free (&text);
  return id;
}

static json_t *fact_ids (const wr_core *core, const uint32_t *labels, uint32_t count) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < count; i++) wr_json_push (list, id_json (core, 'f', labels[i]));
  return list;
}

static void add_coverage (json_t *goal, const wr_core *core, const struct wr_explanation *e,
                          bool proved, bool lost) {
  bool ok = proved && e->known;
  const char *limit = proved ? wr_limit_name (wr_limit_of (e, lost)) : NULL;
  wr_json_set (goal, "vacuous", json_boolean (ok && e->vacuous));
  wr_json_set (goal, "coverage", wr_json_text (ok ? WR_LIT ("ok") : WR_LIT ("no-information")));
  wr_json_set (goal, "complete", json_boolean (ok && e->complete));
  if (limit) wr_json_set (goal, "limit", json_string (limit));
  if (!ok) return;
  wr_json_set (goal, "minimal", json_boolean (e->minimal));
  if (e->first) wr_json_set (goal, "proved_again", json_false ());
  wr_json_set (goal, "core", fact_ids (core, e->core, e->core_count));
  json_t *needed = wr_json_array (), *alternatives = wr_json_array ();
  json_t *undecided = wr_json_array ();
  for (uint32_t i = 0; i < e->core_count; i++) {
    enum wr_member member = wr_member_of (e, i);
    if (member == WR_MEMBER_INTERCHANGEABLE) continue;
    wr_json_push (member == WR_MEMBER_NEEDED ? needed : undecided, id_json (core, 'f', e->core[i]));
  }
  for (uint32_t i = 0; i < e->alternative_count; i++) {
    json_t *one = wr_json_object ();
    wr_json_set (one, "instead_of", id_json (core, 'f', e->alternatives[i].instead_of));
    wr_json_set (one, "use", fact_ids (core, e->alternatives[i].use, e->alternatives[i].use_count));
    wr_json_push (alternatives, one);
  }
  wr_json_set (goal, "needed", needed);
  wr_json_set (goal, "undecided", undecided);
  wr_json_set (goal, "alternatives", alternatives);
  json_t *cores = e->cores_count ? wr_json_array () : NULL;
  for (uint32_t i = 0; i < e->cores_count; i++)
    wr_json_push (cores, fact_ids (core, e->cores[i].labels, e->cores[i].count));
  if (cores) wr_json_set (goal, "cores", cores);
  if (e->has_own) wr_json_set (goal, "own_proof", fact_ids (core, e->own, e->own_count));
}

json_t *wr_report_cover_procedures (const wr_coverage *coverage, uint32_t file) {
  const wr_result *result = coverage->cover->result;
  json_t *list = wr_report_procedures_tree (result, file);
  size_t next = 0;
  wr_goal_views views = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected || result->core->bodies.data[b].at.file != file) continue;
    json_t *procedure = json_array_get (list, next++), *share = wr_json_object ();
    wr_json_set (share, "covered", wr_json_count (coverage->bodies[b].covered));
    wr_json_set (share, "total", wr_json_count (coverage->bodies[b].total));
    wr_json_set (procedure, "coverage", share);
    wr_json_set (procedure, "elements", wr_report_counts_json (&coverage->elements->bodies[b]));
    json_t *cost = wr_json_object ();
    wr_json_set (cost, "cpu_seconds", json_real (coverage->cover->costs[b].cpu));
    wr_json_set (cost, "resources", wr_json_count (coverage->cover->costs[b].resources));
    wr_json_set (procedure, "explained", cost);
    struct wr_spent explaining = wr_explaining_cost (coverage->cover, b);
    wr_report_add_explaining (json_object_get (procedure, "cost"), &explaining);
    json_t *goals = json_object_get (procedure, "goals");
    WR_VEC_CLEAR (&views);
    wr_goal_views_of (body, &views);
    for (uint32_t i = 0; i < views.len; i++) {
      add_coverage (json_array_get (goals, i), result->core,
                    coverage->goals[b][views.data[i].first],
                    views.data[i].verdict == WR_VERDICT_PROVED, coverage->cover->lost[b]);
    }
  }
  WR_VEC_FREE (&views);
  return list;
}

static json_t *fact_json (const wr_coverage *coverage, const struct wr_fact *fact,
                          wr_buf *scratch) {
  const wr_core *core = coverage->cover->result->core;
  const struct wr_label_info *info = wr_label_info (&core->labels, fact->label);
  json_t *object = wr_json_object (), *users = wr_json_array ();
  wr_json_set (object, "id", id_json (core, 'f', fact->label.ix));
  wr_buf_clear (scratch);
  wr_label_name (scratch, core, fact->label);
  wr_json_set (object, "name", wr_json_text (wr_buf_str (scratch)));
  wr_buf_clear (scratch);
  if (wr_words_of_label (scratch, core, fact->label))
    wr_json_set (object, "label", wr_json_text (wr_buf_str (scratch)));
  wr_json_set (object, "role", wr_json_text (wr_str_of (wr_role_name (info->role))));
  wr_json_set (object, "class", wr_json_text (wr_str_of (wr_class_name (info->cls))));
  if (info->procedure) {
    wr_symbol name = core->procedures.data[info->procedure - 1].name;
    wr_json_set (object, "procedure", wr_json_text (wr_symbol_text (core->symbols, name)));
  }
  wr_json_set_span (object, core->sources, info->span);
  wr_report_set_from (object, core, fact->label);
  if (info->span.file)
    wr_json_set (object, "text", wr_json_text (wr_span_text (core->sources, info->span)));
  for (uint32_t i = 0; i < fact->used_count; i++)
    wr_json_push (users, id_json (core, 'g', fact->used_by[i]));
  wr_json_set (object, "used_by", users);
  if (fact->status == WR_FACT_NEEDED && wr_need_name (fact->need))
    wr_json_set (object, "need", wr_json_text (wr_str_of (wr_need_name (fact->need))));
  wr_json_set (object, "status", wr_json_text (wr_str_of (wr_fact_status_name (fact->status))));
  return object;
}

json_t *wr_report_facts (const wr_coverage *coverage, uint32_t file) {
  const wr_core *core = coverage->cover->result->core;
  json_t *list = wr_json_array ();
  wr_buf scratch = {0};
  for (uint32_t i = 1; i < coverage->fact_count; i++) {
    const struct wr_fact *fact = &coverage->facts[i];
    const struct wr_label_info *info = wr_label_info (&core->labels, fact->label);
    if (fact->status == WR_FACT_NONE || wr_role_is_goal (info->role) || info->span.file != file)
      continue;
    wr_json_push (list, fact_json (coverage, fact, &scratch));
  }
  wr_buf_free (&scratch);
  return list;
}

void wr_report_parts (json_t *facts, const wr_fine *fine, uint32_t file) {
  wr_buf scratch = {0};
  for (uint32_t i = 0; i < fine->part_count; i++) {
    const struct wr_part *part = &fine->parts[i];
    if (wr_label_info (&fine->core->labels, part->fact->label)->span.file != file) continue;
    json_t *object = fact_json (fine->coverage, part->fact, &scratch);
    wr_buf_clear (&scratch);
    wr_label_print_id (&scratch, 'f', wr_label_id (fine->whole, part->parent));
    wr_buf_print (&scratch, ".%u", part->number);
    wr_json_set (object, "id", wr_json_text (wr_buf_str (&scratch)));
    wr_json_set (object, "parent", id_json (fine->whole, 'f', part->parent.ix));
    json_object_del (object, "used_by"); /* goals are numbered differently there */
    wr_json_push (facts, object);
  }
  wr_buf_free (&scratch);
}
