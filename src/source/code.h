/* source/code.h -- the codes of diagnostics, with their texts. The rows are in the files of source/codes. */
#ifndef WR_SOURCE_CODE_H
#define WR_SOURCE_CODE_H

#include "base/str.h"

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

/* X (ENUM, "slug", phase, severity, "title", "what it means", "example", "what to do").  An empty example: the diagnostic belongs to
   other languages, which have the example (front/front.h). */
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

#endif
