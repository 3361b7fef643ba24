/* Several versions of a program are held at once, as an editor server does, and do not touch each other. */
#include "run/run.h"
#include "tap.h"

static const wr_str versions[] = {
    {"procedure P() { assert x; }", 27},
    {"var x: bool; procedure P() { assert x; }", 40},
    {"var x: int; procedure P() { assert x; }", 39},
};

static enum wr_code first_code (const wr_run *run) {
  return wr_diags_count (run->diags) ? wr_diags_at (run->diags, 0)->code : WR_CODE_NONE;
}

int main (void) {
  struct tap t = {0};
  struct wr_run_options options = {0};
  wr_run runs[3];
  for (int i = 0; i < 3; i++) {
    runs[i] = wr_run_new (&options, NULL, NULL);
    wr_sources_add (runs[i].sources, WR_LIT ("a.bpl"), versions[i]);
  }
  for (int i = 2; i >= 0; i--) OK (&t, wr_run_load (&runs[i], WR_LOADED_PARSED), "version %d", i);
  bool good[3];
  for (int i = 0; i < 3; i++) {
    good[i] = wr_run_load (&runs[i], WR_LOADED_TYPED);
  }
  OK (&t, !good[0] && first_code (&runs[0]) == WR_CODE_UNDECLARED, "x is not declared in one");
  OK (&t, good[1] && first_code (&runs[1]) == WR_CODE_NONE, "the next is right");
  OK (&t, !good[2] && wr_diags_errors (runs[2].diags) == 1, "x is no boolean in the third");
  OK (&t, !strcmp (wr_run_status (&runs[0], 1), "resolve-error"), "status of the first");
  OK (&t, !strcmp (wr_run_status (&runs[1], 1), "ok"), "status of the second");
  OK (&t, !strcmp (wr_run_status (&runs[2], 1), "type-error"), "status of the third");
  wr_run_free (&runs[0]);
  wr_buf text = {0};
  wr_program_dump (&text, &runs[1].program);
  OK (&t, strstr (wr_buf_text (&text), "assert x;") != NULL, "the second outlives the first");
  wr_buf_free (&text);
  wr_run_free (&runs[1]);
  wr_run_free (&runs[2]);
  return tap_done (&t);
}
