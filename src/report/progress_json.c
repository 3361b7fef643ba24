/* report/progress_json.c -- the progress of a verification as JSON. */
#include "analysis/shares.h"
#include "report/graph.h"
#include "report/progress.h"

#include <stdlib.h>

enum {
  MAX_GUIDES = 100, /* in the document of `cover`; `progress` has all */
  EXACT_DIGITS = 40
}; /* of numerator and denominator together: longer fractions tell nobody anything */

static void set_exact (json_t *object, const char *key, mpq_srcptr value) {
  if (mpz_sizeinbase (mpq_numref (value), 10) + mpz_sizeinbase (mpq_denref (value), 10) >
      EXACT_DIGITS)
    return;
  char text[EXACT_DIGITS + 4];
  mpq_get_str (text, 10, value);
  wr_json_set (object, key, json_string (text));
}

/* Of the obligations that have a quality, the share of quality 1. */
static double full (const struct wr_headway *progress) {
  return progress->rated ? (double)progress->perfect / progress->rated : 1;
}

json_t *wr_report_progress_numbers (const struct wr_headway *progress) {
  json_t *object = wr_json_object (), *exact = wr_json_object ();
  wr_json_set (object, "specification", json_real (mpq_get_d (progress->specification)));
  wr_json_set (object, "proof", json_real (mpq_get_d (progress->proof)));
  wr_json_set (object, "proof_full", json_real (full (progress)));
  wr_json_set (object, "progress", json_real (mpq_get_d (progress->progress)));
  set_exact (exact, "specification", progress->specification);
  set_exact (exact, "proof", progress->proof);
  set_exact (exact, "progress", progress->progress);
  wr_json_set (object, "exact", exact);
  wr_json_set (object, "code", wr_json_count (progress->code.len));
  wr_json_set (object, "code_covered",
               wr_json_count (progress->code.len - progress->uncovered.len));
  wr_json_set (object, "obligations", wr_json_count (progress->obligations.len));
  wr_json_set (object, "rated", wr_json_count (progress->rated));
  return object;
}

static json_t *obligation_json (const wr_graph *graph, const struct wr_obligation *o) {
  json_t *object = wr_report_source (graph, o->node);
  wr_json_set (object, "sources", wr_json_count (o->sources));
  wr_json_set (object, "claims", wr_json_count (o->claims));
  if (o->zero)
    wr_json_set (object, "quality", json_real (0));
  else if (o->sources)
    wr_json_set (object, "quality", json_real ((double)(o->sources - o->claims) / o->sources));
  else
    wr_json_set (object, "quality", json_null ());
  return object;
}

static json_t *guidance_json (const wr_graph *graph, const struct wr_headway *progress,
                              uint32_t most) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < progress->guides.len && i < most; i++) {
    const struct wr_guide *guide = &progress->guides.data[i];
    json_t *object = wr_report_source (graph, guide->node);
    wr_json_set (object, "rank", wr_json_count (guide->rank));
    wr_json_set (object, "weight", json_real (guide->weight));
    wr_json_set (object, "obligations", wr_json_count (guide->obligations));
    wr_json_push (list, object);
  }
  return list;
}

void wr_report_progress_json (json_t *document, const wr_graph *graph,
                              const struct wr_headway *progress) {
  json_t *obligations = wr_json_array (), *uncovered = wr_json_array ();
  for (uint32_t i = 0; i < progress->obligations.len; i++)
    wr_json_push (obligations, obligation_json (graph, &progress->obligations.data[i]));
  for (uint32_t i = 0; i < progress->uncovered.len; i++)
    wr_json_push (uncovered, wr_report_source (graph, progress->uncovered.data[i]));
  wr_json_set (document, "progress", wr_report_progress_numbers (progress));
  wr_json_set (document, "obligations", obligations);
  wr_json_set (document, "guidance", guidance_json (graph, progress, UINT32_MAX));
  wr_json_set (document, "uncovered", uncovered);
}

/* -- in the document of `cover` ----------------------------------------------------------------------- */

/* Of each procedure: how many of the elements that a proof may assume do its explicit goals rest on?  Procedures of one name have one
   number. */
static void add_shares (json_t *procedures, const wr_graph *graph) {
  struct wr_share *shares = wr_alloc ((size_t)graph->procedure_count + 1, sizeof *shares);
  wr_map by_name = {0}; /* hash of the name -> procedure */
  wr_proof_shares (graph, shares);
  for (uint32_t p = graph->procedure_count; p-- > 0;)
    wr_map_put (&by_name, wr_str_hash (graph->procedures[p].name, 1), p);
  for (size_t i = 0; i < json_array_size (procedures); i++) {
    json_t *object = json_array_get (procedures, i), *shown = wr_json_object ();
    const char *name = json_string_value (json_object_get (object, "name"));
    uint64_t p = wr_map_or (&by_name, wr_str_hash (wr_str_of (name ? name : ""), 1), UINT32_MAX);
    struct wr_share share = p < graph->procedure_count ? shares[p] : (struct wr_share){0};
    wr_json_set (shown, "covered", wr_json_count (share.covered));
    wr_json_set (shown, "total", wr_json_count (share.total));
    wr_json_set (object, "proof_coverage", shown);
  }
  wr_map_free (&by_name);
  free (shares);
}

void wr_report_progress_of_file (json_t *file, json_t *procedures, const wr_graph *graph,
                                 wr_str path, bool only) {
  wr_bitset asked = {0};
  struct wr_headway progress;
  for (uint32_t i = 0; !only && i < graph->node_count; i++)
    if (wr_str_equal (graph->nodes[i].at.file, path)) wr_bitset_set (&asked, i, true);
  wr_headway_of (graph, only ? NULL : &asked, &progress);
  if (progress.obligations.len || progress.code.len) {
    wr_json_set (file, "progress", wr_report_progress_numbers (&progress));
    wr_json_set (file, "guidance", guidance_json (graph, &progress, MAX_GUIDES));
  }
  wr_headway_free (&progress);
  wr_bitset_free (&asked);
  add_shares (procedures, graph);
}
