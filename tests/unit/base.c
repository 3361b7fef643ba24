/* Arenas, strings, buffers, interning, maps, bit sets. */
#include "base/bitset.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/nearest.h"
#include "base/os.h"
#include "base/vec.h"
#include "base/words.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_words (struct tap *t) {
  wr_buf out = {0};
  wr_buf_count (&out, 0, "error, ", "errors, ");
  wr_buf_count (&out, 1, "error, ", "errors, ");
  wr_buf_count (&out, 2, "error", "errors");
  SAME (t, wr_buf_str (&out), "0 errors, 1 error, 2 errors", "nouns agree with their numbers");
  wr_buf_free (&out);
}

static void note_end (void *text) { wr_buf_add_char (text, 'e'); }
static void note_first_end (void *text) { wr_buf_add_char (text, 'f'); }

static void test_deferred (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  wr_buf ends = {0};
  wr_arena_defer (arena, note_first_end, &ends);
  wr_mark mark = wr_arena_save (arena);
  wr_arena_defer (arena, note_end, &ends);
  wr_arena_defer (arena, note_end, &ends);
  wr_arena_restore (arena, mark);
  SAME (t, wr_buf_str (&ends), "ee", "restoring ends what was deferred since the mark");
  wr_arena_defer (arena, note_end, &ends);
  wr_arena_free (arena);
  SAME (t, wr_buf_str (&ends), "eeef", "freeing ends the rest, the last one first");
  wr_buf_free (&ends);
}

static void test_arena (struct tap *t) {
  wr_arena *arena = wr_arena_new ();
  char *first = WR_NEW (arena, char, 10);
  wr_mark mark = wr_arena_save (arena);
  uint64_t *big = WR_NEW (arena, uint64_t, 1 << 20);
  OK (t, ((uintptr_t)big & 7) == 0 && big[(1 << 20) - 1] == 0, "aligned and zeroed");
  big[0] = 1;
  wr_arena_restore (arena, mark);
  uint64_t *again = WR_NEW (arena, uint64_t, 4);
  OK (t, again[0] == 0, "zeroed again after restore");
  OK (t, WR_NEW (arena, char, 0) != NULL, "nothing has an address");
  OK (t, first[9] == 0 && wr_arena_bytes (arena) > 0, "bytes are counted");
  wr_arena_free (arena);
  wr_arena_free (NULL);
}

static void test_strings (struct tap *t) {
  OK (t, wr_str_equal (WR_LIT ("a\0b"), WR_LIT ("a\0b")), "NUL bytes count");
  OK (t, !wr_str_equal (WR_LIT ("a\0b"), WR_LIT ("a\0c")), "and what is behind them");
  OK (t, wr_str_compare (WR_LIT ("ab"), WR_LIT ("abc")) < 0, "a prefix is smaller");
  OK (t, wr_str_compare (WR_LIT ("\xFF"), WR_LIT ("a")) > 0, "bytes are unsigned");
  OK (t,
      wr_str_starts (WR_LIT ("abc"), WR_LIT ("ab")) && wr_str_ends (WR_LIT ("abc"), WR_LIT ("bc")),
      "starts and ends");
  OK (t, !wr_str_starts (WR_LIT ("a"), WR_LIT ("ab")), "too short");
  wr_buf buf = {0};
  for (int i = 0; i < 1000; i++) wr_buf_print (&buf, "%d,", i);
  OK (t, buf.len == 3890 && !strcmp (wr_buf_text (&buf) + 3886, "999,"), "grows");
  wr_buf_free (&buf);
}

static void test_interning (struct tap *t) {
  wr_interner *table = wr_interner_new ();
  wr_symbol a = wr_intern (table, WR_LIT ("a")), b = wr_intern (table, WR_LIT ("b"));
  OK (t, a.ix == 1 && b.ix == 2, "numbered in order of first use");
  OK (t, wr_intern (table, WR_LIT ("a")).ix == a.ix, "equal text, equal symbol");
  OK (t, wr_intern_find (table, WR_LIT ("c")).ix == 0, "never interned");
  char name[16];
  for (int i = 0; i < 5000; i++) {
    snprintf (name, sizeof name, "n%d", i);
    wr_intern (table, wr_str_of (name));
  }
  OK (t, wr_interner_count (table) == 5002, "many");
  SAME (t, wr_symbol_text (table, a), "a", "the first text is still there");
  wr_interner_free (table);
}

static void test_maps (struct tap *t) {
  wr_map map = {0};
  for (uint64_t i = 0; i < 5000; i++) wr_map_put (&map, i * 0x100000001u, i);
  wr_map_put (&map, 0, 77);
  uint64_t value = 0;
  OK (t, map.count == 5000 && wr_map_get (&map, 0, &value) && value == 77, "put replaces");
  OK (t, wr_map_or (&map, 4999 * 0x100000001u, 0) == 4999, "found after growing");
  OK (t, !wr_map_has (&map, 5) && wr_map_or (&map, 5, 9) == 9, "absent");
  wr_map_clear (&map);
  OK (t, !wr_map_has (&map, 0), "cleared");
  wr_map_free (&map);
}

/* Its members as WR_BITSET_EACH finds them. */
static void test_each (struct tap *t) {
  static const uint32_t members[] = {0, 1, 63, 64, 191, 192, 1000};
  enum { COUNT = sizeof members / sizeof *members };
  wr_bitset set = {0};
  uint32_t found = 0, none = 0;
  WR_BITSET_EACH (&set, i) { none += i + 1; }
  OK (t, !none, "an empty set has no members to go through");
  for (uint32_t i = 0; i < COUNT; i++) wr_bitset_set (&set, members[i], true);
  WR_BITSET_EACH (&set, i) { found += found < COUNT && members[found] == i; }
  OK (t, found == COUNT, "every member, in order");
  OK (t, wr_bitset_next (&set, 65) == 191 && wr_bitset_next (&set, 192) == 192, "the next one");
  OK (t, wr_bitset_next (&set, 1001) == UINT32_MAX, "after the last");
  wr_bitset some = {0};
  wr_bitset_set (&some, 64, true);
  wr_bitset_set (&some, 5000, true);
  wr_bitset_remove (&set, &some);
  OK (t, !wr_bitset_has (&set, 64) && wr_bitset_size (&set) == COUNT - 1, "without some");
  wr_bitset_remove (&some, &set);
  OK (t, wr_bitset_has (&some, 5000) && wr_bitset_size (&some) == 2, "beyond the others' words");
  wr_bitset_free (&some);
  OK (t, wr_bitset_next (&set, 100000) == UINT32_MAX, "beyond its words");
  wr_bitset_free (&set);
}

static void test_bitsets (struct tap *t) {
  wr_bitset set = {0}, copy = {0};
  OK (t, !wr_bitset_has (&set, 1000), "empty");
  wr_bitset_set (&set, 1000, true);
  wr_bitset_set (&set, 3, true);
  wr_bitset_set (&set, 3, true);
  OK (t, wr_bitset_has (&set, 1000) && wr_bitset_size (&set) == 2, "two members");
  wr_bitset_copy (&copy, &set);
  wr_bitset_set (&set, 3, false);
  OK (t, wr_bitset_size (&set) == 1 && wr_bitset_size (&copy) == 2, "a copy stands alone");
  wr_bitset_clear (&copy);
  OK (t, wr_bitset_size (&copy) == 0, "cleared");
  wr_bitset_free (&set);
  wr_bitset_free (&copy);
}

static void test_nearest (struct tap *t) {
  OK (t, wr_edit_distance (WR_LIT ("verify"), WR_LIT ("verify"), 3) == 0, "the same word");
  OK (t, wr_edit_distance (WR_LIT ("verify"), WR_LIT ("verfy"), 3) == 1, "a letter is missing");
  OK (t, wr_edit_distance (WR_LIT ("verify"), WR_LIT ("evrify"), 3) == 1, "neighbours swapped");
  OK (t, wr_edit_distance (WR_LIT ("kitten"), WR_LIT ("sitting"), 9) == 3, "three changes");
  OK (t, wr_edit_distance (WR_LIT ("abc"), WR_LIT ("xyz"), 2) == 3, "beyond the limit");
  OK (t, wr_edit_distance (WR_LIT (""), WR_LIT ("ab"), 5) == 2, "from nothing");
  struct wr_nearest search = wr_nearest_start (WR_LIT ("totl"));
  wr_nearest_offer (&search, WR_LIT ("total"));
  wr_nearest_offer (&search, WR_LIT ("tot"));
  SAME (t, search.best, "total", "of equally close ones the first");
  search = wr_nearest_start (WR_LIT ("x"));
  wr_nearest_offer (&search, WR_LIT ("y"));
  OK (t, !search.best.len, "nothing in common");
}

int main (void) {
  struct tap t = {0};
  test_arena (&t);
  test_words (&t);
  test_deferred (&t);
  test_strings (&t);
  test_interning (&t);
  test_maps (&t);
  test_bitsets (&t);
  test_each (&t);
  test_nearest (&t);
  return tap_done (&t);
}
