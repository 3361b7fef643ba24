/* front/viper/load.c -- texts to a program: every file is parsed, and what it imports; then macros are expanded. */
#include "front/viper/builtin.h"
#include "front/viper/import.h"
#include "front/viper/macro.h"
#include "front/viper/parse.h"

struct file {
  wr_str path; /* without `.` and `..` */
  bool builtin;
};

struct loader {
  struct vpr_parser p;
  wr_sources *sources;
  WR_VEC (struct file) files; /* file number i is at i - 1 */
  wr_map known;               /* the symbols of their keys */
};

/* -- files ---------------------------------------------------------------------------------------- */

static wr_symbol key_of (struct loader *l, wr_str path, bool builtin) {
  if (builtin) path = wr_str_print (l->p.arena, "<%.*s>", WR_STR_ARGS (path));
  return wr_intern (l->p.symbols, path);
}

static void add_file (struct loader *l, wr_str path, bool builtin) {
  struct file file = {path, builtin};
  wr_map_put (&l->known, key_of (l, path, builtin).ix, 1);
  WR_VEC_PUSH (&l->files, file);
}

static void add_builtin (struct loader *l, wr_str path, const char *text) {
  wr_str shown = wr_str_print (l->p.arena, "<%.*s>", WR_STR_ARGS (path));
  wr_source_hide (l->sources, wr_sources_add (l->sources, shown, wr_str_of (text)));
  add_file (l, path, true);
}

static void refuse (struct loader *l, const vpr_decl *import, const char *why) {
  wr_diag_native (wr_diag_add (l->p.diags, WR_CODE_IMPORT_FAILED, import->span, "%s", why),
                  WR_LIT (VPR_PARSER));
}

static void load_file (struct loader *l, const vpr_decl *import, wr_str path) {
  uint32_t file;
  if (wr_sources_count (l->sources) >= WR_MAX_FILES) {
    refuse (l, import, "the program has too many files");
    return;
  }
  if (!vpr_is_file (path)) {
    refuse (l, import, "there is no such file");
    return;
  }
  wr_str name = wr_str_equal (path, WR_LIT ("-")) ? WR_LIT ("./-") : path;
  if (wr_sources_load (l->sources, name.ptr, &file) == WR_LOAD_OK)
    add_file (l, path, false);
  else
    refuse (l, import, "this file cannot be read");
}

/* A path in quotes in a built-in file is the path of a built-in file. */
static void follow (struct loader *l, const vpr_decl *import) {
  const struct file from = l->files.data[import->span.file - 1];
  bool builtin = !import->local || from.builtin;
  wr_str base = import->local ? from.path : WR_LIT ("");
  wr_str path = vpr_import_path (l->p.arena, base, import->path);
  const char *text = builtin ? vpr_builtin_text (path) : NULL;
  if (builtin && !text && !from.builtin) {
    wr_str found = vpr_import_search (l->p.arena, from.path, path);
    if (found.len) path = found;
    builtin = !found.len;
  }
  if (wr_map_has (&l->known, key_of (l, path, builtin).ix)) return;
  if (text)
    add_builtin (l, path, text);
  else if (builtin)
    refuse (l, import, "there is no standard file of this name");
  else
    load_file (l, import, path);
}

/* -- texts ------------------------------------------------------------------------------------------ */

static void parse_file (struct loader *l, uint32_t file) {
  struct vpr_parser *p = &l->p;
  wr_str text = wr_source_text (l->sources, file);
  p->lexer = (struct vpr_lexer){
      .text = text.ptr, .len = (uint32_t)text.len, .file = file, .diags = p->diags};
  p->last = (struct vpr_token){VPR_TOK_END, 0, 0};
  p->failed = p->resource = false;
  p->depth = p->braces = p->bars = 0;
  p->look = vpr_lex (&p->lexer);
  uint32_t first = p->stack.len;
  vpr_parse_members (p);
  for (uint32_t i = first; i < p->stack.len; i++) {
    vpr_decl *decl = p->stack.data[i];
    decl->builtin = l->files.data[file - 1].builtin;
    if (decl->kind == VPR_DECL_IMPORT) follow (l, decl);
  }
}

/* Parses from this file on; imports add further files. */
static void parse_from (struct loader *l, uint32_t file) {
  for (; file <= wr_sources_count (l->sources) && !wr_cancelled (l->p.cancel); file++)
    parse_file (l, file);
}

static void free_loader (struct loader *l) {
  WR_VEC_FREE (&l->p.stack);
  WR_VEC_FREE (&l->p.idents);
  WR_VEC_FREE (&l->files);
  wr_map_free (&l->known);
}

vpr_program *vpr_parse (const struct wr_front_input *in) {
  vpr_program *program = WR_NEW (in->arena, vpr_program, 1);
  program->arena = in->arena;
  program->symbols = in->symbols;
  program->sources = in->sources;
  program->cancel = in->cancel;
  struct loader l = {
      .p = {.arena = in->arena, .symbols = in->symbols, .diags = in->diags, .cancel = in->cancel},
      .sources = in->sources};
  for (uint32_t file = 1; file <= wr_sources_count (in->sources); file++)
    add_file (&l, vpr_import_path (in->arena, WR_LIT (""), wr_source_path (in->sources, file)),
              false);
  parse_from (&l, 1);
  VPR_KEEP (&l.p, &program->decls, 0);
  free_loader (&l);
  if (!wr_diags_errors (in->diags) && !wr_cancelled (in->cancel))
    vpr_expand_macros (program, in->diags);
  return program;
}

/* -- built-in files that a phase asks for ----------------------------------------------------------- */

/* A hidden file is a built-in one, and is shown as <path>. */
static void know_files (struct loader *l) {
  for (uint32_t file = 1; file <= wr_sources_count (l->sources); file++) {
    wr_str path = wr_source_path (l->sources, file);
    bool builtin = wr_source_hidden (l->sources, file);
    if (builtin) path = (wr_str){path.ptr + 1, path.len - 2};
    add_file (l, vpr_import_path (l->p.arena, WR_LIT (""), path), builtin);
  }
}

uint32_t vpr_add_builtin (vpr_program *program, const char *path, wr_diags *diags) {
  struct loader l = {.p = {.arena = program->arena,
                           .symbols = program->symbols,
                           .diags = diags,
                           .cancel = program->cancel},
                     .sources = program->sources};
  uint32_t before = program->decls.len, file = wr_sources_count (program->sources) + 1;
  wr_str name = wr_str_of (path);
  know_files (&l);
  for (uint32_t i = 0; i < before; i++) vpr_push (&l.p, program->decls.data[i]);
  if (!wr_map_has (&l.known, key_of (&l, name, true).ix))
    add_builtin (&l, name, vpr_builtin_text (name));
  parse_from (&l, file);
  VPR_KEEP (&l.p, &program->decls, 0);
  free_loader (&l);
  return before;
}
