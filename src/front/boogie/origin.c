/* Where the text comes from.  Translators to Boogie print the user's positions beside what they made: a
   comment before each statement,

     // ----- assignment statement ----- Max.dfy(12,7)

   and states for counterexamples, `assume {:captureState "Max.dfy(12,12)"} true;`, whose columns count from 0.  A
   place in a body has the position of the last comment before it in its block or the blocks around; where
   there is none, that of the last captured state; at the start, the end and in the contract, that of the
   body's first captured state: the declaration's.  A procedure without a body has the position of its namesake:
   Call$$M.F and Impl$$M.F are both M.F.  So has an axiom under a comment "... axiom for M.F".

   A statement `assume {:sourceloc "a.c", 16, 8} true;` counts as a comment before what follows. */
#include "base/map.h"
#include "base/vec.h"
#include "front/boogie/boogie.h"

#include <string.h>

struct scan {
  struct bpl_program *program;
  uint32_t file;
  bool emit;                      /* else only the declaration's position is wanted */
  bool commented;                 /* a comment has been met in this body */
  bool found_any;                 /* something is known about some body */
  struct wr_origin now, declared; /* no path: none */
  wr_map names;                   /* declaration's name -> index in `found`, + 1 */
  WR_VEC (struct wr_origin) found;
};

/* -- positions ------------------------------------------------------------------------------------------ */

static bool read_number (wr_str text, size_t *at, uint32_t *number) {
  uint64_t n = 0;
  size_t from = *at;
  while (*at < text.len && text.ptr[*at] >= '0' && text.ptr[*at] <= '9' && n < UINT32_MAX / 10)
    n = n * 10 + (uint64_t)(text.ptr[(*at)++] - '0');
  *number = (uint32_t)n;
  return *at > from;
}

/* `FILE(LINE,COLUMN)`, maybe with more behind it; refinements are named in brackets after the file: `A.dfy[M]`. */
static bool read_place (wr_str text, struct wr_origin *origin) {
  const char *open = memchr (text.ptr, '(', text.len);
  if (!open || open == text.ptr) return false;
  size_t at = (size_t)(open - text.ptr) + 1;
  if (!read_number (text, &at, &origin->line) || at >= text.len || text.ptr[at++] != ',' ||
      !read_number (text, &at, &origin->column) || at >= text.len || text.ptr[at] != ')')
    return false;
  origin->path = (wr_str){text.ptr, (size_t)(open - text.ptr)};
  const char *bracket = memchr (text.ptr, '[', origin->path.len);
  if (bracket && bracket > text.ptr) origin->path.len = (size_t)(bracket - text.ptr);
  return origin->line > 0;
}

static const char *find (wr_str text, wr_str what) {
  return text.len < what.len ? NULL : memmem (text.ptr, text.len, what.ptr, what.len);
}

static wr_str after (wr_str text, const char *from, size_t skip) {
  size_t gone = (size_t)(from - text.ptr) + skip;
  return (wr_str){text.ptr + gone, text.len - gone};
}

/* // ----- KIND ----- FILE(LINE,COLUMN) */
static bool read_comment (wr_str line, struct wr_origin *origin) {
  wr_str mark = WR_LIT ("// ----- "), end = WR_LIT (" ----- ");
  if (!wr_str_starts (line, mark)) return false;
  wr_str rest = after (line, line.ptr, mark.len);
  const char *stop = find (rest, end);
  if (!stop || stop == rest.ptr || !read_place (after (rest, stop, end.len), origin)) return false;
  origin->kind = (wr_str){rest.ptr, (size_t)(stop - rest.ptr)};
  return true;
}

static bool read_capture (wr_str line, struct wr_origin *origin) {
  wr_str mark = WR_LIT ("{:captureState \"");
  if (!wr_str_starts (line, WR_LIT ("assume"))) return false;
  const char *found = find (line, mark);
  if (!found) return false;
  wr_str text = after (line, found, mark.len);
  const char *quote = memchr (text.ptr, '"', text.len);
  if (!quote) return false;
  *origin = (struct wr_origin){0};
  if (!read_place ((wr_str){text.ptr, (size_t)(quote - text.ptr)}, origin)) return false;
  origin->column++;
  return true;
}

/* {:sourceloc "FILE", LINE, COLUMN} */
static bool read_location (wr_str line, struct wr_origin *origin) {
  wr_str mark = WR_LIT ("{:sourceloc \"");
  const char *found = wr_str_starts (line, WR_LIT ("ass")) ? find (line, mark) : NULL;
  if (!found) return false;
  wr_str text = after (line, found, mark.len);
  const char *quote = memchr (text.ptr, '"', text.len);
  if (!quote || quote == text.ptr) return false;
  *origin = (struct wr_origin){.path = {text.ptr, (size_t)(quote - text.ptr)},
                               .kind = WR_LIT ("statement")};
  size_t at = origin->path.len + 1;
  uint32_t *numbers[] = {&origin->line, &origin->column};
  for (size_t i = 0; i < 2; i++) {
    while (at < text.len && (text.ptr[at] == ',' || text.ptr[at] == ' ')) at++;
    if (!read_number (text, &at, numbers[i])) return false;
  }
  return origin->line > 0;
}

/* -- bodies --------------------------------------------------------------------------------------------- */

static void set (struct scan *s, uint32_t from, struct wr_origin origin) {
  s->now = origin;
  if (s->emit) wr_source_add_origin (s->program->sources, s->file, from, &origin);
}

static void scan_line (struct scan *s, wr_str line, uint32_t from) {
  struct wr_origin origin = {0};
  bool comment = read_comment (line, &origin);
  if (comment || read_location (line, &origin)) {
    s->program->translated |= comment;
    s->found_any = s->commented = true;
    set (s, from, origin);
  } else if (read_capture (line, &origin)) {
    s->found_any = s->program->translated = true;
    if (!s->declared.path.len)
      s->declared = origin;
    else if (!s->commented)
      set (s, from, origin);
  }
}

static void scan_text (struct scan *s, uint32_t from, uint32_t to) {
  wr_str text = wr_source_text (s->program->sources, s->file);
  while (from < to) {
    size_t next;
    uint32_t stop = (uint32_t)wr_line_end ((wr_str){text.ptr, to}, from, &next);
    uint32_t begin = from;
    while (begin < stop && (text.ptr[begin] == ' ' || text.ptr[begin] == '\t')) begin++;
    scan_line (s, (wr_str){text.ptr + begin, stop - begin}, begin);
    from = (uint32_t)next;
  }
}

/* Behind a block what was true before it is true again.  Blocks nest at most BPL_MAX_NESTING deep. */
static void scan_body (struct scan *s, const struct bpl_body *body, uint32_t *from) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *stmt = body->stmts.data[i];
    const struct bpl_body *parts[] = {stmt->body, stmt->otherwise};
    for (uint32_t p = 0; p < 2; p++) {
      if (!parts[p] || parts[p]->span.begin < *from || parts[p]->span.end < *from) continue;
      scan_text (s, *from, parts[p]->span.begin);
      *from = parts[p]->span.begin;
      struct wr_origin before = s->now;
      scan_body (s, parts[p], from);
      set (s, *from, before);
    }
  }
  if (body->span.end > *from) {
    scan_text (s, *from, body->span.end);
    *from = body->span.end;
  }
}

/* -- declarations ----------------------------------------------------------------------------------------- */

/* What stands behind the last `$$`. */
static wr_str member_name (wr_str name) {
  for (size_t i = name.len; i-- > 1;)
    if (name.ptr[i] == '$' && name.ptr[i - 1] == '$') return after (name, name.ptr, i + 1);
  return name;
}

static uint64_t name_key (const struct scan *s, wr_str name) {
  return wr_intern (s->program->symbols, name).ix;
}

static const struct wr_origin *lookup (const struct scan *s, wr_str name) {
  uint64_t at = wr_map_or (&s->names, name_key (s, name), 0);
  return at ? &s->found.data[at - 1] : NULL;
}

static void enter (struct scan *s, const bpl_decl *decl) {
  s->file = decl->span.file;
  s->commented = false;
  s->now = s->declared = (struct wr_origin){0};
}

/* Empty for a declaration whose name the parser did not find. */
static wr_str name_of (const struct scan *s, const bpl_decl *decl) {
  return decl->id.name.ix ? wr_symbol_text (s->program->symbols, decl->id.name) : (wr_str){0};
}

/* The first body of a name that says where it is from speaks for the name. */
static void find_member (struct scan *s, const bpl_decl *decl) {
  enter (s, decl);
  uint32_t from = decl->body->span.begin;
  scan_body (s, decl->body, &from);
  if (!decl->id.name.ix) return;
  uint64_t key = name_key (s, member_name (name_of (s, decl)));
  if (!s->declared.path.len || wr_map_has (&s->names, key)) return;
  WR_VEC_PUSH (&s->found, s->declared);
  wr_map_put (&s->names, key, s->found.len);
}

static void place_body (struct scan *s, const bpl_decl *decl) {
  s->emit = false;
  uint32_t from = decl->body->span.begin;
  scan_body (s, decl->body, &from);
  s->commented = false;
  s->now = (struct wr_origin){0};
  s->emit = true;
  set (s, decl->span.begin, s->declared);
  from = decl->body->span.begin;
  scan_body (s, decl->body, &from);
  if (decl->body->span.end) set (s, decl->body->span.end - 1, s->declared);
}

/* The name in a comment `// ... axiom for NAME` on the line before the declaration. */
static wr_str axiom_owner (const struct scan *s, const bpl_decl *decl) {
  wr_str none = {0}, mark = WR_LIT (" axiom for ");
  uint32_t own = wr_source_line (s->program->sources, decl->span.file, decl->span.begin);
  if (own < 2) return none;
  wr_str line = wr_source_line_text (s->program->sources, decl->span.file, own - 1, NULL);
  const char *found = wr_str_starts (line, WR_LIT ("//")) ? find (line, mark) : NULL;
  if (!found) return none;
  wr_str name = after (line, found, mark.len);
  size_t len = 0;
  while (len < name.len && !strchr (" \t\r(", name.ptr[len])) len++;
  return (wr_str){name.ptr, len};
}

static void place (struct scan *s, const bpl_decl *decl) {
  enter (s, decl);
  s->emit = true;
  if (decl->body) {
    place_body (s, decl);
  } else {
    bool axiom = decl->kind == BPL_DECL_AXIOM;
    wr_str name = axiom              ? axiom_owner (s, decl)
                  : decl->id.name.ix ? member_name (name_of (s, decl))
                                     : (wr_str){0};
    const struct wr_origin *origin = name.len ? lookup (s, name) : NULL;
    if (!origin) return;
    set (s, decl->span.begin, *origin);
  }
  set (s, decl->span.end, (struct wr_origin){0});
}

void bpl_read_origins (struct bpl_program *program) {
  struct scan s = {.program = program};
  for (uint32_t i = 0; i < program->decls.len; i++)
    if (program->decls.data[i]->body) find_member (&s, program->decls.data[i]);
  for (uint32_t i = 0; s.found_any && i < program->decls.len; i++)
    place (&s, program->decls.data[i]);
  wr_map_free (&s.names);
  WR_VEC_FREE (&s.found);
}
