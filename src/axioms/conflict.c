/* axioms/conflict.c -- looking for contradictions (axioms/conflict.h). */
#include "axioms/conflict.h"

#include "axioms/reduce.h"

static const double grace = 10; /* seconds for reading, and for making terms */

/* Ways to look.  Triggers alone see only what terms of the text or made-up ones lead to; models go further, but not to the end. */
static const struct attempt {
  bool model_based, seeded;
  uint32_t seed;
} attempts[] = {{false, true, 0}, {true, false, 0}, {true, true, 1}, {true, false, 2}};

struct search {
  struct wr_z3_log_input input;
  const struct wr_conflict_options *options;
  wr_arena *arena;
  wr_z3_log *log;
};

static void ask (void *self, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  struct search *s = self;
  wr_str error = {0};
  s->options->deadline (s->options->ctx, s->options->timeout + grace);
  wr_z3_log *log = query->fresh ? wr_z3_log_open (&s->input, s->arena, &error) : s->log;
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  if (log) wr_z3_log_check (log, query->on, query->rlimit, s->options->timeout, arena, answer);
  if (query->fresh) wr_z3_log_close (log);
}

static void look (struct search *s, struct wr_conflict *out) {
  struct wr_axiom_prover prover = {.self = s, .goals = 1, .ask = ask};
  struct wr_axiom_reduce_options options = {.rlimit = s->options->rlimit,
                                            .factor = 2,
                                            .floor = s->options->rlimit / 4,
                                            .no_repair = true};
  struct wr_axiom_reduction reduction;
  for (uint32_t i = 0; i < s->input.assertion_count; i++)
    if (s->input.guarded[i]) wr_bitset_set (&prover.all, i, true);
  wr_axiom_reduce (&prover, &options, &reduction);
  out->found =
      reduction.proved == 1 && reduction.confirmed && wr_bitset_size (&reduction.covered) > 0;
  out->minimal = reduction.complete;
  if (out->found) WR_BITSET_EACH (&reduction.covered, i) {
      WR_VEC_PUSH (&out->assertions, i);
    }
  wr_axiom_reduction_free (&reduction);
  wr_bitset_free (&prover.all);
}

bool wr_conflict_search (const struct wr_z3_log_input *input,
                         const struct wr_conflict_options *options, struct wr_conflict *out) {
  bool readable = true;
  *out = (struct wr_conflict){0};
  for (size_t i = 0; !out->found && readable && i < sizeof attempts / sizeof *attempts; i++) {
    struct search s = {.input = *input, .options = options, .arena = wr_arena_new ()};
    wr_str error = {0};
    s.input.model_based = attempts[i].model_based;
    s.input.seeded = attempts[i].seeded;
    s.input.seed = input->seed + attempts[i].seed;
    options->deadline (options->ctx, options->timeout + grace);
    s.log = wr_z3_log_open (&s.input, s.arena, &error);
    readable = s.log != NULL;
    if (readable) look (&s, out);
    wr_z3_log_close (s.log);
    wr_arena_free (s.arena);
  }
  return readable;
}

void wr_conflict_free (struct wr_conflict *conflict) { WR_VEC_FREE (&conflict->assertions); }
