/* analysis/known.c -- what is known about the members of a core, and which limit kept the rest from being known. */
#include "analysis/explain.h"

#include "base/check.h"

const char *wr_member_name (enum wr_member member) {
  switch (member) {
#define X(name, text)                                                                              \
  case WR_MEMBER_##name: return text;
    WR_MEMBERS (X)
#undef X
  case WR_MEMBER_COUNT: break;
  }
  WR_UNREACHABLE ();
}

const char *wr_limit_name (enum wr_limit limit) {
  switch (limit) {
  case WR_LIMIT_NONE: return NULL;
  case WR_LIMIT_RESOURCES: return "resources";
  case WR_LIMIT_TIME: return "time";
  case WR_LIMIT_EFFORT: return "effort";
  case WR_LIMIT_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static bool has_alternative (const struct wr_explanation *e, uint32_t label) {
  for (uint32_t i = 0; i < e->alternative_count; i++)
    if (e->alternatives[i].instead_of == label) return true;
  return false;
}

static bool in_own (const struct wr_explanation *e, uint32_t label) {
  for (uint32_t i = 0; i < e->own_count; i++)
    if (e->own[i] == label) return true;
  return false;
}

enum wr_member wr_member_of (const struct wr_explanation *e, uint32_t i) {
  WR_ASSERT (i < e->core_count);
  if (e->has_own) return in_own (e, e->core[i]) ? WR_MEMBER_UNDECIDED : WR_MEMBER_INTERCHANGEABLE;
  if (!e->need || e->first) return WR_MEMBER_UNDECIDED;
  switch (e->need[i]) {
  case WR_NEED_LOGICAL:
  case WR_NEED_TRIGGER: return WR_MEMBER_NEEDED;
  case WR_NEED_LIMIT: return WR_MEMBER_UNDECIDED;
  case WR_NEED_NONE: break;
  }
  return has_alternative (e, e->core[i]) ? WR_MEMBER_INTERCHANGEABLE : WR_MEMBER_UNDECIDED;
}

enum wr_limit wr_limit_of (const struct wr_explanation *e, bool lost) {
  bool open = !e->known;
  for (uint32_t i = 0; e->known && i < e->core_count; i++)
    open |= wr_member_of (e, i) == WR_MEMBER_UNDECIDED;
  if (!open || e->has_own)
    return WR_LIMIT_NONE; /* of a vacuous goal's own proof nothing is asked */
  if (lost) return WR_LIMIT_TIME;
  return (!e->known || e->need) && !e->first ? WR_LIMIT_RESOURCES : WR_LIMIT_EFFORT;
}
