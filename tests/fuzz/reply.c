/* tests/fuzz/reply.c -- any bytes as a solver's output: the expressions found lie in order and do not depend on how
   the stream was cut, tokens are inside, and the same bytes are no danger as a worker's answer. */
#include "solve/answer.h"
#include "solve/sexp.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void use_tokens (wr_str text) {
  size_t at = 0, before = 0;
  wr_str token, message;
  while (wr_sexp_token (text, &at, &token)) {
    if (at <= before || at > text.len || token.len == 0) abort ();
    before = at;
  }
  if (wr_sexp_error (text, &message) && message.len > text.len) abort ();
}

/* Sum of where expressions begin and end, when `step` bytes arrive at a time. */
static uint64_t scan_all (wr_str text, size_t step) {
  struct wr_scan scan = {0};
  uint64_t sum = 0;
  size_t last = 0;
  for (size_t have = step < text.len ? step : text.len;;) {
    enum wr_scan_end end = wr_scan (&scan, (wr_str){text.ptr, have});
    if (end == WR_SCAN_BAD) return sum * 31 + 7;
    if (end == WR_SCAN_WHOLE) {
      if (scan.begin < last || scan.at <= scan.begin || scan.at > have) abort ();
      last = scan.at;
      sum = sum * 1000003 + scan.begin * 31 + scan.at;
      if (step == text.len) use_tokens ((wr_str){text.ptr + scan.begin, scan.at - scan.begin});
      continue;
    }
    if (have == text.len) return sum;
    have = text.len - have > step ? have + step : text.len;
  }
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  if (size > 0) {
    wr_str text = {(const char *)data, size};
    uint64_t once = scan_all (text, size);
    if (scan_all (text, 1) != once || scan_all (text, 7) != once) abort ();
  }
  wr_arena *arena = wr_arena_new ();
  struct wr_answer answer;
  if (wr_answer_read (data, size, arena, &answer)) {
    if (answer.core_count && !answer.has_core) abort ();
    if (answer.has_core && answer.status != WR_STATUS_UNSAT) abort ();
    if (!(answer.seconds >= 0)) abort ();
    wr_buf again = {0};
    wr_answer_write (&again, &answer);
    struct wr_answer twice;
    if (!wr_answer_read (again.data, again.len, arena, &twice)) abort ();
    if (twice.status != answer.status || twice.core_count != answer.core_count) abort ();
    wr_buf_free (&again);
  }
  wr_arena_free (arena);
  return 0;
}
