/* Structured statements to blocks, with the names that Boogie gives them, because execution traces show
   them: anonymous stretches of statements are anon0, anon1, .. in order of the text; then each `while`
   and `if` takes the next number for its _LoopHead, _LoopBody, _LoopDone or _Then, _Else.  A guard is
   put in front of the first stretch of its branch when that has no label, which then takes the branch's
   name. */
#include "front/boogie/lowering.h"

/* A stretch of simple statements with what ends it. */
struct stretch {
  wr_symbol name;
  bool anonymous;
  wr_span at;
  const bpl_stmt *label;
  bpl_stmt *const *simple;
  uint32_t simple_count;
  const bpl_stmt *end;               /* IF, WHILE, BREAK, GOTO, RETURN, or NULL */
  WR_VEC (struct stretches *) inner; /* WHILE: body; IF: then of each arm, then the else or NULL */
  struct stretch *next;              /* where control goes after it; NULL: leaves */
  const bpl_stmt *loop_end;          /* it is the last of the body of this loop */
  struct bpl_block_draft *block;
};

struct stretches {
  struct stretch *items;
  uint32_t count;
  wr_span close;         /* the closing brace */
  const bpl_stmt *guard; /* to be put in front: of this statement */
  bool guard_negative;
};

struct builder {
  bpl_lowering *lo;
  wr_buf name_prefix; /* of anonymous names */
  uint32_t count;
  wr_map after;  /* IF or WHILE statement -> its stretch, for break */
  wr_map heads;  /* WHILE statement -> draft of its head */
  wr_map ways;   /* LABEL statement -> how control gets there: bits below */
  wr_map fronts; /* LABEL statement -> its stretch, if a `while` ends it */
  WR_VEC (struct stretches *) all;
};

enum { BY_BRANCH = 1, BY_OTHER = 2 };

/* -- collecting stretches ------------------------------------------------------------------------------ */

static bool is_simple (const bpl_stmt *s) {
  switch (s->kind) {
  case BPL_STMT_IF:
  case BPL_STMT_WHILE:
  case BPL_STMT_BREAK:
  case BPL_STMT_GOTO:
  case BPL_STMT_RETURN:
  case BPL_STMT_LABEL: return false;
  case BPL_STMT_ASSERT:
  case BPL_STMT_ASSUME:
  case BPL_STMT_HAVOC:
  case BPL_STMT_ASSIGN:
  case BPL_STMT_UNPACK:
  case BPL_STMT_CALL:
  case BPL_STMT_HIDE:
  case BPL_STMT_REVEAL:
  case BPL_STMT_PUSH:
  case BPL_STMT_POP:
  case BPL_STMT_MEASURE: return true;
  case BPL_STMT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static wr_span stmt_at (const bpl_stmt *s) { return bpl_place_from (s->span, s->at); }

static struct stretches *collect (struct builder *b, const struct bpl_body *body, bool in_loop);

static void collect_inner (struct builder *b, struct stretch *s) {
  const bpl_stmt *end = s->end;
  if (!end) return;
  if (end->kind == BPL_STMT_WHILE) WR_VEC_PUSH (&s->inner, collect (b, end->body, true));
  if (end->kind != BPL_STMT_IF) return;
  for (;;) {
    WR_VEC_PUSH (&s->inner, collect (b, end->body, false));
    if (!end->otherwise || !end->else_if) break;
    end = end->otherwise->stmts.data[0];
  }
  struct stretches *otherwise = end->otherwise ? collect (b, end->otherwise, false) : NULL;
  WR_VEC_PUSH (&s->inner, otherwise);
}

/* Reads one stretch from statement `i` on; returns the statement after it. */
static uint32_t read_stretch (const bpl_stmts *stmts, uint32_t i, struct stretch *s) {
  s->at = stmt_at (stmts->data[i]);
  s->anonymous = true;
  if (stmts->data[i]->kind == BPL_STMT_LABEL) {
    s->label = stmts->data[i++];
    s->name = s->label->ident.name;
    s->anonymous = false;
  }
  s->simple = stmts->data + i;
  while (i < stmts->len && is_simple (stmts->data[i])) i++, s->simple_count++;
  if (i < stmts->len && stmts->data[i]->kind != BPL_STMT_LABEL) s->end = stmts->data[i++];
  return i;
}

static struct stretches *collect (struct builder *b, const struct bpl_body *body, bool in_loop) {
  WR_VEC (struct stretch) list = {0};
  const bpl_stmts *stmts = &body->stmts;
  struct stretches *result = WR_NEW (b->lo->arena, struct stretches, 1);
  result->close =
      (wr_span){body->span.file, body->span.end ? body->span.end - 1 : 0, body->span.end};
  for (uint32_t i = 0; i < stmts->len;) {
    struct stretch s = {0};
    i = read_stretch (stmts, i, &s);
    WR_VEC_PUSH (&list, s);
  }
  bool ends_in_loop =
      list.len && WR_VEC_LAST (&list).end && WR_VEC_LAST (&list).end->kind == BPL_STMT_WHILE;
  if (!list.len) WR_VEC_PUSH (&list, ((struct stretch){.anonymous = true, .at = result->close}));
  /* a place for `break` to go to, without a position of its own */
  if (in_loop && ends_in_loop) WR_VEC_PUSH (&list, ((struct stretch){.anonymous = true}));
  result->items = WR_VEC_KEEP (b->lo->arena, &list);
  result->count = list.len;
  WR_VEC_FREE (&list);
  for (uint32_t i = 0; i < result->count; i++) collect_inner (b, &result->items[i]);
  WR_VEC_PUSH (&b->all, result);
  return result;
}

/* -- names and successors -------------------------------------------------------------------------------- */

/* Labels of the program that begin like anonymous names make the prefix longer. */
static void choose_prefix (struct builder *b, const struct stretches *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    if (list->items[i].anonymous) continue;
    wr_str name = wr_symbol_text (b->lo->symbols, list->items[i].name);
    wr_str prefix = wr_buf_str (&b->name_prefix);
    if (!wr_str_starts (name, prefix)) continue;
    bool zero = prefix.len < name.len && name.ptr[prefix.len] == '0';
    wr_buf_add_char (&b->name_prefix, zero ? '1' : '0');
  }
  for (uint32_t i = 0; i < list->count; i++) {
    const struct stretch *s = &list->items[i];
    for (uint32_t j = 0; j < s->inner.len; j++) {
      if (s->inner.data[j]) choose_prefix (b, s->inner.data[j]);
    }
  }
}

static wr_symbol numbered (struct builder *b, uint32_t number, const char *suffix) {
  wr_str prefix = wr_buf_str (&b->name_prefix);
  return bpl_symf (b->lo, "%.*s%u%s", WR_STR_ARGS (prefix), number, suffix);
}

static void name_stretches (struct builder *b, struct stretches *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    struct stretch *s = &list->items[i];
    if (s->anonymous) s->name = numbered (b, b->count++, "");
    s->block = bpl_block_new (b->lo, s->name, s->at);
    if (s->label) {
      wr_map_put (&b->lo->frame->labels, (uint64_t)(uintptr_t)s->label,
                  (uint64_t)(uintptr_t)s->block);
    }
    if (s->label && s->end && s->end->kind == BPL_STMT_WHILE)
      wr_map_put (&b->fronts, (uint64_t)(uintptr_t)s->label, (uint64_t)(uintptr_t)s);
    if (s->end && (s->end->kind == BPL_STMT_IF || s->end->kind == BPL_STMT_WHILE)) {
      wr_map_put (&b->after, (uint64_t)(uintptr_t)s->end, (uint64_t)(uintptr_t)s);
    }
    for (uint32_t j = 0; j < s->inner.len; j++) {
      if (s->inner.data[j]) name_stretches (b, s->inner.data[j]);
    }
  }
}

static void find_successors (struct stretches *list, struct stretch *next, const bpl_stmt *loop) {
  for (uint32_t i = list->count; i-- > 0;) {
    struct stretch *s = &list->items[i];
    bool last = i + 1 == list->count;
    s->next = next;
    s->loop_end = last ? loop : NULL;
    bool is_loop = s->end && s->end->kind == BPL_STMT_WHILE;
    for (uint32_t j = 0; j < s->inner.len; j++) {
      if (!s->inner.data[j]) continue;
      find_successors (s->inner.data[j], is_loop ? NULL : next, is_loop ? s->end : s->loop_end);
    }
    next = s;
  }
}

static void mark (struct builder *b, const bpl_stmt *label, uint64_t way) {
  uint64_t key = (uint64_t)(uintptr_t)label;
  wr_map_put (&b->ways, key, wr_map_or (&b->ways, key, 0) | way);
}

/* An `assume` that opens a block to which only branching gotos lead is the condition of the branch. */
static void find_ways (struct builder *b) {
  for (uint32_t i = 0; i < b->all.len; i++) {
    const struct stretches *list = b->all.data[i];
    for (uint32_t j = 0; j < list->count; j++) {
      const bpl_stmt *end = list->items[j].end;
      bool jumps = end && (end->kind == BPL_STMT_GOTO || end->kind == BPL_STMT_RETURN ||
                           end->kind == BPL_STMT_BREAK);
      if (end && end->kind == BPL_STMT_GOTO) {
        for (uint32_t k = 0; k < end->labels.len; k++) {
          mark (b, end->labels.data[k], end->labels.len > 1 ? BY_BRANCH : BY_OTHER);
        }
      }
      bool follows = j + 1 < list->count && list->items[j + 1].label;
      if (!jumps && follows) mark (b, list->items[j + 1].label, BY_OTHER);
    }
  }
}

static bool opens_branch (const struct builder *b, const struct stretch *s) {
  return s->label && wr_map_or (&b->ways, (uint64_t)(uintptr_t)s->label, 0) == BY_BRANCH;
}

/* -- blocks ------------------------------------------------------------------------------------------------ */

static void go (struct bpl_block_draft *from, struct bpl_block_draft *to) {
  WR_VEC_PUSH (&from->succs, to);
}

static void leave (struct builder *b, struct bpl_block_draft *from, wr_span at) {
  struct bpl_frame *frame = b->lo->frame;
  from->return_at = at;
  if (frame->return_to) go (from, frame->return_to);
}

/* On to what follows `s`: the loop's head, the next stretch, or out. */
static void go_on (struct builder *b, struct bpl_block_draft *from, const struct stretch *s,
                   wr_span at) {
  if (s->loop_end) {
    uint64_t head = wr_map_or (&b->heads, (uint64_t)(uintptr_t)s->loop_end, 0);
    WR_REQUIRE (head);
    go (from, (struct bpl_block_draft *)(uintptr_t)head);
  } else if (s->next) {
    go (from, s->next->block);
  } else {
    leave (b, from, at);
  }
}

/* Puts the guard in front of the list's first stretch, or says that it needs a block of its own. */
static bool squeeze (struct stretches *list, const bpl_stmt *guard, bool negative,
                     wr_symbol suggested) {
  struct stretch *first = &list->items[0];
  if (guard->exprs.len && !first->anonymous) return false;
  if (first->anonymous) first->name = first->block->name = suggested;
  if (guard->exprs.len) {
    list->guard = guard;
    list->guard_negative = negative;
  }
  return true;
}

static void create (struct builder *b, struct stretches *list);

/* The way into a branch: its first block, or a block with the guard in front of it. */
static struct bpl_block_draft *branch (struct builder *b, struct stretches *list,
                                       const bpl_stmt *guard, bool negative, wr_symbol name,
                                       bool *own) {
  *own = !squeeze (list, guard, negative, name);
  if (!*own) return list->items[0].block;
  struct bpl_block_draft *block = bpl_block_new (b->lo, name, stmt_at (guard));
  bpl_add_guard (b->lo, block, guard, negative);
  go (block, list->items[0].block);
  return block;
}

static void create_while (struct builder *b, struct stretch *s, struct bpl_block_draft *block) {
  bpl_lowering *lo = b->lo;
  const bpl_stmt *loop = s->end;
  uint32_t number = b->count++;
  struct bpl_block_draft *head =
      bpl_block_new (lo, numbered (b, number, "_LoopHead"), stmt_at (loop));
  struct bpl_block_draft *done =
      bpl_block_new (lo, numbered (b, number, "_LoopDone"), stmt_at (loop));
  wr_map_put (&b->heads, (uint64_t)(uintptr_t)loop, (uint64_t)(uintptr_t)head);
  bool own;
  struct stretches *inner = s->inner.data[0];
  struct bpl_block_draft *into =
      branch (b, inner, loop, false, numbered (b, number, "_LoopBody"), &own);
  go (block, head);
  bpl_block_add (lo, block);
  bpl_lower_loop_head (lo, head, loop);
  bpl_measure_at_head (lo, head, loop);
  bpl_add_loop_probes (lo, head, loop);
  go (head, done);
  go (head, into);
  head->branches = true;
  bpl_block_add (lo, head);
  if (own) bpl_block_add (lo, into);
  create (b, inner);
  if (loop->exprs.len) bpl_add_guard (lo, done, loop, true);
  go_on (b, done, s, stmt_at (loop));
  bpl_block_add (lo, done);
}

/* `block` holds what stands before the first arm; each `else if` goes on in the else block. */
static void create_if (struct builder *b, struct stretch *s, struct bpl_block_draft *block) {
  bpl_lowering *lo = b->lo;
  const bpl_stmt *arm = s->end;
  for (uint32_t i = 0;; i++) {
    uint32_t number = b->count++;
    wr_symbol then_name = numbered (b, number, "_Then"), else_name = numbered (b, number, "_Else");
    bool last = i + 2 == s->inner.len, own_then, own_else = true;
    struct stretches *then = s->inner.data[i], *otherwise = last ? s->inner.data[i + 1] : NULL;
    struct bpl_block_draft *a = branch (b, then, arm, false, then_name, &own_then), *c;
    if (otherwise) {
      c = branch (b, otherwise, arm, true, else_name, &own_else);
    } else {
      c = bpl_block_new (lo, else_name, stmt_at (arm));
      if (arm->exprs.len) bpl_add_guard (lo, c, arm, true);
    }
    go (block, a);
    go (block, c);
    block->branches = true;
    bpl_block_add (lo, block);
    if (own_then) bpl_block_add (lo, a);
    create (b, then);
    if (otherwise) {
      if (own_else) bpl_block_add (lo, c);
      create (b, otherwise);
      return;
    }
    if (last) {
      go_on (b, c, s, stmt_at (arm));
      bpl_block_add (lo, c);
      return;
    }
    block = c;
    arm = arm->otherwise->stmts.data[0];
  }
}

/* A goto from inside a `while` with a measure to the label in front of it. */
static void find_way_back (struct builder *b, struct bpl_block_draft *block, const bpl_stmt *stmt,
                           const bpl_stmt *label) {
  const struct stretch *front =
      (const struct stretch *)(uintptr_t)wr_map_or (&b->fronts, (uint64_t)(uintptr_t)label, 0);
  if (!front || !bpl_measure_of (&front->end->specs)) return;
  wr_span body = front->end->body->span;
  if (stmt->span.begin < body.begin || stmt->span.end > body.end) return;
  bool changes = false;
  for (uint32_t i = 0; i < front->simple_count; i++)
    changes |=
        front->simple[i]->kind != BPL_STMT_ASSERT && front->simple[i]->kind != BPL_STMT_ASSUME;
  if (!changes) {
    bpl_measure_way_back (b->lo, block, front->end);
    return;
  }
  wr_diag_add (b->lo->diags, WR_CODE_MEASURE_NOT_CHECKED, stmt_at (stmt),
               "the measure of the loop is not checked here: this jump goes to before the loop");
}

static void create_goto (struct builder *b, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->labels.len; i++) {
    uint64_t to = wr_map_or (&b->lo->frame->labels, (uint64_t)(uintptr_t)stmt->labels.data[i], 0);
    WR_REQUIRE (to);
    go (block, (struct bpl_block_draft *)(uintptr_t)to);
    find_way_back (b, block, stmt, stmt->labels.data[i]);
  }
  block->branches = stmt->labels.len > 1;
}

static void create_return (struct builder *b, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  if (stmt->exprs.len) block->result = bpl_lower_at (b->lo, stmt->exprs.data[0], 0);
  leave (b, block, stmt_at (stmt));
}

static void create_end (struct builder *b, struct stretches *list, struct stretch *s,
                        struct bpl_block_draft *block) {
  const bpl_stmt *end = s->end;
  if (end && end->kind == BPL_STMT_WHILE) {
    create_while (b, s, block);
    return;
  }
  if (end && end->kind == BPL_STMT_IF) {
    create_if (b, s, block);
    return;
  }
  if (!end) {
    go_on (b, block, s, list->close);
  } else if (end->kind == BPL_STMT_GOTO) {
    create_goto (b, block, end);
  } else if (end->kind == BPL_STMT_RETURN) {
    create_return (b, block, end);
  } else {
    uint64_t target = wr_map_or (&b->after, (uint64_t)(uintptr_t)end->target, 0);
    WR_REQUIRE (end->kind == BPL_STMT_BREAK && target);
    go_on (b, block, (struct stretch *)(uintptr_t)target, stmt_at (end));
  }
  bpl_block_add (b->lo, block);
}

static void create (struct builder *b, struct stretches *list) {
  for (uint32_t i = 0; i < list->count && !bpl_stops (b->lo); i++) {
    struct stretch *s = &list->items[i];
    struct bpl_block_draft *block = s->block;
    if (!i && list->guard) bpl_add_guard (b->lo, block, list->guard, list->guard_negative);
    for (uint32_t j = 0; j < s->simple_count && !bpl_stops (b->lo); j++) {
      block = bpl_lower_simple (b->lo, block, s->simple[j], !j && opens_branch (b, s));
    }
    create_end (b, list, s, block);
  }
}

struct bpl_block_draft *bpl_lower_blocks (bpl_lowering *lo, const struct bpl_body *body) {
  struct builder b = {.lo = lo};
  wr_buf_add (&b.name_prefix, WR_LIT ("anon"));
  struct stretches *list = collect (&b, body, false);
  choose_prefix (&b, list);
  name_stretches (&b, list);
  find_successors (list, NULL, NULL);
  find_ways (&b);
  create (&b, list);
  struct bpl_block_draft *first = list->items[0].block;
  bpl_measure_loops (lo, first);
  for (uint32_t i = 0; i < b.all.len; i++) {
    for (uint32_t j = 0; j < b.all.data[i]->count; j++) {
      WR_VEC_FREE (&b.all.data[i]->items[j].inner);
    }
  }
  WR_VEC_FREE (&b.all);
  wr_map_free (&b.after);
  wr_map_free (&b.heads);
  wr_map_free (&b.ways);
  wr_map_free (&b.fronts);
  wr_buf_free (&b.name_prefix);
  return first;
}
