/* tests/solve/trace.c -- a solver's log as a profile: counts, generations, triggers, the deepest chain; logs that are cut off or
   damaged are read as far as they make sense. */
#include "solve/profile.h"

#include "tap.h"

/* Two quantifiers that feed each other, w12: {f(x)} and w13: {select of a map}, then one that is the solver's own. */
static const char log_text[] = "[tool-version] Z3 4.8.12\n"
                               "[mk-var] datatype#0 0\n"
                               "[mk-var] #23 0\n"
                               "[mk-app] #24 f!f3 #23\n"
                               "[mk-app] #27 pattern #24\n"
                               "[mk-app] #26 = #24 #24\n"
                               "[mk-quant] #28 w12 1 #27 #26\n"
                               "[attach-var-names] #28 (|x!v1| ; |U|)\n"
                               "[mk-var] #40 1\n"
                               "[mk-app] #41 select #40 #23\n"
                               "[mk-app] #42 Int\n"
                               "[attach-meaning] #42 arith 7\n"
                               "[mk-app] #43 a name with # and blanks!f9 #41 #42\n"
                               "[mk-app] #44 pattern #41 #43\n"
                               "[mk-quant] #45 w13 2 #44 #26\n"
                               "[attach-var-names] #45 (|i!v3| ; |Int|) (|m!v2| ; |M|)\n"
                               "[mk-quant] #50 constructor_accessor 1 #27 #26\n"
                               "[attach-enode] #60 0\n"
                               "[new-match] 0xa #28 #27 #60 ; #60\n"
                               "[instance] 0xa ; 1\n"
                               "[attach-enode] #61 1\n"
                               "[end-of-instance]\n"
                               "[new-match] 0xb #45 #44 #61 #60 ; #61 (#60 #61)\n"
                               "[instance] 0xb #99 ; 2\n"
                               "[attach-enode] #62 2\n"
                               "[end-of-instance]\n"
                               "[instance] 0 #62\n"
                               "[attach-enode] #62 0\n"
                               "[end-of-instance]\n"
                               "[new-match] 0xa #28 #27 #62 ; #62\n"
                               "[new-match] 0xc #50 #27 #62 ; #60\n"
                               "[instance] 0xa ; 3\n"
                               "[attach-enode] #63 3\n"
                               "[end-of-instance]\n"
                               "[instance] 0xc ; 1\n"
                               "[end-of-instance]\n"
                               "[instance] 0xdead ; 9\n"
                               "[eof]\n";

static const struct wr_profile_quant *quant (const wr_profile *profile, uint32_t expr) {
  static const struct wr_profile_quant none;
  for (uint32_t i = 0; i < profile->quant_count; i++)
    if (profile->quants[i].expr.ix == expr) return &profile->quants[i];
  return &none;
}

static void test_whole (struct tap *tap, wr_arena *arena) {
  wr_profile profile;
  wr_profile_read (wr_str_of (log_text), arena, &profile);
  const struct wr_profile_quant *f = quant (&profile, 12), *m = quant (&profile, 13);
  OK (tap, profile.quant_count == 3 && profile.instances == 4, "quantifiers and instances");
  OK (tap, f->instances == 2 && f->generation == 3, "instances and generation of the first");
  OK (tap, m->instances == 1 && m->generation == 2, "instances and generation of the second");
  OK (tap, quant (&profile, 0)->instances == 1, "the solver's own quantifiers are one row");
  SAME (tap, f->trigger, "f(x)", "a trigger in the program's names");
  SAME (tap, m->trigger, "m[i], a name with # and blanks(m[i], 7)",
        "a trigger of two terms, with a map and a numeral");
  OK (tap, profile.edge_count == 2, "each feeds the other");
  OK (tap,
      profile.chain_count == 3 && profile.chain[0] == profile.chain[2] &&
          profile.chain[0] != profile.chain[1],
      "the deepest chain alternates");
}

static void test_bytes (struct tap *tap, wr_arena *arena) {
  wr_profile profile, copy;
  wr_buf bytes = {0}, again = {0};
  wr_profile_read (wr_str_of (log_text), arena, &profile);
  wr_profile_write (&bytes, &profile);
  bool read = wr_profile_get (wr_buf_str (&bytes), arena, &copy);
  wr_profile_write (&again, &copy);
  OK (tap, read && wr_str_equal (wr_buf_str (&bytes), wr_buf_str (&again)), "bytes come back");
  bool refused = true;
  for (size_t i = 0; i < bytes.len; i++)
    refused &= !wr_profile_get ((wr_str){bytes.data, i}, arena, &copy);
  OK (tap, refused, "bytes that are cut off are refused");
  wr_buf_free (&bytes);
  wr_buf_free (&again);
}

/* Every prefix, and every line with a byte changed, is read without harm. */
static void test_damaged (struct tap *tap, wr_arena *arena) {
  wr_profile profile;
  uint64_t most = 0;
  wr_buf text = {0};
  for (size_t i = 0; i < sizeof log_text; i++) {
    wr_profile_read ((wr_str){log_text, i}, arena, &profile);
    most = profile.instances > most ? profile.instances : most;
    wr_buf_clear (&text);
    wr_buf_add (&text, wr_str_of (log_text));
    if (i < text.len) text.data[i] = text.data[i] == '#' ? '9' : '#';
    wr_profile_read (wr_buf_str (&text), arena, &profile);
  }
  wr_buf_free (&text);
  OK (tap, most == 4, "logs that are cut off or damaged are read");
}

int main (void) {
  struct tap tap = {0};
  wr_arena *arena = wr_arena_new ();
  test_whole (&tap, arena);
  test_bytes (&tap, arena);
  test_damaged (&tap, arena);
  wr_arena_free (arena);
  return tap_done (&tap);
}
