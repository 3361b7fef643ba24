#include "base/arena.h"

#include "base/check.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct block {
  struct block *older;
  size_t size, used; /* size of data in bytes */
  _Alignas(max_align_t) unsigned char data[];
};

struct deferred {
  void (*end) (void *what);
  void *what;
};

struct wr_arena {
  struct block *top;
  size_t bytes;
  struct deferred *deferred;
  size_t deferred_count;
};

enum { FIRST_BLOCK = 1 << 14, LARGEST_STEP = 1 << 22, HUGE_PAGE = 1 << 21 };

static _Noreturn void out_of_memory (void) {
  fputs ("warrant: error: out of memory (--max-memory sets the limit)\n", stderr);
  abort ();
}

void *wr_alloc (size_t count, size_t size) {
  void *data = calloc (count ? count : 1, size ? size : 1);
  if (!data) out_of_memory ();
  return data;
}

void *wr_realloc (void *data, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) out_of_memory ();
  void *moved = realloc (data, count && size ? count * size : 1);
  if (!moved) out_of_memory ();
  return moved;
}

wr_arena *wr_arena_new (void) { return wr_alloc (1, sizeof (wr_arena)); }

void wr_arena_defer (wr_arena *arena, void (*end) (void *what), void *what) {
  arena->deferred =
      wr_realloc (arena->deferred, arena->deferred_count + 1, sizeof *arena->deferred);
  arena->deferred[arena->deferred_count++] = (struct deferred){end, what};
}

static void end_deferred (wr_arena *arena, size_t keep) {
  WR_ASSERT (keep <= arena->deferred_count);
  while (arena->deferred_count > keep) {
    struct deferred last = arena->deferred[--arena->deferred_count];
    last.end (last.what);
  }
}

void wr_arena_free (wr_arena *arena) {
  if (!arena) return;
  end_deferred (arena, 0);
  free (arena->deferred);
  for (struct block *b = arena->top, *older; b; b = older) {
    older = b->older;
    free (b);
  }
  free (arena);
}

/* Blocks of a large arena use huge pages where the system has them: forking and ending a process take time for each page. */
static struct block *new_block (size_t bytes) {
  if (bytes < LARGEST_STEP) return malloc (bytes);
  if (bytes > SIZE_MAX - HUGE_PAGE) return NULL;
  size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  struct block *b = aligned_alloc (HUGE_PAGE, whole);
  if (b) madvise (b, whole, MADV_HUGEPAGE);
  return b;
}

static void add_block (wr_arena *arena, size_t need) {
  size_t size = arena->top ? arena->top->size * 2 : FIRST_BLOCK;
  if (size > LARGEST_STEP - sizeof (struct block)) size = LARGEST_STEP - sizeof (struct block);
  if (size < need) size = need;
  if (size > SIZE_MAX - sizeof (struct block)) out_of_memory ();
  struct block *b = new_block (sizeof *b + size);
  if (!b) out_of_memory ();
  b->older = arena->top;
  b->size = size;
  b->used = 0;
  arena->top = b;
  arena->bytes += size;
}

void *wr_arena_take (wr_arena *arena, size_t count, size_t size, size_t align) {
  WR_ASSERT (align && !(align & (align - 1)) && align <= _Alignof(max_align_t));
  if (size && count > (SIZE_MAX - align) / size) out_of_memory ();
  size_t need = count * size;
  size_t at = arena->top ? (arena->top->used + align - 1) & ~(align - 1) : 0;
  if (!arena->top || at > arena->top->size || need > arena->top->size - at) {
    add_block (arena, need + align);
    at = 0;
  }
  arena->top->used = at + need;
  return memset (arena->top->data + at, 0, need);
}

void *wr_arena_copy (wr_arena *arena, const void *data, size_t count, size_t size) {
  void *copy = wr_arena_take (arena, count, size, _Alignof(max_align_t));
  if (count && size) memcpy (copy, data, count * size);
  return copy;
}

wr_mark wr_arena_save (wr_arena *arena) {
  return (wr_mark){arena->top, arena->top ? arena->top->used : 0, arena->deferred_count};
}

void wr_arena_restore (wr_arena *arena, wr_mark mark) {
  end_deferred (arena, mark.deferred);
  while (arena->top != mark.block) {
    WR_ASSERT (arena->top);
    struct block *gone = arena->top;
    arena->top = gone->older;
    arena->bytes -= gone->size;
    free (gone);
  }
  if (arena->top) arena->top->used = mark.used;
}

size_t wr_arena_bytes (const wr_arena *arena) { return arena->bytes; }
