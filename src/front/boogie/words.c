/* Labels as Boogie names them (/trackVerificationCoverage), where the program gives {:id "..."}. */
#include "front/boogie/boogie.h"

static bool say (wr_buf *out, const wr_core *core, const char *before, wr_symbol id,
                 const char *after) {
  if (!id.ix) return false;
  wr_buf_add (out, wr_str_of (before));
  wr_buf_add (out, wr_symbol_text (core->symbols, id));
  wr_buf_add (out, wr_str_of (after));
  return true;
}

static bool say_at_call (wr_buf *out, const wr_core *core, const char *what,
                         const struct wr_label_info *info, const char *how) {
  wr_symbol call = wr_site_info (&core->labels, info->site)->id;
  if (!call.ix || !info->id.ix) return false;
  return say (out, core, what, info->id, how) && say (out, core, "", call, "");
}

bool bpl_label_words (wr_buf *out, const wr_core *core, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  enum wr_role role = info->role;
  if (role == WR_ROLE_REQUIRES_AT_CALL) {
    if (say_at_call (out, core, "requires clause ", info, " proved for call ")) return true;
    return say (out, core, "", wr_site_info (&core->labels, info->site)->id, "");
  }
  if (role == WR_ROLE_REQUIRES_AT_CALL_ASSUMED)
    return say_at_call (out, core, "requires clause ", info, " assumed from call ");
  if (role == WR_ROLE_ENSURES_OF_CALL)
    return say_at_call (out, core, "ensures clause ", info, " from call ");
  if (role == WR_ROLE_INVARIANT_ESTABLISHED)
    return say (out, core, "invariant ", info->id, " established");
  if (role == WR_ROLE_INVARIANT_MAINTAINED)
    return say (out, core, "invariant ", info->id, " maintained");
  if (role == WR_ROLE_INVARIANT_ASSUMED && !info->free)
    return say (out, core, "invariant ", info->id, " assumed in body");
  return say (out, core, "", info->id, "");
}
