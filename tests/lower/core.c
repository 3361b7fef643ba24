/* What small programs become in core: each case names a text that the dump of core must hold, or, with a
   leading '!', must not hold.  A case whose program cannot be lowered names the diagnostic. */
#include "core/text.h"
#include "front/boogie/lower.h"
#include "tap.h"

struct result {
  wr_arena *arena;
  wr_buf text; /* core, then one line per diagnostic */
};

static void lower (struct result *r, const char *program_text) {
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (r->arena);
  wr_diags *diags = wr_diags_new (r->arena);
  wr_sources_add (sources, WR_LIT ("a.bpl"), wr_str_of (program_text));
  struct bpl_program *program = bpl_parse (r->arena, symbols, sources, diags);
  bool ok =
      !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
  wr_core *core = ok ? bpl_lower (program, diags) : NULL;
  if (core) wr_core_print (&r->text, core);
  for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
    const wr_diag *d = wr_diags_at (diags, i);
    wr_buf_print (&r->text, "%s: %.*s\n", wr_code_info (d->code)->slug, WR_STR_ARGS (d->message));
  }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
}

static void check (struct tap *tap, const char *name, const char *program, const char *want) {
  struct result r = {.arena = wr_arena_new ()};
  lower (&r, program);
  bool absent = want[0] == '!';
  bool found = strstr (wr_buf_text (&r.text), want + absent) != NULL;
  if (!OK (tap, found != absent, "%s", name)) {
    tap_show ("program", wr_str_of (program));
    tap_show ("wanted", wr_str_of (want));
    tap_show ("got", wr_buf_str (&r.text));
  }
  wr_buf_free (&r.text);
  wr_arena_free (r.arena);
}

static const struct {
  const char *name, *program, *want;
} cases[] = {
#include "cases.def"
};

int main (void) {
  struct tap tap = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check (&tap, cases[i].name, cases[i].program, cases[i].want);
  }
  return tap_done (&tap);
}
