/* front/boogie/preprocess.c -- lines that begin with `#`. Conditional lines are blanked out in a copy of the text,
   so every byte keeps its place; `#line` changes how the sources count lines. */
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

/* The length of a blank as .NET trims them at the start (`back`: the end) of a text; 0: no blank. */
static size_t blank_length (wr_str s, bool back) {
  static const char *const wide[] = {"\xc2\x85", "\u00a0", "\u1680", "\u2000", "\u2001",
                                     "\u2002",   "\u2003", "\u2004", "\u2005", "\u2006",
                                     "\u2007",   "\u2008", "\u2009", "\u200a", "\u2028",
                                     "\u2029",   "\u202f", "\u205f", "\u3000"};
  if (!s.len) return 0;
  char c = back ? s.ptr[s.len - 1] : s.ptr[0];
  if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    wr_str one = wr_str_of (wide[i]);
    if (back ? wr_str_ends (s, one) : wr_str_starts (s, one)) return one.len;
  }
  return 0;
}

static wr_str trim (wr_str s) {
  for (size_t n; (n = blank_length (s, false));) s.ptr += n, s.len -= n;
  for (size_t n; (n = blank_length (s, true));) s.len -= n;
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

/* Conditional directives; false if the line is not one. */
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
      wr_diag_add (p->diags, WR_CODE_BAD_DIRECTIVE, span, "this line is not a directive: %.*s",
                   (int)(line.len > 60 ? 60 : line.len), line.ptr);
    blank (p, begin, end);
  }
}

/* Where the first line begins: behind a byte-order mark. */
static size_t first_byte (wr_str text) {
  wr_str mark = WR_LIT ("\xef\xbb\xbf");
  return wr_str_starts (text, mark) ? mark.len : 0;
}

/* Is there a line whose first character after blanks is `#`? */
static bool has_directive (wr_str text) {
  if (!memchr (text.ptr, '#', text.len)) return false;
  for (size_t begin = first_byte (text), next; begin < text.len; begin = next) {
    size_t end = wr_line_end (text, begin, &next);
    const char *hash = memchr (text.ptr + begin, '#', end - begin);
    if (hash && !trim ((wr_str){text.ptr + begin, (size_t)(hash - text.ptr) - begin}).len)
      return true;
  }
  return false;
}

wr_str bpl_preprocess (wr_arena *arena, wr_sources *sources, uint32_t file, wr_diags *diags) {
  wr_str text = wr_source_text (sources, file);
  if (!text.len || !has_directive (text)) return text;
  struct preprocessor p = {
      .sources = sources, .diags = diags, .file = file, .text = text, .arena = arena};
  for (size_t begin = first_byte (text), next; begin < text.len; begin = next) {
    size_t end = wr_line_end (text, begin, &next);
    one_line (&p, begin, end, next);
  }
  if (p.conditions.len)
    wr_diag_add (diags, WR_CODE_BAD_DIRECTIVE, WR_VEC_LAST (&p.conditions).span,
                 "this #if has no #endif");
  WR_VEC_FREE (&p.conditions);
  return p.out ? (wr_str){p.out, text.len} : text;
}
