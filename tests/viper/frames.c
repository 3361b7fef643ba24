/* tests/viper/frames.c FILE... -- the facts of the encoding say nothing by themselves.  With all labels off, so that nothing that the user
   wrote is known, no goal may be provable: a point that frame facts make unreachable would prove everything there by nothing. */
#include "core/build.h"
#include "front/front.h"
#include "front/viper/viper.h"
#include "result/result.h"
#include "tap.h"

#include <stdio.h>

/* Facts are absent, assigned places are arbitrary, goals are false. */
static void switch_off (wr_core *core, wr_interner *symbols) {
  wr_expr yes = wr_mk_bool (core, true), no = wr_mk_bool (core, false);
  uint32_t serial = 0;
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].label.ix) core->axioms.data[i].expr = yes;
  for (uint32_t b = 0; b < core->bodies.len; b++) {
    struct wr_body *body = &core->bodies.data[b];
    for (uint32_t k = 0; k < body->block_count; k++)
      for (uint32_t c = 0; c < body->blocks[k].cmd_count; c++) {
        struct wr_cmd *cmd = &body->blocks[k].cmds[c];
        if (cmd->kind == WR_CMD_ASSUME && cmd->label.ix) cmd->expr = yes;
        if (cmd->kind == WR_CMD_ASSERT) cmd->expr = no, cmd->forget = true;
        for (uint32_t a = 0; cmd->kind == WR_CMD_ASSIGN && a < cmd->assign_count; a++) {
          if (!cmd->assigns[a].label.ix) continue;
          char name[40];
          snprintf (name, sizeof name, "arbitrary#%u", serial++);
          wr_sort sort = wr_expr_info (core, cmd->assigns[a].value)->sort;
          wr_var var = wr_var_new (core, WR_VAR_LOCAL, wr_intern (symbols, wr_str_of (name)), sort,
                                   (wr_span){0});
          WR_VEC_PUSH (&body->locals, var);
          cmd->assigns[a].value = wr_mk_var (core, var);
          cmd->assigns[a].label = (wr_label){0};
        }
      }
  }
}

static void check (struct tap *t, const char *path, wr_core *core, wr_arena *arena) {
  struct wr_decide_options options = {.workers = 2, .backend = &wr_backend_z3, .rlimit = 200000};
  const wr_result *r = wr_decide (core, &options, arena);
  uint32_t goals = 0, proved = 0;
  for (uint32_t b = 0; b < r->body_count; b++)
    for (uint32_t g = 0; r->bodies[b].passive && g < r->bodies[b].passive->goal_count; g++) {
      const struct wr_goal_result *goal = &r->bodies[b].goals[g];
      goals++;
      if (goal->reason != WR_STATUS_UNSAT) continue;
      proved++;
      printf ("# proved by nothing: a goal of %.*s\n",
              WR_STR_ARGS (wr_symbol_text (core->symbols, core->bodies.data[b].name)));
    }
  OK (t, proved == 0, "%s: with all labels off none of %u goals is proved", path, goals);
}

static void test_file (struct tap *t, const char *path) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  uint32_t file;
  struct wr_front_input input = {
      .arena = arena, .symbols = symbols, .sources = sources, .diags = diags};
  struct wr_program program = {0};
  bool loaded = wr_sources_load (sources, path, &file) == WR_LOAD_OK &&
                wr_program_load (&program, &vpr_front, &input, WR_LOADED_TYPED);
  wr_core *core = loaded ? wr_program_lower (&program, WR_DETAIL_CLAUSES, diags) : NULL;
  if (OK (t, core != NULL, "%s is lowered", path)) {
    switch_off (core, symbols);
    check (t, path, core, arena);
  }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  for (int i = 1; i < argc; i++) test_file (&t, argv[i]);
  return tap_done (&t);
}
