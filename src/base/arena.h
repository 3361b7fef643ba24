/* base/arena.h -- memory that is dropped as a whole.  Everything that belongs to one program version
   (text, tree, core, labels, diagnostics) lives in one arena; nothing in it is freed singly.  A
   function that uses an arena as scratch space saves a mark and restores it.  Out of memory aborts:
   verification runs in worker processes, so a server survives. */
#ifndef WR_BASE_ARENA_H
#define WR_BASE_ARENA_H

#include <stddef.h>

typedef struct wr_arena wr_arena;
typedef struct {
  void *block;
  size_t used, deferred;
} wr_mark;

wr_arena *wr_arena_new (void);
void wr_arena_free (wr_arena *arena); /* NULL is allowed */

/* count * size zeroed bytes, overflow-checked; never NULL (count 0 gives a valid pointer). */
void *wr_arena_take (wr_arena *arena, size_t count, size_t size, size_t align);
/* A copy of the bytes; alignment as for any object. */
void *wr_arena_copy (wr_arena *arena, const void *data, size_t count, size_t size);

/* Calls end (what) when the arena is freed or restored to a mark made before: for an object of the arena that owns
   memory outside of it.  Later ones are called first. */
void wr_arena_defer (wr_arena *arena, void (*end) (void *what), void *what);

wr_mark wr_arena_save (wr_arena *arena);
void wr_arena_restore (wr_arena *arena, wr_mark mark);
size_t wr_arena_bytes (const wr_arena *arena); /* bytes held from the system */

#define WR_NEW(arena, type, n) ((type *)wr_arena_take (arena, n, sizeof (type), _Alignof(type)))

/* malloc family that aborts instead of returning NULL: the only way to the heap outside arenas. */
void *wr_alloc (size_t count, size_t size);               /* zeroed */
void *wr_realloc (void *data, size_t count, size_t size); /* not zeroed */

#endif
