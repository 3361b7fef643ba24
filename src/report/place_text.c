#include "report/place_text.h"

#include "base/utf8.h"

enum { TEXT_COLUMNS = 72 }; /* of an element's text in a line */

void wr_add_line_text (wr_buf *out, wr_str text) {
  wr_buf clean = {0};
  uint32_t columns = 0;
  bool blank = false;
  wr_utf8_clean (&clean, text);
  wr_str line = wr_buf_str (&clean);
  for (size_t at = 0; at < line.len;) {
    size_t begin = at;
    int32_t code = wr_utf8_next (line, &at);
    if (code == ' ') {
      blank = columns > 0;
      continue;
    }
    if (columns + blank + wr_utf8_width (code) > TEXT_COLUMNS) {
      wr_buf_add (out, WR_LIT (" …"));
      break;
    }
    if (blank) wr_buf_add_char (out, ' ');
    columns += blank + wr_utf8_width (code);
    blank = false;
    wr_buf_add (out, (wr_str){line.ptr + begin, at - begin});
  }
  wr_buf_free (&clean);
}

void wr_add_place (wr_buf *out, const struct wr_place *place) {
  if (!place->file.len) {
    wr_buf_add (out, WR_LIT ("(generated)"));
    return;
  }
  wr_utf8_clean (out, place->file);
  wr_buf_print (out, ":%u:%u", place->line, place->column);
}

void wr_report_source_line (wr_buf *out, const wr_graph *graph, uint32_t n) {
  const struct wr_gnode *node = &graph->nodes[n];
  bool call = node->use.file.len > 0;
  wr_add_place (out, call ? &node->use : &node->at);
  wr_buf_print (out, ": %s: ", call ? "call" : wr_role_name ((enum wr_role)node->role));
  wr_add_line_text (out, call ? node->use_text : node->text);
  if (node->goal && node->verdict != WR_VERDICT_PROVED)
    wr_buf_print (out, "  [%s]",
                  node->verdict ? wr_verdict_name ((enum wr_verdict)node->verdict) : "not asked");
  wr_buf_add_char (out, '\n');
}
