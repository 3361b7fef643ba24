/* report/timeouts_text.c -- who is to blame for timeouts, for people (report/timeouts.h). */
#include "report/timeouts.h"

#include "base/utf8.h"
#include "base/words.h"
#include "front/front.h"
#include "source/quote.h"

enum { MOST_SUSPECTS = 6, MOST_CORE = 12 };

static void add_goal (wr_buf *out, const wr_core *core, const struct wr_goal *goal) {
  const struct wr_label_info *info = wr_label_info (&core->labels, goal->label);
  wr_position at = wr_position_of (core->sources, goal->at.file, goal->at.begin);
  wr_utf8_clean (out, at.path);
  wr_buf_print (out, ":%u:%u: ", at.line, at.column);
  wr_buf_print (out, "%s ", wr_noun_of (core, info->role));
  wr_quote (out, core->sources, info->span);
}

static const char *used_up (enum wr_status reason) {
  switch (reason) {
  case WR_STATUS_RESOURCE: return "the resources of the limit are used up";
  case WR_STATUS_TIME: return "the time of the limit is used up";
  case WR_STATUS_MEMORY: return "the solver's memory is used up";
  case WR_STATUS_DIED: return "the solver crashes";
  case WR_STATUS_NONE:
  case WR_STATUS_UNSAT:
  case WR_STATUS_SAT:
  case WR_STATUS_INCOMPLETE:
  case WR_STATUS_BAD_REPLY:
  case WR_STATUS_CANCELLED:
  case WR_STATUS_COUNT: break;
  }
  return "the solver gives no answer";
}

/* -- evidence ------------------------------------------------------------------------------------------------ */

static void add_suspects (wr_buf *out, const struct wr_timeouts_report *report,
                          const struct wr_blame *blame) {
  const wr_core *core = report->result->core;
  wr_buf_print (out, "  quantifiers: %llu %s, at most %u one after the other",
                (unsigned long long)blame->instances,
                wr_plural (blame->instances, "instance", "instances"), blame->generation);
  wr_buf_add (out, blame->suspect_count ? WR_LIT ("\n     instances  depth  of\n") : WR_LIT ("\n"));
  for (uint32_t i = 0; i < blame->suspect_count; i++) {
    const struct wr_suspect *suspect = &blame->suspects[i];
    if (i >= MOST_SUSPECTS && !report->verbose) {
      wr_buf_print (out, "                      %u more (-v shows them)\n",
                    blame->suspect_count - i);
      break;
    }
    wr_buf_print (out, "   %c %9llu  %5u  ", suspect->looping ? '*' : ' ',
                  (unsigned long long)suspect->instances, suspect->generation);
    wr_report_element (out, core, suspect->label);
    if (suspect->trigger.len) {
      wr_buf_add (out, WR_LIT (", trigger {"));
      wr_utf8_clean (out, suspect->trigger);
      wr_buf_add_char (out, '}');
    }
    wr_buf_add_char (out, '\n');
  }
}

static void add_cycle (wr_buf *out, const struct wr_timeouts_report *report,
                       const struct wr_blame *blame) {
  if (!blame->cycle_count) return;
  const char *how = blame->cycle_count == 1
                        ? "instances of this quantifier make terms that match its own trigger:"
                    : blame->cycle_in_order
                        ? "each of these makes terms that the next one matches, the last one "
                          "terms for the first:"
                        : "these make terms that the others among them match, again and again:";
  wr_buf_print (out, "  suspected matching loop: %s\n", how);
  for (uint32_t i = 0; i < blame->cycle_count; i++) {
    const struct wr_suspect *suspect = &blame->suspects[blame->cycle[i]];
    wr_buf_print (out, "    %u. ", i + 1);
    wr_report_element (out, report->result->core, suspect->label);
    wr_buf_add (out, WR_LIT (", trigger {"));
    wr_utf8_clean (out, suspect->trigger);
    wr_buf_add (out, WR_LIT ("}\n"));
  }
}

static void add_attempts (wr_buf *out, const struct wr_timeouts_report *report,
                          const struct wr_blame *blame) {
  if (blame->seeds)
    wr_buf_print (out, "  other seeds: %u of %u prove it within the limit\n", blame->seeds_proved,
                  blame->seeds);
  if (blame->larger == WR_STATUS_UNSAT)
    wr_buf_print (out, "  larger budget: proved with %llu resources (limit %llu)\n",
                  (unsigned long long)blame->larger_resources,
                  (unsigned long long)blame->larger_rlimit);
  else if (blame->larger != WR_STATUS_NONE)
    wr_buf_print (out, "  larger budget: not proved with %llu resources either\n",
                  (unsigned long long)blame->larger_rlimit);
  const struct wr_fewer *best = wr_best_fewer (blame);
  if (!best && blame->fewer_count)
    wr_buf_print (out, "  fewer facts: none of %u smaller sets proves it within the limit\n",
                  blame->fewer_count);
  if (!best) return;
  wr_buf_add (out, WR_LIT ("  fewer facts: proved "));
  if (best->kind == WR_FEWER_ONE) {
    wr_buf_add (out, WR_LIT ("without the "));
    wr_report_element (out, report->result->core, best->without);
  } else if (best->kind == WR_FEWER_LOOP) {
    wr_buf_add (out, WR_LIT ("without the matching loop"));
  } else if (best->kind == WR_FEWER_NONE) {
    wr_buf_add (out, WR_LIT ("without axioms"));
  } else {
    wr_buf_add (out, WR_LIT ("with the axioms about its functions only"));
  }
  wr_buf_print (out, " (%u of the facts, %llu resources), from\n", best->facts,
                (unsigned long long)best->resources);
  for (uint32_t i = 0; i < best->core_count; i++) {
    if (i >= MOST_CORE && !report->verbose) {
      wr_buf_print (out, "    %u more\n", best->core_count - i);
      break;
    }
    wr_buf_add (out, WR_LIT ("    "));
    wr_report_element (out, report->result->core, (wr_label){best->core[i]});
    wr_buf_add_char (out, '\n');
  }
}

static void add_blamed (wr_buf *out, const struct wr_timeouts_report *report,
                        const struct wr_blame *blame) {
  const wr_core *core = report->result->core;
  const struct wr_body_result *body = &report->result->bodies[blame->body];
  add_goal (out, core, &body->passive->goals[blame->goal]);
  wr_buf_print (out, " is to blame: alone, %s (%llu resources, %.3g s)\n", used_up (blame->reason),
                (unsigned long long)blame->rlimit, blame->timeout);
  if (blame->profiled) add_suspects (out, report, blame);
  add_cycle (out, report, blame);
  add_attempts (out, report, blame);
  wr_report_timeout_advice (out, report, blame, "  what to do: ");
}

/* -- procedures ------------------------------------------------------------------------------------------------ */

static void add_others (wr_buf *out, const struct wr_timeouts_report *report,
                        const struct wr_blame *blame) {
  const wr_core *core = report->result->core;
  const struct wr_body_result *body = &report->result->bodies[blame->body];
  add_goal (out, core, &body->passive->goals[blame->goal]);
  if (blame->verdict == WR_VERDICT_PROVED)
    wr_buf_print (out, " is not to blame: alone it is proved with %llu resources\n",
                  (unsigned long long)blame->resources);
  else if (blame->violated)
    wr_buf_add (out, WR_LIT (" is not to blame: an execution violates it, see above\n"));
  else if (blame->verdict == WR_VERDICT_FAILED)
    wr_buf_print (out, " is not to blame: alone it fails, after %llu resources\n",
                  (unsigned long long)blame->resources);
  else
    wr_buf_add (out, WR_LIT (" was not asked alone\n"));
}

static void add_head (wr_buf *out, const struct wr_timeouts_report *report, uint32_t first,
                      uint32_t end) {
  const wr_core *core = report->result->core;
  const struct wr_body_result *body = &report->result->bodies[report->blames->items[first].body];
  uint32_t blamed = 0;
  for (uint32_t i = first; i < end; i++)
    blamed += report->blames->items[i].verdict == WR_VERDICT_TIMEOUT;
  wr_buf_add (out, WR_LIT ("\n"));
  wr_utf8_clean (out, wr_symbol_text (core->symbols, core->bodies.data[body->body].name));
  wr_buf_print (out,
                ": %u of %u %s ran out of budget; asked alone within %g %% of it, %u %s to blame\n",
                end - first, body->passive->goal_count,
                wr_plural (body->passive->goal_count, "goal", "goals"), report->limit, blamed,
                wr_plural (blamed, "is", "are"));
}

void wr_report_timeouts_text (wr_buf *out, const struct wr_timeouts_report *report) {
  const wr_blames *blames = report->blames;
  for (uint32_t first = 0, end; first < blames->count; first = end) {
    end = first;
    while (end < blames->count && blames->items[end].body == blames->items[first].body) end++;
    add_head (out, report, first, end);
    for (uint32_t i = first; i < end; i++)
      if (blames->items[i].verdict == WR_VERDICT_TIMEOUT)
        add_blamed (out, report, &blames->items[i]);
    for (uint32_t i = first; i < end; i++)
      if (blames->items[i].verdict != WR_VERDICT_TIMEOUT)
        add_others (out, report, &blames->items[i]);
  }
}
