/* report/stability_html.c -- the stability of proofs as a picture (report/stability.h): a line per goal, a mark per run, its cost on a logarithmic scale. */
#include "report/stability.h"

#include "report/formats.h"
#include "source/quote.h"

#include <math.h>

enum { ROW = 18, LEFT = 380, WIDTH = 620, TOP = 34, MOST_ROWS = 200, TEXT = 56 };

struct scale {
  double least, greatest; /* logarithms */
};

static double height_of (uint64_t cost) { return log10 ((double)(cost ? cost : 1)); }

static void widen (struct scale *scale, uint64_t cost) {
  double value = height_of (cost);
  if (value < scale->least) scale->least = value;
  if (value > scale->greatest) scale->greatest = value;
}

static struct scale scale_of (const wr_stability *s) {
  struct scale scale = {.least = 1e9, .greatest = 0};
  for (uint32_t i = 0; i < s->goal_count; i++) {
    widen (&scale, s->goals[i].base.resources);
    for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
      for (uint32_t r = 0; s->axes[a] && r < s->done[a]; r++)
        widen (&scale, s->goals[i].runs[a][r].resources);
  }
  scale.least = floor (scale.least);
  scale.greatest = ceil (scale.greatest);
  if (scale.greatest <= scale.least) scale.greatest = scale.least + 1;
  return scale;
}

static int place_of (const struct scale *scale, uint64_t cost) {
  double part = (height_of (cost) - scale->least) / (scale->greatest - scale->least);
  return LEFT + (int)(part * WIDTH + 0.5);
}

static void add_axis (wr_buf *out, const struct scale *scale, int bottom) {
  for (int power = (int)scale->least; power <= (int)scale->greatest; power++) {
    int x = place_of (scale, (uint64_t)(pow (10, power) + 0.5));
    wr_buf_print (out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"grid\"/>", x, TOP - 8,
                  x, bottom);
    wr_buf_print (out,
                  "<text x=\"%d\" y=\"%d\" class=\"tick\">10<tspan dy=\"-4\">%d</tspan></text>\n",
                  x, TOP - 14, power);
  }
}

/* A circle, a square, a triangle: one shape per axis; hollow: not proved. */
static void add_mark (wr_buf *out, enum wr_axis axis, int x, int y, bool proved) {
  const char *cls = proved ? "proved" : "open";
  switch (axis) {
  case WR_AXIS_DECLARATIONS:
    wr_buf_print (out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" class=\"%s a0\"/>", x, y, cls);
    return;
  case WR_AXIS_NAMES:
    wr_buf_print (out, "<rect x=\"%d\" y=\"%d\" width=\"7\" height=\"7\" class=\"%s a1\"/>", x - 3,
                  y - 3, cls);
    return;
  case WR_AXIS_SEEDS:
    wr_buf_print (out, "<path d=\"M%d %dl4 7h-8z\" class=\"%s a2\"/>", x, y - 4, cls);
    return;
  case WR_AXIS_COUNT: return;
  }
}

static void add_text (wr_buf *out, const struct wr_stability_report *report,
                      const struct wr_steady_goal *goal) {
  const wr_stability *s = report->stability;
  const wr_core *core = s->result->core;
  const struct wr_goal *at = &s->result->bodies[goal->body].passive->goals[goal->goal];
  wr_buf text = {0};
  wr_stability_place (&text, s, goal, report->folder);
  wr_buf_add_char (&text, ' ');
  wr_quote (&text, core->sources, wr_label_info (&core->labels, at->label)->span);
  wr_xml_add (out, wr_buf_str (&text));
  wr_buf_free (&text);
}

static void add_row (wr_buf *out, const struct wr_stability_report *report,
                     const struct scale *scale, const struct wr_steady_goal *goal, int y) {
  const wr_stability *s = report->stability;
  bool steady = wr_steady (s, goal);
  wr_buf_print (out, "<g><title>");
  add_text (out, report, goal);
  wr_buf_print (out, "</title><text x=\"%d\" y=\"%d\" class=\"%s\" clip-path=\"url(#names)\">", 4,
                y + 4, steady ? "name" : "name unsteady");
  add_text (out, report, goal);
  wr_buf_add (out, WR_LIT ("</text>"));
  int x = place_of (scale, goal->base.resources);
  wr_buf_print (out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"base\"/>", x, y - 7, x,
                y + 7);
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    for (uint32_t r = 0; s->axes[a] && r < s->done[a]; r++)
      add_mark (out, (enum wr_axis)a, place_of (scale, goal->runs[a][r].resources), y,
                goal->runs[a][r].verdict == WR_VERDICT_PROVED);
  wr_buf_add (out, WR_LIT ("</g>\n"));
}

void wr_report_stability_svg (wr_buf *out, const struct wr_stability_report *report) {
  const wr_stability *s = report->stability;
  wr_arena *scratch = wr_arena_new ();
  const struct wr_steady_goal **order = wr_stability_order (s, scratch);
  uint32_t rows = s->goal_count < MOST_ROWS || report->verbose ? s->goal_count : MOST_ROWS;
  int bottom = TOP + (int)rows * ROW;
  struct scale scale = scale_of (s);
  wr_buf_print (out, "<p>%u of %u goals keep their verdict in every run.",
                s->goal_count - wr_unsteady_count (s), s->goal_count);
  if (rows < s->goal_count) wr_buf_print (out, " The %u that vary most are shown.", rows);
  wr_buf_print (
      out,
      "</p>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"cost of each goal in each "
      "run\">\n<clipPath id=\"names\"><rect width=\"%d\" height=\"%d\"/></clipPath>\n",
      LEFT + WIDTH + 20, bottom + 8, LEFT - 16, bottom + 8);
  if (rows) add_axis (out, &scale, bottom);
  for (uint32_t i = 0; i < rows; i++)
    add_row (out, report, &scale, order[i], TOP + (int)i * ROW + ROW / 2);
  wr_buf_add (out, WR_LIT ("</svg>\n"));
  wr_arena_free (scratch);
}

void wr_report_stability_page (wr_buf *out, wr_str sections) {
  wr_buf_add (
      out,
      WR_LIT (
          "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Warrant: "
          "stability</title>\n<style>body{font:14px system-ui,sans-serif;margin:2em;"
          "color:#222;background:#fff}svg{width:100%;max-width:1100px}.grid{stroke:#ddd}"
          ".tick,.name{font-size:11px;fill:#444}.tick{text-anchor:middle}.unsteady{fill:#b00020;"
          "font-weight:bold}.base{stroke:#000;stroke-width:2}.a0{stroke:#1f6fb2;fill:#1f6fb2}"
          ".a1{stroke:#2e7d32;fill:#2e7d32}.a2{stroke:#a15c00;fill:#a15c00}"
          ".proved{fill-opacity:.7}.open{fill:none;stroke-width:2}</style></head>\n<body>"
          "<h1>Stability of proofs</h1>\n<p>Each line is a goal. Marks are runs, at their cost in "
          "solver resources: circles with declarations in another order, squares with other "
          "names, triangles with other seeds. A hollow mark is a run that did not prove the goal. "
          "The bar is the undisturbed program.</p>\n"));
  wr_buf_add (out, sections);
  wr_buf_add (out, WR_LIT ("</body></html>\n"));
}
