/* cli/publish.h -- the report of a command that judges programs, in the forms that were asked for: text with
   carets, JSON ("format": "warrant/1"), workflow annotations and files for other tools (cli/reports.h). */
#ifndef WR_CLI_PUBLISH_H
#define WR_CLI_PUBLISH_H

#include "analysis/baseline.h"
#include "analysis/elements.h"
#include "analysis/explain.h"
#include "base/json.h"
#include "report/costs.h"
#include "report/html.h"
#include "cli/reports.h"
#include "run/run.h"

struct wr_publish {
  const struct wr_options *options;
  double started; /* seconds of the monotonic clock */
  wr_buf text;    /* for standard output */
  json_t *files, *findings;
  WR_VEC (struct wr_json_piece) pieces; /* lists of procedures, already written */
  wr_costs costs;
  json_t *programs; /* the data of each program that --html needs beyond the document */
  wr_model *model;  /* NULL: no report needs it */
  uint64_t verified, errors, timeouts, unknown;
  uint64_t input_errors; /* found before verification; `errors` are failed goals */
  bool coverage;         /* `covered` and `total` count */
  /* If not NONE: how proofs will be explained, which pass 1 may already do. */
  enum wr_core_effort effort;
  uint64_t covered, total; /* facts */
  uint32_t program_count;  /* how many programs are judged */
  uint32_t unmatched;      /* programs in which nothing is selected */
  struct wr_element_counts elements;
  struct wr_share axioms;    /* of preludes and of the library */
  bool below;                /* less is covered than --fail-under asks for */
  wr_baseline *baseline;     /* known findings, which are not reported; NULL: none */
  uint64_t known;            /* known findings of this run */
  uint64_t hints;            /* findings that -v would show */
  bool interrupted;          /* the run ended early; the rest of this struct is what is known */
  uint64_t unchecked;        /* goals that were not checked because the run was interrupted */
  uint64_t cached, answered; /* answers from the cache, of all answers */
  uint64_t not_begun;        /* procedures whose goals were not even counted by then */
  json_t *more;              /* further keys of the document, in an object; NULL: none */
  enum wr_exit exit;
};

/* Published reports name only files of the project, which is the current folder.  "": they name all. */
wr_str wr_publish_folder (const struct wr_options *options, wr_arena *arena);

struct wr_publish wr_publish_new (const struct wr_options *options);
void wr_publish_free (struct wr_publish *report);

/* Adds the run's diagnostics and its objects in "files".  Errors found before verification count in
   `input_errors` and in the exit code. `object`, if not NULL, may add keys to the object of a file. */
void wr_publish_run (struct wr_publish *report, wr_run *run,
                     void (*object) (void *ctx, uint32_t file, json_t *object), void *ctx);
/* For `object`: adds the list "procedures" to the object of a file. */
void wr_publish_procedures (struct wr_publish *report, json_t *object, const wr_result *result,
                            uint32_t file);
/* Adds the data for the page and for files of other tools; call it after wr_publish_run. `result` and `coverage`
   may be NULL. */
void wr_publish_page (struct wr_publish *report, const wr_run *run, const wr_result *result,
                      const wr_coverage *coverage, const wr_graph *graph);
/* Writes everything; returns the exit code of the whole command. */
enum wr_exit wr_publish_end (struct wr_publish *report);
/* Writes the reports of a command that was interrupted before it had results (cli/interrupt.h). */
void wr_publish_nothing (const struct wr_options *options, enum wr_exit code);

#endif
