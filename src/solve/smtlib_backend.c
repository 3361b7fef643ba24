/* solve/smtlib_backend.c -- any solver that speaks SMT-LIB on its standard input and output.  A program
   cannot be forked with what it knows, so each procedure starts one anew and sends it the axioms again.
   Every batch of commands ends with an echo: whatever comes before the echo belongs to the batch. */
#include "solve/solve.h"

#include "base/check.h"
#include "base/os.h"
#include "solve/process.h"
#include "vc/smtlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRACE_MS = 500 }; /* for a solver that keeps its own limit */

struct smtlib {
  const wr_core *core;
  struct wr_solver_options options;
  bool is_z3, is_cvc5;
  wr_buf prelude, procedure;
  const wr_vc *vc; /* NULL: no procedure is entered */
  struct wr_process process;
  bool has_procedure; /* the process knows the procedure's formula */
  uint32_t batch;
  uint64_t resources; /* what Z3 has counted so far */
  wr_arena *arena;
};

static enum wr_dialect dialect (const struct smtlib *s) {
  return s->is_z3 ? WR_DIALECT_Z3 : WR_DIALECT_STANDARD;
}

static void *smtlib_open (const wr_core *core, const struct wr_solver_options *options,
                          wr_str *error) {
  struct smtlib *s = wr_alloc (1, sizeof *s);
  s->core = core;
  s->options = *options;
  s->arena = wr_arena_new ();
  s->process = (struct wr_process){.in = -1, .out = -1};
  if (!s->options.command) s->options.command = "z3 -in";
  wr_str program = wr_process_program (s->options.command, s->arena);
  s->is_z3 = wr_str_starts (program, WR_LIT ("z3"));
  s->is_cvc5 = wr_str_starts (program, WR_LIT ("cvc5"));
  wr_smtlib_prelude_without (&s->prelude, core, dialect (s), options->labelled_axioms,
                             options->left_out);
  /* Starts the solver once, so that a wrong command is reported now and not for every goal. */
  wr_str why = {0};
  if (wr_process_start (&s->process, s->options.command, NULL, s->arena, &why)) {
    wr_process_stop (&s->process);
    return s;
  }
  char *text = wr_alloc (why.len + 1, 1);
  memcpy (text, why.ptr, why.len);
  *error = (wr_str){text, why.len};
  wr_buf_free (&s->prelude);
  wr_arena_free (s->arena);
  free (s);
  return NULL;
}

static bool smtlib_enter (void *self, const wr_vc *vc) {
  struct smtlib *s = self;
  s->vc = vc;
  wr_buf_clear (&s->procedure);
  wr_smtlib_procedure (&s->procedure, vc, dialect (s), !s->options.untracked);
  return true;
}

static void smtlib_leave (void *self) {
  struct smtlib *s = self;
  wr_process_stop (&s->process);
  s->vc = NULL;
}

static void smtlib_close (void *self) {
  struct smtlib *s = self;
  wr_process_stop (&s->process);
  wr_buf_free (&s->prelude);
  wr_buf_free (&s->procedure);
  wr_arena_free (s->arena);
  free (s);
}

/* -- a batch ----------------------------------------------------------------------------------------- */

/* What a batch brought. */
struct replies {
  enum wr_status status; /* UNSAT: all is well so far */
  wr_str detail;
  bool sat, unsat, unknown; /* a verdict among the replies */
  wr_buf lists;             /* the other replies, one after the other */
};

static bool is_mark (wr_str reply, uint32_t batch) {
  char mark[32];
  snprintf (mark, sizeof mark, "batch-%u", batch);
  if (reply.len >= 2 && reply.ptr[0] == '"') reply = (wr_str){reply.ptr + 1, reply.len - 2};
  return wr_str_equal (reply, wr_str_of (mark));
}

static void take_reply (struct replies *r, wr_str reply, wr_arena *arena) {
  wr_str message;
  if (wr_sexp_error (reply, &message)) {
    if (r->status == WR_STATUS_UNSAT) {
      r->status = WR_STATUS_BAD_REPLY;
      r->detail = wr_str_keep (arena, message);
    }
  } else if (wr_str_equal (reply, WR_LIT ("sat"))) {
    r->sat = true;
  } else if (wr_str_equal (reply, WR_LIT ("unsat"))) {
    r->unsat = true;
  } else if (wr_str_equal (reply, WR_LIT ("unknown")) || wr_str_equal (reply, WR_LIT ("timeout"))) {
    r->unknown = true;
  } else if (reply.len > 0 && reply.ptr[0] == '(') {
    wr_buf_add (&r->lists, reply);
    wr_buf_add_char (&r->lists, '\n');
  } else if (!wr_str_equal (reply, WR_LIT ("success")) &&
             !wr_str_equal (reply, WR_LIT ("unsupported")) && r->status == WR_STATUS_UNSAT) {
    r->status = WR_STATUS_BAD_REPLY;
    r->detail = wr_str_print (arena, "unexpected reply '%.*s'",
                              reply.len > 100 ? 100 : (int)reply.len, reply.ptr);
  }
}

/* Sends the commands and reads up to the echo. After TIME, DIED and a broken stream the process is stopped: its later
   output could be mistaken for an answer. */
static void run_batch (struct smtlib *s, wr_buf *commands, double deadline, wr_arena *arena,
                       struct replies *r) {
  WR_ASSERT (r->lists.len == 0 && !r->sat && !r->unsat && !r->unknown);
  r->status = WR_STATUS_UNSAT;
  wr_buf_print (commands, "(echo \"batch-%u\")\n", ++s->batch);
  enum wr_status end = wr_process_send (&s->process, wr_buf_str (commands), deadline);
  bool sent = end == WR_STATUS_UNSAT;
  for (;;) {
    wr_str reply;
    enum wr_status got = wr_process_reply (&s->process, deadline, &reply);
    if (got != WR_STATUS_UNSAT) {
      if (sent || got == WR_STATUS_BAD_REPLY) end = got;
      break;
    }
    if (is_mark (reply, s->batch)) return;
    take_reply (r, reply, arena);
  }
  wr_process_stop (&s->process);
  if (r->status == WR_STATUS_UNSAT) r->status = end;
}

/* -- a query ------------------------------------------------------------------------------------------ */

static bool start (struct smtlib *s, const struct wr_query *query, wr_arena *arena, wr_str *error) {
  char limit[64], rlimit[64], seed[64];
  const char *cvc5[] = {"--lang=smt2",
                        "--incremental",
                        "--produce-models",
                        "--produce-unsat-assumptions",
                        "--strings-exp",
                        seed,
                        NULL,
                        NULL,
                        NULL};
  uint32_t n = 6;
  snprintf (seed, sizeof seed, "--seed=%u", s->options.seed);
  if (query->timeout > 0) {
    snprintf (limit, sizeof limit, "--tlimit-per=%.0f", query->timeout * 1000);
    cvc5[n++] = limit;
  }
  if (query->rlimit > 0) {
    snprintf (rlimit, sizeof rlimit, "--rlimit-per=%llu", (unsigned long long)query->rlimit);
    cvc5[n++] = rlimit;
  }
  return wr_process_start (&s->process, s->options.command, s->is_cvc5 ? cvc5 : NULL, arena, error);
}

static void add_label (wr_buf *out, uint32_t label, bool absent) {
  wr_buf_print (out, absent ? " (not " : " ");
  wr_smtlib_label (out, (wr_label){label});
  if (absent) wr_buf_add_char (out, ')');
}

static void add_axiom_labels (const struct smtlib *s, wr_buf *out, const struct wr_query *query) {
  if (!s->options.labelled_axioms) return;
  for (uint32_t i = 0; i < s->core->axioms.len; i++) {
    uint32_t label = s->core->axioms.data[i].label.ix;
    if (label && !(s->options.left_out && wr_bitset_has (s->options.left_out, label)))
      add_label (out, label, query->kind != WR_QUERY_EXPRS && wr_query_lacks (query, label));
  }
  for (uint32_t i = 1; i < s->core->funcs.len;
       i++) { /* a set query does not switch definitions off */
    uint32_t label = s->core->funcs.data[i].label.ix;
    if (s->core->funcs.data[i].kind == WR_FUNC_LAMBDA && label)
      add_label (out, label, query->kind == WR_QUERY_GOAL && wr_query_lacks (query, label));
  }
}

static void add_assumptions (const struct smtlib *s, wr_buf *out, const struct wr_query *query) {
  wr_u32s labels = {0};
  if (query->kind != WR_QUERY_EXPRS && !s->options.untracked) {
    wr_vc_goal_labels (s->vc, wr_query_first (query), &labels);
    for (uint32_t i = 0; i < labels.len; i++)
      add_label (out, labels.data[i], wr_query_lacks (query, labels.data[i]));
  }
  if (!s->options.untracked) add_axiom_labels (s, out, query);
  for (uint32_t i = 0; query->kind == WR_QUERY_EXPRS && query->want_core && i < query->exprs.count;
       i++) {
    wr_buf_add_char (out, ' ');
    wr_smtlib_guard (out, i);
  }
  WR_VEC_FREE (&labels);
}

static void add_check (const struct smtlib *s, wr_buf *out, const struct wr_query *query) {
  wr_buf assumed = {0};
  bool cores = query->kind == WR_QUERY_EXPRS ? query->want_core : !s->options.untracked;
  add_assumptions (s, &assumed, query);
  if (cores || assumed.len > 0)
    wr_buf_print (out, "(check-sat-assuming (%s))\n", wr_buf_text (&assumed));
  else
    wr_buf_print (out, "(check-sat)\n");
  wr_buf_free (&assumed);
}

static void select_goal (const struct smtlib *s, wr_buf *out, uint32_t goal) {
  for (uint32_t i = 0; i < s->vc->passive->goal_count; i++) {
    wr_buf_print (out, i == goal ? "(assert " : "(assert (not ");
    wr_smtlib_selector (out, i);
    wr_buf_print (out, i == goal ? ")\n" : "))\n");
  }
}

static void add_query (const struct smtlib *s, wr_buf *out, const struct wr_query *query) {
  wr_buf_print (out, "(push 1)\n");
  if (query->kind == WR_QUERY_EXPRS)
    wr_smtlib_exprs (out, s->core, dialect (s), query->exprs.exprs, query->exprs.count,
                     query->want_core);
  else
    select_goal (s, out, wr_query_first (query));
  if (s->is_z3) {
    wr_buf_print (out, "(set-option :timeout %.0f)\n", query->timeout * 1000);
    wr_buf_print (out, "(set-option :rlimit %llu)\n", (unsigned long long)query->rlimit);
  }
  add_check (s, out, query);
  if (s->is_z3) wr_buf_print (out, "(get-info :rlimit)\n");
}

/* The number behind (:rlimit N) in the replies. */
static void take_resources (struct smtlib *s, const struct replies *r, struct wr_answer *answer) {
  wr_str token, text = wr_buf_str (&r->lists);
  size_t at = 0;
  while (wr_sexp_token (text, &at, &token))
    if (wr_str_equal (token, WR_LIT (":rlimit")) && wr_sexp_token (text, &at, &token)) {
      char number[32] = "";
      memcpy (number, token.ptr, token.len < 31 ? token.len : 31);
      uint64_t count = strtoull (number, NULL, 10);
      answer->resources = count - s->resources;
      s->resources = count;
    }
}

static enum wr_status why_unknown (wr_str text, const struct wr_query *query, double seconds) {
  char reason[256];
  snprintf (reason, sizeof reason, "%.*s", WR_STR_ARGS (text));
  if (strstr (reason, "incomplete")) return WR_STATUS_INCOMPLETE;
  if (strstr (reason, "memout") || strstr (reason, "memory")) return WR_STATUS_MEMORY;
  if (strstr (reason, "resource")) return WR_STATUS_RESOURCE;
  if (strstr (reason, "timeout") || strstr (reason, "cancel")) return WR_STATUS_TIME;
  if (query->timeout > 0 && seconds >= query->timeout) return WR_STATUS_TIME;
  return WR_STATUS_BAD_REPLY;
}

/* (:reason-unknown WORD), (:reason-unknown "text") or (:reason-unknown (incomplete quantifiers)). */
static void ask_reason (struct smtlib *s, const struct wr_query *query, double deadline,
                        wr_arena *arena, struct wr_answer *answer) {
  wr_buf commands = {0};
  struct replies r = {0};
  wr_buf_print (&commands, "(get-info :reason-unknown)\n");
  run_batch (s, &commands, deadline, arena, &r);
  wr_str text = wr_buf_str (&r.lists);
  while (text.len > 0 && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == ')'))
    text.len--;
  size_t at = 0;
  wr_str token;
  while (wr_sexp_token (text, &at, &token) && !wr_str_equal (token, WR_LIT (":reason-unknown"))) {}
  answer->detail = wr_str_keep (arena, (wr_str){text.ptr + at, text.len - at});
  answer->status = r.status == WR_STATUS_UNSAT
                       ? why_unknown (answer->detail, query, answer->seconds)
                       : WR_STATUS_BAD_REPLY;
  if (r.status != WR_STATUS_UNSAT) answer->detail = r.detail;
  wr_buf_free (&r.lists);
  wr_buf_free (&commands);
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Is this number a label that the query assumes, or one of its expressions? */
static bool is_assumed (const struct smtlib *s, const struct wr_query *query, uint32_t number) {
  if (query->kind == WR_QUERY_EXPRS) return number < query->exprs.count;
  return number > 0 && number < s->core->labels.infos.len && !wr_query_lacks (query, number);
}

/* The number in the name of a label or a guard; UINT32_MAX: the word is no such name. */
static uint32_t number_of (const struct wr_query *query, wr_str word) {
  size_t from = 0;
  uint64_t number = 0;
  while (from < word.len && (word.ptr[from] < '0' || word.ptr[from] > '9')) from++;
  for (; from < word.len && word.ptr[from] >= '0' && word.ptr[from] <= '9'; from++)
    number = number < UINT32_MAX ? number * 10 + (uint64_t)(word.ptr[from] - '0') : number;
  if (number >= UINT32_MAX) return UINT32_MAX;
  wr_buf name = {0};
  if (query->kind == WR_QUERY_EXPRS)
    wr_smtlib_guard (&name, (uint32_t)number);
  else
    wr_smtlib_label (&name, (wr_label){(uint32_t)number});
  bool same = wr_str_equal (wr_buf_str (&name), word);
  wr_buf_free (&name);
  return same ? (uint32_t)number : UINT32_MAX;
}

/* Labels among the words of the reply; the absent ones stand inside (not ...) and are left out. */
static void take_core (const struct smtlib *s, const struct wr_query *query, wr_str text,
                       wr_arena *arena, struct wr_answer *answer) {
  wr_u32s core = {0};
  wr_str token;
  size_t at = 0;
  while (wr_sexp_token (text, &at, &token)) {
    uint32_t number = number_of (query, token);
    if (number != UINT32_MAX && is_assumed (s, query, number)) WR_VEC_PUSH (&core, number);
  }
  if (core.len > 1) qsort (core.data, core.len, sizeof *core.data, by_number);
  for (uint32_t i = 0; i < core.len; i++) WR_ASSERT (is_assumed (s, query, core.data[i]));
  answer->core = WR_VEC_KEEP (arena, &core);
  answer->core_count = core.len;
  answer->has_core = true;
  WR_VEC_FREE (&core);
}

static void ask_core (struct smtlib *s, const struct wr_query *query, double deadline,
                      wr_arena *arena, struct wr_answer *answer) {
  bool tracked = query->kind == WR_QUERY_EXPRS || !s->options.untracked;
  if (!(query->want_core || query->kind == WR_QUERY_SET) || !tracked) return;
  wr_buf commands = {0};
  struct replies r = {0};
  wr_buf_print (&commands, "(get-unsat-assumptions)\n");
  run_batch (s, &commands, deadline, arena, &r);
  if (r.status == WR_STATUS_UNSAT && r.lists.len > 0)
    take_core (s, query, wr_buf_str (&r.lists), arena, answer);
  wr_buf_free (&r.lists);
  wr_buf_free (&commands);
}

/* ((C0 true) (C1 false)): in the order in which they were asked for. */
static bool take_choices (const struct smtlib *s, wr_str text, struct wr_answer *answer) {
  wr_str token;
  size_t at = 0;
  uint32_t n = 0;
  while (wr_sexp_token (text, &at, &token)) {
    bool yes = wr_str_equal (token, WR_LIT ("true"));
    if (!yes && !wr_str_equal (token, WR_LIT ("false"))) continue;
    if (n >= s->vc->choice_count) return false;
    WR_ASSERT (n < answer->choice_count);
    answer->choices[n++] = yes;
  }
  return n == s->vc->choice_count;
}

static void ask_choices (struct smtlib *s, double deadline, wr_arena *arena,
                         struct wr_answer *answer) {
  answer->choices = WR_NEW (arena, bool, s->vc->choice_count);
  answer->choice_count = s->vc->choice_count;
  answer->has_model = true;
  if (s->vc->choice_count == 0) return;
  wr_buf commands = {0};
  struct replies r = {0};
  wr_buf_print (&commands, "(get-value (");
  for (uint32_t i = 0; i < s->vc->choice_count; i++) {
    if (i > 0) wr_buf_add_char (&commands, ' ');
    wr_smtlib_choice (&commands, i);
  }
  wr_buf_print (&commands, "))\n");
  run_batch (s, &commands, deadline, arena, &r);
  answer->has_model =
      r.status == WR_STATUS_UNSAT && take_choices (s, wr_buf_str (&r.lists), answer);
  if (!answer->has_model) answer->choice_count = 0;
  wr_buf_free (&r.lists);
  wr_buf_free (&commands);
}

/* The verdict among the replies to a check. */
static void judge (struct smtlib *s, const struct replies *r, const struct wr_query *query,
                   double deadline, wr_arena *arena, struct wr_answer *answer) {
  answer->status = r->status;
  answer->detail = r->detail;
  if (r->status != WR_STATUS_UNSAT) return;
  if (r->sat + r->unsat + r->unknown != 1) {
    answer->status = WR_STATUS_BAD_REPLY;
    answer->detail = WR_LIT ("no verdict in the reply");
    return;
  }
  /* The verdict is known; reading the core or the choices may take a little longer. */
  if (deadline > 0) deadline = wr_clock () + 5;
  if (r->unsat) {
    ask_core (s, query, deadline, arena, answer);
    return;
  }
  answer->status = WR_STATUS_SAT;
  if (r->unknown) ask_reason (s, query, deadline, arena, answer);
  if (answer->status != WR_STATUS_SAT && answer->status != WR_STATUS_INCOMPLETE) return;
  if (query->kind == WR_QUERY_GOAL || (query->kind == WR_QUERY_SET && query->set.want_path))
    ask_choices (s, deadline, arena, answer);
}

/* Starts a process if none runs, and adds what it must be sent first. A process that knows a procedure's formula
   cannot answer about expressions alone, and is replaced. */
static bool begin (struct smtlib *s, const struct wr_query *query, wr_buf *commands,
                   wr_arena *arena, wr_str *error) {
  bool procedure = query->kind != WR_QUERY_EXPRS;
  if (s->process.pid > 0 && s->has_procedure != procedure) wr_process_stop (&s->process);
  if (s->process.pid > 0) return true;
  if (!start (s, query, arena, error)) return false;
  WR_ASSERT (!procedure || s->vc);
  s->resources = 0;
  s->has_procedure = procedure;
  wr_buf_add (commands, wr_buf_str (&s->prelude));
  if (procedure) wr_buf_add (commands, wr_buf_str (&s->procedure));
  return true;
}

static void smtlib_check (void *self, const struct wr_query *query, wr_arena *arena,
                          struct wr_answer *answer) {
  struct smtlib *s = self;
  *answer = (struct wr_answer){0};
  wr_buf commands = {0};
  wr_query_check (query, s->vc);
  WR_REQUIRE (query->kind != WR_QUERY_GROUP); /* the backend has no groups */
  WR_REQUIRE (query->kind != WR_QUERY_SET || query->set.trust == WR_SHARED);
  if (!begin (s, query, &commands, arena, &answer->detail)) {
    answer->status = WR_STATUS_DIED;
    return;
  }
  add_query (s, &commands, query);
  double began = wr_clock ();
  double deadline = query->timeout > 0 ? began + query->timeout + GRACE_MS / 1000.0 : 0;
  struct replies r = {0};
  run_batch (s, &commands, deadline, arena, &r);
  answer->seconds = wr_clock () - began;
  take_resources (s, &r, answer);
  judge (s, &r, query, deadline, arena, answer);
  if (s->process.pid > 0) {
    /* A failed batch may have left the stack of assertions in any state. */
    if (answer->status == WR_STATUS_BAD_REPLY)
      wr_process_stop (&s->process);
    else
      wr_process_send (&s->process, WR_LIT ("(pop 1)\n"), wr_clock () + 5);
  }
  wr_buf_free (&r.lists);
  wr_buf_free (&commands);
}

static wr_str smtlib_version (const struct wr_solver_options *options, wr_arena *arena) {
  const char *command = options->command ? options->command : "z3";
  wr_str version = wr_process_version (command, arena), digest = wr_process_digest (command, arena);
  if (!version.len || !digest.len) return WR_LIT ("");
  return wr_str_print (arena, "%.*s %.*s", WR_STR_ARGS (version), WR_STR_ARGS (digest));
}

const struct wr_backend wr_backend_smtlib = {.name = "smtlib",
                                             .open = smtlib_open,
                                             .enter = smtlib_enter,
                                             .check = smtlib_check,
                                             .leave = smtlib_leave,
                                             .close = smtlib_close,
                                             .version = smtlib_version};
