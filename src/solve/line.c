#include "solve/line.h"

#include "base/check.h"
#include "base/os.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

bool wr_line_open (struct wr_line *line, int control) {
  *line = (struct wr_line){.control = control};
  return control >= 0 && wr_set_nonblocking (control);
}

void wr_line_close (struct wr_line *line) {
  wr_close (&line->control);
  wr_buf_free (&line->out);
  wr_buf_free (&line->in);
}

static void drop (wr_buf *buf, size_t count) {
  WR_ASSERT (count <= buf->len);
  memmove (buf->data, buf->data + count, buf->len - count);
  buf->len -= count;
}

void wr_line_flush (struct wr_line *line) {
  size_t at = 0;
  while (at < line->out.len) {
    ssize_t sent = send (line->control, line->out.data + at, line->out.len - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break; /* it is full, or closed: the next read reports that */
    at += (size_t)sent;
  }
  if (at > 0) drop (&line->out, at);
}

void wr_line_order (struct wr_line *line, const struct wr_order *order, wr_str brief) {
  WR_ASSERT (order->size == brief.len && brief.len <= WR_MAX_BRIEF);
  wr_buf_add (&line->out, (wr_str){(const char *)order, sizeof *order});
  wr_buf_add (&line->out, brief);
  wr_line_flush (line);
}

bool wr_line_fill (struct wr_line *line) {
  char chunk[4096];
  for (;;) {
    ssize_t got = wr_read_some (line->control, chunk, sizeof chunk);
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN;
    wr_buf_add (&line->in, (wr_str){chunk, (size_t)got});
    if ((size_t)got < sizeof chunk) return true;
  }
}

enum wr_line_note wr_line_take (struct wr_line *line, struct wr_note *note, wr_str *text,
                                wr_arena *arena) {
  if (line->in.len < sizeof *note) return WR_LINE_NONE;
  memcpy (note, line->in.data, sizeof *note);
  if (note->size > WR_MAX_BRIEF) return WR_LINE_BAD;
  if (line->in.len - sizeof *note < note->size) return WR_LINE_NONE;
  *text = wr_str_keep (arena, (wr_str){line->in.data + sizeof *note, note->size});
  drop (&line->in, sizeof *note + note->size);
  return WR_LINE_NOTE;
}
