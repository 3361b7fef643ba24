/* solve/wire.h -- what travels between the pool, its template and the template's children.  Fixed-size heads
   in native byte order (both ends are the same binary), each followed by `size` bytes. */
#ifndef WR_SOLVE_WIRE_H
#define WR_SOLVE_WIRE_H

#include "solve/pool.h"

enum { WR_EXIT_MEMORY = 101 }; /* Z3's own exit code when memory runs out */

/* Parent to template. */
enum wr_order_kind { WR_ORDER_START = 1, WR_ORDER_KILL };
struct wr_order {
  uint32_t kind, slot, job, size;
};

/* Template to parent. */
enum wr_note_kind {
  WR_NOTE_READY = 1,   /* the backend is open and warm; status: microseconds of processor time */
  WR_NOTE_OPEN_FAILED, /* followed by the reason */
  WR_NOTE_FORK_FAILED, /* status: errno */
  WR_NOTE_ENDED /* status: as waitpid gives it; followed by the solver's last words, if any */
};
struct wr_note {
  uint32_t kind, slot;
  int32_t status;
  uint32_t size;
};

/* Child to parent. */
enum wr_frame_kind { WR_FRAME_DATA = 0x57464401, WR_FRAME_DEADLINE = 0x57464402 };
struct wr_frame {
  uint32_t kind, size;
};

struct wr_template {
  const wr_core *core;
  const struct wr_pool_options *options;
  const struct wr_pool_calls *calls;
  void *ctx;
  int control;     /* this end */
  const int *outs; /* per slot: where its child writes */
  uint32_t slots;
};

/* The life of the keeper, in a process of its own: starts the template, and when the template has ended or the other end of
   `hold` is closed, kills and reaps everything that is left of it. */
_Noreturn void wr_keeper_main (const struct wr_template *self, int hold);
/* Ends a keeper whose `hold` is closed, and with it everything that it keeps.  With `hurry` it is given a moment only; then it is killed. */
void wr_keeper_end (pid_t keeper, bool hurry);
/* The life of the template, a child of the keeper whose process id is given. */
_Noreturn void wr_template_main (const struct wr_template *self, int keeper);

#endif
