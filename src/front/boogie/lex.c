/* front/boogie/lex.c -- the lexer: longest match, as Boogie's generated scanner does it. */
#include "front/boogie/lex.h"

#include "base/check.h"

#include <string.h>

enum { CLASS_WORD = 1, CLASS_DIGIT = 2, CLASS_HEX = 4, CLASS_BLANK = 8 };

/* By byte: W letters and signs of identifiers, H those that are hexadecimal digits too. */
enum {
  W = CLASS_WORD,
  H = CLASS_WORD | CLASS_HEX,
  D = CLASS_DIGIT | CLASS_HEX,
  B = CLASS_BLANK,
  o = 0
};
static const uint8_t classes[256] = {
    /* clang-format off */
    o, o, o, o, o, o, o, o, o, B, B, o, o, B, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o,
    B, o, o, W, W, o, o, W, o, o, o, o, o, o, W, o, D, D, D, D, D, D, D, D, D, D, o, o, o, o, o, W,
    o, H, H, H, H, H, H, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, o, o, o, W, W,
    W, H, H, H, H, H, H, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, o, o, o, W, o,
    /* clang-format on */
};

static unsigned class_of (unsigned char c) { return classes[c]; }

static bool is_digit (char c) { return c >= '0' && c <= '9'; }
static bool is_hex (char c) { return class_of ((unsigned char)c) & CLASS_HEX; }

enum bpl_token_kind bpl_word_kind (const char *text, size_t len) {
  static const struct {
    const char *text;
    size_t len;
    enum bpl_token_kind kind;
  } words[] = {
#define X(name, text) {text, sizeof text - 1, BPL_TOK_##name},
      BPL_WORDS (X)
#undef X
  };
  if (len < 2 || len > 22 || ((text[0] < 'a' || text[0] > 'y') && text[0] != 'R'))
    return BPL_TOK_IDENT;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].len == len && words[i].text[0] == text[0] && !memcmp (words[i].text, text, len))
      return words[i].kind;
  return BPL_TOK_IDENT;
}

const char *bpl_token_name (enum bpl_token_kind kind) {
  switch (kind) {
  case BPL_TOK_END: return "the end of the file";
  case BPL_TOK_IDENT: return "an identifier";
  case BPL_TOK_DIGITS: return "a number";
  case BPL_TOK_BV: return "a bitvector literal";
  case BPL_TOK_DECIMAL: return "a decimal number";
  case BPL_TOK_FLOAT: return "a floating-point literal";
  case BPL_TOK_STRING: return "a string";
  case BPL_TOK_BAD: return "an invalid character";
  case BPL_TOK_BAD_STRING: return "an unterminated string";
#define X(name, text)                                                                              \
  case BPL_TOK_##name: return "`" text "`";
    BPL_WORDS (X)
    BPL_SIGNS (X)
#undef X
  case BPL_TOK_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* -- blanks and comments ----------------------------------------------------------------------- */

/* Past a comment that begins at `at`; comments nest.  Long files may hold deep nesting: a counter. */
static uint32_t skip_comment (struct bpl_lexer *lexer, uint32_t at) {
  const char *s = lexer->text;
  uint32_t begin = at, depth = 1;
  at += 2;
  while (at + 1 < lexer->len) {
    if (s[at] == '*' && s[at + 1] == '/') {
      at += 2;
      if (--depth == 0) return at;
    } else if (s[at] == '/' && s[at + 1] == '*') {
      at += 2;
      depth++;
    } else {
      at++;
    }
  }
  lexer->open_comment = true;
  if (lexer->diags)
    wr_diag_add (lexer->diags, WR_CODE_UNTERMINATED_COMMENT,
                 (wr_span){lexer->file, begin, begin + 2}, "this comment has no end");
  return lexer->len;
}

static uint32_t skip_blanks (struct bpl_lexer *lexer) {
  const char *s = lexer->text;
  uint32_t at = lexer->at;
  for (;;) {
    while (at < lexer->len && (class_of ((unsigned char)s[at]) & CLASS_BLANK)) at++;
    if (at + 1 >= lexer->len || s[at] != '/') return at;
    if (s[at + 1] == '/') {
      size_t next;
      at = (uint32_t)wr_line_end ((wr_str){s, lexer->len}, at, &next);
    } else if (s[at + 1] == '*') {
      at = skip_comment (lexer, at);
    } else {
      return at;
    }
  }
}

/* -- numbers ----------------------------------------------------------------------------------- */

static uint32_t digits_end (const char *s, uint32_t at) {
  while (is_digit (s[at])) at++;
  return at;
}

/* D+ 'e' D+ from `at`, or 0. */
static uint32_t sizes_end (const char *s, uint32_t at) {
  uint32_t e = digits_end (s, at);
  if (e == at || s[e] != 'e') return 0;
  uint32_t end = digits_end (s, e + 1);
  return end == e + 1 ? 0 : end;
}

static uint32_t digits_begin (const char *s, uint32_t from, uint32_t end) {
  while (end > from && is_digit (s[end - 1])) end--;
  return end;
}

/* Does s[from, end) match H+ 'e' ['-'] D+ 'f' D+ 'e' D+?  H includes 'e', 'f' and digits, so it is read
   from the end.  `dash` is the first '-' at or after `from`. */
static bool fraction_ends_at (const char *s, uint32_t from, uint32_t dash, uint32_t end) {
  uint32_t at = digits_begin (s, from, end);
  if (at == end || at == from || s[at - 1] != 'e') return false;
  uint32_t stop = at - 1;
  at = digits_begin (s, from, stop);
  if (at == stop || at == from || s[at - 1] != 'f') return false;
  stop = at - 1;
  at = digits_begin (s, from, stop);
  if (at == stop || at == from) return false;
  if (s[at - 1] == '-') {
    at--;
    if (dash != at) return false;
  } else if (dash < at) {
    return false;
  }
  return at > from + 1 && s[at - 1] == 'e';
}

/* 0x H+ '.' H+ 'e' ['-'] D+ 'f' D+ 'e' D+ from `at`, or 0; the longest match. */
static uint32_t hex_float_end (const char *s, uint32_t at) {
  if (s[at] != '0' || s[at + 1] != 'x') return 0;
  uint32_t from = at + 2;
  while (is_hex (s[from])) from++;
  if (from == at + 2 || s[from] != '.') return 0;
  from++;
  uint32_t end = from, dash = UINT32_MAX;
  for (; is_hex (s[end]) || s[end] == '-'; end++)
    if (s[end] == '-' && dash == UINT32_MAX) dash = end;
  while (end > from) { /* within one run of digits only the longest can match */
    uint32_t run = digits_begin (s, from, end);
    if (run < end && fraction_ends_at (s, from, dash, end)) return end;
    end = run < end ? run : end - 1;
  }
  return 0;
}

static uint32_t float_end (const char *s, uint32_t at) {
  if (s[at] != '0') return 0;
  if (s[at + 1] == 'x') return hex_float_end (s, at);
  if (!memcmp (s + at + 1, "NaN", 3) || !memcmp (s + at + 1, "nan", 3) ||
      !memcmp (s + at + 1, "+oo", 3) || !memcmp (s + at + 1, "-oo", 3))
    return sizes_end (s, at + 4);
  return 0;
}

static uint32_t exponent_end (const char *s, uint32_t at) {
  if (s[at] != 'e') return at;
  uint32_t from = at + 1 + (s[at + 1] == '-');
  uint32_t end = digits_end (s, from);
  return end == from ? at : end;
}

static struct bpl_token number (const struct bpl_lexer *lexer, uint32_t at) {
  const char *s = lexer->text;
  if (s[at] == '0' && lexer->len - at >= 4) {
    uint32_t end = float_end (s, at);
    if (end) return (struct bpl_token){BPL_TOK_FLOAT, at, end};
  }
  uint32_t end = digits_end (s, at);
  if (s[end] == 'b' && s[end + 1] == 'v' && is_digit (s[end + 2]))
    return (struct bpl_token){BPL_TOK_BV, at, digits_end (s, end + 2)};
  if (s[end] == '.' && is_digit (s[end + 1]))
    return (struct bpl_token){BPL_TOK_DECIMAL, at, exponent_end (s, digits_end (s, end + 1))};
  uint32_t exponent = exponent_end (s, end);
  if (exponent != end) return (struct bpl_token){BPL_TOK_DECIMAL, at, exponent};
  return (struct bpl_token){BPL_TOK_DIGITS, at, end};
}

/* -- strings, words, signs --------------------------------------------------------------------- */

/* The longest match: a backslash before a quote may also end the string, if no later quote does. */
static struct bpl_token string (const struct bpl_lexer *lexer, uint32_t begin) {
  const char *s = lexer->text;
  uint32_t escaped = 0;
  for (uint32_t at = begin + 1; at < lexer->len && s[at] != '\n' && s[at] != '\r'; at++) {
    if (s[at] != '"') continue;
    if (s[at - 1] != '\\' || at == begin + 1)
      return (struct bpl_token){BPL_TOK_STRING, begin, at + 1};
    escaped = at + 1;
  }
  if (escaped) return (struct bpl_token){BPL_TOK_STRING, begin, escaped};
  return (struct bpl_token){BPL_TOK_BAD_STRING, begin, begin + 1};
}

static uint32_t word_end (const char *s, uint32_t at) {
  while (class_of ((unsigned char)s[at]) & (CLASS_WORD | CLASS_DIGIT)) at++;
  return at;
}

static struct bpl_token word (const struct bpl_lexer *lexer, uint32_t at) {
  uint32_t end = word_end (lexer->text, at + 1);
  return (struct bpl_token){bpl_word_kind (lexer->text + at, end - at), at, end};
}

static struct bpl_token sign (uint32_t at, enum bpl_token_kind kind, uint32_t len) {
  return (struct bpl_token){kind, at, at + len};
}

/* One character beyond ASCII, well-formed or not. */
static struct bpl_token wide (const struct bpl_lexer *lexer, uint32_t at) {
  static const struct {
    char text[4];
    enum bpl_token_kind kind;
  } table[] = {
      {"\u2200", BPL_TOK_FORALL},  {"\u2203", BPL_TOK_EXISTS}, {"\u03bb", BPL_TOK_LAMBDA},
      {"\u2022", BPL_TOK_QSEP},    {"\u21d4", BPL_TOK_IFF},    {"\u21d2", BPL_TOK_IMPLIES},
      {"\u21d0", BPL_TOK_EXPLIES}, {"\u2227", BPL_TOK_AND},    {"\u2228", BPL_TOK_OR},
      {"\u2260", BPL_TOK_NE},      {"\u2264", BPL_TOK_LE},     {"\u2265", BPL_TOK_GE},
      {"\u00ac", BPL_TOK_NOT},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    uint32_t len = (uint32_t)strlen (table[i].text);
    if (lexer->len - at >= len && !memcmp (lexer->text + at, table[i].text, len))
      return sign (at, table[i].kind, len);
  }
  unsigned char c = (unsigned char)lexer->text[at];
  uint32_t want = c >= 0xf0 && c < 0xf8 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1, len = 1;
  if (c >= 0xf8) want = 1;
  while (len < want && at + len < lexer->len &&
         ((unsigned char)lexer->text[at + len] & 0xc0) == 0x80)
    len++;
  return sign (at, BPL_TOK_BAD, len == want ? len : 1);
}

static struct bpl_token minus (const struct bpl_lexer *lexer, uint32_t at) {
  const char *s = lexer->text + at;
  if (s[1] == '>') return sign (at, BPL_TOK_ARROW, 2);
  uint32_t end = s[1] == '0' && s[2] == 'x' ? hex_float_end (lexer->text, at + 1) : 0;
  return end ? (struct bpl_token){BPL_TOK_FLOAT, at, end} : sign (at, BPL_TOK_MINUS, 1);
}

static struct bpl_token less (const char *s, uint32_t at) {
  if (s[1] != '=') return sign (at, BPL_TOK_LT, 1);
  if (s[2] != '=') return sign (at, BPL_TOK_LE, 2);
  return s[3] == '>' ? sign (at, BPL_TOK_IFF, 4) : sign (at, BPL_TOK_EXPLIES, 3);
}

static struct bpl_token colon (const char *s, uint32_t at) {
  if (s[1] == '=') return sign (at, BPL_TOK_BECOMES, 2);
  return s[1] == ':' ? sign (at, BPL_TOK_QSEP, 2) : sign (at, BPL_TOK_COLON, 1);
}

static struct bpl_token equals (const char *s, uint32_t at) {
  if (s[1] != '=') return sign (at, BPL_TOK_ASSIGN, 1);
  return s[2] == '>' ? sign (at, BPL_TOK_IMPLIES, 3) : sign (at, BPL_TOK_EQ, 2);
}

static struct bpl_token bar (const char *s, uint32_t at) {
  if (s[1] == '{') return sign (at, BPL_TOK_LCODE, 2);
  return s[1] == '|' ? sign (at, BPL_TOK_OR, 2) : sign (at, BPL_TOK_BAR, 1);
}

static struct bpl_token other (const struct bpl_lexer *lexer, uint32_t at) {
  const char *s = lexer->text + at; /* ends with NUL: looking ahead is safe */
  switch (s[0]) {
  case '(': return sign (at, BPL_TOK_LPAREN, 1);
  case ')': return sign (at, BPL_TOK_RPAREN, 1);
  case '[': return sign (at, BPL_TOK_LBRACKET, 1);
  case ']': return sign (at, BPL_TOK_RBRACKET, 1);
  case '{': return sign (at, BPL_TOK_LBRACE, 1);
  case '}': return s[1] == '|' ? sign (at, BPL_TOK_RCODE, 2) : sign (at, BPL_TOK_RBRACE, 1);
  case ';': return sign (at, BPL_TOK_SEMICOLON, 1);
  case ',': return sign (at, BPL_TOK_COMMA, 1);
  case ':': return colon (s, at);
  case '=': return equals (s, at);
  case '|': return bar (s, at);
  case '<': return less (s, at);
  case '-': return minus (lexer, at);
  case '>': return s[1] == '=' ? sign (at, BPL_TOK_GE, 2) : sign (at, BPL_TOK_GT, 1);
  case '!': return s[1] == '=' ? sign (at, BPL_TOK_NE, 2) : sign (at, BPL_TOK_NOT, 1);
  case '+': return s[1] == '+' ? sign (at, BPL_TOK_CONCAT, 2) : sign (at, BPL_TOK_PLUS, 1);
  case '*': return s[1] == '*' ? sign (at, BPL_TOK_POWER, 2) : sign (at, BPL_TOK_STAR, 1);
  case '&': return s[1] == '&' ? sign (at, BPL_TOK_AND, 2) : sign (at, BPL_TOK_BAD, 1);
  case '/': return sign (at, BPL_TOK_SLASH, 1);
  case '"': return string (lexer, at);
  case '\\':
    if (class_of ((unsigned char)s[1]) & CLASS_WORD)
      return (struct bpl_token){BPL_TOK_IDENT, at, word_end (lexer->text, at + 2)};
    return sign (at, BPL_TOK_BAD, 1);
  default: return (unsigned char)s[0] >= 0x80 ? wide (lexer, at) : sign (at, BPL_TOK_BAD, 1);
  }
}

struct bpl_token bpl_lex (struct bpl_lexer *lexer) {
  if (lexer->at == 0 && lexer->len >= 3 && !memcmp (lexer->text, "\xef\xbb\xbf", 3)) lexer->at = 3;
  uint32_t at = skip_blanks (lexer);
  struct bpl_token token = {BPL_TOK_END, at, at};
  if (at < lexer->len) {
    unsigned class = class_of ((unsigned char)lexer->text[at]);
    token = class & CLASS_WORD    ? word (lexer, at)
            : class & CLASS_DIGIT ? number (lexer, at)
                                  : other (lexer, at);
  }
  lexer->at = token.end;
  return token;
}
