/* front/viper/silence.h -- annotations by which the user says that a finding is not wanted. */
#ifndef WR_FRONT_VIPER_SILENCE_H
#define WR_FRONT_VIPER_SILENCE_H

#include "front/viper/annots.h"

/* Reads one annotation. */
void vpr_silence (const struct vpr_annotated *at);

#endif
