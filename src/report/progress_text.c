/* report/progress_text.c -- the progress of a verification for people. */
#include "base/utf8.h"
#include "base/words.h"
#include "report/place_text.h"
#include "report/progress.h"

#include <stdlib.h>

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

/* Of one procedure: its number (0: the program), its statements, and those that no goal rests on. */
struct tally {
  uint32_t procedure, code, uncovered;
};

static int by_uncovered (const void *a, const void *b) {
  const struct tally *x = a, *y = b;
  if (x->uncovered != y->uncovered) return x->uncovered > y->uncovered ? -1 : 1;
  return (x->procedure > y->procedure) - (x->procedure < y->procedure);
}

static struct tally *tallies_of (const wr_graph *graph, const struct wr_headway *progress) {
  struct tally *all = wr_alloc ((size_t)graph->procedure_count + 1, sizeof *all);
  for (uint32_t p = 0; p <= graph->procedure_count; p++) all[p].procedure = p;
  for (uint32_t i = 0; i < progress->code.len; i++)
    all[graph->nodes[progress->code.data[i]].procedure].code++;
  for (uint32_t i = 0; i < progress->uncovered.len; i++)
    all[graph->nodes[progress->uncovered.data[i]].procedure].uncovered++;
  return all;
}

/* By procedure, those with the most first. */
static void add_uncovered (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress) {
  const wr_u32s *list = &progress->uncovered;
  if (!list->len) return;
  wr_buf_add (out, WR_LIT ("\nno goal rests on\n"));
  struct tally *all = tallies_of (graph, progress);
  uint32_t *first = wr_alloc ((size_t)graph->procedure_count + 2, sizeof *first);
  uint32_t *nodes = wr_alloc ((size_t)list->len + 1, sizeof *nodes); /* by procedure */
  for (uint32_t p = 0; p <= graph->procedure_count; p++) first[p + 1] = first[p] + all[p].uncovered;
  for (uint32_t i = 0; i < list->len; i++)
    nodes[first[graph->nodes[list->data[i]].procedure]++] = list->data[i];
  qsort (all, (size_t)graph->procedure_count + 1, sizeof *all, by_uncovered);
  for (uint32_t p = 0; p <= graph->procedure_count && all[p].uncovered; p++) {
    uint32_t procedure = all[p].procedure, end = first[procedure];
    wr_utf8_clean (out, procedure ? graph->procedures[procedure - 1].name : WR_LIT ("the program"));
    wr_buf_print (out, ": %u of ", all[p].uncovered);
    wr_buf_count (out, all[p].code, "statement", "statements");
    wr_buf_add_char (out, '\n');
    for (uint32_t i = end - all[p].uncovered; i < end; i++) {
      wr_buf_add (out, WR_LIT ("  "));
      wr_report_source_line (out, graph, nodes[i]);
    }
  }
  free (all);
  free (first);
  free (nodes);
}

void wr_report_progress_text (wr_buf *out, const wr_graph *graph, const struct wr_headway *progress,
                              uint32_t guides) {
  add_numbers (out, progress);
  add_unexplained (out, progress);
  add_obligations (out, graph, progress);
  add_guides (out, graph, progress, guides);
  add_uncovered (out, graph, progress);
}
