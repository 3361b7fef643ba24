/* front/viper/terms.h -- which terms a solver can look for. */
#ifndef WR_FRONT_VIPER_TERMS_H
#define WR_FRONT_VIPER_TERMS_H

#include "front/viper/ast.h"

/* An application, a field access, an operation on a collection. */
bool vpr_may_trigger (const vpr_expr *expr);
/* Arithmetic, comparisons, Boolean operators, conditionals: they cannot be part of a trigger. */
bool vpr_forbidden_in_trigger (const vpr_expr *expr);

#endif
