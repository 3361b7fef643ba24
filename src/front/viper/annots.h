/* front/viper/annots.h -- the annotations of a program after lowering, and the labels that each of them is about. */
#ifndef WR_FRONT_VIPER_ANNOTS_H
#define WR_FRONT_VIPER_ANNOTS_H

#include "front/viper/viper.h"

/* Where an annotation stands. */
struct vpr_annotated {
  const vpr_program *program;
  wr_core *core;
  wr_diags *diags;
  const vpr_annot *annot;
  bool member;              /* on a member of the program */
  uint32_t procedure;       /* the member around it; index + 1 */
  wr_span text;             /* the annotated text */
  wr_span own;              /* without the bodies of branches and loops: their condition */
  const uint32_t *by_place; /* labels, by file and first byte */
  uint32_t label_count;
};

bool vpr_annot_is (const struct vpr_annotated *at, const char *name);
/* The labels in `text`, one after the other: `*next` is 0 at first.  0: no more. */
uint32_t vpr_annot_label (const struct vpr_annotated *at, wr_span text, uint32_t *next);

/* Reads every annotation, outer ones first. */
void vpr_read_annots (const vpr_program *program, wr_core *core, wr_diags *diags);

#endif
