/* result/dump.c -- --dump-smt: one stand-alone file for each goal, with the answer as a comment, that the
   solver's command replays. */
#include "result/decision.h"

#include "base/os.h"
#include "base/vec.h"
#include "vc/smtlib.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_NAME = 80 };

/* Every file begins with it (base/outfile.h). */
#define MARK "; answer: "

static void file_name (wr_buf *out, const struct wr_decision *run, uint32_t body, uint32_t goal) {
  wr_buf_clear (out);
  wr_buf_print (out, "%s/%u-", run->options->dump_dir, body + 1);
  wr_str name = wr_symbol_text (run->core->symbols, run->core->bodies.data[body].name);
  for (size_t i = 0; i < name.len && i < MAX_NAME; i++) {
    char c = name.ptr[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    wr_buf_add_char (out, plain || c == '.' || c == '_' ? c : '_');
  }
  wr_buf_print (out, "-%u.smt2", goal + 1);
}

static void add_query (wr_buf *out, const struct wr_decision *run, const wr_vc *vc, uint32_t goal) {
  for (uint32_t i = 0; i < vc->passive->goal_count; i++) {
    wr_buf_print (out, i == goal ? "(assert " : "(assert (not ");
    wr_smtlib_selector (out, i);
    wr_buf_print (out, i == goal ? ")\n" : "))\n");
  }
  wr_u32s labels = {0};
  if (!run->options->solver.untracked) wr_vc_goal_labels (vc, goal, &labels);
  wr_buf_print (out, labels.len > 0 ? "(check-sat-assuming (" : "(check-sat)\n");
  for (uint32_t i = 0; i < labels.len; i++) {
    if (i > 0) wr_buf_add_char (out, ' ');
    wr_smtlib_label (out, (wr_label){labels.data[i]});
  }
  if (labels.len > 0) wr_buf_print (out, "))\n");
  WR_VEC_FREE (&labels);
}

/* Comments are one line each, whatever the solver said. */
static void add_comment (wr_buf *out, const struct wr_goal_result *r) {
  wr_buf_print (out, MARK "%s", wr_status_name (r->reason));
  if (r->detail.len > 0) wr_buf_add_char (out, ' ');
  for (size_t i = 0; i < r->detail.len; i++)
    wr_buf_add_char (out, (unsigned char)r->detail.ptr[i] < 32 ? ' ' : r->detail.ptr[i]);
  wr_buf_print (out, "\n; resources: %llu\n", (unsigned long long)r->resources);
}

static const char *problem (enum wr_outfile status) {
  switch (status) {
  case WR_OUTFILE_OK: break;
  case WR_OUTFILE_INPUT: return "it is an input of this command";
  case WR_OUTFILE_FOREIGN:
    return "it exists and is not a query that --dump-smt wrote; --force replaces it";
  case WR_OUTFILE_NOT_CREATED:
  case WR_OUTFILE_NOT_WRITTEN: return wr_error_text (errno);
  }
  return "";
}

/* False: the reason is in the result. */
static bool write_file (struct wr_decision *run, const char *path, wr_str text) {
  static const wr_guard none = {0};
  const wr_guard *guard = run->options->guard ? run->options->guard : &none;
  enum wr_outfile status = wr_outfile_write (guard, path, MARK, text);
  if (status == WR_OUTFILE_OK) return true;
  run->result->not_dumped =
      wr_str_print (run->arena, "cannot write '%s': %s", path, problem (status));
  run->result->dump_refused = status != WR_OUTFILE_NOT_WRITTEN;
  return false;
}

void wr_decision_dump (struct wr_decision *run) {
  wr_buf prelude = {0}, procedure = {0}, text = {0}, path = {0};
  bool good = mkdir (run->options->dump_dir, 0777) == 0 || errno == EEXIST;
  if (!good) {
    run->result->not_dumped = wr_str_print (run->arena, "cannot create '%s': %s",
                                            run->options->dump_dir, wr_error_text (errno));
    run->result->dump_refused = true;
  }
  wr_smtlib_prelude (&prelude, run->core, WR_DIALECT_Z3, false);
  for (uint32_t i = 0; i < run->result->body_count && good; i++) {
    const struct wr_body_result *b = &run->result->bodies[i];
    if (!b->passive) continue;
    wr_buf_clear (&procedure);
    wr_smtlib_procedure (&procedure, b->vc, WR_DIALECT_Z3, !run->options->solver.untracked);
    for (uint32_t g = 0; g < b->passive->goal_count && good; g++) {
      if (b->goals[g].trivial) continue;
      wr_buf_clear (&text);
      add_comment (&text, &b->goals[g]);
      wr_buf_add (&text, wr_buf_str (&prelude));
      wr_buf_add (&text, wr_buf_str (&procedure));
      add_query (&text, run, b->vc, g);
      file_name (&path, run, i, g);
      good = write_file (run, wr_buf_text (&path), wr_buf_str (&text));
    }
  }
  wr_buf_free (&prelude);
  wr_buf_free (&procedure);
  wr_buf_free (&text);
  wr_buf_free (&path);
}
