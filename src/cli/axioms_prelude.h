/* cli/axioms_prelude.h -- --prelude FILE, if FILE is a program: its axioms are those that count, whatever other axioms the tests have. */
#ifndef WR_CLI_AXIOMS_PRELUDE_H
#define WR_CLI_AXIOMS_PRELUDE_H

#include "axioms/relation.h"
#include "cli/options.h"

/* Adds the axioms of the prelude, which is a program, to the relation, and their identities to the map.  False: the file cannot be read, and this
   was reported. */
bool wr_axioms_prelude (const struct wr_options *options, wr_relation *relation,
                        wr_map *identities);
bool wr_prelude_is_program (const struct wr_options *options);

#endif
