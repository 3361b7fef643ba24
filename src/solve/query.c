#include "solve/query.h"

#include "base/check.h"

uint32_t wr_query_first (const struct wr_query *query) {
  switch (query->kind) {
  case WR_QUERY_GROUP: return query->group.first;
  case WR_QUERY_GOAL: return query->goal.goal;
  case WR_QUERY_SET: return query->set.goal;
  case WR_QUERY_EXPRS:
  case WR_QUERY_NONE: break;
  }
  WR_UNREACHABLE ();
}

static bool is_in (const wr_bitset *set, uint32_t label) {
  return set && wr_bitset_has (set, label);
}

bool wr_query_lacks (const struct wr_query *query, uint32_t label) {
  switch (query->kind) {
  case WR_QUERY_GROUP: return is_in (query->group.off, label);
  case WR_QUERY_GOAL: return is_in (query->goal.off, label);
  case WR_QUERY_SET:
    return label == query->set.mention || (query->set.on && !wr_bitset_has (query->set.on, label));
  case WR_QUERY_EXPRS:
  case WR_QUERY_NONE: break;
  }
  WR_UNREACHABLE ();
}

void wr_query_check (const struct wr_query *query, const wr_vc *vc) {
  if (query->kind == WR_QUERY_EXPRS) {
    WR_REQUIRE (query->exprs.exprs || query->exprs.count == 0);
    return;
  }
  WR_REQUIRE (vc);
  uint32_t goals = vc->passive->goal_count, first = wr_query_first (query);
  WR_REQUIRE (first < goals);
  if (query->kind == WR_QUERY_GROUP) {
    WR_REQUIRE (query->group.count > 0 && query->group.count <= goals - first);
    WR_REQUIRE (query->group.form != WR_GROUP_UNLABELLED || !query->want_core);
    WR_REQUIRE (query->group.form != WR_GROUP_UNLABELLED || !query->group.off);
    WR_REQUIRE (!query->group.final || query->group.form != WR_GROUP_FULL);
  }
  if (query->kind == WR_QUERY_SET && query->set.trust != WR_SHARED) {
    WR_REQUIRE (query->set.on);
    WR_REQUIRE (!query->set.mention && !query->set.mentions && !query->set.want_path);
  }
  if (query->kind == WR_QUERY_SET && query->set.mentions)
    WR_REQUIRE (query->set.on && !wr_bitset_meets (query->set.mentions, query->set.on));
}
