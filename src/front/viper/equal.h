/* front/viper/equal.h -- structural equality of trees; places and what later phases fill in are left out. */
#ifndef WR_FRONT_VIPER_EQUAL_H
#define WR_FRONT_VIPER_EQUAL_H

#include "front/viper/ast.h"

/* Both programs share their symbols.  Imports, and what built-in files declare, are left out too. */
bool vpr_program_equal (const vpr_program *a, const vpr_program *b);
bool vpr_expr_equal (const vpr_expr *a, const vpr_expr *b);

#endif
