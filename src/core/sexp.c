#include "core/sexp.h"

#include "core/words.h"

struct lexer {
  wr_sexps *out;
  wr_interner *symbols;
  wr_diags *diags;
  wr_str text;
  uint32_t file, at;
  wr_u32s open,
      pending; /* starts of open lists: (begin, first pending); finished nodes of open lists */
  wr_buf scratch;
  bool failed;
};

__attribute__ ((format (printf, 5, 6))) static void
fail (struct lexer *l, enum wr_code code, uint32_t begin, uint32_t end, const char *fmt, ...) {
  wr_buf message = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&message, fmt, args);
  va_end (args);
  wr_diag_add (l->diags, code, (wr_span){l->file, begin, end}, "%s", wr_buf_text (&message));
  wr_buf_free (&message);
  l->failed = true;
}

bool wr_sexp_number (wr_str text, uint32_t *number) {
  if (!text.len || text.len > 10 || (text.ptr[0] == '0' && text.len > 1)) return false;
  uint64_t value = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
    value = value * 10 + (uint64_t)(text.ptr[i] - '0');
  }
  *number = (uint32_t)value;
  return value <= UINT32_MAX;
}

static void add_node (struct lexer *l, struct wr_sexp node) {
  if (l->out->nodes.len >= WR_SEXP_MAX_NODES) {
    fail (l, WR_CODE_CORE_LIMIT, node.begin, node.end, "more than %d words and forms",
          (int)WR_SEXP_MAX_NODES);
    return;
  }
  WR_VEC_PUSH (&l->out->nodes, node);
  WR_VEC_PUSH (&l->pending, l->out->nodes.len - 1);
}

static int hex_digit (char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads up to the closing quote into the scratch buffer; false when it is missing or an escape is bad. */
static bool read_quoted (struct lexer *l, char quote) {
  uint32_t begin = l->at++;
  wr_buf_clear (&l->scratch);
  for (; l->at < l->text.len && l->text.ptr[l->at] != quote; l->at++) {
    char c = l->text.ptr[l->at];
    if (c == '\\' && l->at + 1 < l->text.len) {
      c = l->text.ptr[++l->at];
      if (c == 'x' && l->at + 2 < l->text.len) {
        int hi = hex_digit (l->text.ptr[l->at + 1]), lo = hex_digit (l->text.ptr[l->at + 2]);
        if (hi < 0 || lo < 0) break;
        c = (char)(hi * 16 + lo);
        l->at += 2;
      } else if (c != '\\' && c != quote) {
        break;
      }
    } else if ((unsigned char)c < 0x20 || (unsigned char)c >= 0x7F) {
      break;
    }
    wr_buf_add_char (&l->scratch, c);
  }
  if (l->at < l->text.len && l->text.ptr[l->at] == quote) {
    l->at++;
    return true;
  }
  uint32_t end = l->at < l->text.len ? l->at + 1 : (uint32_t)l->text.len;
  fail (l, WR_CODE_CORE_SYNTAX, begin, end, "the closing %c is missing, or an escape is wrong",
        quote);
  return false;
}

static bool is_word_byte (char c) { return c == '%' || wr_word_is_name_byte ((unsigned char)c); }

static void read_word (struct lexer *l) {
  uint32_t begin = l->at;
  while (l->at < l->text.len && is_word_byte (l->text.ptr[l->at])) l->at++;
  if (l->at == begin) {
    fail (l, WR_CODE_CORE_SYNTAX, begin, begin + 1, "byte 0x%02X cannot stand here",
          (unsigned char)l->text.ptr[begin]);
    return;
  }
  add_node (l, (struct wr_sexp){.kind = WR_SEXP_WORD, .begin = begin, .end = l->at});
}

static void read_string (struct lexer *l) {
  uint32_t begin = l->at;
  if (!read_quoted (l, '"')) return;
  wr_symbol symbol = wr_intern (l->symbols, wr_buf_str (&l->scratch));
  add_node (l, (struct wr_sexp){WR_SEXP_STRING, begin, l->at, symbol.ix, 0});
}

static void read_name (struct lexer *l) {
  uint32_t begin = l->at, suffix = 0;
  if (!read_quoted (l, '|')) return;
  wr_symbol symbol = wr_intern (l->symbols, wr_buf_str (&l->scratch));
  if (l->at < l->text.len && l->text.ptr[l->at] == '%') {
    uint32_t digits = ++l->at;
    while (l->at < l->text.len && l->text.ptr[l->at] >= '0' && l->text.ptr[l->at] <= '9') l->at++;
    if (!wr_sexp_number ((wr_str){l->text.ptr + digits, l->at - digits}, &suffix) || suffix < 2) {
      fail (l, WR_CODE_CORE_SYNTAX, begin, l->at, "a number from 2 on is expected after %%");
      return;
    }
  }
  add_node (l, (struct wr_sexp){WR_SEXP_NAME, begin, l->at, symbol.ix, suffix});
}

static void open_list (struct lexer *l) {
  if (l->open.len / 2 >= WR_SEXP_MAX_DEPTH) {
    fail (l, WR_CODE_CORE_LIMIT, l->at, l->at + 1, "parentheses nest deeper than %d",
          (int)WR_SEXP_MAX_DEPTH);
    return;
  }
  WR_VEC_PUSH (&l->open, l->at);
  WR_VEC_PUSH (&l->open, l->pending.len);
  l->at++;
}

static void close_list (struct lexer *l) {
  if (!l->open.len) {
    fail (l, WR_CODE_CORE_SYNTAX, l->at, l->at + 1, "this closes nothing");
    return;
  }
  uint32_t from = WR_VEC_POP (&l->open), begin = WR_VEC_POP (&l->open);
  struct wr_sexp node = {WR_SEXP_LIST, begin, ++l->at, l->out->kids.len, l->pending.len - from};
  for (uint32_t i = from; i < l->pending.len; i++) WR_VEC_PUSH (&l->out->kids, l->pending.data[i]);
  l->pending.len = from;
  add_node (l, node);
}

static void read_one (struct lexer *l) {
  switch (l->text.ptr[l->at]) {
  case ' ':
  case '\n':
  case '\t':
  case '\r': l->at++; return;
  case ';': {
    size_t next;
    l->at = (uint32_t)wr_line_end (l->text, l->at, &next);
    return;
  }
  case '(': open_list (l); return;
  case ')': close_list (l); return;
  case '"': read_string (l); return;
  case '|': read_name (l); return;
  default: read_word (l); return;
  }
}

bool wr_sexp_read (wr_sexps *out, const wr_sources *sources, uint32_t file, wr_interner *symbols,
                   wr_diags *diags) {
  struct lexer l = {.out = out,
                    .symbols = symbols,
                    .diags = diags,
                    .text = wr_source_text (sources, file),
                    .file = file};
  while (!l.failed && l.at < l.text.len) read_one (&l);
  if (!l.failed && l.open.len) {
    uint32_t begin = l.open.data[l.open.len - 2];
    fail (&l, WR_CODE_CORE_SYNTAX, begin, begin + 1, "this is never closed");
  }
  for (uint32_t i = 0; i < l.pending.len; i++) WR_VEC_PUSH (&out->top, l.pending.data[i]);
  WR_VEC_FREE (&l.pending);
  WR_VEC_FREE (&l.open);
  wr_buf_free (&l.scratch);
  return !l.failed;
}

void wr_sexp_free (wr_sexps *sexps) {
  WR_VEC_FREE (&sexps->nodes);
  WR_VEC_FREE (&sexps->kids);
  WR_VEC_FREE (&sexps->top);
}
