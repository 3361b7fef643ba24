/* axioms/log.c -- reading a log (axioms/log.h). */
#include "axioms/log.h"

#include "base/check.h"
#include "solve/sexp.h"

#include <stdlib.h>
#include <string.h>

/* -- commands ------------------------------------------------------------------------------------------ */

static enum wr_log_kind kind_of (wr_str word) {
  static const struct {
    const char *word;
    enum wr_log_kind kind;
  } table[] = {
      {"assert", WR_LOG_ASSERT},
      {"push", WR_LOG_PUSH},
      {"pop", WR_LOG_POP},
      {"reset", WR_LOG_RESET},
      {"reset-assertions", WR_LOG_RESET_ASSERTIONS},
      {"check-sat", WR_LOG_CHECK},
      {"check-sat-using", WR_LOG_CHECK},
      {"check-sat-assuming", WR_LOG_CHECK},
      {"set-option", WR_LOG_OPTION},
      {"set-info", WR_LOG_INFO},
      {"exit", WR_LOG_EXIT},
      {"include", WR_LOG_INCLUDE},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (wr_str_equal (word, wr_str_of (table[i].word))) return table[i].kind;
  bool declares =
      wr_str_starts (word, WR_LIT ("declare-")) || wr_str_starts (word, WR_LIT ("define-"));
  return declares ? WR_LOG_DECLARE : WR_LOG_OTHER;
}

/* The word after the opening parenthesis; empty: there is none. */
static wr_str head_of (wr_str text, size_t *at) {
  wr_str token;
  *at = 0;
  if (!wr_sexp_token (text, at, &token) || !wr_str_equal (token, WR_LIT ("("))) return (wr_str){0};
  bool word = wr_sexp_token (text, at, &token) && token.ptr[0] != '(' && token.ptr[0] != ')';
  return word ? token : (wr_str){0};
}

bool wr_log_option (wr_str command, wr_str *name, wr_str *value) {
  size_t at;
  head_of (command, &at);
  return wr_sexp_token (command, &at, name) && wr_sexp_token (command, &at, value) &&
         name->len > 1 && name->ptr[0] == ':' && (name->ptr++, name->len--, true);
}

static wr_str name_of (wr_str text) {
  size_t at = 0;
  wr_str token, name = {0};
  uint32_t depth = 0;
  while (wr_sexp_token (text, &at, &token)) {
    if (wr_str_equal (token, WR_LIT ("("))) depth++;
    if (wr_str_equal (token, WR_LIT (")"))) depth--;
    if (depth == 2 && wr_str_equal (token, WR_LIT (":named")) && wr_sexp_token (text, &at, &name))
      return name;
  }
  return (wr_str){0};
}

bool wr_log_is_query (const struct wr_log_command *command) {
  return wr_str_starts (command->name, WR_LIT ("@query"));
}

/* A number of scopes; 1 where none is given. */
static uint32_t scopes_of (wr_str command) {
  size_t at;
  wr_str token;
  head_of (command, &at);
  if (!wr_sexp_token (command, &at, &token)) return 1;
  uint32_t number = 0;
  for (size_t i = 0; i < token.len; i++) {
    if (token.ptr[i] < '0' || token.ptr[i] > '9' || number > 1000000) return i ? number : 1;
    number = number * 10 + (uint32_t)(token.ptr[i] - '0');
  }
  return number;
}

/* -- reading ------------------------------------------------------------------------------------------- */

struct reader {
  wr_log *log;
  wr_u32s active; /* commands in scope, in order */
  wr_u32s frames; /* length of `active` when each scope was opened */
  bool keeps_declarations;
  wr_str expected, title;
  uint32_t line;
  size_t counted; /* line is the line of this byte */
  size_t end;     /* of the command before */
};

static uint32_t line_at (struct reader *r, size_t at) {
  for (; r->counted < at; r->counted++) r->line += r->log->text.ptr[r->counted] == '\n';
  return r->line;
}

static wr_str trimmed (wr_str text) {
  while (text.len && strchr (" \t\r;", text.ptr[0])) text.ptr++, text.len--;
  while (text.len && strchr (" \t\r", text.ptr[text.len - 1])) text.len--;
  return text;
}

/* The last comment line between two commands, if nothing but blanks follows it. */
static wr_str comment_before (wr_str text, size_t from, size_t to) {
  size_t begin = to;
  while (begin > from && strchr (" \t\r\n", text.ptr[begin - 1])) begin--;
  size_t end = begin;
  while (begin > from && text.ptr[begin - 1] != '\n') begin--;
  wr_str line = {text.ptr + begin, end - begin};
  while (line.len && strchr (" \t", line.ptr[0])) line.ptr++, line.len--;
  return line.len && line.ptr[0] == ';' ? trimmed (line) : (wr_str){0};
}

/* Closes scopes.  Declarations that survive them go to the place where the outermost of them was opened.  As in Z3, the command has no
   effect if fewer scopes are open. */
static void pop (struct reader *r, uint32_t scopes) {
  if (!scopes || scopes > r->frames.len) return;
  uint32_t keep = r->frames.data[r->frames.len - scopes], end = r->active.len;
  r->frames.len -= scopes;
  r->active.len = keep;
  for (uint32_t i = keep; i < end; i++) {
    uint32_t command = r->active.data[i];
    enum wr_log_kind kind = r->log->commands.data[command].kind;
    if (kind == WR_LOG_OPTION || (kind == WR_LOG_DECLARE && r->keeps_declarations))
      r->active.data[r->active.len++] = command;
  }
  WR_ASSERT (r->active.len <= end);
}

/* Options are settings of the solver's process, which stay. */
static void reset (struct reader *r) {
  uint32_t kept = 0;
  r->frames.len = 0;
  for (uint32_t i = 0; i < r->active.len; i++)
    if (r->log->commands.data[r->active.data[i]].kind == WR_LOG_OPTION)
      r->active.data[kept++] = r->active.data[i];
  r->active.len = kept;
}

/* As in Z3, declarations and open scopes stay. */
static void reset_assertions (struct reader *r) {
  uint32_t kept = 0, frame = 0;
  for (uint32_t i = 0; i < r->active.len; i++) {
    for (; frame < r->frames.len && r->frames.data[frame] <= i; frame++)
      r->frames.data[frame] = kept;
    if (r->log->commands.data[r->active.data[i]].kind != WR_LOG_ASSERT)
      r->active.data[kept++] = r->active.data[i];
  }
  for (; frame < r->frames.len; frame++) r->frames.data[frame] = kept;
  r->active.len = kept;
}

/* False: what all checks see is too much. */
static bool add_check (struct reader *r, uint32_t command) {
  wr_log *log = r->log;
  if (r->active.len > WR_MAX_LOG_SEEN - log->scope.len) return false;
  struct wr_log_check check = {.command = command,
                               .first = log->scope.len,
                               .count = r->active.len,
                               .expected = r->expected,
                               .title = r->title};
  for (uint32_t i = 0; i < r->active.len; i++) WR_VEC_PUSH (&log->scope, r->active.data[i]);
  WR_VEC_PUSH (&log->checks, check);
  r->expected = (wr_str){0};
  return true;
}

static void take_option (struct reader *r, wr_str text) {
  wr_str name, value;
  if (!wr_log_option (text, &name, &value)) return;
  if (wr_str_equal (name, WR_LIT ("global-decls")) ||
      wr_str_equal (name, WR_LIT ("global-declarations")))
    r->keeps_declarations = wr_str_equal (value, WR_LIT ("true"));
}

static void take_info (struct reader *r, wr_str text) {
  wr_str name, value;
  if (!wr_log_option (text, &name, &value)) return;
  if (wr_str_equal (name, WR_LIT ("status"))) r->expected = value;
  if (wr_str_equal (name, WR_LIT ("boogie-vc-id"))) r->title = value;
}

/* False: there are too many of them. */
static bool push (struct reader *r, uint32_t scopes) {
  if (scopes > WR_MAX_LOG_SCOPES - r->frames.len) return false;
  while (scopes--) WR_VEC_PUSH (&r->frames, r->active.len);
  return true;
}

/* What is wrong with the command; NULL: nothing. */
static const char *take_command (struct reader *r, struct wr_log_command command) {
  uint32_t index = r->log->commands.len;
  command.level = r->frames.len;
  if (command.kind == WR_LOG_ASSERT) command.name = name_of (command.text);
  r->log->names_query |= wr_log_is_query (&command);
  r->log->has_scopes |= command.kind == WR_LOG_PUSH;
  WR_VEC_PUSH (&r->log->commands, command);
  switch (command.kind) {
  case WR_LOG_OPTION: take_option (r, command.text); /* fall through */
  case WR_LOG_DECLARE:
  case WR_LOG_ASSERT: WR_VEC_PUSH (&r->active, index); break;
  case WR_LOG_PUSH:
    if (!push (r, scopes_of (command.text))) return "more than 1048576 scopes are open here";
    break;
  case WR_LOG_POP: pop (r, scopes_of (command.text)); break;
  case WR_LOG_RESET: reset (r); break;
  case WR_LOG_RESET_ASSERTIONS: reset_assertions (r); break;
  case WR_LOG_CHECK:
    if (!add_check (r, index))
      return "the checks up to this one see more than 134217728 commands in sum";
    break;
  case WR_LOG_INFO: take_info (r, command.text); break;
  case WR_LOG_INCLUDE: return "this command reads another file, which is not supported";
  case WR_LOG_EXIT:
  case WR_LOG_OTHER: break;
  }
  return NULL;
}

static void fail (struct reader *r, size_t at, const char *why) {
  r->log->problem = wr_str_of (why);
  r->log->problem_line = line_at (r, at);
}

/* Scans come to their end at most once per command, so the whole is linear. */
static void read_commands (struct reader *r) {
  wr_log *log = r->log;
  struct wr_scan scan = {0};
  for (;;) {
    enum wr_scan_end end = wr_scan (&scan, log->text);
    if (end == WR_SCAN_BAD) {
      fail (r, scan.at,
            "this is not an SMT-LIB command: parentheses do not match, or nesting is too deep");
      return;
    }
    if (end == WR_SCAN_MORE) {
      if (scan.state != WR_SCAN_BLANK && scan.state != WR_SCAN_COMMENT)
        fail (r, scan.begin, "the text ends inside this command");
      return;
    }
    wr_str text = {log->text.ptr + scan.begin, scan.at - scan.begin};
    size_t at;
    wr_str head = head_of (text, &at);
    if (!head.len) {
      fail (r, scan.begin, "this is not an SMT-LIB command");
      return;
    }
    struct wr_log_command command = {.kind = kind_of (head),
                                     .text = text,
                                     .before = comment_before (log->text, r->end, scan.begin),
                                     .line = line_at (r, scan.begin)};
    r->end = scan.at;
    const char *problem = take_command (r, command);
    if (problem) fail (r, scan.begin, problem);
    if (problem || command.kind == WR_LOG_EXIT) return;
  }
}

wr_log wr_log_read (wr_str text) {
  const wr_str mark = WR_LIT ("\xef\xbb\xbf"); /* of UTF-8, which some editors write */
  if (text.len >= mark.len && !memcmp (text.ptr, mark.ptr, mark.len))
    text = (wr_str){text.ptr + mark.len, text.len - mark.len};
  wr_log log = {.text = text};
  struct reader r = {.log = &log, .line = 1};
  read_commands (&r);
  WR_VEC_FREE (&r.active);
  WR_VEC_FREE (&r.frames);
  return log;
}

void wr_log_free (wr_log *log) {
  WR_VEC_FREE (&log->commands);
  WR_VEC_FREE (&log->checks);
  WR_VEC_FREE (&log->scope);
}
