/* The oracle of pass 2 (analysis/ask/solver.h) over a scripted backend: in which context each question is asked, what it may cost, and the
   trust of the reply. */
#include "analysis/ask/solver.h"
#include "tap.h"

/* Answers in the order of the script, and notes what it was asked. */
struct script {
  struct wr_answer answers[4];
  struct wr_query asked[4];
  uint32_t next;
  uint32_t entered, left, slices;
};

static bool enter (void *self, const wr_vc *vc) {
  (void)vc;
  ((struct script *)self)->entered++;
  return true;
}

static void leave (void *self) { ((struct script *)self)->left++; }

static void check (void *self, const struct wr_query *query, wr_arena *arena,
                   struct wr_answer *answer) {
  struct script *s = self;
  (void)arena;
  s->asked[s->next] = *query;
  *answer = s->answers[s->next++];
}

static bool slice (void *self, uint32_t goal, const wr_bitset *labels) {
  (void)goal;
  ((struct script *)self)->slices += labels != NULL;
  return labels != NULL;
}

static const struct wr_backend with_slices = {
    .name = "script", .enter = enter, .leave = leave, .check = check, .slice = slice};
static const struct wr_backend without_slices = {
    .name = "script", .enter = enter, .leave = leave, .check = check};

struct fixture {
  wr_arena *arena;
  wr_interner *symbols;
  wr_core *core;
  wr_vc vc;
  wr_bitset left_out, on;
  struct script script;
  struct wr_asker asker;
  int channel; /* without a timeout nothing is sent */
};

static void begin (struct fixture *f, const struct wr_backend *backend,
                   const struct wr_answer *answers, uint32_t count) {
  *f = (struct fixture){.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  f->core = wr_core_new (f->arena, f->symbols, NULL);
  for (uint32_t i = 0; i < count; i++) f->script.answers[i] = answers[i];
  for (uint32_t i = 1; i < 4; i++) wr_bitset_set (&f->on, i, true);
  f->asker = (struct wr_asker){.core = f->core,
                               .backend = backend,
                               .self = &f->script,
                               .vc = &f->vc,
                               .channel = (wr_channel *)&f->channel,
                               .scratch = f->arena,
                               .budgets = &wr_default_budgets,
                               .left_out = &f->left_out,
                               .spending = {.left = 100000, .core = 700, .member = 300}};
  wr_asker_begin (&f->asker);
}

static void end (struct fixture *f) {
  wr_asker_end (&f->asker);
  wr_bitset_free (&f->on);
  wr_core_free (f->core);
  wr_interner_free (f->symbols);
  wr_arena_free (f->arena);
}

static struct wr_reply ask (struct fixture *f, struct wr_question question) {
  struct wr_oracle oracle = wr_asker_oracle (&f->asker, false);
  question.on = &f->on;
  return oracle.ask (oracle.ctx, &question);
}

#define PROOF(steps, of)                                                                           \
  { .status = WR_STATUS_UNSAT, .resources = (steps), .trust = (of) }
#define REFUSAL(steps)                                                                             \
  { .status = WR_STATUS_INCOMPLETE, .resources = (steps), .trust = WR_SHARED }

/* One question, one or two queries. */
static void trust (struct tap *tap) {
  static const struct {
    enum wr_solver_trust asked;
    struct wr_answer answers[2];
    struct wr_reply reply;
    uint32_t queries;
    const char *what;
  } table[] = {
      {WR_SHARED,
       {PROOF (90, WR_CLEAN)},
       {WR_PROOF_YES, WR_CLEAN},
       1,
       "a short proof in an exact slice is clean"},
      {WR_SHARED,
       {PROOF (90, WR_SHARED)},
       {WR_PROOF_YES, WR_SHARED},
       1,
       "in a larger slice it is shared"},
      {WR_SHARED, {PROOF (9000, WR_CLEAN)}, {WR_PROOF_YES, WR_SHARED}, 1, "a long proof is shared"},
      {WR_SHARED, {REFUSAL (90)}, {WR_PROOF_NO, WR_CLEAN}, 1, "a short refusal is clean"},
      {WR_SHARED, {REFUSAL (9000)}, {WR_PROOF_NO, WR_SHARED}, 1, "a long refusal is shared"},
      {WR_CLEAN,
       {PROOF (90, WR_CLEAN)},
       {WR_PROOF_YES, WR_CLEAN},
       1,
       "clean trust by a short proof"},
      {WR_CLEAN,
       {PROOF (9000, WR_CLEAN), PROOF (9000, WR_FRESH)},
       {WR_PROOF_YES, WR_FRESH},
       2,
       "a long proof is repeated in a fresh solver"},
      {WR_CLEAN,
       {PROOF (9000, WR_CLEAN), REFUSAL (90)},
       {WR_PROOF_NO, WR_FRESH},
       2,
       "which has the last word"},
      {WR_CLEAN, {REFUSAL (9000)}, {WR_PROOF_NO, WR_SHARED}, 1, "a long refusal is not repeated"},
      {WR_FRESH,
       {PROOF (90, WR_FRESH)},
       {WR_PROOF_YES, WR_FRESH},
       1,
       "fresh trust by a fresh solver"},
      {WR_SHARED, {{.status = WR_STATUS_RESOURCE}}, {WR_PROOF_LIMIT, WR_SHARED}, 1, "a limit"},
      {WR_SHARED, {{.status = WR_STATUS_MEMORY}}, {WR_PROOF_LOST, WR_SHARED}, 1, "solver trouble"}};
  for (uint32_t n = 0; n < sizeof table / sizeof *table; n++) {
    struct fixture f;
    begin (&f, &with_slices, table[n].answers, 2);
    struct wr_reply reply = ask (&f, (struct wr_question){.trust = table[n].asked});
    bool told = reply.status == WR_PROOF_YES || reply.status == WR_PROOF_NO;
    OK (tap,
        reply.status == table[n].reply.status && (!told || reply.trust == table[n].reply.trust) &&
            f.script.next == table[n].queries,
        "%s", table[n].what);
    end (&f);
  }
}

static void budgets (struct tap *tap) {
  const struct wr_answer answers[] = {PROOF (9000, WR_CLEAN), PROOF (9000, WR_FRESH),
                                      PROOF (200, WR_FRESH)};
  struct fixture f;
  begin (&f, &with_slices, answers, 3);
  ask (&f, (struct wr_question){.trust = WR_CLEAN});
  OK (tap, f.asker.spending.left == 82000 && f.script.asked[1].rlimit == 91000 / 2 + 1,
      "steps are taken from the budget of the step, and a fresh solver gets half of it");
  ask (&f, (struct wr_question){.trust = WR_FRESH, .allowance = WR_ALLOW_MEMBER});
  OK (tap, f.asker.spending.left == 82000 && f.script.asked[2].rlimit == 300,
      "--self-check has a budget of its own");
  f.asker.spending.left = 0;
  struct wr_reply reply = ask (&f, (struct wr_question){.trust = WR_SHARED});
  OK (tap, reply.status == WR_PROOF_LIMIT && f.script.next == 3,
      "without a budget nothing is asked");
  OK (tap, f.asker.queries == 3 && f.asker.resources == 18200 && !f.asker.lost,
      "costs are summed up");
  end (&f);
}

static void contexts (struct tap *tap) {
  const struct wr_answer answers[] = {REFUSAL (90), REFUSAL (90), REFUSAL (90)};
  struct fixture f;
  begin (&f, &with_slices, answers, 3);
  struct wr_reply reply = ask (&f, (struct wr_question){.mention = 9});
  OK (tap, f.script.asked[0].set.trust == WR_SHARED && !f.script.slices && reply.trust == WR_SHARED,
      "a label's terms are mentioned in the shared context");
  ask (&f, (struct wr_question){0});
  wr_bitset_set (&f.on, 3, false);
  ask (&f, (struct wr_question){0});
  OK (tap, f.script.slices == 1 && f.script.asked[2].set.trust == WR_CLEAN,
      "a slice serves for subsets too");
  end (&f);
  begin (&f, &without_slices, answers, 2);
  reply = ask (&f, (struct wr_question){.trust = WR_CLEAN});
  OK (tap, reply.trust == WR_CLEAN && f.script.entered == 1,
      "a backend without slices does what it can");
  reply = ask (&f, (struct wr_question){.trust = WR_FRESH});
  OK (tap, reply.trust == WR_FRESH && f.script.entered == 2 && f.script.left == 1,
      "and enters the procedure again for a fresh answer");
  end (&f);
}

int main (void) {
  struct tap tap = {0};
  trust (&tap);
  budgets (&tap);
  contexts (&tap);
  return tap_done (&tap);
}
