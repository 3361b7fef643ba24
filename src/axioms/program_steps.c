/* axioms/program_steps.c -- steps of measuring a test of a program (axioms/program_steps.h). */
#include "axioms/program_steps.h"

#include "axioms/parts.h"
#include "axioms/program_ask.h"
#include "axioms/program_strong.h"
#include "base/check.h"

#include <stdlib.h>

/* -- briefs -------------------------------------------------------------------------------------------- */

void wr_program_fatal_write (wr_buf *out, const wr_goal_groups *fatal) {
  wr_put_u32 (out, fatal->len);
  for (uint32_t i = 0; i < fatal->len; i++) {
    wr_put_u32 (out, fatal->data[i].body);
    wr_put_u32 (out, fatal->data[i].first);
    wr_put_u32 (out, fatal->data[i].count);
  }
}

static wr_goal_groups fatal_read (struct wr_bytes *in) {
  wr_goal_groups fatal = {0};
  for (uint32_t count = wr_get_u32 (in); !in->bad && count; count--) {
    struct wr_goal_group group = {.body = wr_get_u32 (in)};
    group.first = wr_get_u32 (in);
    group.count = wr_get_u32 (in);
    if (!in->bad) WR_VEC_PUSH (&fatal, group);
  }
  return fatal;
}

void wr_program_check_brief (wr_buf *out, const wr_bitset *covered, const wr_bitset *members,
                             wr_str state) {
  wr_axiom_set_write (out, covered);
  wr_axiom_set_write (out, members);
  wr_buf_add (out, state);
}

void wr_program_end_brief (wr_buf *out, const wr_buf *states, uint32_t count) {
  wr_put_u32 (out, states ? count : 0);
  for (uint32_t i = 0; states && i < count; i++) wr_buf_add (out, wr_buf_str (&states[i]));
}

/* -- states of bodies ---------------------------------------------------------------------------------- */

static void state_read (wr_program_prover *p, uint32_t body, struct wr_bytes *in,
                        struct wr_axiom_reduction *part) {
  uint32_t before = p->goals.len;
  wr_program_prover_read (p, body, in);
  wr_axiom_part_read (in, in->bad ? 0 : p->goals.len - before, p->axioms->rows.len, part);
}

static void send_state (const wr_program_prover *p, const struct wr_axiom_reduction *part) {
  wr_buf bytes = {0};
  wr_program_prover_write (p, &bytes);
  wr_axiom_part_write (&bytes, part);
  wr_channel_send (p->channel, bytes.data, bytes.len);
  wr_buf_free (&bytes);
}

bool wr_program_state_read (const struct wr_program_work *work, uint32_t body, wr_str state,
                            wr_bitset *covered, wr_bitset *needed) {
  struct wr_bytes in = {(const unsigned char *)state.ptr, state.len, false};
  wr_program_prover p = {.result = work->result, .axioms = work->axioms};
  struct wr_axiom_reduction part;
  state_read (&p, body, &in, &part);
  bool good = !in.bad && !in.left;
  if (good) wr_bitset_copy (covered, &part.covered);
  wr_bitset_clear (needed);
  if (good) WR_BITSET_EACH (&part.covered, i) {
      wr_bitset_set (needed, i, part.needs[i].goal != 0);
    }
  wr_axiom_reduction_free (&part);
  wr_program_prover_free (&p);
  return good;
}

/* -- steps --------------------------------------------------------------------------------------------- */

/* A prover without goals; the first part of the brief is read. */
static wr_program_prover begin (const struct wr_program_work *work, struct wr_program_place *place,
                                wr_goal_groups *fatal) {
  *fatal = fatal_read (&place->brief);
  return (wr_program_prover){.result = work->result,
                             .decide = &work->options->decide,
                             .axioms = work->axioms,
                             .left_out = work->left_out,
                             .backend = place->backend,
                             .solver = place->solver,
                             .channel = place->channel,
                             .fatal = fatal};
}

static void finish (wr_program_prover *p, wr_goal_groups *fatal, struct wr_axiom_prover *prover,
                    struct wr_axiom_reduction *reduction) {
  wr_axiom_reduction_free (reduction);
  wr_bitset_free (&prover->all);
  wr_program_prover_free (p);
  WR_VEC_FREE (fatal);
}

static struct wr_axiom_prover asking (wr_program_prover *p) {
  struct wr_axiom_prover prover = {.self = p,
                                   .goals = p->goals.len,
                                   .ask = wr_program_prover_ask,
                                   .fresh_is_cheap = true,
                                   .batches = p->ranges.data,
                                   .batch_count = p->ranges.len};
  for (uint32_t i = 0; i < p->axioms->rows.len; i++) wr_bitset_set (&prover.all, i, true);
  return prover;
}

void wr_program_grow (const struct wr_program_work *work, uint32_t body,
                      struct wr_program_place *place) {
  wr_goal_groups fatal;
  wr_program_prover p = begin (work, place, &fatal);
  wr_program_prover_add (&p, body);
  struct wr_axiom_prover prover = asking (&p);
  struct wr_axiom_reduction part;
  wr_axiom_grow (&prover, &work->options->reduce, &part);
  send_state (&p, &part);
  finish (&p, &fatal, &prover, &part);
}

void wr_program_check (const struct wr_program_work *work, uint32_t body,
                       struct wr_program_place *place) {
  wr_goal_groups fatal;
  wr_program_prover p = begin (work, place, &fatal);
  wr_bitset covered = {0}, members = {0};
  struct wr_axiom_reduction part;
  wr_axiom_set_read (&place->brief, p.axioms->rows.len, &covered);
  wr_axiom_set_read (&place->brief, p.axioms->rows.len, &members);
  state_read (&p, body, &place->brief, &part);
  struct wr_axiom_prover prover = asking (&p);
  if (!place->brief.bad) {
    wr_axiom_check (&prover, &work->options->reduce, &covered, &members, &part);
    send_state (&p, &part);
  }
  finish (&p, &fatal, &prover, &part);
  wr_bitset_free (&covered);
  wr_bitset_free (&members);
}

/* -- the end ------------------------------------------------------------------------------------------- */

static wr_u32s members_of (const wr_bitset *set) {
  wr_u32s list = {0};
  WR_BITSET_EACH (set, i) { WR_VEC_PUSH (&list, i); }
  return list;
}

static void tell_deadline (void *ctx, double seconds) { wr_channel_deadline (ctx, seconds); }

typedef WR_VEC (struct wr_goal_range) goal_ranges;
static void add_range (const wr_program_prover *p, const struct wr_goal_group *group,
                       goal_ranges *ranges) {
  struct wr_goal_range range = {p->result->bodies[group->body].vc, group->first, group->count};
  WR_VEC_PUSH (ranges, range);
}

static void add_pieces (const wr_program_prover *p, const struct wr_program_asking *how,
                        wr_arena *arena, struct wr_file_tests *file, struct wr_test_row *row) {
  goal_ranges ranges = {0};
  for (uint32_t i = 0; i < p->batches.len; i++) {
    if (p->batches.data[i].proved) add_range (p, &p->batches.data[i].group, &ranges);
  }
  for (uint32_t i = 0; i < p->goals.len; i++) {
    if (!p->batches.data[p->goals.data[i].batch].proved)
      add_range (p, &p->goals.data[i].group, &ranges);
  }
  wr_program_pieces (how, ranges.data, ranges.len, arena, file, row);
  WR_VEC_FREE (&ranges);
}

/* Joins what the bodies have found, or finds it.  False: the brief is damaged. */
static bool reduce (const struct wr_program_work *work, wr_program_prover *p, const wr_u32s *bodies,
                    struct wr_bytes *brief, struct wr_axiom_reduction *reduction) {
  uint32_t states = wr_get_u32 (brief), count = bodies->len;
  struct wr_axiom_reduction *parts = wr_alloc (count + 1, sizeof *parts);
  bool good = !brief->bad && (!states || states == count);
  for (uint32_t i = 0; good && i < count; i++) {
    if (states)
      state_read (p, bodies->data[i], brief, &parts[i]);
    else
      wr_program_prover_add (p, bodies->data[i]);
  }
  good &= !brief->bad;
  struct wr_axiom_prover prover = asking (p);
  if (good && states) {
    wr_axiom_join (parts, count, reduction);
    wr_axiom_end (&prover, &work->options->reduce, reduction);
  } else if (good) {
    wr_axiom_reduce (&prover, &work->options->reduce, reduction);
  }
  for (uint32_t i = 0; i < count; i++) wr_axiom_reduction_free (&parts[i]);
  free (parts);
  wr_bitset_free (&prover.all);
  return good;
}

static void put_claim (const wr_program_prover *p, uint32_t row, uint32_t goal,
                       wr_strong_claims *claims) {
  struct wr_strong_claim claim = {row, p->goals.data[goal].group.body};
  WR_VEC_PUSH (claims, claim);
}

/* Claims of strong coverage, then of what the covered set needs its members for. */
static void put_claims (const wr_program_prover *p, const struct wr_axiom_reduction *reduction,
                        wr_buf *out) {
  wr_strong_claims strong = {0}, needs = {0};
  WR_BITSET_EACH (&reduction->strong, i) {
    put_claim (p, i, reduction->needs[i].strong - 1, &strong);
  }
  WR_BITSET_EACH (&reduction->covered, i) {
    if (reduction->needs[i].goal) put_claim (p, i, reduction->needs[i].goal - 1, &needs);
  }
  wr_strong_claims_write (out, &strong);
  wr_strong_claims_write (out, &needs);
  WR_VEC_FREE (&strong);
  WR_VEC_FREE (&needs);
}

/* What was found about the program, as the test of its axioms. */
static void send_row (const struct wr_program_work *work, wr_program_prover *p,
                      const wr_u32s *bodies, const struct wr_axiom_reduction *reduction) {
  struct wr_file_tests file = {0};
  for (uint32_t i = 0; i < work->axioms->rows.len; i++)
    WR_VEC_PUSH (&file.axioms, work->axioms->rows.data[i]);
  struct wr_test_row row = {.used = members_of (&reduction->used),
                            .covered = members_of (&reduction->covered),
                            .complete = reduction->complete && !p->unexplained,
                            .confirmed = reduction->confirmed && !p->unexplained,
                            .resources = reduction->resources,
                            .queries = reduction->queries,
                            .seconds = reduction->seconds};
  struct wr_program_asking how = {.result = work->result,
                                  .axioms = work->axioms,
                                  .solver = &work->options->decide.solver,
                                  .reduce = work->options->reduce,
                                  .timeout = wr_program_timeout (&work->options->decide),
                                  .count_timeout = work->options->count_timeout,
                                  .ctx = p->channel,
                                  .deadline = tell_deadline};
  if (!how.reduce.rlimit) how.reduce.rlimit = WR_DEFAULT_RLIMIT;
  for (uint32_t i = 0; i < bodies->len; i++)
    wr_program_instances (&how, bodies->data[i], &row.instances);
  wr_arena *arena = wr_arena_new ();
  if (work->options->fine && p->goals.len) add_pieces (p, &how, arena, &file, &row);
  WR_VEC_PUSH (&file.tests, row);
  wr_buf bytes = {0};
  put_claims (p, reduction, &bytes);
  wr_file_tests_write (&bytes, &file);
  wr_channel_send (p->channel, bytes.data, bytes.len);
  wr_buf_free (&bytes);
  for (uint32_t i = 0; i < file.axioms.len; i++) WR_VEC_FREE (&file.axioms.data[i].pieces);
  file.axioms.len = 0; /* everything else in the rows belongs to the program */
  wr_file_tests_free (&file);
  wr_arena_free (arena);
}

void wr_program_end (const struct wr_program_work *work, const uint32_t *bodies, uint32_t count,
                     struct wr_program_place *place) {
  wr_goal_groups fatal;
  wr_program_prover p = begin (work, place, &fatal);
  struct wr_axiom_reduction reduction = {0};
  wr_u32s list = {0};
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&list, bodies[i]);
  if (reduce (work, &p, &list, &place->brief, &reduction)) send_row (work, &p, &list, &reduction);
  struct wr_axiom_prover none = {0};
  finish (&p, &fatal, &none, &reduction);
  WR_VEC_FREE (&list);
}
