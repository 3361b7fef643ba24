/* solve/z3_reader.c -- reading the text of a log (solve/z3_reader.h). */
#include "solve/z3_reader.h"

#include "base/check.h"
#include "solve/solve.h"

#include <ctype.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

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
  if (input->profile) Z3_global_param_set ("smt.qi.profile", "true");
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

/* -- reading ------------------------------------------------------------------------------------------- */

/* Z3 wants a text that ends with NUL. */
static Z3_ast_vector parse (Z3_context c, wr_str text) {
  char *copy = wr_alloc (text.len + 1, 1);
  memcpy (copy, text.ptr, text.len);
  Z3_ast_vector parsed = Z3_parse_smtlib2_string (c, copy, 0, NULL, NULL, 0, NULL, NULL);
  free (copy);
  return parsed;
}

bool wr_z3_read (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error,
                 struct wr_z3_reading *out) {
  WR_ASSERT (input->guarded || !input->assertion_count);
  set_parameters (input);
  Z3_config config = Z3_mk_config ();
  Z3_set_param_value (config, "model", "false");
  *out = (struct wr_z3_reading){.z3 = Z3_mk_context (config)};
  Z3_del_config (config);
  Z3_context c = out->z3;
  Z3_set_error_handler (c, on_error);
  Z3_ast_vector parsed = parse (c, input->text);
  if (!parsed || Z3_get_error_code (c) != Z3_OK) {
    const char *why = Z3_get_error_msg (c, Z3_get_error_code (c));
    *error = wr_str_keep (arena, wr_str_of (why ? why : "Z3 cannot read the text"));
    return false;
  }
  Z3_ast_vector_inc_ref (c, parsed);
  if (Z3_ast_vector_size (c, parsed) != input->assertion_count) {
    *error = wr_str_print (arena, "Z3 reads %u assertions where the text has %u",
                           Z3_ast_vector_size (c, parsed), input->assertion_count);
    return false;
  }
  out->assertions = wr_alloc (input->assertion_count + 1, sizeof *out->assertions);
  for (uint32_t i = 0; i < input->assertion_count; i++)
    out->assertions[i] = Z3_ast_vector_get (c, parsed, i);
  return true;
}

void wr_z3_reading_close (struct wr_z3_reading *reading) {
  if (reading->z3) Z3_del_context (reading->z3);
  free (reading->assertions);
  *reading = (struct wr_z3_reading){0};
}

/* -- answers ------------------------------------------------------------------------------------------- */

uint64_t wr_z3_resources (Z3_context z3, Z3_solver solver) {
  Z3_stats stats = Z3_solver_get_statistics (z3, solver);
  if (!stats) return 0;
  Z3_stats_inc_ref (z3, stats);
  uint64_t count = 0;
  for (unsigned i = 0; i < Z3_stats_size (z3, stats); i++) {
    if (strcmp (Z3_stats_get_key (z3, stats, i), "rlimit count") != 0) continue;
    count = Z3_stats_is_uint (z3, stats, i) ? Z3_stats_get_uint_value (z3, stats, i)
                                            : (uint64_t)Z3_stats_get_double_value (z3, stats, i);
  }
  Z3_stats_dec_ref (z3, stats);
  return count;
}

void wr_z3_limit (Z3_context z3, Z3_solver solver, uint64_t rlimit, double timeout) {
  double ms = timeout * 1000;
  unsigned clock = ms <= 0 || ms >= (double)UINT32_MAX ? UINT32_MAX : ms < 1 ? 1 : (unsigned)ms;
  unsigned steps = rlimit > UINT32_MAX ? UINT32_MAX : (unsigned)rlimit;
  Z3_params params = Z3_mk_params (z3);
  Z3_params_inc_ref (z3, params);
  Z3_params_set_uint (z3, params, Z3_mk_string_symbol (z3, "timeout"), clock);
  Z3_params_set_uint (z3, params, Z3_mk_string_symbol (z3, "rlimit"), steps);
  Z3_solver_set_params (z3, solver, params);
  Z3_params_dec_ref (z3, params);
}

static enum wr_status reason (const char *text, uint64_t used, uint64_t rlimit) {
  if (strstr (text, "incomplete")) return WR_STATUS_INCOMPLETE;
  if (strstr (text, "memout") || strstr (text, "memory")) return WR_STATUS_MEMORY;
  if (strstr (text, "resource") || (rlimit && used + used / 64 >= rlimit))
    return WR_STATUS_RESOURCE;
  if (strstr (text, "timeout") || strstr (text, "cancel")) return WR_STATUS_TIME;
  return WR_STATUS_INCOMPLETE;
}

void wr_z3_note_answer (Z3_context z3, Z3_solver solver, Z3_lbool truth, uint64_t rlimit,
                        wr_arena *arena, struct wr_answer *answer) {
  Z3_error_code code = Z3_get_error_code (z3);
  if (code != Z3_OK) {
    answer->status = code == Z3_MEMOUT_FAIL ? WR_STATUS_MEMORY : WR_STATUS_BAD_REPLY;
    answer->detail = wr_str_keep (arena, wr_str_of (Z3_get_error_msg (z3, code)));
  } else if (truth != Z3_L_UNDEF) {
    answer->status = truth == Z3_L_FALSE ? WR_STATUS_UNSAT : WR_STATUS_SAT;
  } else {
    const char *why = Z3_solver_get_reason_unknown (z3, solver);
    answer->status = reason (why ? why : "", answer->resources, rlimit);
    answer->detail = wr_str_keep (arena, wr_str_of (why ? why : ""));
  }
}
