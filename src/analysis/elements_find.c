/* analysis/elements_find.c -- which elements a run has, and to which of them each label belongs. */
#include "analysis/elementing.h"

#include "base/bitset.h"

struct find {
  struct wr_elementing *e;
  wr_bitset present;     /* labels in selected bodies, and axioms that their goals may use */
  wr_bitset with_bodies; /* files */
  wr_map first;          /* place -> an element there */
  wr_u32s next;          /* per element: another one at its place, + 1 */
};

static void find_present (struct find *f) {
  const wr_coverage *c = f->e->coverage;
  for (uint32_t i = 1; i < c->fact_count; i++) {
    bool goal = wr_role_is_goal (wr_label_info (&f->e->core->labels, (wr_label){i})->role);
    if (c->facts[i].status != WR_FACT_NONE && !goal) wr_bitset_set (&f->present, i, true);
  }
  for (uint32_t b = 0; b < f->e->result->body_count; b++) {
    const struct wr_body_result *body = &f->e->result->bodies[b];
    wr_bitset_set (&f->with_bodies, f->e->core->bodies.data[b].at.file, true);
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++)
      if (body->passive->goals[g].label.ix)
        wr_bitset_set (&f->present, body->passive->goals[g].label.ix, true);
  }
}

/* Is this an axiom or a function body of a translator, of the library, or of a file of declarations beside files with bodies? */
static bool is_of_prelude (const struct find *f, const struct wr_label_info *info) {
  if (!wr_role_info (info->role)->program) return false;
  return info->author == WR_AUTHOR_TOOL ||
         wr_source_hidden (f->e->core->sources, info->span.file) ||
         (wr_bitset_size (&f->with_bodies) && !wr_bitset_has (&f->with_bodies, info->span.file));
}

static bool is_written (const struct find *f, const struct wr_label_info *info) {
  if (!info->span.file || info->cls == WR_CLASS_INTERNAL || info->copy_count) return false;
  if (is_of_prelude (f, info)) return true;
  return info->author != WR_AUTHOR_TOOL && !wr_source_hidden (f->e->core->sources, info->span.file);
}

static bool is_check_of_element (const struct find *f, wr_label label) {
  enum wr_role role = wr_label_info (&f->e->core->labels, label)->role;
  return wr_role_info (role)->check == WR_CHECK_ELEMENT;
}

/* The element, + 1.  An implicit check is not the text that it checks. */
static uint32_t element_at (struct find *f, const struct wr_element *made) {
  uint64_t key = WR_KEY2 (made->span.file, made->span.begin);
  uint32_t at = (uint32_t)wr_map_or (&f->first, key, 0);
  for (; at; at = f->next.data[at - 1]) {
    const struct wr_element *old = &f->e->list.data[at - 1];
    bool same = old->span.end == made->span.end && old->call == made->call;
    if (same && is_check_of_element (f, old->label) == is_check_of_element (f, made->label))
      return at;
  }
  WR_VEC_PUSH (&f->e->list, *made);
  WR_VEC_PUSH (&f->next, (uint32_t)wr_map_or (&f->first, key, 0));
  wr_map_put (&f->first, key, f->e->list.len);
  return f->e->list.len;
}

static void find_texts (struct find *f) {
  const wr_labels *labels = &f->e->core->labels;
  WR_BITSET_EACH (&f->present, i) {
    wr_label root = wr_label_root (labels, (wr_label){i});
    const struct wr_label_info *info = wr_label_info (labels, root);
    if (!is_written (f, info)) continue;
    struct wr_element made = {.label = root, .span = info->span, .body = WR_NO_BODY};
    made.prelude = is_of_prelude (f, info);
    uint32_t at = element_at (f, &made);
    f->e->out->of_label[i] = f->e->out->of_label[root.ix] = at;
  }
}

static void find_calls (struct find *f) {
  const wr_labels *labels = &f->e->core->labels;
  WR_BITSET_EACH (&f->present, i) {
    const struct wr_label_info *info = wr_label_info (labels, (wr_label){i});
    if (!info->site.ix || info->cls == WR_CLASS_INTERNAL || info->author == WR_AUTHOR_TOOL)
      continue;
    const struct wr_site_info *site = wr_site_info (labels, info->site);
    if (site->kind != WR_SITE_CALL || !site->span.file) continue;
    if (wr_source_hidden (f->e->core->sources, site->span.file)) continue;
    struct wr_element made = {.label = {i}, .call = true, .span = site->span, .body = WR_NO_BODY};
    f->e->out->of_site[info->site.ix] = element_at (f, &made);
  }
}

static void take_body (struct wr_elementing *e, uint32_t element, int body) {
  struct wr_element *it = &e->list.data[element];
  const struct wr_label_info *info = wr_label_info (&e->core->labels, it->label);
  uint32_t owner = e->core->bodies.data[body].procedure + 1;
  if (it->body == WR_NO_BODY && info->procedure == owner) it->body = (uint32_t)body;
}

/* A procedure may have several bodies: a clause of its contract counts to the first. */
static void find_bodies (struct find *f) {
  for (uint32_t b = 0; b < f->e->result->body_count; b++) {
    const struct wr_body_result *body = &f->e->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t k = 0; k < body->passive->block_count; k++)
      for (uint32_t i = 0; i < body->passive->blocks[k].item_count; i++)
        wr_elements_each (f->e, body->passive->blocks[k].items[i].label.ix, take_body, (int)b);
    for (uint32_t g = 0; g < body->passive->goal_count; g++)
      wr_elements_each (f->e, body->passive->goals[g].label.ix, take_body, (int)b);
  }
}

void wr_elements_each (struct wr_elementing *e, uint32_t label,
                       void (*at) (struct wr_elementing *e, uint32_t element, int value),
                       int value) {
  const wr_labels *labels = &e->core->labels;
  if (!label) return;
  const struct wr_label_info *info = wr_label_info (labels, (wr_label){label});
  if (e->out->of_label[label]) at (e, e->out->of_label[label] - 1, value);
  const struct wr_label_info *root =
      wr_label_info (labels, wr_label_root (labels, (wr_label){label}));
  for (uint32_t i = 0; i < root->copy_count; i++) {
    uint32_t copied = e->out->of_label[root->copy_of[i].ix];
    if (copied) at (e, copied - 1, value);
  }
  if (info->site.ix && e->out->of_site[info->site.ix])
    at (e, e->out->of_site[info->site.ix] - 1, value);
}

void wr_elements_find (struct wr_elementing *e) {
  struct find f = {.e = e};
  e->out->label_count = e->core->labels.infos.len;
  e->out->of_label = WR_NEW (e->arena, uint32_t, e->core->labels.infos.len + 1);
  e->out->of_site = WR_NEW (e->arena, uint32_t, e->core->labels.sites.len + 1);
  find_present (&f);
  find_texts (&f);
  find_calls (&f);
  find_bodies (&f);
  wr_bitset_free (&f.present);
  wr_bitset_free (&f.with_bodies);
  wr_map_free (&f.first);
  WR_VEC_FREE (&f.next);
}
