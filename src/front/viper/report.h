/* front/viper/report.h -- errors of the checks before verification, with Viper's own ids. */
#ifndef WR_FRONT_VIPER_REPORT_H
#define WR_FRONT_VIPER_REPORT_H

#include "front/viper/ast.h"
#include "source/diag.h"

/* typechecker.error */
__attribute__ ((format (printf, 4, 5))) wr_diag *vpr_type_error (wr_diags *diags, enum wr_code code,
                                                                 wr_span at, const char *fmt, ...);
/* consistency.error */
__attribute__ ((format (printf, 4, 5))) wr_diag *
vpr_consistency_error (wr_diags *diags, enum wr_code code, wr_span at, const char *fmt, ...);

#endif
