/* front/viper/silence.h -- annotations by which the user says that a finding is not wanted. */
#ifndef WR_FRONT_VIPER_SILENCE_H
#define WR_FRONT_VIPER_SILENCE_H

#include "front/viper/viper.h"

/* After lowering. */
void vpr_add_silencers (const vpr_program *program, wr_core *core);

#endif
