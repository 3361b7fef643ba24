/* front/boogie/callgraph.c -- which procedures may lead to calls of which. */
#include "front/boogie/callgraph.h"

#include "base/map.h"
#include "base/vec.h"

typedef WR_VEC (const bpl_decl *) decl_list;

static uint64_t key_of (const bpl_decl *decl) { return (uint64_t)(uintptr_t)decl; }

/* Pushes the procedures called in a body, `if` and `while` included. */
static void push_callees (const struct bpl_body *body, wr_map *seen, decl_list *stack) {
  WR_VEC (const struct bpl_body *) bodies = {0};
  WR_VEC_PUSH (&bodies, body);
  while (bodies.len) {
    const struct bpl_body *b = WR_VEC_POP (&bodies);
    for (uint32_t i = 0; i < b->stmts.len; i++) {
      const bpl_stmt *s = b->stmts.data[i];
      if (s->body) WR_VEC_PUSH (&bodies, s->body);
      if (s->otherwise) WR_VEC_PUSH (&bodies, s->otherwise);
      if (s->kind != BPL_STMT_CALL || !s->decl || wr_map_has (seen, key_of (s->decl))) continue;
      wr_map_put (seen, key_of (s->decl), 1);
      WR_VEC_PUSH (stack, s->decl);
    }
  }
  WR_VEC_FREE (&bodies);
}

bool bpl_leads_to (const struct bpl_program *program, const bpl_decl *from, const bpl_decl *to) {
  wr_map seen = {0};
  decl_list stack = {0};
  bool found = from == to;
  WR_VEC_PUSH (&stack, from);
  while (stack.len && !found) {
    const bpl_decl *decl = WR_VEC_POP (&stack);
    if (decl->body) push_callees (decl->body, &seen, &stack);
    for (uint32_t i = 0; i < program->decls.len; i++) {
      const bpl_decl *d = program->decls.data[i];
      bool is_impl = d->kind == BPL_DECL_IMPLEMENTATION && d->procedure == decl;
      if (is_impl && d->body) push_callees (d->body, &seen, &stack);
    }
    found = wr_map_has (&seen, key_of (to));
  }
  WR_VEC_FREE (&stack);
  wr_map_free (&seen);
  return found;
}
