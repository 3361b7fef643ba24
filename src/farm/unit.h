/* farm/unit.h -- a unit of work for another machine, and its result.  A unit is a command of Warrant with the texts that it reads.  Whoever does it runs
   the command with an empty cache and sends this cache back; whoever asked puts the entries into the own cache and then runs the command as always, which
   finds them there.  So results are the same bytes with and without a farm, a unit may be done twice, and one that is lost costs time only.

   Keys of the cache cover the texts, the options, the solver and the build, so that entries of other versions are never found; such results are
   refused all the same, because they are of no use.  Reading checks every length: the bytes may come from anywhere. */
#ifndef WR_FARM_UNIT_H
#define WR_FARM_UNIT_H

#include "base/vec.h"
#include "solve/cache.h"

struct wr_farm_file {
  wr_str name; /* without folders */
  wr_str text;
};

typedef struct wr_farm_unit {
  WR_VEC (wr_str) words; /* of the command line, without files */
  WR_VEC (struct wr_farm_file) files;
} wr_farm_unit;

void wr_farm_unit_write (wr_buf *out, const wr_farm_unit *unit);
/* Strings are views of the bytes.  False: this is not a unit; free it all the same. */
bool wr_farm_unit_read (wr_str bytes, wr_farm_unit *unit);
void wr_farm_unit_free (wr_farm_unit *unit);

/* Warrant and the solver, with versions: results of others are refused. */
wr_str wr_farm_who (wr_arena *arena);
struct wr_digest wr_farm_key (wr_str unit);

enum wr_farm_verdict {
  WR_FARM_TAKEN,
  WR_FARM_DAMAGED, /* cut, changed, or the result of another unit */
  WR_FARM_OTHER    /* another version of Warrant or of the solver */
};
/* Appends all entries of the cache, as the result of the unit. */
void wr_farm_result_write (wr_buf *out, const struct wr_digest *unit, wr_str who, wr_cache *cache);
/* Checks the result as a whole, and puts its entries into the cache. */
enum wr_farm_verdict wr_farm_result_take (wr_str bytes, const struct wr_digest *unit, wr_str who,
                                          wr_cache *cache);

#endif
