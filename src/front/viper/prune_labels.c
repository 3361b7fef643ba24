/* front/viper/prune_labels.c -- which labels of a text are on. */
#include "front/viper/prune.h"

#include <stdlib.h>
#include <string.h>

static void add_role (wr_map *map, wr_span span, enum wr_role role) {
  uint64_t key = WR_KEY2 (span.begin, span.end);
  wr_map_put (map, key, wr_map_or (map, key, 0) | UINT64_C (1) << role);
}

int vpr_by_place (const void *a, const void *b) {
  const wr_span *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return x->end < y->end ? -1 : x->end > y->end;
}

/* A precondition is checked where the call stands. */
static wr_span place_of (const wr_labels *labels, const struct wr_label_info *info) {
  bool call = wr_role_info (info->role)->check == WR_CHECK_CALL && info->site.ix;
  return call ? wr_site_info (labels, info->site)->span : info->span;
}

/* A precondition fails at its own text and at the call. */
static void add_failed (struct vpr_prune_labels *l, const wr_labels *labels,
                        const struct wr_label_info *info) {
  wr_span place = place_of (labels, info);
  add_role (&l->failed[info->span.file - 1], info->span, info->role);
  if (place.file && place.file <= l->files)
    add_role (&l->failed[place.file - 1], place, info->role);
}

/* Names of failures are `error:reason`. */
static void add_undefined (struct vpr_prune_labels *l, const struct wr_prune *how,
                           const struct wr_label_info *info) {
  if (info->role != WR_ROLE_WELL_FORMED || !info->native.ix) return;
  wr_str name = wr_symbol_text (how->core->symbols, info->native);
  const char *colon = memchr (name.ptr, ':', name.len);
  if (!colon) return;
  size_t begin = (size_t)(colon - name.ptr) + 1;
  struct vpr_undefined check = {info->span, info->about, {name.ptr + begin, name.len - begin}};
  WR_VEC_PUSH (&l->undefined, check);
}

void vpr_prune_labels_read (struct vpr_prune_labels *l, const struct wr_prune *how,
                            uint32_t files) {
  const wr_labels *labels = &how->core->labels;
  _Static_assert(WR_ROLE_COUNT <= 64, "a set of roles is one word");
  *l = (struct vpr_prune_labels){.files = files};
  l->on = wr_alloc (files, sizeof (wr_map));
  l->off = wr_alloc (files, sizeof (wr_map));
  l->failed = wr_alloc (files, sizeof (wr_map));
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (!info->span.file || info->span.file > files) continue;
    bool on = !wr_bitset_has (how->off, i);
    add_role (&(on ? l->on : l->off)[info->span.file - 1], info->span, info->role);
    if (how->failed && wr_bitset_has (how->failed, i)) {
      add_failed (l, labels, info);
      add_undefined (l, how, info);
    }
    if (!on || !wr_role_is_goal (info->role)) continue;
    if (info->role == WR_ROLE_ENSURES)
      WR_VEC_PUSH (&l->promises, info->span);
    else
      WR_VEC_PUSH (&l->goals, place_of (labels, info));
  }
  if (l->goals.len) qsort (l->goals.data, l->goals.len, sizeof (wr_span), vpr_by_place);
  if (l->promises.len) qsort (l->promises.data, l->promises.len, sizeof (wr_span), vpr_by_place);
}

void vpr_prune_labels_free (struct vpr_prune_labels *l) {
  for (uint32_t i = 0; i < l->files; i++) {
    wr_map_free (&l->on[i]);
    wr_map_free (&l->off[i]);
    wr_map_free (&l->failed[i]);
  }
  free (l->on);
  free (l->off);
  free (l->failed);
  WR_VEC_FREE (&l->goals);
  WR_VEC_FREE (&l->promises);
  WR_VEC_FREE (&l->undefined);
}

static uint64_t roles (const struct vpr_prune_labels *l, const wr_map *maps, wr_span text) {
  if (!text.file || text.file > l->files) return 0;
  return wr_map_or (&maps[text.file - 1], WR_KEY2 (text.begin, text.end), 0);
}

uint64_t vpr_roles_on (const struct vpr_prune_labels *l, wr_span text) {
  return roles (l, l->on, text);
}

uint64_t vpr_roles_off (const struct vpr_prune_labels *l, wr_span text) {
  return roles (l, l->off, text);
}

uint64_t vpr_roles_failed (const struct vpr_prune_labels *l, wr_span text) {
  return roles (l, l->failed, text);
}

bool vpr_text_is_off (const struct vpr_prune_labels *l, wr_span text) {
  return !vpr_roles_on (l, text) && vpr_roles_off (l, text);
}

/* One of the sorted places is within the text. */
static bool has_place (const wr_span *places, uint32_t count, wr_span text) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    wr_span p = places[middle];
    if (p.file < text.file || (p.file == text.file && p.begin < text.begin))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < count && places[low].file == text.file && places[low].begin < text.end; low++)
    if (places[low].end <= text.end) return true;
  return false;
}

bool vpr_text_has_goal (const struct vpr_prune_labels *l, wr_span text) {
  return has_place (l->goals.data, l->goals.len, text);
}

bool vpr_text_has_promise (const struct vpr_prune_labels *l, wr_span text) {
  return has_place (l->promises.data, l->promises.len, text);
}
