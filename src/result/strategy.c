#include "result/strategy.h"

#include "base/check.h"

#define IN_PART (1u << WR_STAGE_PART)
#define IN_GROUP (1u << WR_STAGE_GROUP)
#define IN_GOAL (1u << WR_STAGE_GOAL)
#define IN_RETRY (1u << WR_STAGE_RETRY)
#define IN_FIRST IN_PART

static const struct wr_row rows[WR_ROW_COUNT] = {
#define X(id, kind, form, extent, allowance, stages, least, prelude, shares)                       \
  {WR_ROW_##id,          #id,    WR_QUERY_##kind, WR_GROUP_##form, WR_EXTENT_##extent,             \
   WR_ALLOW_##allowance, stages, least,           prelude,         shares},
#include "result/strategy.def"
#undef X
};

const struct wr_row *wr_row (enum wr_row_id id) {
  WR_REQUIRE (id < WR_ROW_COUNT);
  WR_ASSERT (rows[id].id == id);
  return &rows[id];
}

bool wr_row_is_in (const struct wr_row *row, enum wr_stage stage) {
  return row->stages >> stage & 1;
}

/* A group may use a share of one goal's steps; without choices, where goals are many, more for each of them. */
static uint64_t group_steps (const struct wr_row *row, const struct wr_budgets *b, uint64_t rlimit,
                             uint32_t goals) {
  uint64_t least = rlimit * b->group_percent / 100;
  if (row->form == WR_GROUP_FULL) return least;
  if (goals == 1) return rlimit / b->plain_goal_divisor;
  uint64_t most = rlimit * b->plain_group_percent / 100;
  uint64_t steps = rlimit * goals * b->plain_group_permille / 1000;
  return steps < least ? least : steps < most ? steps : most;
}

uint64_t wr_row_steps (const struct wr_row *row, const struct wr_budgets *b, uint64_t rlimit,
                       uint32_t goals) {
  /* Without labels a single goal is asked, too, where sums are put together. */
  WR_ASSERT ((goals >= row->least || row->form == WR_GROUP_UNLABELLED) && rlimit > 0);
  if (row->allowance == WR_ALLOW_ALL) return rlimit;
  uint64_t steps = group_steps (row, b, rlimit, goals);
  if (row->allowance == WR_ALLOW_CORE && steps > b->labelled_retry_steps)
    steps = b->labelled_retry_steps;
  if (steps == 0) steps = 1; /* 0 would be no limit */
  WR_REQUIRE (steps <= rlimit);
  return steps;
}

struct wr_query wr_row_query (const struct wr_row *row, const struct wr_budgets *b, uint32_t first,
                              uint32_t last, double timeout) {
  WR_ASSERT (first <= last && (row->kind == WR_QUERY_GROUP || first == last));
  struct wr_query query = wr_query_group (first, last - first + 1, row->form);
  /* One goal with all its choices is a query of its own kind, with the backend's retries. */
  if (row->form == WR_GROUP_FULL && first == last) query = wr_query_goal (first);
  query.timeout = timeout;
  /* Enough for that many steps: the clock ends only what steps do not bound. */
  if (row->allowance != WR_ALLOW_ALL)
    query.timeout = timeout * (double)b->group_clock_percent / 100;
  return query;
}

bool wr_is_unresolved (enum wr_status status) {
  return status == WR_STATUS_INCOMPLETE || status == WR_STATUS_RESOURCE ||
         status == WR_STATUS_TIME || status == WR_STATUS_MEMORY;
}

bool wr_may_be_proved (enum wr_status status) {
  return wr_is_unresolved (status) || status == WR_STATUS_DIED || status == WR_STATUS_BAD_REPLY;
}
