/* tests/fuzz/key.c -- any bytes as a file of KeY: read, or refused with a problem and a line of the text.  Names are parts of the text. */
#include "key/proof.h"
#include "key/rules.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void check (const wr_key_scan *at, bool good, wr_str text) {
  uint32_t lines = 1;
  for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
  if (good != !at->problem) abort ();
  if (!good && (at->problem_line < 1 || at->problem_line > lines)) abort ();
}

static void check_part (wr_str part, wr_str text) {
  if (part.ptr < text.ptr || part.ptr + part.len > text.ptr + text.len) abort ();
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  wr_str text = {(const char *)data, size};
  wr_key_scan at;
  wr_key_proof proof;
  check (&at, wr_key_proof_read (text, &proof, &at), text);
  uint64_t steps = 0;
  for (uint32_t i = 0; i < proof.uses.len; i++) {
    check_part (proof.uses.data[i].name, text);
    steps += proof.uses.data[i].steps;
  }
  if (steps != proof.steps || proof.simplifier > proof.builtin) abort ();
  wr_key_proof_free (&proof);
  wr_key_rules rules = {0};
  check (&at, wr_key_rules_read (text, &rules, &at), text);
  for (uint32_t i = 0; i < rules.len; i++) {
    check_part (rules.data[i].name, text);
    check_part (rules.data[i].text, text);
    if (!rules.data[i].name.len) abort ();
  }
  WR_VEC_FREE (&rules);
  return 0;
}
