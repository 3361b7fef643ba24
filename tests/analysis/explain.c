/* The promises of pass 2 (docs/design/explaining.md), against an oracle that knows every core: a system of sets says
   which labels suffice, and each explanation is compared with what all of them allow.  The cores that the oracle reports
   are exact, too large or too small, as those of real solvers are. */
#include "analysis/core/search.h"
#include "tap.h"

enum { MAX_LABELS = 9, MAX_SETS = 6, SYSTEMS = 4000 };

enum manner { EXACT, FULL, TOO_SMALL, MANNERS };

struct system {
  wr_core *core;
  uint32_t labels;                    /* label 1 is the goal, 2 .. labels are facts */
  uint32_t sets[MAX_SETS], set_count; /* bits of labels */
  enum manner manner;
  uint32_t trigger;           /* bit of a label that counts as present when it is mentioned */
  uint32_t limit_at, lost_at; /* the query with this number answers so; 0: none */
  uint32_t bare;              /* bits of labels without terms to mention */
  uint32_t asked;
  /* The trust of answers to questions that ask for SHARED trust.  Below FRESH, questions that ask for more are answered by `alone`. */
  enum wr_solver_trust trust;
  uint32_t alone; /* the labels that prove the goal with CLEAN trust; 0: nothing does */
  uint32_t fresh; /* the same for the questions of --self-check */
  uint32_t fresh_asked,
      fresh_lost_at; /* the question of --self-check with this number is lost; 0: none */
};

static uint32_t next (uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static uint32_t bits_of (const wr_bitset *set) {
  uint32_t bits = 0;
  for (uint32_t i = 1; i < 32; i++) bits |= (uint32_t)wr_bitset_has (set, i) << i;
  return bits;
}

static uint32_t bits_of_list (const uint32_t *list, uint32_t count) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < count; i++) bits |= 1u << list[i];
  return bits;
}

static bool proves (const struct system *s, uint32_t on) {
  for (uint32_t i = 0; i < s->set_count; i++)
    if ((s->sets[i] & ~on) == 0) return true;
  return false;
}

/* A clean solver may need more or other labels than a shared one. */
static struct wr_reply answer_alone (const struct system *s, const struct wr_question *q) {
  struct wr_reply reply = {.status = WR_PROOF_NO, .trust = q->trust};
  if (!s->alone || (s->alone & ~bits_of (q->on)) != 0) return reply;
  reply.status = WR_PROOF_YES;
  for (uint32_t i = 1; q->core && i <= s->labels; i++) /* the reported core is too small */
    if ((s->alone & ~(1u << 9)) & 1u << i) WR_VEC_PUSH (q->core, i);
  return reply;
}

static struct wr_reply answer_fresh (struct system *s, const struct wr_question *q) {
  struct wr_reply reply = {.status = WR_PROOF_NO, .trust = WR_FRESH};
  if (++s->fresh_asked == s->fresh_lost_at)
    reply.status = WR_PROOF_LOST;
  else if (s->fresh && (s->fresh & ~bits_of (q->on)) == 0)
    reply.status = WR_PROOF_YES;
  return reply;
}

static struct wr_reply answer (void *ctx, const struct wr_question *q) {
  struct system *s = ctx;
  struct wr_reply reply = {.trust = s->trust};
  if (q->allowance != WR_ALLOW_STEP) return answer_fresh (s, q);
  if (q->trust > s->trust) return answer_alone (s, q);
  s->asked++;
  reply.status = s->asked == s->lost_at ? WR_PROOF_LOST : WR_PROOF_LIMIT;
  if (s->asked == s->lost_at || s->asked == s->limit_at) return reply;
  uint32_t bits = bits_of (q->on), used = 0;
  if (q->mention && (s->trigger & 1u << q->mention)) bits |= 1u << q->mention;
  reply.status = proves (s, bits) ? WR_PROOF_YES : WR_PROOF_NO;
  if (reply.status == WR_PROOF_NO) return reply;
  for (uint32_t i = s->set_count; i-- > 0;) /* the last one: not the one that is asked for */
    if ((s->sets[i] & ~bits) == 0) {
      used = s->sets[i];
      break;
    }
  if (s->manner == FULL) used = bits_of (q->on);
  if (s->manner == TOO_SMALL) used &= used - 1;
  for (uint32_t i = 1; q->core && i <= s->labels; i++)
    if (used & 1u << i) WR_VEC_PUSH (q->core, i);
  return reply;
}

static bool has_terms (void *ctx, uint32_t label) {
  const struct system *s = ctx;
  return !(s->bare & 1u << label);
}

static struct wr_oracle oracle_of (struct system *s) {
  return (struct wr_oracle){.ctx = s, .ask = answer, .has_terms = has_terms};
}

/* A search for an explanation of goal 1 (0: of a probe) with labels from `first` on. */
static wr_search *new_search (const struct system *s, const struct wr_oracle *oracle, uint32_t goal,
                              uint32_t first, wr_arena *arena) {
  uint32_t *universe = WR_NEW (arena, uint32_t, s->labels);
  for (uint32_t i = first; i <= s->labels; i++) universe[i - first] = i;
  const struct wr_search_task task = {.core = s->core,
                                      .oracle = oracle,
                                      .budgets = &wr_default_budgets,
                                      .goal = {goal},
                                      .universe = universe,
                                      .count = s->labels - first + 1};
  return wr_search_new (&task, arena);
}

static void add_labels (struct system *s, const enum wr_role *roles) {
  for (uint32_t i = 1; i <= s->labels; i++) {
    enum wr_role role = i == 1 ? WR_ROLE_ASSERT : roles ? roles[i] : WR_ROLE_ASSUME;
    wr_label_new (&s->core->labels, &(struct wr_label_info){.role = role});
  }
}

/* All steps for one goal. */
static struct wr_explanation explain (struct system *s, enum wr_core_effort effort,
                                      wr_arena *arena) {
  struct wr_explanation e = {0};
  struct wr_oracle oracle = oracle_of (s);
  s->asked = 0;
  wr_search *search = new_search (s, &oracle, 1, 1, arena);
  if (wr_search_core (search) && wr_search_reach (search) == WR_PROOF_YES)
    wr_search_contradiction (search);
  if (effort == WR_CORES_MUST) {
    wr_search_judge (search, NULL, true);
    wr_search_choose (search);
  }
  wr_search_own (search);
  wr_search_end (search, &e);
  return e;
}

/* The same question without a goal: can the end of a block be reached? */
static bool explain_point (struct system *s, wr_arena *arena, struct wr_explanation *out) {
  struct wr_oracle oracle = oracle_of (s);
  s->asked = 0;
  wr_search *search = new_search (s, &oracle, 0, 2, arena);
  bool unreached = wr_search_reach (search) == WR_PROOF_YES && wr_search_contradiction (search);
  wr_search_end (search, out);
  return unreached && out->known;
}

/* -- random systems ----------------------------------------------------------------------------- */

struct faults {
  uint32_t unsound, not_minimal, vacuity, need, alternatives, derived, unequal, own;
};

static bool is_derived (const struct system *s, uint32_t label) {
  return wr_label_info (&s->core->labels, (wr_label){label})->role == WR_ROLE_ASSERT_ASSUMED;
}

static uint32_t derived_bits (const struct system *s) {
  uint32_t bits = 0;
  for (uint32_t i = 2; i <= s->labels; i++) bits |= (uint32_t)is_derived (s, i) << i;
  return bits;
}

static void check_needs (const struct system *s, const struct wr_explanation *e, uint32_t all,
                         struct faults *f) {
  for (uint32_t i = 0; i < e->core_count; i++) {
    bool in_every = !proves (s, all & ~(1u << e->core[i]));
    f->need += in_every != (e->need[i] != WR_NEED_NONE);
    uint32_t told = 0;
    for (uint32_t k = 0; k < e->alternative_count; k++)
      told += e->alternatives[k].instead_of == e->core[i];
    f->alternatives += told != !in_every;
  }
  uint32_t core = bits_of_list (e->core, e->core_count) | (e->vacuous ? 0 : 2);
  for (uint32_t k = 0; k < e->alternative_count; k++) {
    const struct wr_alternative *alt = &e->alternatives[k];
    uint32_t use = bits_of_list (alt->use, alt->use_count);
    f->alternatives += !use || (use & core) || !proves (s, (core & ~(1u << alt->instead_of)) | use);
  }
}

static void check_system (struct system *s, wr_arena *arena, struct faults *f) {
  struct wr_explanation e = explain (s, WR_CORES_MUST, arena), again;
  uint32_t everything = (2u << s->labels) - 2, facts = everything & ~2u;
  bool vacuous = proves (s, facts);
  f->vacuity += e.vacuous != vacuous;
  f->unequal += e.known != proves (s, everything);
  if (!e.known) return;
  uint32_t core = bits_of_list (e.core, e.core_count), own = vacuous ? 0 : 2;
  f->unsound += !proves (s, core | own) || (core & 2);
  for (uint32_t i = 0; i < e.core_count; i++)
    f->not_minimal += proves (s, (core & ~(1u << e.core[i])) | own);
  check_needs (s, &e, vacuous ? facts : everything, f);
  if (!vacuous && proves (s, everything & ~derived_bits (s)))
    f->derived += (core & derived_bits (s)) != 0;
  f->own += e.has_own && !proves (s, bits_of_list (e.own, e.own_count) | 2);
  again = explain (s, WR_CORES_MUST, arena);
  f->unequal += again.core_count != e.core_count || again.queries != e.queries;
}

static void random_systems (struct tap *tap) {
  struct faults f = {0};
  uint32_t state = 7;
  for (uint32_t n = 0; n < SYSTEMS; n++) {
    wr_arena *arena = wr_arena_new ();
    wr_interner *symbols = wr_interner_new ();
    struct system s = {
        .core = wr_core_new (arena, symbols, NULL), .manner = n % MANNERS, .trust = WR_FRESH};
    s.labels = 2 + next (&state) % (MAX_LABELS - 1);
    enum wr_role roles[MAX_LABELS + 1];
    for (uint32_t i = 0; i <= MAX_LABELS; i++)
      roles[i] = next (&state) % 3 ? WR_ROLE_ASSUME : WR_ROLE_ASSERT_ASSUMED;
    add_labels (&s, roles);
    s.set_count = 1 + next (&state) % MAX_SETS;
    for (uint32_t i = 0; i < s.set_count; i++) {
      uint32_t some = next (&state) & next (&state) & ((2u << s.labels) - 4);
      s.sets[i] = some | (next (&state) % 4 ? 2 : 0);
    }
    check_system (&s, arena, &f);
    wr_core_free (s.core);
    wr_interner_free (symbols);
    wr_arena_free (arena);
  }
  OK (tap, !f.unsound, "a core proves its goal alone (%u faults)", f.unsound);
  OK (tap, !f.not_minimal, "no member of a core can be dropped (%u faults)", f.not_minimal);
  OK (tap, !f.vacuity, "vacuous when the goal's own label can go (%u faults)", f.vacuity);
  OK (tap, !f.need, "needed: in every core (%u faults)", f.need);
  OK (tap, !f.alternatives, "alternatives stand in for what is not needed (%u faults)",
      f.alternatives);
  OK (tap, !f.derived, "no derived fact where none is needed (%u faults)", f.derived);
  OK (tap, !f.own, "a proof of its own is one (%u faults)", f.own);
  OK (tap, !f.unequal, "the same again (%u faults)", f.unequal);
}

/* -- every core ----------------------------------------------------------------------------------- */

/* Bit sets of all minimal cores, by trying every subset of the facts. */
static uint32_t all_minimal (const struct system *s, uint32_t own, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t bits = 0; bits < 2u << s->labels; bits += 4) {
    bool least = proves (s, bits | own);
    for (uint32_t i = 2; i <= s->labels && least; i++)
      if (bits & 1u << i) least = !proves (s, (bits & ~(1u << i)) | own);
    if (least) out[count++] = bits;
  }
  return count;
}

static struct wr_explanation explain_all (struct system *s, uint32_t limit, wr_arena *arena) {
  static const enum manner sound[] = {EXACT, FULL, TOO_SMALL};
  struct wr_explanation e;
  s->manner = sound[s->labels % 3];
  s->asked = 0;
  struct wr_oracle oracle = oracle_of (s);
  wr_search *search = new_search (s, &oracle, 1, 1, arena);
  wr_search_core (search);
  if (wr_search_reach (search) == WR_PROOF_YES) wr_search_contradiction (search);
  wr_search_judge (search, NULL, true);
  wr_search_choose (search);
  wr_search_enumerate (search, limit);
  wr_search_end (search, &e);
  return e;
}

static void every_core (struct tap *tap) {
  uint32_t state = 99, wrong = 0, incomplete = 0, cut = 0, asked = 0;
  for (uint32_t n = 0; n < 1500; n++) {
    wr_arena *arena = wr_arena_new ();
    wr_interner *symbols = wr_interner_new ();
    struct system s = {.core = wr_core_new (arena, symbols, NULL), .trust = WR_FRESH};
    s.labels = 2 + next (&state) % (MAX_LABELS - 1);
    add_labels (&s, NULL);
    s.set_count = 1 + next (&state) % MAX_SETS;
    for (uint32_t i = 0; i < s.set_count; i++)
      s.sets[i] = (next (&state) & next (&state) & ((2u << s.labels) - 4)) | (n % 5 ? 2 : 0);
    struct wr_explanation e = explain_all (&s, 0, arena);
    uint32_t want[2u << MAX_LABELS];
    uint32_t count = all_minimal (&s, e.vacuous ? 0 : 2, want), found = 0;
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < e.cores_count; k++)
        found += bits_of_list (e.cores[k].labels, e.cores[k].count) == want[i];
    wrong += found != count || e.cores_count != count;
    incomplete += !e.complete;
    asked += e.queries;
    e = explain_all (&s, 1, arena);
    cut += e.cores_count != 1 || (e.complete && count > 1);
    wr_core_free (s.core);
    wr_interner_free (symbols);
    wr_arena_free (arena);
  }
  OK (tap, !wrong && asked, "all minimal cores, as every subset tried says (%u wrong)", wrong);
  OK (tap, !incomplete, "and they are said to be all (%u not)", incomplete);
  OK (tap, !cut, "a limit is kept, and told (%u not)", cut);
}

/* -- chosen systems ----------------------------------------------------------------------------- */

struct chosen {
  wr_arena *arena;
  wr_interner *symbols;
  struct system s;
};

#define BITS(...)                                                                                  \
  bits_of_list ((const uint32_t[]){__VA_ARGS__}, sizeof ((uint32_t[]){__VA_ARGS__}) / 4)

static struct chosen begin (uint32_t labels, const enum wr_role *roles) {
  struct chosen c = {wr_arena_new (), wr_interner_new (), {.trust = WR_FRESH}};
  c.s.core = wr_core_new (c.arena, c.symbols, NULL);
  c.s.labels = labels;
  add_labels (&c.s, roles);
  return c;
}

static void end (struct chosen *c) {
  wr_core_free (c->s.core);
  wr_interner_free (c->symbols);
  wr_arena_free (c->arena);
}

static void choice (struct tap *tap) {
  struct chosen c = begin (4, NULL);
  c.s.sets[0] = BITS (1, 2), c.s.sets[1] = BITS (1, 3, 4), c.s.sets[2] = BITS (1, 4);
  c.s.set_count = 3;
  struct wr_explanation e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.core_count == 1 && e.core[0] == 2, "of two cores the earlier one");
  OK (tap,
      e.alternative_count == 1 && e.alternatives[0].use_count == 1 && e.alternatives[0].use[0] == 4,
      "its alternative is the other one");
  c.s.sets[0] = BITS (1, 2, 3), c.s.set_count = 3;
  e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.core_count == 1 && e.core[0] == 4, "fewer labels come before earlier ones");
  end (&c);
  enum wr_role roles[] = {0, 0, WR_ROLE_INVARIANT_ASSUMED, WR_ROLE_ASSUME, WR_ROLE_ASSUME};
  c = begin (4, roles);
  c.s.sets[0] = BITS (1, 3, 4), c.s.sets[1] = BITS (1, 2);
  c.s.set_count = 2;
  e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.core_count == 2 && e.core[0] == 3, "derived facts are dearer than many others");
  end (&c);
  enum wr_role branch[] = {0, 0, WR_ROLE_CONDITION, WR_ROLE_ASSUME, WR_ROLE_ASSUME};
  c = begin (4, branch);
  c.s.sets[0] = BITS (3, 4), c.s.sets[1] = BITS (2, 3);
  c.s.set_count = 2;
  e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.vacuous && e.core_count == 2 && e.core[0] == 3 && e.core[1] == 4,
      "a contradiction without branch conditions if possible");
  end (&c);
}

static void vacuity (struct tap *tap) {
  struct chosen c = begin (4, NULL);
  c.s.sets[0] = BITS (2, 3), c.s.sets[1] = BITS (1, 4);
  c.s.set_count = 2;
  struct wr_explanation e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.vacuous && bits_of_list (e.core, e.core_count) == BITS (2, 3),
      "the core of a vacuous goal is the contradiction");
  OK (tap, e.has_own && e.own_count == 1 && e.own[0] == 4, "its own proof is kept apart");
  c.s.set_count = 1;
  e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.vacuous && !e.has_own, "there need be no proof of its own");
  OK (tap, explain_point (&c.s, c.arena, &e) && e.core_count == 2,
      "a point that cannot be reached");
  c.s.sets[0] = BITS (1, 2);
  OK (tap, !explain_point (&c.s, c.arena, &e), "a point that can");
  end (&c);
}

static void triggers_and_limits (struct tap *tap) {
  struct chosen c = begin (3, NULL);
  c.s.sets[0] = BITS (1, 2, 3);
  c.s.set_count = 1;
  c.s.trigger = BITS (2);
  struct wr_explanation e = explain (&c.s, WR_CORES_MUST, c.arena);
  OK (tap, e.core_count == 2 && e.need[0] == WR_NEED_TRIGGER && e.need[1] == WR_NEED_LOGICAL,
      "needed for its terms only, and needed by logic");
  uint32_t queries = e.queries, lost = 0, wrong = 0;
  for (uint32_t at = 1; at <= queries; at++) {
    c.s.lost_at = at;
    e = explain (&c.s, WR_CORES_MUST, c.arena);
    lost += !e.known;
  }
  OK (tap, lost == queries, "a query that is lost leaves no information (%u of %u)", lost, queries);
  c.s.lost_at = 0;
  for (uint32_t at = 1; at <= queries; at++) {
    c.s.limit_at = at;
    e = explain (&c.s, WR_CORES_MUST, c.arena);
    if (e.known) wrong += !e.limited || !proves (&c.s, bits_of_list (e.core, e.core_count) | 2);
  }
  OK (tap, !wrong, "a budget that runs out is told, and costs no soundness");
  end (&c);
}

static void confirmation (struct tap *tap) {
  const struct {
    enum wr_solver_trust trust;
    uint32_t alone, core; /* what proves with CLEAN trust; what is reported; 0: nothing */
    const char *what;
  } table[] = {
      {WR_CLEAN, 0, BITS (2, 3), "a core that was proved with CLEAN trust needs no confirmation"},
      {WR_SHARED, BITS (1, 2, 3), BITS (2, 3), "a core that a clean solver proves is kept"},
      {WR_SHARED, BITS (1, 2, 3, 9, 14), BITS (2, 3, 9, 14), "what it lacks there is added"},
      {WR_SHARED, BITS (1, 3, 5), BITS (3, 5), "and what it does not need there is dropped"},
      {WR_SHARED, BITS (1, 3), BITS (3), "a member that only SHARED refusals keep is dropped"},
      {WR_SHARED, 0, 0, "a core that cannot be repaired is withdrawn"}};
  for (uint32_t n = 0; n < sizeof table / sizeof *table; n++) {
    struct chosen c = begin (16, NULL);
    c.s.sets[0] = BITS (1, 2, 3);
    c.s.set_count = 1;
    c.s.alone = table[n].alone;
    c.s.trust = table[n].trust;
    struct wr_oracle oracle = oracle_of (&c.s);
    struct wr_explanation e;
    wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
    wr_search_core (s);
    bool sure = table[n].trust >= WR_CLEAN;
    OK (tap, wr_search_sure (s) == sure, "confirmation is %s", sure ? "not needed" : "needed");
    wr_search_confirm (s);
    wr_search_end (s, &e);
    OK (tap,
        e.known == (table[n].core != 0) && e.minimal == e.known &&
            bits_of_list (e.core, e.core_count) == table[n].core,
        "%s", table[n].what);
    end (&c);
  }
}

static void nothing_to_mention (struct tap *tap) {
  uint32_t asked[2];
  for (uint32_t bare = 0; bare < 2; bare++) {
    struct chosen c = begin (3, NULL);
    c.s.sets[0] = BITS (1, 2), c.s.sets[1] = BITS (1, 3);
    c.s.set_count = 2;
    c.s.bare = bare ? BITS (2, 3) : 0;
    struct wr_oracle oracle = oracle_of (&c.s);
    wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
    wr_search_core (s);
    c.s.asked = 0;
    wr_search_judge (s, NULL, true);
    asked[bare] = c.s.asked;
    struct wr_explanation e;
    wr_search_end (s, &e);
    OK (tap, e.core_count == 1 && e.need[0] == WR_NEED_NONE, "one that another stands in for");
    end (&c);
  }
  OK (tap, asked[0] == 2 && asked[1] == 1, "terms that are not there are not asked about");
  struct chosen c = begin (3, NULL);
  c.s.sets[0] = BITS (1, 2, 3);
  c.s.set_count = 1;
  c.s.bare = BITS (2);
  struct wr_oracle oracle = oracle_of (&c.s);
  wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
  wr_search_core (s);
  wr_search_judge (s, NULL, true);
  struct wr_explanation e;
  wr_search_end (s, &e);
  OK (tap, e.core_count == 2 && e.need[0] == WR_NEED_LOGICAL && e.need[1] == WR_NEED_LOGICAL,
      "needed by logic, with and without terms");
  end (&c);
}

/* A solver that once does not prove the goal without 3. */
struct erratic {
  struct system s;
  bool refuses;
};

static struct wr_reply answer_or_refuse (void *ctx, const struct wr_question *q) {
  struct erratic *u = ctx;
  if (u->refuses && !wr_bitset_has (q->on, 3))
    return (struct wr_reply){.status = WR_PROOF_NO, .trust = WR_CLEAN};
  return answer (&u->s, q);
}

/* If everything but a member proves the goal by a subset of the core, the subset becomes the core. */
static void judged_parts (struct tap *tap) {
  struct chosen c = begin (4, NULL);
  struct erratic u = {.s = c.s, .refuses = true};
  u.s.sets[0] = BITS (1, 2);
  u.s.set_count = 1;
  u.s.manner = FULL;
  struct wr_oracle oracle = {.ctx = &u, .ask = answer_or_refuse};
  wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
  wr_search_core (s);
  uint32_t count = 0;
  const uint32_t *core = wr_search_members (s, &count);
  OK (tap, bits_of_list (core, count) == BITS (2, 3), "a member that a wrong refusal keeps in");
  u.refuses = false;
  u.s.manner = EXACT;
  wr_search_judge (s, NULL, true);
  struct wr_explanation e;
  wr_search_end (s, &e);
  OK (tap, e.minimal && bits_of_list (e.core, e.core_count) == BITS (2), "goes when it is judged");
  end (&c);
}

/* A core that is not known to be minimal is not called minimal because it is a contradiction. */
static void limited_contradiction (struct tap *tap) {
  struct chosen c = begin (4, NULL);
  c.s.sets[0] = BITS (2, 3);
  c.s.set_count = 1;
  c.s.manner = FULL;
  c.s.limit_at = 2;
  struct wr_oracle oracle = oracle_of (&c.s);
  wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
  wr_search_core (s);
  wr_search_core_is_contradiction (s);
  struct wr_explanation e;
  wr_search_end (s, &e);
  OK (tap, e.known && e.vacuous && e.limited && !e.minimal,
      "a contradiction from a limited search is not called minimal");
  end (&c);
}

/* -- --self-check ----------------------------------------------------------------------------------- */

/* The core is that of BITS (1, 2, 3), where everything is around and in a shared context. */
static struct wr_explanation recheck (struct chosen *c, bool self_check,
                                      struct wr_rechecked *count) {
  struct wr_explanation e;
  struct wr_oracle oracle = oracle_of (&c->s);
  oracle.self_check = self_check;
  *count = (struct wr_rechecked){0};
  c->s.sets[0] = BITS (1, 2, 3);
  c->s.set_count = 1;
  c->s.fresh_asked = 0;
  c->s.trust = WR_CLEAN;
  wr_search *s = new_search (&c->s, &oracle, 1, 1, c->arena);
  wr_search_core (s);
  wr_search_judge (s, NULL, true);
  wr_search_choose (s);
  wr_search_confirm (s);
  wr_search_recheck (s, count);
  wr_search_end (s, &e);
  return e;
}

static void self_check (struct tap *tap) {
  const struct {
    bool self_check;
    uint32_t alone, fresh, core; /* what it takes there; what is told; 0: nothing */
    struct wr_rechecked count;
    const char *what;
  } table[] = {
      {false, 0, BITS (1, 3), BITS (2, 3), {0}, "nothing is asked without --self-check"},
      {true, 0, BITS (1, 2, 3), BITS (2, 3), {1, 2, 0, 0, 0}, "a core that is one is kept"},
      {true, 0, BITS (1, 3), BITS (3), {1, 3, 1, 0, 0}, "a member that can go there goes"},
      {true, 0, BITS (1), 0, {1, 2, 1, 0, 0}, "and the last of them"},
      {true, BITS (1, 2, 3, 4), BITS (1, 2, 3, 4), BITS (2, 3, 4), {1, 3, 0, 1, 0}, "mended"},
      {true, BITS (1, 2, 4), BITS (1, 2, 4), BITS (2, 4), {1, 2, 0, 1, 0}, "by another one"},
      {true, BITS (1, 2, 3, 4), 0, 0, {0, 0, 0, 0, 1}, "not told: what is put in its place fails"},
      {true, 0, 0, 0, {0, 0, 0, 0, 1}, "not told: nothing mends it"}};
  for (uint32_t n = 0; n < sizeof table / sizeof *table; n++) {
    struct chosen c = begin (5, NULL);
    c.s.alone = table[n].alone;
    c.s.fresh = table[n].fresh;
    struct wr_rechecked count;
    struct wr_explanation e = recheck (&c, table[n].self_check, &count);
    bool known = table[n].count.withdrawn == 0;
    OK (tap,
        e.known == known && e.minimal == known &&
            bits_of_list (e.core, e.core_count) == table[n].core,
        "self-check: %s", table[n].what);
    OK (tap, !memcmp (&count, &table[n].count, sizeof count),
        "counted: %u cores, %u members, %u smaller, %u mended, %u withdrawn", count.cores,
        count.members, count.smaller, count.mended, count.withdrawn);
    end (&c);
  }
}

/* If a fresh solver changed a core, everything that is reported is about the new core. */
static void self_check_needs (struct tap *tap) {
  struct chosen c = begin (5, NULL);
  struct wr_rechecked count;
  c.s.fresh = BITS (1, 3);
  struct wr_explanation e = recheck (&c, true, &count);
  OK (tap, e.need && e.core_count == 1 && e.need[0] == WR_NEED_LOGICAL && !e.alternative_count,
      "a member that stays is needed as it was");
  c.s.alone = c.s.fresh = BITS (1, 2, 4);
  e = recheck (&c, true, &count);
  OK (tap, e.need && e.core_count == 2 && e.need[1] == WR_NEED_LIMIT,
      "of one that is new nothing is known");
  uint32_t questions = c.s.fresh_asked, known = 0;
  for (c.s.fresh_lost_at = 1; c.s.fresh_lost_at <= questions; c.s.fresh_lost_at++)
    known += recheck (&c, true, &count).known || !count.withdrawn;
  OK (tap, questions > 3 && !known, "a question that is lost leaves no information (%u of %u do)",
      known, questions);
  end (&c);
}

/* Contradictions and the proofs of vacuous goals of their own; every core of --all-cores. */
static void self_check_more (struct tap *tap) {
  struct chosen c = begin (5, NULL);
  struct wr_rechecked count = {0};
  struct wr_explanation e;
  c.s.sets[0] = BITS (2, 3), c.s.sets[1] = BITS (1, 4);
  c.s.set_count = 2;
  c.s.fresh = BITS (2);
  struct wr_oracle oracle = oracle_of (&c.s);
  oracle.self_check = true;
  wr_search *s = new_search (&c.s, &oracle, 1, 1, c.arena);
  wr_search_core (s);
  wr_search_reach (s);
  wr_search_contradiction (s);
  bool changed = wr_search_recheck (s, &count);
  c.s.fresh = BITS (3);
  wr_search_own (s);
  wr_search_recheck_own (s, &count);
  wr_search_end (s, &e);
  OK (tap, changed && e.vacuous && bits_of_list (e.core, e.core_count) == BITS (2),
      "self-check: a contradiction is made smaller");
  OK (tap, !e.has_own && !e.own_count && count.withdrawn == 1, "a proof of its own that is none");
  c.s.sets[0] = BITS (1, 2), c.s.sets[1] = BITS (1, 3, 4);
  c.s.fresh = BITS (1, 2);
  count = (struct wr_rechecked){0};
  s = new_search (&c.s, &oracle, 1, 1, c.arena);
  wr_search_core (s);
  wr_search_judge (s, NULL, true);
  wr_search_choose (s);
  wr_search_enumerate (s, 0);
  wr_search_recheck (s, &count);
  wr_search_end (s, &e);
  OK (tap,
      e.known && e.cores_count == 1 && !e.complete && !e.alternative_count && count.withdrawn == 1,
      "another core that is none is not told");
  end (&c);
}

static void effort (struct tap *tap) {
  struct chosen c = begin (4, NULL);
  c.s.sets[0] = BITS (1, 3);
  c.s.set_count = 1;
  c.s.manner = FULL;
  struct wr_explanation e = explain (&c.s, WR_CORES_MINIMAL, c.arena);
  OK (tap, e.known && e.core_count == 1 && e.minimal && !e.need, "minimal: nobody is judged");
  end (&c);
}

int main (void) {
  struct tap tap = {0};
  random_systems (&tap);
  every_core (&tap);
  choice (&tap);
  vacuity (&tap);
  triggers_and_limits (&tap);
  confirmation (&tap);
  nothing_to_mention (&tap);
  judged_parts (&tap);
  limited_contradiction (&tap);
  self_check (&tap);
  self_check_needs (&tap);
  self_check_more (&tap);
  effort (&tap);
  return tap_done (&tap);
}
