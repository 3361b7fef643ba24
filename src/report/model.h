/* report/model.h -- a run as rows: what the reports for other tools are made of.  Programs are added one after the
   other (--separate) and may then be dropped: the model keeps copies.  All reports are written from the same
   rows, so that their numbers agree.

   Places follow `#line` directives.  Elements (analysis/elements.h) stand where they begin.  A line is there if one of its elements is covered,
   uncovered, vacuous or failed; its `hits` are those of its covered elements. */
#ifndef WR_REPORT_MODEL_H
#define WR_REPORT_MODEL_H

#include "analysis/coverage.h"
#include "analysis/elements.h"
#include "front/front.h"
#include "report/verify.h"

struct wr_spot {
  uint32_t path; /* into paths, 1-based; 0: nowhere */
  /* 1-based, the end exclusive; columns count code points; line 0: the file as a whole */
  uint32_t line, column, end_line, end_column;
};

struct wr_row_note {
  struct wr_spot at;
  wr_str text;
};

/* An edit that would resolve a finding. */
struct wr_row_fix {
  struct wr_spot at;
  const char *text, *title; /* title NULL: there is none */
};

struct wr_row_diag {
  enum wr_code code;
  enum wr_severity severity;
  uint32_t file; /* the path that holds the text; `at` follows `#line` */
  struct wr_spot at;
  wr_str message;
  struct wr_row_note *notes;
  uint32_t note_count;
  uint32_t steps; /* the number of notes, at the end, that form the execution trace */
  uint64_t
      print; /* a hash of code, path, procedure, message and text; edits elsewhere do not change it */
  uint32_t subject; /* label of the goal that it is about; 0: none */
  uint32_t twin;    /* 1 for the first diagnostic with this print, 2 for the next */
  struct wr_row_fix fix;
  const struct wr_front *front; /* the language of its program */
};

struct wr_row_goal {
  wr_str name;
  wr_str text; /* of the clause, or of this conjunct of it */
  enum wr_role role;
  struct wr_spot at;
  enum wr_verdict verdict; /* NONE: not checked because of --error-limit or an interrupt */
  enum wr_code code;       /* of the diagnostic when it is not proved */
  uint32_t diag;           /* that diagnostic, into diags, 1-based; 0: none was kept */
  const char *reason;
  bool vacuous, known;
  uint32_t core_count;
  uint64_t resources;
  double seconds;
};

struct wr_row_procedure {
  wr_str name;
  struct wr_spot at;
  enum wr_verdict verdict;
  struct wr_element_counts elements;
  uint32_t first_goal, goal_count;
  uint32_t vacuous; /* goals */
  uint32_t hits;    /* goals that are proved and not vacuous; 0 if some goal is not proved */
  double seconds;
};

struct wr_row_line {
  uint32_t path, line, hits;
  uint32_t procedure; /* into procedures, 1-based; 0: of none */
};

/* An element that counts. */
struct wr_row_element {
  uint32_t path, line, column;
  uint32_t hits; /* 0: not covered */
};

struct wr_row_file {
  uint32_t path;
  uint32_t refused; /* errors found before verification */
};

typedef struct wr_model {
  wr_arena *arena;
  const char *command;
  wr_str folder; /* paths of `#line` outside it are not named; "": all are */
  bool coverage;
  bool broken;               /* an internal error, or no solver */
  bool interrupted;          /* the run ended early: the rows are what is known */
  struct wr_summary summary; /* set at the end */
  uint32_t input_errors;     /* found before verification; those of `summary` are failed goals */
  struct wr_element_counts elements;
  struct wr_share axioms; /* of preludes and of the library */
  double percent;         /* below which the run fails; 0: none */
  WR_VEC (wr_str) paths;
  wr_u32s procedures_of; /* per path, how many */
  WR_VEC (struct wr_row_file) files;
  WR_VEC (struct wr_row_procedure) procedures;
  WR_VEC (struct wr_row_goal) goals;
  WR_VEC (struct wr_row_diag) diags;
  WR_VEC (struct wr_row_line) lines;   /* by path and line, each once */
  WR_VEC (struct wr_row_element) rows; /* what can be covered: by path, line and column */
  wr_index path_index;
  wr_map prints;
} wr_model;

wr_model *wr_model_new (const char *command);
void wr_model_free (wr_model *model); /* NULL is allowed */

/* A program, or what was read of it. */
struct wr_model_input {
  const struct wr_front *front; /* its language */
  const wr_sources *sources;
  const wr_diags *diags;       /* sorted */
  const wr_result *result;     /* may be NULL */
  const wr_coverage *coverage; /* may be NULL */
};
void wr_model_add (wr_model *model, const struct wr_model_input *in);
/* Sorts and merges what several programs say about a line. */
void wr_model_finish (wr_model *model);

wr_str wr_model_path (const wr_model *model, uint32_t path);
uint32_t wr_model_count (const wr_model *model, enum wr_severity severity);

/* [model_lines.c] */
uint32_t wr_model_path_of (wr_model *model, wr_str path);
/* `#line` must not name this path: it lies outside the folder, and is not one of the files that were read. */
bool wr_model_hides (const wr_model *model, const wr_sources *sources, wr_str path);
struct wr_spot wr_model_place (wr_model *model, const wr_sources *sources, wr_span at);
void wr_model_add_lines (wr_model *model, const wr_coverage *coverage, uint32_t first_procedure);

#endif
