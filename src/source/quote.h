/* source/quote.h -- the user's text inside a sentence: `k <= n`. */
#ifndef WR_SOURCE_QUOTE_H
#define WR_SOURCE_QUOTE_H

#include "source/source.h"

enum { WR_QUOTE_COLUMNS = 60 }; /* longer texts are cut with an ellipsis */

/* The text of a span; file 0: "". */
wr_str wr_span_text (const wr_sources *sources, wr_span at);
/* Adds the text between backquotes, on one line: blanks are joined, and the semicolon that ends a clause or a statement is left out. */
void wr_quote_text (wr_buf *out, wr_str text);
void wr_quote (wr_buf *out, const wr_sources *sources, wr_span at);

#endif
