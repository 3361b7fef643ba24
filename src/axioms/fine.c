/* axioms/fine.c -- pieces of axioms that a test needs (axioms/fine.h). */
#include "axioms/fine.h"

#include "base/check.h"

enum { MOST_OPEN = 6, MOST_TEXT = 1000 };
static const double grace = 5; /* seconds for reading */

/* A piece: number `piece` of an axiom.  Assertions with the same axiom have the same pieces. */
struct piece {
  uint32_t axiom, piece;
};

struct open_goal {
  wr_z3_log *log;
  wr_u32s piece_of; /* of each piece of the log: its number here */
};

struct fine {
  const struct wr_fine_goal *goals;
  uint32_t count;
  const struct wr_fine_options *options;
  wr_arena *arena;
  struct wr_file_tests *file;
  wr_bitset covered;
  WR_VEC (struct piece) pieces;
  wr_map number_of; /* axiom and piece -> number + 1 */
  struct open_goal *open;
};

/* Enters a piece in the row of its axiom, where it may be known from another test. */
static void describe (struct fine *f, struct piece piece, const struct wr_z3_log_piece *about) {
  struct wr_axiom_row *row = &f->file->axioms.data[piece.axiom];
  if (piece.piece < row->pieces.len) return;
  WR_ASSERT (piece.piece == row->pieces.len);
  wr_str text = about->text;
  if (text.len > MOST_TEXT) text.len = MOST_TEXT;
  struct wr_axiom_piece made = {.kind = wr_str_of (about->kind), .text = text};
  WR_VEC_PUSH (&row->pieces, made);
}

static void number_pieces (struct fine *f, const struct wr_fine_goal *goal,
                           struct open_goal *open) {
  uint32_t assertion = UINT32_MAX, next = 0;
  for (uint32_t p = 0; p < wr_z3_log_piece_count (open->log); p++) {
    struct wr_z3_log_piece about = wr_z3_log_piece (open->log, p, f->arena);
    next = about.assertion == assertion ? next + 1 : 0;
    assertion = about.assertion;
    struct piece piece = {goal->axiom_of[assertion], next};
    uint64_t key = (uint64_t)piece.axiom << 32 | piece.piece;
    uint64_t known = wr_map_or (&f->number_of, key, 0);
    if (!known) {
      WR_VEC_PUSH (&f->pieces, piece);
      wr_map_put (&f->number_of, key, known = f->pieces.len);
      describe (f, piece, &about);
    }
    WR_VEC_PUSH (&open->piece_of, (uint32_t)known - 1);
  }
}

static bool open_goal (struct fine *f, uint32_t g, struct open_goal *open) {
  const struct wr_fine_goal *goal = &f->goals[g];
  struct wr_z3_log_input input = goal->input;
  bool *split = WR_NEW (f->arena, bool, input.assertion_count + 1);
  wr_str error;
  for (uint32_t i = 0; i < input.assertion_count; i++)
    split[i] = goal->axiom_of[i] != UINT32_MAX && wr_bitset_has (&f->covered, goal->axiom_of[i]);
  input.split = split;
  *open = (struct open_goal){.log = wr_z3_log_open (&input, f->arena, &error)};
  if (open->log) number_pieces (f, goal, open);
  return open->log != NULL;
}

static void close_goal (struct open_goal *open) {
  wr_z3_log_close (open->log);
  WR_VEC_FREE (&open->piece_of);
  *open = (struct open_goal){0};
}

static double seconds_of (const struct fine *f, const struct wr_axiom_query *query) {
  return wr_axiom_query_seconds (f->options->timeout, f->options->reduce.rlimit, query->rlimit);
}

static void check (struct fine *f, const struct open_goal *open, const struct wr_axiom_query *query,
                   wr_arena *arena, struct wr_answer *answer) {
  const struct wr_fine_goal *goal = &f->goals[query->goal];
  uint32_t assertions = goal->input.assertion_count;
  wr_bitset on = {0}, core = {0};
  for (uint32_t i = 0; i < assertions; i++)
    if (goal->axiom_of[i] != UINT32_MAX && wr_bitset_has (&f->covered, goal->axiom_of[i]))
      wr_bitset_set (&on, i, true);
  for (uint32_t p = 0; p < open->piece_of.len; p++)
    if (!query->on || wr_bitset_has (query->on, open->piece_of.data[p]))
      wr_bitset_set (&on, assertions + p, true);
  wr_z3_log_check (open->log, &on, query->rlimit, seconds_of (f, query), arena, answer);
  for (uint32_t i = 0; i < answer->core_count; i++)
    if (answer->core[i] >= assertions)
      wr_bitset_set (&core, open->piece_of.data[answer->core[i] - assertions], true);
  answer->core = WR_NEW (arena, uint32_t, wr_bitset_size (&core));
  answer->core_count = 0;
  WR_BITSET_EACH (&core, i) { answer->core[answer->core_count++] = i; }
  wr_bitset_free (&on);
  wr_bitset_free (&core);
}

static void ask (void *self, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  struct fine *f = self;
  struct open_goal own = {0}, *open = &f->open[query->goal];
  bool keep = !query->fresh && query->goal < MOST_OPEN;
  f->options->deadline (f->options->ctx, seconds_of (f, query) + grace);
  *answer = (struct wr_answer){.status = WR_STATUS_BAD_REPLY};
  if (keep) {
    if (open->log || open_goal (f, query->goal, open)) check (f, open, query, arena, answer);
  } else if (open_goal (f, query->goal, &own)) {
    check (f, &own, query, arena, answer);
  }
  close_goal (&own);
}

/* All pieces are known when every goal has been opened once. */
static bool find_pieces (struct fine *f) {
  bool good = true;
  for (uint32_t g = 0; good && g < f->count; g++) {
    f->options->deadline (f->options->ctx, grace);
    good = open_goal (f, g, &f->open[g]);
    if (g >= MOST_OPEN) close_goal (&f->open[g]);
  }
  return good && f->pieces.len;
}

static bool reduce (struct fine *f, struct wr_test_row *test) {
  struct wr_axiom_prover prover = {.self = f, .goals = f->count, .ask = ask};
  struct wr_axiom_reduction reduction;
  struct wr_axiom_reduce_options options = f->options->reduce;
  options.strong = false;
  for (uint32_t i = 0; i < f->pieces.len; i++) wr_bitset_set (&prover.all, i, true);
  wr_axiom_reduce (&prover, &options, &reduction);
  bool good = reduction.proved == f->count && reduction.confirmed;
  for (uint32_t i = 0; good && i < f->pieces.len; i++) {
    struct wr_piece_use use = {f->pieces.data[i].axiom, f->pieces.data[i].piece,
                               wr_bitset_has (&reduction.covered, i)};
    WR_VEC_PUSH (&test->pieces, use);
  }
  test->resources += reduction.resources;
  test->queries += reduction.queries;
  test->seconds += reduction.seconds;
  wr_axiom_reduction_free (&reduction);
  wr_bitset_free (&prover.all);
  return good;
}

bool wr_fine_add (const struct wr_fine_goal *goals, uint32_t count,
                  const struct wr_fine_options *options, wr_arena *arena,
                  struct wr_file_tests *file, struct wr_test_row *test) {
  struct fine f = {
      .goals = goals, .count = count, .options = options, .arena = arena, .file = file};
  f.open = WR_NEW (arena, struct open_goal, count + 1);
  for (uint32_t i = 0; i < test->covered.len; i++)
    wr_bitset_set (&f.covered, test->covered.data[i], true);
  bool good = find_pieces (&f) && reduce (&f, test);
  for (uint32_t g = 0; g < count; g++) close_goal (&f.open[g]);
  WR_VEC_FREE (&f.pieces);
  wr_map_free (&f.number_of);
  wr_bitset_free (&f.covered);
  return good;
}
