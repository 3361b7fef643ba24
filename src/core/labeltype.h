/* core/labeltype.h -- the types of labels.  A type says what kind of thing a fact assumes or a goal asserts, in the terms in which
   people measure how far a verification has come: a claim, a part of the code, a specification.  The type of a label follows from
   its role, unless an annotation of the program sets it.  core/labeltypes.def holds one row per type. */
#ifndef WR_CORE_LABELTYPE_H
#define WR_CORE_LABELTYPE_H

#include "base/str.h"

#include <stdbool.h>

enum wr_label_type {
#define X(name, text, ...) WR_TYPE_##name,
#include "core/labeltypes.def"
#undef X
  WR_TYPE_COUNT
};

struct wr_label_type_info {
  const char *name; /* unique */
  const char *also; /* another name that annotations use; or NULL */
  const char *of;   /* what has this type */
  bool
      claimed; /* taken for true although nothing proves it; preconditions are not, because callers prove them */
  bool code;   /* code that is executed: a proof should cover it */
  bool hidden; /* never shown; dependencies pass through */
};

const struct wr_label_type_info *wr_label_type_info (enum wr_label_type type);
const char *wr_label_type_name (enum wr_label_type type);
/* Finds a type by name.  Case, `-` and `_` do not matter: `path-condition` is PathCondition.  Never NONE. */
bool wr_label_type_find (wr_str name, enum wr_label_type *type);

#endif
