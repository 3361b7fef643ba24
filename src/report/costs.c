#include "report/costs.h"

#include "base/utf8.h"
#include "base/words.h"
#include "report/csv.h"
#include "report/mark.h"
#include "report/verify.h"
#include "source/quote.h"

#include <stdlib.h>

/* -- collecting ------------------------------------------------------------------------------------------- */

wr_costs wr_costs_new (bool queries) {
  return (wr_costs){.arena = wr_arena_new (), .wants_queries = queries};
}

void wr_costs_free (wr_costs *costs) {
  WR_VEC_FREE (&costs->procedures);
  WR_VEC_FREE (&costs->queries);
  wr_arena_free (costs->arena);
}

/* Most rows have the path of the row before. */
static wr_str keep_path (wr_costs *costs, wr_str path) {
  wr_str last = costs->procedures.len ? WR_VEC_LAST (&costs->procedures).path : (wr_str){0};
  return wr_str_equal (last, path) ? last : wr_str_keep (costs->arena, path);
}

static void add_query (wr_costs *costs, const wr_core *core, const struct wr_body_result *body,
                       uint32_t goal) {
  const struct wr_goal_result *r = &body->goals[goal];
  const struct wr_goal *g = &body->passive->goals[goal];
  wr_position at = wr_position_of (core->sources, g->at.file, g->at.begin);
  wr_buf text = {0};
  wr_quote (&text, core->sources, wr_label_info (&core->labels, g->label)->span);
  struct wr_cost_query row = {.procedure = costs->procedures.len - 1,
                              .path = keep_path (costs, at.path),
                              .text = wr_str_keep (costs->arena, wr_buf_str (&text)),
                              .line = at.line,
                              .column = at.column,
                              .goals = r->together > 1 ? r->together : 1,
                              .verdict = r->verdict,
                              .seconds = r->seconds,
                              .resources = r->resources,
                              .cached = r->cached};
  row.seconds *= row.goals;
  row.resources *= row.goals;
  wr_buf_free (&text);
  WR_VEC_PUSH (&costs->queries, row);
}

static void add_body (wr_costs *costs, const wr_result *result, uint32_t b, const wr_cover *cover) {
  const wr_core *core = result->core;
  const struct wr_body_result *body = &result->bodies[b];
  wr_span span = core->bodies.data[b].at;
  wr_position at = wr_position_of (core->sources, span.file, span.begin);
  wr_str name = wr_symbol_text (core->symbols, core->bodies.data[b].name);
  wr_goal_views views = {0};
  wr_goal_views_of (body, &views);
  struct wr_cost_procedure row = {.name = wr_str_keep (costs->arena, name),
                                  .path = keep_path (costs, at.path),
                                  .line = at.line,
                                  .column = at.column,
                                  .goals = views.len,
                                  .verdict = wr_body_verdict (body),
                                  .proving = body->spent,
                                  .before = body->spent_before};
  for (uint32_t i = 0; i < views.len; i++) row.cached += body->goals[views.data[i].shown].cached;
  if (cover) row.explaining = wr_explaining_cost (cover, b);
  WR_VEC_FREE (&views);
  WR_VEC_PUSH (&costs->procedures, row);
  costs->goals += row.goals;
  costs->cached += row.cached;
  for (uint32_t g = 0; costs->wants_queries && g < body->passive->goal_count; g++)
    if (!body->goals[g].trivial && body->goals[g].verdict != WR_VERDICT_NONE &&
        wr_goal_is_first (body, g))
      add_query (costs, core, body, g);
}

void wr_costs_add (wr_costs *costs, const wr_result *result, const wr_cover *cover) {
  for (uint32_t b = 0; b < result->body_count; b++)
    if (result->bodies[b].passive && result->bodies[b].selected) add_body (costs, result, b, cover);
}

/* -- text -------------------------------------------------------------------------------------------------- */

static const char *verdict_word (enum wr_verdict verdict) {
  return verdict == WR_VERDICT_PROVED ? "verified" : wr_verdict_name (verdict);
}

void wr_report_costs_table (wr_buf *out, const wr_costs *costs) {
  size_t width = 9;
  const size_t most = 60;
  for (uint32_t i = 0; i < costs->procedures.len; i++)
    if (costs->procedures.data[i].name.len > width) width = costs->procedures.data[i].name.len;
  if (width > most) width = most;
  if (!costs->procedures.len) return;
  bool explained = false;
  for (uint32_t i = 0; i < costs->procedures.len; i++)
    explained |= costs->procedures.data[i].explaining.queries > 0;
  wr_buf_print (out, "%-*s  goals  verdict    seconds   resources  attempts%s\n", (int)width,
                "procedure", explained ? "  explaining: resources  queries" : "");
  for (uint32_t i = 0; i < costs->procedures.len; i++) {
    const struct wr_cost_procedure *p = &costs->procedures.data[i];
    const struct wr_spent *spent = &p->proving;
    wr_buf_print (out, "%-*.*s  %5u  %-8s  %8.3f  %10llu  %8llu", (int)width,
                  (int)(p->name.len < width ? p->name.len : width), p->name.ptr, p->goals,
                  verdict_word (p->verdict), spent->seconds, (unsigned long long)spent->resources,
                  (unsigned long long)spent->queries);
    if (explained)
      wr_buf_print (out, "  %21llu  %7llu", (unsigned long long)p->explaining.resources,
                    (unsigned long long)p->explaining.queries);
    wr_buf_add (out, p->before ? WR_LIT ("  (from the cache)\n") : WR_LIT ("\n"));
  }
}

static int by_resources (const void *a, const void *b) {
  const struct wr_cost_query *x = *(const struct wr_cost_query *const *)a;
  const struct wr_cost_query *y = *(const struct wr_cost_query *const *)b;
  if (x->resources != y->resources) return x->resources > y->resources ? -1 : 1;
  return x < y ? -1 : x > y;
}

void wr_report_slowest (wr_buf *out, const wr_costs *costs, uint64_t count) {
  uint32_t all = costs->queries.len, shown = count < all ? (uint32_t)count : all;
  const struct wr_cost_query **order = wr_alloc (all + 1, sizeof *order);
  for (uint32_t i = 0; i < all; i++) order[i] = &costs->queries.data[i];
  if (all) qsort (order, all, sizeof *order, by_resources);
  wr_buf_print (out, "the %s with the most resources, of ", shown == 1 ? "query" : "queries");
  wr_buf_count (out, all, "query", "queries");
  wr_buf_add (out, WR_LIT (" that decided goals:\n resources   seconds  goals  first goal\n"));
  for (uint32_t i = 0; i < shown; i++) {
    const struct wr_cost_query *q = order[i];
    wr_str name = costs->procedures.data[q->procedure].name;
    wr_buf_print (out, "%10llu  %8.3f  %5u  ", (unsigned long long)q->resources, q->seconds,
                  q->goals);
    wr_utf8_clean (out, q->path);
    wr_buf_print (out, ":%u:%u %.*s: %s ", q->line, q->column, WR_STR_ARGS (name),
                  wr_verdict_name (q->verdict));
    wr_utf8_clean (out, q->text);
    wr_buf_add_char (out, '\n');
  }
  free (order);
}

void wr_report_costs_line (wr_buf *out, const wr_costs *costs, double seconds) {
  wr_buf_count (out, costs->goals, "goal", "goals");
  wr_buf_add (out, WR_LIT (" in "));
  wr_buf_count (out, costs->procedures.len, "procedure", "procedures");
  if (costs->cached) wr_buf_print (out, ", %u from the cache", costs->cached);
  wr_buf_print (out, "; %.2f s\n", seconds);
}

/* -- comma-separated values -------------------------------------------------------------------------------- */

static void add_cell (wr_buf *out, wr_str text) {
  wr_buf_add_char (out, ',');
  wr_csv_cell (out, text);
}

void wr_report_costs_csv (wr_buf *out, const wr_costs *costs) {
  uint32_t next = 0;
  wr_buf_add (
      out, WR_LIT (WR_MARK_COSTS "explain_cpu_seconds,explain_resources,explain_queries,text\n"));
  for (uint32_t i = 0; i < costs->procedures.len; i++) {
    const struct wr_cost_procedure *p = &costs->procedures.data[i];
    wr_buf_add (out, WR_LIT ("procedure"));
    add_cell (out, p->name);
    add_cell (out, p->path);
    wr_buf_print (
        out, ",%u,%u,%u,%s,%.6f,%llu,%llu,%s,%.6f,%llu,%llu,\n", p->line, p->column, p->goals,
        verdict_word (p->verdict), p->proving.seconds, (unsigned long long)p->proving.resources,
        (unsigned long long)p->proving.queries, p->before ? "true" : "false", p->explaining.cpu,
        (unsigned long long)p->explaining.resources, (unsigned long long)p->explaining.queries);
    for (; next < costs->queries.len && costs->queries.data[next].procedure == i; next++) {
      const struct wr_cost_query *q = &costs->queries.data[next];
      wr_buf_add (out, WR_LIT ("query"));
      add_cell (out, p->name);
      add_cell (out, q->path);
      wr_buf_print (out, ",%u,%u,%u,%s,%.6f,%llu,,%s,,,", q->line, q->column, q->goals,
                    wr_verdict_name (q->verdict), q->seconds, (unsigned long long)q->resources,
                    q->cached ? "true" : "false");
      bool quoted = q->text.len > 1; /* without the backquotes */
      add_cell (out, quoted ? (wr_str){q->text.ptr + 1, q->text.len - 2} : q->text);
      wr_buf_add_char (out, '\n');
    }
  }
}

/* -- JSON -------------------------------------------------------------------------------------------------- */

void wr_report_costs_summary (json_t *summary, const wr_costs *costs) {
  uint64_t resources = 0, queries = 0;
  for (uint32_t i = 0; i < costs->procedures.len; i++) {
    const struct wr_cost_procedure *p = &costs->procedures.data[i];
    resources += p->proving.resources + p->explaining.resources;
    queries += p->proving.queries + p->explaining.queries;
  }
  json_t *cost = wr_json_object ();
  wr_json_set (summary, "procedures", wr_json_count (costs->procedures.len));
  wr_json_set (summary, "goals", wr_json_count (costs->goals));
  wr_json_set (summary, "cached", wr_json_count (costs->cached));
  wr_json_set (cost, "resources", wr_json_count (resources));
  wr_json_set (cost, "queries", wr_json_count (queries));
  wr_json_set (summary, "cost", cost);
}
