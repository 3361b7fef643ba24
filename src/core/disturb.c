#include "core/disturb.h"

#include "base/check.h"
#include "base/map.h"

#include <stdio.h>
#include <string.h>

/* -- order ------------------------------------------------------------------------------------------------- */

/* Exchanges items so that every order is about as likely. */
static void shuffle (void *items, uint32_t count, size_t size, uint64_t *state) {
  char *data = items;
  char *kept = wr_alloc (1, size);
  for (uint32_t i = count; i > 1; i--) {
    *state = wr_hash_mix (*state, i);
    uint32_t k = (uint32_t)((*state >> 11) % i);
    if (k == i - 1) continue;
    memcpy (kept, data + (i - 1) * size, size);
    memcpy (data + (i - 1) * size, data + k * size, size);
    memcpy (data + k * size, kept, size);
  }
  free (kept);
}

#define SHUFFLE(vec, state) shuffle ((vec)->data, (vec)->len, sizeof *(vec)->data, state)

static void shuffle_all (wr_core *core, uint32_t number) {
  uint64_t state = wr_hash_mix (0x9e3779b97f4a7c15u, number);
  SHUFFLE (&core->axioms, &state);
  SHUFFLE (&core->distinct, &state);
  SHUFFLE (&core->globals, &state);
  for (uint32_t i = 0; i < core->bodies.len; i++) SHUFFLE (&core->bodies.data[i].locals, &state);
}

/* -- names ------------------------------------------------------------------------------------------------- */

struct renaming {
  wr_core *core;
  uint32_t number;
};

/* A name that no program has: every kind has a letter, and the number of the item makes it unique. */
static void rename_one (const struct renaming *r, wr_symbol *name, char kind, uint32_t ix) {
  char text[48];
  if (!name->ix) return;
  uint64_t hash = wr_hash_mix (wr_hash_mix (r->number, (uint64_t)(unsigned char)kind), ix);
  snprintf (text, sizeof text, "%c%04x$%u$%u", kind, (unsigned)(hash & 0xffff), ix, r->number);
  *name = wr_intern (r->core->symbols, wr_str_of (text));
}

static void rename_datatypes (const struct renaming *r) {
  wr_core *core = r->core;
  for (uint32_t i = 0; i < core->datatypes.len; i++)
    rename_one (r, &core->datatypes.data[i].name, 'd', i);
  for (uint32_t i = 0; i < core->constructors.len; i++)
    rename_one (r, &core->constructors.data[i].name, 'c', i);
  for (uint32_t i = 0; i < core->fields.len; i++)
    rename_one (r, &core->fields.data[i].name, 'e', i);
}

/* The name of a sort is part of the key of its table: later stages make no sorts by name. */
static void rename_sorts (const struct renaming *r) {
  wr_core *core = r->core;
  for (uint32_t i = 1; i < core->sorts.len; i++) {
    struct wr_sort_info *sort = &core->sorts.data[i];
    if (sort->kind == WR_SORT_NAMED) rename_one (r, &sort->name, 't', i);
    if (sort->kind == WR_SORT_DATA) sort->name = core->datatypes.data[sort->a].name;
  }
}

static void rename_all (wr_core *core, uint32_t number) {
  struct renaming r = {core, number};
  rename_datatypes (&r);
  rename_sorts (&r);
  for (uint32_t i = 1; i < core->funcs.len; i++)
    if (core->funcs.data[i].kind != WR_FUNC_BUILTIN)
      rename_one (&r, &core->funcs.data[i].name, 'f', i);
  for (uint32_t i = 1; i < core->vars.len; i++) rename_one (&r, &core->vars.data[i].name, 'x', i);
}

void wr_core_disturb (wr_core *core, const struct wr_disturb *how) {
  WR_REQUIRE (!core->parent);
  if (how->shuffle) shuffle_all (core, how->shuffle);
  if (how->rename) rename_all (core, how->rename);
}
