/* axioms/log_elements.h -- the types, functions and constants that a log declares outside of all scopes, and which of them a test covers: those that occur in
   what it proves, in its own facts and definitions, or in an axiom that it covers. */
#ifndef WR_AXIOMS_LOG_ELEMENTS_H
#define WR_AXIOMS_LOG_ELEMENTS_H

#include "axioms/bytes.h"
#include "axioms/checktext.h"

typedef struct wr_log_elements {
  const wr_log *log;
  struct wr_file_tests *file; /* declarations are appended to it */
  wr_map by_name;             /* hash of the name in the text -> number + 1 */
  wr_map command_of;          /* the same -> command + 1 */
} wr_log_elements;

/* Appends the declarations to `file`, which must stay where it is. */
void wr_log_elements_init (wr_log_elements *elements, const wr_log *log,
                           struct wr_file_tests *file);
/* Adds the elements that a check covers, if the axioms `covered` prove it.  `axiom_of` has for each of its assertions its axiom, or UINT32_MAX. */
void wr_log_elements_cover (wr_log_elements *elements, const struct wr_log_check *check,
                            const struct wr_log_axioms *axioms, const uint32_t *axiom_of,
                            const wr_bitset *covered, wr_bitset *out);
void wr_log_elements_free (wr_log_elements *elements);

#endif
