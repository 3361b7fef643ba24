/* tests/farm/unit.c -- units and results as bytes: what is written is read again, and what was cut or changed anywhere is refused as a whole. */
#include "base/str.h"
#include "farm/unit.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tap tap;
static char folder[] = "farm-unit-XXXXXX";

static wr_cache *cache_named (const char *name) {
  char path[256];
  char *base = realpath (folder, NULL);
  snprintf (path, sizeof path, "%s/%s/answers.db", base, name);
  free (base);
  return wr_cache_open (path);
}

static void test_units (void) {
  wr_farm_unit unit = {0}, again;
  wr_str words[] = {WR_LIT ("axioms"), WR_LIT ("--strong"), WR_LIT ("")};
  for (int i = 0; i < 3; i++) WR_VEC_PUSH (&unit.words, words[i]);
  struct wr_farm_file file = {WR_LIT ("a.smt2"), WR_LIT ("(check-sat)\n")};
  WR_VEC_PUSH (&unit.files, file);
  wr_buf bytes = {0};
  wr_farm_unit_write (&bytes, &unit);
  bool good = wr_farm_unit_read (wr_buf_str (&bytes), &again);
  OK (&tap, good && again.words.len == 3 && again.files.len == 1, "a unit is read again");
  OK (&tap, good && wr_str_equal (again.files.data[0].text, file.text), "with its text");
  wr_farm_unit_free (&again);
  uint32_t accepted = 0;
  for (size_t n = 0; n < bytes.len; n++) {
    accepted += wr_farm_unit_read ((wr_str){bytes.data, n}, &again);
    wr_farm_unit_free (&again);
  }
  OK (&tap, !accepted, "a unit that is cut is refused");
  static const char *const names[] = {"../a", ".", "a/b", ""};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    wr_buf bad = {0};
    unit.files.data[0].name = wr_str_of (names[i]);
    wr_farm_unit_write (&bad, &unit);
    OK (&tap, !wr_farm_unit_read (wr_buf_str (&bad), &again), "the name '%s' is refused", names[i]);
    wr_farm_unit_free (&again);
    wr_buf_free (&bad);
  }
  wr_farm_unit_free (&unit);
  wr_buf_free (&bytes);
}

static void test_results (void) {
  wr_cache *from = cache_named ("from"), *to = cache_named ("to");
  wr_str part = WR_LIT ("question"), who = WR_LIT ("somebody 1.0");
  struct wr_digest key = wr_digest_of (&part, 1), unit = wr_farm_key (WR_LIT ("unit")),
                   other = wr_farm_key (WR_LIT ("other unit"));
  wr_buf result = {0}, found = {0};
  wr_cache_put (from, &key, WR_LIT ("answer"));
  wr_cache_flush (from);
  wr_farm_result_write (&result, &unit, who, from);
  wr_str bytes = wr_buf_str (&result);
  OK (&tap, wr_farm_result_take (bytes, &other, who, to) == WR_FARM_DAMAGED,
      "the result of another unit is refused");
  OK (&tap, wr_farm_result_take (bytes, &unit, WR_LIT ("somebody 1.1"), to) == WR_FARM_OTHER,
      "another version is refused");
  uint32_t taken = 0;
  for (size_t n = 0; n < bytes.len; n++)
    taken += wr_farm_result_take ((wr_str){bytes.ptr, n}, &unit, who, to) == WR_FARM_TAKEN;
  OK (&tap, !taken, "a result that is cut is refused");
  for (size_t n = 0; n < bytes.len; n++) {
    result.data[n] ^= 1;
    taken += wr_farm_result_take (bytes, &unit, who, to) == WR_FARM_TAKEN;
    result.data[n] ^= 1;
  }
  OK (&tap, !taken, "a result with a changed bit is refused");
  OK (&tap, !wr_cache_get (to, &key, &found), "nothing of refused results is found");
  OK (&tap, wr_farm_result_take (bytes, &unit, who, to) == WR_FARM_TAKEN, "the result is taken");
  OK (&tap,
      wr_cache_get (to, &key, &found) && wr_str_equal (wr_buf_str (&found), WR_LIT ("answer")),
      "and its entry is found");
  wr_buf_free (&found);
  wr_buf_free (&result);
  wr_cache_close (from);
  wr_cache_close (to);
}

int main (void) {
  if (!mkdtemp (folder)) return 1;
  test_units ();
  test_results ();
  char command[64];
  snprintf (command, sizeof command, "rm -r %s", folder);
  OK (&tap, system (command) == 0, "the folder is removed");
  return tap_done (&tap);
}
