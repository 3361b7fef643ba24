/* tests/front/lexer.c -- texts and the tokens they consist of. */
#include "front/boogie/lex.h"
#include "tap.h"

/* Tokens as `kind` or `kind(text)`, separated by blanks. */
static const struct {
  const char *name, *text, *tokens;
} cases[] = {
    {"nothing", "", ""},
    {"blanks", " \t\r\n ", ""},
    {"a word", "procedure", "`procedure`"},
    {"a word is a prefix", "procedures", "an identifier(procedures)"},
    {"words differ by case", "Procedure rne RNE",
     "an identifier(Procedure) an identifier(rne) `RNE`"},
    {"an escaped word", "\\procedure \\x", "an identifier(\\procedure) an identifier(\\x)"},
    {"odd identifiers", "a.b #x$ ^_? 'y `z ~1",
     "an identifier(a.b) an identifier(#x$) an identifier(^_?) an identifier('y) an identifier(`z) "
     "an identifier(~1)"},
    {"a lone backslash", "\\ 1", "an invalid character(\\) a number(1)"},
    {"words that may be names", "atomic left", "`atomic` `left`"},
    {"numbers", "0 007 12x", "a number(0) a number(007) a number(12) an identifier(x)"},
    {"bitvectors", "5bv32 5bv bv5",
     "a bitvector literal(5bv32) a number(5) an identifier(bv) an identifier(bv5)"},
    {"decimals", "1.5 1e3 1e-3 1.5e-2 1.5e 1e",
     "a decimal number(1.5) a decimal number(1e3) a decimal number(1e-3) a decimal number(1.5e-2) "
     "a decimal number(1.5) an identifier(e) a number(1) an identifier(e)"},
    {"a point is no fraction", "1.x 1 . 5",
     "a number(1) an identifier(.x) a number(1) an identifier(.) a number(5)"},
    {"floats", "0x1.8e3f24e8 0x1.8e-3f24e8",
     "a floating-point literal(0x1.8e3f24e8) a floating-point literal(0x1.8e-3f24e8)"},
    {"hexadecimal digits look like exponents", "0x0.ffe1e0f24e8",
     "a floating-point literal(0x0.ffe1e0f24e8)"},
    {"the longest float", "0x1.0e0f24e8e1f2e3x",
     "a floating-point literal(0x1.0e0f24e8e1f2e3) an identifier(x)"},
    {"a float has its sign", "-0x1.0e0f24e8 - 0x1",
     "a floating-point literal(-0x1.0e0f24e8) `-` a number(0) an identifier(x1)"},
    {"special floats", "0NaN24e8 0nan24e8 0+oo24e8 0-oo53e11",
     "a floating-point literal(0NaN24e8) a floating-point literal(0nan24e8) a floating-point "
     "literal(0+oo24e8) a floating-point literal(0-oo53e11)"},
    {"no special floats", "0+oo 0NaN 0-oo1",
     "a number(0) `+` an identifier(oo) a number(0) an identifier(NaN) a number(0) `-` an "
     "identifier(oo1)"},
    {"an incomplete float", "0x1.8e3f24", "a number(0) an identifier(x1.8e3f24)"},
    {"strings", "\"a b\" \"\"", "a string(\"a b\") a string(\"\")"},
    {"a quote in a string", "\"a\\\"b\" x", "a string(\"a\\\"b\") an identifier(x)"},
    {"a backslash may end a string", "\"a\\\" x", "a string(\"a\\\") an identifier(x)"},
    {"a string without end", "\"ab\nc",
     "an unterminated string(\") an identifier(ab) an identifier(c)"},
    {"implications", "==> <== <==> <= == =", "`==>` `<==` `<==>` `<=` `==` `=`"},
    {"signs stick together", "===>", "`==` `=` `>`"},
    {"colons", ":: := : :::=", "`::` `:=` `:` `::` `:=`"},
    {"code brackets", "|{ }| || | }", "`|{` `}|` `||` `|` `}`"},
    {"arrows and minus", "-> - --", "`->` `-` `-` `-`"},
    {"arithmetic", "+ ++ +++ * ** /", "`+` `++` `++` `+` `*` `**` `/`"},
    {"negation", "! != !=", "`!` `!=` `!=`"},
    {"one ampersand", "& &&", "an invalid character(&) `&&`"},
    {"line comments", "a // b\nc // d", "an identifier(a) an identifier(c)"},
    {"nested comments", "a /* /* */ b */ c /**/", "an identifier(a) an identifier(c)"},
    {"a slash is no comment", "a / * b", "an identifier(a) `/` `*` an identifier(b)"},
    {"mathematical signs",
     "\u2200\u2203\u03bb\u2022\u21d4\u21d2\u21d0\u2227\u2228\u2260\u2264\u2265\u00ac",
     "`forall` `exists` `lambda` `::` `<==>` `==>` `<==` `&&` `||` `!=` `<=` `>=` `!`"},
    {"another sign is one character", "\u00e4x", "an invalid character(\u00e4) an identifier(x)"},
    {"bytes that are no UTF-8", "\xff\xe2\x88x",
     "an invalid character(\xff) an invalid character(\xe2) an invalid character(\x88) an "
     "identifier(x)"},
    {"a byte-order mark", "\xef\xbb\xbfx", "an identifier(x)"},
    {"conditional lines", "a\n#if FILE_0\nb\n#else\nc\n#endif\nd",
     "an identifier(a) an identifier(b) an identifier(d)"},
    {"negated conditions", "#if !FILE_0\nb\n#elsif !!FILE_0\nc\n#elsif FILE_0\nd\n#else\ne\n#endif",
     "an identifier(c)"},
    {"nested conditions", "#if X\n#if FILE_0\na\n#else\nb\n#endif\n#else\nc\n#endif",
     "an identifier(c)"},
    {"indented directives", "  #if X\na\n  #endif\nb", "an identifier(b)"},
    {"a hash that is indented is a name", " #x", "an identifier(#x)"},
    {"a line directive is no token", "#line 7 a b.bpl\nx", "an identifier(x)"},
};

static void lex_all (const char *text, wr_buf *out, wr_diags *diags, wr_arena *arena,
                     wr_sources *sources) {
  uint32_t file = wr_sources_add (sources, WR_LIT ("t.bpl"), wr_str_of (text));
  wr_str kept = bpl_preprocess (arena, sources, file, diags);
  struct bpl_lexer lexer = {
      .text = kept.ptr, .len = (uint32_t)kept.len, .file = file, .diags = diags};
  for (;;) {
    struct bpl_token token = bpl_lex (&lexer);
    if (token.kind == BPL_TOK_END) return;
    const char *name = bpl_token_name (token.kind);
    wr_buf_print (out, "%s%s", out->len ? " " : "", name);
    if (name[0] != '`')
      wr_buf_print (out, "(%.*s)", (int)(token.end - token.begin), kept.ptr + token.begin);
  }
}

static void test_words (struct tap *t) {
  static const char *const words[] = {
#define X(name, text) text,
      BPL_WORDS (X)
#undef X
  };
  bool all = true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    wr_buf quoted = {0};
    wr_buf_print (&quoted, "`%s`", words[i]);
    all &= !strcmp (bpl_token_name (bpl_word_kind (words[i], strlen (words[i]))),
                    wr_buf_text (&quoted));
    wr_buf_free (&quoted);
  }
  OK (t, all, "every word is known by its spelling");
}

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_arena *arena = wr_arena_new ();
    wr_sources *sources = wr_sources_new (arena);
    wr_diags *diags = wr_diags_new (arena);
    wr_buf out = {0};
    lex_all (cases[i].text, &out, diags, arena, sources);
    SAME (&t, wr_buf_str (&out), cases[i].tokens, cases[i].name);
    if (wr_diags_count (diags)) OK (&t, false, "%s reports nothing", cases[i].name);
    wr_buf_free (&out);
    wr_diags_free (diags);
    wr_sources_free (sources);
    wr_arena_free (arena);
  }
  test_words (&t);
  return tap_done (&t);
}
