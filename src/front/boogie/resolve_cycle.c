/* front/boogie/resolve_cycle.c -- declarations that rest on themselves: datatypes without a finite value,
   and functions that are expanded at each use and call themselves. */
#include "front/boogie/resolve.h"

/* -- datatypes --------------------------------------------------------------------------------------- */

/* A datatype is founded when one of its constructors has only fields of founded types; `need` are the
   type parameters (the first 64) that must be founded as well. */
struct data {
  bpl_decl *decl;
  bool founded, queued;
  uint64_t need;
  wr_u32s users;
};

struct founding {
  bpl_resolver *r;
  wr_map index;
  WR_VEC (struct data) all;
  wr_u32s queue;
};

static struct data *data_of (struct founding *f, const bpl_decl *decl) {
  uint64_t ix;
  if (!wr_map_get (&f->index, (uint64_t)(uintptr_t)decl, &ix)) return NULL;
  return &f->all.data[ix];
}

static bool founded (struct founding *f, const struct data *d, const bpl_type *type,
                     uint64_t *need) {
  type = bpl_type_head (type);
  if (type->kind == BPL_TYPE_PARAM) {
    for (uint32_t i = 0; i < d->decl->params.len && i < 64; i++)
      if (d->decl->params.data[i] == type->param) *need |= 1ull << i;
    return true;
  }
  if (type->kind == BPL_TYPE_MAP) {
    for (uint32_t i = 0; i < type->args.len; i++)
      if (!founded (f, d, type->args.data[i], need)) return false;
    return founded (f, d, type->result, need);
  }
  const struct data *other = type->kind == BPL_TYPE_CON ? data_of (f, type->decl) : NULL;
  if (!other) return true;
  if (!other->founded) return false;
  for (uint32_t i = 0; i < type->args.len && i < 64; i++)
    if (other->need >> i & 1 && !founded (f, d, type->args.data[i], need)) return false;
  return true;
}

static void add_users (struct founding *f, uint32_t user, const bpl_type *type) {
  type = bpl_type_head (type);
  struct data *d = type->kind == BPL_TYPE_CON ? data_of (f, type->decl) : NULL;
  if (d && !(d->users.len && WR_VEC_LAST (&d->users) == user)) WR_VEC_PUSH (&d->users, user);
  for (uint32_t i = 0; i < type->args.len; i++) add_users (f, user, type->args.data[i]);
  if (type->result) add_users (f, user, type->result);
}

static void collect_data (struct founding *f) {
  bpl_decls decls = f->r->program->decls;
  for (uint32_t i = 0; i < decls.len; i++) {
    if (decls.data[i]->kind != BPL_DECL_DATATYPE || decls.data[i]->ignored) continue;
    wr_map_put (&f->index, (uint64_t)(uintptr_t)decls.data[i], f->all.len);
    WR_VEC_PUSH (&f->queue, f->all.len);
    WR_VEC_PUSH (&f->all, ((struct data){.decl = decls.data[i], .queued = true}));
  }
  for (uint32_t i = 0; i < f->all.len; i++) {
    bpl_decl *decl = f->all.data[i].decl;
    for (uint32_t c = 0; c < decl->constructors.len; c++)
      for (uint32_t k = 0; k < decl->constructors.data[c].fields.len; k++)
        add_users (f, i, decl->constructors.data[c].fields.data[k]->type);
  }
}

static void try_founding (struct founding *f, struct data *d) {
  for (uint32_t c = 0; c < d->decl->constructors.len && !d->founded; c++) {
    bpl_vars fields = d->decl->constructors.data[c].fields;
    uint64_t need = 0;
    bool ok = true;
    for (uint32_t k = 0; ok && k < fields.len; k++)
      ok = founded (f, d, fields.data[k]->type, &need);
    if (!ok) continue;
    d->founded = true;
    d->need = need;
  }
  for (uint32_t i = 0; d->founded && i < d->users.len; i++) {
    struct data *user = &f->all.data[d->users.data[i]];
    if (user->founded || user->queued) continue;
    user->queued = true;
    WR_VEC_PUSH (&f->queue, d->users.data[i]);
  }
}

void bpl_check_founded (bpl_resolver *r) {
  struct founding f = {.r = r};
  collect_data (&f);
  for (uint32_t i = 0; i < f.queue.len; i++) {
    struct data *d = &f.all.data[f.queue.data[i]];
    d->queued = false;
    if (!d->founded) try_founding (&f, d);
  }
  for (uint32_t i = 0; i < f.all.len; i++) {
    struct data *d = &f.all.data[i];
    if (!d->founded)
      wr_diag_add (r->diags, WR_CODE_DATATYPE_NOT_FOUNDED, d->decl->id.span,
                   "datatype `%s` has no finite value: each constructor needs one first",
                   bpl_name (r, d->decl->id.name));
    WR_VEC_FREE (&d->users);
  }
  wr_map_free (&f.index);
  WR_VEC_FREE (&f.all);
  WR_VEC_FREE (&f.queue);
}

/* -- functions --------------------------------------------------------------------------------------- */

enum mark { NEW, OPEN, DONE };

struct visit {
  uint32_t edge, end; /* the next and the end of its edges in r->calls */
};

struct cycles {
  bpl_resolver *r;
  wr_map first, count, marks; /* function -> first edge, number of edges, enum mark */
  WR_VEC (struct visit) path;
  WR_VEC (bpl_decl *) on_path;
};

static uint64_t key_of (const bpl_decl *decl) { return (uint64_t)(uintptr_t)decl; }

static void report_cycle (struct cycles *c, const bpl_decl *back_to) {
  bpl_resolver *r = c->r;
  uint32_t from = c->on_path.len;
  while (from && c->on_path.data[from - 1] != back_to) from--;
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_FUNCTION_CYCLE, back_to->id.span,
                            "function `%s` is expanded at each use and calls itself",
                            bpl_name (r, back_to->id.name));
  for (uint32_t i = from; i < c->on_path.len && i < from + 10; i++)
    wr_diag_note (r->diags, d, c->on_path.data[i]->id.span, "through `%s`",
                  bpl_name (r, c->on_path.data[i]->id.name));
}

static void enter (struct cycles *c, bpl_decl *f) {
  uint32_t first = (uint32_t)wr_map_or (&c->first, key_of (f), 0);
  struct visit v = {first, first + (uint32_t)wr_map_or (&c->count, key_of (f), 0)};
  WR_VEC_PUSH (&c->path, v);
  WR_VEC_PUSH (&c->on_path, f);
  wr_map_put (&c->marks, key_of (f), OPEN);
}

static void walk_from (struct cycles *c, bpl_decl *root) {
  enter (c, root);
  while (c->path.len) {
    struct visit *v = &WR_VEC_LAST (&c->path);
    if (v->edge == v->end) {
      wr_map_put (&c->marks, key_of (WR_VEC_POP (&c->on_path)), DONE);
      c->path.len--;
      continue;
    }
    bpl_decl *to = c->r->calls.data[v->edge++].to;
    uint64_t mark = wr_map_or (&c->marks, key_of (to), NEW);
    if (mark == NEW)
      enter (c, to);
    else if (mark == OPEN)
      report_cycle (c, to);
  }
}

void bpl_check_function_cycles (bpl_resolver *r) {
  struct cycles c = {.r = r};
  for (uint32_t i = 0; i < r->calls.len; i++) { /* edges of one function stand together */
    uint64_t key = key_of (r->calls.data[i].from);
    if (!wr_map_has (&c.first, key)) wr_map_put (&c.first, key, i);
    wr_map_put (&c.count, key, wr_map_or (&c.count, key, 0) + 1);
  }
  for (uint32_t i = 0; i < r->calls.len; i++)
    if (wr_map_or (&c.marks, key_of (r->calls.data[i].from), NEW) == NEW)
      walk_from (&c, r->calls.data[i].from);
  wr_map_free (&c.first);
  wr_map_free (&c.count);
  wr_map_free (&c.marks);
  WR_VEC_FREE (&c.path);
  WR_VEC_FREE (&c.on_path);
}
