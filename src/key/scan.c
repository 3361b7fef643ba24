/* key/scan.c -- the lexical level of KeY's files (key/scan.h). */
#include "key/scan.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_CHARACTER = 8 }; /* bytes between the quotes of a character literal */

wr_key_scan wr_key_scan_new (wr_str text) { return (wr_key_scan){.text = text, .line = 1}; }

bool wr_key_at_end (const wr_key_scan *scan) { return scan->at >= scan->text.len; }

char wr_key_peek (const wr_key_scan *scan) {
  return wr_key_at_end (scan) ? 0 : scan->text.ptr[scan->at];
}

void wr_key_advance (wr_key_scan *scan, size_t bytes) {
  for (; bytes && !wr_key_at_end (scan); bytes--) scan->line += scan->text.ptr[scan->at++] == '\n';
}

void wr_key_fail (wr_key_scan *scan, uint32_t line, const char *problem) {
  if (scan->problem) return;
  scan->problem = problem;
  scan->problem_line = line;
}

static bool starts (const wr_key_scan *scan, const char *word) {
  size_t len = strlen (word);
  return scan->text.len - scan->at >= len && !memcmp (scan->text.ptr + scan->at, word, len);
}

/* True: a comment was there. */
static bool comment (wr_key_scan *scan) {
  uint32_t line = scan->line;
  if (starts (scan, "//")) {
    while (!wr_key_at_end (scan) && wr_key_peek (scan) != '\n') wr_key_advance (scan, 1);
    return true;
  }
  if (!starts (scan, "/*")) return false;
  wr_key_advance (scan, 2);
  while (!wr_key_at_end (scan) && !starts (scan, "*/")) wr_key_advance (scan, 1);
  if (wr_key_at_end (scan)) wr_key_fail (scan, line, "this comment does not end");
  wr_key_advance (scan, 2);
  return true;
}

void wr_key_blanks (wr_key_scan *scan) {
  for (;;) {
    while (!wr_key_at_end (scan) && isspace ((unsigned char)wr_key_peek (scan)))
      wr_key_advance (scan, 1);
    if (!comment (scan)) return;
  }
}

bool wr_key_string (wr_key_scan *scan, wr_str *content) {
  uint32_t line = scan->line;
  *content = (wr_str){"", 0};
  if (wr_key_peek (scan) != '"') return false;
  wr_key_advance (scan, 1);
  size_t begin = scan->at;
  while (!wr_key_at_end (scan) && wr_key_peek (scan) != '"')
    wr_key_advance (scan, wr_key_peek (scan) == '\\' ? 2 : 1);
  *content = (wr_str){scan->text.ptr + begin, scan->at - begin};
  if (wr_key_at_end (scan)) {
    wr_key_fail (scan, line, "this string does not end");
    return false;
  }
  wr_key_advance (scan, 1);
  return true;
}

/* 'a', '\n', '\u0041'; a quote that does not begin one of these is an ordinary sign. */
static bool character (wr_key_scan *scan) {
  if (wr_key_peek (scan) != '\'') return false;
  for (size_t i = 1; i <= LONGEST_CHARACTER + 1 && scan->at + i < scan->text.len; i++) {
    char c = scan->text.ptr[scan->at + i];
    if (c == '\n') return false;
    if (c == '\\' && i == 1) {
      i++;
    } else if (c == '\'' && i > 1) {
      wr_key_advance (scan, i + 1);
      return true;
    }
  }
  return false;
}

void wr_key_skip (wr_key_scan *scan) {
  wr_str content;
  if (wr_key_peek (scan) == '"')
    wr_key_string (scan, &content);
  else if (!comment (scan) && !character (scan))
    wr_key_advance (scan, 1);
}

bool wr_key_skip_brackets (wr_key_scan *scan) {
  char open = wr_key_peek (scan);
  char close = open == '(' ? ')' : open == '[' ? ']' : '}';
  uint32_t depth = 0, line = scan->line;
  while (!wr_key_at_end (scan)) {
    char c = wr_key_peek (scan);
    wr_key_skip (scan);
    if (c == open) depth++;
    if (c == close && --depth == 0) return true;
  }
  wr_key_fail (scan, line, "this bracket is not closed");
  return false;
}

wr_str wr_key_name (wr_key_scan *scan) {
  size_t begin = scan->at;
  while (!wr_key_at_end (scan)) {
    char c = wr_key_peek (scan);
    if (!isalnum ((unsigned char)c) && !(c && strchr ("_$#.:<>-'!+", c)) && (unsigned char)c < 128)
      break;
    wr_key_advance (scan, 1);
  }
  return (wr_str){scan->text.ptr + begin, scan->at - begin};
}
