#include "base/intern.h"

#include "base/check.h"
#include "base/vec.h"

struct wr_interner {
  wr_arena *arena;
  WR_VEC (wr_str) texts; /* texts.data[ix - 1] */
  uint32_t *slots;       /* symbol index, 0 = free */
  uint32_t mask;
};

/* The cost of hash flooding is bounded: probing is linear over a table kept half empty, and each interner has its
   own seed, taken from the table's address. */
static uint64_t hash_of (const wr_interner *table, wr_str text) {
  return wr_str_hash (text, (uint64_t)(uintptr_t)table);
}

wr_interner *wr_interner_new (void) {
  wr_interner *table = wr_alloc (1, sizeof *table);
  table->arena = wr_arena_new ();
  table->mask = 255;
  table->slots = wr_alloc (256, sizeof *table->slots);
  return table;
}

void wr_interner_free (wr_interner *table) {
  if (!table) return;
  wr_arena_free (table->arena);
  WR_VEC_FREE (&table->texts);
  free (table->slots);
  free (table);
}

static uint32_t slot_of (const wr_interner *table, wr_str text) {
  uint32_t at = (uint32_t)hash_of (table, text) & table->mask;
  while (table->slots[at] && !wr_str_equal (table->texts.data[table->slots[at] - 1], text)) {
    at = (at + 1) & table->mask;
  }
  return at;
}

static void grow (wr_interner *table) {
  free (table->slots);
  WR_REQUIRE (table->mask < UINT32_MAX / 4);
  table->mask = table->mask * 2 + 1;
  table->slots = wr_alloc ((size_t)table->mask + 1, sizeof *table->slots);
  for (uint32_t ix = 1; ix <= table->texts.len; ix++) {
    table->slots[slot_of (table, table->texts.data[ix - 1])] = ix;
  }
}

wr_symbol wr_intern_find (const wr_interner *table, wr_str text) {
  return (wr_symbol){table->slots[slot_of (table, text)]};
}

wr_symbol wr_intern (wr_interner *table, wr_str text) {
  uint32_t at = slot_of (table, text);
  if (table->slots[at]) return (wr_symbol){table->slots[at]};
  WR_VEC_PUSH (&table->texts, wr_str_keep (table->arena, text));
  uint32_t ix = table->slots[at] = table->texts.len;
  if (table->texts.len > table->mask / 2) grow (table);
  return (wr_symbol){ix};
}

wr_str wr_symbol_text (const wr_interner *table, wr_symbol symbol) {
  WR_ASSERT (symbol.ix && symbol.ix <= table->texts.len);
  return table->texts.data[symbol.ix - 1];
}

uint32_t wr_interner_count (const wr_interner *table) { return table->texts.len; }
