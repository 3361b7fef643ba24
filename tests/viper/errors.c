/* tests/viper/errors.c -- syntax errors: where they are told, and how the parser goes on. */
#include "reading.h"

static const struct {
  const char *name, *text, *want;
} cases[] = {
    {"nothing", "", ""},
    {"only comments", "// a\n/* b */", ""},
    {"one error in each member", "method a() { x := }\nmethod b() { }\nfield f Int\nfield g: Int",
     "1:syntax 3:syntax"},
    {"the rest of a member is passed over", "method a() {\n x := \n y := := \n}\nmethod b(] : Int)",
     "3:syntax 5:syntax"},
    {"a domain is passed over as a whole",
     "domain D {\n function f(: Int\n function g(: Int\n}\nfunction h(: Int", "2:syntax 5:syntax"},
    {"a definition in a method does not end it",
     "method a() {\n x := )\n define b 1\n y := )\n}\n"
     "define c )",
     "2:syntax 6:syntax"},
    {"no member", "1 2 3\nmethod a()", "1:syntax"},
    {"a keyword glued to a name", "field a: Intmethod b() {}", "1:syntax"},
    {"no variable", "axiom\ndomain D { axiom { exists :: true } }", "1:syntax 2:syntax"},
    {"requires behind ensures", "method a()\nensures true\nrequires true", "3:syntax"},
    {"a keyword as name", "method a() {\n label lhs\n}", "2:syntax"},
    {"acc of a variable", "method a(x: Ref) {\n inhale acc(x)\n}", "2:syntax"},
    {"fold of a field", "method a(x: Ref) {\n fold x.f\n}", "2:syntax"},
    {"an expression is no statement", "method a(x: Ref) {\n x.f\n}", "3:syntax"},
    {"a sum on the left", "method a(x: Ref) {\n 1 := 2\n}", "2:syntax"},
    {"two semicolons", "method a() { x := 1;; }", "1:syntax"},
    {"blanks before arguments", "function f(x: Int): Int { f (1) }", "1:blank-before-arguments?"},
    {"an old name", "field f: Rational", "1:old-name?"},
    {"an invalid character", "method a() {\n x := ~\n}", "2:invalid-character"},
    {"an invalid byte", "field f\xff: Int", "1:invalid-character"},
    {"no text", "field f: Int\1\2 field g: Int", "1:invalid-character"},
    {"a comment without end", "field f: Int\n/* field", "2:unterminated-comment"},
    {"a comment without end in a member", "method m() {\n/* field", "2:unterminated-comment"},
    {"a string without end", "import \"a", "1:unterminated-string"},
    {"strings may span lines", "@a(\"x\ny\") field f: Int", ""},
    {"the end in a member", "method m() {\n", "2:syntax"},
    {"a missing standard file", "import <a/b.vpr>", "1:import-failed"},
    {"a missing file", "import \"no-such-file.vpr\"", "1:import-failed"},
    {"a folder", "import \"/\"", "1:import-failed"},
    {"no path", "import", "1:syntax"},
    {"no end of the path", "import <a\n>", "1:syntax"},
    {"imports twice",
     "import <decreases/all.vpr> import <decreases/./int.vpr> @a() import "
     "<adt/derives.vpr>",
     ""},
};

int main (void) {
  struct tap t = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct reading r = read_text (wr_str_of (cases[i].text));
    wr_buf got = {0};
    reading_list (&r, &got);
    SAME (&t, wr_buf_str (&got), cases[i].want, cases[i].name);
    for (uint32_t k = 0; k < wr_diags_count (r.diags); k++)
      OK (&t, wr_diags_at (r.diags, k)->native.len, "%s: a name in Viper's words", cases[i].name);
    wr_buf_free (&got);
    reading_free (&r);
  }
  return tap_done (&t);
}
