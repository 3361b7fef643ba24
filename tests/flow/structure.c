/* What passive graphs look like, what their checker refuses, and how large inputs behave. */
#include "little.h"

#include "core/text.h"
#include "tap.h"

#include <time.h>

static wr_passive *first_passive (struct little *l) {
  return wr_flow_run (l->core, 0, NULL, l->arena);
}

static void same_text (struct tap *t, const char *name, const char *program, const char *want) {
  struct little l = little_read (program);
  wr_buf got = {0};
  wr_passive_print (&got, l.core, first_passive (&l));
  SAME (t, wr_buf_str (&got), want, name);
  wr_buf again = {0};
  wr_passive_print (&again, l.core, first_passive (&l));
  OK (t, wr_str_equal (wr_buf_str (&got), wr_buf_str (&again)), "%s: the same again", name);
  wr_buf_free (&got);
  wr_buf_free (&again);
  little_free (&l);
}

static void test_texts (struct tap *t) {
  same_text (t, "places",
             "(procedure P (in i int))\n"
             "(body P (local m (map int int)) (block A (set (at m i) 5) (frame (at m 1) 2)))",
             "passive P\n"
             "0 entry:\n"
             "  choose i@0 m@0\n"
             "  capture 0\n"
             "  goto 1\n"
             "1 A: returns\n"
             "  fact [L1 assign 2:47] (eq m.at@1 5)\n"
             "  fact [frame] (eq m@2 (store m@0 i@0 m.at@1))\n"
             "  fact [frame] (eq m@3 (store m@2 1 2))\n"
             "  capture 1\n"
             "  goto 2\n"
             "2 exit:\n"
             "  end\n");
  same_text (t, "a join",
             "(procedure P (in c bool))\n"
             "(body P (local x int)\n"
             "(block A (set x 1) (goto B C))\n"
             "(block B (assume c) (set x 2) (goto C))\n"
             "(block C (assert (lt 0 x))))",
             "passive P\n"
             "0 entry:\n"
             "  choose c@0 x@0\n"
             "  capture 0\n"
             "  goto 1\n"
             "1 A:\n"
             "  fact [L1 assign 3:15] (eq x@1 1)\n"
             "  goto 3 2\n"
             "2 edge2:\n"
             "  fact [frame] (eq x@2 x@1)\n"
             "  goto 4\n"
             "3 B:\n"
             "  fact [L2 assume 4:10] c@0\n"
             "  fact [L3 assign 4:26] (eq x@3 2)\n"
             "  fact [frame] (eq x@2 x@3)\n"
             "  goto 4\n"
             "4 C: returns\n"
             "  goal 0 [L4 assert 5:10] (lt 0 x@2)\n"
             "    then [L5 assert-assumed 5:10]\n"
             "  capture 1\n"
             "  goto 5\n"
             "5 exit:\n"
             "  end\n");
}

static enum wr_role role_of (const struct little *l, wr_label label) {
  return wr_label_info (&l->core->labels, label)->role;
}

/* The roles of facts and goals in order, by name. */
static void roles (const struct little *l, const wr_passive *p, wr_buf *out) {
  for (uint32_t b = 0; b < p->block_count; b++) {
    for (uint32_t i = 0; i < p->blocks[b].item_count; i++) {
      const struct wr_pitem *item = &p->blocks[b].items[i];
      if (item->kind != WR_PITEM_FACT && item->kind != WR_PITEM_GOAL) continue;
      const char *name = item->label.ix ? wr_role_name (role_of (l, item->label)) : "frame";
      wr_buf_print (out, "%s\n", name);
      if (item->kind != WR_PITEM_GOAL) continue;
      wr_label later = p->goals[item->goal].assumed;
      wr_buf_print (out, "  %s\n", later.ix ? wr_role_name (role_of (l, later)) : "-");
    }
  }
}

static void test_roles (struct tap *t) {
  struct little l =
      little_read ("(global g int (where (lt 0 g)))\n"
                   "(procedure Q (in a int) (out r int (where (lt 0 r))) (modifies g) (requires "
                   "(lt 0 a)) (ensures (eq r a)))\n"
                   "(procedure P (in n int (where (lt 1 n))) (modifies g) (requires (lt 0 n)) "
                   "(ensures (lt 0 g)))\n"
                   "(body P (local i int (where (lt 2 i)))\n"
                   "(block A (check (lt 0 n)) (goto H))\n"
                   "(block H (loop (invariant (lt 0 i)) (free (lt 1 i))) (goto B E))\n"
                   "(block B (havoc i) (call (i) Q (add n 1)) (goto H))\n"
                   "(block E (forget true)))");
  wr_passive *p = first_passive (&l);
  wr_buf got = {0};
  roles (&l, p, &got);
  SAME (t, wr_buf_str (&got),
        "where\nwhere\nwhere\nrequires\n"                              /* entry */
        "well-formed\n  well-formed-assumed\n"                         /* A */
        "invariant-established\n  assert-assumed\n"                    /* into H */
        "where\nwhere\ninvariant-assumed\ninvariant-assumed\n"         /* H */
        "where\nframe\nrequires-at-call\n  requires-at-call-assumed\n" /* B */
        "where\nwhere\nensures-of-call\n"                              /* after the call */
        "invariant-maintained\n  assert-assumed\n"                     /* back to H */
        "assert\n  -\n"                                                /* E */
        "ensures\n  assert-assumed\n",
        "roles");
  const struct wr_goal *call = &p->goals[2];
  OK (t, call->role == WR_ROLE_REQUIRES_AT_CALL && call->at.begin != call->clause.begin,
      "place and clause");
  OK (t, wr_label_info (&l.core->labels, call->assumed)->site.ix, "a call's label has a site");
  wr_buf_free (&got);
  little_free (&l);
}

static void test_shared_labels (struct tap *t) {
  struct little l = little_read ("(procedure P) (body P (local i int) (block A (goto H))\n"
                                 "(block H (loop (invariant (lt 0 i))) (goto B C E)) (block B "
                                 "(goto H)) (block C (goto H)) (block E))");
  wr_passive *p = first_passive (&l);
  OK (t, p->goal_count == 3, "established once, maintained twice");
  OK (t, p->goals[1].label.ix == p->goals[2].label.ix, "one label for both back edges");
  OK (t, !p->goals[0].implied && !p->goals[1].implied && p->goals[2].implied,
      "the second is implied");
  little_free (&l);
}

static void test_states (struct tap *t) {
  struct little l = little_read (
      "(procedure P (in a int)) (body P (local x int) (local y int)\n"
      "(block A (set x 1) (goto B C)) (block B (set x 2) (goto D)) (block C (set x 3) (goto D))\n"
      "(block D (capture here) (set x a) (assert (lt x y))))");
  wr_passive *p = first_passive (&l);
  const struct wr_pstate *here = NULL;
  for (uint32_t i = 0; i < p->state_count; i++) {
    if (p->states[i].name.ix) here = &p->states[i];
  }
  OK (t, here && here->count == 2, "a variable without a known value is left out of a state");
  OK (t, p->states[0].name.ix == 0 && p->states[0].count == 3, "the state on entry");
  little_free (&l);
}

/* -- the checker ------------------------------------------------------------------------------- */

static const char *const sound =
    "(global g int) (procedure P (modifies g) (requires (lt 0 g)))\n"
    "(body P (block A (set g (add g 1)) (assert (lt 0 g)) (goto B)) (block B))";

typedef void spoiler (struct little *l, wr_passive *p);

static void spoil_order (struct little *l, wr_passive *p) {
  (void)l;
  p->blocks[1].succs[0] = 1;
}
static void spoil_fact_label (struct little *l, wr_passive *p) {
  (void)l;
  p->blocks[1].items[0].label = p->goals[0].label;
}
static void spoil_goal_label (struct little *l, wr_passive *p) {
  (void)l;
  p->goals[0].label = p->blocks[1].items[1].label = p->goals[0].assumed;
}
static void spoil_assumed (struct little *l, wr_passive *p) {
  (void)l;
  p->goals[0].assumed = p->goals[0].label;
}
static void spoil_variable (struct little *l, wr_passive *p) {
  wr_expr raw = wr_mk_var (l->core, l->core->globals.data[0]);
  p->goals[0].cond = p->blocks[1].items[1].expr =
      wr_mk2 (l->core, WR_OP_LT, wr_mk_int (l->core, 0), raw);
}
static void spoil_old (struct little *l, wr_passive *p) {
  p->goals[0].cond = p->blocks[1].items[1].expr = wr_mk1 (l->core, WR_OP_OLD, p->goals[0].cond);
}
static void spoil_sort (struct little *l, wr_passive *p) {
  p->blocks[0].items[1].expr = wr_mk_int (l->core, 1);
}
static void spoil_fresh (struct little *l, wr_passive *p) {
  wr_expr eq = p->blocks[1].items[0].expr, name = wr_expr_child (l->core, eq, 0);
  p->blocks[1].items[0].expr =
      wr_mk2 (l->core, WR_OP_EQ, name, wr_mk2 (l->core, WR_OP_ADD, name, wr_mk_int (l->core, 1)));
}
static void spoil_effect (struct little *l, wr_passive *p) {
  wr_expr eq = p->blocks[1].items[0].expr;
  p->blocks[1].items[0].expr =
      wr_mk2 (l->core, WR_OP_LE, wr_expr_child (l->core, eq, 0), wr_expr_child (l->core, eq, 1));
}
static void spoil_first_use (struct little *l, wr_passive *p) {
  (void)l;
  struct wr_pitem *items = p->blocks[1].items, swap = items[0];
  items[0] = items[1];
  items[1] = swap;
  p->goals[0].item = 0;
}
static void spoil_choose (struct little *l, wr_passive *p) {
  (void)l;
  p->blocks[2].items[0] = p->blocks[0].items[0];
}
static void spoil_goal_place (struct little *l, wr_passive *p) {
  (void)l;
  p->goals[0].block = 0;
}

static void test_checker (struct tap *t) {
  static const struct {
    const char *name;
    spoiler *spoil;
  } cases[] = {{"unsorted blocks", spoil_order},
               {"a fact under a goal's label", spoil_fact_label},
               {"a goal under a fact's label", spoil_goal_label},
               {"a later use under a goal's label", spoil_assumed},
               {"a variable of the body", spoil_variable},
               {"old", spoil_old},
               {"a fact that is no truth value", spoil_sort},
               {"an assignment to itself", spoil_fresh},
               {"an effect that is no equation", spoil_effect},
               {"use before introduction", spoil_first_use},
               {"chosen twice", spoil_choose},
               {"a goal that stands elsewhere", spoil_goal_place}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct little l = little_read (sound);
    wr_passive *p = first_passive (&l);
    bool good = !wr_passive_fault (l.core, p);
    cases[i].spoil (&l, p);
    OK (t, good && wr_passive_fault (l.core, p), "refused: %s", cases[i].name);
    little_free (&l);
  }
}

/* -- size -------------------------------------------------------------------------------------- */

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Everything goes to everything: no number of copies is enough. */
static void test_tangle (struct tap *t) {
  enum { N = 14 };
  wr_buf text = {0};
  wr_buf_print (&text, "(procedure P) (body P (local x int) (block S (set x 1) (goto");
  for (unsigned i = 0; i < N; i++) wr_buf_print (&text, " B%u", i);
  wr_buf_print (&text, "))");
  for (unsigned i = 0; i < N; i++) {
    wr_buf_print (&text, "(block B%u (set x (add x %u)) (goto", i, i);
    for (unsigned j = 0; j < N; j++) wr_buf_print (&text, " B%u", j);
    wr_buf_print (&text, " E))");
  }
  wr_buf_print (&text, "(block E (assert (lt 0 x))))");
  struct little l = little_read (wr_buf_text (&text));
  wr_passive *p = first_passive (&l);
  OK (t, !wr_passive_fault (l.core, p), "a complete tangle (%u blocks)", p->block_count);
  OK (t, p->goal_count == 1 && p->block_count < 10000, "no flood of copies");
  wr_buf_free (&text);
  little_free (&l);
}

static void test_long (struct tap *t) {
  enum { N = 1000 };
  wr_buf text = {0};
  wr_buf_print (&text, "(procedure P (in c bool)) (body P (local x int) (local y int)");
  for (unsigned i = 0; i < N; i++) {
    wr_buf_print (&text,
                  "(block A%u (goto B%u C%u)) (block B%u (assume c) (set x (add x 1)) (goto D%u))"
                  "(block C%u (assume (not c)) (set y x) (goto D%u)) (block D%u (assert (le x y)) "
                  "(goto A%u))",
                  i, i, i, i, i, i, i, i, i + 1);
  }
  wr_buf_print (&text, "(block A%u))", N);
  double begin = seconds ();
  struct little l = little_read (wr_buf_text (&text));
  double read = seconds ();
  wr_passive *p = first_passive (&l);
  double end = seconds ();
  printf ("# read %.2f s, flow %.2f s\n", read - begin, end - read);
  OK (t, p->goal_count == N, "%u branches in a row", N);
  OK (t, end - read < 20, "in time");
  wr_buf_free (&text);
  little_free (&l);
}

/* A program is a value: flow adds to an extension, and the program that it extends has the same tables and text as before. */
static void test_value (struct tap *t) {
  struct little l = little_read (
      "(global g int (where (le 0 g)))\n"
      "(procedure Q (in x int) (out y int) (modifies g) (requires (lt 0 x)) (ensures (lt x y)))\n"
      "(procedure P (in i int) (ensures (lt 0 g)))\n"
      "(body P (local z int) (block A (call (z) Q i) (goto B)) (block B (assert (lt 0 z)) (goto B "
      "C))"
      " (block C (assert (lt i z))))");
  wr_core *extension = wr_core_extend (l.core, l.arena);
  uint32_t labels = l.core->labels.infos.len, sites = l.core->labels.sites.len;
  uint32_t vars = l.core->vars.len, exprs = l.core->exprs.len, pool = l.core->pool.len;
  wr_buf before = {0}, after = {0}, first = {0}, again = {0};
  wr_core_print (&before, l.core);
  wr_passive_print (&first, extension, wr_flow_run (extension, 0, NULL, l.arena));
  wr_core_print (&after, l.core);
  OK (t, wr_str_equal (wr_buf_str (&before), wr_buf_str (&after)),
      "flow leaves the program's text");
  OK (t,
      labels == l.core->labels.infos.len && sites == l.core->labels.sites.len &&
          vars == l.core->vars.len && exprs == l.core->exprs.len && pool == l.core->pool.len,
      "and its tables");
  OK (t,
      extension->labels.infos.len > labels && extension->labels.sites.len > sites &&
          extension->vars.len > vars && extension->exprs.len > exprs,
      "the extension gets labels, sites, incarnations and expressions");
  wr_core *other = wr_core_extend (l.core, l.arena);
  wr_passive_print (&again, other, wr_flow_run (other, 0, NULL, l.arena));
  SAME (t, wr_buf_str (&again), wr_buf_text (&first), "another extension is like the first");
  wr_buf_free (&before);
  wr_buf_free (&after);
  wr_buf_free (&first);
  wr_buf_free (&again);
  little_free (&l);
}

int main (void) {
  struct tap tap = {0};
  test_texts (&tap);
  test_value (&tap);
  test_roles (&tap);
  test_shared_labels (&tap);
  test_states (&tap);
  test_checker (&tap);
  test_tangle (&tap);
  test_long (&tap);
  return tap_done (&tap);
}
