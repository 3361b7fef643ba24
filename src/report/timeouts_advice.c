/* report/timeouts_advice.c -- what to do about a goal that is to blame for a timeout (report/timeouts.h). */
#include "report/timeouts.h"

#include "base/utf8.h"
#include "base/words.h"
#include "front/front.h"
#include "source/quote.h"

enum { FEW_INSTANCES = 200 };

const struct wr_fewer *wr_best_fewer (const struct wr_blame *blame) {
  const struct wr_fewer *best = NULL;
  for (uint32_t i = 0; i < blame->fewer_count; i++) {
    const struct wr_fewer *one = &blame->fewer[i];
    if (one->status != WR_STATUS_UNSAT) continue;
    bool simpler = best && one->kind == WR_FEWER_ONE && best->kind != WR_FEWER_ONE;
    bool smaller = best && one->kind == best->kind && one->core_count < best->core_count;
    if (!best || simpler || smaller) best = one;
  }
  return best;
}

void wr_report_element (wr_buf *out, const wr_core *core, wr_label label) {
  if (!label.ix) {
    wr_buf_add (out, WR_LIT ("what is built in about maps"));
    return;
  }
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_position at = wr_position_of (core->sources, info->span.file, info->span.begin);
  wr_buf_print (out, "%s ", wr_noun_of (core, info->role));
  wr_quote (out, core->sources, info->span);
  if (info->procedure) {
    wr_str name = wr_symbol_text (core->symbols, core->procedures.data[info->procedure - 1].name);
    wr_buf_add (out, WR_LIT (" of "));
    wr_utf8_clean (out, name);
  }
  if (!info->span.file) return;
  wr_buf_add (out, WR_LIT (" ("));
  wr_utf8_clean (out, at.path);
  wr_buf_print (out, ":%u:%u)", at.line, at.column);
}

static bool advise_loop (wr_buf *out, const struct wr_blame *blame, const char *before) {
  if (!blame->cycle_count) return false;
  wr_buf_print (
      out,
      "%sBreak the cycle: give one of its quantifiers a trigger that its own instances do "
      "not match, for example a function that only the goals mention.\n",
      before);
  return true;
}

static bool advise_fewer (wr_buf *out, const struct wr_timeouts_report *report,
                          const struct wr_blame *blame, const char *before) {
  const struct wr_fewer *fewer = wr_best_fewer (blame);
  if (!fewer) return false;
  wr_buf_print (out, "%s", before);
  if (fewer->kind == WR_FEWER_ONE) {
    wr_buf_add (out, WR_LIT ("Keep the "));
    wr_report_element (out, report->result->core, fewer->without);
    wr_buf_add (out, WR_LIT (" away from this goal, which is proved without it: restrict its "
                             "trigger, or move the goal to a lemma that does not see it.\n"));
  } else {
    wr_buf_add (out, WR_LIT ("Move the goal to a lemma that sees only the facts of the core: they "
                             "prove it.\n"));
  }
  return true;
}

static bool advise_budget (wr_buf *out, const struct wr_blame *blame, const char *before) {
  if (blame->larger == WR_STATUS_UNSAT)
    wr_buf_print (out, "%sRaise the budget: %llu resources prove it (--rlimit, --timeout).\n",
                  before, (unsigned long long)blame->larger_resources);
  if (blame->seeds_proved)
    wr_buf_print (out,
                  "%sThe proof is brittle: %u of %u other seeds find one within the limit. An "
                  "assertion before the goal that states an intermediate step makes it sturdier; "
                  "`warrant stability` measures it.\n",
                  before, blame->seeds_proved, blame->seeds);
  return blame->larger == WR_STATUS_UNSAT || blame->seeds_proved;
}

static void advise_otherwise (wr_buf *out, const struct wr_timeouts_report *report,
                              const struct wr_blame *blame, const char *before) {
  const wr_vc *vc = report->result->bodies[blame->body].vc;
  bool few = blame->profiled && blame->instances < FEW_INSTANCES;
  if (blame->uncounted)
    wr_buf_print (out,
                  "%sThe goal or its facts multiply or divide variables%s: state the arithmetic "
                  "fact that it needs as a lemma, and use the lemma here.\n",
                  before, few ? ", and few quantifiers are instantiated" : "");
  else if (few)
    wr_buf_print (out,
                  "%sFew quantifiers are instantiated, so the solver spends its budget on cases "
                  "(the procedure has %u %s of a branch): split the goal, or summarise what "
                  "branches and disjunctions have in common by an assertion before it.\n",
                  before, vc->choice_count, wr_plural (vc->choice_count, "choice", "choices"));
  else
    wr_buf_print (out,
                  "%sState intermediate steps as assertions before the goal, and remove facts that "
                  "it does not need.\n",
                  before);
}

void wr_report_timeout_advice (wr_buf *out, const struct wr_timeouts_report *report,
                               const struct wr_blame *blame, const char *before) {
  bool loop = advise_loop (out, blame, before);
  bool fewer = advise_fewer (out, report, blame, before);
  bool budget = advise_budget (out, blame, before);
  if (blame->uncounted || (!loop && !fewer && !budget))
    advise_otherwise (out, report, blame, before);
}
