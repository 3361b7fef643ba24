/* front/viper/lower_height.c -- which functions call each other, and how high each is above its callers.  The strongly connected
   components of the graph of calls are found in one pass over its edges (Tarjan's algorithm, without recursion). */
#include "front/viper/lowering.h"

struct calls {
  vpr_lowering *lo;
  WR_VEC (uint32_t) edges; /* callees of function 0, of function 1, ... */
  uint32_t *first;         /* where those of a function begin; one more at the end */
};

struct search {
  const struct calls *calls;
  uint32_t *seen, *low,
      *next;  /* order of the first visit, from 1; the least reachable one; the next edge */
  bool *open; /* its component is not complete */
  wr_u32s path, waiting; /* functions that are being visited; functions without a component */
  wr_u32s order, ends;   /* functions by component, callees first; where each component ends */
  uint32_t count;
};

static struct vpr_function *function_at (const struct calls *c, uint32_t number) {
  return c->lo->functions.data[number]->lowered;
}

static void find_calls (struct calls *c, const vpr_expr *e) {
  if (!e) return;
  if (e->kind == VPR_EXPR_CALL && e->decl && e->decl->kind == VPR_DECL_FUNCTION)
    WR_VEC_PUSH (&c->edges, ((struct vpr_function *)e->decl->lowered)->number);
  for (uint32_t i = 0; i < e->args.len; i++) find_calls (c, e->args.data[i]);
}

static void find_edges (struct calls *c) {
  uint32_t n = c->lo->functions.len;
  c->first = wr_alloc (n + 1, sizeof *c->first);
  for (uint32_t i = 0; i < n; i++) {
    const vpr_decl *decl = c->lo->functions.data[i];
    c->first[i] = c->edges.len;
    find_calls (c, decl->value);
    for (uint32_t k = 0; k < decl->requires_.len; k++) find_calls (c, decl->requires_.data[k]);
    for (uint32_t k = 0; k < decl->ensures.len; k++) find_calls (c, decl->ensures.data[k]);
  }
  c->first[n] = c->edges.len;
}

static void enter (struct search *s, uint32_t i) {
  s->seen[i] = s->low[i] = ++s->count;
  s->next[i] = s->calls->first[i];
  s->open[i] = true;
  WR_VEC_PUSH (&s->path, i);
  WR_VEC_PUSH (&s->waiting, i);
}

/* All that `i` leads to is known. */
static void leave (struct search *s, uint32_t i) {
  (void)WR_VEC_POP (&s->path);
  if (s->path.len) {
    uint32_t caller = WR_VEC_LAST (&s->path);
    if (s->low[i] < s->low[caller]) s->low[caller] = s->low[i];
  }
  if (s->low[i] != s->seen[i]) return;
  uint32_t member;
  do {
    member = WR_VEC_POP (&s->waiting);
    s->open[member] = false;
    WR_VEC_PUSH (&s->order, member);
  } while (member != i);
  WR_VEC_PUSH (&s->ends, s->order.len);
}

static void visit (struct search *s, uint32_t root) {
  enter (s, root);
  while (s->path.len) {
    uint32_t i = WR_VEC_LAST (&s->path);
    if (s->next[i] == s->calls->first[i + 1]) {
      leave (s, i);
      continue;
    }
    uint32_t callee = s->calls->edges.data[s->next[i]++];
    if (!s->seen[callee])
      enter (s, callee);
    else if (s->open[callee] && s->seen[callee] < s->low[i])
      s->low[i] = s->seen[callee];
  }
}

static void note_component (const struct search *s, uint32_t begin, uint32_t end) {
  uint32_t least = s->order.data[begin];
  for (uint32_t k = begin; k < end; k++)
    if (s->order.data[k] < least) least = s->order.data[k];
  for (uint32_t k = begin; k < end; k++) {
    struct vpr_function *f = function_at (s->calls, s->order.data[k]);
    f->component = least;
    f->recursive = end - begin > 1;
  }
}

/* Callees outside the component are higher than it. */
static void note_heights (const struct search *s, uint32_t begin, uint32_t end) {
  const struct calls *c = s->calls;
  uint32_t height = 0;
  for (uint32_t k = begin; k < end; k++) {
    const struct vpr_function *f = function_at (c, s->order.data[k]);
    if (f->height > height) height = f->height;
  }
  for (uint32_t k = begin; k < end; k++) {
    struct vpr_function *f = function_at (c, s->order.data[k]);
    f->height = height;
    for (uint32_t e = c->first[f->number]; e < c->first[f->number + 1]; e++) {
      struct vpr_function *callee = function_at (c, c->edges.data[e]);
      if (callee->number == f->number) f->recursive = true;
      if (callee->component != f->component && callee->height <= height)
        callee->height = height + 1;
    }
  }
}

void vpr_functions_order (vpr_lowering *lo) {
  uint32_t n = lo->functions.len;
  struct calls calls = {.lo = lo};
  find_edges (&calls);
  struct search s = {.calls = &calls,
                     .seen = wr_alloc (n + 1, sizeof *s.seen),
                     .low = wr_alloc (n + 1, sizeof *s.low),
                     .next = wr_alloc (n + 1, sizeof *s.next),
                     .open = wr_alloc (n + 1, sizeof *s.open)};
  for (uint32_t i = 0; i < n; i++)
    if (!s.seen[i]) visit (&s, i);
  for (uint32_t k = 0; k < s.ends.len; k++)
    note_component (&s, k ? s.ends.data[k - 1] : 0, s.ends.data[k]);
  for (uint32_t k = s.ends.len; k-- > 0;)
    note_heights (&s, k ? s.ends.data[k - 1] : 0, s.ends.data[k]);
  free (s.seen);
  free (s.low);
  free (s.next);
  free (s.open);
  WR_VEC_FREE (&s.path);
  WR_VEC_FREE (&s.waiting);
  WR_VEC_FREE (&s.order);
  WR_VEC_FREE (&s.ends);
  WR_VEC_FREE (&calls.edges);
  free (calls.first);
}
