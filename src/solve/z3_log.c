/* solve/z3_log.c -- checks of logs (solve/z3_log.h). */
#include "solve/z3_log.h"

#include "base/check.h"
#include "base/map.h"
#include "base/os.h"
#include "solve/solve.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

struct wr_z3_log {
  Z3_context z3;
  Z3_solver solver;
  Z3_params params;
  Z3_ast *assertions, *guards; /* guards: NULL where an assertion always holds */
  uint32_t count;
  wr_map number_of; /* id of a guard's term -> number of its assertion */
  bool stopped;     /* a limit ended a check: the solver's state is no longer trusted */
};

static void on_error (Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

/* -- options ------------------------------------------------------------------------------------------- */

/* Options that say how to search.  Limits are the caller's; what is printed, and tactics, have no meaning here. */
static bool is_search_option (const char *name) {
  static const char *const prefixes[] = {"smt.",      "sat.",        "nnf.",      "pi.",
                                         "rewriter.", "auto_config", "type_check"};
  if (!strcmp (name, "smt.random_seed") || !strcmp (name, "sat.random_seed")) return false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp (name, prefixes[i], strlen (prefixes[i]))) return true;
  return false;
}

static void set_option (const struct wr_z3_log_option *option) {
  char name[128], value[128];
  wr_str v = option->value;
  if (v.len >= 2 && v.ptr[0] == '|') v = (wr_str){v.ptr + 1, v.len - 2};
  if (option->name.len >= sizeof name || v.len >= sizeof value) return;
  for (size_t i = 0; i < option->name.len; i++)
    name[i] = (char)tolower ((unsigned char)option->name.ptr[i]);
  name[option->name.len] = 0;
  snprintf (value, sizeof value, "%.*s", WR_STR_ARGS (v));
  if (is_search_option (name)) Z3_global_param_set (name, value);
}

static void set_parameters (const struct wr_z3_log_input *input) {
  char text[32];
  Z3_global_param_reset_all ();
  Z3_global_param_set ("warning", "false");
  for (uint32_t i = 0; i < input->option_count; i++) set_option (&input->options[i]);
  if (input->model_based) Z3_global_param_set ("smt.mbqi", "true");
  snprintf (text, sizeof text, "%u", input->seed);
  Z3_global_param_set ("smt.random_seed", text);
  Z3_global_param_set ("sat.random_seed", text);
  uint64_t memory = input->memory ? input->memory : WR_DEFAULT_MEMORY;
  snprintf (text, sizeof text, "%llu", (unsigned long long)(memory >> 20));
  Z3_global_param_set ("memory_high_watermark_mb", text);
  snprintf (text, sizeof text, "%llu", (unsigned long long)((memory + memory / 4) >> 20));
  Z3_global_param_set ("memory_max_size", text);
}

/* -- opening ------------------------------------------------------------------------------------------- */

static void make_solver (wr_z3_log *log) {
  Z3_context c = log->z3;
  if (log->solver) Z3_solver_dec_ref (c, log->solver);
  log->solver = Z3_mk_simple_solver (c);
  Z3_solver_inc_ref (c, log->solver);
  for (uint32_t i = 0; i < log->count; i++) {
    Z3_ast fact = log->assertions[i];
    Z3_solver_assert (c, log->solver,
                      log->guards[i] ? Z3_mk_implies (c, log->guards[i], fact) : fact);
  }
  log->stopped = false;
}

static bool take_assertions (wr_z3_log *log, const struct wr_z3_log_input *input,
                             Z3_ast_vector parsed) {
  Z3_context c = log->z3;
  log->count = Z3_ast_vector_size (c, parsed);
  if (log->count != input->assertion_count) return false;
  log->assertions = wr_alloc (log->count + 1, sizeof *log->assertions);
  log->guards = wr_alloc (log->count + 1, sizeof *log->guards);
  for (uint32_t i = 0; i < log->count; i++) {
    log->assertions[i] = Z3_ast_vector_get (c, parsed, i);
    if (!input->guarded[i]) continue;
    log->guards[i] = Z3_mk_fresh_const (c, "axiom", Z3_mk_bool_sort (c));
    wr_map_put (&log->number_of, Z3_get_ast_id (c, log->guards[i]), i);
  }
  return true;
}

/* Z3 wants a text that ends with NUL. */
static Z3_ast_vector parse (Z3_context c, wr_str text) {
  char *copy = wr_alloc (text.len + 1, 1);
  memcpy (copy, text.ptr, text.len);
  Z3_ast_vector parsed = Z3_parse_smtlib2_string (c, copy, 0, NULL, NULL, 0, NULL, NULL);
  free (copy);
  return parsed;
}

wr_z3_log *wr_z3_log_open (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error) {
  WR_ASSERT (input->guarded || !input->assertion_count);
  set_parameters (input);
  Z3_config config = Z3_mk_config ();
  Z3_set_param_value (config, "model", "false");
  wr_z3_log *log = wr_alloc (1, sizeof *log);
  log->z3 = Z3_mk_context (config);
  Z3_del_config (config);
  Z3_set_error_handler (log->z3, on_error);
  Z3_ast_vector parsed = parse (log->z3, input->text);
  if (!parsed || Z3_get_error_code (log->z3) != Z3_OK) {
    const char *why = Z3_get_error_msg (log->z3, Z3_get_error_code (log->z3));
    *error = wr_str_keep (arena, wr_str_of (why ? why : "Z3 cannot read the text"));
    return wr_z3_log_close (log), NULL;
  }
  Z3_ast_vector_inc_ref (log->z3, parsed);
  if (!take_assertions (log, input, parsed)) {
    *error = wr_str_print (arena, "Z3 reads %u assertions where the text has %u",
                           Z3_ast_vector_size (log->z3, parsed), input->assertion_count);
    return wr_z3_log_close (log), NULL;
  }
  log->params = Z3_mk_params (log->z3);
  Z3_params_inc_ref (log->z3, log->params);
  make_solver (log);
  return log;
}

void wr_z3_log_close (wr_z3_log *log) {
  if (!log) return;
  if (log->params) Z3_params_dec_ref (log->z3, log->params);
  if (log->solver) Z3_solver_dec_ref (log->z3, log->solver);
  Z3_del_context (log->z3);
  wr_map_free (&log->number_of);
  free (log->assertions);
  free (log->guards);
  free (log);
}

/* -- checks -------------------------------------------------------------------------------------------- */

static uint64_t resources (wr_z3_log *log) {
  Z3_stats stats = Z3_solver_get_statistics (log->z3, log->solver);
  if (!stats) return 0;
  Z3_stats_inc_ref (log->z3, stats);
  uint64_t count = 0;
  for (unsigned i = 0; i < Z3_stats_size (log->z3, stats); i++) {
    if (strcmp (Z3_stats_get_key (log->z3, stats, i), "rlimit count") != 0) continue;
    count = Z3_stats_is_uint (log->z3, stats, i)
                ? Z3_stats_get_uint_value (log->z3, stats, i)
                : (uint64_t)Z3_stats_get_double_value (log->z3, stats, i);
  }
  Z3_stats_dec_ref (log->z3, stats);
  return count;
}

static void set_limits (wr_z3_log *log, uint64_t rlimit, double timeout) {
  double ms = timeout * 1000;
  unsigned clock = ms <= 0 || ms >= (double)UINT32_MAX ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
  unsigned steps = rlimit > UINT32_MAX ? UINT32_MAX : (unsigned)rlimit;
  Z3_params_set_uint (log->z3, log->params, Z3_mk_string_symbol (log->z3, "timeout"), clock);
  Z3_params_set_uint (log->z3, log->params, Z3_mk_string_symbol (log->z3, "rlimit"), steps);
  Z3_solver_set_params (log->z3, log->solver, log->params);
}

static enum wr_status reason (const char *text, uint64_t used, uint64_t rlimit) {
  if (strstr (text, "incomplete")) return WR_STATUS_INCOMPLETE;
  if (strstr (text, "memout") || strstr (text, "memory")) return WR_STATUS_MEMORY;
  if (strstr (text, "resource") || (rlimit && used + used / 64 >= rlimit))
    return WR_STATUS_RESOURCE;
  if (strstr (text, "timeout") || strstr (text, "cancel")) return WR_STATUS_TIME;
  return WR_STATUS_INCOMPLETE;
}

static void take_core (wr_z3_log *log, wr_arena *arena, struct wr_answer *answer) {
  Z3_ast_vector core = Z3_solver_get_unsat_core (log->z3, log->solver);
  if (!core) return;
  Z3_ast_vector_inc_ref (log->z3, core);
  wr_bitset in = {0};
  for (unsigned i = 0; i < Z3_ast_vector_size (log->z3, core); i++) {
    uint64_t number;
    if (wr_map_get (&log->number_of, Z3_get_ast_id (log->z3, Z3_ast_vector_get (log->z3, core, i)),
                    &number))
      wr_bitset_set (&in, (uint32_t)number, true);
  }
  Z3_ast_vector_dec_ref (log->z3, core);
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&in));
  WR_BITSET_EACH (&in, i) { answer->core[answer->core_count++] = i; }
  answer->has_core = true;
  wr_bitset_free (&in);
}

static void take_answer (wr_z3_log *log, Z3_lbool truth, uint64_t rlimit, wr_arena *arena,
                         struct wr_answer *answer) {
  Z3_error_code code = Z3_get_error_code (log->z3);
  if (code != Z3_OK) {
    answer->status = code == Z3_MEMOUT_FAIL ? WR_STATUS_MEMORY : WR_STATUS_BAD_REPLY;
    answer->detail = wr_str_keep (arena, wr_str_of (Z3_get_error_msg (log->z3, code)));
  } else if (truth == Z3_L_FALSE) {
    answer->status = WR_STATUS_UNSAT;
    take_core (log, arena, answer);
  } else if (truth == Z3_L_TRUE) {
    answer->status = WR_STATUS_SAT;
  } else {
    const char *why = Z3_solver_get_reason_unknown (log->z3, log->solver);
    answer->status = reason (why ? why : "", answer->resources, rlimit);
    answer->detail = wr_str_keep (arena, wr_str_of (why ? why : ""));
  }
}

void wr_z3_log_check (wr_z3_log *log, const wr_bitset *on, uint64_t rlimit, double timeout,
                      wr_arena *arena, struct wr_answer *answer) {
  *answer = (struct wr_answer){.trust = WR_SHARED};
  if (log->stopped) make_solver (log);
  WR_VEC (Z3_ast) assumed = {0};
  for (uint32_t i = 0; i < log->count; i++) {
    if (!log->guards[i]) continue;
    bool absent = on && !wr_bitset_has (on, i);
    WR_VEC_PUSH (&assumed, absent ? Z3_mk_not (log->z3, log->guards[i]) : log->guards[i]);
  }
  set_limits (log, rlimit, timeout);
  uint64_t before = resources (log);
  double began = wr_clock ();
  Z3_lbool truth = Z3_solver_check_assumptions (log->z3, log->solver, assumed.len, assumed.data);
  answer->seconds = wr_clock () - began;
  if (Z3_get_error_code (log->z3) == Z3_OK)
    answer->resources = (uint32_t)(resources (log) - before);
  take_answer (log, truth, rlimit, arena, answer);
  log->stopped = answer->status == WR_STATUS_RESOURCE || answer->status == WR_STATUS_TIME;
  WR_VEC_FREE (&assumed);
}

wr_str wr_z3_version (wr_arena *arena) {
  return wr_str_print (arena, "Z3 %s", Z3_get_full_version ());
}
