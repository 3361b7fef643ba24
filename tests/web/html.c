/* What --html writes: data that cannot break out of its element, texts and places as a browser counts them. */
#include "base/json.h"
#include "process.h"
#include "tap.h"

#include <stdlib.h>

struct world {
  struct tap tap;
  char *warrant;
};

/* The data of a page, or NULL; *raw is its text. */
static json_t *data_of (const char *path, wr_buf *page, wr_str *raw) {
  wr_buf_clear (page);
  if (!file_read (path, page)) return NULL;
  const char *text = wr_buf_text (page);
  const char *begin = strstr (text, "id=\"data\">");
  if (!begin) return NULL;
  begin += strlen ("id=\"data\">");
  const char *end = strstr (begin, "</script>");
  if (!end) return NULL;
  *raw = (wr_str){begin, (size_t)(end - begin)};
  return json_loadb (raw->ptr, raw->len, JSON_ALLOW_NUL, NULL);
}

static int cover (struct world *w, char *option, char *first, char *second) {
  char *words[] = {w->warrant,  "cover", "-q",  "--no-cache", "--html",
                   "html.html", option,  first, second,       NULL};
  struct outcome got = process_run (words, NULL);
  int code = got.code;
  outcome_free (&got);
  return code;
}

static json_t *program_of (json_t *data, size_t i) {
  return json_array_get (json_object_get (data, "programs"), i);
}

static const char *text_of (json_t *data) {
  return json_string_value (json_array_get (json_object_get (program_of (data, 0), "texts"), 0));
}

/* The code units before `end` of a text that is valid. */
static json_int_t units (const char *text, const char *end) {
  json_int_t count = 0;
  for (; text < end; text++) {
    unsigned char byte = (unsigned char)*text;
    count += byte >= 0xF0 ? 2 : (byte & 0xC0) != 0x80;
  }
  return count;
}

/* The place of some goal is that of `mark` in the text. */
static bool goal_at (json_t *data, const char *mark) {
  const char *text = text_of (data), *at = text ? strstr (text, mark) : NULL;
  if (!at) return false;
  json_int_t begin = units (text, at), end = begin + units (mark, mark + strlen (mark));
  const char *key;
  json_t *value;
  json_object_foreach (json_object_get (program_of (data, 0), "places"), key, value) {
    if (key[0] == 'g' && json_integer_value (json_array_get (value, 1)) == begin &&
        json_integer_value (json_array_get (value, 2)) == end)
      return true;
  }
  return false;
}

static void test_hostile (struct world *w) {
  wr_buf page = {0};
  wr_str raw = {0};
  file_write ("html.bpl",
              WR_LIT ("// </script><!-- <script>alert(1)</script> \xff \xc3\xa9\n"
                      "procedure P(x: int) requires x > 0;\n{ /* \xf0\x9d\x84\x9e */ assert x > "
                      "0 - 1; }\n"));
  OK (&w->tap, cover (w, "--cores=must", "html.bpl", NULL) == 0, "a page is written");
  json_t *data = data_of ("html.html", &page, &raw);
  OK (&w->tap, data != NULL, "its data is JSON");
  OK (&w->tap, raw.len && !memchr (raw.ptr, '<', raw.len),
      "nothing in it can open or end an element");
  const char *text = text_of (data);
  OK (&w->tap,
      text && strstr (text, "// </script><!-- <script>alert(1)</script> \xef\xbf\xbd \xc3\xa9\n"),
      "the text is whole; a byte that is no UTF-8 is U+FFFD");
  OK (&w->tap, goal_at (data, "assert x > 0 - 1;"), "places count UTF-16 code units");
  json_decref (data);
  wr_buf_free (&page);
}

static void test_long (struct world *w) {
  wr_buf source = {0}, page = {0};
  wr_str raw = {0};
  for (int i = 0; i < 30; i++) {
    wr_buf_print (&source, "procedure P%d(x: int) requires x > %d; { // ", i, i);
    for (int k = 0; k < 97 + i; k++)
      wr_buf_add (&source, WR_LIT ("\xf0\x9d\x84\x9e\xc3\xa9\xe2\x82\xac"));
    wr_buf_print (&source, "\nassert x >= %d; }\n", i);
  }
  file_write ("html.bpl", wr_buf_str (&source));
  OK (&w->tap, cover (w, "--cores=fast", "html.bpl", NULL) == 0, "a long page is written");
  json_t *data = data_of ("html.html", &page, &raw);
  bool all = data != NULL;
  char mark[32];
  for (int i = 0; i < 30 && all; i++) {
    snprintf (mark, sizeof mark, "assert x >= %d;", i);
    all = goal_at (data, mark);
  }
  OK (&w->tap, all, "places are right far behind characters of several bytes");
  json_decref (data);
  wr_buf_free (&page);
  wr_buf_free (&source);
}

static void test_programs (struct world *w) {
  wr_buf page = {0};
  wr_str raw = {0};
  file_write ("html-a.bpl", WR_LIT ("procedure A() { assert true; }\n"));
  file_write ("html-b.bpl", WR_LIT ("#line 700 elsewhere.bpl\nprocedure B() { assert false; }\n"));
  OK (&w->tap, cover (w, "--separate", "html-a.bpl", "html-b.bpl") == 1, "two programs, one fails");
  json_t *data = data_of ("html.html", &page, &raw);
  OK (&w->tap, json_array_size (json_object_get (data, "programs")) == 2, "each is there");
  json_t *diags = json_object_get (program_of (data, 1), "diagnostics");
  json_t *at = json_object_get (json_array_get (diags, 0), "at");
  OK (&w->tap, json_integer_value (json_array_get (at, 1)) == 40,
      "places do not follow #line: they are where the text is");
  OK (&w->tap, json_object_get (json_array_get (diags, 0), "goal") != NULL,
      "a failure names its goal");
  json_decref (data);
  file_write ("html-a.bpl", WR_LIT ("procedure A() { assert 1; }\n"));
  OK (&w->tap, cover (w, "--cores=must", "html-a.bpl", NULL) == 3, "a program that is refused");
  data = data_of ("html.html", &page, &raw);
  diags = json_object_get (program_of (data, 0), "diagnostics");
  OK (&w->tap, json_array_size (diags) == 1, "has a page with its error");
  json_decref (data);
  wr_buf_free (&page);
}

/* The steps of the first failure, as `role text` words; a condition that is false has a `!`. */
static void add_steps (json_t *data, wr_buf *out) {
  json_t *diags = json_object_get (program_of (data, 0), "diagnostics"), *step;
  size_t i;
  json_array_foreach (json_object_get (json_array_get (diags, 0), "trace"), i, step) {
    json_t *at = json_object_get (step, "at");
    size_t begin = (size_t)json_integer_value (json_array_get (at, 1));
    size_t end = (size_t)json_integer_value (json_array_get (at, 2));
    wr_buf_print (out, "%s%s %.*s|", json_object_get (step, "negative") ? "!" : "",
                  json_string_value (json_object_get (step, "role")), (int)(end - begin),
                  text_of (data) + begin);
  }
}

static void test_trace (struct world *w) {
  wr_buf page = {0}, steps = {0};
  wr_str raw = {0};
  file_write ("html.bpl", WR_LIT ("procedure Q(n: int) returns (r: int); ensures r > n;\n"
                                  "procedure P(x: int) requires x < 9; { var y: int;\n"
                                  "  y := x; call y := Q(y);\n"
                                  "  if (x > 0) { y := 1; } else { y := 2; assume y > 0; }\n"
                                  "  assert y == 5; }\n"));
  OK (&w->tap, cover (w, "--cores=must", "html.bpl", NULL) == 1, "a goal fails");
  json_t *data = data_of ("html.html", &page, &raw);
  add_steps (data, &steps);
  const char *text = wr_buf_text (&steps);
  OK (&w->tap,
      !strcmp (text, "assign y := x;|ensures-of-call call y := Q(y);|condition x > 0|assign y := "
                     "1;|") ||
          !strcmp (text, "assign y := x;|ensures-of-call call y := Q(y);|!condition x > 0|assign "
                         "y := 2;|assume assume y > 0;|"),
      "the way to it is told by what the source says: %s", text);
  char *program = json_dumps (program_of (data, 0), 0);
  OK (&w->tap, program && !strstr (program, "anon"), "and not by the names of blocks");
  free (program);
  json_decref (data);
  wr_buf_free (&page);
  wr_buf_free (&steps);
}

static void test_translated (struct world *w) {
  wr_buf page = {0}, source = {0};
  wr_str raw = {0};
  wr_buf_add (&source, WR_LIT ("function F(x: int): bool;\n"));
  for (int i = 0; i < 60; i++) wr_buf_print (&source, "axiom F(%d) ==> F(%d);\n", i, i);
  wr_buf_add (&source, WR_LIT ("procedure {:verboseName \"M.P (correctness)\"} P(x: int) requires "
                               "x > 0; ensures x > -1; { }\n"
                               "procedure Q() { call P(1); }\n"));
  file_write ("html.bpl", wr_buf_str (&source));
  OK (&w->tap, cover (w, "--cores=must", "html.bpl", NULL) == 0, "a program with a prelude");
  json_t *data = data_of ("html.html", &page, &raw), *program = program_of (data, 0);
  const char *title =
      json_string_value (json_object_get (json_object_get (program, "titles"), "P"));
  OK (&w->tap, title && !strcmp (title, "M.P (correctness)"), "its procedures have titles");
  OK (&w->tap, json_object_size (json_object_get (program, "titles")) == 1,
      "but not those without");
  OK (&w->tap, json_array_size (json_object_get (program, "generated")) == 60,
      "its axioms are not the user's");
  json_decref (data);
  wr_buf_free (&page);
  wr_buf_free (&source);
}

static void test_edges (struct world *w) {
  char *words[] = {w->warrant,   "verify", "-q", "--html", "no-such-folder/x.html",
                   "html-b.bpl", NULL};
  struct outcome got = process_run (words, NULL);
  OK (&w->tap, got.code == 3 && strstr (wr_buf_text (&got.err), "cannot create"),
      "a page that cannot be made is bad usage");
  outcome_free (&got);
}

int main (int argc, char **argv) {
  struct world w = {.warrant = argc > 1 ? argv[1] : "warrant"};
  test_hostile (&w);
  test_long (&w);
  test_programs (&w);
  test_trace (&w);
  test_translated (&w);
  test_edges (&w);
  return tap_done (&w.tap);
}
