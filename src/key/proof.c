/* key/proof.c -- stored proofs of KeY (key/proof.h). */
#include "key/proof.h"

static bool is_word (wr_str text, const char *word) {
  return wr_str_equal (text, wr_str_of (word));
}

static void add_use (wr_key_proof *proof, wr_str name) {
  uint64_t hash = wr_str_hash (name, 0), at = wr_map_or (&proof->index, hash, 0);
  if (!at) {
    struct wr_key_use use = {name, 0};
    WR_VEC_PUSH (&proof->uses, use);
    wr_map_put (&proof->index, hash, at = proof->uses.len);
  }
  proof->uses.data[at - 1].steps++;
  proof->steps++;
}

/* The lists that are open.  A branch in which nothing stands is an open goal, though no `opengoal` says so. */
enum { OTHER_LIST, EMPTY_BRANCH, BRANCH };
typedef WR_VEC (uint8_t) open_lists;

static void enter (open_lists *lists, wr_str word) {
  bool fills = is_word (word, "rule") || is_word (word, "builtin") || is_word (word, "opengoal") ||
               is_word (word, "branch");
  if (fills && lists->len && WR_VEC_LAST (lists) == EMPTY_BRANCH) WR_VEC_LAST (lists) = BRANCH;
  uint8_t kind = is_word (word, "branch") ? EMPTY_BRANCH : OTHER_LIST;
  WR_VEC_PUSH (lists, kind);
}

/* `(word "text"`, where a list opened. */
static bool read_head (wr_key_scan *scan, wr_key_proof *proof, open_lists *lists) {
  uint32_t line = scan->line;
  wr_str content = {0};
  wr_key_blanks (scan);
  wr_str word = wr_key_name (scan);
  wr_key_blanks (scan);
  bool text = wr_key_peek (scan) == '"' && wr_key_string (scan, &content);
  enter (lists, word);
  if (!word.len) {
    wr_key_fail (scan, line, "a word is expected behind this parenthesis");
  } else if (is_word (word, "rule") || is_word (word, "builtin")) {
    if (!text || !content.len) wr_key_fail (scan, line, "this step does not name its rule");
    if (scan->problem) return false;
    if (is_word (word, "rule")) {
      add_use (proof, content);
    } else {
      proof->builtin++;
      proof->simplifier += is_word (content, "One Step Simplification");
    }
  } else if (is_word (word, "opengoal")) {
    proof->open++;
  }
  return !scan->problem;
}

/* Between the braces behind \proof. */
static bool read_lists (wr_key_scan *scan, wr_key_proof *proof, open_lists *lists) {
  uint32_t line = scan->line;
  while (!scan->problem) {
    wr_str content;
    wr_key_blanks (scan);
    char c = wr_key_peek (scan);
    if (wr_key_at_end (scan)) {
      wr_key_fail (scan, line, "the proof is not complete: the text ends inside it");
    } else if (c == '(') {
      wr_key_advance (scan, 1);
      read_head (scan, proof, lists);
    } else if (c == ')') {
      if (lists->len)
        proof->open += WR_VEC_POP (lists) == EMPTY_BRANCH;
      else
        wr_key_fail (scan, scan->line, "this parenthesis closes nothing");
      wr_key_advance (scan, 1);
    } else if (c == '"') {
      wr_key_string (scan, &content);
    } else if (c == '}') {
      if (lists->len) wr_key_fail (scan, scan->line, "a parenthesis of the proof is not closed");
      wr_key_advance (scan, 1);
      return !scan->problem;
    } else if (!wr_key_name (scan).len) {
      wr_key_fail (scan, scan->line, "this sign has no meaning in a proof");
    }
  }
  return false;
}

static bool read_steps (wr_key_scan *scan, wr_key_proof *proof) {
  open_lists lists = {0};
  bool good = read_lists (scan, proof, &lists);
  if (!proof->steps && !proof->builtin && !proof->open) proof->open = 1;
  WR_VEC_FREE (&lists);
  return good;
}

bool wr_key_proof_read (wr_str text, wr_key_proof *proof, wr_key_scan *at) {
  *proof = (wr_key_proof){0};
  *at = wr_key_scan_new (text);
  while (!wr_key_at_end (at) && !at->problem) {
    char c = wr_key_peek (at);
    if (c == '{' && !wr_key_skip_brackets (at)) return false;
    if (c == '{') continue;
    if (c != '\\') {
      wr_key_skip (at);
      continue;
    }
    wr_key_advance (at, 1);
    if (!is_word (wr_key_name (at), "proof")) continue;
    wr_key_blanks (at);
    if (wr_key_peek (at) == '{') {
      wr_key_advance (at, 1);
      return read_steps (at, proof);
    }
    wr_key_fail (at, at->line, "the proof is not between braces");
  }
  wr_key_fail (at, at->line, "there is no \\proof in this file");
  return false;
}

void wr_key_proof_free (wr_key_proof *proof) {
  WR_VEC_FREE (&proof->uses);
  wr_map_free (&proof->index);
}
