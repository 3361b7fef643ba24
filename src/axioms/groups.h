/* axioms/groups.h -- groups of axioms: by file, by the heading comment above them, by an attribute of their declarations, or as a file of patterns
   says.  Positions come from the relation; the texts are read again. */
#ifndef WR_AXIOMS_GROUPS_H
#define WR_AXIOMS_GROUPS_H

#include "axioms/relation.h"

enum wr_grouping {
  WR_GROUP_AS_READ, /* what the reader of the tests said */
  WR_GROUP_FILE,
  WR_GROUP_SECTION,   /* the last heading comment before the axiom */
  WR_GROUP_ATTRIBUTE, /* {:NAME "value"} in its declaration */
  WR_GROUP_MAP /* the first line `PATTERN GROUP` of a file whose pattern matches the axiom's name */
};

struct wr_grouping_options {
  enum wr_grouping by;
  const char *argument; /* the name of the attribute, the path of the map */
  const char *prelude;  /* the file that positions of logs are about; NULL: not known */
};

/* "file", "section", "attribute:NAME", "map:FILE".  False: it is none of these. */
bool wr_grouping_read (const char *text, struct wr_grouping_options *options);
/* Sets the groups of all axioms.  False: the map cannot be read; `problem` (in the relation's arena) says why. */
bool wr_relation_group (wr_relation *relation, const struct wr_grouping_options *options,
                        wr_str *problem);

/* The file in which an axiom stands: its own, or the prelude where a log names the prelude's places.  "": not known. */
wr_str wr_axiom_file (const struct wr_axiom_row *row, const char *prelude);
/* The heading that holds for a line: the last comment that is set off by a rule of at least three equal marks (`// --- Maps ---`, or rules above and
   below it).  "": none. */
wr_str wr_heading_before (wr_str text, uint32_t line);

#endif
