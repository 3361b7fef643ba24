/* report/outside.h -- does a path lead out of a folder?  `#line` and the comments of translators may name files of the machine on which the
   program was made; reports that are published do not name them. */
#ifndef WR_REPORT_OUTSIDE_H
#define WR_REPORT_OUTSIDE_H

#include "base/str.h"

/* Looks at the texts only, not at files: "a/../../b", an absolute path that is not below the folder, "C:\x" and "file:///x" lead out of it. */
bool wr_path_is_outside (wr_str path, wr_str folder);

#endif
