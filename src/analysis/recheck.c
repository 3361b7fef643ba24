/* analysis/recheck.c -- --self-check: what the search tells is asked again of a solver that is made for each question, in a context
   of its own.  A core that does not prove there is looked for again, or not told; a member that can be left out there goes. */
#include "analysis/search.h"

struct check {
  wr_search *search;
  struct wr_rechecked *count;
};

void wr_rechecked_add (struct wr_rechecked *sum, const struct wr_rechecked *more) {
  sum->cores += more->cores;
  sum->members += more->members;
  sum->smaller += more->smaller;
  sum->mended += more->mended;
  sum->withdrawn += more->withdrawn;
}

static bool is_same (const wr_bitset *a, const wr_bitset *b) {
  return wr_bitset_within (a, b) && wr_bitset_within (b, a);
}

static bool ask (const struct check *c, const wr_bitset *on, bool member) {
  wr_search *s = c->search;
  if (s->lost) return false;
  s->out.queries++;
  enum wr_proof_status status = s->prover->ask_fresh (s->prover->ctx, on, member);
  s->lost |= status == WR_PROOF_LOST;
  return status == WR_PROOF_YES;
}

/* Until each member was refused since the last one went. */
static void leave_out (const struct check *c, wr_bitset *on, const uint32_t *order,
                       uint32_t count) {
  wr_bitset without = {0};
  uint32_t left = count, refused = 0;
  for (uint32_t i = 0; refused < left && !c->search->lost; i = (i + 1) % count) {
    if (!wr_bitset_has (on, order[i])) continue;
    wr_bitset_copy (&without, on);
    wr_bitset_set (&without, order[i], false);
    c->count->members++;
    refused++;
    if (!ask (c, &without, true)) continue;
    wr_bitset_copy (on, &without);
    left--;
    refused = 0;
  }
  wr_bitset_free (&without);
}

/* What was found out about the core before is about another one. */
static void forget (wr_search *s, const wr_bitset *before) {
  struct wr_explanation *e = &s->out;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in = wr_bitset_has (&s->on, label);
    if (label == s->goal) continue;
    if (wr_bitset_has (before, label) && !in) { /* there is a core without it */
      s->judged[label] = true;
      s->known[label] = WR_NEED_NONE;
    } else if (in && !s->judged[label]) {
      s->known[label] = WR_NEED_LIMIT; /* until it is judged */
    }
  }
  e->alternative_count = 0;
  e->complete = false;
  if (!e->cores_count) return;
  e->cores[0] = wr_search_list (s, &s->on);
  e->cores_count = 1;
}

/* The other cores of --all-cores: those that are none are not told. */
static void check_others (const struct check *c) {
  wr_search *s = c->search;
  struct wr_explanation *e = &s->out;
  wr_bitsets cores = {0};
  uint32_t kept = 0;
  for (uint32_t k = 0; k < e->cores_count; k++) {
    const struct wr_label_list *list = &e->cores[k];
    wr_bitset core = {0}, least = {0};
    for (uint32_t i = 0; i < list->count; i++) wr_bitset_set (&core, list->labels[i], true);
    if (s->goal && wr_bitset_has (&s->all, s->goal)) wr_bitset_set (&core, s->goal, true);
    wr_bitset_copy (&least, &core);
    bool good = !k || ask (c, &core, false);
    if (k) c->count->cores += good;
    if (k && good) leave_out (c, &least, list->labels, list->count);
    if (good && is_same (&core, &least)) {
      if (s->goal) wr_bitset_set (&core, s->goal, false);
      e->cores[kept++] = *list;
      WR_VEC_PUSH (&cores, core);
    } else {
      wr_bitset_free (&core);
    }
    wr_bitset_free (&least);
  }
  if (kept < e->cores_count) {
    c->count->withdrawn += e->cores_count - kept;
    e->cores_count = kept;
    e->complete = false;
    wr_search_alternatives (s, &cores);
  }
  wr_bitsets_free (&cores);
}

static bool mend (const struct check *c) {
  wr_search *s = c->search;
  s->by_itself = s->straight = true;
  wr_search_repair (s);
  s->by_itself = s->straight = false;
  bool mended = s->found && ask (c, &s->on, false);
  c->count->mended += mended;
  return mended;
}

bool wr_search_recheck (wr_search *s, struct wr_rechecked *count) {
  if (!s->prover->ask_fresh || !s->found || s->lost) return false;
  const struct check c = {s, count};
  bool minimal = s->minimal;
  wr_bitset before = {0};
  wr_bitset_copy (&before, &s->on);
  s->found = ask (&c, &s->on, false) || (!s->lost && mend (&c));
  count->cores += s->found;
  if (s->found && s->minimal) {
    uint32_t *order = WR_NEW (s->arena, uint32_t, s->count), size = wr_bitset_size (&s->on);
    leave_out (&c, &s->on, order, wr_search_order (s, order));
    count->smaller += wr_bitset_size (&s->on) < size;
  }
  bool changed = s->found && !s->lost && !is_same (&before, &s->on);
  if (changed)
    forget (s, &before);
  else if (s->found && s->out.cores_count > 1)
    check_others (&c);
  count->withdrawn += !s->found || s->lost || (minimal && !s->minimal);
  wr_bitset_free (&before);
  return changed;
}

void wr_search_recheck_own (wr_search *s, struct wr_rechecked *count) {
  if (!s->prover->ask_fresh || !s->out.has_own || s->lost) return;
  const struct check c = {s, count};
  wr_bitset on = {0};
  for (uint32_t i = 0; i < s->out.own_count; i++) wr_bitset_set (&on, s->out.own[i], true);
  wr_bitset_set (&on, s->goal, true);
  s->out.has_own = ask (&c, &on, false);
  count->cores += s->out.has_own;
  count->withdrawn += !s->out.has_own;
  if (!s->out.has_own) s->out.own_count = 0;
  wr_bitset_free (&on);
}
