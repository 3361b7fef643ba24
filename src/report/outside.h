/* report/outside.h -- does a path lead out of a folder?  `#line` and the comments of translators may name files of the machine on which the
   program was made; reports that are published do not name them. */
#ifndef WR_REPORT_OUTSIDE_H
#define WR_REPORT_OUTSIDE_H

#include "source/source.h"

/* Looks at the texts only, not at files: "a/../../b", an absolute path that is not below the folder, "C:\x" and "file:///x" lead out of it. */
bool wr_path_is_outside (wr_str path, wr_str folder);
/* The path is not to be named: it lies outside the folder, and is not one of the files that were read.  "" as folder: all are named. */
bool wr_path_is_hidden (const wr_sources *sources, wr_str path, wr_str folder);
/* Where `#line` names a file that is not to be named, the place in the file itself. */
wr_position wr_position_inside (const wr_sources *sources, uint32_t file, uint32_t byte,
                                wr_str folder);

#endif
