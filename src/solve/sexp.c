#include "solve/sexp.h"

#include "base/check.h"

#include <string.h>

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool ends_word (char c) { return is_blank (c) || c == '(' || c == ')' || c == ';'; }

/* One character; WHOLE: the expression ends before it (word) or with it (otherwise). */
static enum wr_scan_end scan_char (struct wr_scan *s, char c) {
  switch (s->state) {
  case WR_SCAN_BLANK:
    if (is_blank (c)) return WR_SCAN_MORE;
    if (c == ')') return WR_SCAN_BAD;
    s->begin = s->at;
    s->state = c == ';'   ? WR_SCAN_COMMENT
               : c == '(' ? WR_SCAN_LIST
               : c == '"' ? WR_SCAN_STRING
               : c == '|' ? WR_SCAN_BAR
                          : WR_SCAN_WORD;
    s->depth = c == '(';
    return WR_SCAN_MORE;
  case WR_SCAN_WORD: return ends_word (c) ? WR_SCAN_WHOLE : WR_SCAN_MORE;
  case WR_SCAN_LIST:
    if (c == '"') s->state = WR_SCAN_STRING;
    if (c == '|') s->state = WR_SCAN_BAR;
    if (c == ';') s->state = WR_SCAN_COMMENT;
    if (c == '(' && ++s->depth > WR_MAX_REPLY_DEPTH) return WR_SCAN_BAD;
    return c == ')' && --s->depth == 0 ? WR_SCAN_WHOLE : WR_SCAN_MORE;
  case WR_SCAN_STRING:
  case WR_SCAN_BAR:
    if (c != (s->state == WR_SCAN_BAR ? '|' : '"')) return WR_SCAN_MORE;
    s->state = s->depth > 0 ? WR_SCAN_LIST : WR_SCAN_WORD;
    return WR_SCAN_MORE;
  case WR_SCAN_COMMENT:
    if (c == '\n') s->state = s->depth > 0 ? WR_SCAN_LIST : WR_SCAN_BLANK;
    return WR_SCAN_MORE;
  }
  return WR_SCAN_BAD;
}

enum wr_scan_end wr_scan (struct wr_scan *s, wr_str text) {
  WR_ASSERT (s->begin <= s->at && s->at <= text.len);
  while (s->at < text.len) {
    bool word = s->state == WR_SCAN_WORD;
    enum wr_scan_end end = scan_char (s, text.ptr[s->at]);
    if (end == WR_SCAN_BAD) return end;
    if (end == WR_SCAN_MORE || !word) s->at++;
    if (end == WR_SCAN_WHOLE) {
      s->state = WR_SCAN_BLANK;
      return end;
    }
    if (s->at - s->begin > WR_MAX_REPLY) return WR_SCAN_BAD;
  }
  return WR_SCAN_MORE;
}

bool wr_sexp_token (wr_str text, size_t *at, wr_str *token) {
  size_t i = *at;
  WR_ASSERT (i <= text.len);
  while (i < text.len && (is_blank (text.ptr[i]) || text.ptr[i] == ';')) {
    if (text.ptr[i] == ';')
      while (i < text.len && text.ptr[i] != '\n') i++;
    else
      i++;
  }
  if (i >= text.len) return false;
  size_t begin = i;
  char first = text.ptr[i++];
  if (first == '"' || first == '|') {
    while (i < text.len && text.ptr[i] != first) i++;
    if (i < text.len) i++;
  } else if (first != '(' && first != ')') {
    while (i < text.len && !ends_word (text.ptr[i])) i++;
  }
  *token = (wr_str){text.ptr + begin, i - begin};
  *at = i;
  return true;
}

bool wr_sexp_error (wr_str text, wr_str *message) {
  size_t at = 0;
  wr_str token;
  if (!wr_sexp_token (text, &at, &token) || !wr_str_equal (token, WR_LIT ("("))) return false;
  if (!wr_sexp_token (text, &at, &token) || !wr_str_equal (token, WR_LIT ("error"))) return false;
  *message = WR_LIT ("error");
  if (wr_sexp_token (text, &at, &token) && token.len >= 2 && token.ptr[0] == '"')
    *message = (wr_str){token.ptr + 1, token.len - 2};
  return true;
}
