/* report/html.h -- the report as one page that needs nothing else: the built page of web/ with the JSON
   document, the source texts and the places of everything in them as data (docs/html.md). */
#ifndef WR_REPORT_HTML_H
#define WR_REPORT_HTML_H

#include "analysis/graph.h"
#include "base/json.h"
#include "source/diag.h"

struct wr_html_input {
  const wr_sources *sources;
  const wr_diags *diags;
  const wr_result *result;     /* NULL: the program was refused */
  const wr_coverage *coverage; /* NULL: `verify` */
  const wr_graph *graph;       /* NULL: none */
};

/* What the page shows of one program besides its JSON document. */
json_t *wr_html_program (const struct wr_html_input *input);
/* {"kinds": […], "procedures": [{"name","body"}], "nodes": [{"id","procedure","trust","internal","goal","role","text"}],
   "edges": [from, to, kind, from, …]}: from depends on to.  [html_graph.c] */
json_t *wr_html_graph (const wr_graph *graph);
/* The page for a document and its programs, in the order of their files in it. */
void wr_html_page (wr_buf *out, const json_t *document, const json_t *programs);

#endif
