#include "core/label.h"

#include "base/check.h"

const char *wr_author_name (enum wr_author author) {
  switch (author) {
  case WR_AUTHOR_USER: return "user";
  case WR_AUTHOR_TRANSLATED: return "translated";
  case WR_AUTHOR_TOOL: return "tool";
  }
  WR_UNREACHABLE ();
}

const char *wr_class_name (enum wr_class cls) {
  switch (cls) {
  case WR_CLASS_EXPLICIT: return "explicit";
  case WR_CLASS_IMPLICIT: return "implicit";
  case WR_CLASS_INTERNAL: return "internal";
  }
  WR_UNREACHABLE ();
}

const char *wr_origin_word (enum wr_origin_kind kind) {
  static const char *const words[] = {
#define X(name, word, note) word,
      WR_ORIGIN_KINDS (X)
#undef X
  };
  WR_ASSERT (kind < WR_ORIGIN_KIND_COUNT);
  return words[kind];
}

const char *wr_origin_note (enum wr_origin_kind kind) {
  static const char *const notes[] = {
#define X(name, word, note) note,
      WR_ORIGIN_KINDS (X)
#undef X
  };
  WR_ASSERT (kind < WR_ORIGIN_KIND_COUNT);
  return notes[kind];
}

wr_origin wr_origin_new (wr_labels *labels, const struct wr_origin_info *info) {
  if (!labels->origins.len) WR_VEC_PUSH (&labels->origins, (struct wr_origin_info){0});
  WR_ASSERT (info->parent.ix < labels->origins.len);
  struct wr_origin_info copy = *info;
  WR_VEC_PUSH (&labels->origins, copy);
  return (wr_origin){labels->origins.len - 1};
}

const struct wr_origin_info *wr_origin_info (const wr_labels *labels, wr_origin origin) {
  WR_ASSERT (origin.ix && origin.ix < labels->origins.len);
  return &labels->origins.data[origin.ix];
}

/* Index 0 of either table stands for "none" and reads as zero. */
static void begin_tables (wr_labels *labels) {
  if (!labels->infos.len) WR_VEC_PUSH (&labels->infos, (struct wr_label_info){0});
  if (!labels->sites.len) WR_VEC_PUSH (&labels->sites, (struct wr_site_info){0});
}

wr_label wr_label_new (wr_labels *labels, const struct wr_label_info *info) {
  begin_tables (labels);
  struct wr_label_info copy = *info;
  if (!copy.conjuncts) copy.conjuncts = 1;
  WR_ASSERT (copy.role < WR_ROLE_COUNT && copy.conjunct < copy.conjuncts);
  WR_VEC_PUSH (&labels->infos, copy);
  return (wr_label){labels->infos.len - 1};
}

const struct wr_label_info *wr_label_info (const wr_labels *labels, wr_label label) {
  WR_ASSERT (label.ix < labels->infos.len);
  return &labels->infos.data[label.ix];
}

uint32_t wr_element_new (wr_labels *labels) { return ++labels->element_count; }

void wr_silencer_add (wr_labels *labels, const struct wr_silencer *silencer) {
  struct wr_silencer copy = *silencer;
  for (uint32_t i = 0; i < labels->silencers.len; i++) {
    const struct wr_silencer *old = &labels->silencers.data[i];
    if (old->span.file == copy.span.file && old->span.begin == copy.span.begin &&
        old->code.ix == copy.code.ix && old->element == copy.element)
      return;
  }
  WR_VEC_PUSH (&labels->silencers, copy);
}

static uint64_t place_of (wr_span span) { return (uint64_t)span.file << 32 | span.begin; }

wr_site wr_site_new (wr_labels *labels, const struct wr_site_info *info) {
  begin_tables (labels);
  struct wr_site_info copy = *info;
  WR_VEC_PUSH (&labels->sites, copy);
  uint32_t site = labels->sites.len - 1;
  if (copy.kind == WR_SITE_LOOP && !wr_map_has (&labels->loops, place_of (copy.span)))
    wr_map_put (&labels->loops, place_of (copy.span), site);
  return (wr_site){site};
}

wr_site wr_site_find (wr_labels *labels, const struct wr_site_info *info) {
  WR_ASSERT (info->kind == WR_SITE_LOOP);
  uint64_t first;
  if (!wr_map_get (&labels->loops, place_of (info->span), &first))
    return wr_site_new (labels, info);
  for (uint32_t i = (uint32_t)first; i < labels->sites.len; i++) {
    const struct wr_site_info *s = &labels->sites.data[i];
    if (s->kind == info->kind && s->procedure == info->procedure &&
        s->span.file == info->span.file && s->span.begin == info->span.begin &&
        s->span.end == info->span.end) {
      return (wr_site){i};
    }
  }
  return wr_site_new (labels, info);
}

const struct wr_site_info *wr_site_info (const wr_labels *labels, wr_site site) {
  WR_ASSERT (site.ix < labels->sites.len);
  return &labels->sites.data[site.ix];
}

enum { ROLE_BITS = 8, SITE_BITS = 26 };
_Static_assert(WR_ROLE_COUNT <= 1 << ROLE_BITS, "roles fit into the key of a derived label");

static uint64_t derived_key (wr_label clause, enum wr_role role, wr_site site) {
  WR_REQUIRE (site.ix < 1u << SITE_BITS && clause.ix < 1u << 30);
  return ((uint64_t)clause.ix << ROLE_BITS | role) << SITE_BITS | site.ix;
}

/* A clause of something else takes effect at a call or a havoc: messages point there. */
static bool reports_at_site (enum wr_site_kind kind) {
  switch (kind) {
  case WR_SITE_CALL:
  case WR_SITE_HAVOC: return true;
  case WR_SITE_LOOP:
  case WR_SITE_ENTRY:
  case WR_SITE_EXIT: return false;
  }
  WR_UNREACHABLE ();
}

wr_label wr_label_derive (wr_labels *labels, wr_label clause, enum wr_role role, wr_site site) {
  if (!clause.ix) return (wr_label){0};
  uint64_t key = derived_key (clause, role, site), found;
  if (wr_map_get (&labels->derived, key, &found)) return (wr_label){(uint32_t)found};
  struct wr_label_info info = *wr_label_info (labels, clause);
  info.role = role;
  info.clause = clause;
  info.site = site;
  info.part = 0;
  info.gain = false;
  info.copy_of = NULL;
  info.copy_count = 0;
  info.proved_as = info.establishes = (wr_label){0};
  if (site.ix) {
    const struct wr_site_info *at = wr_site_info (labels, site);
    info.procedure = at->procedure;
    if (at->kind == WR_SITE_CALL) info.type = WR_TYPE_NONE; /* the annotation is the clause's own */
    if (reports_at_site (at->kind)) info.report = at->span;
  }
  wr_label label = wr_label_new (labels, &info);
  wr_map_put (&labels->derived, key, label.ix);
  return label;
}

static uint64_t part_key (wr_label first, uint32_t part) { return (uint64_t)first.ix << 32 | part; }

wr_label wr_label_derive_part (wr_labels *labels, wr_label clause, enum wr_role role, wr_site site,
                               uint32_t part) {
  wr_label first = wr_label_derive (labels, clause, role, site);
  uint64_t found;
  if (!first.ix || !part) return first;
  if (wr_map_get (&labels->parts, part_key (first, part), &found))
    return (wr_label){(uint32_t)found};
  struct wr_label_info info = *wr_label_info (labels, first);
  info.part = part;
  info.gain = false;
  wr_label label = wr_label_new (labels, &info);
  wr_map_put (&labels->parts, part_key (first, part), label.ix);
  return label;
}

void wr_label_name_failure (wr_labels *labels, wr_label label, wr_symbol native,
                            wr_symbol message) {
  WR_ASSERT (label.ix && label.ix < labels->infos.len);
  labels->infos.data[label.ix].native = native;
  labels->infos.data[label.ix].message = message;
}

void wr_label_set_about (wr_labels *labels, wr_label label, wr_span about) {
  WR_ASSERT (label.ix && label.ix < labels->infos.len);
  labels->infos.data[label.ix].about = about;
}

void wr_label_set_type (wr_labels *labels, wr_label label, enum wr_label_type type) {
  WR_ASSERT (label.ix && label.ix < labels->infos.len && type != WR_TYPE_NONE);
  const struct wr_label_type_info *info = wr_label_type_info (type);
  labels->infos.data[label.ix].type = type;
  labels->infos.data[label.ix].cls = info->hidden    ? WR_CLASS_INTERNAL
                                     : info->claimed ? WR_CLASS_EXPLICIT
                                                     : WR_CLASS_IMPLICIT;
}

void wr_label_mark_gain (wr_labels *labels, wr_label label) {
  WR_ASSERT (label.ix && label.ix < labels->infos.len);
  labels->infos.data[label.ix].gain = true;
}

void wr_label_mark_takes (wr_labels *labels, wr_label label) {
  WR_ASSERT (label.ix && label.ix < labels->infos.len);
  labels->infos.data[label.ix].takes = true;
}

/* A part whose first one is missing is found by nothing, like a label without a clause. */
static void restore_part (wr_labels *labels, const struct wr_label_info *info, wr_label label) {
  uint64_t first;
  if (wr_map_get (&labels->derived, derived_key (info->clause, info->role, info->site), &first))
    wr_map_put (&labels->parts, part_key ((wr_label){(uint32_t)first}, info->part), label.ix);
}

wr_label wr_label_restore (wr_labels *labels, const struct wr_label_info *info) {
  wr_label label = wr_label_new (labels, info);
  if (!info->clause.ix) return label;
  if (info->part) {
    restore_part (labels, info, label);
    return label;
  }
  uint64_t key = derived_key (info->clause, info->role, info->site);
  if (!wr_map_has (&labels->derived, key)) wr_map_put (&labels->derived, key, label.ix);
  return label;
}

wr_label wr_label_root (const wr_labels *labels, wr_label label) {
  while (wr_label_info (labels, label)->clause.ix) label = wr_label_info (labels, label)->clause;
  return label;
}

wr_labels wr_labels_copy (const wr_labels *labels) {
  wr_labels copy = *labels;
  WR_VEC_OWN (&copy.infos);
  WR_VEC_OWN (&copy.sites);
  WR_VEC_OWN (&copy.origins);
  WR_VEC_OWN (&copy.silencers);
  copy.derived = wr_map_copy (&labels->derived);
  copy.parts = wr_map_copy (&labels->parts);
  copy.loops = wr_map_copy (&labels->loops);
  return copy;
}

void wr_labels_free (wr_labels *labels) {
  WR_VEC_FREE (&labels->infos);
  WR_VEC_FREE (&labels->sites);
  WR_VEC_FREE (&labels->origins);
  WR_VEC_FREE (&labels->silencers);
  wr_map_free (&labels->derived);
  wr_map_free (&labels->parts);
  wr_map_free (&labels->loops);
}
