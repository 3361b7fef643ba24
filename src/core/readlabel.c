/* Labels, sites and origins of core's text form. */
#include "core/reader.h"

static bool read_owner (struct wr_reader *r, wr_node n, uint32_t *procedure) {
  if (!wr_read_arity (r, n, 2, 2) ||
      !wr_read_known (r, wr_read_kid (r, n, 1), &r->procedures, "procedure", procedure)) {
    return false;
  }
  ++*procedure;
  return true;
}

/* The number of a label or site is the next one. */
static bool is_next (struct wr_reader *r, wr_node n, uint32_t ix, uint32_t next) {
  if (ix == next) return true;
  wr_read_fail (r, n, WR_CODE_CORE_NAME, "number %u is expected here", next);
  return false;
}

void wr_form_elements (struct wr_reader *r, wr_node n) {
  if (!wr_read_arity (r, n, 2, 2)) return;
  wr_read_u32 (r, wr_read_kid (r, n, 1), &r->core->labels.element_count);
}

static bool site_kind (struct wr_reader *r, wr_node n, enum wr_site_kind *kind) {
  static const char *const words[] = {"call", "havoc", "loop", "entry", "exit"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    if (!wr_read_is (r, n, words[i])) continue;
    *kind = (enum wr_site_kind)i;
    return true;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "call, havoc, loop, entry or exit is expected");
  return false;
}

/* (site S1 call SPAN (id "...") (in P)) */
void wr_form_site (struct wr_reader *r, wr_node n) {
  struct wr_site_info info = {0};
  wr_site site;
  if (!wr_read_arity (r, n, 4, 6) || !wr_read_site (r, wr_read_kid (r, n, 1), &site) ||
      !is_next (r, n, site.ix, r->core->labels.sites.len) ||
      !site_kind (r, wr_read_kid (r, n, 2), &info.kind) ||
      !wr_read_span (r, wr_read_kid (r, n, 3), &info.span)) {
    return;
  }
  for (uint32_t i = 4; i < wr_read_count (r, n); i++) {
    wr_node part = wr_read_kid (r, n, i);
    bool ok = false;
    if (wr_read_has_head (r, part, "id")) {
      ok = wr_read_arity (r, part, 2, 2) && wr_read_string (r, wr_read_kid (r, part, 1), &info.id);
    } else if (wr_read_has_head (r, part, "in")) {
      ok = read_owner (r, part, &info.procedure);
    } else {
      wr_read_fail (r, part, WR_CODE_CORE_SYNTAX, "(id TEXT) or (in PROCEDURE) is expected");
    }
    if (!ok) return;
  }
  wr_site_new (&r->core->labels, &info);
}

/* (origin O1 KIND SPAN (from O2)) */
void wr_form_origin (struct wr_reader *r, wr_node n) {
  struct wr_origin_info info = {.kind = WR_ORIGIN_KIND_COUNT};
  wr_origin origin;
  uint32_t next = r->core->labels.origins.len ? r->core->labels.origins.len : 1;
  if (!wr_read_arity (r, n, 4, 5) || !wr_read_origin (r, wr_read_kid (r, n, 1), &origin) ||
      !is_next (r, n, origin.ix, next) || !wr_read_span (r, wr_read_kid (r, n, 3), &info.span))
    return;
  for (unsigned i = 0; i < WR_ORIGIN_KIND_COUNT; i++)
    if (wr_read_is (r, wr_read_kid (r, n, 2), wr_origin_word ((enum wr_origin_kind)i)))
      info.kind = (enum wr_origin_kind)i;
  if (info.kind == WR_ORIGIN_KIND_COUNT) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this kind of origin is not known");
    return;
  }
  if (wr_read_count (r, n) == 5) {
    wr_node from = wr_read_kid (r, n, 4);
    if (!wr_read_has_head (r, from, "from")) {
      wr_read_fail (r, from, WR_CODE_CORE_SYNTAX, "(from ORIGIN) is expected");
      return;
    }
    if (!wr_read_arity (r, from, 2, 2) ||
        !wr_read_origin (r, wr_read_kid (r, from, 1), &info.parent))
      return;
    if (info.parent.ix >= next) {
      wr_read_fail (r, from, WR_CODE_CORE_NAME, "the parent of an origin is an earlier one");
      return;
    }
  }
  wr_origin_new (&r->core->labels, &info);
}

static bool read_conjunct (struct wr_reader *r, wr_node n, struct wr_label_info *info) {
  uint32_t i, count;
  if (!wr_read_arity (r, n, 3, 3) || !wr_read_u32 (r, wr_read_kid (r, n, 1), &i) ||
      !wr_read_u32 (r, wr_read_kid (r, n, 2), &count)) {
    return false;
  }
  info->conjunct = i;
  info->conjuncts = count;
  if (i < count && count <= WR_MAX_CONJUNCTS) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "(conjunct I N) with I < N < 65536 is expected");
  return false;
}

/* (author WORD) */
static bool read_author (struct wr_reader *r, wr_node n, enum wr_author *author) {
  static const enum wr_author all[] = {WR_AUTHOR_USER, WR_AUTHOR_TRANSLATED, WR_AUTHOR_TOOL};
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!wr_read_is (r, n, wr_author_name (all[i]))) continue;
    *author = all[i];
    return true;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "an author is expected: user, translated or tool");
  return false;
}

/* (type WORD) */
static bool read_type (struct wr_reader *r, wr_node n, enum wr_label_type *type) {
  if (wr_label_type_find (wr_read_word (r, n), type)) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this type of label is not known");
  return false;
}

/* (copy-of LABEL...) */
static bool read_copies (struct wr_reader *r, wr_node n, struct wr_label_info *info) {
  if (!wr_read_arity (r, n, 2, UINT32_MAX)) return false;
  info->copy_count = wr_read_count (r, n) - 1;
  wr_label *list = WR_NEW (r->core->arena, wr_label, info->copy_count);
  info->copy_of = list;
  for (uint32_t i = 0; i < info->copy_count; i++) {
    if (!wr_read_label (r, wr_read_kid (r, n, i + 1), &list[i])) return false;
    if (list[i].ix) continue;
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a copy is one of labels");
    return false;
  }
  return true;
}

/* One of the parts behind a label's span. */
static bool read_label_part (struct wr_reader *r, wr_node n, struct wr_label_info *info) {
  if (wr_read_is (r, n, "negative")) return info->negative = true;
  if (wr_read_is (r, n, "free")) return info->free = true;
  if (wr_read_is (r, n, "gain")) return info->gain = true;
  if (wr_read_is (r, n, "takes")) return info->takes = true;
  if (wr_read_is (r, n, "unchecked")) return info->unchecked = true;
  if (wr_read_has_head (r, n, "conjunct")) return read_conjunct (r, n, info);
  if (wr_read_has_head (r, n, "copy-of")) return read_copies (r, n, info);
  if (!wr_read_arity (r, n, 2, 2)) return false;
  wr_node value = wr_read_kid (r, n, 1);
  if (wr_read_has_head (r, n, "report")) return wr_read_span (r, value, &info->report);
  if (wr_read_has_head (r, n, "from")) return wr_read_origin (r, value, &info->origin);
  if (wr_read_has_head (r, n, "clause")) return wr_read_label (r, value, &info->clause);
  if (wr_read_has_head (r, n, "site")) return wr_read_site (r, value, &info->site);
  if (wr_read_has_head (r, n, "part")) return wr_read_u32 (r, value, &info->part);
  if (wr_read_has_head (r, n, "element")) return wr_read_u32 (r, value, &info->element);
  if (wr_read_has_head (r, n, "id")) return wr_read_string (r, value, &info->id);
  if (wr_read_has_head (r, n, "msg")) return wr_read_string (r, value, &info->message);
  if (wr_read_has_head (r, n, "native")) return wr_read_string (r, value, &info->native);
  if (wr_read_has_head (r, n, "proved-as")) return wr_read_label (r, value, &info->proved_as);
  if (wr_read_has_head (r, n, "establishes")) return wr_read_label (r, value, &info->establishes);
  if (wr_read_has_head (r, n, "type")) return read_type (r, value, &info->type);
  if (wr_read_has_head (r, n, "author")) return read_author (r, value, &info->author);
  if (wr_read_has_head (r, n, "in")) return read_owner (r, n, &info->procedure);
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this is not a part of a label");
  return false;
}

/* (label L1 ROLE CLASS SPAN part...) */
void wr_form_label (struct wr_reader *r, wr_node n) {
  struct wr_label_info info = {0};
  wr_label label;
  if (!wr_read_arity (r, n, 5, 24) || !wr_read_label (r, wr_read_kid (r, n, 1), &label) ||
      !is_next (r, n, label.ix, r->core->labels.infos.len)) {
    return;
  }
  if (!wr_role_find (wr_read_word (r, wr_read_kid (r, n, 2)), &info.role)) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this role is not known");
    return;
  }
  if (!wr_read_class (r, wr_read_kid (r, n, 3), &info.cls) ||
      !wr_read_span (r, wr_read_kid (r, n, 4), &info.span)) {
    return;
  }
  info.report = info.span;
  for (uint32_t i = 5; i < wr_read_count (r, n); i++) {
    if (!read_label_part (r, wr_read_kid (r, n, i), &info)) return;
  }
  if (info.clause.ix >= label.ix || info.element > r->core->labels.element_count) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME,
                  "a label derives from an earlier one, and elements are counted");
    return;
  }
  wr_label_restore (&r->core->labels, &info);
}
