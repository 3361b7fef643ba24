/* report/stability_text.c -- the stability of proofs for people (report/stability.h). */
#include "report/stability.h"

#include "base/utf8.h"
#include "base/words.h"
#include "report/outside.h"
#include "source/quote.h"

#include <stdlib.h>

enum { SHOWN = 20 }; /* goals of the table, unless all are asked for */

double wr_variation (const struct wr_steady_goal *goal) {
  double most = 0;
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
    const struct wr_spread *spread = &goal->spread[a];
    double part = spread->mean > 0 ? spread->deviation / spread->mean : 0;
    if (part > most) most = part;
  }
  return most;
}

struct ranked {
  const struct wr_steady_goal *goal;
  bool steady;
  double variation;
};

static int by_steadiness (const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->steady != y->steady) return x->steady ? 1 : -1;
  if (x->variation != y->variation) return x->variation < y->variation ? 1 : -1;
  return (x->goal > y->goal) - (x->goal < y->goal);
}

const struct wr_steady_goal **wr_stability_order (const wr_stability *s, wr_arena *arena) {
  struct ranked *ranked = WR_NEW (arena, struct ranked, s->goal_count);
  const struct wr_steady_goal **order =
      WR_NEW (arena, const struct wr_steady_goal *, s->goal_count);
  for (uint32_t i = 0; i < s->goal_count; i++)
    ranked[i] =
        (struct ranked){&s->goals[i], wr_steady (s, &s->goals[i]), wr_variation (&s->goals[i])};
  if (s->goal_count > 1) qsort (ranked, s->goal_count, sizeof *ranked, by_steadiness);
  for (uint32_t i = 0; i < s->goal_count; i++) order[i] = ranked[i].goal;
  return order;
}

void wr_stability_place (wr_buf *out, const wr_stability *s, const struct wr_steady_goal *goal,
                         wr_str folder) {
  const wr_core *core = s->result->core;
  wr_span span = s->result->bodies[goal->body].passive->goals[goal->goal].at;
  wr_position at = wr_position_inside (core->sources, span.file, span.begin, folder);
  wr_utf8_clean (out, at.path);
  wr_buf_print (out, ":%u:%u", at.line, at.column);
}

/* -- the table ----------------------------------------------------------------------------------------------- */

static void pad (wr_buf *out, size_t begin, size_t columns) {
  while (out->len - begin < columns) wr_buf_add_char (out, ' ');
}

static void end_line (wr_buf *out) {
  while (out->len && out->data[out->len - 1] == ' ') out->len--;
  wr_buf_add_char (out, '\n');
}

static void add_head (wr_buf *out, const wr_stability *s) {
  wr_buf_print (out, "  %-11s", "undisturbed");
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    if (s->axes[a]) wr_buf_print (out, "  %-30s", wr_axis_heading ((enum wr_axis)a));
  end_line (out);
  wr_buf_print (out, "  %-11s", "cost");
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    if (s->axes[a])
      wr_buf_print (out, "  %-6s %10s %4s  %-6s", "proved", "mean", "dev",
                    s->explained ? "core" : "");
  end_line (out);
}

/* `3/4`: members of every core, and of some core. */
static void add_core (wr_buf *out, const struct wr_spread *spread) {
  size_t begin = out->len;
  if (spread->explained) wr_buf_print (out, "  %u/%u", spread->core_all, spread->core_any);
  pad (out, begin, 8);
}

static void add_spread (wr_buf *out, const wr_stability *s, const struct wr_spread *spread) {
  double part = spread->mean > 0 ? 100 * spread->deviation / spread->mean : 0;
  size_t begin = out->len;
  wr_buf_print (out, "  %u/%u", spread->proved, spread->runs);
  pad (out, begin, 8);
  wr_buf_print (out, " %10.0f %3.0f%%", spread->mean, part);
  if (s->explained) add_core (out, spread);
  pad (out, begin, 32);
}

static void add_goal (wr_buf *out, const wr_stability *s, const struct wr_steady_goal *goal) {
  const wr_core *core = s->result->core;
  const struct wr_goal *at = &s->result->bodies[goal->body].passive->goals[goal->goal];
  uint32_t outliers = 0;
  wr_buf_print (out, "%c %-11llu", wr_steady (s, goal) ? ' ' : '!',
                (unsigned long long)goal->base.resources);
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
    if (s->axes[a]) add_spread (out, s, &goal->spread[a]);
    outliers += goal->spread[a].outliers;
  }
  wr_buf_add (out, WR_LIT ("  "));
  wr_stability_place (out, s, goal, (wr_str){0});
  wr_buf_add_char (out, ' ');
  wr_quote (out, core->sources, wr_label_info (&core->labels, at->label)->span);
  if (goal->base.verdict != WR_VERDICT_PROVED)
    wr_buf_print (out, " [%s]", wr_verdict_name (goal->base.verdict));
  if (outliers)
    wr_buf_print (out, " [%u %s]", outliers, wr_plural (outliers, "outlier", "outliers"));
  wr_buf_add_char (out, '\n');
}

/* -- sentences -------------------------------------------------------------------------------------------------- */

static void add_inputs (wr_buf *out, const wr_stability *s) {
  const char *sep = "distinct solver inputs: ";
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
    if (!s->axes[a]) continue;
    wr_buf_print (out, "%s%s %llu of %llu", sep, wr_axis_heading ((enum wr_axis)a),
                  (unsigned long long)s->inputs[a], (unsigned long long)s->most_inputs[a]);
    sep = ", ";
  }
  wr_buf_add_char (out, '\n');
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    if (s->axes[a] && s->done[a] > 1 && s->most_inputs[a] &&
        s->inputs[a] * s->done[a] == s->most_inputs[a])
      wr_buf_print (out, "the axis \"%s\" changes nothing that the solver sees\n",
                    wr_axis_heading ((enum wr_axis)a));
}

/* In how many goals every run has the same core, and in how many the same needed members. */
static void add_cores (wr_buf *out, const wr_stability *s) {
  uint32_t all = 0, same = 0, needed = 0;
  for (uint32_t i = 0; i < s->goal_count; i++) {
    bool explained = s->goals[i].base.explained, core = true, need = true;
    for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
      const struct wr_spread *spread = &s->goals[i].spread[a];
      core &= spread->core_all == spread->core_any;
      need &= spread->needed_all == spread->needed_any;
    }
    all += explained;
    same += explained && core;
    needed += explained && need;
  }
  wr_buf_print (out, "%u of %u explained %s the same core in every run, %u the same needed facts\n",
                same, all, wr_plural (all, "goal has", "goals have"), needed);
}

void wr_report_stability_text (wr_buf *out, const struct wr_stability_report *report) {
  const wr_stability *s = report->stability;
  wr_arena *scratch = wr_arena_new ();
  const struct wr_steady_goal **order = wr_stability_order (s, scratch);
  uint32_t unsteady = wr_unsteady_count (s), shown = 0;
  if (s->goal_count) add_head (out, s);
  for (uint32_t i = 0; i < s->goal_count; i++) {
    if (!report->verbose && i >= SHOWN && wr_steady (s, order[i])) break;
    add_goal (out, s, order[i]);
    shown++;
  }
  if (shown < s->goal_count)
    wr_buf_print (out, "  %u more, which vary less (-v shows them)\n", s->goal_count - shown);
  add_inputs (out, s);
  if (s->explained) add_cores (out, s);
  wr_buf_print (
      out, "%u of %u %s verdict in every run, %u %s not (%.3g %%)\n", s->goal_count - unsteady,
      s->goal_count, wr_plural (s->goal_count, "goal keeps its", "goals keep their"), unsteady,
      wr_plural (unsteady, "does", "do"), s->goal_count ? 100.0 * unsteady / s->goal_count : 0);
  wr_arena_free (scratch);
}
