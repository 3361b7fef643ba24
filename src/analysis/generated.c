#include "analysis/generated.h"

#include "analysis/findings.h"

#include <string.h>

bool wr_is_generated (const wr_core *core) {
  uint32_t axioms = 0;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    wr_label label = core->axioms.data[i].label;
    axioms += label.ix && wr_label_info (&core->labels, label)->role == WR_ROLE_AXIOM;
  }
  return axioms > WR_PRELUDE_AXIOMS;
}

static wr_str text_of (const wr_core *core, const struct wr_label_info *info) {
  if (!info->span.file) return (wr_str){0};
  wr_str text = wr_source_text (core->sources, info->span.file);
  return (wr_str){text.ptr + info->span.begin, info->span.end - info->span.begin};
}

/* Its length: not in it. */
static size_t find (wr_str text, const char *part) {
  size_t len = strlen (part);
  for (size_t i = 0; i + len <= text.len; i++)
    if (!memcmp (text.ptr + i, part, len)) return i;
  return text.len;
}

static bool contains (wr_str text, const char *part) { return find (text, part) < text.len; }

static void skip (wr_str *text, size_t count) {
  text->ptr += count;
  text->len -= count;
}

static void skip_space (wr_str *text) {
  while (text->len && strchr (" \t\r\n", text->ptr[0])) skip (text, 1);
}

/* Keywords and attributes. */
static void skip_head (wr_str *text) {
  static const char *const words[] = {"free",      "requires", "ensures",
                                      "invariant", "assume",   "assert"};
  skip_space (text);
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t len = strlen (words[i]);
    if (text->len <= len || !wr_str_starts (*text, wr_str_of (words[i]))) continue;
    if (!strchr (" \t\r\n{", text->ptr[len])) continue;
    skip (text, len);
    skip_space (text);
  }
  while (wr_str_starts (*text, WR_LIT ("{:"))) {
    while (text->len && text->ptr[0] != '}') skip (text, 1);
    if (text->len) skip (text, 1);
    skip_space (text);
  }
}

/* -- statements ---------------------------------------------------------------------------------------- */

enum { COMMENT_REACH = 4096 };

/* Generators say before each statement of the user what it is: `// ----- assume statement ----- ...`.  What stands between
   the comment and a place; empty: no comment of this kind comes before it. */
static wr_str after_comment (const wr_core *core, const struct wr_label_info *info, wr_str kind) {
  if (!info->span.file) return (wr_str){0};
  wr_str text = wr_source_text (core->sources, info->span.file), mark = WR_LIT ("// ----- ");
  size_t least = info->span.begin > COMMENT_REACH ? info->span.begin - COMMENT_REACH : 0;
  for (size_t at = info->span.begin; at-- > least;) {
    if (text.ptr[at] != '\n' && text.ptr[at] != mark.ptr[0]) continue;
    wr_str rest = {text.ptr + at, info->span.begin - at};
    if (wr_str_starts (rest, WR_LIT ("\n}"))) break; /* the end of what comes before */
    if (!wr_str_starts (rest, mark)) continue;
    bool is = wr_str_starts ((wr_str){rest.ptr + mark.len, rest.len - mark.len}, kind);
    return is ? rest : (wr_str){0};
  }
  return (wr_str){0};
}

/* The checks that the expression makes sense come before it, and between them an assumption about its functions, or `true`. */
bool wr_is_users (const wr_core *core, wr_label label, wr_str kind) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_str text = text_of (core, info);
  if (contains (text, "##")) return false;
  if (info->role == WR_ROLE_ASSERT && wr_str_ends (text, WR_LIT (" != null;"))) return false;
  skip_head (&text);
  if (wr_str_starts (text, WR_LIT ("$Is(")) || wr_str_starts (text, WR_LIT ("$IsAlloc(")))
    return false;
  wr_str before = after_comment (core, info, kind);
  return contains (before, "assume true;") || contains (before, "#canCall");
}

bool wr_is_step (const wr_core *core, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  return info->role == WR_ROLE_ASSUME && after_comment (core, info, WR_LIT ("assume lhs")).len > 0;
}

bool wr_is_bookkeeping (wr_str text) {
  for (size_t i = 0; i < text.len && text.ptr[i] != ' ' && text.ptr[i] != ':'; i++)
    if (text.ptr[i] == '$' || wr_str_starts ((wr_str){text.ptr + i, text.len - i}, WR_LIT ("##")))
      return true;
  return false;
}

/* -- copies --------------------------------------------------------------------------------------------- */

/* Without blanks, and with functions unrolled once. */
static wr_str squeeze (wr_arena *arena, wr_str text) {
  static const char twice[] = "$LS($LS($LZ))", once[] = "$LS($LZ)";
  char *out = WR_NEW (arena, char, text.len + 1);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (strchr (" \t\r\n;", text.ptr[i])) continue;
    out[len++] = text.ptr[i];
    if (len < sizeof twice - 1 || memcmp (out + len - (sizeof twice - 1), twice, sizeof twice - 1))
      continue;
    len -= sizeof twice - 1;
    memcpy (out + len, once, sizeof once - 1);
    len += sizeof once - 1;
  }
  out[len] = 0;
  return (wr_str){out, len};
}

/* Up to and with `part`, if it is there. */
static bool skip_past (wr_str *text, const char *part) {
  size_t at = find (*text, part);
  if (at == text->len) return false;
  skip (text, at + strlen (part));
  skip_space (text);
  return true;
}

/* The user's expression: invariants hold from the first round on; of a predicate, where it can be called, itself or a part of it is
   checked. */
static wr_str plain (wr_arena *arena, wr_str text) {
  skip_head (&text);
  if (wr_str_starts (text, WR_LIT ("$w$"))) skip_past (&text, "==>");
  wr_str called = text;
  if (skip_past (&called, "#canCall(") && skip_past (&called, "==>")) {
    called.len = find (called, "||");
    text = called;
  }
  return squeeze (arena, text);
}

/* What the names of the procedures for one method have in common. */
static wr_str method_of (const wr_core *core, uint32_t procedure) {
  if (!procedure) return (wr_str){0};
  wr_str name = wr_symbol_text (core->symbols, core->procedures.data[procedure - 1].name);
  size_t at = find (name, "$$");
  if (at < name.len) skip (&name, at + 2);
  return name;
}

static bool is_used (enum wr_fact_status status) {
  return status == WR_FACT_NEEDED || status == WR_FACT_INTERCHANGEABLE ||
         status == WR_FACT_NO_INFORMATION;
}

bool wr_has_used_copy (const wr_coverage *coverage, wr_label label, wr_arena *scratch) {
  const wr_core *core = coverage->cover->result->core;
  const struct wr_label_info *mine = wr_label_info (&core->labels, label);
  wr_str method = method_of (core, mine->procedure);
  wr_mark mark = wr_arena_save (scratch);
  wr_str text = plain (scratch, text_of (core, mine));
  bool found = false;
  for (uint32_t i = 1; i < coverage->fact_count && text.len && !found; i++) {
    if (!is_used (coverage->facts[i].status)) continue;
    wr_label root = wr_label_root (&core->labels, (wr_label){i});
    const struct wr_label_info *info = wr_label_info (&core->labels, root);
    if (root.ix == label.ix || !(info->free || info->role == WR_ROLE_ASSUME)) continue;
    if (!wr_str_equal (method_of (core, info->procedure), method)) continue;
    wr_mark here = wr_arena_save (scratch);
    found = contains (squeeze (scratch, text_of (core, info)), text.ptr);
    wr_arena_restore (scratch, here);
  }
  wr_arena_restore (scratch, mark);
  return found;
}
