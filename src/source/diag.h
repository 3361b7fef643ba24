/* source/diag.h -- diagnostics as data.  Every stage adds what it finds; the command sorts and renders
   it at the end.  Codes are words (`undeclared-identifier`), listed in the files of source/codes with
   a text, an example and a fix each: `warrant explain CODE` prints them. */
#ifndef WR_SOURCE_DIAG_H
#define WR_SOURCE_DIAG_H

#include "source/code.h"
#include "source/source.h"

struct wr_note {
  wr_span at;   /* file 0: a note without a place */
  wr_span part; /* what is underlined; file 0: all of `at` */
  wr_str text;
};

typedef struct wr_diag {
  enum wr_code code;
  enum wr_severity severity;
  wr_span at;
  wr_span part; /* what is underlined, for example one conjunct; file 0: all of `at` */
  wr_str message;
  struct wr_note *notes;
  uint32_t note_count, note_cap;
  uint32_t steps;   /* the number of notes, at the end, that form the execution trace */
  uint32_t serial;  /* order of adding: breaks ties when sorting */
  uint32_t subject; /* label of the goal that it is about; 0: none */
  uint32_t removes; /* label of what the finding says can be removed; 0: none */
  wr_str native;    /* the name that other tools for the language give to the error; empty: none */
} wr_diag;

typedef struct wr_diags wr_diags;

enum { WR_MAX_ERRORS = 1000 }; /* further errors are counted, not kept: too-many-errors */

wr_diags *wr_diags_new (wr_arena *arena);
void wr_diags_free (wr_diags *diags); /* NULL is allowed */
/* A diagnostic with the same code, span, subject and message as an earlier one is dropped.  Never NULL. */
__attribute__ ((format (printf, 4, 5))) wr_diag *wr_diag_add (wr_diags *diags, enum wr_code code,
                                                              wr_span at, const char *fmt, ...);
/* The same about a goal. */
__attribute__ ((format (printf, 5, 6))) wr_diag *wr_diag_about (wr_diags *diags, enum wr_code code,
                                                                wr_span at, uint32_t subject,
                                                                const char *fmt, ...);
__attribute__ ((format (printf, 4, 5))) void wr_diag_note (wr_diags *diags, wr_diag *diag,
                                                           wr_span at, const char *fmt, ...);
/* Sets the native name, which lives as long as the diagnostic, and returns the diagnostic. */
wr_diag *wr_diag_native (wr_diag *diag, wr_str name);
uint32_t wr_diags_errors (const wr_diags *diags); /* including those beyond WR_MAX_ERRORS */
uint32_t wr_diags_dropped (const wr_diags *diags);
/* Removes those that are not errors and for which gone() holds; returns how many. */
uint32_t wr_diags_remove (wr_diags *diags, bool (*gone) (void *ctx, const wr_diag *diag),
                          void *ctx);
void wr_diags_sort (wr_diags *diags); /* by file, position, serial */
uint32_t wr_diags_count (const wr_diags *diags);
const wr_diag *wr_diags_at (const wr_diags *diags, uint32_t i);

#endif
