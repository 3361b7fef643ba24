#include "core/name.h"

#include "base/check.h"

struct text_name {
  uint32_t hash, ordinal; /* ordinal from 1 */
};
struct wr_names {
  WR_VEC (struct text_name) labels; /* of labels that are not derived */
  wr_map counts;                    /* owner, role and hash -> how many */
  WR_VEC (struct text_name) sites;  /* hash: callee + 1 of a call, text of a havoc */
  uint32_t bodies;                  /* how many were there when sites was made */
};

struct wr_names *wr_names_new (void) {
  return wr_alloc (1, sizeof (struct wr_names));
}

void wr_names_free (struct wr_names *names) {
  if (!names) return;
  WR_VEC_FREE (&names->labels);
  WR_VEC_FREE (&names->sites);
  wr_map_free (&names->counts);
  free (names);
}

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Blanks between words count as one. */
static uint32_t text_hash (const wr_core *core, wr_span span) {
  if (!span.file) return 0;
  wr_str text = wr_source_text (core->sources, span.file);
  uint64_t hash = 1;
  bool blank = false, begun = false;
  for (uint32_t i = span.begin; i < span.end && i < text.len; i++) {
    if (is_blank (text.ptr[i])) {
      blank = begun;
      continue;
    }
    if (blank) hash = wr_hash_mix (hash, ' ');
    hash = wr_hash_mix (hash, (unsigned char)text.ptr[i]);
    blank = false;
    begun = true;
  }
  return (uint32_t)(hash >> 40);
}

static uint32_t next_ordinal (wr_map *counts, uint64_t key) {
  uint32_t count = (uint32_t)wr_map_or (counts, key, 0) + 1;
  wr_map_put (counts, key, count);
  return count;
}

static void name_labels (const wr_core *core, struct wr_names *names) {
  for (uint32_t i = names->labels.len; i < core->labels.infos.len; i++) {
    const struct wr_label_info *info = &core->labels.infos.data[i];
    struct text_name name = {0};
    if (i && !info->clause.ix) {
      name.hash = text_hash (core, info->span);
      uint64_t role = (uint64_t)info->role * 2 + info->negative;
      uint64_t key = wr_hash_mix (wr_hash_mix (wr_hash_mix (1, info->procedure), role), name.hash);
      name.ordinal = next_ordinal (&names->counts, key);
    }
    WR_VEC_PUSH (&names->labels, name);
  }
}

static void find_callees (const wr_core *core, wr_map *callees) {
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    const struct wr_body *body = &core->bodies.data[i];
    for (uint32_t j = 0; j < body->block_count; j++) {
      for (uint32_t k = 0; k < body->blocks[j].cmd_count; k++) {
        const struct wr_cmd *cmd = &body->blocks[j].cmds[k];
        if (cmd->kind == WR_CMD_CALL) wr_map_put (callees, cmd->site.ix, cmd->procedure + 1);
      }
    }
  }
}

static void name_sites (const wr_core *core, struct wr_names *names) {
  if (names->sites.len == core->labels.sites.len && names->bodies == core->bodies.len) return;
  names->bodies = core->bodies.len;
  WR_VEC_CLEAR (&names->sites);
  wr_map callees = {0}, counts = {0};
  find_callees (core, &callees);
  for (uint32_t i = 0; i < core->labels.sites.len; i++) {
    const struct wr_site_info *info = &core->labels.sites.data[i];
    struct text_name name = {0};
    if (info->kind == WR_SITE_CALL) name.hash = (uint32_t)wr_map_or (&callees, i, 0);
    if (info->kind == WR_SITE_HAVOC) name.hash = text_hash (core, info->span);
    uint64_t key =
        wr_hash_mix (wr_hash_mix (wr_hash_mix (1, info->procedure), info->kind), name.hash);
    name.ordinal = next_ordinal (&counts, key);
    WR_VEC_PUSH (&names->sites, name);
  }
  wr_map_free (&callees);
  wr_map_free (&counts);
}

static void add_procedure (wr_buf *out, const wr_core *core, uint32_t index) {
  if (!index || index > core->procedures.len) return;
  wr_buf_add (out, wr_symbol_text (core->symbols, core->procedures.data[index - 1].name));
}

static void add_ordinal (wr_buf *out, uint32_t ordinal) {
  if (ordinal > 1) wr_buf_print (out, ".%u", ordinal);
}

/* An invariant has one loop and an own clause one entry or exit: only calls, havocs and where clauses
   need the place to be told apart. */
static void add_site (wr_buf *out, const wr_core *core, const struct wr_label_info *info,
                      uint32_t callee) {
  const struct wr_site_info *site = wr_site_info (&core->labels, info->site);
  const struct text_name *name = &core->names->sites.data[info->site.ix];
  switch (site->kind) {
  case WR_SITE_CALL:
    wr_buf_add_char (out, '@');
    add_procedure (out, core, name->hash ? name->hash : callee);
    add_ordinal (out, name->ordinal);
    return;
  case WR_SITE_HAVOC:
    wr_buf_print (out, "@havoc-%06x", name->hash);
    add_ordinal (out, name->ordinal);
    return;
  case WR_SITE_LOOP:
  case WR_SITE_ENTRY:
    if (info->role != WR_ROLE_WHERE) return;
    wr_buf_print (out, site->kind == WR_SITE_LOOP ? "@loop" : "@entry");
    add_ordinal (out, name->ordinal);
    return;
  case WR_SITE_EXIT: return;
  }
  WR_UNREACHABLE ();
}

void wr_label_name (wr_buf *out, const wr_core *core, wr_label label) {
  name_labels (core, core->names);
  name_sites (core, core->names);
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_label root = wr_label_root (&core->labels, label);
  const struct text_name *name = &core->names->labels.data[root.ix];
  if (info->procedure) {
    add_procedure (out, core, info->procedure);
    wr_buf_add_char (out, '/');
  }
  wr_buf_print (out, "%s%s/%06x", wr_role_name (info->role), info->negative ? "-not" : "",
                name->hash);
  add_ordinal (out, name->ordinal);
  if (info->site.ix) {
    add_site (out, core, info, wr_label_info (&core->labels, root)->procedure);
  }
}

/* -- Boogie's words ------------------------------------------------------------------------------ */

static bool say (wr_buf *out, const wr_core *core, const char *before, wr_symbol id,
                 const char *after) {
  if (!id.ix) return false;
  wr_buf_add (out, wr_str_of (before));
  wr_buf_add (out, wr_symbol_text (core->symbols, id));
  wr_buf_add (out, wr_str_of (after));
  return true;
}

static bool say_at_call (wr_buf *out, const wr_core *core, const char *what,
                         const struct wr_label_info *info, const char *how) {
  wr_symbol call = wr_site_info (&core->labels, info->site)->id;
  if (!call.ix || !info->id.ix) return false;
  return say (out, core, what, info->id, how) && say (out, core, "", call, "");
}

bool wr_label_boogie (wr_buf *out, const wr_core *core, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  switch (info->role) {
  case WR_ROLE_REQUIRES_AT_CALL:
    if (say_at_call (out, core, "requires clause ", info, " proved for call ")) return true;
    return say (out, core, "", wr_site_info (&core->labels, info->site)->id, "");
  case WR_ROLE_REQUIRES_AT_CALL_ASSUMED:
    return say_at_call (out, core, "requires clause ", info, " assumed from call ");
  case WR_ROLE_ENSURES_OF_CALL:
    return say_at_call (out, core, "ensures clause ", info, " from call ");
  case WR_ROLE_INVARIANT_ESTABLISHED:
    return say (out, core, "invariant ", info->id, " established");
  case WR_ROLE_INVARIANT_MAINTAINED: return say (out, core, "invariant ", info->id, " maintained");
  case WR_ROLE_INVARIANT_ASSUMED:
    if (info->free) return say (out, core, "", info->id, "");
    return say (out, core, "invariant ", info->id, " assumed in body");
  case WR_ROLE_REQUIRES:
  case WR_ROLE_ENSURES:
  case WR_ROLE_ASSERT:
  case WR_ROLE_ASSERT_ASSUMED:
  case WR_ROLE_ASSUME:
  case WR_ROLE_ASSIGN:
  case WR_ROLE_WHERE:
  case WR_ROLE_CONDITION:
  case WR_ROLE_AXIOM:
  case WR_ROLE_FUNCTION_BODY:
  case WR_ROLE_WELL_FORMED:
  case WR_ROLE_WELL_FORMED_ASSUMED: return say (out, core, "", info->id, "");
  case WR_ROLE_COUNT: break;
  }
  WR_UNREACHABLE ();
}
