/* tests/viper/model/plant.h -- mistakes of a lowering, planted into the core that it made. */
#ifndef WR_TESTS_VIPER_MODEL_PLANT_H
#define WR_TESTS_VIPER_MODEL_PLANT_H

#include "core/core.h"

struct plant {
  const char *name;
  void (*change) (wr_core *core);
  uint32_t skip; /* so many random programs are known not to show it */
};
extern const struct plant plants[]; /* ends with an entry without a name */

#endif
