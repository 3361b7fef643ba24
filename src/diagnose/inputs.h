/* diagnose/inputs.h -- what an execution is given: a value for everything that the program leaves open, by name.

     x              a parameter, global, constant or uninitialised variable
     a[0]           an entry of a map; what is not given has a default
     x@12           the value that x gets at a havoc or call on line 12
     branch@12      which successor is taken at the choice behind line 12, counted from 1
     f(1, 2)        a value of a function without a body
     div(5, 0)      what division by zero gives

   If the same question is asked several times, the values given for it are taken in order. */
#ifndef WR_DIAGNOSE_INPUTS_H
#define WR_DIAGNOSE_INPUTS_H

#include "base/bitset.h"
#include "exec/exec.h"

struct wr_input {
  wr_str name, value; /* as people write values (exec/exec.h) */
};
typedef WR_VEC (struct wr_input) wr_inputs;

/* The names of questions, as above. */
void wr_input_name_havoc (wr_buf *out, const wr_machine *m, wr_var var);
void wr_input_name_branch (wr_buf *out, const wr_machine *m, uint32_t block);
void wr_input_name_function (wr_buf *out, const wr_machine *m, wr_func func,
                             const wr_value *const *args, uint32_t count);
void wr_input_name_partial (wr_buf *out, const wr_machine *m, enum wr_op op, uint32_t data,
                            const wr_value *arg);

/* NAME=VALUE; false: it has no equals sign, or nothing before it. */
bool wr_input_parse (wr_inputs *inputs, wr_arena *arena, wr_str text);
/* " NAME=VALUE" with quotes where a shell needs them. */
void wr_input_print (wr_buf *out, const struct wr_input *input);
/* One word of a command line for a POSIX shell, in quotes if it needs them. */
void wr_shell_word (wr_buf *out, wr_str text);

/* An oracle that answers from a list.  `missing` is the first question without an answer, `bad` the first whose value is not one of
   its sort; `used` tells which of the inputs were asked for. */
struct wr_given {
  const wr_inputs *inputs;
  wr_arena *arena;
  wr_bitset used;
  wr_str missing, bad;
};
struct wr_oracle wr_given_oracle (struct wr_given *given);
void wr_given_free (struct wr_given *given);

/* The value that every sort has: 0, false, the first element or constructor, a map of it; NULL: none is known. */
const wr_value *wr_default_value (wr_machine *m, wr_sort sort);

#endif
