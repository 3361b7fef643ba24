#include "run/prune_text.h"

#include "run/step.h"

struct comparison {
  const wr_core *program, *text;
  struct wr_text_proof *proof;
  wr_bitset met; /* indices in proof->failed: this check fails in the text too */
};

/* The bodies of the program whose procedure has this name. */
static void mark_lost (const wr_core *core, wr_str name, bool *lost) {
  for (uint32_t b = 0; b < core->bodies.len; b++) {
    wr_symbol own = core->procedures.data[core->bodies.data[b].procedure].name;
    lost[b] |= wr_str_equal (name, wr_symbol_text (core->symbols, own));
  }
}

/* -- checks that fail in the program too ------------------------------------------------------------------ */

static bool is_layout (char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '(' || c == ')' || c == ';';
}

/* Without blanks and parentheses at its ends, of which a printer may write more or fewer. */
static wr_span trimmed (wr_str text, wr_span span) {
  while (span.begin < span.end && is_layout (text.ptr[span.begin])) span.begin++;
  while (span.begin < span.end && is_layout (text.ptr[span.end - 1])) span.end--;
  return span;
}

static bool same_span (wr_span a, wr_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

/* This text was printed for that one of the program. */
static bool comes_from (const struct comparison *c, wr_span in_program, wr_span in_text) {
  if (!in_program.file || !in_text.file) return in_program.file == in_text.file;
  wr_str text = wr_source_text (c->text->sources, in_text.file);
  in_text = trimmed (text, in_text);
  for (uint32_t i = 0; i < c->proof->printed->len; i++) {
    const struct wr_printed *at = &c->proof->printed->data[i];
    wr_span here = {in_text.file, at->begin, at->end};
    if (same_span (at->from, in_program) && same_span (trimmed (text, here), in_text)) return true;
  }
  return false;
}

static wr_str procedure_name (const wr_core *core, const struct wr_label_info *info) {
  if (!info->procedure) return (wr_str){0};
  return wr_symbol_text (core->symbols, core->procedures.data[info->procedure - 1].name);
}

static wr_str native_name (const wr_core *core, const struct wr_label_info *info) {
  return info->native.ix ? wr_symbol_text (core->symbols, info->native) : (wr_str){0};
}

static bool same_check (const struct comparison *c, uint32_t in_program, wr_label in_text) {
  const struct wr_label_info *a = wr_label_info (&c->program->labels, (wr_label){in_program});
  const struct wr_label_info *b = wr_label_info (&c->text->labels, in_text);
  return a->role == b->role &&
         wr_str_equal (procedure_name (c->program, a), procedure_name (c->text, b)) &&
         wr_str_equal (native_name (c->program, a), native_name (c->text, b)) &&
         comes_from (c, a->span, b->span);
}

/* Each check of the program stands for one of the text. */
static bool fails_before (struct comparison *c, wr_label label) {
  const wr_u32s *failed = c->proof->failed;
  for (uint32_t i = 0; label.ix && i < failed->len; i++) {
    if (wr_bitset_has (&c->met, i) || !same_check (c, failed->data[i], label)) continue;
    wr_bitset_set (&c->met, i, true);
    return true;
  }
  return false;
}

static void compare_goals (struct comparison *c, const struct wr_body_result *body) {
  for (uint32_t g = 0; c->proof->kept && g < body->passive->goal_count; g++) {
    const struct wr_goal *goal = &body->passive->goals[g];
    if (body->goals[g].verdict != WR_VERDICT_PROVED && !goal->implied)
      c->proof->kept = fails_before (c, goal->label);
  }
}

static void keep_met (struct comparison *c) {
  wr_u32s *failed = c->proof->failed;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < failed->len; i++)
    if (wr_bitset_has (&c->met, i)) failed->data[kept++] = failed->data[i];
  failed->len = kept;
}

/* -- the proof ---------------------------------------------------------------------------------------------- */

static void read_result (struct comparison *c, const wr_result *result) {
  struct wr_text_proof *proof = c->proof;
  proof->proved = !result->failure.len && !result->cancelled;
  proof->kept = proof->proved && proof->failed;
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || wr_body_verdict (body) == WR_VERDICT_PROVED) continue;
    proof->proved = false;
    wr_symbol procedure = c->text->procedures.data[c->text->bodies.data[b].procedure].name;
    if (proof->lost)
      mark_lost (c->program, wr_symbol_text (c->text->symbols, procedure), proof->lost);
    if (proof->kept) compare_goals (c, body);
  }
  if (proof->kept) keep_met (c);
}

static void decide (wr_run *run, const wr_run *text, wr_core *core, struct wr_text_proof *proof) {
  struct wr_decide_options decide = run->proved.decide;
  decide.selected = decide.asked = NULL;
  decide.want_models = false;
  decide.dump_dir = NULL;
  decide.error_limit = 0;
  struct wr_run_step step = {run, core, true};
  struct wr_first_look look;
  wr_run_step_decide (&step, &decide);
  wr_run_step_look (&step, &decide, &look);
  struct comparison c = {.program = run->proved.core, .proof = proof};
  const wr_result *result = wr_decide (core, &decide, text->arena);
  c.text = result->core;
  read_result (&c, result);
  wr_bitset_free (&c.met);
}

void wr_run_prove_text (wr_run *run, wr_str program, struct wr_text_proof *proof) {
  wr_run text = wr_run_new (&run->options, run->cancel, NULL);
  wr_core *core = NULL;
  const char *extension = run->program.front->extensions[0];
  proof->proved = proof->kept = false;
  wr_run_add_text (&text, wr_str_print (text.arena, "pruned%s", extension), program);
  if (wr_run_load (&text, WR_LOADED_TYPED))
    core = wr_program_lower (&text.program, WR_DETAIL_CLAUSES, text.diags);
  if (core) {
    decide (run, &text, core, proof);
    wr_core_free (core);
  }
  wr_run_free (&text);
}
