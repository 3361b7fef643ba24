/* solve/line.h -- the pool's end of the line to its template: orders go out, notes come in, and neither waits for the other side.  A
   template that is stopped or hangs therefore never holds up the pool, which watches its own deadlines. */
#ifndef WR_SOLVE_LINE_H
#define WR_SOLVE_LINE_H

#include "solve/wire.h"

struct wr_line {
  int control;    /* this end, or -1 */
  wr_buf out, in; /* what is not sent yet, and what is not read yet */
};

/* The descriptor becomes non-blocking; false with errno if that fails. */
bool wr_line_open (struct wr_line *line, int control);
void wr_line_close (struct wr_line *line);

void wr_line_order (struct wr_line *line, const struct wr_order *order, wr_str brief);
/* Sends what can be sent now. */
void wr_line_flush (struct wr_line *line);

/* Reads what is there; false: the other end is closed. */
bool wr_line_fill (struct wr_line *line);
enum wr_line_note { WR_LINE_NONE, WR_LINE_NOTE, WR_LINE_BAD };
/* Takes the next complete note; its text is copied into the arena. */
enum wr_line_note wr_line_take (struct wr_line *line, struct wr_note *note, wr_str *text,
                                wr_arena *arena);

#endif
