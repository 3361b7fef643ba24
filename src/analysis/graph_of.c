/* analysis/graph_of.c -- the dependency graph from the explanations of a run. */
#include "analysis/graph.h"

#include "analysis/contracts.h"
#include "analysis/graph_types.h"
#include "analysis/reasons.h"
#include "analysis/trusting.h"
#include "base/check.h"
#include "core/name.h"
#include "front/front.h"

#include <stdlib.h>

struct build {
  const wr_coverage *coverage;
  const wr_core *core;
  const wr_result *result;
  wr_arena *arena;
  wr_graph *graph;
  wr_bitset wanted;     /* labels that become nodes */
  wr_bitset goals;      /* labels of goals of selected bodies */
  uint8_t *verdict;     /* per label of a goal */
  uint8_t *limit;       /* per label of a goal: enum wr_limit */
  wr_u32s alternatives; /* as in the graph, with labels */
  wr_bitset reached;    /* goals with an occurrence that is not vacuous */
  wr_bitset open;       /* goals with an occurrence that is proved but not explained */
  uint32_t *index;      /* label -> node */
  wr_gedges edges;      /* between labels; fill_nodes makes them edges between nodes */
  struct wr_reasons reasons;
  struct wr_trusting trusting;
  uint32_t *hubs; /* per body: the number of its hub, from 1; 0: none */
  uint32_t hub_count;
};

/* A hub is an internal node that depends on everything in a body; goals without an explanation depend on it.  The last hub
   depends on all axioms.  Hubs are numbered after all labels. */
static uint32_t hub_label (const struct build *b, uint32_t hub) {
  WR_ASSERT (hub && hub <= b->hub_count);
  return b->core->labels.infos.len + hub;
}

static const struct wr_label_info *info_of (const struct build *b, uint32_t label) {
  return wr_label_info (&b->core->labels, (wr_label){label});
}

static void want (struct build *b, uint32_t label) {
  if (label) wr_bitset_set (&b->wanted, label, true);
}

static void depend (struct build *b, uint32_t from, uint32_t to, enum wr_edge_kind kind,
                    enum wr_need need) {
  if (!from || !to || from == to) return;
  WR_VEC_PUSH (&b->edges, ((struct wr_gedge){from, to, (uint8_t)kind, (uint8_t)need}));
}

/* -- goals ------------------------------------------------------------------------------------------ */

static int badness (enum wr_verdict verdict) {
  switch (verdict) {
  case WR_VERDICT_PROVED: return 1;
  case WR_VERDICT_TIMEOUT: return 2;
  case WR_VERDICT_NONE:
  case WR_VERDICT_UNKNOWN: return 3;
  case WR_VERDICT_FAILED: return 4;
  }
  WR_UNREACHABLE ();
}

/* Of a member of a core, as an edge has it: nothing between needed, replaceable and undecided. */
static enum wr_need need_in (const struct wr_explanation *e, uint32_t i) {
  switch (wr_member_of (e, i)) {
  case WR_MEMBER_NEEDED: return e->need[i];
  case WR_MEMBER_INTERCHANGEABLE: return WR_NEED_NONE;
  case WR_MEMBER_UNDECIDED:
  case WR_MEMBER_COUNT: break;
  }
  return WR_NEED_LIMIT;
}

static void add_core (struct build *b, uint32_t goal, const struct wr_explanation *e) {
  enum wr_edge_kind kind = !e->vacuous  ? WR_EDGE_PROOF
                           : e->has_own ? WR_EDGE_ASIDE
                                        : WR_EDGE_CONTRADICTION;
  for (uint32_t i = 0; i < e->core_count; i++) {
    want (b, e->core[i]);
    depend (b, goal, e->core[i], kind, need_in (e, i));
  }
  for (uint32_t i = 0; e->has_own && i < e->own_count; i++) {
    want (b, e->own[i]);
    depend (b, goal, e->own[i], WR_EDGE_PROOF, WR_NEED_LIMIT);
  }
}

/* Labels instead of nodes; fill_nodes makes them nodes. */
static void add_alternatives (struct build *b, uint32_t goal, const struct wr_explanation *e) {
  for (uint32_t i = 0; i < e->alternative_count; i++) {
    const struct wr_alternative *way = &e->alternatives[i];
    WR_VEC_PUSH (&b->alternatives, goal);
    WR_VEC_PUSH (&b->alternatives, way->instead_of);
    WR_VEC_PUSH (&b->alternatives, way->use_count);
    for (uint32_t k = 0; k < way->use_count; k++) {
      want (b, way->use[k]);
      WR_VEC_PUSH (&b->alternatives, way->use[k]);
    }
  }
}

static void add_goals (struct build *b, const struct wr_body_result *body) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    uint32_t label = body->passive->goals[g].label.ix;
    const struct wr_explanation *e = &b->coverage->cover->goals[body->body][g];
    enum wr_verdict verdict = body->goals[g].verdict;
    if (!label) continue;
    want (b, label);
    bool first = !wr_bitset_has (&b->goals, label);
    wr_bitset_set (&b->goals, label, true);
    const struct wr_explanation *joined = b->coverage->goals[body->body][g];
    if (first && joined->known) add_alternatives (b, label, joined);
    if (verdict == WR_VERDICT_PROVED && !b->limit[label])
      b->limit[label] = (uint8_t)wr_limit_of (joined, b->coverage->cover->lost[body->body]);
    if (first || badness (verdict) > badness ((enum wr_verdict)b->verdict[label]))
      b->verdict[label] = (uint8_t)verdict;
    bool proved = verdict == WR_VERDICT_PROVED;
    if (!proved || !e->known || !e->vacuous) wr_bitset_set (&b->reached, label, true);
    if (proved && e->known) add_core (b, label, e);
    if (!proved || e->known) continue;
    wr_bitset_set (&b->open, label, true);
    if (!b->hubs[body->body]) b->hubs[body->body] = ++b->hub_count;
    depend (b, label, hub_label (b, b->hubs[body->body]), WR_EDGE_UNEXPLAINED, WR_NEED_LIMIT);
  }
}

/* -- facts ------------------------------------------------------------------------------------------ */

static void index_goals (struct build *b) {
  for (uint32_t label = 1; label < b->core->labels.infos.len; label++) {
    if (!wr_bitset_has (&b->goals, label) && !wr_bitset_has (&b->trusting.unchecked, label))
      continue;
    const struct wr_label_info *info = info_of (b, label);
    if (info->clause.ix && info_of (b, info->clause.ix)->role == info->role) { /* a further part */
      want (b, info->clause.ix);
      depend (b, info->clause.ix, label, WR_EDGE_JUSTIFIED, WR_NEED_LOGICAL);
    }
    wr_reasons_add (&b->reasons, label);
  }
}

static void add_reason (void *ctx, uint32_t label, uint32_t to, enum wr_edge_kind kind) {
  depend (ctx, label, to, kind, WR_NEED_LOGICAL);
}

static void justify (struct build *b, uint32_t label) {
  const struct wr_label_info *info = info_of (b, label);
  if (wr_role_info (info->role)->reason == WR_REASON_CALLEE) want (b, info->clause.ix);
  wr_reasons_of (&b->reasons, label, add_reason, b);
}

/* The goal that proves a postcondition under the name of another procedure; 0: there is none, or it was not asked. */
static uint32_t proof_of (const struct build *b, uint32_t label) {
  uint32_t proof = label ? info_of (b, label)->proved_as.ix : 0;
  return proof && wr_bitset_has (&b->goals, proof) ? proof : 0;
}

/* Postconditions of procedures without a body depend on the preconditions. */
static void add_contracts (struct build *b) {
  struct wr_contracts all = {0};
  wr_contracts_of (b->core, &all);
  for (uint32_t i = 0; i < all.clauses.len; i++) {
    const struct wr_contract_clause *c = &all.clauses.data[i];
    if (!c->ensures) continue;
    want (b, c->label);
    uint32_t proof = proof_of (b, c->label);
    if (proof) depend (b, c->label, proof, WR_EDGE_JUSTIFIED, WR_NEED_LOGICAL);
    if (c->has_body) continue;
    for (uint32_t k = wr_contracts_first (&all, c->procedure);
         k < all.clauses.len && all.clauses.data[k].procedure == c->procedure; k++) {
      if (all.clauses.data[k].ensures) continue;
      want (b, all.clauses.data[k].label);
      depend (b, c->label, all.clauses.data[k].label, WR_EDGE_BODYLESS, WR_NEED_LOGICAL);
    }
  }
  WR_VEC_FREE (&all.clauses);
}

/* Makes each hub depend on everything in its body and on all axioms. */
static void fill_hubs (struct build *b) {
  if (!b->hub_count) return;
  uint32_t axioms = hub_label (b, ++b->hub_count);
  for (uint32_t i = 0; i < b->core->axioms.len; i++)
    depend (b, axioms, b->core->axioms.data[i].label.ix, WR_EDGE_UNEXPLAINED, WR_NEED_LIMIT);
  for (uint32_t i = 0; i < b->result->body_count; i++) {
    if (!b->hubs[i]) continue;
    uint32_t hub = hub_label (b, b->hubs[i]);
    const wr_vc *vc = b->result->bodies[i].vc;
    depend (b, hub, axioms, WR_EDGE_UNEXPLAINED, WR_NEED_LIMIT);
    for (uint32_t k = 0; k < vc->label_count; k++) {
      if (wr_bitset_has (&b->goals, vc->labels[k].ix)) continue;
      want (b, vc->labels[k].ix);
      depend (b, hub, vc->labels[k].ix, WR_EDGE_UNEXPLAINED, WR_NEED_LIMIT);
    }
  }
}

static void add_facts (struct build *b) {
  for (uint32_t i = 0; i < b->core->axioms.len; i++) want (b, b->core->axioms.data[i].label.ix);
  for (uint32_t i = 1; i < b->coverage->fact_count; i++)
    if (b->coverage->facts[i].status != WR_FACT_NONE) want (b, i);
  for (uint32_t i = 1; i < b->core->labels.infos.len; i++)
    if (wr_bitset_has (&b->wanted, i) && !wr_bitset_has (&b->goals, i)) justify (b, i);
}

/* -- nodes ------------------------------------------------------------------------------------------ */

static struct wr_place place_of (const struct build *b, wr_span span) {
  if (!span.file) return (struct wr_place){0};
  wr_position from = wr_position_of (b->core->sources, span.file, span.begin);
  wr_position to = wr_position_of (b->core->sources, span.file, span.end);
  return (struct wr_place){from.path, from.line, from.column, to.line, to.column};
}

/* A postcondition that no body proves: of a bodyless procedure, or free. */
static bool is_taken (const struct build *b, const struct wr_label_info *clause) {
  return clause->free ||
         (clause->procedure && !b->core->procedures.data[clause->procedure - 1].has_body);
}

/* Is the fact claimed without a justification? */
static bool is_explicit (const struct build *b, const struct wr_label_info *info) {
  switch (wr_role_info (info->role)->claim) {
  case WR_CLAIM_NEVER: return false;
  case WR_CLAIM_ALWAYS: return true;
  case WR_CLAIM_FREE: return info->free;
  case WR_CLAIM_OPEN:
    return info->free || (wr_bitset_has (&b->goals, info->clause.ix) &&
                          b->verdict[info->clause.ix] != WR_VERDICT_PROVED);
  case WR_CLAIM_CALLEE:
    return is_taken (b, info_of (b, info->clause.ix)) && !proof_of (b, info->clause.ix);
  }
  WR_UNREACHABLE ();
}

static bool is_goal (const struct build *b, uint32_t label, const struct wr_label_info *info) {
  if (wr_bitset_has (&b->goals, label)) return true;
  const struct wr_role_info *role = wr_role_info (info->role);
  return role->goal && !(role->trust == WR_ROLE_TRUST_CONTRACT && is_taken (b, info));
}

static wr_str text_of (const struct build *b, wr_span span) {
  if (!span.file) return (wr_str){0};
  wr_str all = wr_source_text (b->core->sources, span.file);
  if (span.begin > all.len || span.end > all.len || span.begin > span.end) return (wr_str){0};
  return (wr_str){all.ptr + span.begin, span.end - span.begin};
}

static void fill_node (struct build *b, uint32_t label, struct wr_gnode *node, wr_buf *scratch) {
  const struct wr_label_info *info = info_of (b, label);
  node->label = label;
  node->id = wr_label_id (b->core, (wr_label){label});
  node->element = info->element;
  node->role = (uint8_t)info->role;
  node->goal = is_goal (b, label, info);
  if (node->goal) {
    node->verdict = b->verdict[label];
    node->vacuous = node->verdict == WR_VERDICT_PROVED && !wr_bitset_has (&b->reached, label);
    node->trust = (uint8_t)wr_trust_of_goal (&b->trusting, label, (enum wr_verdict)node->verdict,
                                             node->vacuous);
    node->unexplained = wr_bitset_has (&b->open, label);
    if (node->verdict == WR_VERDICT_PROVED) node->limit = b->limit[label];
  } else {
    bool proved = wr_role_info (info->role)->trust == WR_ROLE_TRUST_CONTRACT && proof_of (b, label);
    node->trust = (uint8_t)(proved ? WR_TRUST_NONE : wr_trust_of_fact (&b->trusting, label));
    node->status = (uint8_t)b->coverage->facts[label].status;
  }
  node->cls =
      (uint8_t)(info->cls != WR_CLASS_EXPLICIT || is_explicit (b, info) ? info->cls
                                                                        : WR_CLASS_IMPLICIT);
  node->procedure = info->procedure;
  node->at = place_of (b, info->span);
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&b->core->labels, info->site);
    if (site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) {
      node->use = place_of (b, site->span);
      node->use_text = text_of (b, site->span);
    }
  }
  bool elsewhere = info->origin.ix && info->report.file &&
                   (info->report.file != info->span.file || info->report.begin < info->span.begin ||
                    info->report.begin >= info->span.end);
  if (!node->use.file.len && node->goal && elsewhere) { /* a clause at an inlined call */
    node->use = place_of (b, info->report);
    node->use_text = text_of (b, info->report);
  }
  node->text = text_of (b, info->span);
  wr_buf_clear (scratch);
  wr_label_name (scratch, b->core, (wr_label){label});
  node->name = wr_str_keep (b->arena, wr_buf_str (scratch));
  wr_buf_clear (scratch);
  if (wr_words_of_label (scratch, b->core, (wr_label){label}))
    node->given = wr_str_keep (b->arena, wr_buf_str (scratch));
}

static void fill_nodes (struct build *b) {
  wr_graph *graph = b->graph;
  uint32_t labels = b->core->labels.infos.len, next = 0;
  graph->node_count = wr_bitset_size (&b->wanted) + b->hub_count;
  graph->nodes = WR_NEW (b->arena, struct wr_gnode, graph->node_count);
  b->index = wr_alloc (labels + b->hub_count + 1, sizeof *b->index);
  wr_buf scratch = {0};
  for (uint32_t label = 1; label < labels; label++) {
    if (!wr_bitset_has (&b->wanted, label)) continue;
    WR_ASSERT (next < graph->node_count);
    fill_node (b, label, &graph->nodes[next], &scratch);
    b->index[label] = next++;
  }
  for (uint32_t hub = 1; hub <= b->hub_count; hub++) {
    graph->nodes[next].cls = WR_CLASS_INTERNAL;
    graph->nodes[next].role = WR_ROLE_ASSUME;
    b->index[hub_label (b, hub)] = next++;
  }
  WR_ASSERT (next == graph->node_count);
  wr_buf_free (&scratch);
  graph->procedure_count = b->core->procedures.len;
  graph->procedures = WR_NEW (b->arena, struct wr_gprocedure, graph->procedure_count);
  for (uint32_t p = 0; p < graph->procedure_count; p++) {
    const struct wr_procedure *procedure = &b->core->procedures.data[p];
    graph->procedures[p] =
        (struct wr_gprocedure){wr_symbol_text (b->core->symbols, procedure->name),
                               place_of (b, procedure->at), procedure->has_body};
  }
}

/* Every element has a label that is a node. */
static void fill_elements (struct build *b) {
  const wr_elements *elements = b->coverage->elements;
  wr_graph *graph = b->graph;
  uint32_t *nodes = wr_alloc (elements->count + 1, sizeof *nodes); /* + 1; 0: none yet */
  for (uint32_t label = 1; label < b->core->labels.infos.len; label++) {
    if (!wr_bitset_has (&b->wanted, label)) continue;
    wr_site site = info_of (b, label)->site;
    uint32_t text = elements->of_label[label], call = site.ix ? elements->of_site[site.ix] : 0;
    if (text && !nodes[text - 1]) nodes[text - 1] = b->index[label] + 1;
    if (call && !nodes[call - 1]) nodes[call - 1] = b->index[label] + 1;
  }
  graph->elements = WR_NEW (b->arena, struct wr_gelement, elements->count);
  for (uint32_t i = 0; i < elements->count; i++) {
    const struct wr_element *element = &elements->data[i];
    WR_ASSERT (nodes[i]);
    if (!nodes[i]) continue;
    graph->elements[graph->element_count++] =
        (struct wr_gelement){nodes[i] - 1, (uint8_t)element->state, (uint8_t)element->reason,
                             element->call, element->prelude};
  }
  free (nodes);
}

static void fill_alternatives (struct build *b) {
  for (uint32_t at = 0; at < b->alternatives.len;) {
    uint32_t *word = b->alternatives.data + at, count = word[2];
    for (uint32_t i = 0; i < 3 + count; i++)
      if (i != 2) word[i] = b->index[word[i]];
    at += 3 + count;
  }
  b->graph->alternative_words = b->alternatives.len;
  b->graph->alternatives =
      wr_arena_copy (b->arena, b->alternatives.data, b->alternatives.len, sizeof (uint32_t));
}

wr_graph *wr_graph_of (const wr_coverage *coverage, wr_arena *arena) {
  const wr_result *result = coverage->cover->result;
  struct build b = {.coverage = coverage, .core = result->core, .result = result, .arena = arena};
  b.graph = WR_NEW (arena, wr_graph, 1);
  b.verdict = wr_alloc (b.core->labels.infos.len + 1, sizeof *b.verdict);
  b.limit = wr_alloc (b.core->labels.infos.len + 1, sizeof *b.limit);
  b.hubs = wr_alloc (result->body_count + 1, sizeof *b.hubs);
  for (uint32_t i = 0; i < result->body_count; i++)
    if (result->bodies[i].passive && result->bodies[i].selected) add_goals (&b, &result->bodies[i]);
  b.trusting = (struct wr_trusting){.core = b.core, .result = result, .goals = &b.goals};
  wr_trusting_begin (&b.trusting);
  WR_BITSET_EACH (&b.trusting.unchecked, i)
  if (wr_role_info (info_of (&b, i)->role)->check == WR_CHECK_CALL) want (&b, i);
  b.reasons = (struct wr_reasons){.labels = &b.core->labels, .goals = &b.goals};
  index_goals (&b);
  wr_reasons_sort (&b.reasons);
  add_contracts (&b);
  fill_hubs (&b);
  add_facts (&b);
  fill_nodes (&b);
  fill_elements (&b);
  for (uint32_t i = 0; i < b.edges.len; i++) {
    WR_ASSERT (b.edges.data[i].from >= b.core->labels.infos.len ||
               wr_bitset_has (&b.wanted, b.edges.data[i].from));
    WR_ASSERT (b.edges.data[i].to >= b.core->labels.infos.len ||
               wr_bitset_has (&b.wanted, b.edges.data[i].to));
    b.edges.data[i].from = b.index[b.edges.data[i].from];
    b.edges.data[i].to = b.index[b.edges.data[i].to];
  }
  wr_graph_connect (b.graph, &b.edges, arena);
  fill_alternatives (&b);
  wr_graph_set_types (b.graph, b.core, arena);
  WR_VEC_FREE (&b.edges);
  WR_VEC_FREE (&b.alternatives);
  wr_reasons_free (&b.reasons);
  wr_bitset_free (&b.wanted);
  wr_bitset_free (&b.goals);
  wr_bitset_free (&b.reached);
  wr_bitset_free (&b.open);
  wr_trusting_end (&b.trusting);
  free (b.verdict);
  free (b.limit);
  free (b.hubs);
  free (b.index);
  return b.graph;
}
