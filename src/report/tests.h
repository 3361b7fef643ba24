/* report/tests.h -- the tests that the search for paths has generated (diagnose/search.h), and the colour of each assertion: green if it
   is proved or all paths to it were executed, red if a test violates it, orange otherwise. */
#ifndef WR_REPORT_TESTS_H
#define WR_REPORT_TESTS_H

#include "report/diagnosis.h"

struct wr_tests_report {
  const struct wr_diagnosis_report *words;
  struct wr_tests *const *tests; /* per body; NULL: none */
  struct wr_diagnosis *const *failures;
  uint32_t failure_count;
  bool all; /* every test, not only their numbers */
};

enum wr_colour { WR_GREEN, WR_RED, WR_ORANGE, WR_COLOUR_COUNT };
enum wr_colour wr_report_colour (const struct wr_tests_report *r, uint32_t body, uint32_t goal);

void wr_report_tests (wr_buf *out, const struct wr_tests_report *r);
/* A list with an object per body that was searched, and one with an object per assertion. */
json_t *wr_report_tests_json (const struct wr_tests_report *r);
json_t *wr_report_assertions_json (const struct wr_tests_report *r);

#endif
