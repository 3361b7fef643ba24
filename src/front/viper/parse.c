/* front/viper/parse.c -- the parser's ground: tokens, errors, trials, names, annotations. */
#include "front/viper/parse.h"

#include "base/check.h"

#include <string.h>

/* -- tokens ------------------------------------------------------------------------------------- */

void vpr_next (struct vpr_parser *p) {
  if (p->failed) return;
  if (p->look.kind == VPR_TOK_LBRACE) p->braces++;
  if (p->look.kind == VPR_TOK_RBRACE && p->braces) p->braces--;
  p->last = p->look;
  p->look = vpr_lex (&p->lexer);
}

bool vpr_accept (struct vpr_parser *p, enum vpr_token_kind kind) {
  if (p->look.kind != kind) return false;
  vpr_next (p);
  return true;
}

void vpr_expect (struct vpr_parser *p, enum vpr_token_kind kind) {
  if (!vpr_accept (p, kind)) vpr_syntax_error (p, vpr_token_name (kind));
}

struct vpr_token vpr_peek (const struct vpr_parser *p) {
  if (p->failed) return p->look;
  struct vpr_lexer copy = p->lexer;
  copy.diags = NULL;
  return vpr_lex (&copy);
}

wr_span vpr_span_of (const struct vpr_parser *p, struct vpr_token token) {
  return (wr_span){p->lexer.file, token.begin, token.end};
}

wr_span vpr_span_from (const struct vpr_parser *p, uint32_t begin) {
  uint32_t end = p->last.end > begin ? p->last.end : begin;
  return (wr_span){p->lexer.file, begin, end};
}

wr_str vpr_text_of (const struct vpr_parser *p, struct vpr_token token) {
  return (wr_str){p->lexer.text + token.begin, token.end - token.begin};
}

/* -- errors ------------------------------------------------------------------------------------- */

/* The parser sees the end of the file from here on. */
static void stop (struct vpr_parser *p) {
  p->failed = true;
  p->stopped = p->look;
  p->look.kind = VPR_TOK_END;
}

void vpr_parse_error (struct vpr_parser *p, enum wr_code code, wr_span at, const char *fmt, ...) {
  if (p->failed) return;
  if (!p->quiet) {
    wr_buf text = {0};
    va_list args;
    va_start (args, fmt);
    wr_buf_vprint (&text, fmt, args);
    va_end (args);
    wr_diag_native (wr_diag_add (p->diags, code, at, "%.*s", WR_STR_ARGS (wr_buf_str (&text))),
                    WR_LIT (VPR_PARSER));
    wr_buf_free (&text);
  }
  stop (p);
}

static void invalid_character (struct vpr_parser *p, wr_span span) {
  wr_str text = vpr_text_of (p, p->look);
  unsigned char c = (unsigned char)text.ptr[0];
  if (text.len > 1)
    vpr_parse_error (p, WR_CODE_INVALID_CHARACTER, span, "invalid character `%.*s`",
                     WR_STR_ARGS (text));
  else if (c >= 0x80)
    vpr_parse_error (p, WR_CODE_INVALID_CHARACTER, span,
                     "invalid byte 0x%02x: the text is not UTF-8", c);
  else if (c >= 0x20 && c != 0x7f)
    vpr_parse_error (p, WR_CODE_INVALID_CHARACTER, span, "invalid character `%c`", c);
  else {
    p->lexer.at = p->lexer.len;
    vpr_parse_error (
        p, WR_CODE_INVALID_CHARACTER, span,
        "invalid control character 0x%02x: this is not a text file; the rest was not read", c);
  }
}

void vpr_syntax_error (struct vpr_parser *p, const char *what) {
  if (p->failed) return;
  wr_span span = vpr_span_of (p, p->look);
  wr_str text = vpr_text_of (p, p->look);
  if (p->look.kind == VPR_TOK_END && p->lexer.open_comment)
    stop (p);
  else if (p->look.kind == VPR_TOK_BAD)
    invalid_character (p, span);
  else if (p->look.kind == VPR_TOK_BAD_STRING)
    vpr_parse_error (p, WR_CODE_UNTERMINATED_STRING, span, "this string has no closing quote");
  else if (p->look.kind == VPR_TOK_END)
    vpr_parse_error (p, WR_CODE_SYNTAX, span, "expected %s, found the end of the file", what);
  else
    vpr_parse_error (p, WR_CODE_SYNTAX, span, "expected %s, found `%.*s%s`", what,
                     (int)(text.len > 40 ? 40 : text.len), text.ptr, text.len > 40 ? "..." : "");
}

bool vpr_enter (struct vpr_parser *p) {
  if (p->depth++ < VPR_MAX_NESTING) return true;
  vpr_parse_error (p, WR_CODE_NESTING_TOO_DEEP, vpr_span_of (p, p->look),
                   "this is nested too deeply; the limit is %d", (int)VPR_MAX_NESTING);
  return false;
}

/* -- trials ------------------------------------------------------------------------------------- */

struct vpr_trial vpr_try (struct vpr_parser *p) {
  struct vpr_trial trial = {*p};
  p->quiet++;
  p->lexer.diags = NULL;
  return trial;
}

bool vpr_give_up (struct vpr_parser *p, const struct vpr_trial *trial) {
  bool fine = !p->failed;
  const struct vpr_parser *before = &trial->before;
  WR_ASSERT (p->stack.len >= before->stack.len && p->idents.len >= before->idents.len);
  p->lexer = before->lexer;
  p->last = before->last;
  p->look = before->look;
  p->failed = before->failed;
  p->stopped = before->stopped;
  p->quiet = before->quiet;
  p->depth = before->depth;
  p->braces = before->braces;
  p->bars = before->bars;
  p->stack.len = before->stack.len;
  p->idents.len = before->idents.len;
  return fine;
}

/* -- lists -------------------------------------------------------------------------------------- */

void **vpr_keep (struct vpr_parser *p, uint32_t mark, uint32_t *len) {
  WR_ASSERT (mark <= p->stack.len);
  *len = p->stack.len - mark;
  void **items = NULL;
  if (*len) items = wr_arena_copy (p->arena, p->stack.data + mark, *len, sizeof (void *));
  p->stack.len = mark;
  return items;
}

/* -- names, strings, annotations ------------------------------------------------------------------ */

vpr_ident vpr_parse_ident (struct vpr_parser *p) {
  wr_span span = vpr_span_of (p, p->look);
  if (!vpr_at (p, VPR_TOK_IDENT)) {
    vpr_syntax_error (p, "an identifier");
    return (vpr_ident){{0}, {span.file, span.begin, span.begin}};
  }
  wr_str text = vpr_text_of (p, p->look);
  if (text.len > VPR_MAX_IDENTIFIER_BYTES)
    vpr_parse_error (
        p, WR_CODE_IDENTIFIER_TOO_LONG, (wr_span){span.file, span.begin, span.begin + 1},
        "this identifier has %zu bytes; the limit is %d", text.len, (int)VPR_MAX_IDENTIFIER_BYTES);
  if (p->failed) return (vpr_ident){{0}, span};
  vpr_next (p);
  return (vpr_ident){wr_intern (p->symbols, text), span};
}

vpr_idents vpr_parse_idents (struct vpr_parser *p) {
  uint32_t mark = p->idents.len;
  do {
    vpr_ident id = vpr_parse_ident (p);
    WR_VEC_PUSH (&p->idents, id);
  } while (vpr_accept (p, VPR_TOK_COMMA));
  vpr_idents list = {NULL, p->idents.len - mark};
  list.data = wr_arena_copy (p->arena, p->idents.data + mark, list.len, sizeof (vpr_ident));
  p->idents.len = mark;
  return list;
}

wr_str vpr_parse_string (struct vpr_parser *p) {
  wr_str text = vpr_text_of (p, p->look);
  if (!vpr_at (p, VPR_TOK_STRING)) {
    vpr_syntax_error (p, "a string");
    return WR_LIT ("");
  }
  vpr_next (p);
  return wr_str_keep (p->arena, (wr_str){text.ptr + 1, text.len - 2});
}

/* The name of an annotation may be a keyword, and may hold dots. */
static vpr_ident parse_annot_name (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  do {
    if (!vpr_is_word (p->look.kind)) vpr_syntax_error (p, "the name of an annotation");
    vpr_next (p);
  } while (vpr_accept (p, VPR_TOK_DOT));
  wr_span span = vpr_span_from (p, begin);
  if (p->failed) return (vpr_ident){{0}, span};
  return (vpr_ident){wr_intern (p->symbols, (wr_str){p->lexer.text + begin, span.end - begin}),
                     span};
}

static vpr_annot *parse_annot (struct vpr_parser *p) {
  vpr_annot *annot = WR_NEW (p->arena, vpr_annot, 1);
  WR_VEC (wr_str) args = {0};
  vpr_next (p);
  annot->name = parse_annot_name (p);
  vpr_expect (p, VPR_TOK_LPAREN);
  while (!p->failed && !vpr_at (p, VPR_TOK_RPAREN)) {
    wr_str text = vpr_parse_string (p);
    WR_VEC_PUSH (&args, text);
    if (!vpr_accept (p, VPR_TOK_COMMA)) break;
  }
  vpr_expect (p, VPR_TOK_RPAREN);
  if (args.len) {
    annot->args.data = WR_VEC_KEEP (p->arena, &args);
    annot->args.len = args.len;
  }
  WR_VEC_FREE (&args);
  return annot;
}

vpr_annot *vpr_parse_annots (struct vpr_parser *p) {
  vpr_annot *first = NULL, **end = &first;
  while (vpr_at (p, VPR_TOK_AT)) {
    *end = parse_annot (p);
    end = &(*end)->next;
  }
  return first;
}
