/* front/viper/builtin.h -- the files that a program imports in angle brackets. */
#ifndef WR_FRONT_VIPER_BUILTIN_H
#define WR_FRONT_VIPER_BUILTIN_H

#include "base/str.h"

/* The text of a file, or NULL. */
const char *vpr_builtin_text (wr_str path);

#endif
