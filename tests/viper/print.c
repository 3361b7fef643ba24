/* tests/viper/print.c -- every production: parsed, printed, parsed again to the same tree. */
#include "reading.h"
#include "samples.h"

static void check (struct tap *t, const char *name, wr_str text, wr_str want) {
  wr_buf printed = {0}, errors = {0};
  struct reading r = read_text (text);
  reading_list (&r, &errors);
  if (OK (t, wr_diags_errors (r.diags) == 0, "%s: no errors", name)) {
    OK (t, reading_round_trips (&r, &printed), "%s: round trip", name);
    if (!OK (t, wr_str_equal (wr_buf_str (&printed), want), "%s: text", name)) {
      tap_show ("got", wr_buf_str (&printed));
      tap_show ("want", want);
    }
  } else {
    tap_show ("errors", wr_buf_str (&errors));
  }
  wr_buf_free (&printed);
  wr_buf_free (&errors);
  reading_free (&r);
}

/* The text in a frame, each of its lines indented. */
static void frame (wr_buf *out, const char *head, const char *text, const char *tail) {
  wr_buf_add (out, wr_str_of (head));
  for (; *text; text++) {
    wr_buf_add_char (out, *text);
    if (*text == '\n') wr_buf_add (out, WR_LIT ("  "));
  }
  wr_buf_add (out, wr_str_of (tail));
}

static void check_framed (struct tap *t, const struct sample *s, const char *word) {
  wr_buf text = {0}, want = {0}, head = {0};
  wr_buf_print (&head, "method m()\n{\n  %s", word);
  wr_buf_print (&text, "method m() { %s%s\n}", word, s->text);
  frame (&want, wr_buf_text (&head), s->printed ? s->printed : s->text, "\n}\n");
  check (t, s->name, wr_buf_str (&text), wr_buf_str (&want));
  wr_buf_free (&text);
  wr_buf_free (&want);
  wr_buf_free (&head);
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < COUNT (declarations); i++)
    check (&t, declarations[i].name, wr_str_of (declarations[i].text),
           wr_str_of (declarations[i].printed));
  for (size_t i = 0; i < COUNT (statements); i++) check_framed (&t, &statements[i], "");
  for (size_t i = 0; i < COUNT (expressions); i++) check_framed (&t, &expressions[i], "assert ");
  return tap_done (&t);
}
