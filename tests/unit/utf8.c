/* Decoding, widths, cleaning; JSON text from any bytes. */
#include "base/utf8.h"
#include "base/json.h"
#include "tap.h"

static void test_decoding (struct tap *t) {
  const struct {
    wr_str text;
    int32_t code;
    size_t bytes;
    const char *name;
  } cases[] = {
      {WR_LIT ("a"), 'a', 1, "ASCII"},
      {WR_LIT ("\0"), 0, 1, "NUL"},
      {WR_LIT ("\xC2\x80"), 0x80, 2, "least of two bytes"},
      {WR_LIT ("\xE0\xA0\x80"), 0x800, 3, "least of three bytes"},
      {WR_LIT ("\xF0\x90\x80\x80"), 0x10000, 4, "least of four bytes"},
      {WR_LIT ("\xF4\x8F\xBF\xBF"), 0x10FFFF, 4, "greatest"},
      {WR_LIT ("\xF4\x90\x80\x80"), WR_UTF8_BAD, 1, "beyond the greatest"},
      {WR_LIT ("\xC0\x80"), WR_UTF8_BAD, 1, "overlong NUL"},
      {WR_LIT ("\xE0\x80\x80"), WR_UTF8_BAD, 1, "overlong of three bytes"},
      {WR_LIT ("\xED\xA0\x80"), WR_UTF8_BAD, 1, "surrogate"},
      {WR_LIT ("\x80"), WR_UTF8_BAD, 1, "tail without a lead"},
      {WR_LIT ("\xE2\x88"), WR_UTF8_BAD, 1, "cut off"},
      {WR_LIT ("\xE2\x88x"), WR_UTF8_BAD, 1, "broken tail"},
      {WR_LIT ("\xFF"), WR_UTF8_BAD, 1, "no lead at all"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    size_t at = 0;
    int32_t code = wr_utf8_next (cases[i].text, &at);
    OK (t, code == cases[i].code && at == cases[i].bytes, "%s", cases[i].name);
  }
}

int main (void) {
  struct tap t = {0};
  test_decoding (&t);
  OK (&t, wr_utf8_width ('a') == 1 && wr_utf8_width (0xE9) == 1, "narrow");
  OK (&t, wr_utf8_width (0x6F22) == 2 && wr_utf8_width (0x1F600) == 2, "wide");
  OK (&t, wr_utf8_width (0x301) == 0, "combining");
  OK (&t, !wr_utf8_printable (0x1B) && !wr_utf8_printable (0x202E), "escape, right-to-left");
  OK (&t, wr_utf8_printable (0x2200) && wr_utf8_printable ('~'), "printable");
  wr_buf out = {0};
  wr_utf8_clean (&out, WR_LIT ("a\tb\n\33\xFF∀"));
  SAME (&t, wr_buf_str (&out), "a b ��∀", "cleaning");
  wr_buf_clear (&out);
  json_t *text = wr_json_text (WR_LIT ("x\xFF\0y"));
  wr_json_dump (&out, text);
  SAME (&t, wr_buf_str (&out), "\"x�\\u0000y\"\n", "JSON from any bytes");
  json_decref (text);
  wr_buf_free (&out);
  return tap_done (&t);
}
