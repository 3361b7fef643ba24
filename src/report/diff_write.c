/* report/diff_write.c -- what changed, for people and for programs. */
#include "report/diff.h"

#include "base/utf8.h"
#include "base/words.h"
#include "report/cover.h"
#include "report/formats.h"
#include "source/quote.h"

struct goals {
  uint32_t proved, failed, timeouts, unknown, vacuous;
};

static struct goals goals_of (const wr_doc *doc) {
  struct goals sum = {0};
  for (uint32_t i = 0; i < doc->goal_count; i++) {
    enum wr_verdict verdict = doc->goals[i].verdict;
    sum.proved += verdict == WR_VERDICT_PROVED;
    sum.failed += verdict == WR_VERDICT_FAILED;
    sum.timeouts += verdict == WR_VERDICT_TIMEOUT;
    sum.unknown += verdict == WR_VERDICT_UNKNOWN;
    sum.vacuous += doc->goals[i].vacuous;
  }
  return sum;
}

/* `FILE:12: P/assert/12ab34` with its text, cleaned. */
static void add_row (wr_buf *out, const struct wr_doc_row *row, wr_str text) {
  wr_utf8_clean (out, row->path);
  if (row->line) wr_buf_print (out, ":%u", row->line);
  wr_buf_add (out, WR_LIT (": "));
  wr_utf8_clean (out, row->name);
  if (!text.len) return;
  wr_buf quoted = {0};
  wr_quote_text (&quoted, text);
  wr_buf_add_char (out, ' ');
  wr_utf8_clean (out, wr_buf_str (&quoted));
  wr_buf_free (&quoted);
}

static void add_states (wr_buf *out, const struct wr_change *change) {
  if (change->finding) {
    wr_buf_add (out, WR_LIT (": "));
    wr_utf8_clean (out, change->finding->message);
    return;
  }
  if (change->kind == WR_CHANGE_TRUST_GREW || change->kind == WR_CHANGE_TRUST_SHRANK) return;
  if (change->before && change->after)
    wr_buf_print (out, " (%s, was %s)", change->after, change->before);
  else
    wr_buf_print (out, change->after ? " (%s)" : " (was %s)",
                  change->after ? change->after : change->before);
}

/* The k-th of the things that a goal rests on; after the last that is shown, how many more there are. */
static void add_leaf (wr_buf *out, const struct wr_change *change, uint32_t k) {
  if (k == WR_DIFF_LEAVES) {
    wr_buf_print (out, "and %u more", change->leaf_count - k);
    return;
  }
  const struct wr_doc_leaf *leaf = change->leaves[k];
  wr_buf_print (out, "%s ", change->kind == WR_CHANGE_TRUST_GREW ? "now on" : "no longer on");
  wr_utf8_clean (out, leaf->row.role);
  wr_buf_add_char (out, ' ');
  add_row (out, &leaf->row, leaf->text);
}

static void add_share (wr_buf *out, uint64_t covered, uint64_t total, bool now) {
  wr_buf_print (out, "%llu of %llu (", (unsigned long long)covered, (unsigned long long)total);
  wr_add_percent (out, covered, total);
  wr_buf_add (out, now ? WR_LIT (") now") : WR_LIT (") before, "));
}

static void add_totals (wr_buf *out, const wr_diff *diff) {
  const wr_doc *docs[] = {diff->before, diff->after};
  wr_buf_add (out, WR_LIT ("goals proved: "));
  for (int i = 0; i < 2; i++)
    wr_buf_print (out, "%u of %u%s", goals_of (docs[i]).proved, docs[i]->goal_count,
                  i ? "" : " before, ");
  wr_buf_add (out, WR_LIT (" now"));
  if (!docs[0]->coverage || !docs[1]->coverage) return;
  if (goals_of (docs[0]).vacuous || goals_of (docs[1]).vacuous)
    wr_buf_print (out, "; vacuous: %u before, %u now", goals_of (docs[0]).vacuous,
                  goals_of (docs[1]).vacuous);
  bool elements = docs[0]->has_elements && docs[1]->has_elements;
  wr_buf_add (out, elements ? WR_LIT ("; elements covered: ") : WR_LIT ("; facts covered: "));
  for (int i = 0; i < 2; i++) {
    if (elements)
      add_share (out, docs[i]->counts.covered, docs[i]->counts.coverable, i);
    else
      add_share (out, docs[i]->covered, docs[i]->total, i);
  }
}

static void add_verdict (wr_buf *out, const wr_diff *diff) {
  if (diff->worse)
    wr_buf_count (out, diff->worse, "thing got worse", "things got worse");
  else
    wr_buf_add (out, diff->count ? WR_LIT ("nothing got worse") : WR_LIT ("nothing changed"));
}

void wr_diff_text (wr_buf *out, const wr_diff *diff) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < diff->count; i++) {
    const struct wr_change *change = &diff->changes[i];
    bool first = !i || diff->changes[i - 1].kind != change->kind;
    if (first) {
      wr_buf_print (out, "%s: %u\n", wr_change_title (change->kind), diff->counts[change->kind]);
      shown = 0;
    }
    if (shown++ >= WR_DIFF_ROWS) {
      bool last = i + 1 == diff->count || diff->changes[i + 1].kind != change->kind;
      if (last) wr_buf_print (out, "  and %u more\n", shown - WR_DIFF_ROWS);
      continue;
    }
    wr_buf_add (out, WR_LIT ("  "));
    add_row (out, change->row, change->text);
    add_states (out, change);
    wr_buf_add_char (out, '\n');
    for (uint32_t k = 0; k < change->leaf_count && k <= WR_DIFF_LEAVES; k++) {
      wr_buf_add (out, WR_LIT ("    "));
      add_leaf (out, change, k);
      wr_buf_add_char (out, '\n');
    }
  }
  add_totals (out, diff);
  wr_buf_add (out, WR_LIT ("\nwarrant: "));
  add_verdict (out, diff);
  wr_buf_add_char (out, '\n');
}

static void add_item (wr_buf *out, const struct wr_change *change) {
  wr_buf plain = {0};
  add_row (&plain, change->row, change->text);
  add_states (&plain, change);
  wr_buf_add (out, WR_LIT ("- "));
  wr_markdown_add (out, wr_buf_str (&plain));
  wr_buf_add_char (out, '\n');
  for (uint32_t k = 0; k < change->leaf_count && k <= WR_DIFF_LEAVES; k++) {
    wr_buf_clear (&plain);
    add_leaf (&plain, change, k);
    wr_buf_add (out, WR_LIT ("  - "));
    wr_markdown_add (out, wr_buf_str (&plain));
    wr_buf_add_char (out, '\n');
  }
  wr_buf_free (&plain);
}

void wr_diff_markdown (wr_buf *out, const wr_diff *diff) {
  wr_buf_add (out, WR_LIT ("## Warrant: what changed\n\n**"));
  add_verdict (out, diff);
  wr_buf_add (out, WR_LIT (".** "));
  add_totals (out, diff);
  wr_buf_add (out, WR_LIT (".\n"));
  for (uint32_t i = 0; i < diff->count;) {
    enum wr_change_kind kind = diff->changes[i].kind;
    bool worse = wr_change_is_worse (kind);
    wr_buf_print (out, worse ? "\n### %s: %u\n\n" : "\n<details><summary>%s: %u</summary>\n\n",
                  wr_change_title (kind), diff->counts[kind]);
    for (uint32_t k = 0; k < diff->counts[kind] && k < WR_DIFF_ROWS; k++)
      add_item (out, &diff->changes[i + k]);
    if (diff->counts[kind] > WR_DIFF_ROWS)
      wr_buf_print (out, "- and %u more\n", diff->counts[kind] - WR_DIFF_ROWS);
    if (!worse) wr_buf_add (out, WR_LIT ("\n</details>\n"));
    i += diff->counts[kind];
  }
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void set_row (json_t *object, const struct wr_doc_row *row, const char *role_key) {
  wr_json_set (object, "file", wr_json_text (row->path));
  if (row->line) wr_json_set (object, "line", wr_json_count (row->line));
  wr_json_set (object, "name", wr_json_text (row->name));
  if (row->role.len) wr_json_set (object, role_key, wr_json_text (row->role));
  if (row->procedure.len) wr_json_set (object, "procedure", wr_json_text (row->procedure));
}

static json_t *change_json (const struct wr_change *change) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "kind", wr_json_text (wr_str_of (wr_change_word (change->kind))));
  wr_json_set (object, "worse", json_boolean (wr_change_is_worse (change->kind)));
  set_row (object, change->row, change->finding ? "code" : "role");
  if (change->text.len) wr_json_set (object, "text", wr_json_text (change->text));
  if (change->before) wr_json_set (object, "before", wr_json_text (wr_str_of (change->before)));
  if (change->after) wr_json_set (object, "after", wr_json_text (wr_str_of (change->after)));
  if (change->finding) wr_json_set (object, "message", wr_json_text (change->finding->message));
  if (!change->leaf_count) return object;
  json_t *leaves = wr_json_array ();
  for (uint32_t i = 0; i < change->leaf_count; i++) {
    json_t *leaf = wr_json_object ();
    set_row (leaf, &change->leaves[i]->row, "kind");
    if (change->leaves[i]->text.len)
      wr_json_set (leaf, "text", wr_json_text (change->leaves[i]->text));
    wr_json_push (leaves, leaf);
  }
  wr_json_set (object, "leaves", leaves);
  return object;
}

static json_t *side_json (const wr_doc *doc) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "goals", wr_json_count (doc->goal_count));
  struct goals goals = goals_of (doc);
  wr_json_set (object, "proved", wr_json_count (goals.proved));
  wr_json_set (object, "failed", wr_json_count (goals.failed));
  wr_json_set (object, "timeouts", wr_json_count (goals.timeouts));
  wr_json_set (object, "unknown", wr_json_count (goals.unknown));
  if (doc->coverage) {
    wr_json_set (object, "vacuous", wr_json_count (goals.vacuous));
    wr_json_set (object, "findings", wr_json_count (doc->finding_count));
    wr_json_set (object, "covered", wr_json_count (doc->covered));
    wr_json_set (object, "total", wr_json_count (doc->total));
  }
  if (doc->has_elements) wr_json_set (object, "elements", wr_report_counts_json (&doc->counts));
  return object;
}

json_t *wr_diff_json (const wr_diff *diff) {
  json_t *doc = wr_json_object (), *changes = wr_json_array (), *summary = wr_json_object ();
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "command", wr_json_text (WR_LIT ("diff")));
  wr_json_set (doc, "version", wr_json_text (WR_LIT (WR_VERSION)));
  wr_json_set (doc, "complete", json_boolean (diff->before->complete && diff->after->complete));
  wr_json_set (doc, "before", side_json (diff->before));
  wr_json_set (doc, "after", side_json (diff->after));
  for (uint32_t i = 0; i < diff->count; i++)
    wr_json_push (changes, change_json (&diff->changes[i]));
  wr_json_set (doc, "changes", changes);
  for (int kind = 0; kind < WR_CHANGE_COUNT; kind++)
    wr_json_set (summary, wr_change_word ((enum wr_change_kind)kind),
                 wr_json_count (diff->counts[kind]));
  wr_json_set (summary, "worse", wr_json_count (diff->worse));
  wr_json_set (doc, "summary", summary);
  return doc;
}
