#include "analysis/ask/solver.h"

#include "base/check.h"
#include "base/os.h"

/* Sends the parent a deadline for the next query, unless the last one that was sent still fits. */
static void set_deadline (struct wr_asker *a, double timeout) {
  double now = wr_clock ();
  bool fits = a->announced_timeout >= timeout && a->announced_timeout <= timeout * 1.25;
  if (timeout <= 0 || (fits && now - a->announced_at < timeout / 2)) return;
  wr_channel_deadline (a->channel, timeout * 2 + 1);
  a->announced_timeout = timeout;
  a->announced_at = now;
}

/* Z3 makes a least number of steps in a second, whatever the query; if it makes fewer, it hangs. */
static double limit_of (const struct wr_asker *a, const struct wr_query *query) {
  double limit = 1 + (double)query->rlimit / (double)a->budgets->slowest_steps;
  return a->backend->slice && query->rlimit && limit < a->spending.timeout ? limit
                                                                           : a->spending.timeout;
}

void wr_asker_check (struct wr_asker *a, struct wr_query *query, struct wr_answer *answer) {
  double limit = limit_of (a, query);
  double enough = limit * (double)a->budgets->enough_time_percent / 100;
  query->timeout = limit;
  for (uint64_t retry = 0;; retry++) {
    double began = wr_cpu_clock ();
    set_deadline (a, query->timeout);
    a->backend->check (a->self, query, a->scratch, answer);
    if (answer->status != WR_STATUS_TIME) return;
    bool starved = a->backend->slice && wr_cpu_clock () - began < enough;
    if (!wr_asker_restart (a, query) || !starved || retry == a->budgets->explain_retries) return;
    query->timeout *= 2;
    WR_ASSERT (query->timeout > limit);
  }
}
