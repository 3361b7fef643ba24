/* tests/solve/z3.c -- Z3 behind the backend interface: verdicts, cores, models, limits, and every operator
   and theory that core has. */
#include "program.h"
#include "solve/answer.h"
#include "solve/solve.h"
#include "tap.h"

static const struct wr_backend *const z3 = &wr_backend_z3;

struct session {
  program *p;
  void *self;
  wr_arena *arena;
  const wr_vc *vc;
};

static bool session_open (struct session *s, program *p, const struct wr_solver_options *options) {
  wr_str error = {0};
  s->p = p;
  s->arena = wr_arena_new ();
  s->self = z3->open (p->core, options, &error);
  if (!s->self) tap_show ("open", error), free ((void *)(uintptr_t)error.ptr);
  return s->self != NULL;
}

static void session_enter (struct session *s, uint32_t b) {
  s->vc = wr_vc_build (s->p->core, wr_flow_run (s->p->core, b, NULL, s->arena), NULL, s->arena);
  z3->enter (s->self, s->vc);
}

static void session_close (struct session *s) {
  if (s->self) z3->close (s->self);
  wr_arena_free (s->arena);
}

static struct wr_answer ask (struct session *s, struct wr_query query) {
  struct wr_answer answer;
  z3->check (s->self, &query, s->arena, &answer);
  return answer;
}

static bool in_core (const struct wr_answer *a, wr_label l) {
  for (uint32_t i = 0; i < a->core_count; i++)
    if (a->core[i] == l.ix) return true;
  return false;
}

/* Of a question without choices, with labels. */
static void test_plain_core (struct tap *tap) {
  program *p = program_new ();
  wr_sort domain[1] = {ints (p)};
  wr_sort_map (p->core, domain, 1,
               ints (p)); /* plain questions are asked where maps are functions */
  wr_label facts[3];
  uint32_t b = branching_body (p, "P", facts);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.functions = true});
  session_enter (&s, b);
  struct wr_query query = {.kind = WR_QUERY_GROUP,
                           .want_core = true,
                           .group = {.first = 0, .count = 1, .form = WR_GROUP_LABELLED}};
  struct wr_answer a = ask (&s, query);
  OK (tap, a.status == WR_STATUS_UNSAT && a.has_core, "a plain question with labels");
  OK (tap, in_core (&a, facts[0]) && in_core (&a, facts[1]) && in_core (&a, facts[2]),
      "has the core that it has with choices");
  wr_bitset off = {0};
  wr_bitset_set (&off, facts[0].ix, true);
  query.group.off = &off;
  a = ask (&s, query);
  OK (tap, a.status == WR_STATUS_INCOMPLETE && !a.has_core && !a.has_model,
      "without a fact it proves nothing: %s", wr_status_name (a.status));
  query.group.off = NULL;
  query.group.count = 2;
  OK (tap, ask (&s, query).status == WR_STATUS_INCOMPLETE, "nor together with a goal that fails");
  OK (tap,
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .want_core = true, .goal = {.goal = 0}})
              .status == WR_STATUS_UNSAT,
      "and other questions follow");
  wr_bitset_free (&off);
  session_close (&s);
  program_free (p);
}

/* a or b, and q by each of them; goals: a or b, q, and r, by q.  The second helps to prove the third: without it there are two cases. */
static uint32_t chain_body (program *p, wr_label facts[4]) {
  wr_core *c = p->core;
  uint32_t body_ix = body (p, "Chain", 1);
  wr_sort truth = wr_sort_simple (c, WR_SORT_BOOL);
  wr_expr a = wr_mk_var (c, local (p, body_ix, "a", truth)),
          b = wr_mk_var (c, local (p, body_ix, "b", truth)),
          q = wr_mk_var (c, local (p, body_ix, "q", truth)),
          r = wr_mk_var (c, local (p, body_ix, "r", truth));
  facts[0] = assume (p, wr_mk2 (c, WR_OP_OR, a, b));
  assert_ (p, wr_mk2 (c, WR_OP_OR, a, b));
  facts[1] = assume (p, wr_mk2 (c, WR_OP_IMPLIES, a, q));
  facts[2] = assume (p, wr_mk2 (c, WR_OP_IMPLIES, b, q));
  assert_ (p, q);
  facts[3] = assume (p, wr_mk2 (c, WR_OP_IMPLIES, q, r));
  assert_ (p, r);
  block (p, body_ix, 0, "entry", NULL, 0);
  return body_ix;
}

/* It alone, with maps. */
static program *chain_program (wr_label facts[4], uint32_t *at) {
  program *p = program_new ();
  wr_sort domain[1] = {ints (p)};
  wr_sort_map (p->core, domain, 1, ints (p));
  *at = chain_body (p, facts);
  return p;
}

/* All labels but these. */
static void all_but (const wr_vc *vc, const struct wr_answer *a, wr_bitset *out) {
  for (uint32_t i = 0; i < vc->label_count; i++)
    wr_bitset_set (out, vc->labels[i].ix, !in_core (a, vc->labels[i]));
}

/* Goals of a part are proved together: what is left of the core for each proves it alone, and no goal rests on one that was asked with it. */
static void test_part_core (struct tap *tap) {
  wr_label facts[4];
  uint32_t b;
  program *p = chain_program (facts, &b);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.functions = true});
  session_enter (&s, b);
  struct wr_query query = {.kind = WR_QUERY_GROUP,
                           .want_core = true,
                           .group = {.first = 1, .count = 2, .form = WR_GROUP_LABELLED}};
  struct wr_answer both = ask (&s, query);
  OK (tap, both.status == WR_STATUS_UNSAT && both.has_core, "two goals of three");
  query.group.count = 1;
  for (uint32_t goal = 1; goal <= 2; goal++) {
    struct wr_answer own = both;
    wr_bitset off = {0};
    wr_answer_keep_own (&own, s.vc, goal, s.arena);
    OK (tap, !in_core (&own, s.vc->passive->goals[1].assumed), "goal %u: not by a goal", goal);
    OK (tap, in_core (&own, facts[3]) == (goal == 2), "goal %u: what is before it", goal);
    all_but (s.vc, &own, &off);
    query.group.first = goal;
    query.group.off = &off;
    OK (tap, ask (&s, query).status == WR_STATUS_UNSAT, "goal %u: its core alone proves it", goal);
    wr_bitset_free (&off);
  }
  query.group.off = NULL;
  query.group.final = true;
  OK (tap, ask (&s, query).status == WR_STATUS_UNSAT, "a last question");
  session_close (&s);
  program_free (p);
}

/* A plain question without labels is the same whether or not others have some, also after one that has. */
static void test_plain_alike (struct tap *tap) {
  wr_label facts[4];
  uint32_t b;
  program *p = chain_program (facts, &b);
  uint64_t steps[2];
  for (int untracked = 0; untracked < 2; untracked++) {
    struct session s;
    session_open (&s, p, &(struct wr_solver_options){.functions = true, .untracked = untracked});
    session_enter (&s, b);
    struct wr_answer a =
        ask (&s, (struct wr_query){.kind = WR_QUERY_GROUP,
                                   .group = {.first = 0, .count = 3, .form = WR_GROUP_UNLABELLED}});
    OK (tap, a.status == WR_STATUS_UNSAT && !a.has_core, "no labels: %s",
        wr_status_name (a.status));
    steps[untracked] = a.resources;
    session_close (&s);
  }
  OK (tap, steps[0] == steps[1], "in as many steps: %llu and %llu", (unsigned long long)steps[0],
      (unsigned long long)steps[1]);
  program_free (p);
}

/* Goals have no labels in a plain question, and what comes after the last of its goals is not in it. */
static void test_plain_labels (struct tap *tap) {
  wr_label facts[4];
  uint32_t b;
  program *p = chain_program (facts, &b);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.functions = true});
  session_enter (&s, b);
  struct wr_query query = {.kind = WR_QUERY_GROUP,
                           .want_core = true,
                           .group = {.first = 0, .count = 2, .form = WR_GROUP_LABELLED}};
  struct wr_answer a = ask (&s, query);
  OK (tap, a.status == WR_STATUS_UNSAT && a.core_count > 0, "two goals: a core of %u",
      a.core_count);
  for (uint32_t i = 0; i < s.vc->passive->goal_count; i++)
    OK (tap, !in_core (&a, s.vc->passive->goals[i].label), "not of goal %u itself", i);
  OK (tap, !in_core (&a, facts[3]), "nor of what comes after them");
  wr_bitset off = {0};
  wr_bitset_set (&off, facts[3].ix, true);
  query.group.off = &off;
  OK (tap, ask (&s, query).status == WR_STATUS_UNSAT, "which may be absent");
  session_close (&s);
  wr_bitset_free (&off);
  program_free (p);
}

/* The formula with choices is made only when it is asked about. */
static void test_late_formula (struct tap *tap) {
  program *p = program_new ();
  wr_sort domain[1] = {ints (p)};
  wr_sort_map (p->core, domain, 1, ints (p));
  wr_label facts[3];
  uint32_t b = branching_body (p, "P", facts);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.functions = true});
  for (uint32_t i = 0; i < 2; i++) {
    session_enter (&s, b);
    struct wr_query plain = {
        .kind = WR_QUERY_GROUP,
        .want_core = i > 0,
        .group = {.first = 0, .count = 1, .form = i > 0 ? WR_GROUP_LABELLED : WR_GROUP_UNLABELLED}};
    OK (tap, ask (&s, plain).status == WR_STATUS_UNSAT, "plain first");
    struct wr_answer a =
        ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 1, .want_model = true}});
    OK (tap, a.status == WR_STATUS_SAT && a.has_model, "then a model: %s",
        wr_status_name (a.status));
    a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .want_core = true, .goal = {.goal = 2}});
    OK (tap, a.status == WR_STATUS_UNSAT && a.has_core, "then a core");
    z3->leave (s.self);
  }
  session_close (&s);
  program_free (p);
}

static void test_branching (struct tap *tap) {
  program *p = program_new ();
  wr_label facts[3];
  uint32_t b = branching_body (p, "P", facts);
  struct session s;
  OK (tap, session_open (&s, p, &(struct wr_solver_options){0}), "open");
  session_enter (&s, b);
  struct wr_answer a =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .want_core = true, .goal = {.goal = 0}});
  OK (tap, a.status == WR_STATUS_UNSAT && a.has_core, "the first goal holds: %s",
      wr_status_name (a.status));
  OK (tap, in_core (&a, facts[0]) && in_core (&a, facts[1]) && in_core (&a, facts[2]),
      "its core has the assumption and both assignments");
  OK (tap, a.resources > 0, "it costs %llu", (unsigned long long)a.resources);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 1, .want_model = true}});
  OK (tap, a.status == WR_STATUS_SAT && a.has_model && a.choice_count == s.vc->choice_count,
      "the second goal fails");
  wr_u32s path = {0};
  wr_vc_path (s.vc, 1, a.choices, &path);
  bool left = false;
  for (uint32_t i = 0; i < path.len; i++)
    left =
        left || wr_str_equal (wr_symbol_text (p->symbols, s.vc->passive->blocks[path.data[i]].name),
                              WR_LIT ("left"));
  OK (tap, left, "on the path through left");
  WR_VEC_FREE (&path);
  bool seen = false;
  for (uint32_t i = 0; i < a.value_count; i++)
    if (wr_var_info (p->core, a.values[i].var)->sort.ix == ints (p).ix)
      seen = seen || wr_str_equal (a.values[i].text, WR_LIT ("1"));
  OK (tap, seen, "x is 1 in the model (%u values)", a.value_count);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 2}});
  OK (tap, a.status == WR_STATUS_UNSAT, "the third goal holds");
  wr_bitset off = {0};
  wr_bitset_set (&off, facts[0].ix, true);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0, .off = &off}});
  OK (tap, a.status == WR_STATUS_SAT, "without the assumption the first goal fails");
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0}});
  OK (tap, a.status == WR_STATUS_UNSAT, "with it, it holds again");
  wr_bitset_set (&off, facts[0].ix, false);
  wr_bitset_set (&off, s.vc->passive->goals[0].label.ix, true);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0, .off = &off}});
  OK (tap, a.status == WR_STATUS_SAT, "a goal without its own label holds only where it is dead");
  wr_bitset_free (&off);
  z3->leave (s.self);
  session_enter (&s, b);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0}});
  OK (tap, a.status == WR_STATUS_UNSAT, "entered a second time");
  session_close (&s);
  program_free (p);
}

/* -- one assertion after some assumptions ---------------------------------------------------------- */

static enum wr_status prove (program *p, const wr_expr *facts, uint32_t count, wr_expr goal,
                             wr_str *detail, wr_buf *values) {
  uint32_t b = body (p, "Q", 1);
  for (uint32_t i = 0; i < count; i++) assume (p, facts[i]);
  assert_ (p, goal);
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  enum wr_status status = WR_STATUS_NONE;
  if (session_open (&s, p, &(struct wr_solver_options){0})) {
    session_enter (&s, b);
    struct wr_answer a =
        ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL,
                                   .timeout = 10,
                                   .goal = {.goal = 0, .want_model = values != NULL}});
    status = a.status;
    if (a.detail.len) *detail = wr_str_keep (p->arena, a.detail);
    for (uint32_t i = 0; i < a.value_count && values; i++) {
      wr_buf_add (values, a.values[i].text);
      wr_buf_add_char (values, '\n');
    }
  }
  session_close (&s);
  return status;
}

#define PROVES(tap, p, goal, name) expect (tap, p, NULL, 0, goal, WR_STATUS_UNSAT, name)

static void expect (struct tap *tap, program *p, const wr_expr *facts, uint32_t count, wr_expr goal,
                    enum wr_status want, const char *name) {
  wr_str detail = {"", 0};
  enum wr_status got = prove (p, facts, count, goal, &detail, NULL);
  OK (tap, got == want, "%s: %s %.*s", name, wr_status_name (got), WR_STR_ARGS (detail));
}

static wr_func builtin (program *p, const char *name, const char *smt, const wr_sort *params,
                        uint32_t count, wr_sort result) {
  wr_func f = wr_func_new (p->core, sym (p, name), params, count, result);
  wr_func_edit (p->core, f)->kind = WR_FUNC_BUILTIN;
  wr_func_edit (p->core, f)->builtin = sym (p, smt);
  return f;
}

static wr_expr konst (program *p, const char *name, wr_sort sort) {
  return wr_mk_app (p->core, wr_func_new (p->core, sym (p, name), NULL, 0, sort), NULL, 0);
}

static void test_arithmetic (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_expr x = konst (p, "x", ints (p)), seven = num (p, 7);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk2 (c, WR_OP_DIV, num (p, -7), num (p, 2)), num (p, -4)),
          "-7 div 2 = -4");
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk2 (c, WR_OP_MOD, num (p, -7), num (p, 2)), num (p, 1)),
          "-7 mod 2 = 1");
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk3 (c, WR_OP_ADD, x, seven, seven),
                  wr_mk2 (c, WR_OP_SUB, x, wr_mk1 (c, WR_OP_NEG, num (p, 14)))),
          "sums");
  wr_expr half = wr_mk_real_text (c, WR_LIT ("1/2"));
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk1 (c, WR_OP_TO_INT, half), num (p, 0)), "floor of 1/2");
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk2 (c, WR_OP_MUL, half, wr_mk1 (c, WR_OP_TO_REAL, num (p, 2))),
                  wr_mk_real_text (c, WR_LIT ("1"))),
          "reals");
  wr_expr big = wr_mk_int_text (c, WR_LIT ("123456789012345678901234567890"));
  PROVES (tap, p, wr_mk2 (c, WR_OP_LT, num (p, INT64_MAX), big), "big numbers");
  expect (tap, p, NULL, 0, wr_mk2 (c, WR_OP_LE, x, seven), WR_STATUS_SAT, "x <= 7 fails");
  program_free (p);
}

static void test_bitvectors (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort bv8 = wr_sort_bv (c, 8), bv16 = wr_sort_bv (c, 16);
  wr_sort two[2] = {bv8, bv8};
  wr_func add = builtin (p, "add8", "bvadd", two, 2, bv8);
  wr_func ext = builtin (p, "ext", "(_ zero_extend 8)", two, 1, bv16);
  wr_func slt = builtin (p, "slt", "bvslt", two, 2, wr_sort_simple (c, WR_SORT_BOOL));
  wr_expr a = wr_mk_bv_text (c, WR_LIT ("255"), 8), one = wr_mk_bv_text (c, WR_LIT ("1"), 8);
  wr_expr sum[2] = {a, one};
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, add, sum, 2), wr_mk_bv_text (c, WR_LIT ("0"), 8)),
          "255 + 1 wraps");
  PROVES (tap, p, wr_mk_app (c, slt, sum, 2), "-1 < 1 signed");
  wr_expr joined = wr_mk2 (c, WR_OP_CONCAT, wr_mk_bv_text (c, WR_LIT ("0"), 8), a);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, ext, &a, 1), joined), "zero_extend is concat");
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_extract (c, joined, 8, 0), a),
          "extract takes the lower bits");
  wr_func bad = builtin (p, "bad", "bvnonsense", two, 2, bv8);
  expect (tap, p, NULL, 0, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, bad, sum, 2), a), WR_STATUS_BAD_REPLY,
          "an unknown function is no proof");
  wr_func wrong = builtin (p, "wrong", "bvadd", two, 2, bv16);
  expect (tap, p, NULL, 0, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, wrong, sum, 2), joined),
          WR_STATUS_BAD_REPLY, "an ill-sorted function is no proof");
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, a, a), "the next procedure is well");
  program_free (p);
}

static void test_maps (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort domain[2] = {ints (p), wr_sort_simple (c, WR_SORT_BOOL)};
  wr_sort map2 = wr_sort_map (c, domain, 2, ints (p)), map0 = wr_sort_map (c, NULL, 0, ints (p));
  wr_expr m = konst (p, "m", map2), n = konst (p, "n", map0), i = konst (p, "i", ints (p));
  wr_expr yes = wr_mk_bool (c, true), no = wr_mk_bool (c, false);
  wr_expr stored = wr_mk (c, WR_OP_STORE, (wr_expr[]){m, i, yes, num (p, 5)}, 4);
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk (c, WR_OP_SELECT, (wr_expr[]){stored, i, yes}, 3), num (p, 5)),
          "select of store, two indices");
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk (c, WR_OP_SELECT, (wr_expr[]){stored, i, no}, 3),
                  wr_mk (c, WR_OP_SELECT, (wr_expr[]){m, i, no}, 3)),
          "select elsewhere");
  wr_expr set = wr_mk (c, WR_OP_STORE, (wr_expr[]){n, num (p, 3)}, 2);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk (c, WR_OP_SELECT, &set, 1), num (p, 3)),
          "a map without indices");
  program_free (p);
}

/* -- maps as functions, and as arrays after them ----------------------------------------------------- */

static wr_expr read_at (program *p, wr_expr map, wr_expr i, wr_expr j) {
  return wr_mk (p->core, WR_OP_SELECT, (wr_expr[]){map, i, j}, 3);
}

static wr_expr write_at (program *p, wr_expr map, wr_expr i, wr_expr j, wr_expr value) {
  return wr_mk (p->core, WR_OP_STORE, (wr_expr[]){map, i, j, value}, 4);
}

/* `quick` asks the first encoding alone; otherwise arrays are asked where it gives up. */
static void expect_map (struct tap *tap, program *p, wr_expr fact, wr_expr goal, bool functions,
                        bool arrays, const char *name) {
  uint32_t b = body (p, "Q", 1);
  assume (p, fact);
  assert_ (p, goal);
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.functions = true});
  session_enter (&s, b);
  bool first = ask (&s, (struct wr_query){.kind = WR_QUERY_SET,
                                          .timeout = 10,
                                          .set = {.goal = 0, .trust = WR_SHARED}})
                   .status == WR_STATUS_UNSAT;
  OK (tap, first == functions, "%s: %sproved with functions", name, functions ? "" : "not ");
  bool plain =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GROUP,
                                 .timeout = 10,
                                 .group = {.first = 0, .count = 1, .form = WR_GROUP_UNLABELLED}})
          .status == WR_STATUS_UNSAT;
  OK (tap, plain == functions, "%s: %sproved without labels", name, functions ? "" : "not ");
  struct wr_answer named =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GROUP,
                                 .want_core = true,
                                 .group = {.first = 0, .count = 1, .form = WR_GROUP_LABELLED}});
  OK (tap, (named.status == WR_STATUS_UNSAT) == functions && named.has_core == functions,
      "%s: the same with a core", name);
  enum wr_status both =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .timeout = 10, .goal = {.goal = 0}}).status;
  OK (tap, both == (arrays ? WR_STATUS_UNSAT : WR_STATUS_SAT), "%s: %s in the end", name,
      wr_status_name (both));
  session_close (&s);
}

/* A wrong axiom about maps proves too much or too little here. */
static void test_map_functions (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort domain[2] = {ints (p), ints (p)}, map = wr_sort_map (c, domain, 2, ints (p));
  wr_expr m = konst (p, "m", map), i = konst (p, "i", ints (p)), j = konst (p, "j", ints (p)),
          k = konst (p, "k", ints (p)), v = konst (p, "v", ints (p)), yes = wr_mk_bool (c, true);
  wr_expr n = write_at (p, m, i, j, v);
  wr_expr apart = wr_mk1 (c, WR_OP_NOT, wr_mk2 (c, WR_OP_EQ, j, k));
  wr_expr apart_first = wr_mk1 (c, WR_OP_NOT, wr_mk2 (c, WR_OP_EQ, i, k));
#define EQUAL(a, b) wr_mk2 (c, WR_OP_EQ, a, b)
  expect_map (tap, p, yes, EQUAL (read_at (p, n, i, j), v), true, true, "what was written");
  expect_map (tap, p, apart, EQUAL (read_at (p, n, i, k), read_at (p, m, i, k)), true, true,
              "the second index differs");
  expect_map (tap, p, apart_first, EQUAL (read_at (p, n, k, j), read_at (p, m, k, j)), true, true,
              "the first index differs");
  expect_map (tap, p, yes, EQUAL (read_at (p, n, i, k), read_at (p, m, i, k)), false, false,
              "no index need differ");
  expect_map (tap, p, apart, EQUAL (read_at (p, n, i, k), v), false, false,
              "what was written elsewhere");
  expect_map (tap, p, yes, EQUAL (read_at (p, n, j, i), v), false, false, "indices in order");
  expect_map (tap, p, yes, EQUAL (n, m), false, false, "a write changes the map");
  expect_map (tap, p, yes, EQUAL (write_at (p, m, i, j, read_at (p, m, i, j)), m), false, true,
              "a write of what is there");
#undef EQUAL
  program_free (p);
}

static void test_quantifiers (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort t = wr_sort_named (c, sym (p, "T"));
  wr_sort params[1] = {t};
  wr_func f = wr_func_new (c, sym (p, "f"), params, 1, ints (p));
  wr_func g = wr_func_new (c, sym (p, "g"), params, 1, t);
  wr_var v = wr_var_new (c, WR_VAR_BOUND, sym (p, "v"), t, (wr_span){0});
  wr_expr ev = wr_mk_var (c, v), fv = wr_mk_app (c, f, &ev, 1), gv = wr_mk_app (c, g, &ev, 1);
  wr_expr a = konst (p, "a", t), fa = wr_mk_app (c, f, &a, 1);
  struct wr_trigger trigger = {&gv, 1};
  struct wr_quantifier q = {.vars = &v,
                            .var_count = 1,
                            .triggers = &trigger,
                            .trigger_count = 1,
                            .qid = sym (p, "ax"),
                            .weight = -1};
  wr_expr all = wr_mk_quantifier (c, WR_OP_FORALL, &q, wr_mk2 (c, WR_OP_LT, num (p, 0), fv));
  axiom (p, all);
  wr_expr goal = wr_mk2 (c, WR_OP_LT, num (p, 0), fa);
  expect (tap, p, NULL, 0, goal, WR_STATUS_INCOMPLETE, "no term for the trigger");
  wr_expr ga = wr_mk_app (c, g, &a, 1);
  wr_expr same = wr_mk2 (c, WR_OP_EQ, ga, a);
  expect (tap, p, &same, 1, goal, WR_STATUS_UNSAT, "a term for the trigger");
  struct session s;
  uint32_t b = body (p, "M", 1);
  wr_label hint = assume (p, wr_mk2 (c, WR_OP_EQ, ga, ga));
  assert_ (p, goal);
  block (p, b, 0, "entry", NULL, 0);
  session_open (&s, p, &(struct wr_solver_options){.labelled_axioms = true});
  session_enter (&s, b);
  wr_bitset off = {0};
  wr_bitset_set (&off, hint.ix, true);
  OK (tap,
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0, .off = &off}}).status ==
          WR_STATUS_INCOMPLETE,
      "without the hint");
  OK (tap,
      ask (&s, (struct wr_query){.kind = WR_QUERY_SET,
                                 .set = {.goal = 0, .trust = WR_SHARED, .mention = hint.ix}})
              .status == WR_STATUS_UNSAT,
      "its terms mentioned");
  struct wr_answer a1 =
      ask (&s, (struct wr_query){.kind = WR_QUERY_SET,
                                 .want_core = true,
                                 .set = {.goal = 0, .trust = WR_SHARED, .mention = hint.ix}});
  OK (tap, in_core (&a1, c->axioms.data[0].label), "the axiom's label is in the core");
  wr_bitset_set (&off, c->axioms.data[0].label.ix, true);
  OK (tap,
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0, .off = &off}}).status !=
          WR_STATUS_UNSAT,
      "without the axiom it fails");
  wr_bitset_free (&off);
  session_close (&s);
  program_free (p);
}

/* An axiom that is left out is not there, and has no label. */
static void test_left_out (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_expr n = konst (p, "n", ints (p)), positive = wr_mk2 (c, WR_OP_LT, num (p, 0), n);
  wr_expr small = wr_mk2 (c, WR_OP_LT, n, num (p, 9));
  axiom (p, positive);
  axiom (p, small);
  uint32_t b = body (p, "LeftOut", 2);
  assert_ (p, positive);
  assert_ (p, small);
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  wr_bitset left_out = {0};
  wr_bitset_set (&left_out, c->axioms.data[0].label.ix, true);
  session_open (&s, p, &(struct wr_solver_options){.labelled_axioms = true, .left_out = &left_out});
  session_enter (&s, b);
  OK (tap,
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 0}}).status ==
          WR_STATUS_SAT,
      "an axiom that is left out proves nothing");
  struct wr_answer second =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .want_core = true, .goal = {.goal = 1}});
  OK (tap, second.status == WR_STATUS_UNSAT && in_core (&second, c->axioms.data[1].label),
      "the other one does");
  session_close (&s);
  wr_bitset_free (&left_out);
  program_free (p);
}

/* An axiom that an earlier slice had holds in no later one that is made without it. */
static void test_slices (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_expr n = konst (p, "n", ints (p)), positive = wr_mk2 (c, WR_OP_LT, num (p, 0), n);
  axiom (p, positive);
  uint32_t b = body (p, "Slices", 1);
  assert_ (p, positive);
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.labelled_axioms = true});
  session_enter (&s, b);
  uint32_t fact = c->axioms.data[0].label.ix, goal = s.vc->passive->goals[0].label.ix;
  wr_bitset on = {0};
  const struct wr_query query = wr_query_set (0, &on, WR_CLEAN);
  wr_bitset_set (&on, goal, true);
  wr_bitset_set (&on, fact, true);
  OK (tap, z3->slice (s.self, 0, &on) && ask (&s, query).status == WR_STATUS_UNSAT,
      "proved by the axiom");
  wr_bitset_set (&on, fact, false);
  OK (tap, z3->slice (s.self, 0, &on) && ask (&s, query).status == WR_STATUS_SAT,
      "not in a slice without it");
  wr_bitset_free (&on);
  session_close (&s);
  program_free (p);
}

/* P (0), and P (i) implies P (i + 1): every step is an instance of a later generation. */
static void test_chain (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort params[1] = {ints (p)};
  wr_func holds = wr_func_new (c, sym (p, "P"), params, 1, wr_sort_simple (c, WR_SORT_BOOL));
  wr_var v = wr_var_new (c, WR_VAR_BOUND, sym (p, "i"), ints (p), (wr_span){0});
  wr_expr i = wr_mk_var (c, v);
  wr_expr next = wr_mk2 (c, WR_OP_ADD, i, num (p, 1)), now = wr_mk_app (c, holds, &i, 1);
  struct wr_trigger trigger = {&now, 1};
  struct wr_quantifier q = {
      .vars = &v, .var_count = 1, .triggers = &trigger, .trigger_count = 1, .weight = -1};
  axiom (p, wr_mk_quantifier (c, WR_OP_FORALL, &q,
                              wr_mk2 (c, WR_OP_IMPLIES, now, wr_mk_app (c, holds, &next, 1))));
  wr_expr start = num (p, 0), end = num (p, 60);
  wr_expr fact = wr_mk_app (c, holds, &start, 1);
  expect (tap, p, &fact, 1, wr_mk_app (c, holds, &end, 1), WR_STATUS_UNSAT,
          "a chain of sixty instances is followed");
  end = num (p, -1);
  expect (tap, p, &fact, 1, wr_mk_app (c, holds, &end, 1), WR_STATUS_INCOMPLETE,
          "a chain without end ends");
  program_free (p);
}

/* What holds of an axiom without triggers is found with models of quantifiers, which are off unless asked for. */
static void test_options (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_var v = wr_var_new (c, WR_VAR_BOUND, sym (p, "v"), ints (p), (wr_span){0});
  wr_expr ev = wr_mk_var (c, v);
  struct wr_quantifier q = {.vars = &v, .var_count = 1, .weight = -1};
  wr_expr big = wr_mk2 (c, WR_OP_LT, num (p, 5), ev), small = wr_mk2 (c, WR_OP_LT, ev, num (p, 3));
  axiom (p, wr_mk_quantifier (c, WR_OP_FORALL, &q, wr_mk2 (c, WR_OP_IMPLIES, big, small)));
  uint32_t bodies[2];
  for (uint32_t i = 0; i < 2; i++) {
    bodies[i] = body (p, i ? "Own" : "Plain", 1);
    assert_ (p, wr_mk_bool (c, false));
    block (p, bodies[i], 0, "entry", NULL, 0);
  }
  struct wr_solver_option option = {sym (p, "smt.mbqi"), sym (p, "true")};
  WR_VEC_PUSH (&c->bodies.data[bodies[1]].options, option);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){0});
  for (uint32_t i = 0; i < 4; i++) {
    bool own = i % 2;
    session_enter (&s, bodies[own]);
    enum wr_status got =
        ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .timeout = 10, .goal = {.goal = 0}})
            .status;
    OK (tap, got == (own ? WR_STATUS_UNSAT : WR_STATUS_INCOMPLETE), "%s option of its own: %s",
        own ? "an" : "no", wr_status_name (got));
    if (i < 3) z3->leave (s.self);
  }
  session_close (&s);
  program_free (p);
}

static void test_functions (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort int1[1] = {ints (p)};
  /* double (n) = n + n; quad (n) = double (double (n)), declared before double. */
  wr_func quad = wr_func_new (c, sym (p, "quad"), int1, 1, ints (p));
  wr_func twice = wr_func_new (c, sym (p, "double"), int1, 1, ints (p));
  for (int i = 0; i < 2; i++) {
    wr_func f = i ? twice : quad;
    wr_var n = wr_var_new (c, WR_VAR_BOUND, sym (p, "n"), ints (p), (wr_span){0});
    wr_expr en = wr_mk_var (c, n), dn = wr_mk_app (c, twice, &en, 1);
    wr_func_edit (c, f)->kind = WR_FUNC_DEFINED;
    WR_VEC_PUSH (&wr_func_edit (c, f)->params, n);
    wr_func_edit (c, f)->body = i ? wr_mk2 (c, WR_OP_ADD, en, en) : wr_mk_app (c, twice, &dn, 1);
  }
  wr_expr x = konst (p, "x", ints (p));
  PROVES (tap, p,
          wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, quad, &x, 1), wr_mk2 (c, WR_OP_MUL, num (p, 4), x)),
          "macros");
  /* lam (k)[i] = i + k */
  wr_sort map = wr_sort_map (c, int1, 1, ints (p));
  wr_func lam = wr_func_new (c, sym (p, "lam"), int1, 1, map);
  wr_var k = wr_var_new (c, WR_VAR_BOUND, sym (p, "k"), ints (p), (wr_span){0});
  wr_var i = wr_var_new (c, WR_VAR_BOUND, sym (p, "i"), ints (p), (wr_span){0});
  struct wr_func_info *info = wr_func_edit (c, lam);
  info->kind = WR_FUNC_LAMBDA;
  WR_VEC_PUSH (&info->params, k);
  WR_VEC_PUSH (&info->indices, i);
  info->label = label (p, WR_ROLE_FUNCTION_BODY);
  wr_expr sum = wr_mk2 (c, WR_OP_ADD, wr_mk_var (c, i), wr_mk_var (c, k));
  wr_func_edit (c, lam)->body = sum;
  wr_expr at = wr_mk2 (c, WR_OP_SELECT, wr_mk_app (c, lam, &x, 1), num (p, 3));
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, at, wr_mk2 (c, WR_OP_ADD, num (p, 3), x)), "lambda");
  wr_var l = wr_var_new (c, WR_VAR_BOUND, sym (p, "l"), ints (p), (wr_span){0});
  wr_expr el = wr_mk_var (c, l), seven = num (p, 7);
  wr_expr let = wr_mk_let (c, &l, &seven, 1, wr_mk2 (c, WR_OP_ADD, el, el));
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, let, num (p, 14)), "let");
  wr_expr u[3] = {konst (p, "u1", ints (p)), konst (p, "u2", ints (p)), konst (p, "u3", ints (p))};
  wr_expr distinct = wr_mk (c, WR_OP_DISTINCT, u, 3);
  expect (tap, p, &distinct, 1, wr_mk1 (c, WR_OP_NOT, wr_mk2 (c, WR_OP_EQ, u[0], u[2])),
          WR_STATUS_UNSAT, "distinct");
  program_free (p);
}

static void test_datatypes (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort list = wr_datatype_declare (c, sym (p, "List")),
          tree = wr_datatype_declare (c, sym (p, "Tree"));
  wr_sort trees = wr_sort_map (c, (wr_sort[]){ints (p)}, 1, tree);
  uint32_t nil = wr_constructor_add (c, list, sym (p, "Nil"), sym (p, "Nil"), NULL, NULL, NULL, 0);
  wr_symbol names[2] = {sym (p, "head"), sym (p, "tail")};
  uint32_t cons = wr_constructor_add (c, list, sym (p, "Cons"), sym (p, "Cons"), names, names,
                                      (wr_sort[]){ints (p), list}, 2);
  wr_constructor_add (c, tree, sym (p, "Leaf"), sym (p, "Leaf"), NULL, NULL, NULL, 0);
  wr_symbol kids[2] = {sym (p, "kids"), sym (p, "list")};
  wr_constructor_add (c, tree, sym (p, "Node"), sym (p, "Node"), kids, kids,
                      (wr_sort[]){trees, list}, 2);
  wr_expr l = konst (p, "l", list), t = konst (p, "t", tree);
  wr_expr args[2] = {num (p, 1), l};
  wr_expr made = wr_mk_construct (c, cons, args, 2);
  wr_expr empty = wr_mk_construct (c, nil, NULL, 0);
  uint32_t head = c->constructors.data[cons].first_field;
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_field (c, head, made), num (p, 1)), "field");
  PROVES (tap, p, wr_mk1 (c, WR_OP_NOT, wr_mk2 (c, WR_OP_EQ, made, empty)), "constructors differ");
  PROVES (tap, p, wr_mk2 (c, WR_OP_OR, wr_mk_is (c, nil, l), wr_mk_is (c, cons, l)), "test");
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, t, t), "a datatype below a map");
  wr_expr update = wr_mk_field_update (c, head, made, num (p, 2));
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_field (c, head, update), num (p, 2)), "field update");
  program_free (p);
}

static void test_theories (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort f32 = wr_sort_float (c, 24, 8), rm = wr_sort_simple (c, WR_SORT_RMODE);
  wr_sort truth = wr_sort_simple (c, WR_SORT_BOOL), str = wr_sort_simple (c, WR_SORT_STRING);
  wr_func add = builtin (p, "fadd", "fp.add", (wr_sort[]){rm, f32, f32}, 3, f32);
  wr_func eq = builtin (p, "feq", "fp.eq", (wr_sort[]){f32, f32}, 2, truth);
  wr_func nan = builtin (p, "fnan", "fp.isNaN", (wr_sort[]){f32}, 1, truth);
  wr_expr one = wr_mk_literal (c, WR_OP_FLOAT, sym (p, "1065353216"), f32);
  wr_expr two = wr_mk_literal (c, WR_OP_FLOAT, sym (p, "1073741824"), f32);
  wr_expr quiet = wr_mk_literal (c, WR_OP_FLOAT, sym (p, "2143289344"), f32);
  wr_expr rne = wr_mk_literal (c, WR_OP_RMODE, sym (p, "RNE"), rm);
  wr_expr sum = wr_mk_app (c, add, (wr_expr[]){rne, one, one}, 3);
  PROVES (tap, p, wr_mk_app (c, eq, (wr_expr[]){sum, two}, 2), "floats: 1 + 1 = 2");
  wr_sort real = wr_sort_simple (c, WR_SORT_REAL);
  wr_func to = builtin (p, "to", "(_ to_fp 8 24) RNE", &real, 1, f32);
  wr_expr more = wr_mk_real_text (c, WR_LIT ("1e7")), less = wr_mk1 (c, WR_OP_NEG, more);
  more = wr_mk_app (c, to, &more, 1), less = wr_mk_app (c, to, &less, 1);
  wr_func leq = builtin (p, "fleq", "fp.leq", (wr_sort[]){f32, f32}, 2, truth);
  wr_expr equal = wr_mk_app (c, eq, (wr_expr[]){more, more}, 2);
  wr_expr below = wr_mk_app (c, leq, (wr_expr[]){less, more}, 2);
  PROVES (tap, p, wr_mk2 (c, WR_OP_AND, equal, below), "floats: an argument in the name");
  PROVES (tap, p, wr_mk_app (c, nan, &quiet, 1), "floats: NaN");
  wr_func cat = builtin (p, "cat", "str.++", (wr_sort[]){str, str}, 2, str);
  wr_func len = builtin (p, "len", "str.len", (wr_sort[]){str}, 1, ints (p));
  wr_expr ab = wr_mk_literal (c, WR_OP_STRING, sym (p, "a\\b\""), str);
  wr_expr abab = wr_mk_app (c, cat, (wr_expr[]){ab, ab}, 2);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, len, &abab, 1), num (p, 8)), "strings");
  wr_sort regex = wr_sort_simple (c, WR_SORT_REGEX);
  wr_func to_re = builtin (p, "to_re", "str.to_re", (wr_sort[]){str}, 1, regex);
  wr_func in_re = builtin (p, "in_re", "str.in_re", (wr_sort[]){str, regex}, 2, truth);
  wr_expr re = wr_mk_app (c, to_re, &ab, 1);
  PROVES (tap, p, wr_mk_app (c, in_re, (wr_expr[]){ab, re}, 2), "regular expressions");
  wr_sort seq = wr_sort_seq (c, ints (p));
  wr_func unit = builtin (p, "unit", "seq.unit", (wr_sort[]){ints (p)}, 1, seq);
  wr_func slen = builtin (p, "slen", "seq.len", (wr_sort[]){seq}, 1, ints (p));
  wr_expr five = num (p, 5), single = wr_mk_app (c, unit, &five, 1);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, slen, &single, 1), num (p, 1)), "sequences");
  wr_func none = builtin (p, "none", "(as seq.empty (Seq Int))", NULL, 0, seq);
  wr_expr empty = wr_mk_app (c, none, NULL, 0);
  PROVES (tap, p, wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, slen, &empty, 1), num (p, 0)), "a constant");
  program_free (p);
}

/* Values of constants and functions in core's syntax, in the order in which they were declared. */
static void test_values (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort t = wr_sort_named (c, sym (p, "T")), bv8 = wr_sort_bv (c, 8);
  wr_sort list = wr_datatype_declare (c, sym (p, "List"));
  uint32_t nil = wr_constructor_add (c, list, sym (p, "Nil"), sym (p, "Nil"), NULL, NULL, NULL, 0);
  wr_symbol names[2] = {sym (p, "head"), sym (p, "tail")};
  uint32_t cons = wr_constructor_add (c, list, sym (p, "Cons"), sym (p, "Cons"), names, names,
                                      (wr_sort[]){ints (p), list}, 2);
  wr_expr n = konst (p, "n", ints (p)), r = konst (p, "r", wr_sort_simple (c, WR_SORT_REAL));
  wr_expr v = konst (p, "v", bv8), l = konst (p, "l", list), a = konst (p, "a", t);
  wr_expr m = konst (p, "m", wr_sort_map (c, (wr_sort[]){ints (p)}, 1, bv8));
  wr_expr z = konst (p, "z", wr_sort_map (c, NULL, 0, ints (p)));
  wr_func f = wr_func_new (c, sym (p, "f"), (wr_sort[]){t, ints (p)}, 2, ints (p));
  wr_expr empty = wr_mk_construct (c, nil, NULL, 0);
  wr_expr five = wr_mk_bv_text (c, WR_LIT ("5"), 8);
  wr_expr facts[] = {
      wr_mk2 (c, WR_OP_EQ, n, num (p, -3)),
      wr_mk2 (c, WR_OP_EQ, r, wr_mk_real_text (c, WR_LIT ("-3/4"))),
      wr_mk2 (c, WR_OP_EQ, v, five),
      wr_mk2 (c, WR_OP_EQ, l, wr_mk_construct (c, cons, (wr_expr[]){num (p, 1), empty}, 2)),
      wr_mk2 (c, WR_OP_EQ, m,
              wr_mk3 (c, WR_OP_STORE, wr_mk3 (c, WR_OP_STORE, m, num (p, 1), five), num (p, 2), v)),
      wr_mk2 (c, WR_OP_EQ, wr_mk1 (c, WR_OP_SELECT, z), num (p, 8)),
      wr_mk2 (c, WR_OP_EQ, wr_mk_app (c, f, (wr_expr[]){a, n}, 2), num (p, 9))};
  wr_str detail = {"", 0};
  wr_buf values = {0};
  enum wr_status status = prove (p, facts, sizeof facts / sizeof *facts,
                                 wr_mk2 (c, WR_OP_EQ, n, num (p, 0)), &detail, &values);
  OK (tap, status == WR_STATUS_SAT, "a model: %s", wr_status_name (status));
  static const char *const lines[] = {"-3\n",
                                      "-3/4\n",
                                      "5bv8\n",
                                      "(construct Cons 1 (construct Nil))\n",
                                      "(element T 0)\n",
                                      "(map-of (map (int) (bv 8)) 0bv8 ((2) 5bv8) ((1) 5bv8))\n",
                                      "(map-of (map () int) 8)\n",
                                      "(map-of (map (T int) int) 9)\n"};
  const char *at = wr_buf_text (&values);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    bool found = at && strstr (at, lines[i]) == at;
    if (!OK (tap, found, "value %zu is %.*s", i, (int)strlen (lines[i]) - 1, lines[i]))
      tap_show ("values", wr_buf_str (&values));
    if (at && strchr (at, '\n')) at = strchr (at, '\n') + 1;
  }
  wr_buf_free (&values);
  program_free (p);
}

/* -- limits ---------------------------------------------------------------------------------------------- */

/* The pigeons do not fit: exponential for resolution. */
static uint32_t pigeons (program *p, uint32_t holes) {
  wr_core *c = p->core;
  uint32_t b = body (p, "Pigeons", 1);
  wr_var *at = WR_NEW (p->arena, wr_var, (holes + 1) * holes);
  for (uint32_t i = 0; i < (holes + 1) * holes; i++) {
    char name[32];
    snprintf (name, sizeof name, "at%u", i);
    at[i] = local (p, b, name, wr_sort_simple (c, WR_SORT_BOOL));
  }
  for (uint32_t i = 0; i <= holes; i++) {
    wr_expr *some = WR_NEW (p->arena, wr_expr, holes);
    for (uint32_t h = 0; h < holes; h++) some[h] = wr_mk_var (c, at[i * holes + h]);
    assume (p, wr_mk_or (c, some, holes));
  }
  for (uint32_t h = 0; h < holes; h++)
    for (uint32_t i = 0; i <= holes; i++)
      for (uint32_t j = 0; j < i; j++)
        assume (p, wr_mk2 (c, WR_OP_OR, wr_mk1 (c, WR_OP_NOT, wr_mk_var (c, at[i * holes + h])),
                           wr_mk1 (c, WR_OP_NOT, wr_mk_var (c, at[j * holes + h]))));
  wr_expr x = konst (p, "px", ints (p));
  assert_ (p, wr_mk2 (c, WR_OP_LT, x, num (p, 0)));
  assert_ (p, wr_mk2 (c, WR_OP_EQ, x, x));
  block (p, b, 0, "entry", NULL, 0);
  return b;
}

static void test_limits (struct tap *tap) {
  program *p = program_new ();
  uint32_t b = pigeons (p, 12);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){0});
  session_enter (&s, b);
  struct wr_answer a =
      ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .rlimit = 200000, .goal = {.goal = 0}});
  OK (tap, a.status == WR_STATUS_RESOURCE, "resources: %s %.*s", wr_status_name (a.status),
      WR_STR_ARGS (a.detail));
  uint64_t first = a.resources;
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .timeout = 0.2, .goal = {.goal = 0}});
  OK (tap, a.status == WR_STATUS_TIME, "time: %s %.*s", wr_status_name (a.status),
      WR_STR_ARGS (a.detail));
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .goal = {.goal = 1}});
  OK (tap, a.status == WR_STATUS_UNSAT, "the next goal is answered");
  session_close (&s);
  session_open (&s, p, &(struct wr_solver_options){0});
  session_enter (&s, b);
  a = ask (&s, (struct wr_query){.kind = WR_QUERY_GOAL, .rlimit = 200000, .goal = {.goal = 0}});
  OK (tap, a.resources == first, "resources are the same every time, and where cores are wanted");
  session_close (&s);
  program_free (p);
}

static wr_expr cube (program *p, wr_expr x) {
  return wr_mk2 (p->core, WR_OP_MUL, x, wr_mk2 (p->core, WR_OP_MUL, x, x));
}

/* x, y, z > 0 implies x^3 + y^3 != z^3: the solver does not count its steps.  What the clock ended is not called incomplete. */
static void test_uncounted (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  uint32_t b = body (p, "Cubes", 1);
  wr_expr v[3] = {konst (p, "x", ints (p)), konst (p, "y", ints (p)), konst (p, "z", ints (p))};
  for (size_t i = 0; i < 3; i++) assume (p, wr_mk2 (c, WR_OP_LT, num (p, 0), v[i]));
  wr_expr sum = wr_mk2 (c, WR_OP_ADD, cube (p, v[0]), cube (p, v[1]));
  assert_ (p, wr_mk1 (c, WR_OP_NOT, wr_mk2 (c, WR_OP_EQ, sum, cube (p, v[2]))));
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){0});
  session_enter (&s, b);
  OK (tap, wr_backend_z3.uncounted (s.self), "nonlinear arithmetic is not counted");
  for (double timeout = 0.2; timeout < 1; timeout += 0.4) {
    struct wr_query query = wr_query_goal (0);
    query.timeout = timeout;
    struct wr_answer a = ask (&s, query);
    OK (tap, a.status != WR_STATUS_INCOMPLETE || a.seconds < timeout, "the clock is named: %s %.*s",
        wr_status_name (a.status), WR_STR_ARGS (a.detail));
  }
  session_close (&s);
  program_free (p);
}

/* The steps of a proof that the clock may have ended a few times before. */
static uint64_t steps_after (struct tap *tap, program *p, uint32_t b, double timeout, bool quick) {
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){0});
  session_enter (&s, b);
  struct wr_answer a;
  if (timeout > 0) {
    struct wr_query query = quick ? wr_query_set (0, NULL, WR_SHARED) : wr_query_goal (0);
    query.timeout = timeout;
    a = ask (&s, query);
    OK (tap, a.status == WR_STATUS_TIME, "time: %s", wr_status_name (a.status));
  }
  if (quick) {
    z3->leave (s.self);
    session_enter (&s, b);
  }
  a = ask (&s, quick ? wr_query_set (0, NULL, WR_SHARED) : wr_query_goal (0));
  OK (tap, a.status == WR_STATUS_UNSAT, "it is proved, in %llu steps",
      (unsigned long long)a.resources);
  session_close (&s);
  return a.resources;
}

static void test_clock (struct tap *tap) {
  program *p = program_new ();
  uint32_t b = pigeons (p, 7);
  OK (tap, steps_after (tap, p, b, 0, false) == steps_after (tap, p, b, 0.01, false),
      "a query that the clock ended leaves nothing behind");
  OK (tap, steps_after (tap, p, b, 0, true) == steps_after (tap, p, b, 0.01, true),
      "nor does a quick one, when the procedure is entered again");
  program_free (p);
}

/* -- expressions alone -------------------------------------------------------------------------------- */

/* 0 < x, x < y and y < 2 cannot be true together; the first two can. */
static void test_exprs (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_label facts[3];
  uint32_t b = branching_body (p, "P", facts);
  wr_sort domain[1] = {ints (p)};
  wr_sort_map (c, domain, 1, ints (p));
  wr_expr x = wr_mk_var (c, local (p, b, "ex", ints (p))),
          y = wr_mk_var (c, local (p, b, "ey", ints (p)));
  wr_expr exprs[4] = {wr_mk_bool (c, true), wr_mk2 (c, WR_OP_LT, num (p, 0), x),
                      wr_mk2 (c, WR_OP_LT, x, y), wr_mk2 (c, WR_OP_LT, y, num (p, 2))};
  for (int i = 0; i < 4; i++) { /* maps as functions first; labelled axioms */
    struct session s;
    session_open (&s, p, &(struct wr_solver_options){.functions = i & 1, .labelled_axioms = i & 2});
    struct wr_query query = wr_query_exprs (exprs, 4);
    OK (tap, ask (&s, query).status == WR_STATUS_UNSAT, "no procedure is entered: unsat");
    session_enter (&s, b);
    OK (tap, ask (&s, wr_query_goal (0)).status == WR_STATUS_UNSAT, "a goal");
    query.want_core = true;
    struct wr_answer a = ask (&s, query);
    OK (tap,
        a.status == WR_STATUS_UNSAT && a.has_core && a.core_count == 3 && a.core[0] == 1 &&
            a.core[2] == 3,
        "a procedure is entered: unsat, with a core of %u", a.core_count);
    query = wr_query_exprs (exprs, 3);
    query.exprs.want_model = true;
    a = ask (&s, query);
    OK (tap, a.status == WR_STATUS_SAT, "three of them: %s", wr_status_name (a.status));
    OK (tap, (i & 2) || (a.has_model && a.value_count >= 2), "%u values", a.value_count);
    OK (tap, ask (&s, wr_query_exprs (NULL, 0)).status == WR_STATUS_SAT, "no expression: sat");
    OK (tap, ask (&s, wr_query_goal (2)).status == WR_STATUS_UNSAT, "another goal");
    OK (tap, ask (&s, wr_query_goal (1)).status != WR_STATUS_UNSAT, "and one that fails");
    session_close (&s);
  }
  program_free (p);
}

/* Axioms hold with the expressions, and a limit leaves nothing behind. */
static void test_exprs_axioms (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_expr n = konst (p, "n", ints (p));
  axiom (p, wr_mk2 (c, WR_OP_LT, num (p, 0), n));
  wr_expr negative = wr_mk2 (c, WR_OP_LT, n, num (p, 0));
  wr_expr positive = wr_mk2 (c, WR_OP_LT, num (p, 5), n);
  for (int labelled = 0; labelled < 2; labelled++) {
    struct session s;
    session_open (&s, p, &(struct wr_solver_options){.labelled_axioms = labelled});
    OK (tap, ask (&s, wr_query_exprs (&negative, 1)).status == WR_STATUS_UNSAT, "axioms hold");
    struct wr_query query = wr_query_exprs (&negative, 1);
    query.want_core = true;
    struct wr_answer a = ask (&s, query);
    OK (tap, a.core_count == 1 && a.core[0] == 0, "a core names expressions only");
    query = wr_query_exprs (&positive, 1);
    query.rlimit = 1;
    a = ask (&s, query);
    OK (tap, a.status != WR_STATUS_UNSAT, "a limit: %s", wr_status_name (a.status));
    query.rlimit = 0;
    OK (tap, ask (&s, query).status == WR_STATUS_SAT, "and after it the same without one");
    OK (tap, ask (&s, wr_query_exprs (&negative, 1)).status == WR_STATUS_UNSAT,
        "axioms still hold");
    session_close (&s);
  }
  program_free (p);
}

/* What an answer about a set can be trusted with. */
static void test_trust (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_expr n = konst (p, "n", ints (p)), positive = wr_mk2 (c, WR_OP_LT, num (p, 0), n);
  axiom (p, positive);
  axiom (p, wr_mk2 (c, WR_OP_LT, n, num (p, 9)));
  uint32_t b = body (p, "Trust", 1);
  assert_ (p, positive);
  block (p, b, 0, "entry", NULL, 0);
  struct session s;
  session_open (&s, p, &(struct wr_solver_options){.labelled_axioms = true});
  session_enter (&s, b);
  wr_bitset on = {0}, more = {0};
  wr_bitset_set (&on, c->axioms.data[0].label.ix, true);
  wr_bitset_set (&on, s.vc->passive->goals[0].label.ix, true);
  wr_bitset_copy (&more, &on);
  wr_bitset_set (&more, c->axioms.data[1].label.ix, true);
  struct wr_answer a = ask (&s, wr_query_set (0, &on, WR_SHARED));
  OK (tap, a.status == WR_STATUS_UNSAT && a.trust == WR_SHARED, "shared");
  z3->slice (s.self, 0, &more);
  a = ask (&s, wr_query_set (0, &on, WR_CLEAN));
  OK (tap, a.status == WR_STATUS_UNSAT && a.trust == WR_SHARED, "a slice that knows more: shared");
  z3->slice (s.self, 0, &on);
  a = ask (&s, wr_query_set (0, &on, WR_CLEAN));
  OK (tap, a.trust == WR_SHARED, "an axiom of an earlier slice: shared");
  z3->slice (s.self, 0, NULL);
  z3->slice (s.self, 0, &on);
  a = ask (&s, wr_query_set (0, &on, WR_CLEAN));
  OK (tap, a.status == WR_STATUS_UNSAT && a.trust == WR_CLEAN, "clean");
  a = ask (&s, wr_query_set (0, &on, WR_FRESH));
  OK (tap, a.status == WR_STATUS_UNSAT && a.trust == WR_FRESH, "fresh");
  OK (tap, WR_SHARED < WR_CLEAN && WR_CLEAN < WR_FRESH, "in this order");
  wr_bitset_free (&on);
  wr_bitset_free (&more);
  session_close (&s);
  program_free (p);
}

int main (void) {
  struct tap tap = {0};
  test_branching (&tap);
  test_plain_core (&tap);
  test_part_core (&tap);
  test_plain_alike (&tap);
  test_plain_labels (&tap);
  test_late_formula (&tap);
  test_arithmetic (&tap);
  test_bitvectors (&tap);
  test_maps (&tap);
  test_map_functions (&tap);
  test_left_out (&tap);
  test_slices (&tap);
  test_exprs (&tap);
  test_exprs_axioms (&tap);
  test_trust (&tap);
  test_quantifiers (&tap);
  test_chain (&tap);
  test_options (&tap);
  test_functions (&tap);
  test_datatypes (&tap);
  test_theories (&tap);
  test_values (&tap);
  test_limits (&tap);
  test_uncounted (&tap);
  test_clock (&tap);
  return tap_done (&tap);
}
