#include "run/slice.h"

#include "base/check.h"
#include "run/prune_text.h"

enum { MAX_CHECKS = 400, MAX_ROUNDS = 4 }; /* texts that are tried; rounds over all statements */

struct slicing {
  wr_run *run;
  const wr_u32s *goals;
  struct wr_slice *out;
  wr_bitset on; /* labels of the text */
  bool deep;    /* what is outside is deleted with its effects */
};

static void print_text (const struct slicing *s, const wr_bitset *on, wr_buf *text) {
  const wr_core *core = s->run->proved.core;
  wr_bitset off = {0};
  for (uint32_t i = 1; i < core->labels.infos.len; i++)
    if (!wr_bitset_has (on, i)) wr_bitset_set (&off, i, true);
  struct wr_prune how = {.core = core, .off = &off, .tidy = true, .slice = s->deep};
  wr_buf_clear (text);
  wr_program_prune (text, &s->run->program, &how);
  wr_bitset_free (&off);
}

static bool is_proved (struct slicing *s, const wr_buf *text) {
  s->out->checks++;
  struct wr_text_proof proof = {0};
  wr_run_prove_text (s->run, wr_buf_str (text), &proof);
  return proof.proved;
}

/* -- candidates ------------------------------------------------------------------------------------- */

static bool is_statement (const struct wr_label_info *info) {
  const struct wr_role_info *role = wr_role_info (info->role);
  bool code = role->off == WR_OFF_ARBITRARY || role->off == WR_OFF_ENTERED || role->assumes;
  return code || (info->role == WR_ROLE_ASSERT_ASSUMED && !info->site.ix);
}

/* Elements with a statement that is on, and without a goal that was asked for; the last ones first. */
static void find_candidates (const struct slicing *s, wr_u32s *out) {
  const wr_labels *labels = &s->run->proved.core->labels;
  wr_bitset known = {0};
  for (uint32_t i = 0; i < s->goals->len; i++)
    wr_bitset_set (&known, labels->infos.data[s->goals->data[i]].element, true);
  for (uint32_t i = labels->infos.len; i-- > 1;) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (!info->element || wr_bitset_has (&known, info->element)) continue;
    if (!wr_bitset_has (&s->on, i) || !is_statement (info)) continue;
    wr_bitset_set (&known, info->element, true);
    WR_VEC_PUSH (out, info->element);
  }
  wr_bitset_free (&known);
}

static void switch_off (const struct slicing *s, uint32_t element, wr_bitset *on) {
  const wr_labels *labels = &s->run->proved.core->labels;
  for (uint32_t i = 1; i < labels->infos.len; i++)
    if (labels->infos.data[i].element == element) wr_bitset_set (on, i, false);
}

/* Deletes the element if the text without it is proved.  If the text does not change, nothing is known. */
static bool try_without (struct slicing *s, uint32_t element) {
  wr_bitset on = {0};
  wr_buf text = {0};
  wr_bitset_copy (&on, &s->on);
  switch_off (s, element, &on);
  print_text (s, &on, &text);
  bool good =
      !wr_str_equal (wr_buf_str (&text), wr_buf_str (&s->out->text)) && is_proved (s, &text);
  if (good) {
    for (uint32_t i = 1; i < s->run->proved.core->labels.infos.len; i++)
      if (wr_bitset_has (&s->on, i) && !wr_bitset_has (&on, i))
        wr_bitset_set (&s->out->removed, i, true);
    wr_bitset_copy (&s->on, &on);
    wr_buf_clear (&s->out->text);
    wr_buf_add (&s->out->text, wr_buf_str (&text));
    s->out->elements++;
  }
  wr_bitset_free (&on);
  wr_buf_free (&text);
  return good;
}

static bool reduce (struct slicing *s) {
  wr_u32s elements = {0};
  bool some = false;
  find_candidates (s, &elements);
  for (uint32_t i = 0; i < elements.len && s->out->checks < MAX_CHECKS; i++) {
    if (wr_cancelled (s->run->cancel)) break;
    some |= try_without (s, elements.data[i]);
  }
  WR_VEC_FREE (&elements);
  return some;
}

bool wr_run_slice (wr_run *run, const wr_u32s *goals, struct wr_slice *out) {
  WR_REQUIRE (run->graph && run->proved.result && goals->len);
  struct wr_pruned pruned = {0};
  struct slicing s = {.run = run, .goals = goals, .out = out, .deep = true};
  for (uint32_t i = 0; i < goals->len; i++) WR_VEC_PUSH (&pruned.goals, goals->data[i]);
  bool done = wr_run_prune (run, &pruned);
  out->verified = done && pruned.verified;
  wr_bitset_copy (&s.on, &pruned.reduction.on);
  if (out->verified) {
    print_text (&s, &s.on, &out->text);
    s.deep = is_proved (&s, &out->text);
    if (!s.deep) print_text (&s, &s.on, &out->text);
    for (uint32_t round = 0; round < MAX_ROUNDS && reduce (&s); round++) {}
  }
  wr_bitset_free (&s.on);
  wr_pruned_free (&pruned);
  return done && !wr_cancelled (run->cancel);
}

void wr_slice_free (struct wr_slice *slice) {
  wr_bitset_free (&slice->removed);
  wr_buf_free (&slice->text);
}
