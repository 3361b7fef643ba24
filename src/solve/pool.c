/* solve/pool.c -- the parent's side: starts the template, assigns jobs to workers, reads their frames, and kills workers at their deadlines. */
#include "solve/pool.h"

#include "base/check.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/complaint.h"
#include "solve/line.h"
#include "solve/waiting.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TEMPLATE_STARTS = 2, /* the template is restarted once */
  FORK_RETRIES = 20    /* with a pause of TICK seconds, while nothing else runs */
};
#define TICK 0.1
#define LOOK 0.02        /* how often a pool that can be cancelled looks at its token */
#define KILL_SECONDS 2.0 /* for a killed worker to end */

struct slot {
  bool busy;
  uint32_t job;
  int in;             /* frames of the child */
  wr_buf got;         /* bytes not yet made into frames */
  double deadline;    /* 0: none */
  double killed_at;   /* when the pool ordered its end; 0: it did not */
  enum wr_status why; /* the reason for which the pool killed the child; NONE: it did not */
  bool heard;         /* the child has sent something */
  bool flows;         /* the last read was large: the child may be blocked by a full pipe */
};

struct wr_pool {
  const wr_core *core;
  struct wr_pool_options options;
  const struct wr_pool_calls *calls;
  void *ctx;
  wr_arena *arena;
  struct slot *slots;
  int *outs; /* the write ends, for the template only */
  uint32_t slot_count;
  struct wr_waiting waiting; /* jobs to start */
  struct wr_line line;
  uint32_t
      limit; /* workers that run at a time; fewer than slots if the system has no more processes */
  int hold;  /* when it is closed, the keeper ends the template and everything that it started */
  pid_t keeper;
  bool ready, ever_ready;
  double opened_at;
  uint32_t starts, fork_failures;
  double hold_until; /* after a failed fork: no job is started before this time */
  wr_str open_error;
  double began, last_tick;
};

/* -- starting and ending the template ------------------------------------------------------------------------ */

/* Ends the keeper, which first ends and reaps the template and everything that it started. A cancelled pool does not
   wait long for that: it kills the keeper, whose descendants the kernel then ends. In either case no child is left. */
static void end_keeper (wr_pool *pool) {
  wr_line_close (&pool->line);
  wr_close (&pool->hold);
  if (pool->keeper <= 0) return;
  wr_keeper_end (pool->keeper, wr_cancelled (pool->options.cancel));
  pool->keeper = 0;
  pool->ready = false;
}

static void close_pipes (wr_pool *pool) {
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    wr_close (&pool->slots[i].in);
    wr_close (&pool->outs[i]);
  }
}

static bool open_pipes (wr_pool *pool) {
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    int fds[2];
    if (!wr_pipe (fds)) return false;
    pool->slots[i].in = fds[0];
    pool->outs[i] = fds[1];
    if (!wr_set_nonblocking (fds[0])) return false;
  }
  return true;
}

/* Standard streams are not flushed: the children never return from here, and another thread may hold one locked. */
static pid_t fork_keeper (wr_pool *pool, int control, int hold) {
  pid_t pid = fork ();
  if (pid == 0)
    wr_keeper_main (&(struct wr_template){pool->core, &pool->options, pool->calls, pool->ctx,
                                          control, pool->outs, pool->slot_count},
                    hold);
  return pid;
}

/* 0, or the error. */
static int try_template (wr_pool *pool) {
  int ends[2] = {-1, -1}, hold[2] = {-1, -1};
  if (open_pipes (pool) && wr_pipe (hold) &&
      socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
    pool->keeper = fork_keeper (pool, ends[1], hold[0]);
  else
    pool->keeper = -1;
  int error = errno;
  wr_close (&ends[1]);
  wr_close (&hold[0]);
  pool->hold = hold[1];
  bool good = wr_line_open (&pool->line, ends[0]) && pool->keeper > 0;
  if (good) return 0;
  end_keeper (pool);
  close_pipes (pool);
  return error ? error : EIO;
}

/* With fewer workers there are fewer descriptors and processes. */
static bool start_template (wr_pool *pool) {
  pool->starts++;
  int error;
  while ((error = try_template (pool)) != 0 && pool->slot_count > 1) {
    pool->slot_count /= 2;
    pool->limit = pool->slot_count;
  }
  if (error) {
    pool->open_error =
        wr_str_print (pool->arena, "cannot start a worker process: %s", wr_error_text (error));
    return false;
  }
  pool->opened_at = wr_clock ();
  for (uint32_t i = 0; i < pool->slot_count; i++) wr_close (&pool->outs[i]);
  return true;
}

/* -- jobs ---------------------------------------------------------------------------------------- */

/* The deadline of a worker that has not sent one: it may be stopped, or its template may be. */
static double own_deadline (const wr_pool *pool) {
  return pool->options.start_timeout > 0 ? wr_clock () + pool->options.start_timeout : 0;
}

static void start_job (wr_pool *pool, uint32_t slot, uint32_t job) {
  wr_buf brief = {0};
  if (pool->calls->brief) pool->calls->brief (pool->ctx, job, &brief);
  WR_REQUIRE (brief.len <= WR_MAX_BRIEF);
  struct slot *s = &pool->slots[slot];
  s->busy = true;
  s->job = job;
  s->deadline = own_deadline (pool);
  s->killed_at = 0;
  s->heard = false;
  s->why = WR_STATUS_NONE;
  wr_buf_clear (&s->got);
  wr_line_order (&pool->line, &(struct wr_order){WR_ORDER_START, slot, job, (uint32_t)brief.len},
                 wr_buf_str (&brief));
  wr_buf_free (&brief);
}

static uint32_t busy_count (const wr_pool *pool) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < pool->slot_count; i++) n += pool->slots[i].busy;
  return n;
}

static void take_more (wr_pool *pool) {
  wr_u32s jobs = {0};
  if (!pool->calls->more) return;
  pool->calls->more (pool->ctx, &jobs);
  if (jobs.len > 0) wr_waiting_put_first (&pool->waiting, jobs.data, jobs.len);
  WR_VEC_FREE (&jobs);
}

static void deal (wr_pool *pool) {
  if (!pool->ready || wr_clock () < pool->hold_until) return;
  uint32_t busy = busy_count (pool);
  for (uint32_t i = 0;
       i < pool->slot_count && busy < pool->limit && wr_waiting_any (&pool->waiting); i++)
    if (!pool->slots[i].busy) busy++, start_job (pool, i, wr_waiting_take (&pool->waiting));
}

static void job_ended (wr_pool *pool, uint32_t slot, enum wr_status how, wr_str detail, bool last) {
  struct slot *s = &pool->slots[slot];
  uint32_t job = s->job;
  s->busy = false;
  if (!pool->calls->on_end (pool->ctx, job, how, detail, last) || last) return;
  wr_waiting_put_first (&pool->waiting, &job, 1); /* this job is the oldest */
}

static void kill_job (wr_pool *pool, uint32_t slot, enum wr_status why) {
  pool->slots[slot].why = why;
  pool->slots[slot].deadline = 0;
  pool->slots[slot].killed_at = wr_clock ();
  wr_line_order (&pool->line, &(struct wr_order){WR_ORDER_KILL, slot, 0, 0}, (wr_str){0});
}

/* -- frames -------------------------------------------------------------------------------------- */

/* Handles the complete frames among the bytes of the slot; false: the bytes are malformed. */
static bool take_frames (wr_pool *pool, struct slot *s) {
  size_t at = 0;
  bool good = true;
  while (s->got.len - at >= sizeof (struct wr_frame)) {
    struct wr_frame head;
    memcpy (&head, s->got.data + at, sizeof head);
    good = (head.kind == WR_FRAME_DATA && head.size <= WR_MAX_FRAME) ||
           (head.kind == WR_FRAME_DEADLINE && head.size == sizeof (double));
    if (!good || s->got.len - at - sizeof head < head.size) break;
    const char *data = s->got.data + at + sizeof head;
    at += sizeof head + head.size;
    if (head.kind == WR_FRAME_DATA) {
      pool->calls->on_frame (pool->ctx, s->job, data, head.size);
      continue;
    }
    double seconds;
    memcpy (&seconds, data, sizeof seconds);
    if (s->why == WR_STATUS_NONE)
      s->deadline = seconds > 0 ? wr_clock () + seconds : own_deadline (pool);
  }
  memmove (s->got.data, s->got.data + at, s->got.len - at);
  s->got.len -= at;
  return good;
}

/* Reads everything that the child has written. */
static void drain (wr_pool *pool, uint32_t slot) {
  struct slot *s = &pool->slots[slot];
  char chunk[1 << 16];
  ssize_t got;
  s->flows = false;
  while ((got = wr_read_some (s->in, chunk, sizeof chunk)) > 0) {
    s->heard = true;
    s->flows |= (size_t)got > sizeof chunk / 2;
    if (!s->busy || s->why == WR_STATUS_BAD_REPLY) continue;
    wr_buf_add (&s->got, (wr_str){chunk, (size_t)got});
    if (!take_frames (pool, s)) kill_job (pool, slot, WR_STATUS_BAD_REPLY);
  }
}

/* -- notes of the template ------------------------------------------------------------------------ */

/* The worker died because there were too many processes or open files, and others ran beside it. */
static bool lacked_room (const wr_pool *pool, int status, wr_str words) {
  if (busy_count (pool) <= 1 || pool->limit <= 1) return false;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0) return false;
  return wr_complaint_of_room (words);
}

/* The job is started again, with fewer others beside it. */
static void make_room (wr_pool *pool, struct slot *s) {
  uint32_t busy = busy_count (pool);
  pool->limit = busy > 1 ? busy / 2 : 1;
  s->busy = false;
  wr_waiting_put_first (&pool->waiting, &s->job, 1);
}

/* `words`: what the solver said about its end, or "". */
static void child_ended (wr_pool *pool, uint32_t slot, int status, wr_str words) {
  struct slot *s = &pool->slots[slot];
  drain (pool, slot);
  if (s->why == WR_STATUS_NONE && lacked_room (pool, status, words)) {
    make_room (pool, s);
    return;
  }
  if (s->why != WR_STATUS_NONE && !(WIFEXITED (status) && WEXITSTATUS (status) == 0)) {
    wr_str text = WR_LIT ("killed at its time limit");
    if (s->why == WR_STATUS_BAD_REPLY) text = WR_LIT ("the worker sent an invalid message");
    if (s->why == WR_STATUS_CANCELLED) text = WR_LIT ("cancelled");
    job_ended (pool, slot, s->why, text, s->why == WR_STATUS_CANCELLED);
  } else if (s->why == WR_STATUS_BAD_REPLY || s->got.len > 0) {
    job_ended (pool, slot, WR_STATUS_BAD_REPLY, WR_LIT ("the worker sent an invalid message"),
               false);
  } else if (WIFEXITED (status) && WEXITSTATUS (status) == 0) {
    job_ended (pool, slot, WR_STATUS_NONE, (wr_str){0}, false);
  } else if (WIFEXITED (status) && WEXITSTATUS (status) == WR_EXIT_MEMORY) {
    job_ended (pool, slot, WR_STATUS_MEMORY, WR_LIT ("the worker ran out of memory"), false);
  } else {
    job_ended (pool, slot, WR_STATUS_DIED, wr_complaint_end (status, words, pool->arena), false);
  }
}

static void fork_failed (wr_pool *pool, uint32_t slot, int error) {
  struct slot *s = &pool->slots[slot];
  pool->hold_until = wr_clock () + TICK;
  pool->fork_failures++;
  if (busy_count (pool) > 1 || pool->fork_failures <= FORK_RETRIES) {
    make_room (pool, s);
    return;
  }
  job_ended (pool, slot, WR_STATUS_DIED,
             wr_str_print (pool->arena, "cannot start a worker process: %s", wr_error_text (error)),
             true);
}

/* Handles one note; false: it is malformed, or the template could not start. */
static bool handle_note (wr_pool *pool, const struct wr_note *head, wr_str text) {
  struct wr_note note = *head;
  if (note.slot >= pool->slot_count) return false;
  switch (note.kind) {
  case WR_NOTE_READY:
    pool->ready = pool->ever_ready = true;
    if (pool->options.open_cpu) *pool->options.open_cpu = note.status * 1e-6;
    return true;
  case WR_NOTE_OPEN_FAILED: pool->open_error = text; return false;
  case WR_NOTE_FORK_FAILED:
    if (pool->slots[note.slot].busy) fork_failed (pool, note.slot, note.status);
    return true;
  case WR_NOTE_ENDED:
    pool->fork_failures = 0;
    pool->starts = 1; /* the template works: if it dies later, it is restarted again */
    if (pool->slots[note.slot].busy) child_ended (pool, note.slot, note.status, text);
    return true;
  default: return false;
  }
}

/* Handles all notes that are there; false: the template has ended. */
static bool take_notes (wr_pool *pool) {
  bool open = wr_line_fill (&pool->line);
  struct wr_note note;
  wr_str text;
  enum wr_line_note got;
  while ((got = wr_line_take (&pool->line, &note, &text, pool->arena)) == WR_LINE_NOTE)
    if (!handle_note (pool, &note, text)) return false;
  return open && got == WR_LINE_NONE;
}

/* -- the loop ------------------------------------------------------------------------------------- */

/* Frames that were written before the child ended are still handled. */
static void drain_all (wr_pool *pool) {
  for (uint32_t i = 0; i < pool->slot_count; i++)
    if (pool->slots[i].in >= 0) drain (pool, i);
}

/* Ends every remaining job without a retry. */
static void give_up (wr_pool *pool, enum wr_status how, wr_str detail) {
  for (uint32_t i = 0; i < pool->slot_count; i++)
    if (pool->slots[i].busy) job_ended (pool, i, how, detail, true);
  take_more (pool);
  while (wr_waiting_any (&pool->waiting))
    pool->calls->on_end (pool->ctx, wr_waiting_take (&pool->waiting), how, detail, true);
}

/* The template has ended, and its children with it.  Restarts it once; false: it has been restarted before. */
static bool template_died (wr_pool *pool) {
  bool was_ready = pool->ready;
  end_keeper (pool);
  drain_all (pool);
  close_pipes (pool);
  wr_str detail = WR_LIT ("the worker processes died");
  bool again = pool->open_error.len == 0 && pool->starts < TEMPLATE_STARTS;
  for (uint32_t i = 0; i < pool->slot_count; i++)
    if (pool->slots[i].busy) job_ended (pool, i, WR_STATUS_DIED, detail, !again);
  if (again && start_template (pool)) return true;
  if (pool->open_error.len == 0 && !was_ready)
    pool->open_error = WR_LIT ("the worker process died while it processed the axioms");
  return false;
}

/* A worker that the template was told to kill has not ended in time: the template itself is stopped, or hangs.  Its whole group
   is ended.  Jobs that were to be killed end; the others are started again, and so are those that a stopped template never began. */
static bool template_stuck (wr_pool *pool) {
  end_keeper (pool);
  drain_all (pool);
  close_pipes (pool);
  bool once = pool->starts < TEMPLATE_STARTS;
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    struct slot *s = &pool->slots[i];
    if (!s->busy) continue;
    bool again = s->why == WR_STATUS_NONE || (once && !s->heard);
    if (again) s->busy = false, wr_waiting_put_first (&pool->waiting, &s->job, 1);
    if (!again) job_ended (pool, i, s->why, WR_LIT ("killed at its time limit"), false);
  }
  return start_template (pool);
}

static bool is_stuck (const wr_pool *pool) {
  double now = wr_clock ();
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    const struct slot *s = &pool->slots[i];
    if (s->busy && s->killed_at > 0 && now - s->killed_at > KILL_SECONDS) return true;
  }
  return false;
}

static double next_wait (const wr_pool *pool) {
  double now = wr_clock (), wait = pool->options.cancel ? LOOK : TICK;
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    const struct slot *s = &pool->slots[i];
    if (s->busy && s->deadline > 0 && s->deadline - now < wait) wait = s->deadline - now;
  }
  return wait < 0 ? 0 : wait;
}

static void keep_deadlines (wr_pool *pool) {
  double now = wr_clock ();
  for (uint32_t i = 0; i < pool->slot_count; i++) {
    struct slot *s = &pool->slots[i];
    if (s->busy && s->deadline > 0 && now >= s->deadline) {
      drain (pool, i); /* the answer may have arrived at the deadline */
      if (s->deadline > 0 && now >= s->deadline) kill_job (pool, i, WR_STATUS_TIME);
    }
  }
  if (pool->calls->on_tick && now - pool->last_tick >= TICK) {
    pool->last_tick = now;
    pool->calls->on_tick (pool->ctx, now - pool->began);
  }
}

/* Waits for events and handles them; false: the template has ended and cannot be restarted. */
static bool step (wr_pool *pool, struct pollfd *fds) {
  fds[0] = (struct pollfd){pool->line.control, POLLIN, 0};
  if (pool->line.out.len) fds[0].events |= POLLOUT;
  bool patient = pool->options.patient;
  for (uint32_t i = 0; i < pool->slot_count; i++)
    fds[i + 1] =
        (struct pollfd){patient && !pool->slots[i].flows ? -1 : pool->slots[i].in, POLLIN, 0};
  bool news = wr_poll (fds, pool->slot_count + 1, next_wait (pool)) > 0;
  for (uint32_t i = 0; i < pool->slot_count; i++)
    if (fds[i + 1].revents || !news) drain (pool, i);
  keep_deadlines (pool);
  double most = pool->options.open_timeout;
  if (!pool->ready && most > 0 && wr_clock () - pool->opened_at > most) {
    pool->open_error =
        wr_str_print (pool->arena, "the solver did not process the axioms within %g s", most);
    return template_died (pool);
  }
  if (fds[0].revents & POLLOUT) wr_line_flush (&pool->line);
  if ((fds[0].revents & ~POLLOUT) && !take_notes (pool)) return template_died (pool);
  return is_stuck (pool) ? template_stuck (pool) : true;
}

static void pool_loop (wr_pool *pool) {
  struct pollfd *fds = wr_alloc (pool->slot_count + 1, sizeof *fds);
  while (wr_waiting_any (&pool->waiting) || busy_count (pool) > 0) {
    if (wr_cancelled (pool->options.cancel)) {
      drain_all (pool);
      wr_close (&pool->hold); /* the keeper ends the workers meanwhile */
      give_up (pool, WR_STATUS_CANCELLED, WR_LIT ("cancelled"));
      end_keeper (pool);
      close_pipes (pool);
      break;
    }
    deal (pool);
    bool alive = step (pool, fds);
    take_more (pool);
    if (alive) continue;
    wr_str why = pool->open_error;
    if (why.len == 0) why = WR_LIT ("the worker processes died");
    if (pool->ever_ready) give_up (pool, WR_STATUS_DIED, why);
    break;
  }
  free (fds);
}

static uint32_t slots_for (uint32_t workers) {
  return workers < 1 ? 1 : workers > WR_MAX_WORKERS ? WR_MAX_WORKERS : workers;
}

wr_pool *wr_pool_new (const wr_core *core, const struct wr_pool_options *options,
                      const struct wr_pool_calls *calls, void *ctx, wr_arena *arena) {
  wr_pool *pool = wr_alloc (1, sizeof *pool);
  uint32_t slots = slots_for (options->workers);
  *pool = (wr_pool){core, *options, calls, ctx, arena, .slot_count = slots, .limit = slots};
  pool->line.control = pool->hold = -1;
  pool->slots = wr_alloc (slots, sizeof *pool->slots);
  pool->outs = wr_alloc (slots, sizeof *pool->outs);
  for (uint32_t i = 0; i < slots; i++) pool->slots[i].in = pool->outs[i] = -1;
  return pool;
}

bool wr_pool_round (wr_pool *pool, const uint32_t *order, uint32_t count, const wr_cancel *cancel,
                    wr_str *error) {
  *error = (wr_str){0};
  if (count == 0) return true;
  pool->options.cancel = cancel;
  pool->starts = pool->fork_failures = 0;
  wr_waiting_set (&pool->waiting, order, count);
  pool->began = pool->last_tick = wr_clock ();
  pool->ever_ready = pool->ready;
  pool->open_error = (wr_str){0};
  if (pool->keeper > 0 || start_template (pool)) pool_loop (pool);
  if (!pool->ever_ready) *error = pool->open_error;
  return error->len == 0;
}

void wr_pool_free (wr_pool *pool) {
  if (!pool) return;
  end_keeper (pool);
  close_pipes (pool);
  for (uint32_t i = 0; i < pool->slot_count; i++) wr_buf_free (&pool->slots[i].got);
  free (pool->slots);
  free (pool->outs);
  wr_waiting_free (&pool->waiting);
  free (pool);
}
