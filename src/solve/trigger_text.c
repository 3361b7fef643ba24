#include "solve/trigger_text.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 6, LONGEST = 160 }; /* levels and bytes of a trigger's text */

void wr_trace_terms_free (struct wr_trace_terms *terms) { WR_VEC_FREE (&terms->terms); }

static bool is_digit (char c) { return c >= '0' && c <= '9'; }

/* `#12` at the beginning of the text, which is left behind; UINT32_MAX: something else. */
static uint32_t take_number (wr_str *text) {
  uint64_t n = 0;
  wr_str rest = *text;
  while (rest.len && *rest.ptr == ' ') rest.ptr++, rest.len--;
  if (rest.len < 2 || *rest.ptr != '#' || !is_digit (rest.ptr[1])) return UINT32_MAX;
  rest.ptr++, rest.len--;
  while (rest.len && is_digit (*rest.ptr) && n < WR_TRACE_MAX_TERMS) {
    n = n * 10 + (uint64_t)(*rest.ptr - '0');
    rest.ptr++, rest.len--;
  }
  if (n >= WR_TRACE_MAX_TERMS || (rest.len && *rest.ptr != ' ')) return UINT32_MAX;
  *text = rest;
  return (uint32_t)n;
}

/* -- reading ----------------------------------------------------------------------------------------------- */

/* The name ends where the rest of the line is a list of terms. */
static size_t name_length (wr_str text) {
  size_t end = text.len;
  for (;;) {
    size_t begin = end;
    while (begin && text.ptr[begin - 1] != ' ') begin--;
    wr_str word = {text.ptr + begin, end - begin};
    if (begin == 0 || take_number (&word) == UINT32_MAX) return end;
    end = begin - 1;
  }
}

static struct wr_trace_term *term_at (struct wr_trace_terms *terms, uint32_t number) {
  WR_ASSERT (number < WR_TRACE_MAX_TERMS);
  while (terms->terms.len <= number)
    WR_VEC_PUSH (&terms->terms, ((struct wr_trace_term){{"", 0}, {"", 0}, 0}));
  return &terms->terms.data[number];
}

static wr_str trimmed (wr_str text) {
  while (text.len && *text.ptr == ' ') text.ptr++, text.len--;
  return text;
}

static uint32_t digits_of (wr_str text) {
  uint32_t n = 0;
  for (size_t i = 0; i < text.len && is_digit (text.ptr[i]) && n < 1 << 20; i++)
    n = n * 10 + (uint32_t)(text.ptr[i] - '0');
  return n;
}

void wr_trace_term (struct wr_trace_terms *terms, wr_str event, wr_str rest) {
  bool app = wr_str_equal (event, WR_LIT ("[mk-app]"));
  bool var = wr_str_equal (event, WR_LIT ("[mk-var]"));
  bool meaning = wr_str_equal (event, WR_LIT ("[attach-meaning]"));
  bool names = wr_str_equal (event, WR_LIT ("[attach-var-names]"));
  if (!app && !var && !meaning && !names) return;
  uint32_t number = take_number (&rest);
  if (number == UINT32_MAX) return;
  struct wr_trace_term *term = term_at (terms, number);
  rest = trimmed (rest);
  if (app) {
    size_t len = name_length (rest);
    *term = (struct wr_trace_term){{rest.ptr, len}, {rest.ptr + len, rest.len - len}, 0};
  } else if (var) {
    *term = (struct wr_trace_term){{"", 0}, {"", 0}, digits_of (rest) + 1};
  } else if (names) {
    *term = (struct wr_trace_term){{"", 0}, rest, 0};
  } else { /* the name of the theory, then the value */
    while (rest.len && *rest.ptr != ' ') rest.ptr++, rest.len--;
    *term = (struct wr_trace_term){trimmed (rest), {"", 0}, 0};
  }
}

/* -- writing ----------------------------------------------------------------------------------------------- */

/* The text without a number at its end and the mark before it; itself: there is none. */
static wr_str without_number (wr_str name, const char *mark) {
  size_t end = name.len, length = strlen (mark);
  while (end && is_digit (name.ptr[end - 1])) end--;
  if (end == name.len || end <= length || memcmp (name.ptr + end - length, mark, length))
    return name;
  return (wr_str){name.ptr, end - length};
}

/* `x@2!v12` is a state of the variable x of the program, `f!f3` its function f. */
static wr_str program_name (wr_str name) {
  wr_str function = without_number (name, "!f");
  return function.len < name.len ? function : without_number (without_number (name, "!v"), "@");
}

/* The name of the i-th variable in `(|y| ; |Int|) (|x| ; |Int|)`; `_`: there are fewer. */
static wr_str variable_name (wr_str names, uint32_t i) {
  for (;; i--) {
    const char *bar = memchr (names.ptr, '|', names.len);
    if (!bar) return WR_LIT ("_");
    size_t from = (size_t)(bar - names.ptr) + 1;
    const char *end = memmem (names.ptr + from, names.len - from, "| ; ", 4);
    if (!end) return WR_LIT ("_");
    wr_str name = {names.ptr + from, (size_t)(end - names.ptr) - from};
    if (i == 0) return program_name (name);
    const char *next = memmem (end, names.len - (size_t)(end - names.ptr), ") (", 3);
    if (!next) return WR_LIT ("_");
    names = (wr_str){next + 2, names.len - (size_t)(next + 2 - names.ptr)};
  }
}

struct writing {
  wr_buf *out;
  const struct wr_trace_terms *terms;
  wr_str names; /* of the quantifier's variables */
  size_t begin;
};

static void add_term (const struct writing *w, uint32_t number, uint32_t depth);

static void add_list (const struct writing *w, wr_str args, const char *between, uint32_t depth) {
  const char *sep = "";
  for (uint32_t arg; (arg = take_number (&args)) != UINT32_MAX; sep = between) {
    wr_buf_print (w->out, "%s", sep);
    add_term (w, arg, depth + 1);
  }
}

static void add_var (const struct writing *w, uint32_t variable) {
  WR_ASSERT (variable > 0);
  wr_buf_add (w->out, variable_name (w->names, variable - 1)); /* the last variable is number 0 */
}

static bool is_infix (wr_str name) {
  static const char *const ops[] = {
      "+", "-", "*", "<=", "<", ">=", ">", "=", "and", "or", "div", "mod"};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (wr_str_equal (name, wr_str_of (ops[i]))) return true;
  return false;
}

/* Reading or writing a map: `m[i]`, `m[i := v]`. */
static bool add_map (const struct writing *w, const struct wr_trace_term *term, uint32_t depth) {
  bool reads = wr_str_equal (term->name, WR_LIT ("select")) ||
               wr_str_starts (term->name, WR_LIT ("!select"));
  bool writes =
      wr_str_equal (term->name, WR_LIT ("store")) || wr_str_starts (term->name, WR_LIT ("!store"));
  wr_str args = term->args;
  uint32_t map = take_number (&args);
  if ((!reads && !writes) || map == UINT32_MAX) return false;
  add_term (w, map, depth + 1);
  const char *sep = "[";
  for (uint32_t arg; (arg = take_number (&args)) != UINT32_MAX; sep = ", ") {
    wr_str ahead = args;
    bool value = writes && take_number (&ahead) == UINT32_MAX;
    wr_buf_print (w->out, "%s", value ? " := " : sep);
    add_term (w, arg, depth + 1);
  }
  wr_buf_add_char (w->out, ']');
  return true;
}

/* `(a + b)`; false: not an operator with two operands or more. */
static bool add_infix (const struct writing *w, wr_str name, wr_str args, uint32_t depth) {
  wr_str rest = args;
  bool two = take_number (&rest) != UINT32_MAX && take_number (&rest) != UINT32_MAX;
  if (!two || !is_infix (name)) return false;
  char between[16];
  snprintf (between, sizeof between, " %.*s ", WR_STR_ARGS (name));
  wr_buf_add_char (w->out, '(');
  add_list (w, args, between, depth);
  wr_buf_add_char (w->out, ')');
  return true;
}

static void add_term (const struct writing *w, uint32_t number, uint32_t depth) {
  if (number >= w->terms->terms.len || depth > DEEPEST || w->out->len - w->begin > LONGEST) {
    wr_buf_print (w->out, "...");
    return;
  }
  const struct wr_trace_term *term = &w->terms->terms.data[number];
  wr_str name = program_name (term->name);
  if (term->variable) {
    add_var (w, term->variable);
  } else if (!term->args.len) {
    wr_buf_add (w->out, name);
  } else if (!add_map (w, term, depth) && !add_infix (w, name, term->args, depth)) {
    wr_buf_add (w->out, name);
    wr_buf_add_char (w->out, '(');
    add_list (w, term->args, ", ", depth);
    wr_buf_add_char (w->out, ')');
  }
}

void wr_trace_trigger (wr_buf *out, const struct wr_trace_terms *terms, uint32_t quant,
                       uint32_t pattern) {
  struct writing w = {out, terms, {"", 0}, out->len};
  if (quant < terms->terms.len) w.names = terms->terms.data[quant].args;
  if (pattern < terms->terms.len) add_list (&w, terms->terms.data[pattern].args, ", ", 0);
}
