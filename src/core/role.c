#include "core/role.h"

#include "base/check.h"

static const struct wr_role_info rows[] = {
#define X(id, text, ...) [WR_ROLE_##id] = {.name = text, __VA_ARGS__},
#include "core/roles.def"
#undef X
};

const struct wr_role_info *wr_role_info (enum wr_role role) {
  WR_ASSERT (role < WR_ROLE_COUNT);
  return &rows[role];
}

const char *wr_role_name (enum wr_role role) { return wr_role_info (role)->name; }

bool wr_role_is_goal (enum wr_role role) { return wr_role_info (role)->goal; }

bool wr_role_is_derived (enum wr_role role) {
  return wr_role_info (role)->reason != WR_REASON_NONE;
}

bool wr_role_is_local (enum wr_role role) {
  enum wr_role_reason reason = wr_role_info (role)->reason;
  return reason == WR_REASON_OWN_GOAL || reason == WR_REASON_CALL_GOAL;
}

bool wr_role_is_of_call (enum wr_role role) {
  enum wr_role_reason reason = wr_role_info (role)->reason;
  return reason == WR_REASON_CALL_GOAL || reason == WR_REASON_CALLEE;
}

bool wr_role_find (wr_str name, enum wr_role *role) {
  for (unsigned i = 0; i < WR_ROLE_COUNT; i++) {
    if (!wr_str_equal (name, wr_str_of (rows[i].name))) continue;
    *role = (enum wr_role)i;
    return true;
  }
  return false;
}
