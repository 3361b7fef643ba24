/* tests/viper/model/mutants.c [--seed N] [--share PERCENT] [--runs N] FILE... -- programs that verify, with one mistake in each: a permission
   taken out of what is assumed, an amount doubled in what is given away, a clause negated that is checked.  A mutant that still verifies is a
   survivor; the reasons that make one equivalent are looked for, and the interpreter runs it.  Prints a line per survivor and sums. */
#include "front/viper/print.h"
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOW = 3 }; /* seconds: programs that take longer are passed over */

enum mutation { REMOVED, DOUBLED, NEGATED, FALSE_CLAUSE, HUGE_AMOUNT };
static const char *const names[] = {"permission removed", "amount doubled", "clause negated"};

struct point {
  vpr_expr *expr;
  const vpr_decl *member;
  enum mutation kind;
};

struct points {
  WR_VEC (struct point) list;
  const vpr_decl *member;
};

struct sums {
  uint32_t programs, slow, mutants, failed, survived, wrong, broken;
};

/* -- where a program can be changed ------------------------------------------------------------------- */

static void add (struct points *p, vpr_expr *e, enum mutation kind) {
  WR_VEC_PUSH (&p->list, ((struct point){e, p->member, kind}));
}

static void find_accs (struct points *p, vpr_expr *e, enum mutation kind) {
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND) return;
  if (e->kind == VPR_EXPR_UNFOLDING || e->kind == VPR_EXPR_APPLYING) return;
  if (e->kind == VPR_EXPR_ACC) {
    bool wild = e->args.len > 1 && e->args.data[1]->kind == VPR_EXPR_WILDCARD;
    if (kind == REMOVED || !wild) add (p, e, kind);
    return;
  }
  for (uint32_t i = 0; i < e->args.len; i++) find_accs (p, e->args.data[i], kind);
}

static void find_pure (struct points *p, vpr_expr *e) {
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND) {
    find_pure (p, e->args.data[0]);
    find_pure (p, e->args.data[1]);
  } else if (model_is_pure (e)) {
    add (p, e, NEGATED);
  }
}

static void find_in_clauses (struct points *p, const vpr_exprs *list, bool checked) {
  for (uint32_t i = 0; i < list->len; i++) {
    find_accs (p, list->data[i], checked ? DOUBLED : REMOVED);
    if (checked) find_pure (p, list->data[i]);
  }
}

static void find_in_stmts (struct points *p, const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    vpr_stmt *s = list->data[i];
    if (s->kind == VPR_STMT_PACKAGE) continue;
    if (s->kind == VPR_STMT_INHALE) find_accs (p, s->value, REMOVED);
    if (s->kind == VPR_STMT_EXHALE || s->kind == VPR_STMT_ASSERT) {
      find_accs (p, s->value, DOUBLED);
      find_pure (p, s->value);
    }
    find_in_clauses (p, &s->invariants, false);
    find_in_stmts (p, &s->body);
    find_in_stmts (p, &s->orelse);
  }
}

static void find_points (struct points *p, const vpr_program *program) {
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *d = program->decls.data[i];
    bool code = d->kind == VPR_DECL_METHOD ? d->has_body : d->kind == VPR_DECL_FUNCTION && d->value;
    if (!code || d->builtin || d->span.file != 1) continue;
    p->member = d;
    find_in_clauses (p, &d->requires_, false);
    find_in_clauses (p, &d->ensures, true);
    find_in_stmts (p, &d->body);
  }
}

/* -- changes -------------------------------------------------------------------------------------------- */

static vpr_expr *simple (wr_arena *arena, enum vpr_expr_kind kind, const char *text) {
  vpr_expr *e = WR_NEW (arena, vpr_expr, 1);
  e->kind = kind;
  e->text = wr_str_of (text);
  return e;
}

static void change (wr_arena *arena, vpr_expr *e, enum mutation kind) {
  vpr_expr *copy = wr_arena_copy (arena, e, 1, sizeof *e);
  vpr_expr **args = WR_NEW (arena, vpr_expr *, 2);
  switch (kind) {
  case REMOVED: *e = *simple (arena, VPR_EXPR_TRUE, ""); return;
  case FALSE_CLAUSE: *e = *simple (arena, VPR_EXPR_FALSE, ""); return;
  case NEGATED:
    *e = *simple (arena, VPR_EXPR_UNARY, "");
    e->op = VPR_OP_NOT;
    args[0] = copy;
    e->args.data = args, e->args.len = 1;
    return;
  case DOUBLED:
  case HUGE_AMOUNT: {
    vpr_expr *product = simple (arena, VPR_EXPR_BINARY, "");
    product->op = VPR_OP_MUL;
    product->args.data = args, product->args.len = 2;
    args[0] = simple (arena, VPR_EXPR_INT, kind == DOUBLED ? "2" : "1000");
    args[1] =
        e->args.len > 1 && kind == DOUBLED ? e->args.data[1] : simple (arena, VPR_EXPR_WRITE, "");
    vpr_expr **own = WR_NEW (arena, vpr_expr *, 2);
    own[0] = e->args.data[0], own[1] = product;
    e->args.data = own, e->args.len = 2;
    e->implicit = false;
  }
  }
}

/* The text of the program with the change. */
static void mutant (wr_buf *out, const struct judgement *j, const struct point *p,
                    enum mutation kind) {
  vpr_expr saved = *p->expr;
  change (j->arena, p->expr, kind);
  vpr_print_program (out, j->program);
  *p->expr = saved;
}

/* -- verdicts ------------------------------------------------------------------------------------------- */

enum outcome { BROKEN, FAILS, VERIFIES, WRONGLY_VERIFIES };

static enum outcome outcome_of (wr_str text, uint32_t times, bool *supported) {
  struct judgement j;
  struct rng rng = {.state = 7};
  enum outcome outcome = BROKEN;
  judge_begin (&j, "mutant.vpr", text);
  if (j.program) judge_verify (&j, NULL);
  if (j.result) outcome = j.failed ? FAILS : VERIFIES;
  if (outcome == VERIFIES && times) {
    judge_run (&j, &rng, times);
    *supported = !j.unsupported;
    if (judge_missing (&j)) outcome = WRONGLY_VERIFIES;
  }
  judge_end (&j);
  return outcome;
}

static bool still_verifies (const struct judgement *j, const struct point *p, enum mutation kind) {
  wr_buf text = {0};
  mutant (&text, j, p, kind);
  bool verifies = outcome_of (wr_buf_str (&text), 0, NULL) == VERIFIES;
  wr_buf_free (&text);
  return verifies;
}

/* Why the mutant may verify. */
static const char *reason (const struct judgement *j, const struct point *p) {
  if (p->kind == NEGATED)
    return still_verifies (j, p, FALSE_CLAUSE)
               ? "`false` is proved there: the place is not reached, or the clause is assumed too"
               : "NOT EXPLAINED";
  if (p->kind == DOUBLED)
    return still_verifies (j, p, HUGE_AMOUNT)
               ? "any amount is given away: the place is not reached, or the clause is assumed too"
               : "twice the amount is held";
  return "nothing needs the permission";
}

static void try_point (struct sums *s, const struct judgement *j, const struct point *p,
                       const char *path, uint32_t times) {
  wr_buf text = {0};
  bool supported = false;
  mutant (&text, j, p, p->kind);
  enum outcome outcome = outcome_of (wr_buf_str (&text), times, &supported);
  s->mutants++;
  s->failed += outcome == FAILS;
  s->broken += outcome == BROKEN;
  s->wrong += outcome == WRONGLY_VERIFIES;
  if (outcome >= VERIFIES) {
    wr_position at = wr_position_of (j->sources, p->expr->span.file, p->expr->span.begin);
    s->survived++;
    printf ("%s:%u: %s: %s; %s\n", path, at.line, names[p->kind],
            outcome == WRONGLY_VERIFIES ? "WRONG, a run violates a check" : reason (j, p),
            supported ? "run" : "not run in all members");
    fflush (stdout);
  }
  wr_buf_free (&text);
}

static void try_file (struct sums *s, const char *path, struct rng *rng, uint32_t share,
                      uint32_t times) {
  wr_buf text = {0}, printed = {0};
  struct judgement j;
  struct points points = {0};
  if (!judge_read (&text, path)) return;
  judge_begin (&j, path, wr_buf_str (&text));
  if (j.program) vpr_print_program (&printed, j.program);
  time_t start = time (NULL);
  bool verifies = j.program && outcome_of (wr_buf_str (&printed), 0, NULL) == VERIFIES;
  bool slow = time (NULL) - start > SLOW;
  s->slow += verifies && slow;
  if (verifies && !slow) {
    s->programs++;
    find_points (&points, j.program);
    for (uint32_t i = 0; i < points.list.len; i++)
      if (rng_chance (rng, share)) try_point (s, &j, &points.list.data[i], path, times);
  }
  WR_VEC_FREE (&points.list);
  judge_end (&j);
  wr_buf_free (&text);
  wr_buf_free (&printed);
}

int main (int argc, char **argv) {
  struct sums s = {0};
  struct rng rng = {.state = 1};
  uint32_t share = 100, times = 300;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--seed") && i + 1 < argc)
      rng.state = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--share") && i + 1 < argc)
      share = (uint32_t)strtoul (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--runs") && i + 1 < argc)
      times = (uint32_t)strtoul (argv[++i], NULL, 10);
    else
      try_file (&s, argv[i], &rng, share, times);
  }
  printf ("%u programs (%u slow ones passed over), %u mutants: %u fail, %u survive (%u of them "
          "wrongly), "
          "%u are refused\n",
          s.programs, s.slow, s.mutants, s.failed, s.survived, s.wrong, s.broken);
  return s.wrong != 0;
}
