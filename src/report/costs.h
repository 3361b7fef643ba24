/* report/costs.h -- what the proofs of a run cost: procedures, and below them the queries that proved or refuted their goals.  Goals that
   one query proved have no cost of their own: they are one row. */
#ifndef WR_REPORT_COSTS_H
#define WR_REPORT_COSTS_H

#include "analysis/cover.h"
#include "base/json.h"
#include "base/jsontext.h"
#include "result/result.h"

struct wr_cost_procedure {
  wr_str name, path;
  uint32_t line, column;
  uint32_t goals, cached; /* goals as people see them; of these, answered from the cache */
  enum wr_verdict verdict;
  struct wr_spent proving, explaining; /* explaining: no seconds */
  bool before; /* an earlier run paid for proving; the cache had its answers */
};

struct wr_cost_query {
  uint32_t procedure; /* index */
  wr_str path, text;  /* of the first goal */
  uint32_t line, column, goals;
  enum wr_verdict verdict;
  double seconds;
  uint64_t resources;
  bool cached;
};

typedef struct wr_costs {
  wr_arena *arena; /* of the texts */
  WR_VEC (struct wr_cost_procedure) procedures;
  WR_VEC (struct wr_cost_query) queries;
  uint32_t goals, cached;
  bool wants_queries;
} wr_costs;

/* `queries`: rows of queries are wanted too. */
wr_costs wr_costs_new (bool queries);
void wr_costs_free (wr_costs *costs);
/* Adds the procedures of a program; `cover` may be NULL. */
void wr_costs_add (wr_costs *costs, const wr_result *result, const wr_cover *cover);

/* One line per procedure. */
void wr_report_costs_table (wr_buf *out, const wr_costs *costs);
/* The `count` queries with the most resources. */
void wr_report_slowest (wr_buf *out, const wr_costs *costs, uint64_t count);
/* Procedures and queries as comma-separated values. */
void wr_report_costs_csv (wr_buf *out, const wr_costs *costs);
/* `14 goals in 2 procedures, 3 from the cache; 0.12 s`. */
void wr_report_costs_line (wr_buf *out, const wr_costs *costs, double seconds);
/* The keys of "summary" that count what was asked. */
void wr_report_costs_summary (json_t *summary, const wr_costs *costs);

/* [costs_json.c]  Did one query prove both goals?  Is the goal the first one of its query? */
bool wr_goals_share (const struct wr_goal_result *a, const struct wr_goal_result *b);
bool wr_goal_is_first (const struct wr_body_result *body, uint32_t goal);
/* What explaining a body cost, now or in the run that filled the cache; no seconds. */
struct wr_spent wr_explaining_cost (const wr_cover *cover, uint32_t body);
/* Writes "group" of a goal that was proved together with others. */
void wr_report_group (struct wr_jsontext *to, const wr_core *core,
                      const struct wr_body_result *body, uint32_t goal);
/* Writes "cost" of a procedure: what proving cost, now or in the run that filled the cache. */
void wr_report_cost (struct wr_jsontext *to, const struct wr_body_result *body);
/* Adds to such a "cost" what explaining cost. */
void wr_report_add_explaining (json_t *cost, const struct wr_spent *spent);

#endif
