/* solve/z3_instances.c -- which assertions does an attempt instantiate?  Z3 counts the instances of each quantifier and writes them to its
   standard error when the quantifier goes.  Each assertion's outermost quantifiers get an id of their own for it. */
#include "base/check.h"
#include "base/map.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/z3_fine.h"
#include "solve/z3_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEPTH = 64, MOST_TEXT = 1 << 26 };

static const char mark[] = "[quantifier_instances]";

/* -- ids ----------------------------------------------------------------------------------------------- */

struct marker {
  Z3_context z3;
  char id[32];
  wr_map done; /* id of a term -> its new form */
};

static bool is_connective (Z3_context z3, Z3_ast ast) {
  switch ((int)Z3_get_decl_kind (z3, Z3_get_app_decl (z3, Z3_to_app (z3, ast)))) {
  case Z3_OP_AND:
  case Z3_OP_OR:
  case Z3_OP_NOT:
  case Z3_OP_IMPLIES:
  case Z3_OP_ITE:
  case Z3_OP_XOR:
  case Z3_OP_IFF:
  case Z3_OP_EQ: return true;
  default: return false;
  }
}

static Z3_ast mark_quantifiers (struct marker *m, Z3_ast ast, int depth) {
  Z3_context z3 = m->z3;
  if (Z3_get_sort_kind (z3, Z3_get_sort (z3, ast)) != Z3_BOOL_SORT) return ast;
  if (Z3_get_ast_kind (z3, ast) == Z3_QUANTIFIER_AST)
    return wr_z3_requantify (z3, ast, Z3_get_quantifier_body (z3, ast), m->id);
  if (Z3_get_ast_kind (z3, ast) != Z3_APP_AST || depth >= MOST_DEPTH || !is_connective (z3, ast))
    return ast;
  uint64_t known;
  if (wr_map_get (&m->done, Z3_get_ast_id (z3, ast), &known)) return (Z3_ast)(uintptr_t)known;
  WR_VEC (Z3_ast) parts = {0};
  for (unsigned i = 0; i < Z3_get_app_num_args (z3, Z3_to_app (z3, ast)); i++)
    WR_VEC_PUSH (&parts,
                 mark_quantifiers (m, Z3_get_app_arg (z3, Z3_to_app (z3, ast), i), depth + 1));
  Z3_ast made = Z3_update_term (z3, ast, parts.len, parts.data);
  WR_VEC_FREE (&parts);
  wr_map_put (&m->done, Z3_get_ast_id (z3, ast), (uint64_t)(uintptr_t)made);
  return made;
}

/* -- counts -------------------------------------------------------------------------------------------- */

/* Lines such as `[quantifier_instances] axiom!7 :    12 :   0 :   3 :   2 : 3`: instances, simplified to true, found satisfied, greatest
   generation, greatest cost.  Copies that preprocessing makes have lines of their own. */
static void take_counts (const char *text, uint32_t count, struct wr_z3_log_use *uses) {
  for (const char *at = strstr (text, mark); at; at = strstr (at + 1, mark)) {
    unsigned number, generation;
    unsigned long long instances;
    if (sscanf (at + sizeof mark - 1, " axiom!%u : %llu : %*u : %*u : %u", &number, &instances,
                &generation) != 3 ||
        number >= count)
      continue;
    uses[number].count += instances;
    if (instances && generation > uses[number].generation) uses[number].generation = generation;
  }
}

/* Reads what was written to standard error from there on, and takes it back. */
static bool read_back (off_t from, wr_buf *out) {
  char block[4096];
  ssize_t got = -1;
  if (lseek (STDERR_FILENO, from, SEEK_SET) < 0) return false;
  while (out->len < MOST_TEXT && (got = wr_read_some (STDERR_FILENO, block, sizeof block)) > 0)
    wr_buf_add (out, (wr_str){block, (size_t)got});
  return got >= 0 && ftruncate (STDERR_FILENO, from) == 0 &&
         lseek (STDERR_FILENO, from, SEEK_SET) == from;
}

static void attempt (struct wr_z3_reading *reading, const struct wr_z3_log_input *input,
                     uint64_t rlimit, double timeout, wr_arena *arena, struct wr_answer *answer) {
  Z3_context c = reading->z3;
  Z3_solver solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, solver);
  for (uint32_t i = 0; i < input->assertion_count; i++) {
    struct marker m = {.z3 = c};
    snprintf (m.id, sizeof m.id, "axiom!%u", i);
    Z3_solver_assert (c, solver, mark_quantifiers (&m, reading->assertions[i], 0));
    wr_map_free (&m.done);
  }
  wr_z3_limit (c, solver, rlimit, timeout);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check (c, solver);
  answer->seconds = wr_clock () - began;
  if (Z3_get_error_code (c) == Z3_OK) answer->resources = wr_z3_resources (c, solver);
  wr_z3_note_answer (c, solver, truth, rlimit, arena, answer);
  Z3_solver_dec_ref (c, solver);
}

bool wr_z3_log_profile (const struct wr_z3_log_input *input, uint64_t rlimit, double timeout,
                        wr_arena *arena, struct wr_answer *answer, struct wr_z3_log_use *uses) {
  struct wr_z3_log_input counting = *input;
  struct wr_z3_reading reading;
  wr_str error = {0};
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  memset (uses, 0, input->assertion_count * sizeof *uses);
  off_t from = lseek (STDERR_FILENO, 0, SEEK_CUR);
  if (from < 0) return false;
  counting.profile = true;
  bool good = wr_z3_read (&counting, arena, &error, &reading);
  if (good) attempt (&reading, input, rlimit, timeout, arena, answer);
  wr_z3_reading_close (&reading);
  wr_buf text = {0};
  good = read_back (from, &text) && good;
  if (good) take_counts (wr_buf_text (&text), input->assertion_count, uses);
  wr_buf_free (&text);
  return good;
}
