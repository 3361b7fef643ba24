/* report/axioms.h -- axiomatization coverage for people and for scripts, written from the relation of tests and axioms alone. */
#ifndef WR_REPORT_AXIOMS_H
#define WR_REPORT_AXIOMS_H

#include "axioms/relation.h"
#include "base/json.h"

struct wr_axioms_report {
  const wr_relation *relation;
  bool verbose;
  bool strong;   /* strong coverage was computed */
  bool complete; /* no test is left out because the run was ended */
  uint32_t files, cached;
  const char *solver; /* name, version and budget: everything is relative to them */
};

void wr_report_axioms_text (wr_buf *out, const struct wr_axioms_report *report);
json_t *wr_report_axioms_json (const struct wr_axioms_report *report);

#endif
