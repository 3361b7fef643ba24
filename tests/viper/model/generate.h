/* tests/viper/model/generate.h -- random small Viper programs, most of which are well-typed. */
#ifndef WR_TESTS_VIPER_MODEL_GENERATE_H
#define WR_TESTS_VIPER_MODEL_GENERATE_H

#include "../../prop/rng.h"
#include "base/str.h"

void model_generate (wr_buf *out, struct rng *rng);

#endif
