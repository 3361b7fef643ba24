/* One query about one goal. */
#include "vc/smtlib.h"

static void add_literal (wr_buf *out, bool on, void (*name) (wr_buf *, uint32_t), uint32_t ix) {
  wr_buf_print (out, on ? " " : " (not ");
  name (out, ix);
  if (!on) wr_buf_add_char (out, ')');
}

static void label_name (wr_buf *out, uint32_t ix) { wr_smtlib_label (out, (wr_label){ix}); }

static void add_label (wr_buf *out, const struct wr_smtlib_query *query, wr_label label) {
  add_literal (out, !query->off || !wr_bitset_has (query->off, label.ix), label_name, label.ix);
}

static void add_axiom_labels (wr_buf *out, const wr_core *core,
                              const struct wr_smtlib_query *query) {
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    if (core->axioms.data[i].label.ix) add_label (out, query, core->axioms.data[i].label);
  }
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    const struct wr_func_info *f = &core->funcs.data[i];
    if (f->kind == WR_FUNC_LAMBDA && f->label.ix) add_label (out, query, f->label);
  }
}

void wr_smtlib_check (wr_buf *out, const wr_vc *vc, const struct wr_smtlib_query *query) {
  wr_buf_print (out, "(check-sat-assuming (");
  for (uint32_t i = 0; i < vc->passive->goal_count; i++) {
    add_literal (out, i == query->goal, wr_smtlib_selector, i);
  }
  for (uint32_t i = 0; !query->untracked && i < vc->label_count; i++) {
    add_label (out, query, vc->labels[i]);
  }
  if (query->labelled_axioms) add_axiom_labels (out, vc->core, query);
  wr_buf_print (out, "))\n");
}

void wr_smtlib_whole (wr_buf *out, const wr_vc *vc, enum wr_dialect dialect,
                      const struct wr_smtlib_query *query) {
  if (query->status) wr_buf_print (out, "(set-info :status %s)\n", query->status);
  wr_smtlib_prelude (out, vc->core, dialect, query->labelled_axioms);
  wr_smtlib_procedure (out, vc, dialect, !query->untracked);
  if (query->rlimit && dialect == WR_DIALECT_Z3) {
    wr_buf_print (out, "(set-option :rlimit %llu)\n", (unsigned long long)query->rlimit);
  }
  wr_smtlib_check (out, vc, query);
}
