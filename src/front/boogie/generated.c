/* Programs that another verifier printed, above all Dafny.  A generator writes what the user wrote in several places: a clause is checked in
   one, assumed in another (a free clause, an assumption of the checks that the clauses after it make sense), and between them stands
   bookkeeping.  The labels record which is which (wr_label_info: author, copy_of), so that analyses need to know no generator. */
#include "front/boogie/lowering.h"

#include <string.h>

enum {
  /* A program with more axioms rests on a prelude, and was most likely generated: its axioms, its checks
     and names that begin with `$` are not the user's. */
  PRELUDE_AXIOMS = 50,
  COMMENT_REACH = 4096
};

/* A place in a file that says what the statements behind it are: a comment, or the end of a body. */
struct mark {
  uint32_t at;
  bool comment;
};

/* A clause that is checked, or a text in which it may be assumed again. */
struct piece {
  uint32_t label;
  wr_symbol method;
  wr_str text;
};
typedef WR_VEC (struct piece) pieces;

struct generated {
  wr_core *core;
  wr_arena *scratch;
  uint32_t file; /* of the marks */
  WR_VEC (struct mark) marks;
};

bool bpl_has_prelude (uint32_t axioms) { return axioms > PRELUDE_AXIOMS; }

static bool is_generated (const wr_core *core) {
  uint32_t axioms = 0;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    wr_label label = core->axioms.data[i].label;
    axioms += label.ix && wr_label_info (&core->labels, label)->role == WR_ROLE_AXIOM;
  }
  return bpl_has_prelude (axioms);
}

static wr_str text_of (const wr_core *core, const struct wr_label_info *info) {
  if (!info->span.file) return (wr_str){0};
  wr_str text = wr_source_text (core->sources, info->span.file);
  return (wr_str){text.ptr + info->span.begin, info->span.end - info->span.begin};
}

/* Its length: not in it. */
static size_t find (wr_str text, wr_str part) {
  const char *at = text.len ? memmem (text.ptr, text.len, part.ptr, part.len) : NULL;
  return at ? (size_t)(at - text.ptr) : text.len;
}

static bool contains (wr_str text, wr_str part) { return find (text, part) < text.len; }

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

static const wr_str comment_mark = {"// ----- ", 9}, body_end = {"\n}", 2};

static void find_marks (struct generated *g, uint32_t file) {
  if (g->file == file) return;
  wr_str text = wr_source_text (g->core->sources, file);
  g->file = file;
  WR_VEC_CLEAR (&g->marks);
  for (uint32_t at = 0; at < text.len; at++) {
    wr_str rest = {text.ptr + at, text.len - at};
    if (rest.ptr[0] != '/' && rest.ptr[0] != '\n') continue;
    bool comment = wr_str_starts (rest, comment_mark);
    if (comment || wr_str_starts (rest, body_end))
      WR_VEC_PUSH (&g->marks, ((struct mark){at, comment}));
  }
}

/* Generators say before each statement of the user what it is: `// ----- assume statement ----- ...`.  What stands between
   the comment and a place; empty: no comment of this kind comes before it. */
static wr_str after_comment (struct generated *g, const struct wr_label_info *info, wr_str kind) {
  if (!info->span.file) return (wr_str){0};
  find_marks (g, info->span.file);
  wr_str text = wr_source_text (g->core->sources, info->span.file);
  uint32_t low = 0, high = g->marks.len, place = info->span.begin;
  while (low < high) { /* the marks that end before the place */
    uint32_t middle = low + (high - low) / 2;
    const struct mark *mark = &g->marks.data[middle];
    size_t len = mark->comment ? comment_mark.len : body_end.len;
    if (mark->at + len <= place)
      low = middle + 1;
    else
      high = middle;
  }
  const struct mark *last = low ? &g->marks.data[low - 1] : NULL;
  if (!last || !last->comment || last->at + COMMENT_REACH < place) return (wr_str){0};
  wr_str rest = {text.ptr + last->at, place - last->at};
  bool is =
      wr_str_starts ((wr_str){rest.ptr + comment_mark.len, rest.len - comment_mark.len}, kind);
  return is ? rest : (wr_str){0};
}

/* The checks that the expression makes sense come before it, and between them an assumption about its functions, or `true`. */
static bool is_users (struct generated *g, const struct wr_label_info *info) {
  wr_str text = text_of (g->core, info), kind = WR_LIT ("assume statement");
  if (contains (text, WR_LIT ("##"))) return false;
  if (info->role == WR_ROLE_ASSERT) {
    if (wr_str_ends (text, WR_LIT (" != null;"))) return false;
    kind = WR_LIT ("assert statement");
  }
  skip_head (&text);
  if (wr_str_starts (text, WR_LIT ("$Is(")) || wr_str_starts (text, WR_LIT ("$IsAlloc(")))
    return false;
  wr_str before = after_comment (g, info, kind);
  return contains (before, WR_LIT ("assume true;")) || contains (before, WR_LIT ("#canCall"));
}

/* The left side of a step of a calculation: that it excludes what is around it says nothing. */
static bool is_step (struct generated *g, const struct wr_label_info *info) {
  return info->role == WR_ROLE_ASSUME && after_comment (g, info, WR_LIT ("assume lhs")).len > 0;
}

/* -- authors -------------------------------------------------------------------------------------------- */

/* Is the target of this assignment bookkeeping? */
static bool is_bookkeeping (wr_str text) {
  for (size_t i = 0; i < text.len && text.ptr[i] != ' ' && text.ptr[i] != ':'; i++)
    if (text.ptr[i] == '$' || wr_str_starts ((wr_str){text.ptr + i, text.len - i}, WR_LIT ("##")))
      return true;
  return false;
}

/* Axioms and bodies of the user's functions come from somewhere. */
static bool has_origin (const wr_core *core, const struct wr_label_info *info) {
  return !info->span.file || wr_source_origin (core->sources, info->span.file, info->span.begin);
}

static bool is_of_prelude (const wr_core *core, uint32_t procedure) {
  if (!procedure) return false;
  wr_symbol name = core->procedures.data[procedure - 1].name;
  return wr_str_starts (wr_symbol_text (core->symbols, name), WR_LIT ("$"));
}

static enum wr_author author_of (struct generated *g, const struct wr_label_info *info) {
  enum wr_role role = info->role;
  if (role == WR_ROLE_ASSUME || role == WR_ROLE_ASSERT) {
    if (is_users (g, info)) return WR_AUTHOR_USER;
    return is_step (g, info) ? WR_AUTHOR_TRANSLATED : WR_AUTHOR_TOOL;
  }
  if (role == WR_ROLE_WHERE) return WR_AUTHOR_TOOL; /* what the types of the user say */
  if (wr_role_info (role)->program)
    return has_origin (g->core, info) ? WR_AUTHOR_TRANSLATED : WR_AUTHOR_TOOL;
  bool tool = (role == WR_ROLE_ENSURES && is_of_prelude (g->core, info->procedure)) ||
              (role == WR_ROLE_WHERE && !info->procedure) || /* of a global variable */
              (role == WR_ROLE_ASSIGN && is_bookkeeping (text_of (g->core, info)));
  return tool ? WR_AUTHOR_TOOL : WR_AUTHOR_USER;
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
  return (wr_str){out, len};
}

/* Up to and with `part`, if it is there. */
static bool skip_past (wr_str *text, wr_str part) {
  size_t at = find (*text, part);
  if (at == text->len) return false;
  skip (text, at + part.len);
  skip_space (text);
  return true;
}

/* The user's expression: invariants hold from the first round on; of a predicate, where it can be called, itself or a part of it is
   checked. */
static wr_str users_expression (wr_arena *arena, wr_str text) {
  skip_head (&text);
  if (wr_str_starts (text, WR_LIT ("$w$"))) skip_past (&text, WR_LIT ("==>"));
  wr_str called = text;
  if (skip_past (&called, WR_LIT ("#canCall(")) && skip_past (&called, WR_LIT ("==>"))) {
    called.len = find (called, WR_LIT ("||"));
    text = called;
  }
  return squeeze (arena, text);
}

/* What the names of the procedures for one method have in common. */
static wr_symbol method_of (const wr_core *core, uint32_t procedure) {
  if (!procedure) return (wr_symbol){0};
  wr_str name = wr_symbol_text (core->symbols, core->procedures.data[procedure - 1].name);
  size_t at = find (name, WR_LIT ("$$"));
  if (at < name.len) skip (&name, at + 2);
  return wr_intern (core->symbols, name);
}

static bool is_checked_clause (const struct wr_label_info *info) {
  return !info->clause.ix && !info->free && info->cls == WR_CLASS_EXPLICIT &&
         (info->role == WR_ROLE_REQUIRES || info->role == WR_ROLE_ENSURES ||
          info->role == WR_ROLE_INVARIANT_ASSUMED || info->role == WR_ROLE_ASSERT);
}

static int by_method (const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->method.ix != y->method.ix) return x->method.ix < y->method.ix ? -1 : 1;
  return x->label < y->label ? -1 : x->label > y->label;
}

/* The first clause of a method. */
static uint32_t first_of (const pieces *clauses, wr_symbol method) {
  uint32_t low = 0, high = clauses->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (clauses->data[middle].method.ix < method.ix)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void mark_copy (const struct generated *g, const struct piece *copy, const pieces *clauses) {
  wr_u32s found = {0};
  for (uint32_t i = first_of (clauses, copy->method); i < clauses->len; i++) {
    const struct piece *clause = &clauses->data[i];
    if (clause->method.ix != copy->method.ix) break;
    if (clause->label != copy->label && clause->text.len <= copy->text.len &&
        contains (copy->text, clause->text))
      WR_VEC_PUSH (&found, clause->label);
  }
  if (found.len) {
    struct wr_label_info *info = &g->core->labels.infos.data[copy->label];
    wr_label *list = WR_NEW (g->core->arena, wr_label, found.len);
    for (uint32_t i = 0; i < found.len; i++) list[i].ix = found.data[i];
    info->copy_of = list;
    info->copy_count = found.len;
  }
  WR_VEC_FREE (&found);
}

static void mark_copies (const struct generated *g) {
  pieces clauses = {0}, copies = {0};
  for (uint32_t i = 1; i < g->core->labels.infos.len; i++) {
    const struct wr_label_info *info = &g->core->labels.infos.data[i];
    wr_str text = text_of (g->core, info);
    struct piece piece = {.label = i, .method = method_of (g->core, info->procedure)};
    if (is_checked_clause (info)) {
      piece.text = users_expression (g->scratch, text);
      if (piece.text.len) WR_VEC_PUSH (&clauses, piece);
    }
    if (!info->clause.ix && (info->free || info->role == WR_ROLE_ASSUME)) {
      piece.text = squeeze (g->scratch, text);
      WR_VEC_PUSH (&copies, piece);
    }
  }
  if (clauses.len) qsort (clauses.data, clauses.len, sizeof *clauses.data, by_method);
  for (uint32_t i = 0; i < copies.len; i++) mark_copy (g, &copies.data[i], &clauses);
  WR_VEC_FREE (&clauses);
  WR_VEC_FREE (&copies);
}

/* -- proofs under another name -------------------------------------------------------------------------- */

/* Dafny prints a method twice: callers see Call$$M, which has no body, and Impl$$M has the body. */
static const struct wr_procedure *proof_of (const wr_core *core, const struct wr_procedure *call) {
  static const wr_str seen = {"Call$$", 6}, proved = {"Impl$$", 6};
  wr_str name = wr_symbol_text (core->symbols, call->name);
  if (call->has_body || !wr_str_starts (name, seen)) return NULL;
  skip (&name, seen.len);
  for (uint32_t i = 0; i < core->procedures.len; i++) {
    wr_str other = wr_symbol_text (core->symbols, core->procedures.data[i].name);
    if (!core->procedures.data[i].has_body || !wr_str_starts (other, proved)) continue;
    skip (&other, proved.len);
    if (wr_str_equal (name, other)) return &core->procedures.data[i];
  }
  return NULL;
}

/* The clause among these that says the same and is checked; 0: there is none. */
static wr_label same_clause (const struct generated *g, const wr_clauses *clauses, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&g->core->labels, label);
  wr_str text = users_expression (g->scratch, text_of (g->core, info));
  for (uint32_t i = 0; i < clauses->len; i++) {
    wr_label other = clauses->data[i].label;
    if (!other.ix) continue;
    const struct wr_label_info *of = wr_label_info (&g->core->labels, other);
    if (!of->free && of->conjunct == info->conjunct && of->conjuncts == info->conjuncts &&
        wr_str_equal (text, users_expression (g->scratch, text_of (g->core, of))))
      return other;
  }
  return (wr_label){0};
}

/* What the body assumes without being free is what callers prove. */
static bool assumes_no_more (const struct generated *g, const struct wr_procedure *proof,
                             const struct wr_procedure *call) {
  for (uint32_t i = 0; i < proof->requires_.len; i++) {
    wr_label label = proof->requires_.data[i].label;
    if (!label.ix) return false;
    bool free = wr_label_info (&g->core->labels, label)->free;
    if (!free && !same_clause (g, &call->requires_, label).ix) return false;
  }
  return true;
}

static void mark_proofs (const struct generated *g) {
  for (uint32_t p = 0; p < g->core->procedures.len; p++) {
    const struct wr_procedure *call = &g->core->procedures.data[p];
    const struct wr_procedure *proof = proof_of (g->core, call);
    if (!proof || !assumes_no_more (g, proof, call)) continue;
    for (uint32_t i = 0; i < call->ensures.len; i++) {
      wr_label label = call->ensures.data[i].label;
      if (label.ix && !wr_label_info (&g->core->labels, label)->free)
        g->core->labels.infos.data[label.ix].proved_as = same_clause (g, &proof->ensures, label);
    }
  }
}

void bpl_mark_generated (wr_core *core) {
  if (!is_generated (core)) return;
  struct generated g = {.core = core, .scratch = wr_arena_new ()};
  for (uint32_t i = 1; i < core->labels.infos.len; i++) {
    struct wr_label_info *info = &core->labels.infos.data[i];
    info->author = author_of (&g, info);
  }
  mark_copies (&g);
  mark_proofs (&g);
  WR_VEC_FREE (&g.marks);
  wr_arena_free (g.scratch);
}
