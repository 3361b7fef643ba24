/* tests/viper/limits.c -- large, deep and long inputs: accepted up to the limit, refused beyond it with one error, and never a crash. */
#include "reading.h"

/* head, `count` times `unit`, middle, `count` times `closing`, tail */
struct shape {
  const char *name, *head, *unit, *middle, *closing, *tail;
  uint32_t good, bad;
  const char *code;
};

static const struct shape shapes[] = {
    {"parentheses", "method m() { assert ", "(", "a", ")", " }", 300, 5000, "nesting-too-deep"},
    {"signs", "method m() { assert ", "!", "a", "", " }", 300, 100000, "nesting-too-deep"},
    {"conjunctions", "method m() { assert a", " && a", "", "", " }", 3000, 100000,
     "nesting-too-deep"},
    {"sums", "method m() { assert a", " + a", "", "", " == a }", 3000, 100000, "nesting-too-deep"},
    {"chains", "method m() { assert a", " < a", "", "", " }", 3000, 100000, "nesting-too-deep"},
    {"chains in chains", "method m() { assert ", "a < (", "a < a < a", ") < a", " }", 15, 200,
     "expansion-too-large"},
    {"fields", "method m() { assert a", ".f", "", "", " }", 3000, 100000, "nesting-too-deep"},
    {"conditionals", "method m() { assert ", "a ? b : ", "c", "", " }", 300, 100000,
     "nesting-too-deep"},
    {"wands", "method m() { assert a", " --* a", "", "", " }", 300, 100000, "nesting-too-deep"},
    {"quantifiers", "method m() { assert ", "forall x: Int :: ", "a", "", " }", 300, 100000,
     "nesting-too-deep"},
    {"types", "field f: ", "Seq[", "Int", "]", "", 900, 100000, "nesting-too-deep"},
    {"blocks", "method m() { ", "{", "", "}", " }", 900, 100000, "nesting-too-deep"},
    {"elseif", "method m() { if (a) {}", " elseif (a) {}", "", "", " }", 900, 100000,
     "nesting-too-deep"},
    {"lengths", "method m() { assert ", "|(", "a", ")|", " }", 200, 5000, "nesting-too-deep"},
    {"annotations", "method m() { assert ", "@a() ", "a", "", " }", 100000, 0, NULL},
    {"arguments", "method m() { assert f(a", ", a", "", "", ") }", 100000, 0, NULL},
    {"statements", "method m() { ", "x := 1 ", "", "", " }", 100000, 0, NULL},
};

static void repeat (wr_buf *buf, const char *text, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) wr_buf_add (buf, wr_str_of (text));
}

static void build (wr_buf *buf, const struct shape *s, uint32_t count) {
  repeat (buf, s->head, 1);
  repeat (buf, s->unit, count);
  repeat (buf, s->middle, 1);
  repeat (buf, s->closing, count);
  repeat (buf, s->tail, 1);
}

static void check_accepted (struct tap *t, const struct shape *s) {
  wr_buf text = {0}, printed = {0};
  build (&text, s, s->good);
  struct reading r = read_text (wr_buf_str (&text));
  OK (t, !wr_diags_errors (r.diags), "%s: %u accepted", s->name, s->good);
  OK (t, reading_round_trips (&r, &printed), "%s: %u round trip", s->name, s->good);
  wr_buf_free (&text);
  wr_buf_free (&printed);
  reading_free (&r);
}

static void check_refused (struct tap *t, const struct shape *s) {
  if (!s->code) return;
  wr_buf text = {0}, errors = {0}, want = {0};
  build (&text, s, s->bad);
  wr_buf_add (&text, WR_LIT ("\nfield after: Int"));
  struct reading r = read_text (wr_buf_str (&text));
  reading_list (&r, &errors);
  wr_buf_print (&want, "1:%s", s->code);
  SAME (t, wr_buf_str (&errors), wr_buf_text (&want), s->name);
  OK (t,
      r.program->decls.len &&
          r.program->decls.data[r.program->decls.len - 1]->kind == VPR_DECL_FIELD,
      "%s: the next member is read", s->name);
  wr_buf_free (&text);
  wr_buf_free (&errors);
  wr_buf_free (&want);
  reading_free (&r);
}

/* -- macros ----------------------------------------------------------------------------------------- */

/* `count` macros, each of which is `body` with the name of the one before it for %, used in `tail`. */
static void check_macros (struct tap *t, const char *name, const char *first, const char *body,
                          uint32_t count, const char *tail, const char *want) {
  wr_buf text = {0}, got = {0};
  wr_buf_print (&text, "define m0(x) %s\n", first);
  for (uint32_t i = 1; i <= count; i++) {
    wr_buf_print (&text, "define m%u(x) ", i);
    for (const char *c = body; *c; c++) {
      if (*c == '%')
        wr_buf_print (&text, "m%u", i - 1);
      else
        wr_buf_add_char (&text, *c);
    }
    wr_buf_add_char (&text, '\n');
  }
  wr_buf_print (&text, tail, count);
  struct reading r = read_text (wr_buf_str (&text));
  for (uint32_t i = 0; i < wr_diags_count (r.diags); i++)
    wr_buf_print (&got, "%s ", wr_code_info (wr_diags_at (r.diags, i)->code)->slug);
  SAME (t, wr_buf_str (&got), want, name);
  wr_buf_free (&text);
  wr_buf_free (&got);
  reading_free (&r);
}

static void test_macros (struct tap *t) {
  const char *use = "\nmethod m() { assert m%u(1) == 1 }";
  check_macros (t, "doubled ten times", "x + x", "%(x) + %(x)", 10, use, "");
  check_macros (t, "doubled thirty times", "x + x", "%(x) + %(x)", 30, use, "expansion-too-large ");
  check_macros (t, "higher and higher", "-x", "%(%(x))", 30, use, "nesting-too-deep ");
  check_macros (t, "a long row", "x", "%(x)", 500, use, "");
  check_macros (t, "a row that is too long", "x", "%(x)", 5000, use, "nesting-too-deep ");
  check_macros (t, "arguments in arguments", "x + 1", "%(%(%(x)))", 12, use, "nesting-too-deep ");
  check_macros (t, "types", "Seq[x]", "%(%(x))", 30, "\nfield f: m%u(Int)", "nesting-too-deep ");
  check_macros (t, "statements", "{ x := 1 }", "{ %(x) %(x) }", 30,
                "\nmethod m() { var y: Int m%u(y) }", "expansion-too-large ");
  check_macros (t, "blocks", "{ x := 1 }", "{ { %(x) } }", 900,
                "\nmethod m() { var y: Int m%u(y) }", "");
  check_macros (t, "blocks in blocks", "{ x := 1 }", "{ { { %(x) } } }", 900,
                "\nmethod m() { var y: Int m%u(y) }", "nesting-too-deep ");
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    check_accepted (&t, &shapes[i]);
    check_refused (&t, &shapes[i]);
  }
  test_macros (&t);
  return tap_done (&t);
}
