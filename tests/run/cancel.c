/* A cancelled run ends soon, whatever it is doing.  Programs that are large in one procedure or in one function are read, typed, lowered
   and turned into formulas, and the token is asked in the middle of it.  Time is not measured: memory that is taken is counted instead,
   and the token is asked by the function that takes it, so every run is the same. */
#include "run/prove.h"
#include "tap.h"

#include <stdlib.h>

/* What may be done after the token was asked: one over PART of the whole.  Debug builds check what each stage made, to the end. */
#ifdef NDEBUG
enum { MOMENTS = 16, PART = 5 };
#else
enum { MOMENTS = 16, PART = 3 };
#endif

/* -- counted memory ---------------------------------------------------------------------------------- */

static struct {
  wr_cancel *cancel;
  uint64_t taken, moment; /* bytes; the token is asked when `moment` are taken */
} count;

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void *__real_realloc (void *data, size_t size);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_realloc (void *data, size_t size);

/* A large block is room for what comes later: it is no work of its own. */
static void take (size_t size) {
  count.taken += size < 4096 ? size : 4096;
  if (count.cancel && count.taken >= count.moment) wr_cancel_ask (count.cancel);
}

void *__wrap_malloc (size_t size) {
  take (size);
  return __real_malloc (size);
}

void *__wrap_calloc (size_t n, size_t size) {
  take (n * size);
  return __real_calloc (n, size);
}

void *__wrap_realloc (void *data, size_t size) {
  take (size);
  return __real_realloc (data, size);
}

/* -- programs ------------------------------------------------------------------------------------------ */

/* Every label jumps to every label. */
static void write_jumps (wr_buf *out) {
  enum { LABELS = 60 };
  wr_buf_print (out, "procedure P() {\n  var x: int;\n");
  for (int i = 0; i < LABELS; i++) {
    if (i > 0) wr_buf_print (out, "  L%d: x := %d;\n", i, i);
    wr_buf_print (out, "    goto L1");
    for (int j = 2; j < LABELS; j++) wr_buf_print (out, ", L%d", j);
    wr_buf_print (out, ";\n");
  }
  wr_buf_print (out, "}\n");
}

static void write_statements (wr_buf *out) {
  wr_buf_print (out, "procedure P(b: [int]bool) {\n  var x, y: int;\n");
  for (int i = 0; i < 4000; i++) wr_buf_print (out, "  x := y + %d; y := x - %d;\n", i, i);
  wr_buf_print (out, "}\n");
}

/* Many branches, and many variables that change in them. */
static void write_branches (wr_buf *out) {
  enum { BRANCHES = 600 };
  wr_buf_print (out, "procedure P(b: [int]bool) {\n");
  for (int i = 0; i < BRANCHES; i++) wr_buf_print (out, "  var x%d: int;\n", i);
  for (int i = 0; i < BRANCHES; i++)
    wr_buf_print (out, "  if (b[%d]) { x%d := x%d + 1; }\n", i, i, BRANCHES - 1 - i);
  wr_buf_print (out, "}\n");
}

/* Each procedure inlines two copies of the one before it. */
static void write_inlined (wr_buf *out) {
  enum { DEPTH = 10 };
  wr_buf_print (out, "var g: int;\nprocedure {:inline 1} P0() modifies g; { g := g + 1; }\n");
  for (int i = 1; i <= DEPTH; i++)
    wr_buf_print (out, "procedure %sP%d() modifies g; { call P%d(); call P%d(); }\n",
                  i < DEPTH ? "{:inline 1} " : "", i, i - 1, i - 1);
}

/* The same with functions: one assumption becomes a large expression, because nothing is shared in it. */
static void write_expanded (wr_buf *out) {
  enum { DEPTH = 12 };
  wr_buf_print (out, "function {:inline} f0(x: int): int { x + 1 }\n");
  for (int i = 1; i <= DEPTH; i++)
    wr_buf_print (out, "function {:inline} f%d(x: int): int { f%d(2 * x) + f%d(2 * x + 1) }\n", i,
                  i - 1, i - 1);
  wr_buf_print (out, "procedure P(x: int) { assume f%d(x) > 0; }\n", DEPTH);
}

/* -- runs ---------------------------------------------------------------------------------------------- */

/* How much was taken after the token was asked at `moment`, or in all. */
static uint64_t run (struct tap *t, const wr_buf *text, uint64_t moment) {
  wr_cancel cancel = {0};
  struct wr_run_options options = {.workers = 1};
  wr_run run = wr_run_new (&options, &cancel, &(struct wr_sink){0});
  count.taken = 0;
  count.moment = moment;
  count.cancel = moment > 0 ? &cancel : NULL;
  wr_run_add_text (&run, WR_LIT ("p.bpl"), wr_buf_str (text));
  bool loaded = wr_run_load (&run, WR_LOADED_TYPED), proved = loaded && wr_run_prove (&run);
  uint64_t taken = count.taken;
  count.cancel = NULL;
  if (!moment) {
    OK (t, proved && !run.proved.result->cancelled, "a whole run");
    const wr_result *result = run.proved.result;
    OK (t, result->bodies[result->body_count - 1].passive, "its formulas are made");
  } else if (proved && !run.proved.result->cancelled) {
    OK (t, false, "the run at %u says that it was cancelled", (unsigned)moment);
  }
  if (wr_diags_errors (run.diags)) OK (t, false, "no error is reported");
  wr_run_free (&run);
  return taken - moment;
}

static void test (struct tap *t, const char *name, void (*write) (wr_buf *out)) {
  wr_buf text = {0};
  write (&text);
  uint64_t whole = run (t, &text, 0), most = 0, at = 0;
  for (uint32_t i = 1; i < MOMENTS; i++) {
    uint64_t moment = whole * i / MOMENTS, after = run (t, &text, moment);
    if (after <= most) continue;
    most = after;
    at = i;
  }
  if (!OK (t, most < whole / PART, "%s: little is done after the token was asked", name))
    printf ("# %llu of %llu bytes after moment %u of %d\n", (unsigned long long)most,
            (unsigned long long)whole, (unsigned)at, (int)MOMENTS);
  wr_buf_free (&text);
}

int main (void) {
  struct tap t = {0};
  test (&t, "jumps", write_jumps);
  test (&t, "statements", write_statements);
  test (&t, "branches", write_branches);
  test (&t, "inlined procedures", write_inlined);
  test (&t, "expanded functions", write_expanded);
  return tap_done (&t);
}
