/* tests/share.h -- how much a long test does: a representative share by default, everything with WARRANT_TESTS=all in the environment, and little
   in a build with sanitizers, whose code is slow (docs/design/testing.md). */
#ifndef WR_TESTS_SHARE_H
#define WR_TESTS_SHARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define INSTRUMENTED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INSTRUMENTED 1
#endif
#endif
#ifndef INSTRUMENTED
#define INSTRUMENTED 0
#endif

static inline bool share_is_all (void) {
  const char *wanted = getenv ("WARRANT_TESTS");
  return wanted && !strcmp (wanted, "all");
}

static inline uint64_t share_of (uint64_t instrumented, uint64_t usual, uint64_t all) {
  return share_is_all () ? all : INSTRUMENTED ? instrumented : usual;
}

#endif
