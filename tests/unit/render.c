/* Diagnostics as text with carets, as workflow annotations and as JSON. */
#include "source/render.h"
#include "tap.h"

struct world {
  wr_arena *arena;
  wr_sources *sources;
  wr_diags *diags;
};

static struct world world_new (wr_str text) {
  struct world w = {.arena = wr_arena_new ()};
  w.sources = wr_sources_new (w.arena);
  w.diags = wr_diags_new (w.arena);
  wr_sources_add (w.sources, WR_LIT ("a.bpl"), text);
  return w;
}

static void world_free (struct world *w) {
  wr_diags_free (w->diags);
  wr_sources_free (w->sources);
  wr_arena_free (w->arena);
}

static void expect_text (struct tap *t, const char *name, wr_str text, uint32_t begin, uint32_t end,
                         const char *want) {
  struct world w = world_new (text);
  wr_diag *d = wr_diag_add (w.diags, WR_CODE_SYNTAX, (wr_span){1, begin, end}, "bad");
  wr_buf out = {0};
  wr_render_text (&out, &(struct wr_render){.sources = w.sources}, d);
  SAME (t, wr_buf_str (&out), want, name);
  wr_buf_free (&out);
  world_free (&w);
}

#define HEAD(place) "a.bpl:" place ": error: bad [syntax]\n"

static void test_carets (struct tap *t) {
  expect_text (t, "a word is underlined", WR_LIT ("x := foo;\n"), 5, 8,
               HEAD ("1:6") "    1 | x := foo;\n      |      ^~~\n");
  expect_text (t, "an empty span has one caret", WR_LIT ("abc\n"), 1, 1,
               HEAD ("1:2") "    1 | abc\n      |  ^\n");
  expect_text (t, "the end of the file", WR_LIT ("abc"), 3, 3,
               HEAD ("1:4") "    1 | abc\n      |    ^\n");
  expect_text (t, "an empty file has no source line", WR_LIT (""), 0, 0, HEAD ("1:1"));
  expect_text (t, "tabs are expanded", WR_LIT ("\tx\ty"), 3, 4,
               HEAD ("1:4") "    1 |     x   y\n      |         ^\n");
  expect_text (t, "wide characters take two columns", WR_LIT ("\"漢字\" x"), 9, 10,
               HEAD ("1:10") "    1 | \"漢字\" x\n      |        ^\n");
  expect_text (t, "combining marks take none", WR_LIT ("e\xCC\x81 x"), 4, 5,
               HEAD ("1:5") "    1 | e\xCC\x81 x\n      |   ^\n");
  expect_text (t, "control characters and bad bytes are replaced", WR_LIT ("\33[1m\xFF\0x"), 6, 7,
               HEAD ("1:7") "    1 | �[1m��x\n      |       ^\n");
  expect_text (t, "two lines", WR_LIT ("ab +\n  cd;"), 1, 9,
               HEAD ("1:2") "    1 | ab +\n      |  ^~~\n    2 |   cd;\n      |   ~~\n");
  expect_text (t, "many lines", WR_LIT ("a\nb\nc\nd"), 0, 7,
               HEAD ("1:1") "    1 | a\n      | ^\n  ... |\n    4 | d\n      | ~\n");
  expect_text (t, "a span that ends with a line end", WR_LIT ("ab\ncd"), 0, 3,
               HEAD ("1:1") "    1 | ab\n      | ^~\n");
}

static void test_long_line (struct tap *t) {
  wr_buf line = {0};
  for (int i = 0; i < 1000; i++) wr_buf_add (&line, WR_LIT ("é"));
  struct world w = world_new (wr_buf_str (&line));
  wr_diag *d = wr_diag_add (w.diags, WR_CODE_SYNTAX, (wr_span){1, 1000, 1002}, "bad");
  wr_buf out = {0};
  wr_render_text (&out, &(struct wr_render){.sources = w.sources}, d);
  wr_str got = wr_buf_str (&out);
  OK (t, got.len < 600, "a long line is cut: %zu bytes", got.len);
  OK (t, strstr (wr_buf_text (&out), "| …é") && strstr (wr_buf_text (&out), "é…\n"),
      "with an ellipsis on both sides");
  const char *mark = strchr (wr_buf_text (&out), '^');
  OK (t, mark && mark[-1] == ' ' && mark[1] == '\n', "the caret is inside");
  wr_buf_free (&out);
  wr_buf_free (&line);
  world_free (&w);
}

static void test_rest (struct tap *t) {
  struct world w = world_new (WR_LIT ("var x: int;\nx := y;\n"));
  wr_diag *d = wr_diag_add (w.diags, WR_CODE_UNDECLARED, (wr_span){1, 17, 18}, "no 100%% y\33[2J");
  wr_diag_note (w.diags, d, (wr_span){1, 4, 5}, "did you mean x?");
  wr_diag_note (w.diags, d, (wr_span){0}, "a note without a place");
  struct wr_render how = {.sources = w.sources};
  wr_buf out = {0};
  wr_render_text (&out, &how, d);
  SAME (t, wr_buf_str (&out),
        "a.bpl:2:6: error: no 100% y�[2J [undeclared-identifier]\n    2 | x := y;\n"
        "      |      ^\n"
        "a.bpl:1:5: note: did you mean x?\n    1 | var x: int;\n      |     ^\n"
        "note: a note without a place\n",
        "notes; escape sequences do not get through");
  wr_buf_clear (&out);
  how.color = true;
  wr_render_text (&out, &how, d);
  OK (t, strstr (wr_buf_text (&out), "\33[1;31merror: \33[0m"), "colours");
  json_t *json = wr_render_json (w.sources, d, NULL);
  char *text = json_dumps (json, JSON_COMPACT);
  SAME (t, wr_str_of (text),
        "{\"severity\":\"error\",\"code\":\"undeclared-identifier\",\"line\":2,\"column\":6,"
        "\"end_line\":2,\"end_column\":7,\"message\":\"no 100% y\\u001B[2J\",\"notes\":["
        "{\"file\":\"a.bpl\",\"line\":1,\"column\":5,\"message\":\"did you mean x?\"},"
        "{\"message\":\"a note without a place\"}]}",
        "JSON");
  free (text);
  json_decref (json);
  OK (t, wr_diag_native (d, WR_LIT ("parser.error")) == d, "a native name");
  json = wr_render_json (w.sources, d, NULL);
  OK (t, !json_object_get (json, "mine"), "a language without a key for native names");
  json_decref (json);
  json = wr_render_json (w.sources, d, "mine");
  SAME (t, wr_str_of (json_string_value (json_object_get (json, "mine"))), "parser.error",
        "the native name under the key of the language");
  json_decref (json);
  wr_buf_clear (&out);
  how.color = false;
  d = wr_diag_add (w.diags, WR_CODE_FILE_MISSING, (wr_span){1, 0, 0}, "no such file");
  wr_render_text (&out, &how, d);
  SAME (t, wr_buf_str (&out), "a.bpl: error: no such file [file-missing]\n", "no line 1:1");
  wr_buf_clear (&out);
  d = wr_diag_add (w.diags, WR_CODE_TOO_MANY_ERRORS, (wr_span){0}, "more");
  wr_render_text (&out, &how, d);
  SAME (t, wr_buf_str (&out), "warrant: info: more [too-many-errors]\n", "nowhere");
  wr_buf_free (&out);
  world_free (&w);
}

static void test_line_directive (struct tap *t) {
  struct world w = world_new (WR_LIT ("#line 7 p.dfy\nabc\n"));
  wr_source_set_line (w.sources, 1, 14, 7, WR_LIT ("p.dfy"));
  wr_diag *d = wr_diag_add (w.diags, WR_CODE_SYNTAX, (wr_span){1, 15, 16}, "bad");
  wr_buf out = {0};
  wr_render_text (&out, &(struct wr_render){.sources = w.sources}, d);
  SAME (t, wr_buf_str (&out), "p.dfy:7:2: error: bad [syntax]\n    7 | abc\n      |  ^\n",
        "line and path follow #line, the text is the physical one");
  json_t *json = wr_render_json (w.sources, d, NULL);
  SAME (t, wr_str_of (json_string_value (json_object_get (json, "file"))), "p.dfy", "JSON file");
  json_decref (json);
  wr_buf_free (&out);
  world_free (&w);
}

int main (void) {
  struct tap t = {0};
  test_carets (&t);
  test_long_line (&t);
  test_rest (&t);
  test_line_directive (&t);
  return tap_done (&t);
}
