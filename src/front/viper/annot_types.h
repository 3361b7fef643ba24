/* front/viper/annot_types.h -- annotations that set the type or the class of assumptions and assertions. */
#ifndef WR_FRONT_VIPER_ANNOT_TYPES_H
#define WR_FRONT_VIPER_ANNOT_TYPES_H

#include "front/viper/annots.h"

/* Reads one annotation. */
void vpr_annot_type (const struct vpr_annotated *at);

#endif
