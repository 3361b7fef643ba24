/* The languages that are built in.  This is the only file outside front/NAME that includes its headers. */
#include "front/boogie/boogie.h"
#include "front/front.h"
#include "front/viper/viper.h"

wr_fronts wr_fronts_builtin (void) {
  static const struct wr_front *const fronts[] = {&bpl_front, &vpr_front, NULL};
  return fronts;
}
