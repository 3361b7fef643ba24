/* Viper behind the interface of languages (front/front.h). */
#include "front/viper/annots.h"
#include "front/viper/print.h"
#include "front/viper/prune.h"
#include "front/viper/viper.h"

static void *parse (const struct wr_front_input *in) { return vpr_parse (in); }

static bool resolve (void *tree, wr_diags *diags) { return vpr_resolve (tree, diags); }

static bool type (void *tree, wr_diags *diags) { return vpr_check (tree, diags); }

static wr_core *lower (void *tree, enum wr_detail detail, wr_diags *diags) {
  wr_core *core = vpr_lower (tree, detail, diags);
  if (core) vpr_read_annots (tree, core, diags);
  return core;
}

static void dump (wr_buf *out, const void *tree, enum wr_load_phase after) {
  (void)after;
  vpr_print_program (out, tree);
}

static void prune (wr_buf *out, const void *tree, const struct wr_prune *how) {
  vpr_print_places (out, vpr_prune (tree, how), how->printed);
}

static bool has_code (const vpr_decl *decl) {
  return decl->kind == VPR_DECL_METHOD || decl->kind == VPR_DECL_FUNCTION ||
         decl->kind == VPR_DECL_PREDICATE;
}

static wr_str procedure_at (const void *tree, wr_span at) {
  const vpr_program *program = tree;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *decl = program->decls.data[i];
    if (has_code (decl) && decl->span.file == at.file && decl->span.begin <= at.begin &&
        at.begin < decl->span.end)
      return wr_symbol_text (program->symbols, decl->id.name);
  }
  return WR_LIT ("");
}

/* The use of a macro may be the text of several elements, which cannot go one by one. */
static bool is_shared (const wr_core *core, const struct wr_label_info *info) {
  for (uint32_t i = 1; i < core->labels.infos.len; i++) {
    const struct wr_label_info *other = &core->labels.infos.data[i];
    if (other->element != info->element && other->span.file == info->span.file &&
        other->span.begin == info->span.begin && other->span.end == info->span.end)
      return true;
  }
  return false;
}

/* Labels stand for conjuncts, which `true` can replace, and for statements, which can go. */
static bool removal (const wr_core *core, wr_label label, struct wr_edit *edit) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_span at = info->span;
  if (!at.file || at.begin == at.end || is_shared (core, info)) return false;
  bool whole = wr_role_info (info->role)->off == WR_OFF_ARBITRARY;
  *edit = whole ? (struct wr_edit){at, "", "Delete this statement"}
                : (struct wr_edit){at, "true", "Replace this by true"};
  return true;
}

/* heap(f), perm(f), perm(P(..)): lower_body.c. */
static bool place_words (wr_buf *out, const wr_core *core, wr_var places, wr_str index) {
  const struct wr_var_info *info = wr_var_info (core, places);
  wr_str name = wr_symbol_text (core->symbols, info->shown.ix ? info->shown : info->name);
  bool heap = wr_str_starts (name, WR_LIT ("heap(")), perm = wr_str_starts (name, WR_LIT ("perm("));
  if (info->span.file || (!heap && !perm) || !wr_str_ends (name, WR_LIT (")"))) return false;
  wr_str inner = {name.ptr + 5, name.len - 6};
  bool predicate = wr_str_ends (inner, WR_LIT ("(..)"));
  if (predicate && perm)
    wr_buf_print (out, "perm(%.*s(%.*s))", (int)inner.len - 4, inner.ptr, WR_STR_ARGS (index));
  else if (!predicate)
    wr_buf_print (out, perm ? "perm(%.*s.%.*s)" : "%.*s.%.*s", WR_STR_ARGS (index),
                  WR_STR_ARGS (inner));
  return true;
}

static const char *const extensions[] = {".vpr", ".sil", NULL};

const struct wr_front vpr_front = {
    .name = "viper",
    .title = "Viper",
    .extensions = extensions,
    .fence = "viper",
    .native_key = "viper",
    .parse = parse,
    .resolve = resolve,
    .type = type,
    .lower = lower,
    .dump = dump,
    .prune = prune,
    .procedure_at = procedure_at,
    .silencer = "@warrant_ok(\"CODE\")",
    .contradiction = "@contradiction()",
    .dead = "assert false",
    .place_words = place_words,
    .example = vpr_example,
    .removal = removal,
};
