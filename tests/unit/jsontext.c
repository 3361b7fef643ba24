/* JSON written without a tree is what jansson writes of a tree. */
#include "base/json.h"
#include "base/jsontext.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static int add_bytes (const char *bytes, size_t size, void *out) {
  wr_buf_add (out, (wr_str){bytes, size});
  return 0;
}

static uint64_t draw (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static json_t *random_text (uint64_t *state) {
  static const char *const parts[] = {"a", "\"", "\\", "\n",   "\t", "\1",
                                      "/", "é",  "∀",  "\x7f", " ",  "::"};
  wr_buf text = {0};
  for (uint64_t n = draw (state) % 6; n; n--)
    wr_buf_add (&text, wr_str_of (parts[draw (state) % (sizeof parts / sizeof *parts)]));
  json_t *value = wr_json_text (wr_buf_str (&text));
  wr_buf_free (&text);
  return value;
}

static json_t *random_tree (uint64_t *state, int depth) {
  json_t *value;
  switch (draw (state) % (depth > 0 ? 9 : 7)) {
  case 0: return json_integer ((json_int_t)draw (state) - (1 << 30));
  case 1: return json_real ((double)draw (state) * 4096);
  case 2: return json_real (0);
  case 3: return json_boolean (draw (state) & 1);
  case 4: return json_null ();
  case 5: return json_real ((double)draw (state) * 1e-20);
  case 6: return random_text (state);
  case 7:
    value = wr_json_array ();
    for (uint64_t n = draw (state) % 5; n; n--)
      wr_json_push (value, random_tree (state, depth - 1));
    return value;
  default:
    value = wr_json_object ();
    for (uint64_t n = draw (state) % 5; n; n--) {
      json_t *key = random_text (state);
      wr_json_set (value, json_string_value (key), random_tree (state, depth - 1));
      json_decref (key);
    }
    return value;
  }
}

static void test_trees (struct tap *t) {
  uint64_t state = 7, wrong = 0;
  for (int i = 0; i < 3000; i++) {
    json_t *tree = random_tree (&state, 20);
    wr_buf ours = {0}, theirs = {0};
    wr_json_dump (&ours, tree);
    json_dump_callback (tree, add_bytes, &theirs,
                        JSON_INDENT (2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION (6));
    wr_buf_add_char (&theirs, '\n');
    if (!wr_str_equal (wr_buf_str (&ours), wr_buf_str (&theirs)) && !wrong++) {
      tap_show ("ours", wr_buf_str (&ours));
      tap_show ("jansson's", wr_buf_str (&theirs));
    }
    wr_buf_free (&ours);
    wr_buf_free (&theirs);
    json_decref (tree);
  }
  OK (t, wrong == 0, "3000 trees are written as jansson writes them");
}

static double reread (wr_buf *text, double value) {
  wr_buf_clear (text);
  wr_jt_real (&(struct wr_jsontext){.out = text}, NULL, value);
  return strtod (wr_buf_text (text), NULL);
}

/* Six digits, and reading and writing a number again gives the same text. */
static void test_reals (struct tap *t) {
  uint64_t state = 3, wrong = 0, unstable = 0;
  wr_buf text = {0}, again = {0};
  for (int i = 0; i < 200000; i++) {
    double value = (double)draw (&state) / 2147483648.0 * pow (10, (double)(draw (&state) % 9) - 7);
    double got = reread (&text, value);
    wrong += fabs (got - value) > 5.001e-6 * value;
    reread (&again, got);
    unstable += !wr_str_equal (wr_buf_str (&text), wr_buf_str (&again));
  }
  OK (t, wrong == 0 && unstable == 0, "reals: %d wrong, %d change", (int)wrong, (int)unstable);
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0.1, "0.1"},           {0.09999996, "0.1"}, {0.09999994, "0.0999999"},
               {0.0001, "0.0001"},     {0.00001, "1e-5"},   {0.999999, "0.999999"},
               {0.9999996, "1.0"},     {12, "12.0"},        {-0.25, "-0.25"},
               {1e300, "1e300"},       {0.103, "0.103"},    {0.000999999999, "0.001"},
               {0.1234565, "0.123457"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reread (&text, cases[i].value);
    SAME (t, wr_buf_str (&text), cases[i].text, "a real");
  }
  wr_buf_clear (&text);
  wr_jt_real (&(struct wr_jsontext){.out = &text}, NULL, NAN);
  SAME (t, wr_buf_str (&text), "null", "not a number");
  wr_buf_free (&text);
  wr_buf_free (&again);
}

/* A list that is already written is put where an empty one stands, and nowhere else. */
static void test_pieces (struct tap *t) {
  json_t *tree = wr_json_object (), *place = wr_json_array ();
  wr_json_set (tree, "other", wr_json_array ());
  wr_json_set (tree, "here", place);
  wr_buf out = {0};
  wr_json_dump_pieces (&out, tree, &(struct wr_json_piece){.at = place, .text = WR_LIT ("[7]")}, 1);
  SAME (t, wr_buf_str (&out), "{\n  \"other\": [],\n  \"here\": [7]\n}\n", "a piece");
  wr_buf_free (&out);
  json_decref (tree);
}

static void write_numbers (const struct wr_json_piece *piece, wr_buf *out) {
  struct wr_jsontext to = {.out = out};
  wr_jt_open (&to, NULL, '[');
  to.depth++;
  wr_jt_open (&to, NULL, '{');
  to.flat = true;
  wr_jt_count (&to, "n", *(const uint32_t *)piece->what + piece->file);
  wr_jt_word (&to, "w", "x");
  wr_jt_close (&to, '}');
  to.flat = false;
  wr_jt_close (&to, ']');
}

/* A piece that is written when its place is reached, with an object on one line. */
static void test_late_piece (struct tap *t) {
  json_t *tree = wr_json_object (), *place = wr_json_array ();
  uint32_t number = 5;
  wr_json_set (tree, "here", place);
  wr_buf out = {0};
  struct wr_json_piece piece = {.at = place, .write = write_numbers, .what = &number, .file = 2};
  wr_json_dump_pieces (&out, tree, &piece, 1);
  SAME (t, wr_buf_str (&out), "{\n  \"here\": [\n    {\"n\": 7,\"w\": \"x\"}\n  ]\n}\n",
        "a late piece");
  wr_buf_free (&out);
  json_decref (tree);
}

int main (void) {
  struct tap t = {0};
  test_trees (&t);
  test_reals (&t);
  test_pieces (&t);
  test_late_piece (&t);
  return tap_done (&t);
}
