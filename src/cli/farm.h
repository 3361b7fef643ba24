/* cli/farm.h -- --farm PORT: work on other machines before the command runs here.  Units go to `warrant-farm`, which is a program of its own; their
   results go into the cache.  Whatever goes wrong there costs time only: what is missing in the cache is computed here. */
#ifndef WR_CLI_FARM_H
#define WR_CLI_FARM_H

#include "base/vec.h"
#include "cli/options.h"
#include "cli/programs.h"
#include "farm/unit.h"

/* The words of the command line that results depend on: the command, and the options that are neither about output nor about this machine. */
void wr_farm_words (const struct wr_options *options, wr_arena *arena, wr_farm_unit *unit);

/* Programs or tests as units: files are packed together until a unit is worth sending.  */
typedef WR_VEC (wr_buf) wr_farm_units;
void wr_farm_pack (const struct wr_options *options, const char *const *paths, uint32_t count,
                   wr_farm_units *units);
void wr_farm_units_free (wr_farm_units *units);

/* For `verify` and `cover`.  Without --farm nothing happens.  False as with wr_farm_run.  [farm_programs.c] */
bool wr_farm_programs (const struct wr_options *options, const struct wr_programs *programs);

/* False, after a complaint: the options do not fit together.  Before anything is computed. */
bool wr_farm_fits (const struct wr_options *options);
/* Sends the units that are not done yet, and waits for them.  False: --farm cannot work here, and this was reported. */
bool wr_farm_run (const struct wr_options *options, const wr_farm_units *units);

#endif
