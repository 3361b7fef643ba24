#include "solve/query.h"

#include "base/check.h"

const char *wr_status_name (enum wr_status status) {
  switch (status) {
  case WR_STATUS_NONE: return "none";
  case WR_STATUS_UNSAT: return "unsat";
  case WR_STATUS_SAT: return "sat";
  case WR_STATUS_INCOMPLETE: return "incomplete";
  case WR_STATUS_RESOURCE: return "resource";
  case WR_STATUS_TIME: return "time";
  case WR_STATUS_MEMORY: return "memory";
  case WR_STATUS_DIED: return "died";
  case WR_STATUS_BAD_REPLY: return "bad-reply";
  case WR_STATUS_CANCELLED: return "cancelled";
  case WR_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

bool wr_status_breaks (enum wr_status status) {
  return status == WR_STATUS_MEMORY || status == WR_STATUS_DIED;
}
