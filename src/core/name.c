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
  WR_VEC (uint64_t) ids;            /* of all labels */
  wr_map taken;                     /* ids */
};

struct wr_names *wr_names_new (void) {
  return wr_alloc (1, sizeof (struct wr_names));
}

void wr_names_free (struct wr_names *names) {
  if (!names) return;
  WR_VEC_FREE (&names->labels);
  WR_VEC_FREE (&names->sites);
  wr_map_free (&names->counts);
  WR_VEC_FREE (&names->ids);
  wr_map_free (&names->taken);
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

/* An invariant has one loop, and a clause of the own procedure one entry or exit, so only calls, havocs and where
   clauses need the place in their names. */
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
    if (!wr_role_info (info->role)->per_site) return;
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
  if (info->part) wr_buf_print (out, "/%u", info->part + 1);
}

/* -- ids ------------------------------------------------------------------------------------------------- */

enum { ID_BITS = 48 };

static uint64_t mix_text (uint64_t hash, wr_str text) {
  return wr_hash_mix (hash, wr_str_hash (text, 11));
}

static uint64_t mix_procedure (uint64_t hash, const wr_core *core, uint32_t index) {
  if (!index || index > core->procedures.len) return wr_hash_mix (hash, 0);
  return mix_text (hash, wr_symbol_text (core->symbols, core->procedures.data[index - 1].name));
}

static uint64_t mix_site (uint64_t hash, const wr_core *core, wr_site site) {
  const struct wr_site_info *info = wr_site_info (&core->labels, site);
  const struct text_name *name = &core->names->sites.data[site.ix];
  hash = wr_hash_mix (mix_procedure (hash, core, info->procedure), info->kind);
  hash = info->kind == WR_SITE_CALL ? mix_procedure (hash, core, name->hash)
                                    : wr_hash_mix (hash, name->hash);
  return wr_hash_mix (hash, name->ordinal);
}

/* A derived label is the label of its clause in another role at a site. */
static uint64_t id_hash (const wr_core *core, uint32_t label) {
  const struct wr_label_info *info = &core->labels.infos.data[label];
  const struct text_name *name = &core->names->labels.data[label];
  uint64_t hash = mix_text (3, wr_str_of (wr_role_name (info->role)));
  if (info->clause.ix) {
    WR_ASSERT (info->clause.ix < label);
    hash = wr_hash_mix (hash, core->names->ids.data[info->clause.ix]);
    if (info->part) hash = wr_hash_mix (hash, info->part);
    return info->site.ix ? mix_site (hash, core, info->site) : hash;
  }
  hash = wr_hash_mix (mix_procedure (hash, core, info->procedure), info->negative);
  return wr_hash_mix (wr_hash_mix (hash, name->hash), name->ordinal);
}

static void make_ids (const wr_core *core, struct wr_names *names) {
  for (uint32_t i = names->ids.len; i < core->labels.infos.len; i++) {
    uint64_t id = 0;
    if (i) {
      uint64_t hash = wr_hash_mix (id_hash (core, i), 7);
      while (!(id = hash >> (64 - ID_BITS)) || wr_map_has (&names->taken, id))
        hash = wr_hash_mix (hash, 1);
      wr_map_put (&names->taken, id, 1);
    }
    WR_VEC_PUSH (&names->ids, id);
  }
}

void wr_label_make_ids (const wr_core *core) {
  if (core->names->ids.len == core->labels.infos.len) return;
  name_labels (core, core->names);
  name_sites (core, core->names);
  make_ids (core, core->names);
}

uint64_t wr_label_id (const wr_core *core, wr_label label) {
  WR_ASSERT (label.ix < core->labels.infos.len);
  if (label.ix >= core->names->ids.len) wr_label_make_ids (core);
  return core->names->ids.data[label.ix];
}

void wr_label_print_id (wr_buf *out, char letter, uint64_t id) {
  wr_buf_print (out, "%c%012llx", letter, (unsigned long long)id);
}
