/* tests/fault/backend.h -- a scripted backend inside the worker. solver.command is a script with one letter for
   each goal of a procedure, the last one for all further goals: u s i unsat, sat, incomplete r t out of resources,
   of time m memory ran out, said so x exits as a solver without memory does a k aborts, is killed l loops for ever
   o takes memory without end g takes 48 MB, then exits as a solver without memory does E B dies when it enters the procedure, rejects it (first letter) */
#ifndef WR_TESTS_FAULT_BACKEND_H
#define WR_TESTS_FAULT_BACKEND_H

#include "solve/solve.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fake {
  char script[256];
};

static inline void *fake_open (const wr_core *core, const struct wr_solver_options *options,
                               wr_str *error) {
  (void)core;
  if (!strcmp (options->command, "nothing")) return *error = WR_LIT ("no such solver"), NULL;
  struct fake *f = wr_alloc (1, sizeof *f);
  strncpy (f->script, options->command, sizeof f->script - 1);
  return f;
}

static inline bool fake_enter (void *self, const wr_vc *vc) {
  struct fake *f = self;
  (void)vc;
  if (f->script[0] == 'E') abort ();
  return f->script[0] != 'B';
}

static inline void fake_misbehave (char letter) {
  if (letter == 'a') abort ();
  if (letter == 'k') raise (SIGKILL);
  if (letter == 'x') _exit (101);
  if (letter == 'l')
    for (;;) pause ();
  if (letter == 'g') {
    memset (wr_alloc (48 << 20, 1), 1, 48 << 20);
    _exit (114);
  }
  if (letter == 'o')
    for (;;) memset (wr_alloc (1 << 24, 1), 1, 1 << 24);
}

static inline void fake_check (void *self, const struct wr_query *query, wr_arena *arena,
                               struct wr_answer *answer) {
  struct fake *f = self;
  (void)arena;
  size_t n = strlen (f->script);
  uint32_t goal = wr_query_first (query);
  char letter = f->script[goal < n ? goal : n - 1];
  *answer = (struct wr_answer){.resources = 10, .seconds = 0.001};
  fake_misbehave (letter);
  static const struct {
    char letter;
    enum wr_status status;
  } table[] = {{'u', WR_STATUS_UNSAT},    {'s', WR_STATUS_SAT},  {'i', WR_STATUS_INCOMPLETE},
               {'r', WR_STATUS_RESOURCE}, {'t', WR_STATUS_TIME}, {'m', WR_STATUS_MEMORY}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].letter == letter) answer->status = table[i].status;
}

static inline void fake_leave (void *self) { (void)self; }
static inline void fake_close (void *self) { free (self); }
static inline wr_str fake_version (const struct wr_solver_options *options, wr_arena *arena) {
  return (void)options, (void)arena, WR_LIT ("fake 1");
}

static const struct wr_backend fake_backend = {.name = "fake",
                                               .open = fake_open,
                                               .enter = fake_enter,
                                               .check = fake_check,
                                               .leave = fake_leave,
                                               .close = fake_close,
                                               .version = fake_version};

#endif
