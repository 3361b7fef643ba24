#include "source/quote.h"

#include "base/utf8.h"

wr_str wr_span_text (const wr_sources *sources, wr_span at) {
  if (!at.file) return WR_LIT ("");
  wr_str text = wr_source_text (sources, at.file);
  return (wr_str){text.ptr + at.begin, at.end - at.begin};
}

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static wr_str trim (wr_str text) {
  while (text.len && is_blank (text.ptr[0])) text.ptr++, text.len--;
  while (text.len && (is_blank (text.ptr[text.len - 1]) || text.ptr[text.len - 1] == ';'))
    text.len--;
  return text;
}

void wr_quote_text (wr_buf *out, wr_str text) {
  size_t columns = 0;
  text = trim (text);
  wr_buf_add_char (out, '`');
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    bool blank = is_blank (text.ptr[i]);
    int32_t code = wr_utf8_next (text, &i);
    while (blank && i < text.len && is_blank (text.ptr[i])) i++;
    columns += blank ? 1 : wr_utf8_width (code);
    if (columns > WR_QUOTE_COLUMNS) {
      wr_buf_add (out, WR_LIT ("…"));
      break;
    }
    if (blank)
      wr_buf_add_char (out, ' ');
    else
      wr_buf_add (out, (wr_str){text.ptr + from, i - from});
  }
  wr_buf_add_char (out, '`');
}

void wr_quote (wr_buf *out, const wr_sources *sources, wr_span at) {
  wr_quote_text (out, wr_span_text (sources, at));
}
