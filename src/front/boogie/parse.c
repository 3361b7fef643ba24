/* front/boogie/parse.c -- the parser's ground: tokens, errors, names, type parameters, attributes. */
#include "front/boogie/parse.h"

#include "base/check.h"
#include "front/boogie/hint.h"

#include <string.h>

/* -- tokens ------------------------------------------------------------------------------------- */

static struct bpl_token lex (struct bpl_parser *p) {
  struct bpl_token token = bpl_lex (&p->lexer);
  if (token.end - token.begin > BPL_MAX_IDENTIFIER_BYTES && token.kind == BPL_TOK_IDENT)
    wr_diag_add (p->diags, WR_CODE_IDENTIFIER_TOO_LONG,
                 (wr_span){p->lexer.file, token.begin, token.begin + 1},
                 "this identifier has %u bytes; the limit is %d", token.end - token.begin,
                 (int)BPL_MAX_IDENTIFIER_BYTES);
  return token;
}

void bpl_next (struct bpl_parser *p) {
  if (p->too_deep) return;
  p->last = p->look;
  p->look = lex (p);
  p->distance++;
}

bool bpl_accept (struct bpl_parser *p, enum bpl_token_kind kind) {
  if (p->look.kind != kind) return false;
  bpl_next (p);
  return true;
}

void bpl_expect (struct bpl_parser *p, enum bpl_token_kind kind) {
  if (!bpl_accept (p, kind)) bpl_syntax_error (p, bpl_token_name (kind));
}

struct bpl_token bpl_peek (const struct bpl_parser *p) {
  struct bpl_lexer copy = p->lexer;
  copy.diags = NULL;
  return bpl_lex (&copy);
}

wr_span bpl_span_of (const struct bpl_parser *p, struct bpl_token token) {
  return (wr_span){p->lexer.file, token.begin, token.end};
}

wr_span bpl_span_from (const struct bpl_parser *p, uint32_t begin) {
  uint32_t end = p->last.end > begin ? p->last.end : begin;
  return (wr_span){p->lexer.file, begin, end};
}

wr_str bpl_text_of (const struct bpl_parser *p, struct bpl_token token) {
  return (wr_str){p->lexer.text + token.begin, token.end - token.begin};
}

/* -- errors ------------------------------------------------------------------------------------- */

static bool too_close (struct bpl_parser *p) {
  bool close = p->distance < BPL_ERROR_DISTANCE || p->too_deep;
  p->distance = 0;
  return close;
}

static wr_diag *invalid_character (struct bpl_parser *p, wr_span span) {
  wr_str text = bpl_text_of (p, p->look);
  unsigned char c = (unsigned char)text.ptr[0];
  if (text.len > 1)
    return wr_diag_add (p->diags, WR_CODE_INVALID_CHARACTER, span, "invalid character `%.*s`",
                        WR_STR_ARGS (text));
  if (c >= 0x80)
    return wr_diag_add (p->diags, WR_CODE_INVALID_CHARACTER, span,
                        "invalid byte 0x%02x: the text is not UTF-8", c);
  if (c >= 0x20 && c != 0x7f)
    return wr_diag_add (p->diags, WR_CODE_INVALID_CHARACTER, span, "invalid character `%c`", c);
  p->lexer.at = p->lexer.len;
  return wr_diag_add (
      p->diags, WR_CODE_INVALID_CHARACTER, span,
      "invalid control character 0x%02x: this is not a text file; the rest was not read", c);
}

static wr_diag *unexpected (struct bpl_parser *p, wr_span span, const char *what) {
  wr_str text = bpl_text_of (p, p->look);
  if (p->look.kind == BPL_TOK_BAD) return invalid_character (p, span);
  if (p->look.kind == BPL_TOK_BAD_STRING)
    return wr_diag_add (p->diags, WR_CODE_UNTERMINATED_STRING, span,
                        "this string has no closing quote");
  if (p->look.kind == BPL_TOK_END)
    return wr_diag_add (p->diags, WR_CODE_SYNTAX, span, "expected %s, found the end of the file",
                        what);
  return wr_diag_add (p->diags, WR_CODE_SYNTAX, span, "expected %s, found `%.*s%s`", what,
                      (int)(text.len > 40 ? 40 : text.len), text.ptr, text.len > 40 ? "..." : "");
}

/* A semicolon at the end of a line is missing behind the token before it, not in front of the next line. */
static wr_span place_of_error (const struct bpl_parser *p, const char *what) {
  wr_span here = bpl_span_of (p, p->look);
  if (strcmp (what, "`;`") != 0 || p->last.end >= here.begin) return here;
  if (!memchr (p->lexer.text + p->last.end, '\n', here.begin - p->last.end)) return here;
  return (wr_span){here.file, p->last.end, p->last.end};
}

void bpl_syntax_error (struct bpl_parser *p, const char *what) {
  if (too_close (p) || (p->look.kind == BPL_TOK_END && p->lexer.open_comment)) return;
  p->decl_errors++;
  struct bpl_slip slip = {what,
                          bpl_text_of (p, p->last),
                          bpl_text_of (p, p->look),
                          {p->lexer.text + p->look.begin, p->lexer.len - p->look.begin}};
  const char *hint = bpl_hint_syntax (&slip);
  wr_diag *diag = unexpected (p, hint ? bpl_span_of (p, p->look) : place_of_error (p, what), what);
  if (hint) wr_diag_note (p->diags, diag, (wr_span){0}, "%s", hint);
}

void bpl_error (struct bpl_parser *p, enum wr_code code, const char *fmt, ...) {
  if (too_close (p)) return;
  wr_buf buf = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&buf, fmt, args);
  va_end (args);
  wr_diag_add (p->diags, code, bpl_span_of (p, p->last), "%.*s", WR_STR_ARGS (wr_buf_str (&buf)));
  wr_buf_free (&buf);
}

/* From here on the parser sees the end of the file, until the declaration is left. */
static void hide_rest (struct bpl_parser *p) {
  p->too_deep = true;
  p->look.kind = BPL_TOK_END;
}

void bpl_report_depth (struct bpl_parser *p, wr_span at, const char *what, uint32_t limit) {
  if (p->too_deep) return;
  wr_diag_add (p->diags, WR_CODE_NESTING_TOO_DEEP, at, "%s; the limit is %u", what, limit);
  hide_rest (p);
}

bool bpl_cancelled (struct bpl_parser *p) {
  if (!wr_cancelled (p->cancel)) return false;
  hide_rest (p);
  return true;
}

bool bpl_enter (struct bpl_parser *p) {
  if (p->depth++ < BPL_MAX_NESTING) return true;
  bpl_report_depth (p, bpl_span_of (p, p->look), "this is nested too deeply", BPL_MAX_NESTING);
  return false;
}

/* -- lists -------------------------------------------------------------------------------------- */

void **bpl_keep (struct bpl_parser *p, uint32_t mark, uint32_t *len) {
  WR_ASSERT (mark <= p->stack.len);
  *len = p->stack.len - mark;
  void **items = NULL;
  if (*len) items = wr_arena_copy (p->arena, p->stack.data + mark, *len, sizeof (void *));
  p->stack.len = mark;
  return items;
}

bpl_idents bpl_keep_idents (struct bpl_parser *p, uint32_t mark) {
  bpl_idents list = {NULL, p->idents.len - mark};
  if (list.len)
    list.data = wr_arena_copy (p->arena, p->idents.data + mark, list.len, sizeof (bpl_ident));
  p->idents.len = mark;
  return list;
}

/* -- names -------------------------------------------------------------------------------------- */

bool bpl_at_ident (const struct bpl_parser *p) {
  return p->look.kind == BPL_TOK_IDENT ||
         (p->look.kind >= BPL_TOK_ATOMIC && p->look.kind <= BPL_TOK_RIGHT);
}

bpl_ident bpl_parse_ident (struct bpl_parser *p) {
  if (!bpl_at_ident (p)) {
    bpl_syntax_error (p, "an identifier");
    return (bpl_ident){{0}, {p->lexer.file, p->look.begin, p->look.begin}};
  }
  wr_str text = bpl_text_of (p, p->look);
  if (text.ptr[0] == '\\') text.ptr++, text.len--;
  if (text.len > BPL_MAX_IDENTIFIER_BYTES) text.len = BPL_MAX_IDENTIFIER_BYTES;
  bpl_ident id = {wr_intern (p->symbols, text), bpl_span_of (p, p->look)};
  bpl_next (p);
  return id;
}

bpl_idents bpl_parse_idents (struct bpl_parser *p) {
  uint32_t mark = p->idents.len;
  do {
    bpl_ident id = bpl_parse_ident (p);
    WR_VEC_PUSH (&p->idents, id);
  } while (bpl_accept (p, BPL_TOK_COMMA));
  return bpl_keep_idents (p, mark);
}

bpl_tparams bpl_tparams_of (struct bpl_parser *p, bpl_idents ids) {
  bpl_tparams params = {WR_NEW (p->arena, bpl_tparam *, ids.len), ids.len};
  for (uint32_t i = 0; i < ids.len; i++) {
    params.data[i] = WR_NEW (p->arena, bpl_tparam, 1);
    params.data[i]->id = ids.data[i];
  }
  return params;
}

bpl_tparams bpl_parse_tparams (struct bpl_parser *p) {
  bpl_expect (p, BPL_TOK_LT);
  bpl_idents ids = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_GT);
  return bpl_tparams_of (p, ids);
}

/* -- attributes and triggers ---------------------------------------------------------------------- */

static struct bpl_attr_arg *parse_arg (struct bpl_parser *p) {
  struct bpl_attr_arg *arg = WR_NEW (p->arena, struct bpl_attr_arg, 1);
  uint32_t begin = p->look.begin;
  if (bpl_accept (p, BPL_TOK_STRING)) {
    wr_str text = bpl_text_of (p, p->last);
    arg->text = wr_str_keep (p->arena, (wr_str){text.ptr + 1, text.len - 2});
  } else {
    arg->expr = bpl_parse_expr (p);
  }
  arg->span = bpl_span_from (p, begin);
  return arg;
}

static void keep_args (struct bpl_parser *p, bpl_attr *attr, uint32_t mark) {
  attr->arg_count = p->stack.len - mark;
  attr->args = WR_NEW (p->arena, struct bpl_attr_arg, attr->arg_count);
  for (uint32_t i = 0; i < attr->arg_count; i++)
    attr->args[i] = *(struct bpl_attr_arg *)p->stack.data[mark + i];
  p->stack.len = mark;
}

static void parse_args (struct bpl_parser *p, bpl_attr *attr, bool strings) {
  uint32_t mark = p->stack.len;
  do {
    struct bpl_attr_arg *arg;
    if (strings) {
      arg = parse_arg (p);
    } else {
      arg = WR_NEW (p->arena, struct bpl_attr_arg, 1);
      arg->expr = bpl_parse_expr (p);
      arg->span = arg->expr->span;
    }
    bpl_push (p, arg);
  } while (bpl_accept (p, BPL_TOK_COMMA));
  keep_args (p, attr, mark);
}

/* "{" ":" Ident [ arg {"," arg} ] "}"  |  "{" Expr {"," Expr} "}" */
static bpl_attr *parse_attr (struct bpl_parser *p, bool *trigger) {
  bpl_attr *attr = WR_NEW (p->arena, bpl_attr, 1);
  uint32_t begin = p->look.begin;
  bpl_expect (p, BPL_TOK_LBRACE);
  *trigger = false;
  if (bpl_accept (p, BPL_TOK_COLON)) {
    attr->kind = BPL_ATTR;
    attr->name = bpl_parse_ident (p);
    if (bpl_at_expr (p)) parse_args (p, attr, true);
    if (attr->name.name.ix &&
        wr_str_equal (wr_symbol_text (p->symbols, attr->name.name), WR_LIT ("nopats"))) {
      *trigger = attr->arg_count == 1 && attr->args[0].expr;
      if (!*trigger) bpl_error (p, WR_CODE_BAD_NOPATS, "{:nopats} takes one expression");
    }
  } else if (bpl_at_expr (p)) {
    attr->kind = BPL_TRIGGER;
    *trigger = true;
    parse_args (p, attr, false);
  } else {
    bpl_syntax_error (p, "an attribute or a trigger");
  }
  bpl_expect (p, BPL_TOK_RBRACE);
  attr->span = bpl_span_from (p, begin);
  return attr;
}

static bpl_attr *parse_attr_list (struct bpl_parser *p, bool allow, uint32_t *triggers) {
  bpl_attr *first = NULL, **end = &first;
  while (bpl_at (p, BPL_TOK_LBRACE)) {
    bool trigger;
    *end = parse_attr (p, &trigger);
    end = &(*end)->next;
    *triggers += trigger;
    if (trigger && !allow)
      bpl_error (p, WR_CODE_TRIGGER_NOT_ALLOWED, "a trigger cannot stand here, only attributes");
  }
  return first;
}

bpl_attr *bpl_parse_attrs (struct bpl_parser *p) {
  uint32_t triggers = 0;
  return parse_attr_list (p, false, &triggers);
}

bpl_attr *bpl_parse_attrs_and_triggers (struct bpl_parser *p, uint32_t *triggers) {
  return parse_attr_list (p, true, triggers);
}

/* -- programs ------------------------------------------------------------------------------------- */

static void parse_file (struct bpl_parser *p, wr_sources *sources, uint32_t file) {
  wr_str text = bpl_preprocess (p->arena, sources, file, p->diags);
  p->lexer = (struct bpl_lexer){
      .text = text.ptr, .len = (uint32_t)text.len, .file = file, .diags = p->diags};
  p->last = (struct bpl_token){BPL_TOK_END, 0, 0};
  p->look = lex (p);
  p->distance = BPL_ERROR_DISTANCE;
  bpl_parse_decls (p);
}

struct bpl_program *bpl_parse (wr_arena *arena, wr_interner *symbols, wr_sources *sources,
                               wr_diags *diags) {
  return bpl_parse_input (&(struct wr_front_input){arena, symbols, sources, diags, NULL});
}

struct bpl_program *bpl_parse_input (const struct wr_front_input *in) {
  struct bpl_program *program = WR_NEW (in->arena, struct bpl_program, 1);
  program->arena = in->arena;
  program->symbols = in->symbols;
  program->sources = in->sources;
  program->cancel = in->cancel;
  struct bpl_parser p = {
      .arena = in->arena, .symbols = in->symbols, .diags = in->diags, .cancel = in->cancel};
  for (uint32_t file = 1; file <= wr_sources_count (in->sources) && !wr_cancelled (in->cancel);
       file++)
    parse_file (&p, in->sources, file);
  BPL_KEEP (&p, &program->decls, 0);
  WR_VEC_FREE (&p.stack);
  WR_VEC_FREE (&p.idents);
  if (!wr_cancelled (in->cancel)) bpl_read_origins (program);
  return program;
}

uint32_t bpl_parse_more (struct bpl_program *program, uint32_t file, wr_diags *diags) {
  struct bpl_parser p = {.arena = program->arena, .symbols = program->symbols, .diags = diags};
  uint32_t before = program->decls.len;
  parse_file (&p, program->sources, file);
  bpl_decls more, all;
  BPL_KEEP (&p, &more, 0);
  all.len = before + more.len;
  all.data = WR_NEW (program->arena, bpl_decl *, all.len);
  for (uint32_t i = 0; i < all.len; i++)
    all.data[i] = i < before ? program->decls.data[i] : more.data[i - before];
  program->decls = all;
  WR_VEC_FREE (&p.stack);
  WR_VEC_FREE (&p.idents);
  return before;
}
