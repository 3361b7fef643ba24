/* report/html.h -- the report as one self-contained page: the built page of web/ with the JSON document, the
   source texts and all positions as data (docs/guide/page.md). */
#ifndef WR_REPORT_HTML_H
#define WR_REPORT_HTML_H

#include "analysis/graph.h"
#include "base/json.h"
#include "front/front.h"
#include "source/diag.h"

struct wr_html_input {
  const struct wr_front *front; /* the language */
  const wr_sources *sources;
  const wr_diags *diags;
  const wr_result *result;     /* NULL: the program was refused */
  const wr_coverage *coverage; /* NULL: `verify` */
  const wr_graph *graph;       /* NULL: none */
  wr_str folder;               /* paths of `#line` outside it are not named; "": all are */
};

/* The data of one program that the page needs beyond the JSON document. */
json_t *wr_html_program (const struct wr_html_input *input);
/* {"kinds": […], "procedures": [{"name","body"}], "nodes": [{"id","procedure","trust","internal","goal","role","text"}],
   "edges": [from, to, kind, from, …]}: from depends on to.  [html_graph.c] */
json_t *wr_html_graph (const wr_graph *graph);
/* [{"at": [file, begin, end], "role", "negative"}]: what is executed on the path on which the goal fails, up to the goal; empty when the
   path is not known.  [html_trace.c] */
struct wr_html_places;
json_t *wr_html_trace (const struct wr_html_places *places, const wr_result *result,
                       wr_label label);
/* The values along that path: an array of steps {"at", "kind", "values": [[name, value]]}; empty if no counterexample was confirmed.
   [html_trace.c] */
json_t *wr_html_values (const struct wr_html_places *places, const wr_result *result,
                        wr_label label);
/* Removes paths outside the folder from the document: instead of them it names the file that contains the text.  Lines still follow `#line`; the
   page does not use them.  [html_hide.c] */
void wr_html_hide_paths (json_t *document, wr_str folder);
/* The text of a file, with such paths masked; everything else stays where it is.  [html_hide.c] */
json_t *wr_html_masked_text (const wr_sources *sources, uint32_t file, wr_str folder);
/* The page for a document and its programs, in the order of their files in it. */
void wr_html_page (wr_buf *out, const json_t *document, const json_t *programs);

#endif
