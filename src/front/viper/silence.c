/* front/viper/silence.c -- @warrant_ok("code") and @contradiction(): findings that the user does not want, and contradictions that are
   meant.  An annotation of a member counts for all of it, one of a statement or an expression for the elements in its text. */
#include "front/viper/silence.h"

/* For every element in the text; a whole member: for the member. */
static void add (const struct vpr_annotated *at, struct wr_silencer silencer) {
  wr_labels *labels = &at->core->labels;
  silencer.procedure = at->procedure;
  if (at->member && at->procedure) {
    wr_silencer_add (labels, &silencer);
    return;
  }
  for (uint32_t next = 0, i; (i = vpr_annot_label (at, at->text, &next));) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (!info->element || info->clause.ix) continue;
    silencer.element = info->element;
    wr_silencer_add (labels, &silencer);
  }
}

void vpr_silence (const struct vpr_annotated *at) {
  struct wr_silencer silencer = {.span = at->annot->name.span};
  if (vpr_annot_is (at, "contradiction")) add (at, silencer);
  if (!vpr_annot_is (at, "warrant_ok")) return;
  for (uint32_t i = 0; i < at->annot->args.len; i++) {
    silencer.code = wr_intern (at->program->symbols, at->annot->args.data[i]);
    add (at, silencer);
  }
}
