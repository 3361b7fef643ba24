#include "cli/axioms_preludes.h"

#include "axioms/declared.h"
#include "axioms/goaltext.h"
#include "base/os.h"
#include "cli/task.h"
#include "vc/smtlib.h"

#include <fcntl.h>

enum { MOST_PROGRAMS = 24 };

bool wr_prelude_file_new (const char *path, wr_str text) {
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool good = fd >= 0 && wr_write_all (fd, text.ptr, text.len);
  wr_close (&fd);
  return good;
}

/* Does an axiom without a test stand first in this file? */
static bool is_of_use (const wr_relation *relation, const char *path) {
  for (uint32_t i = 0; i < relation->axioms.len; i++) {
    const struct wr_axiom_row *row = &relation->axioms.data[i];
    if (!row->covered_by.len && wr_str_equal (row->file, wr_str_of (path))) return true;
  }
  return false;
}

static bool is_whole (const wr_relation *relation, uint32_t axiom) {
  return relation->axioms.data[axiom].parts <= 1;
}

/* The later axiom serves for nothing, unless it has tests and the earlier one has none. */
static void add_same (const wr_relation *relation, uint32_t earlier, uint32_t later,
                      wr_prelude_logs *out) {
  bool swap =
      relation->axioms.data[later].covered_by.len && !relation->axioms.data[earlier].covered_by.len;
  struct wr_same_axioms same = {swap ? earlier : later, swap ? later : earlier};
  if (is_whole (relation, same.axiom)) WR_VEC_PUSH (&out->same, same);
}

/* Which axiom is each assertion? */
static void find_numbers (const struct wr_prelude_options *how, const wr_goal_text *text,
                          const wr_program_axioms *axioms, const wr_relation *relation,
                          wr_prelude_logs *out) {
  wr_declared declared = {.log = &text->log};
  wr_map here = {0}; /* identity -> number in this program */
  for (uint32_t i = 0; i < text->axioms.count; i++) {
    if (text->axiom_of[i] == UINT32_MAX) continue;
    uint64_t identity =
        wr_declared_identity (&declared, text->axioms.commands[i], how->identity).hash;
    uint64_t number = wr_map_or (&relation->by_hash, axioms->rows.data[text->axiom_of[i]].hash, 0);
    uint64_t earlier = wr_map_or (&here, identity, 0);
    if (!wr_map_has (&out->number_of, identity)) {
      WR_VEC_PUSH (&out->identities, identity);
      wr_map_put (&out->number_of, identity, number);
    } else if (wr_map_or (&out->number_of, identity, 0) != number) {
      wr_map_put (&out->shared, identity, 1);
    }
    if (!earlier) wr_map_put (&here, identity, number);
    if (earlier && number && earlier != number)
      add_same (relation, (uint32_t)earlier - 1, (uint32_t)number - 1, out);
  }
  wr_map_free (&here);
  wr_declared_free (&declared);
}

/* The axioms are followed by a query that says nothing, because a log without queries has no axioms. */
static void write_core (const struct wr_prelude_options *how, const wr_core *core,
                        const wr_relation *relation, wr_arena *arena, wr_prelude_logs *out) {
  wr_program_axioms axioms = wr_program_axioms_of (core, arena);
  wr_goal_text text;
  if (wr_goal_text_make (core, &axioms, &(struct wr_goal_range){0}, arena, &text)) {
    wr_buf log = {0};
    const char *path = wr_str_print (arena, "%s/program-%u.smt2", how->folder, out->paths.len).ptr;
    wr_smtlib_prelude (&log, core, WR_DIALECT_Z3, false);
    wr_buf_add (&log, WR_LIT ("(push 1)\n(assert true)\n(check-sat)\n(pop 1)\n"));
    if (wr_prelude_file_new (path, wr_buf_str (&log))) {
      find_numbers (how, &text, &axioms, relation, out);
      WR_VEC_PUSH (&out->paths, path);
    }
    wr_buf_free (&log);
  }
  wr_goal_text_free (&text);
  wr_program_axioms_free (&axioms);
}

void wr_prelude_logs_write (const struct wr_prelude_options *how, const char *const *programs,
                            uint32_t count, const wr_relation *relation, wr_arena *arena,
                            wr_prelude_logs *out) {
  for (uint32_t i = 0; i < count && out->paths.len < MOST_PROGRAMS; i++) {
    if (!is_of_use (relation, programs[i])) continue;
    wr_task task;
    wr_core *core = wr_task_lower (&task, how->options, programs[i]);
    if (core) write_core (how, core, relation, arena, out);
    if (core) wr_core_free (core);
    wr_task_end (&task);
  }
}

void wr_prelude_logs_free (wr_prelude_logs *logs) {
  WR_VEC_FREE (&logs->paths);
  WR_VEC_FREE (&logs->identities);
  WR_VEC_FREE (&logs->same);
  wr_map_free (&logs->number_of);
  wr_map_free (&logs->shared);
}
