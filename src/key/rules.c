/* key/rules.c -- rule bases of KeY (key/rules.h). */
#include "key/rules.h"

static bool is_word (wr_str text, const char *word) {
  return wr_str_equal (text, wr_str_of (word));
}

/* `\word`; empty: no such thing here. */
static wr_str keyword (wr_key_scan *scan) {
  if (wr_key_peek (scan) != '\\') return (wr_str){0};
  wr_key_advance (scan, 1);
  return wr_key_name (scan);
}

static bool options (wr_key_scan *scan) {
  wr_key_blanks (scan);
  char c = wr_key_peek (scan);
  if (c == '(' || c == '[') return wr_key_skip_brackets (scan);
  return true;
}

static bool read_rule (wr_key_scan *scan, wr_key_rules *rules) {
  struct wr_key_rule rule = {.line = scan->line};
  size_t begin = scan->at;
  while (wr_key_peek (scan) == '\\') { /* \lemma, and marks of later versions */
    rule.lemma |= is_word (keyword (scan), "lemma");
    wr_key_blanks (scan);
  }
  rule.line = scan->line;
  rule.name = wr_key_name (scan);
  if (!rule.name.len) {
    wr_key_fail (scan, scan->line, "the name of a rule is expected here");
    return false;
  }
  if (!options (scan)) return false;
  wr_key_blanks (scan);
  if (wr_key_peek (scan) != '{') {
    wr_key_fail (scan, scan->line, "the rule has no text between braces");
    return false;
  }
  if (!wr_key_skip_brackets (scan)) return false;
  rule.text = (wr_str){scan->text.ptr + begin, scan->at - begin};
  WR_VEC_PUSH (rules, rule);
  wr_key_blanks (scan);
  if (wr_key_peek (scan) == ';') wr_key_advance (scan, 1);
  return true;
}

/* Behind \rules. */
static bool read_section (wr_key_scan *scan, wr_key_rules *rules) {
  uint32_t line = scan->line;
  if (!options (scan)) return false;
  wr_key_blanks (scan);
  if (wr_key_peek (scan) != '{') {
    wr_key_fail (scan, line, "the rules of this section are not between braces");
    return false;
  }
  wr_key_advance (scan, 1);
  for (;;) {
    wr_key_blanks (scan);
    if (wr_key_peek (scan) == '}') break;
    if (wr_key_at_end (scan)) {
      wr_key_fail (scan, line, "the braces of this section are not closed");
      return false;
    }
    if (!read_rule (scan, rules)) return false;
  }
  wr_key_advance (scan, 1);
  return true;
}

bool wr_key_rules_read (wr_str text, wr_key_rules *rules, wr_key_scan *at) {
  *at = wr_key_scan_new (text);
  while (!wr_key_at_end (at) && !at->problem) {
    char c = wr_key_peek (at);
    if (c == '{' && !wr_key_skip_brackets (at)) break;
    if (c == '\\') {
      wr_str word = keyword (at);
      if (is_word (word, "rules") || is_word (word, "axioms")) read_section (at, rules);
    } else if (c != '{') {
      wr_key_skip (at);
    }
  }
  return !at->problem;
}
