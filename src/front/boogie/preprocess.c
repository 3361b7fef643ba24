/* front/boogie/preprocess.c -- lines that begin with `#`.  Conditional lines are blanked out in a copy of
   the text, so that every byte keeps its place; `#line` tells the sources how to count. */
#include "front/boogie/lex.h"

#include "base/vec.h"

#include <string.h>

struct condition {
  bool outer;     /* is the text around this #if included? */
  bool active;    /* is the current alternative included? */
  bool may_still; /* may a later alternative be included? */
  bool seen_else;
  wr_span span;
};

struct preprocessor {
  wr_sources *sources;
  wr_diags *diags;
  uint32_t file;
  wr_str text;
  char *out; /* NULL until something is blanked */
  wr_arena *arena;
  WR_VEC (struct condition) conditions;
};

static wr_str trim (wr_str s) {
  while (s.len && (s.ptr[0] == ' ' || s.ptr[0] == '\t')) s.ptr++, s.len--;
  while (s.len && strchr (" \t\r", s.ptr[s.len - 1]) && s.ptr[s.len - 1]) s.len--;
  return s;
}

static wr_str after (wr_str s, size_t n) { return trim ((wr_str){s.ptr + n, s.len - n}); }

static bool included (const struct preprocessor *p) {
  return p->conditions.len == 0 || WR_VEC_LAST (&p->conditions).active;
}

/* The only name that is defined is FILE_n for the n-th file, from 0. */
static bool holds (const struct preprocessor *p, wr_str name) {
  bool sense = true;
  while (name.len && name.ptr[0] == '!') {
    sense = !sense;
    name = after (name, 1);
  }
  wr_buf buf = {0};
  wr_buf_print (&buf, "FILE_%u", p->file - 1);
  bool equal = wr_str_equal (wr_buf_str (&buf), name);
  wr_buf_free (&buf);
  return equal == sense;
}

static void blank (struct preprocessor *p, size_t begin, size_t end) {
  if (!p->out) {
    p->out = WR_NEW (p->arena, char, p->text.len + 1);
    memcpy (p->out, p->text.ptr, p->text.len);
  }
  memset (p->out + begin, ' ', end - begin);
}

static void open_if (struct preprocessor *p, wr_str name, wr_span span) {
  struct condition c = {.outer = included (p), .span = span};
  c.active = c.outer && holds (p, name);
  c.may_still = c.outer && !c.active;
  WR_VEC_PUSH (&p->conditions, c);
}

static bool misplaced (struct preprocessor *p, bool needs_no_else, const char *what, wr_span span) {
  if (p->conditions.len && !(needs_no_else && WR_VEC_LAST (&p->conditions).seen_else)) return false;
  wr_diag_add (p->diags, WR_CODE_BAD_DIRECTIVE, span, "misplaced %s", what);
  return true;
}

static void alternative (struct preprocessor *p, bool take) {
  struct condition *c = &WR_VEC_LAST (&p->conditions);
  c->active = c->may_still && take;
  c->may_still = c->may_still && !c->active;
}

/* Conditional directives; false if the line is none. */
static bool conditional (struct preprocessor *p, wr_str line, wr_span span) {
  if (wr_str_starts (line, WR_LIT ("#if"))) {
    open_if (p, after (line, 3), span);
  } else if (wr_str_starts (line, WR_LIT ("#elsif"))) {
    if (!misplaced (p, true, "#elsif", span)) alternative (p, holds (p, after (line, 6)));
  } else if (wr_str_equal (line, WR_LIT ("#else"))) {
    if (!misplaced (p, true, "#else", span)) {
      alternative (p, true);
      WR_VEC_LAST (&p->conditions).seen_else = true;
    }
  } else if (wr_str_equal (line, WR_LIT ("#endif"))) {
    if (!misplaced (p, false, "#endif", span)) (void)WR_VEC_POP (&p->conditions);
  } else {
    return false;
  }
  return true;
}

/* `#line n [file]`: the next line has this number. */
static bool line_directive (struct preprocessor *p, wr_str line, size_t next) {
  if (!wr_str_equal (line, WR_LIT ("#line")) && !wr_str_starts (line, WR_LIT ("#line ")))
    return false;
  wr_str rest = after (line, 5);
  uint32_t number = 0;
  bool negative = rest.len && rest.ptr[0] == '-'; /* legal, but counts no lines */
  if (negative) rest = after (rest, 1);
  size_t i = 0;
  for (; i < rest.len && rest.ptr[i] >= '0' && rest.ptr[i] <= '9'; i++) {
    number = number * 10 + (uint32_t)(rest.ptr[i] - '0');
    if (number > 100000000) return false;
  }
  if (i == 0 || (i < rest.len && rest.ptr[i] != ' ')) return false;
  if (next < p->text.len && !negative)
    wr_source_set_line (p->sources, p->file, (uint32_t)next, number, after (rest, i));
  return true;
}

static void one_line (struct preprocessor *p, size_t begin, size_t end, size_t next) {
  wr_str line = trim ((wr_str){p->text.ptr + begin, end - begin});
  wr_span span = {p->file, (uint32_t)begin, (uint32_t)end};
  bool hash = line.len && line.ptr[0] == '#';
  if (hash && conditional (p, line, span)) {
    blank (p, begin, end);
  } else if (!included (p)) {
    blank (p, begin, end);
  } else if (p->text.ptr[begin] == '#' && begin < end) {
    if (!line_directive (p, line, next))
      wr_diag_add (p->diags, WR_CODE_BAD_DIRECTIVE, span, "this line is no directive: %.*s",
                   (int)(line.len > 60 ? 60 : line.len), line.ptr);
    blank (p, begin, end);
  }
}

/* Is there a line whose first character that is no blank is `#`? */
static bool has_directive (wr_str text) {
  const char *at = text.ptr, *stop = text.ptr + text.len;
  while ((at = memchr (at, '#', (size_t)(stop - at)))) {
    const char *before = at;
    while (before > text.ptr && (before[-1] == ' ' || before[-1] == '\t')) before--;
    if (before == text.ptr || before[-1] == '\n') return true;
    at++;
  }
  return false;
}

wr_str bpl_preprocess (wr_arena *arena, wr_sources *sources, uint32_t file, wr_diags *diags) {
  wr_str text = wr_source_text (sources, file);
  if (!has_directive (text)) return text;
  struct preprocessor p = {
      .sources = sources, .diags = diags, .file = file, .text = text, .arena = arena};
  for (size_t begin = 0; begin < text.len;) {
    const char *eol = memchr (text.ptr + begin, '\n', text.len - begin);
    size_t end = eol ? (size_t)(eol - text.ptr) : text.len, next = eol ? end + 1 : end;
    one_line (&p, begin, end, next);
    begin = next;
  }
  if (p.conditions.len)
    wr_diag_add (diags, WR_CODE_BAD_DIRECTIVE, WR_VEC_LAST (&p.conditions).span,
                 "this #if has no #endif");
  WR_VEC_FREE (&p.conditions);
  return p.out ? (wr_str){p.out, text.len} : text;
}
