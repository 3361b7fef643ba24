/* source/diag.h -- diagnostics as data.  Every stage adds what it finds; the command sorts and renders
   it at the end.  Codes are words (`undeclared-identifier`), listed in the files of source/codes with
   a text, an example and a fix each: `warrant explain CODE` prints them. */
#ifndef WR_SOURCE_DIAG_H
#define WR_SOURCE_DIAG_H

#include "source/source.h"

enum wr_severity { WR_ERROR, WR_WARNING, WR_INFO };

/* The phase decides the "status" of a file in JSON. */
enum wr_phase {
  WR_PHASE_READ,
  WR_PHASE_PARSE,
  WR_PHASE_RESOLVE,
  WR_PHASE_TYPE,
  WR_PHASE_LOWER,
  WR_PHASE_VERIFY,
  WR_PHASE_FINDING
};

/* X (ENUM, "slug", phase, severity, "title", "what it means", "example", "what to do") */
enum wr_code {
  WR_CODE_NONE,
#define X(name, slug, phase, severity, title, text, example, fix) WR_CODE_##name,
#include "source/codes/all.def"
#undef X
  WR_CODE_COUNT
};

struct wr_code_info {
  const char *slug, *title, *text, *example, *fix;
  enum wr_phase phase;
  enum wr_severity severity;
};
const struct wr_code_info *wr_code_info (enum wr_code code); /* code in 1 .. WR_CODE_COUNT - 1 */
enum wr_code wr_code_find (wr_str slug);                     /* WR_CODE_NONE if there is none */

struct wr_note {
  wr_span at; /* file 0: a note without a place */
  wr_str text;
};

typedef struct wr_diag {
  enum wr_code code;
  enum wr_severity severity;
  wr_span at;
  wr_str message;
  struct wr_note *notes;
  uint32_t note_count, note_cap;
  uint32_t steps;   /* so many of the last notes are the way to the failure */
  uint32_t serial;  /* order of adding: breaks ties when sorting */
  uint32_t subject; /* label of the goal that it is about; 0: none */
} wr_diag;

typedef struct wr_diags wr_diags;

enum { WR_MAX_ERRORS = 1000 }; /* further errors are counted, not kept: too-many-errors */

wr_diags *wr_diags_new (wr_arena *arena);
void wr_diags_free (wr_diags *diags); /* NULL is allowed */
/* A diagnostic with the same code, span and message as an earlier one is dropped.  Never NULL. */
__attribute__ ((format (printf, 4, 5))) wr_diag *wr_diag_add (wr_diags *diags, enum wr_code code,
                                                              wr_span at, const char *fmt, ...);
__attribute__ ((format (printf, 4, 5))) void wr_diag_note (wr_diags *diags, wr_diag *diag,
                                                           wr_span at, const char *fmt, ...);
uint32_t wr_diags_errors (const wr_diags *diags); /* including those beyond WR_MAX_ERRORS */
uint32_t wr_diags_dropped (const wr_diags *diags);
/* Takes out those that are no errors and for which gone() holds; says how many. */
uint32_t wr_diags_remove (wr_diags *diags, bool (*gone) (void *ctx, const wr_diag *diag),
                          void *ctx);
void wr_diags_sort (wr_diags *diags); /* by file, position, serial */
uint32_t wr_diags_count (const wr_diags *diags);
const wr_diag *wr_diags_at (const wr_diags *diags, uint32_t i);

#endif
