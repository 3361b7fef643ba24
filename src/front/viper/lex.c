/* front/viper/lex.c -- the lexer: longest match. */
#include "front/viper/lex.h"

#include "base/check.h"
#include "front/viper/viper.h"

#include <string.h>

static bool is_digit (char c) { return c >= '0' && c <= '9'; }

static bool is_letter (char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '$' || c == '_';
}

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

enum vpr_token_kind vpr_word_kind (wr_str word) {
  static const struct {
    wr_str text;
    enum vpr_token_kind kind;
  } words[] = {
#define X(name, text) {{text, sizeof text - 1}, VPR_TOK_##name},
      VPR_WORDS (X)
#undef X
  };
  if (word.len < 2 || word.len > 14) return VPR_TOK_IDENT;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].text.ptr[0] == word.ptr[0] && wr_str_equal (words[i].text, word))
      return words[i].kind;
  return VPR_TOK_IDENT;
}

const char *vpr_token_name (enum vpr_token_kind kind) {
  switch (kind) {
  case VPR_TOK_END: return "the end of the file";
  case VPR_TOK_IDENT: return "an identifier";
  case VPR_TOK_DIGITS: return "a number";
  case VPR_TOK_STRING: return "a string";
  case VPR_TOK_BAD: return "an invalid character";
  case VPR_TOK_BAD_STRING: return "an unterminated string";
#define X(name, text)                                                                              \
  case VPR_TOK_##name: return "`" text "`";
    VPR_WORDS (X)
    VPR_SIGNS (X)
#undef X
  case VPR_TOK_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* -- blanks and comments ----------------------------------------------------------------------- */

/* Past a comment that begins at `at`; comments do not nest. */
static uint32_t skip_comment (struct vpr_lexer *lexer, uint32_t at) {
  const char *s = lexer->text;
  for (uint32_t end = at + 2; end + 1 < lexer->len; end++)
    if (s[end] == '*' && s[end + 1] == '/') return end + 2;
  lexer->open_comment = true;
  if (lexer->diags)
    wr_diag_native (wr_diag_add (lexer->diags, WR_CODE_UNTERMINATED_COMMENT,
                                 (wr_span){lexer->file, at, at + 2}, "this comment has no end"),
                    WR_LIT (VPR_PARSER));
  return lexer->len;
}

static uint32_t skip_blanks (struct vpr_lexer *lexer) {
  const char *s = lexer->text;
  uint32_t at = lexer->at;
  for (;;) {
    while (at < lexer->len && is_blank (s[at])) at++;
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

/* -- tokens ------------------------------------------------------------------------------------ */

static struct vpr_token make (uint32_t at, enum vpr_token_kind kind, uint32_t len) {
  return (struct vpr_token){kind, at, at + len};
}

/* A string has no escapes and may span lines. */
static struct vpr_token string (const struct vpr_lexer *lexer, uint32_t begin) {
  const char *end = memchr (lexer->text + begin + 1, '"', lexer->len - begin - 1);
  if (!end) return make (begin, VPR_TOK_BAD_STRING, 1);
  return (struct vpr_token){VPR_TOK_STRING, begin, (uint32_t)(end - lexer->text) + 1};
}

static struct vpr_token word (const struct vpr_lexer *lexer, uint32_t at) {
  uint32_t end = at + 1;
  while (is_letter (lexer->text[end]) || is_digit (lexer->text[end])) end++;
  return make (at, vpr_word_kind ((wr_str){lexer->text + at, end - at}), end - at);
}

static struct vpr_token number (const struct vpr_lexer *lexer, uint32_t at) {
  uint32_t end = at + 1;
  while (is_digit (lexer->text[end])) end++;
  return make (at, VPR_TOK_DIGITS, end - at);
}

/* One character beyond ASCII, well-formed or not. */
static struct vpr_token wide (const struct vpr_lexer *lexer, uint32_t at) {
  unsigned char c = (unsigned char)lexer->text[at];
  uint32_t want = c >= 0xf8 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1, len = 1;
  while (len < want && at + len < lexer->len &&
         ((unsigned char)lexer->text[at + len] & 0xc0) == 0x80)
    len++;
  return make (at, VPR_TOK_BAD, len == want ? len : 1);
}

/* The longest sign that the text begins with. */
static struct vpr_token sign (const struct vpr_lexer *lexer, uint32_t at) {
  static const struct {
    const char *text;
    enum vpr_token_kind kind;
  } signs[] = {
#define X(name, text) {text, VPR_TOK_##name},
      VPR_SIGNS (X)
#undef X
  };
  struct vpr_token best = make (at, VPR_TOK_BAD, 1);
  uint32_t longest = 0;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    uint32_t len = (uint32_t)strlen (signs[i].text);
    if (len > longest && len <= lexer->len - at && !memcmp (lexer->text + at, signs[i].text, len)) {
      best = make (at, signs[i].kind, len);
      longest = len;
    }
  }
  return best;
}

struct vpr_token vpr_lex (struct vpr_lexer *lexer) {
  if (lexer->at == 0 && lexer->len >= 3 && !memcmp (lexer->text, "\xef\xbb\xbf", 3)) lexer->at = 3;
  uint32_t at = skip_blanks (lexer);
  struct vpr_token token = make (at, VPR_TOK_END, 0);
  if (at < lexer->len) {
    char c = lexer->text[at];
    token = is_letter (c)              ? word (lexer, at)
            : is_digit (c)             ? number (lexer, at)
            : c == '"'                 ? string (lexer, at)
            : (unsigned char)c >= 0x80 ? wide (lexer, at)
                                       : sign (lexer, at);
  }
  lexer->at = token.end;
  return token;
}
