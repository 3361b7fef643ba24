#include "result/result.h"

#include "base/check.h"

const char *wr_verdict_name (enum wr_verdict verdict) {
  switch (verdict) {
  case WR_VERDICT_NONE: return "none";
  case WR_VERDICT_PROVED: return "proved";
  case WR_VERDICT_FAILED: return "failed";
  case WR_VERDICT_TIMEOUT: return "timeout";
  case WR_VERDICT_UNKNOWN: return "unknown";
  }
  WR_UNREACHABLE ();
}

enum wr_verdict wr_verdict_of (enum wr_status status) {
  switch (status) {
  case WR_STATUS_NONE: return WR_VERDICT_NONE;
  case WR_STATUS_UNSAT: return WR_VERDICT_PROVED;
  case WR_STATUS_SAT:
  case WR_STATUS_INCOMPLETE: return WR_VERDICT_FAILED;
  case WR_STATUS_RESOURCE:
  case WR_STATUS_TIME: return WR_VERDICT_TIMEOUT;
  case WR_STATUS_MEMORY:
  case WR_STATUS_DIED:
  case WR_STATUS_BAD_REPLY:
  case WR_STATUS_CANCELLED: return WR_VERDICT_UNKNOWN;
  case WR_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

enum wr_verdict wr_verdict_of_refutation (enum wr_status status) {
  enum wr_verdict verdict = wr_verdict_of (status);
  if (verdict == WR_VERDICT_PROVED) return WR_VERDICT_FAILED;
  return verdict == WR_VERDICT_FAILED ? WR_VERDICT_PROVED : verdict;
}

static int weight (enum wr_verdict verdict) {
  switch (verdict) {
  case WR_VERDICT_FAILED: return 4;
  case WR_VERDICT_UNKNOWN:
  case WR_VERDICT_NONE: return 3; /* a goal that was not asked proves nothing */
  case WR_VERDICT_TIMEOUT: return 2;
  case WR_VERDICT_PROVED: return 1;
  }
  WR_UNREACHABLE ();
}

enum wr_verdict wr_body_verdict (const struct wr_body_result *body) {
  if (!body->passive) return WR_VERDICT_NONE;
  enum wr_verdict worst = WR_VERDICT_PROVED;
  for (uint32_t i = 0; i < body->passive->goal_count; i++) {
    enum wr_verdict verdict = body->goals[i].verdict;
    if (verdict == WR_VERDICT_NONE) verdict = WR_VERDICT_UNKNOWN;
    if (weight (verdict) > weight (worst)) worst = verdict;
  }
  return worst;
}
