/* axioms/program_axioms.c -- axioms of programs as rows (axioms/program_axioms.h). */
#include "axioms/program_axioms.h"

#include "analysis/coverage.h"
#include "base/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 2000 };

/* The text with every run of blanks as one: layout does not make another axiom. */
static wr_str folded (wr_str text, wr_arena *arena) {
  wr_buf out = {0};
  for (size_t i = 0; i < text.len; i++) {
    bool blank = strchr (" \t\r\n", text.ptr[i]) && text.ptr[i];
    if (blank && (!out.len || out.data[out.len - 1] == ' ')) continue;
    wr_buf_add_char (&out, blank ? ' ' : text.ptr[i]);
  }
  wr_str kept = wr_str_keep (arena, wr_buf_str (&out));
  wr_buf_free (&out);
  return kept;
}

static bool is_word (char c) {
  return isalnum ((unsigned char)c) || (c && strchr ("_$#'~^.?`\\@%", c));
}

/* The end of a comment that begins at `i`; `i`: none does. */
static size_t after_comment (wr_str text, size_t i) {
  if (text.len - i < 2 || text.ptr[i] != '/') return i;
  size_t end = i + 2;
  if (text.ptr[i + 1] == '/') {
    while (end < text.len && text.ptr[end] != '\n') end++;
    return end;
  }
  if (text.ptr[i + 1] != '*') return i;
  while (end + 1 < text.len && (text.ptr[end] != '*' || text.ptr[end + 1] != '/')) end++;
  return end + 2 < text.len ? end + 2 : text.len;
}

static size_t after_string (wr_str text, size_t i) {
  for (i++; i < text.len && text.ptr[i] != '"'; i++) i += text.ptr[i] == '\\';
  return i < text.len ? i + 1 : text.len;
}

/* The end of an attribute that begins at `i` and is no part of the formula; `i`: none does. */
static size_t after_attribute (wr_str text, size_t i, bool inside) {
  wr_str rest = {text.ptr + i, text.len - i};
  bool place =
      wr_str_starts (rest, WR_LIT ("{:qid ")) || wr_str_starts (rest, WR_LIT ("{:skolemid "));
  if (!wr_str_starts (rest, WR_LIT ("{:")) || (inside && !place)) return i;
  while (i < text.len && text.ptr[i] != '}')
    i = text.ptr[i] == '"' ? after_string (text, i) : i + 1;
  return i < text.len ? i + 1 : text.len;
}

/* What identifies the text: comments, names and other attributes of the declaration, and places in those of a quantifier, are left out, and blanks
   but those that part two words. */
static wr_buf tokens_of (wr_str text) {
  wr_buf out = {0};
  bool apart = false;
  uint32_t depth = 0;
  for (size_t i = 0, end; i < text.len; i = end) {
    char c = text.ptr[i];
    end = after_comment (text, i);
    if (end == i) end = after_attribute (text, i, depth > 0);
    if (end == i && c && strchr (" \t\r\n", c)) end++;
    apart |= end > i;
    if (end > i) continue;
    end = c == '"' ? after_string (text, i) : i + 1;
    if (apart && out.len && is_word (out.data[out.len - 1]) && is_word (c))
      wr_buf_add_char (&out, ' ');
    wr_buf_add (&out, (wr_str){text.ptr + i, end - i});
    depth += c == '(';
    depth -= c == ')' && depth;
    apart = false;
  }
  return out;
}

/* The span of all labels of an element: a conjunction is split into labels. */
static void widen (wr_span *whole, wr_span part) {
  if (part.file != whole->file) return;
  if (part.begin < whole->begin) whole->begin = part.begin;
  if (part.end > whole->end) whole->end = part.end;
}

/* What the row of an axiom is made of. */
struct made_of {
  wr_span span;
  enum wr_role role;
  wr_str function; /* a body belongs to: equal bodies of two functions are two axioms */
  wr_symbol name, id;
};

static struct made_of made_of (const wr_core *core, wr_span span, const struct wr_axiom *axiom) {
  const struct wr_label_info *info = wr_label_info (&core->labels, axiom->label);
  struct made_of of = {.span = span, .role = info->role, .name = axiom->name, .id = info->id};
  if (!axiom->func.ix) return of;
  const struct wr_func_info *func = wr_func_info (core, axiom->func);
  of.function = wr_symbol_text (core->symbols, func->shown.ix ? func->shown : func->name);
  return of;
}

static struct wr_axiom_row row_of (const wr_core *core, const struct made_of *of, wr_arena *arena) {
  wr_str text = wr_source_text (core->sources, of->span.file);
  WR_ASSERT (of->span.begin <= of->span.end && of->span.end <= text.len);
  text = (wr_str){text.ptr + of->span.begin, of->span.end - of->span.begin};
  wr_buf tokens = tokens_of (text);
  text = folded (text, arena);
  wr_position at = wr_position_of (core->sources, of->span.file, of->span.begin);
  wr_symbol name = of->id.ix ? of->id : of->name;
  wr_str id = name.ix ? wr_symbol_text (core->symbols, name) : (wr_str){0};
  struct wr_axiom_row row = {
      .group = wr_str_of (wr_role_name (of->role)),
      .file = wr_str_keep (arena, at.path),
      .line = at.line,
      .rule = WR_LIT ("text"),
      .hash = wr_str_hash (wr_buf_str (&tokens), wr_str_hash (of->function, of->role)),
      .prelude = true};
  row.text = (wr_str){text.ptr, text.len < MOST_TEXT ? text.len : MOST_TEXT};
  row.name = id.len ? wr_str_keep (arena, id)
                    : wr_str_print (arena, "%.*s:%u", WR_STR_ARGS (row.file), row.line);
  wr_buf_free (&tokens);
  return row;
}

/* Axioms about types of which the program has none: nothing can cover them here, but they count. */
static void add_dormant (const wr_core *core, wr_map *by_hash, wr_program_axioms *out,
                         wr_arena *arena) {
  for (uint32_t i = 0; i < core->dormant.len; i++) {
    const struct wr_dormant_axiom *dormant = &core->dormant.data[i];
    struct made_of of = {.span = dormant->span, .role = WR_ROLE_AXIOM, .name = dormant->name};
    struct wr_axiom_row made = row_of (core, &of, arena);
    if (wr_map_has (by_hash, made.hash)) continue;
    WR_VEC_PUSH (&out->rows, made);
    wr_map_put (by_hash, made.hash, out->rows.len);
  }
}

wr_program_axioms wr_program_axioms_of (const wr_core *core, wr_arena *arena) {
  wr_program_axioms out = {.label_count = core->labels.infos.len};
  wr_map by_element = {0}, by_hash = {0};
  WR_VEC (wr_span) spans = {0};
  WR_VEC (const struct wr_axiom *) firsts = {0};
  out.row_of = WR_NEW (arena, uint32_t, out.label_count);
  uint32_t *group_of = WR_NEW (arena, uint32_t, out.label_count); /* element's number + 1 */
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    wr_label label = core->axioms.data[i].label;
    if (!label.ix || !wr_fact_counts (core, label)) continue;
    const struct wr_label_info *info = wr_label_info (&core->labels, label);
    uint64_t known = wr_map_or (&by_element, info->element, 0);
    if (!known) {
      WR_VEC_PUSH (&spans, info->span);
      WR_VEC_PUSH (&firsts, &core->axioms.data[i]);
      wr_map_put (&by_element, info->element, known = spans.len);
    }
    widen (&spans.data[known - 1], info->span);
    group_of[label.ix] = (uint32_t)known;
  }
  uint32_t *row =
      WR_NEW (arena, uint32_t, spans.len); /* of an element: equal texts are one axiom */
  for (uint32_t e = 0; e < spans.len; e++) {
    struct made_of of = made_of (core, spans.data[e], firsts.data[e]);
    struct wr_axiom_row made = row_of (core, &of, arena);
    uint64_t known = wr_map_or (&by_hash, made.hash, 0);
    if (!known) {
      WR_VEC_PUSH (&out.rows, made);
      wr_map_put (&by_hash, made.hash, known = out.rows.len);
    }
    row[e] = (uint32_t)known;
  }
  for (uint32_t i = 1; i < out.label_count; i++) {
    if (!group_of[i]) continue;
    out.row_of[i] = row[group_of[i] - 1];
    out.rows.data[out.row_of[i] - 1].parts++;
  }
  for (uint32_t i = 0; i < out.rows.len; i++) out.rows.data[i].ground = true;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    uint32_t label = core->axioms.data[i].label.ix;
    if (out.row_of[label] && wr_expr_info (core, core->axioms.data[i].expr)->has_binder)
      out.rows.data[out.row_of[label] - 1].ground = false;
  }
  add_dormant (core, &by_hash, &out, arena);
  WR_VEC_FREE (&spans);
  WR_VEC_FREE (&firsts);
  wr_map_free (&by_element);
  wr_map_free (&by_hash);
  return out;
}

void wr_program_axioms_keep (wr_program_axioms *axioms, const wr_map *identities) {
  uint32_t *number = wr_alloc (axioms->rows.len + 1, sizeof *number); /* of a row that stays */
  uint32_t kept = 0;
  for (uint32_t i = 0; i < axioms->rows.len; i++) {
    if (!wr_map_or (identities, axioms->rows.data[i].hash, 0)) continue;
    axioms->rows.data[kept] = axioms->rows.data[i];
    number[i] = ++kept;
  }
  axioms->rows.len = kept;
  for (uint32_t i = 1; i < axioms->label_count; i++)
    if (axioms->row_of[i]) axioms->row_of[i] = number[axioms->row_of[i] - 1];
  free (number);
}

void wr_program_axioms_free (wr_program_axioms *axioms) { WR_VEC_FREE (&axioms->rows); }
