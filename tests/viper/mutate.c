/* tests/viper/mutate.c -- the samples with tokens deleted, repeated, swapped and taken from other samples: the parser never crashes, an
   error has a place in the text, and what is accepted is the same tree after printing and parsing. */
#include "front/viper/lex.h"
#include "reading.h"
#include "samples.h"

enum { ROUNDS = 20000, MAX_TOKENS = 4096 };

static uint32_t next_random (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

static void add_sample (wr_buf *out, uint32_t n) {
  uint32_t decls = COUNT (declarations), stmts = COUNT (statements), exprs = COUNT (expressions);
  n %= decls + stmts + exprs;
  if (n < decls)
    wr_buf_print (out, "%s\n", declarations[n].text);
  else if (n < decls + stmts)
    wr_buf_print (out, "method m%u() { %s\n}\n", n, statements[n - decls].text);
  else
    wr_buf_print (out, "method m%u() { assert %s\n}\n", n, expressions[n - decls - stmts].text);
}

/* The text again, with one or two changes of its tokens. */
static void change (wr_buf *out, wr_str text, uint64_t *random) {
  static const char *const extra[] = {"define M(x) x + x\n",
                                      "M(1)",
                                      "M",
                                      "{",
                                      "}",
                                      "(",
                                      ")",
                                      "|",
                                      "||",
                                      "::",
                                      ":=",
                                      "--*",
                                      "@a()",
                                      "method",
                                      "\n",
                                      "define N { var q: Int := 1 }\n",
                                      "N",
                                      "[",
                                      "]"};
  struct vpr_token tokens[MAX_TOKENS];
  struct vpr_lexer lexer = {.text = text.ptr, .len = (uint32_t)text.len};
  uint32_t count = 0;
  while (count < MAX_TOKENS) {
    struct vpr_token token = vpr_lex (&lexer);
    if (token.kind == VPR_TOK_END) break;
    tokens[count++] = token;
  }
  if (!count) return;
  for (uint32_t changes = 1 + next_random (random) % 2; changes; changes--) {
    uint32_t at = next_random (random) % count, other = next_random (random) % count;
    if (next_random (random) % 2)
      tokens[at].end = tokens[at].begin;
    else
      tokens[at] = tokens[other];
  }
  uint32_t place = next_random (random) % (3 * count);
  for (uint32_t i = 0; i < count; i++) {
    if (i == place)
      wr_buf_add (out, wr_str_of (extra[next_random (random) % (sizeof extra / sizeof *extra)]));
    wr_buf_add (out, (wr_str){text.ptr + tokens[i].begin, tokens[i].end - tokens[i].begin});
    wr_buf_add_char (out, next_random (random) % 8 ? ' ' : '\n');
  }
}

/* Every error lies in the text and has Viper's name. */
static bool errors_fit (const struct reading *r, size_t len) {
  for (uint32_t i = 0; i < wr_diags_count (r->diags); i++) {
    const wr_diag *d = wr_diags_at (r->diags, i);
    if (d->at.file != 1 || d->at.begin > d->at.end || d->at.end > len || !d->native.len)
      return false;
  }
  return true;
}

static bool holds (wr_str text, uint32_t *accepted) {
  struct reading r = read_text (text);
  wr_buf printed = {0};
  bool ok = errors_fit (&r, text.len);
  if (!wr_diags_errors (r.diags)) {
    ++*accepted;
    ok = ok && reading_round_trips (&r, &printed);
  }
  if (!ok) tap_show ("text", text), tap_show ("printed", wr_buf_str (&printed));
  wr_buf_free (&printed);
  reading_free (&r);
  return ok;
}

int main (void) {
  struct tap t = {0};
  uint64_t random = 1;
  uint32_t accepted = 0, wrong = 0;
  for (uint32_t i = 0; i < ROUNDS && wrong < 3; i++) {
    wr_buf text = {0}, changed = {0};
    for (uint32_t parts = 1 + next_random (&random) % 3; parts; parts--)
      add_sample (&text, next_random (&random));
    change (&changed, (wr_str){wr_buf_text (&text), text.len}, &random);
    wrong += !holds (wr_buf_str (&changed), &accepted);
    wr_buf_free (&text);
    wr_buf_free (&changed);
  }
  OK (&t, !wrong, "changed programs are refused at a place, or round-trip");
  OK (&t, accepted > ROUNDS / 50 && accepted < ROUNDS, "some are accepted (%u) and some are not",
      accepted);
  return tap_done (&t);
}
