/* front/viper/report.c -- errors of the checks before verification, with Viper's own ids. */
#include "front/viper/report.h"

#include "front/viper/viper.h"

static wr_diag *report (wr_diags *diags, enum wr_code code, wr_span at, const char *fmt,
                        va_list args) {
  wr_buf text = {0};
  wr_buf_vprint (&text, fmt, args);
  wr_diag *diag = wr_diag_add (diags, code, at, "%s", wr_buf_text (&text));
  wr_buf_free (&text);
  return diag;
}

wr_diag *vpr_type_error (wr_diags *diags, enum wr_code code, wr_span at, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_diag *diag = wr_diag_native (report (diags, code, at, fmt, args), WR_LIT (VPR_TYPECHECKER));
  va_end (args);
  return diag;
}

wr_diag *vpr_consistency_error (wr_diags *diags, enum wr_code code, wr_span at, const char *fmt,
                                ...) {
  va_list args;
  va_start (args, fmt);
  wr_diag *diag = wr_diag_native (report (diags, code, at, fmt, args), WR_LIT (VPR_CONSISTENCY));
  va_end (args);
  return diag;
}
