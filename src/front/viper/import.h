/* front/viper/import.h -- which file an import names. */
#ifndef WR_FRONT_VIPER_IMPORT_H
#define WR_FRONT_VIPER_IMPORT_H

#include "base/str.h"

/* A path below the folder of the importing file, without `.` and with as few `..` as possible. */
wr_str vpr_import_path (wr_arena *arena, wr_str importer, wr_str path);
/* The file that a path in angle brackets names when it is no built-in one: below a folder `import` that stands beside the importing
   file or beside one of the folders around it; empty: there is none. */
wr_str vpr_import_search (wr_arena *arena, wr_str importer, wr_str path);
/* Is it an ordinary file?  Devices and pipes are not read. */
bool vpr_is_file (wr_str path);

#endif
