/* report/axioms.h -- axiomatization coverage for people and for scripts, written from the relation of tests and axioms alone. */
#ifndef WR_REPORT_AXIOMS_H
#define WR_REPORT_AXIOMS_H

#include "axioms/relation.h"
#include "base/json.h"

struct wr_key_outcome;
struct wr_advice_list;

struct wr_axioms_report {
  const wr_relation *relation;
  bool verbose;
  bool strong;   /* strong coverage was computed */
  bool complete; /* no test is left out because the run was ended */
  uint32_t files, cached;
  const char *prelude; /* the file that positions of logs are about; NULL: not known */
  const struct wr_advice_list *advice; /* NULL: none is wanted */
  const struct wr_key_outcome *key;    /* proofs of KeY; NULL: the tests are no such proofs */
  wr_str
      folder; /* LCOV and the page do not name files outside it that no test is; "": all are named */
  const char *solver; /* name, version and budget: everything is relative to them */
};

void wr_report_axioms_text (wr_buf *out, const struct wr_axioms_report *report);
json_t *wr_report_axioms_json (const struct wr_axioms_report *report);
enum { WR_AXIOMS_MOST_APART = 10000 }; /* pairs of axioms never covered together, in a report */
/* Groups, selectivity, tests per axiom, axioms never covered together.  [axioms_stats.c] */
void wr_report_axioms_statistics (json_t *doc, const wr_relation *relation);
void wr_report_axioms_csv (wr_buf *out, const struct wr_axioms_report *report);
void wr_report_axioms_lcov (wr_buf *out, const struct wr_axioms_report *report);
/* Is the file of an axiom or another declaration not to be named?  [axioms_hide.c] */
bool wr_axioms_hides (const struct wr_axioms_report *report, wr_str file);
/* Asterisks instead of such files, everywhere in the document. */
void wr_axioms_hide_paths (json_t *doc, const struct wr_axioms_report *report);

/* [axioms_advice.c] */
void wr_report_axioms_advice (wr_buf *out, const struct wr_axioms_report *report);
json_t *wr_report_axioms_advice_json (const struct wr_axioms_report *report);
/* What is said about proofs of KeY only.  [axioms_key.c] */
void wr_report_axioms_key (wr_buf *out, const struct wr_axioms_report *report);
json_t *wr_report_axioms_key_json (const struct wr_axioms_report *report);

/* What the analyses found besides coverage [axioms_found.c]: first what makes the rest worthless, such as a contradiction, and after the
   figures of coverage the outcomes of the tests. */
void wr_report_axioms_first (wr_buf *out, const struct wr_axioms_report *report);
void wr_report_axioms_last (wr_buf *out, const struct wr_axioms_report *report);
void wr_report_axioms_found_json (json_t *doc, const struct wr_axioms_report *report);
void wr_report_axioms_test_json (json_t *object, const wr_relation *relation, uint32_t test);
void wr_report_axioms_axiom_json (json_t *object, const wr_relation *relation, uint32_t axiom);

#endif
