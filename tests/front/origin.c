/* tests/front/origin.c -- where translated text comes from: for the first byte of each mark in a program, the
   position that its comments and captured states give. */
#include "reading.h"

static const struct {
  const char *name, *text, *mark, *want;
} cases[] = {
    {"the last comment before a statement",
     "procedure P() {\n// ----- a b ----- X.d(3,4)\nassert 1 > 0;\n}", "assert", "X.d:3:4 a b"},
    {"lines that end with a carriage return",
     "procedure P() {\r// ----- a b ----- X.d(3,4)\rassert 1 > 0;\r}", "assert", "X.d:3:4 a b"},
    {"an axiom for a name, with carriage returns",
     "// definition axiom for M.f\raxiom 1 > 0;\rprocedure Check$$M.f() {\rassume {:captureState "
     "\"X.d(3,4)\"} true;\r}",
     "axiom 1", "X.d:3:5 "},
    {"nothing is known before the first one",
     "procedure P() {\nassert 1 > 0;\n// ----- a ----- X.d(3,4)\n}", "assert", "-"},
    {"nothing is known after the body",
     "procedure P() {\n// ----- a ----- X.d(3,4)\n}\naxiom 1 > 0;", "axiom", "-"},
    {"a location in an attribute",
     "procedure P() {\nassume {:sourceloc \"a.c\", 16, 8} true;\nassert 1 > 0;\n}", "assert",
     "a.c:16:8 statement"},
    {"a location cut short",
     "procedure P() {\nassume {:sourceloc \"a.c\", 16} true;\nassert 1 > 0;\n}", "assert", "-"},
    {"a captured state says where the declaration is; its columns count from 0",
     "procedure P()\n requires 1 > 0;\n{\nassume {:captureState \"X.d(3,4): initial state\"} "
     "true;\n}",
     "requires", "X.d:3:5 "},
    {"the end of a body belongs to the declaration",
     "procedure P() {\nassume {:captureState \"X.d(3,4)\"} true;\n// ----- a ----- X.d(8,1)\n "
     "assert 1 > 0; /*!*/}",
     "}", "X.d:3:5 "},
    {"comments count more than later states",
     "procedure P() {\nassume {:captureState \"X.d(3,4)\"} true;\n// ----- a ----- "
     "X.d(8,1)\nassume "
     "{:captureState \"X.d(9,1)\"} true;\nassert 1 > 0;\n}",
     "assert", "X.d:8:1 a"},
    {"without comments the last state counts",
     "procedure P() {\nassume {:captureState \"X.d(3,4)\"} true;\nassume {:captureState "
     "\"X.d(9,1)\"} "
     "true;\nassert 1 > 0;\n}",
     "assert", "X.d:9:2 "},
    {"behind a block the comment before it counts again",
     "procedure P() {\n// ----- a ----- X.d(3,4)\nif (*) {\n// ----- b ----- X.d(4,4)\n} else "
     "{\n// ----- "
     "c ----- X.d(5,4)\n}\nassert 1 > 0;\n}",
     "assert", "X.d:3:4 a"},
    {"inside a block its own",
     "procedure P() {\n// ----- a ----- X.d(3,4)\nwhile (*) {\n// ----- b ----- X.d(4,4)\nassert 1 "
     "> "
     "0;\n}\n}",
     "assert", "X.d:4:4 b"},
    {"a refinement is left out of the file's name",
     "procedure P() {\n// ----- a ----- X.d[M1][M2](3,4)\nassert 1 > 0;\n}", "assert", "X.d:3:4 a"},
    {"a procedure without a body has its namesake's position",
     "procedure Call$$M.f(); requires 1 > 0;\nprocedure Impl$$M.f() {\nassume {:captureState "
     "\"X.d(3,4)\"} true;\n}",
     "requires", "X.d:3:5 "},
    {"an axiom for a name",
     "// definition axiom for M.f (revealed)\naxiom 1 > 0;\nprocedure Check$$M.f() {\nassume "
     "{:captureState \"X.d(3,4)\"} true;\n}",
     "axiom 1", "X.d:3:5 "},
    {"an axiom without a comment",
     "axiom 1 > 0;\nprocedure Check$$M.f() {\nassume {:captureState \"X.d(3,4)\"} true;\n}",
     "axiom", "-"},
    {"states without a position",
     "procedure P() {\nassume {:captureState \"top\"} true;\nassert 1 > 0;\n}", "assert", "-"},
    {"a comment without a position", "procedure P() {\n// ----- a ----- X.d\nassert 1 > 0;\n}",
     "assert", "-"},
    {"a comment cut short", "procedure P() {\n// ----- a ----- X.d(3,\nassert 1 > 0;\n}", "assert",
     "-"},
    {"line 0", "procedure P() {\n// ----- a ----- X.d(0,0)\nassert 1 > 0;\n}", "assert", "-"},
    {"a number beyond all lines",
     "procedure P() {\n// ----- a ----- X.d(99999999999999999999,1)\nassert 1 > 0;\n}", "assert",
     "-"},
    {"a text that is broken",
     "procedure P() {\n// ----- a ----- X.d(3,4)\nassert ;\nassert 1 > 0; if", "assert 1",
     "X.d:3:4 a"},
};

static void check (struct tap *tap, const char *name, const char *text, const char *mark,
                   const char *want) {
  struct reading r = read_text (wr_str_of (text));
  const char *last = NULL;
  for (const char *at = strstr (text, mark); at; at = strstr (at + 1, mark)) last = at;
  const struct wr_origin *o =
      last ? wr_source_origin (r.sources, 1, (uint32_t)(last - text)) : NULL;
  wr_buf got = {0};
  if (o)
    wr_buf_print (&got, "%.*s:%u:%u %.*s", WR_STR_ARGS (o->path), o->line, o->column,
                  WR_STR_ARGS (o->kind));
  else
    wr_buf_print (&got, "-");
  SAME (tap, wr_buf_str (&got), want, name);
  wr_buf_free (&got);
  reading_free (&r);
}

int main (void) {
  struct tap tap = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check (&tap, cases[i].name, cases[i].text, cases[i].mark, cases[i].want);
  return tap_done (&tap);
}
