/* report/progress_text.c -- the progress of a verification for people. */
#include "base/utf8.h"
#include "base/words.h"
#include "report/place_text.h"
#include "report/progress.h"

enum { EXACT_DIGITS = 12 }; /* of a fraction that is printed beside its percentage */

/* `62.5 % (5/8)`; a whole number without its fraction. */
static void add_share (wr_buf *out, mpq_srcptr value) {
  wr_buf_print (out, "%.1f %%", 100 * mpq_get_d (value));
  size_t digits = mpz_sizeinbase (mpq_numref (value), 10) + mpz_sizeinbase (mpq_denref (value), 10);
  if (digits > EXACT_DIGITS || !mpz_cmp_ui (mpq_denref (value), 1)) return;
  char text[EXACT_DIGITS + 4];
  mpq_get_str (text, 10, value);
  wr_buf_print (out, " (%s)", text);
}

void wr_report_progress_line (wr_buf *out, const struct wr_headway *progress) {
  wr_buf_add (out, WR_LIT ("progress: "));
  add_share (out, progress->progress);
  wr_buf_add (out, WR_LIT (", specification quality "));
  add_share (out, progress->specification);
  wr_buf_add (out, WR_LIT (", proof quality "));
  add_share (out, progress->proof);
  wr_buf_add_char (out, '\n');
}

static void add_numbers (wr_buf *out, const struct wr_headway *progress) {
  wr_buf_add (out, WR_LIT ("specification quality  "));
  add_share (out, progress->specification);
  wr_buf_print (out, ": goals rest on %u of ", progress->code.len - progress->uncovered.len);
  wr_buf_count (out, progress->code.len, "statement", "statements");
  wr_buf_add (out, WR_LIT ("\nproof quality          "));
  add_share (out, progress->proof);
  wr_buf_print (out, ": %u of ", progress->perfect);
  wr_buf_count (out, progress->rated, "obligation", "obligations");
  wr_buf_print (out, " %s on no claim\nprogress               ",
                progress->perfect == 1 ? "rests" : "rest");
  add_share (out, progress->progress);
  wr_buf_add_char (out, '\n');
}

static void add_unexplained (wr_buf *out, const struct wr_headway *progress) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < progress->obligations.len; i++)
    count += progress->obligations.data[i].unexplained;
  if (!count) return;
  wr_buf_count (out, count, "obligation", "obligations");
  wr_buf_print (out, " %s not explained and %s left out\n", count == 1 ? "is" : "are",
                count == 1 ? "is" : "are");
}

/* Obligations that rest on claims or are not proved, the others only as a number. */
static void add_obligations (wr_buf *out, const wr_graph *graph,
                             const struct wr_headway *progress) {
  bool first = true;
  for (uint32_t i = 0; i < progress->obligations.len; i++) {
    const struct wr_obligation *o = &progress->obligations.data[i];
    if (!o->zero && !o->claims) continue;
    if (first)
      wr_buf_add (out,
                  WR_LIT ("\nquality of the obligations that rest on claims or are not proved\n"));
    first = false;
    if (o->zero)
      wr_buf_add (out, WR_LIT ("      0  "));
    else
      wr_buf_print (out, "%3u/%-3u  ", o->sources - o->claims, o->sources);
    wr_report_source_line (out, graph, o->node);
  }
}

static void add_guides (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress,
                        uint32_t most) {
  if (!progress->guides.len) return;
  wr_buf_add (out, WR_LIT ("\nto prove next, with the share of the obligations that it weakens\n"));
  for (uint32_t i = 0; i < progress->guides.len; i++) {
    const struct wr_guide *guide = &progress->guides.data[i];
    if (i == most) {
      wr_buf_print (out, "     and %u more\n", progress->guides.len - most);
      break;
    }
    wr_buf_print (out, "%3u. %5.1f %%  ", guide->rank, 100 * guide->weight);
    wr_report_source_line (out, graph, guide->node);
  }
}

static uint32_t count_in (const wr_graph *graph, const wr_u32s *nodes, uint32_t procedure) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < nodes->len; i++)
    count += graph->nodes[nodes->data[i]].procedure == procedure;
  return count;
}

/* By procedure, those with the most first. */
static void add_uncovered (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress) {
  const wr_u32s *list = &progress->uncovered;
  if (!list->len) return;
  wr_buf_add (out, WR_LIT ("\nno goal rests on\n"));
  wr_bitset done = {0};
  for (;;) {
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < list->len; i++) {
      uint32_t procedure = graph->nodes[list->data[i]].procedure;
      if (wr_bitset_has (&done, procedure)) continue;
      uint32_t count = count_in (graph, list, procedure);
      if (count > most) best = procedure;
      if (count > most) most = count;
    }
    if (best == UINT32_MAX) break;
    wr_bitset_set (&done, best, true);
    wr_utf8_clean (out, best ? graph->procedures[best - 1].name : WR_LIT ("the program"));
    wr_buf_print (out, ": %u of ", most);
    wr_buf_count (out, count_in (graph, &progress->code, best), "statement", "statements");
    wr_buf_add_char (out, '\n');
    for (uint32_t i = 0; i < list->len; i++) {
      if (graph->nodes[list->data[i]].procedure != best) continue;
      wr_buf_add (out, WR_LIT ("  "));
      wr_report_source_line (out, graph, list->data[i]);
    }
  }
  wr_bitset_free (&done);
}

void wr_report_progress_text (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress,
                              uint32_t guides) {
  add_numbers (out, progress);
  add_unexplained (out, progress);
  add_obligations (out, graph, progress);
  add_guides (out, graph, progress, guides);
  add_uncovered (out, graph, progress);
}
