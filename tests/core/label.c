/* Labels: roles, derivation, names, Boogie's words. */
#include "core/name.h"
#include "front/boogie/boogie.h"
#include "fixture.h"

static void test_roles (struct tap *t) {
  enum wr_role role;
  bool all = true;
  for (unsigned i = 0; i < WR_ROLE_COUNT; i++) {
    all = all && wr_role_find (wr_str_of (wr_role_name ((enum wr_role)i)), &role) && role == i;
  }
  OK (t, all, "every role is found by its name");
  OK (t, !wr_role_find (WR_LIT ("requires "), &role), "and nothing else");
  OK (t, wr_role_is_goal (WR_ROLE_ENSURES) && !wr_role_is_goal (WR_ROLE_ENSURES_OF_CALL), "goals");
}

static void test_derive (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_labels *l = &f.core->labels;
  struct wr_label_info info = {.role = WR_ROLE_REQUIRES,
                               .cls = WR_CLASS_IMPLICIT,
                               .span = {1, 2, 3},
                               .report = {1, 2, 3},
                               .procedure = 1,
                               .element = wr_element_new (l),
                               .conjunct = 1,
                               .conjuncts = 2,
                               .free = true,
                               .id = sym (&f, "r"),
                               .message = sym (&f, "m")};
  wr_label clause = wr_label_new (l, &info);
  wr_site call = wr_site_new (
      l, &(struct wr_site_info){.kind = WR_SITE_CALL, .span = {1, 7, 9}, .procedure = 2});
  wr_site entry = wr_site_new (
      l, &(struct wr_site_info){.kind = WR_SITE_ENTRY, .span = {1, 8, 9}, .procedure = 3});
  wr_label at_call = wr_label_derive (l, clause, WR_ROLE_REQUIRES_AT_CALL, call);
  const struct wr_label_info *d = wr_label_info (l, at_call);
  OK (t, at_call.ix != clause.ix && d->role == WR_ROLE_REQUIRES_AT_CALL, "a label of its own");
  OK (t,
      d->cls == info.cls && d->element == info.element && d->conjunct == 1 && d->conjuncts == 2 &&
          d->free && d->id.ix == info.id.ix && d->message.ix == info.message.ix &&
          d->span.begin == 2,
      "it inherits");
  OK (t, d->clause.ix == clause.ix && d->site.ix == call.ix && d->procedure == 2,
      "clause, site, owner");
  OK (t, d->report.begin == 7, "messages point to the call");
  OK (t, wr_label_derive (l, clause, WR_ROLE_REQUIRES_AT_CALL, call).ix == at_call.ix, "made once");
  wr_label assumed = wr_label_derive (l, at_call, WR_ROLE_REQUIRES_AT_CALL_ASSUMED, call);
  OK (t, assumed.ix != at_call.ix && wr_label_root (l, assumed).ix == clause.ix, "derived twice");
  wr_label at_entry = wr_label_derive (l, clause, WR_ROLE_REQUIRES_AT_CALL, entry);
  OK (t, at_entry.ix != at_call.ix && wr_label_info (l, at_entry)->report.begin == 2,
      "another site");
  wr_label here = wr_label_derive (l, clause, WR_ROLE_REQUIRES_AT_CALL, (wr_site){0});
  OK (t, here.ix != at_call.ix && wr_label_info (l, here)->procedure == 1,
      "no site: its own place");
  OK (t, wr_label_derive (l, (wr_label){0}, WR_ROLE_ASSUME, call).ix == 0, "frame stays frame");
  wr_label part = wr_label_derive_part (l, clause, WR_ROLE_REQUIRES_AT_CALL, call, 1);
  OK (t,
      part.ix != at_call.ix && wr_label_info (l, part)->part == 1 &&
          wr_label_info (l, part)->clause.ix == clause.ix,
      "a further part is a label of its own");
  OK (t,
      wr_label_derive_part (l, clause, WR_ROLE_REQUIRES_AT_CALL, call, 1).ix == part.ix &&
          wr_label_derive_part (l, clause, WR_ROLE_REQUIRES_AT_CALL, call, 0).ix == at_call.ix,
      "parts are made once");
  OK (t, wr_label_derive_part (l, (wr_label){0}, WR_ROLE_ASSUME, call, 1).ix == 0,
      "a part of frame is frame");
  OK (t, wr_element_new (l) == info.element + 1, "elements are numbered");
  fixture_free (&f);
}

/* Two procedures, a text with the same clause twice, two calls. */
struct program {
  struct fixture f;
  wr_label requires_, twice, assert_, assert_again, condition, not_condition, axiom, where,
      invariant;
  wr_site first, second, havoc, entry;
};

static wr_label label_at (struct program *p, enum wr_role role, uint32_t begin, uint32_t end,
                          uint32_t owner, const char *id) {
  struct wr_label_info info = {.role = role, .span = {1, begin, end}, .procedure = owner};
  if (id) info.id = sym (&p->f, id);
  return wr_label_new (&p->f.core->labels, &info);
}

static wr_site site_at (struct program *p, enum wr_site_kind kind, uint32_t begin, uint32_t end,
                        const char *id) {
  struct wr_site_info info = {.kind = kind, .span = {1, begin, end}, .procedure = 2};
  if (id) info.id = sym (&p->f, id);
  return wr_site_new (&p->f.core->labels, &info);
}

static struct program program_new (const char *text, uint32_t shift) {
  struct program p = {.f = fixture_new ()};
  wr_core *c = p.f.core;
  wr_sources_add (p.f.sources, WR_LIT ("a.bpl"), wr_str_of (text));
  WR_VEC_PUSH (&c->procedures, ((struct wr_procedure){.name = sym (&p.f, "Callee")}));
  WR_VEC_PUSH (&c->procedures,
               ((struct wr_procedure){.name = sym (&p.f, "Caller"), .has_body = true}));
  p.requires_ = label_at (&p, WR_ROLE_REQUIRES, shift, shift + 5, 1, "R");
  p.twice = label_at (&p, WR_ROLE_REQUIRES, shift + 6, shift + 13, 1, NULL);
  p.assert_ = label_at (&p, WR_ROLE_ASSERT, shift, shift + 5, 2, "A");
  p.assert_again = label_at (&p, WR_ROLE_ASSERT, shift + 6, shift + 13, 2, NULL);
  p.condition = label_at (&p, WR_ROLE_CONDITION, shift, shift + 5, 2, NULL);
  struct wr_label_info negative = *wr_label_info (&c->labels, p.condition);
  negative.negative = true;
  p.not_condition = wr_label_new (&c->labels, &negative);
  p.axiom = label_at (&p, WR_ROLE_AXIOM, shift, shift + 5, 0, NULL);
  p.where = label_at (&p, WR_ROLE_WHERE, shift, shift + 5, 0, NULL);
  p.invariant = label_at (&p, WR_ROLE_INVARIANT_ASSUMED, shift, shift + 5, 2, "I");
  p.first = site_at (&p, WR_SITE_CALL, shift + 14, shift + 20, "C");
  p.second = site_at (&p, WR_SITE_CALL, shift + 14, shift + 20, NULL);
  p.havoc = site_at (&p, WR_SITE_HAVOC, shift + 14, shift + 20, NULL);
  p.entry = site_at (&p, WR_SITE_ENTRY, shift, shift + 1, NULL);
  struct wr_cmd *cmds = WR_NEW (p.f.arena, struct wr_cmd, 2);
  cmds[0] = (struct wr_cmd){.kind = WR_CMD_CALL, .site = p.first};
  cmds[1] = (struct wr_cmd){.kind = WR_CMD_CALL, .site = p.second};
  struct wr_block *block = WR_NEW (p.f.arena, struct wr_block, 1);
  *block = (struct wr_block){.name = sym (&p.f, "a"), .cmds = cmds, .cmd_count = 2};
  WR_VEC_PUSH (&c->bodies, ((struct wr_body){.name = sym (&p.f, "Caller"),
                                             .procedure = 1,
                                             .blocks = block,
                                             .block_count = 1,
                                             .verify = true}));
  return p;
}

static void name_is (struct tap *t, struct program *p, wr_label label, const char *before,
                     const char *after) {
  wr_buf out = {0};
  wr_label_name (&out, p->f.core, label);
  wr_str name = wr_buf_str (&out);
  bool ok = wr_str_starts (name, wr_str_of (before)) && wr_str_ends (name, wr_str_of (after)) &&
            name.len == strlen (before) + 6 + strlen (after);
  OK (t, ok, "%s******%s: %.*s", before, after, WR_STR_ARGS (name));
  wr_buf_free (&out);
}

static void test_names (struct tap *t) {
  struct program p = program_new ("x > 0 x  >  0 f(1,2)", 0);
  wr_labels *l = &p.f.core->labels;
  name_is (t, &p, p.requires_, "Callee/requires/", "");
  name_is (t, &p, p.twice, "Callee/requires/", ".2");
  name_is (t, &p, p.assert_, "Caller/assert/", "");
  name_is (t, &p, p.assert_again, "Caller/assert/", ".2");
  name_is (t, &p, p.condition, "Caller/condition/", "");
  name_is (t, &p, p.not_condition, "Caller/condition-not/", "");
  name_is (t, &p, p.axiom, "axiom/", "");
  name_is (t, &p, wr_label_derive (l, p.requires_, WR_ROLE_REQUIRES_AT_CALL, p.first),
           "Caller/requires-at-call/", "@Callee");
  name_is (t, &p, wr_label_derive (l, p.twice, WR_ROLE_REQUIRES_AT_CALL, p.second),
           "Caller/requires-at-call/", ".2@Callee.2");
  name_is (t, &p, wr_label_derive (l, p.where, WR_ROLE_WHERE, p.entry), "Caller/where/", "@entry");
  name_is (t, &p, wr_label_derive (l, p.assert_, WR_ROLE_ASSERT_ASSUMED, (wr_site){0}),
           "Caller/assert-assumed/", "");
  wr_buf a = {0}, b = {0};
  wr_label_name (&a, p.f.core, wr_label_derive (l, p.where, WR_ROLE_WHERE, p.havoc));
  struct program q = program_new ("// edited elsewhere\nx >\n0 x > 0   f(1,2)", 20);
  wr_label_name (&b, q.f.core,
                 wr_label_derive (&q.f.core->labels, q.where, WR_ROLE_WHERE, q.havoc));
  OK (t, wr_str_equal (wr_buf_str (&a), wr_buf_str (&b)),
      "stable under edits elsewhere and other blanks: %s", wr_buf_text (&a));
  wr_buf_free (&a);
  wr_buf_free (&b);
  fixture_free (&p.f);
  fixture_free (&q.f);
}

static void boogie_is (struct tap *t, struct program *p, wr_label label, const char *want) {
  wr_buf out = {0};
  bool given = bpl_label_words (&out, p->f.core, label);
  OK (t, given == (want != NULL) && wr_str_equal (wr_buf_str (&out), wr_str_of (want ? want : "")),
      "%s", want ? want : "no label");
  wr_buf_free (&out);
}

static void test_boogie (struct tap *t) {
  struct program p = program_new ("x > 0 x  >  0 f(1,2)", 0);
  wr_labels *l = &p.f.core->labels;
  boogie_is (t, &p, p.assert_, "A");
  boogie_is (t, &p, p.assert_again, NULL);
  boogie_is (t, &p, wr_label_derive (l, p.requires_, WR_ROLE_REQUIRES_AT_CALL, p.first),
             "requires clause R proved for call C");
  boogie_is (t, &p, wr_label_derive (l, p.twice, WR_ROLE_REQUIRES_AT_CALL, p.first), "C");
  boogie_is (t, &p, wr_label_derive (l, p.requires_, WR_ROLE_REQUIRES_AT_CALL, p.second), NULL);
  boogie_is (t, &p, wr_label_derive (l, p.requires_, WR_ROLE_REQUIRES_AT_CALL_ASSUMED, p.first),
             "requires clause R assumed from call C");
  boogie_is (t, &p, wr_label_derive (l, p.requires_, WR_ROLE_ENSURES_OF_CALL, p.first),
             "ensures clause R from call C");
  boogie_is (t, &p, wr_label_derive (l, p.twice, WR_ROLE_ENSURES_OF_CALL, p.first), NULL);
  boogie_is (t, &p, p.invariant, "invariant I assumed in body");
  boogie_is (t, &p, wr_label_derive (l, p.invariant, WR_ROLE_INVARIANT_ESTABLISHED, (wr_site){0}),
             "invariant I established");
  boogie_is (t, &p, wr_label_derive (l, p.invariant, WR_ROLE_INVARIANT_MAINTAINED, (wr_site){0}),
             "invariant I maintained");
  struct wr_label_info free_info = *wr_label_info (l, p.invariant);
  free_info.free = true;
  boogie_is (t, &p, wr_label_new (l, &free_info), "I");
  fixture_free (&p.f);
}

/* Ids do not depend on what else is derived, and differ from each other. */
static void test_ids (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_labels *l = &f.core->labels;
  wr_label clause = wr_label_new (l, &(struct wr_label_info){.role = WR_ROLE_REQUIRES});
  wr_label twin = wr_label_new (l, &(struct wr_label_info){.role = WR_ROLE_REQUIRES});
  wr_site calls[2];
  for (int i = 0; i < 2; i++)
    calls[i] = wr_site_new (l, &(struct wr_site_info){.kind = WR_SITE_CALL});
  wr_core *all = wr_core_extend (f.core, f.arena), *some = wr_core_extend (f.core, f.arena);
  wr_label labels[4];
  for (int i = 0; i < 4; i++)
    labels[i] = wr_label_derive (&all->labels, i & 1 ? clause : twin, WR_ROLE_REQUIRES_AT_CALL,
                                 calls[i / 2]);
  wr_label last = wr_label_derive (&some->labels, clause, WR_ROLE_REQUIRES_AT_CALL, calls[1]);
  OK (t, last.ix != labels[3].ix && wr_label_id (some, last) == wr_label_id (all, labels[3]),
      "the id of a derived label is the same when others are not derived");
  OK (t, wr_label_id (some, clause) == wr_label_id (all, clause), "and that of its clause");
  bool differ = wr_label_id (all, clause) != wr_label_id (all, twin);
  for (int i = 0; i < 4; i++) {
    differ &= wr_label_id (all, labels[i]) != wr_label_id (all, clause);
    for (int k = 0; k < i; k++)
      differ &= wr_label_id (all, labels[i]) != wr_label_id (all, labels[k]);
  }
  OK (t, differ, "labels of equal texts, at different sites, have different ids");
  wr_buf text = {0};
  wr_label_print_id (&text, 'g', 0xabc);
  SAME (t, wr_buf_str (&text), "g000000000abc", "a letter and twelve digits");
  wr_buf_free (&text);
  fixture_free (&f);
}

static void test_origins (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_labels *l = &f.core->labels;
  wr_origin outer = wr_origin_new (l, &(struct wr_origin_info){WR_ORIGIN_MACRO, {1, 2, 3}, {0}});
  wr_origin inner = wr_origin_new (l, &(struct wr_origin_info){WR_ORIGIN_CALL, {1, 4, 5}, outer});
  wr_label clause =
      wr_label_new (l, &(struct wr_label_info){.role = WR_ROLE_INVARIANT_ASSUMED, .origin = inner});
  wr_label goal = wr_label_derive (l, clause, WR_ROLE_INVARIANT_MAINTAINED, (wr_site){0});
  OK (t, wr_label_info (l, goal)->origin.ix == inner.ix, "a derived label has its clause's origin");
  OK (t, wr_origin_info (l, inner)->parent.ix == outer.ix && outer.ix == 1, "origins have parents");
  fixture_free (&f);
}

int main (void) {
  struct tap t = {0};
  test_roles (&t);
  test_derive (&t);
  test_names (&t);
  test_boogie (&t);
  test_ids (&t);
  test_origins (&t);
  return tap_done (&t);
}
