/* report/xml.c -- text as XML. */
#include "report/formats.h"

#include "base/utf8.h"

static bool is_xml (int32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xFFFE && code != 0xFFFF;
}

void wr_xml_add (wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    int32_t code = wr_utf8_next (text, &i);
    switch (code) {
    case '&': wr_buf_add (out, WR_LIT ("&amp;")); break;
    case '<': wr_buf_add (out, WR_LIT ("&lt;")); break;
    case '>': wr_buf_add (out, WR_LIT ("&gt;")); break;
    case '"': wr_buf_add (out, WR_LIT ("&quot;")); break;
    case '\t': wr_buf_add (out, WR_LIT ("&#9;")); break;
    case '\n': wr_buf_add (out, WR_LIT ("&#10;")); break;
    case '\r': wr_buf_add (out, WR_LIT ("&#13;")); break;
    default:
      if (code == WR_UTF8_BAD || !is_xml (code))
        wr_buf_add (out, WR_LIT ("\xEF\xBF\xBD"));
      else
        wr_buf_add (out, (wr_str){text.ptr + from, i - from});
    }
  }
}

void wr_xml_attribute (wr_buf *out, const char *name, wr_str value) {
  wr_buf_print (out, " %s=\"", name);
  wr_xml_add (out, value);
  wr_buf_add_char (out, '"');
}
