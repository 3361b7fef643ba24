/* front/boogie/hint.h -- hints for slips of people who know other languages: a note at the error says what to write. */
#ifndef WR_FRONT_BOOGIE_HINT_H
#define WR_FRONT_BOOGIE_HINT_H

#include "base/str.h"

/* A syntax error. */
struct bpl_slip {
  const char *what; /* what was expected */
  wr_str before;    /* the token before the error */
  wr_str found;     /* the token at the error */
  wr_str rest;      /* the text from that token on */
};

/* What to write instead; NULL: nothing is known. */
const char *bpl_hint_syntax (const struct bpl_slip *slip);
/* The same for a name that is used as a type, and for one that is used as a variable; neither is declared. */
const char *bpl_hint_type (wr_str name);
const char *bpl_hint_name (wr_str name);

#endif
