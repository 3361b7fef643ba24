/* Sorts in SMT-LIB. */
#include "vc/smtterm.h"

#include "base/check.h"
#include "vc/smtname.h"

void wr_smt_sort (wr_buf *out, const wr_core *core, enum wr_dialect dialect, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (core, sort);
  const uint32_t *args = WR_VEC_FROM (&core->pool, info->first);
  switch (info->kind) {
  case WR_SORT_BOOL: wr_buf_print (out, "Bool"); return;
  case WR_SORT_INT: wr_buf_print (out, "Int"); return;
  case WR_SORT_REAL: wr_buf_print (out, "Real"); return;
  case WR_SORT_BV: wr_buf_print (out, "(_ BitVec %u)", (unsigned)info->a); return;
  case WR_SORT_FLOAT:
    wr_buf_print (out, "(_ FloatingPoint %u %u)", (unsigned)info->b, (unsigned)info->a);
    return;
  case WR_SORT_RMODE: wr_buf_print (out, "RoundingMode"); return;
  case WR_SORT_STRING: wr_buf_print (out, "String"); return;
  case WR_SORT_REGEX:
    wr_buf_print (out, dialect == WR_DIALECT_Z3 ? "(RegEx String)" : "RegLan");
    return;
  case WR_SORT_SEQ:
    wr_buf_print (out, "(Seq ");
    wr_smt_sort (out, core, dialect, (wr_sort){args[0]});
    wr_buf_add_char (out, ')');
    return;
  case WR_SORT_NAMED:
  case WR_SORT_DATA: wr_smt_sort_name (out, wr_symbol_text (core->symbols, info->name)); return;
  case WR_SORT_MAP: {
    uint32_t count = info->count - 1, open = 0;
    for (uint32_t i = 0; i < count; i++) {
      if (i == 0 || dialect == WR_DIALECT_STANDARD) {
        wr_buf_print (out, "(Array ");
        open++;
      }
      wr_smt_sort (out, core, dialect, (wr_sort){args[i]});
      wr_buf_add_char (out, ' ');
    }
    wr_smt_sort (out, core, dialect, (wr_sort){args[count]});
    while (open--) wr_buf_add_char (out, ')');
    return;
  }
  case WR_SORT_NONE:
  case WR_SORT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}
