/* cli/unit.h -- `warrant unit UNIT RESULT`: does a unit of work for a farm (farm/unit.h).  People do not call it. */
#ifndef WR_CLI_UNIT_H
#define WR_CLI_UNIT_H

#include "front/front.h"

/* The exit code: 0 if there is a result, whatever it says. */
int wr_unit_work (const char *unit_path, const char *result_path, wr_fronts fronts);

#endif
