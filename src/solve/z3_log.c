/* solve/z3_log.c -- checks of logs (solve/z3_log.h). */
#include "solve/z3_log.h"

#include "base/check.h"
#include "base/map.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/z3_fine.h"
#include "solve/z3_reader.h"
#include "solve/z3_seed.h"

#include <stdlib.h>

struct wr_z3_log {
  struct wr_z3_reading reading;
  Z3_solver solver;
  Z3_ast *guards; /* NULL where an assertion always holds */
  uint32_t count;
  wr_map
      number_of; /* id of a guard's term -> number of its assertion, or count + number of a piece */
  wr_z3_pieces pieces;
  wr_z3_seeds seeds;
  bool stopped; /* a limit ended a check: the solver's state is no longer trusted */
};

static void make_solver (wr_z3_log *log) {
  Z3_context c = log->reading.z3;
  if (log->solver) Z3_solver_dec_ref (c, log->solver);
  log->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, log->solver);
  for (uint32_t i = 0; i < log->count; i++) {
    Z3_ast fact = log->reading.assertions[i];
    Z3_solver_assert (c, log->solver,
                      log->guards[i] ? Z3_mk_implies (c, log->guards[i], fact) : fact);
  }
  for (uint32_t i = 0; i < log->seeds.len; i++)
    Z3_solver_assert (c, log->solver, log->seeds.data[i]);
  log->stopped = false;
}

static void make_guards (wr_z3_log *log, const struct wr_z3_log_input *input) {
  Z3_context c = log->reading.z3;
  log->count = input->assertion_count;
  log->guards = wr_alloc (log->count + 1, sizeof *log->guards);
  for (uint32_t i = 0; i < log->count; i++) {
    if (!input->guarded[i]) continue;
    log->guards[i] = Z3_mk_fresh_const (c, "axiom", Z3_mk_bool_sort (c));
    wr_map_put (&log->number_of, Z3_get_ast_id (c, log->guards[i]), i);
  }
}

static void make_pieces (wr_z3_log *log, const struct wr_z3_log_input *input) {
  Z3_context c = log->reading.z3;
  for (uint32_t i = 0; i < log->count; i++)
    if (input->split && input->split[i])
      log->reading.assertions[i] = wr_z3_split (c, log->reading.assertions[i], i, &log->pieces);
  for (uint32_t i = 0; i < log->pieces.len; i++)
    wr_map_put (&log->number_of, Z3_get_ast_id (c, log->pieces.data[i].guard), log->count + i);
}

wr_z3_log *wr_z3_log_open (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error) {
  wr_z3_log *log = wr_alloc (1, sizeof *log);
  if (!wr_z3_read (input, arena, error, &log->reading)) return wr_z3_log_close (log), NULL;
  for (uint32_t i = 0; input->absent && i < input->assertion_count; i++)
    if (input->absent[i]) log->reading.assertions[i] = Z3_mk_true (log->reading.z3);
  make_guards (log, input);
  make_pieces (log, input);
  if (input->seeded)
    wr_z3_seed_terms (log->reading.z3, log->reading.assertions, log->count, &log->seeds);
  make_solver (log);
  return log;
}

void wr_z3_log_close (wr_z3_log *log) {
  if (!log) return;
  if (log->solver) Z3_solver_dec_ref (log->reading.z3, log->solver);
  wr_z3_reading_close (&log->reading);
  wr_map_free (&log->number_of);
  WR_VEC_FREE (&log->pieces);
  WR_VEC_FREE (&log->seeds);
  free (log->guards);
  free (log);
}

uint32_t wr_z3_log_piece_count (const wr_z3_log *log) { return log->pieces.len; }

struct wr_z3_log_piece wr_z3_log_piece (const wr_z3_log *log, uint32_t piece, wr_arena *arena) {
  WR_REQUIRE (piece < log->pieces.len);
  const struct wr_z3_piece *p = &log->pieces.data[piece];
  return (struct wr_z3_log_piece){
      .assertion = p->assertion,
      .kind = wr_z3_piece_kind_name (p->kind),
      .text = wr_str_keep (arena, wr_str_of (Z3_ast_to_string (log->reading.z3, p->shown)))};
}

/* -- checks -------------------------------------------------------------------------------------------- */

static void take_core (wr_z3_log *log, wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = log->reading.z3;
  Z3_ast_vector core = Z3_solver_get_unsat_core (c, log->solver);
  if (!core) return;
  Z3_ast_vector_inc_ref (c, core);
  wr_bitset in = {0};
  for (unsigned i = 0; i < Z3_ast_vector_size (c, core); i++) {
    uint64_t number;
    if (wr_map_get (&log->number_of, Z3_get_ast_id (c, Z3_ast_vector_get (c, core, i)), &number))
      wr_bitset_set (&in, (uint32_t)number, true);
  }
  Z3_ast_vector_dec_ref (c, core);
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  WR_BITSET_EACH (&in, i) {
    WR_ASSERT (i < log->count + log->pieces.len);
    answer->core[answer->core_count++] = i;
  }
  answer->has_core = true;
  wr_bitset_free (&in);
}

void wr_z3_log_check (wr_z3_log *log, const wr_bitset *on, uint64_t rlimit, double timeout,
                      wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = log->reading.z3;
  *answer = (struct wr_answer){.trust = WR_SHARED};
  if (log->stopped) make_solver (log);
  WR_VEC (Z3_ast) assumed = {0};
  for (uint32_t i = 0; i < log->count + log->pieces.len; i++) {
    Z3_ast guard = i < log->count ? log->guards[i] : log->pieces.data[i - log->count].guard;
    if (!guard) continue;
    bool absent = on && !wr_bitset_has (on, i);
    WR_VEC_PUSH (&assumed, absent ? Z3_mk_not (c, guard) : guard);
  }
  wr_z3_limit (c, log->solver, rlimit, timeout);
  uint64_t before = wr_z3_resources (c, log->solver);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check_assumptions (c, log->solver, assumed.len, assumed.data);
  answer->seconds = wr_clock () - began;
  if (Z3_get_error_code (c) == Z3_OK)
    answer->resources = (uint32_t)(wr_z3_resources (c, log->solver) - before);
  wr_z3_note_answer (c, log->solver, truth, rlimit, arena, answer);
  if (answer->status == WR_STATUS_UNSAT) take_core (log, arena, answer);
  log->stopped = answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME;
  WR_VEC_FREE (&assumed);
}

wr_str wr_z3_version (wr_arena *arena) {
  return wr_str_print (arena, "Z3 %s", Z3_get_full_version ());
}
