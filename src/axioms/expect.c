/* axioms/expect.c -- reading expectations (axioms/expect.h). */
#include "axioms/expect.h"

#include "base/check.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* -- words --------------------------------------------------------------------------------------------- */

enum wr_axiom_verdict wr_expected_verdict (wr_str word) {
  static const struct {
    const char *word;
    enum wr_axiom_verdict verdict;
  } table[] = {
      {"proved", WR_AXIOM_PROVED}, {"verified", WR_AXIOM_PROVED}, {"valid", WR_AXIOM_PROVED},
      {"unsat", WR_AXIOM_PROVED},  {"failed", WR_AXIOM_FAILED},   {"not-provable", WR_AXIOM_FAILED},
      {"error", WR_AXIOM_FAILED},  {"errors", WR_AXIOM_FAILED},   {"invalid", WR_AXIOM_FAILED},
      {"sat", WR_AXIOM_FAILED},    {"timeout", WR_AXIOM_TIMEOUT}, {"time-out", WR_AXIOM_TIMEOUT}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (wr_str_equal (word, wr_str_of (table[i].word))) return table[i].verdict;
  return WR_AXIOM_UNDECIDED;
}

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\r'; }

static wr_str trimmed (wr_str text) {
  while (text.len && is_blank (text.ptr[0])) text.ptr++, text.len--;
  while (text.len && is_blank (text.ptr[text.len - 1])) text.len--;
  return text;
}

/* Takes the next line off the text. */
static bool next_line (wr_str *text, wr_str *line) {
  if (!text->len) return false;
  const char *end = memchr (text->ptr, '\n', text->len);
  size_t len = end ? (size_t)(end - text->ptr) : text->len;
  *line = (wr_str){text->ptr, len};
  len += end != NULL;
  text->ptr += len;
  text->len -= len;
  return true;
}

/* Takes a word off the text, up to a blank or the mark. */
static wr_str take_word (wr_str *text, char mark) {
  *text = trimmed (*text);
  size_t n = 0;
  while (n < text->len && !is_blank (text->ptr[n]) && text->ptr[n] != mark) n++;
  wr_str word = {text->ptr, n};
  text->ptr += n;
  text->len -= n;
  return word;
}

static bool take (wr_str *text, const char *start) {
  size_t n = strlen (start);
  if (!wr_str_starts (*text, wr_str_of (start))) return false;
  text->ptr += n;
  text->len -= n;
  return true;
}

/* -- in the test --------------------------------------------------------------------------------------- */

/* What stands behind the comment mark that the line begins with. */
static bool is_comment (wr_str *line) {
  *line = trimmed (*line);
  if (!take (line, "//") && !take (line, "--") && !take (line, ";") && !take (line, "#"))
    return false;
  while (line->len && (line->ptr[0] == ';' || line->ptr[0] == '/')) line->ptr++, line->len--;
  return true;
}

/* `expect: verdict` or `expect Name: verdict`. */
static void take_expectation (wr_expectations *out, wr_str comment, uint32_t number) {
  comment = trimmed (comment);
  if (!take (&comment, "expect") || !comment.len) return;
  if (comment.ptr[0] != ':' && !is_blank (comment.ptr[0])) return;
  wr_str name = take_word (&comment, ':');
  comment = trimmed (comment);
  if (!take (&comment, ":")) return;
  wr_str word = take_word (&comment, ',');
  struct wr_expected_name expected = {name, wr_expected_verdict (word)};
  if (expected.verdict == WR_AXIOM_UNDECIDED) {
    if (!out->bad_line) out->bad_line = number, out->bad_word = word;
  } else if (name.len) {
    WR_VEC_PUSH (&out->names, expected);
  } else {
    out->whole = expected.verdict;
  }
}

static bool is_annotation (wr_str comment, bool *error) {
  *error = false;
  if (!take (&comment, "::")) return false;
  comment = trimmed (comment);
  *error = wr_str_starts (comment, WR_LIT ("ExpectedOutput"));
  return true;
}

wr_expectations wr_expectations_of_test (wr_str text) {
  wr_expectations out = {0};
  wr_str line;
  bool pending = false, error;
  for (uint32_t number = 1; next_line (&text, &line); number++) {
    bool comment = is_comment (&line);
    if (comment && is_annotation (line, &error)) {
      pending |= error;
      continue;
    }
    if (pending) WR_VEC_PUSH (&out.lines, number);
    out.all_lines |= pending;
    pending = false;
    if (comment) take_expectation (&out, line, number);
  }
  return out;
}

/* -- in the expected output ---------------------------------------------------------------------------- */

/* The line of `file(line,column): Error…`; 0: it is no error. */
static uint32_t error_line (wr_str line) {
  const char *open = memchr (line.ptr, '(', line.len);
  if (!open) return 0;
  wr_str rest = {open + 1, line.len - (size_t)(open + 1 - line.ptr)};
  uint32_t number = 0;
  while (rest.len && isdigit ((unsigned char)rest.ptr[0]) && number < 100000000) {
    number = number * 10 + (uint32_t)(rest.ptr[0] - '0');
    rest.ptr++, rest.len--;
  }
  if (!take (&rest, ",")) return 0;
  while (rest.len && isdigit ((unsigned char)rest.ptr[0])) rest.ptr++, rest.len--;
  return take (&rest, "): Error") || take (&rest, "): error") ? number : 0;
}

/* The number before a word such as `errors`. */
static bool count_before (wr_str text, const char *word, uint32_t *count) {
  size_t len = strlen (word);
  for (size_t i = 1; i + len <= text.len; i++) {
    if (memcmp (text.ptr + i, word, len) != 0 || text.ptr[i - 1] != ' ') continue;
    size_t end = i - 1, begin = end;
    while (begin && isdigit ((unsigned char)text.ptr[begin - 1])) begin--;
    *count = 0;
    for (size_t k = begin; k < end && *count < 100000000; k++)
      *count = *count * 10 + (uint32_t)(text.ptr[k] - '0');
    return begin < end;
  }
  return false;
}

static void take_summary (wr_expectations *out, wr_str line) {
  uint32_t verified, errors = 0, late = 0;
  const char mark[] = "finished with ";
  const char *at = memmem (line.ptr, line.len, mark, sizeof mark - 1);
  if (!at) return;
  wr_str rest = {at, line.len - (size_t)(at - line.ptr)};
  if (!count_before (rest, "verified", &verified) || !count_before (rest, "error", &errors)) return;
  count_before (rest, "time out", &late);
  out->whole = errors ? WR_AXIOM_FAILED : late ? WR_AXIOM_TIMEOUT : WR_AXIOM_PROVED;
  out->all_lines = !late;
}

wr_expectations wr_expectations_of_output (wr_str text) {
  wr_expectations out = {0};
  wr_str line;
  while (next_line (&text, &line)) {
    uint32_t error = error_line (line);
    if (error) WR_VEC_PUSH (&out.lines, error);
    take_summary (&out, line);
  }
  if (out.whole == WR_AXIOM_UNDECIDED) WR_VEC_CLEAR (&out.lines);
  return out;
}

void wr_expectations_free (wr_expectations *expectations) {
  WR_VEC_FREE (&expectations->names);
  WR_VEC_FREE (&expectations->lines);
}

/* -- of one test --------------------------------------------------------------------------------------- */

static enum wr_axiom_verdict of_file (const wr_expectations *e) {
  enum wr_axiom_verdict verdict = e->whole;
  if (verdict != WR_AXIOM_UNDECIDED) return verdict;
  if (e->lines.len) return WR_AXIOM_FAILED;
  for (uint32_t i = 0; i < e->names.len; i++) {
    if (e->names.data[i].verdict == WR_AXIOM_FAILED) return WR_AXIOM_FAILED;
    if (e->names.data[i].verdict == WR_AXIOM_TIMEOUT) verdict = WR_AXIOM_TIMEOUT;
  }
  return verdict;
}

enum wr_axiom_verdict wr_expectation (const wr_expectations *e, const struct wr_test_row *row) {
  if (!row->name.len) return of_file (e);
  for (uint32_t i = e->names.len; i-- > 0;)
    if (wr_str_equal (e->names.data[i].name, row->name)) return e->names.data[i].verdict;
  if (e->all_lines && row->line) {
    for (uint32_t i = 0; i < e->lines.len; i++)
      if (row->line <= e->lines.data[i] && e->lines.data[i] <= row->end_line)
        return WR_AXIOM_FAILED;
    return WR_AXIOM_PROVED;
  }
  /* A file that fails does not say which of its procedures does. */
  return e->whole == WR_AXIOM_PROVED ? WR_AXIOM_PROVED : WR_AXIOM_UNDECIDED;
}

/* -- manifests ----------------------------------------------------------------------------------------- */

bool wr_manifest_read (wr_str text, wr_manifest *manifest, uint32_t *bad_line) {
  wr_str line;
  for (uint32_t number = 1; next_line (&text, &line); number++) {
    line = trimmed (line);
    if (!line.len || line.ptr[0] == '#') continue;
    /* With tabs, paths may contain blanks. */
    char separator = memchr (line.ptr, '\t', line.len) ? '\t' : ' ';
    wr_str fields[3] = {{0}};
    uint32_t count = 0;
    while (line.len && count < 3) {
      const char *end = count < 2 ? memchr (line.ptr, separator, line.len) : NULL;
      size_t len = end ? (size_t)(end - line.ptr) : line.len;
      fields[count++] = trimmed ((wr_str){line.ptr, len});
      line = trimmed ((wr_str){line.ptr + len, line.len - len});
    }
    struct wr_manifest_entry entry = {wr_expected_verdict (fields[0]), fields[1], fields[2], number,
                                      false};
    if (entry.verdict == WR_AXIOM_UNDECIDED || !entry.path.len) {
      *bad_line = number;
      return false;
    }
    WR_VEC_PUSH (manifest, entry);
  }
  return true;
}

static bool fits (const struct wr_manifest_entry *entry, const struct wr_test_row *row) {
  char pattern[4096], path[4096];
  if (entry->procedure.len && !wr_str_equal (entry->procedure, row->name)) return false;
  if (entry->path.len >= sizeof pattern || row->path.len >= sizeof path) return false;
  snprintf (pattern, sizeof pattern, "%.*s", WR_STR_ARGS (entry->path));
  snprintf (path, sizeof path, "%.*s", WR_STR_ARGS (row->path));
  for (const char *part = path; part; part = strchr (part, '/')) {
    part += *part == '/';
    if (fnmatch (pattern, part, 0) == 0) return true;
  }
  return false;
}

enum wr_axiom_verdict wr_manifest_find (wr_manifest *manifest, const struct wr_test_row *row) {
  enum wr_axiom_verdict verdict = WR_AXIOM_UNDECIDED;
  for (uint32_t i = 0; i < manifest->len; i++) {
    if (!fits (&manifest->data[i], row)) continue;
    manifest->data[i].met = true;
    verdict = manifest->data[i].verdict;
  }
  return verdict;
}
