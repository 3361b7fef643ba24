/* report/graph_text.c -- answers from the dependency graph for people: elements, each once, grouped by procedure. */
#include "report/graph.h"

#include "base/utf8.h"
#include "base/words.h"
#include "report/cover.h"
#include "report/formats.h"
#include "report/place_text.h"

#include <stdlib.h>
#include <string.h>

enum {
  PLACE_COLUMNS = 24, /* of its place, at least */
  MAX_PLACE_COLUMNS = 60
};

/* For a fact: the verdict of an unproved goal that should justify it. */
static void add_doubt (wr_buf *out, const wr_graph *graph, const struct wr_gnode *node) {
  enum wr_trust doubt = wr_query_doubt (graph, (uint32_t)(node - graph->nodes));
  if (doubt != WR_TRUST_NONE) wr_buf_print (out, "  [%s]", wr_trust_name (doubt));
}

static void add_verdict (wr_buf *out, const wr_graph *graph, const struct wr_gnode *node) {
  if (!node->goal) {
    add_doubt (out, graph, node);
    return;
  }
  bool part = node->verdict && node->trust == WR_TRUST_UNCHECKED;
  wr_buf_print (out, "  [%s%s%s%s]",
                node->verdict ? wr_verdict_name ((enum wr_verdict)node->verdict)
                : node->trust == WR_TRUST_UNCHECKED ? "not checked"
                                                    : "not asked",
                node->vacuous ? ", vacuous" : "", node->unexplained ? ", no information" : "",
                part ? ", checked in part" : "");
}

/* Nodes of one element at one position that can share a line: no two of them have different verdicts. */
static bool is_alike (const struct wr_gnode *a, const struct wr_gnode *b) {
  const struct wr_place *x = a->use.file.len ? &a->use : &a->at;
  const struct wr_place *y = b->use.file.len ? &b->use : &b->at;
  bool same = x->line == y->line && x->column == y->column && wr_str_equal (x->file, y->file);
  bool verdicts = a->goal && b->goal;
  return same && (!verdicts || (a->verdict == b->verdict && a->vacuous == b->vacuous &&
                                a->unexplained == b->unexplained));
}

/* A line for these nodes, with all their roles, each once. */
static void add_line (wr_buf *out, const wr_graph *graph, const uint32_t *nodes, uint32_t count) {
  const struct wr_gnode *node = &graph->nodes[nodes[0]], *judged = node;
  uint64_t roles = 0;
  _Static_assert(WR_ROLE_COUNT <= 64, "roles fit into a word");
  wr_add_place (out, node->use.file.len ? &node->use : &node->at);
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_gnode *one = &graph->nodes[nodes[i]];
    if (!(roles & UINT64_C (1) << one->role))
      wr_buf_print (out, "%s %s", roles ? "," : ":", wr_role_name ((enum wr_role)one->role));
    roles |= UINT64_C (1) << one->role;
    if (one->goal) judged = one;
  }
  wr_buf_add (out, WR_LIT (": "));
  wr_add_line_text (out, node->text);
  add_verdict (out, graph, judged);
  if (node->use.file.len) {
    wr_buf_add (out, WR_LIT (" (clause at "));
    wr_add_place (out, &node->at);
    wr_buf_add_char (out, ')');
  }
  wr_buf_add_char (out, '\n');
}

void wr_report_node_line (wr_buf *out, const wr_graph *graph, uint32_t node) {
  add_line (out, graph, &node, 1);
}

/* The elements of the query, each once, unless its nodes differ. */
static void add_asked (wr_buf *out, const wr_graph *graph, const wr_u32s *asked) {
  uint32_t *next = wr_alloc (asked->len + 1, sizeof *next);
  wr_map first = {0};
  wr_bitset told = {0};
  for (uint32_t i = asked->len; i-- > 0;) {
    uint32_t element = graph->nodes[asked->data[i]].element;
    next[i] = element ? (uint32_t)wr_map_or (&first, element, asked->len) : asked->len;
    wr_map_put (&first, element, i);
  }
  wr_u32s group = {0};
  for (uint32_t i = 0; i < asked->len; i++) {
    if (wr_bitset_has (&told, i)) continue;
    WR_VEC_CLEAR (&group);
    for (uint32_t k = i; k < asked->len; k = next[k]) {
      bool alike = !wr_bitset_has (&told, k);
      for (uint32_t g = 0; g < group.len && alike; g++)
        alike = is_alike (&graph->nodes[group.data[g]], &graph->nodes[asked->data[k]]);
      if (!alike) continue;
      WR_VEC_PUSH (&group, asked->data[k]);
      wr_bitset_set (&told, k, true);
    }
    add_line (out, graph, group.data, group.len);
  }
  WR_VEC_FREE (&group);
  wr_bitset_free (&told);
  wr_map_free (&first);
  free (next);
}

/* -- rows: places of elements ------------------------------------------------------------------------ */

struct row {
  uint32_t order; /* of its procedure in the report */
  uint32_t procedure;
  const struct wr_place *place;
  wr_str text;
  const struct wr_gnode *node;
  bool direct, judged, open; /* open: in no core, a goal without an explanation may use it */
  enum wr_member status;     /* if it is judged */
  bool call;                 /* the call itself */
};
typedef WR_VEC (struct row) rows;

static int by_place (const void *a, const void *b) {
  const struct row *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  int files = wr_str_compare (x->place->file, y->place->file);
  if (files) return files;
  if (x->place->line != y->place->line) return x->place->line < y->place->line ? -1 : 1;
  if (x->place->column != y->place->column) return x->place->column < y->place->column ? -1 : 1;
  return (x->node->label > y->node->label) - (x->node->label < y->node->label);
}

/* The procedure that a clause at a call comes from. */
static uint32_t clause_owner (const wr_graph *graph, uint32_t n) {
  for (uint32_t e = graph->first[n]; e < graph->first[n + 1]; e++)
    if (graph->kind[e] == WR_EDGE_CALLEE) return graph->nodes[graph->to[e]].procedure;
  return graph->nodes[n].procedure;
}

static bool at_call (const struct wr_gnode *node) {
  return node->use.file.len && wr_role_is_of_call ((enum wr_role)node->role);
}

/* Procedures that were asked about come first, the program's own elements last. */
static uint32_t order_of (const wr_graph *graph, const wr_u32s *asked, uint32_t procedure) {
  if (!procedure) return UINT32_MAX;
  for (uint32_t i = 0; i < asked->len; i++)
    if (graph->nodes[asked->data[i]].procedure == procedure) return i;
  return asked->len + procedure;
}

static void add_rows (rows *list, const wr_graph *graph, const wr_u32s *asked,
                      const struct wr_dependency *d) {
  const struct wr_gnode *node = &graph->nodes[d->node];
  uint32_t owner = at_call (node) ? clause_owner (graph, d->node) : node->procedure;
  struct row row = {.order = order_of (graph, asked, owner),
                    .procedure = owner,
                    .place = &node->at,
                    .text = node->text,
                    .node = node,
                    .direct = d->direct,
                    .judged = true,
                    .status = d->status};
  if (node->goal && node->use.file.len) row.place = &node->use;
  WR_VEC_PUSH (list, row);
  if (!at_call (node)) return;
  row.order = order_of (graph, asked, node->procedure);
  row.procedure = node->procedure;
  row.place = &node->use;
  row.text = node->use_text;
  WR_VEC_PUSH (list, row);
}

static bool same_place (const struct row *a, const struct row *b) {
  return a->order == b->order && a->place->line == b->place->line &&
         a->place->column == b->place->column && wr_str_equal (a->place->file, b->place->file);
}

/* One role of an element is enough for its being needed; it can be replaced if that holds in each role. */
static enum wr_member stronger (enum wr_member a, enum wr_member b) {
  if (a == WR_MEMBER_NEEDED || b == WR_MEMBER_NEEDED) return WR_MEMBER_NEEDED;
  return a == b ? a : WR_MEMBER_UNDECIDED;
}

static void sort_rows (rows *list) {
  if (list->len) qsort (list->data, list->len, sizeof *list->data, by_place);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++) {
    struct row *last = kept ? &list->data[kept - 1] : NULL;
    if (last && same_place (last, &list->data[i])) {
      last->direct |= list->data[i].direct;
      last->status = stronger (last->status, list->data[i].status);
      continue;
    }
    list->data[kept++] = list->data[i];
  }
  list->len = kept;
}

static uint32_t width_of (wr_str text) {
  uint32_t width = 0;
  for (size_t at = 0; at < text.len;) width += wr_utf8_width (wr_utf8_next (text, &at));
  return width;
}

/* Of the column of places: that of the widest, within bounds. */
static uint32_t place_width (const rows *list) {
  uint32_t widest = PLACE_COLUMNS;
  for (uint32_t i = 0; i < list->len; i++) {
    wr_buf place = {0};
    wr_add_place (&place, list->data[i].place);
    uint32_t width = width_of (wr_buf_str (&place));
    if (width > widest && width <= MAX_PLACE_COLUMNS) widest = width;
    wr_buf_free (&place);
  }
  return widest;
}

/* What can replace the fact, by places; at most the first way that is known. */
static void add_replacement (wr_buf *out, const wr_graph *graph, uint32_t node) {
  struct wr_galternative way;
  for (uint32_t at = 0; wr_graph_alternative (graph, &at, &way);) {
    if (way.instead_of != node || !way.count) continue;
    wr_buf_add (out, WR_LIT (" by "));
    for (uint32_t i = 0; i < way.count; i++) {
      if (i) wr_buf_add (out, i + 1 == way.count ? WR_LIT (" and ") : WR_LIT (", "));
      wr_add_place (out, &graph->nodes[way.use[i]].at);
    }
    return;
  }
}

/* Is it in the core of the goal itself, and is it needed there?  What can replace an element that is not direct may rest on the same
   element, and it may be needed by another goal on the way, so nothing is told there. */
static void add_known (wr_buf *out, const wr_graph *graph, const struct row *row) {
  bool needed = !row->judged || row->status == WR_MEMBER_NEEDED;
  if (!row->direct && !row->open) return;
  wr_buf_add (out, row->direct ? WR_LIT ("  (direct") : WR_LIT ("  ("));
  if (!needed && row->direct) wr_buf_add (out, WR_LIT (", "));
  if (!needed && row->status == WR_MEMBER_UNDECIDED) wr_buf_add (out, WR_LIT ("undecided"));
  if (!needed && row->status == WR_MEMBER_INTERCHANGEABLE) {
    wr_buf_add (out, WR_LIT ("can be replaced"));
    if (!row->node->goal) add_replacement (out, graph, (uint32_t)(row->node - graph->nodes));
  }
  wr_buf_add_char (out, ')');
}

static void add_row (wr_buf *out, const wr_graph *graph, const struct row *row, uint32_t width) {
  wr_buf place = {0};
  wr_add_place (&place, row->place);
  wr_buf_print (out, "  %s ", wr_buf_text (&place));
  for (uint32_t w = width_of (wr_buf_str (&place)); w < width; w++) wr_buf_add_char (out, ' ');
  wr_buf_free (&place);
  const char *role = wr_role_name ((enum wr_role)row->node->role);
  bool call = row->call || (at_call (row->node) && row->place == &row->node->use);
  wr_buf_print (out, "%-22s ", call ? "call" : role);
  wr_add_line_text (out, row->text);
  if (!row->call) add_verdict (out, graph, row->node);
  add_known (out, graph, row);
  wr_buf_add_char (out, '\n');
}

static void add_groups (wr_buf *out, const wr_graph *graph, const rows *list) {
  uint32_t last = UINT32_MAX, width = place_width (list);
  for (uint32_t i = 0; i < list->len; i++) {
    const struct row *row = &list->data[i];
    if (row->procedure != last) {
      last = row->procedure;
      wr_str name = last ? graph->procedures[last - 1].name : WR_LIT ("the program");
      wr_utf8_clean (out, name);
      wr_buf_add_char (out, '\n');
    }
    add_row (out, graph, row, width);
  }
}

static const char *elements (uint32_t count) { return count == 1 ? "element" : "elements"; }

static void add_undecided (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                           const rows *list) {
  enum wr_limit limit = WR_LIMIT_NONE;
  bool unexplained = false;
  uint32_t count = 0;
  for (uint32_t i = 0; i < list->len; i++)
    count +=
        list->data[i].status == WR_MEMBER_UNDECIDED && (list->data[i].direct || list->data[i].open);
  for (uint32_t i = 0; i < asked->len; i++) {
    const struct wr_gnode *goal = &graph->nodes[asked->data[i]];
    if (goal->limit) limit = (enum wr_limit)goal->limit;
    unexplained |= goal->unexplained;
  }
  for (uint32_t i = 0; !limit && i < graph->node_count; i++) /* of a goal further down */
    if (graph->nodes[i].limit) limit = (enum wr_limit)graph->nodes[i].limit;
  if (!count || limit == WR_LIMIT_NONE) return;
  wr_buf_print (out, "%u of %u %s undecided", count, list->len, list->len == 1 ? "is" : "are");
  wr_report_remedy (out, limit, unexplained);
}

/* How the list of what goals rest on begins. */
static void add_heading (wr_buf *out, const wr_graph *graph, const wr_u32s *asked, uint32_t count) {
  uint32_t open = 0, proved = 0, goals = 0;
  for (uint32_t i = 0; i < asked->len; i++) {
    const struct wr_gnode *goal = &graph->nodes[asked->data[i]];
    goals += goal->goal;
    proved += goal->verdict == WR_VERDICT_PROVED;
    open += goal->unexplained;
  }
  if (goals && !proved && !count)
    wr_buf_add (out, WR_LIT ("\nnot proved, so it is not known what it would rest on\n"));
  else if (goals && open == proved && open)
    wr_buf_print (out, "\nnot explained: rests on some of these %u elements\n", count);
  else
    wr_buf_print (out, "\nrests on %u %s\n", count, elements (count));
}

static void add_part (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                      const wr_dependencies *found, bool impact, bool contradiction) {
  rows list = {0};
  for (uint32_t i = 0; i < found->len; i++)
    if (contradiction ? found->data[i].clash : !found->data[i].contradiction)
      add_rows (&list, graph, asked, &found->data[i]);
  sort_rows (&list);
  bool open = false;
  for (uint32_t i = 0; i < asked->len; i++) open |= graph->nodes[asked->data[i]].unexplained;
  for (uint32_t i = 0; open && i < list.len; i++)
    list.data[i].open = list.data[i].status == WR_MEMBER_UNDECIDED;
  if (list.len || !contradiction) {
    if (impact)
      wr_buf_print (out, "\n%u %s on this\n", list.len,
                    list.len == 1 ? "goal rests" : "goals rest");
    else if (contradiction)
      wr_buf_print (out, "\nunreachable: %u %s contradict each other\n", list.len,
                    elements (list.len));
    else
      add_heading (out, graph, asked, list.len);
    add_groups (out, graph, &list);
    if (!impact) add_undecided (out, graph, asked, &list);
  }
  WR_VEC_FREE (&list);
}

/* Are the elements that were asked about such that no proof needs them?  Facts and goals of one element have the same place. */
static bool is_spared (const wr_graph *graph, const wr_u32s *asked) {
  bool any = false;
  for (uint32_t i = 0; i < graph->element_count; i++) {
    const struct wr_gelement *element = &graph->elements[i];
    bool meant = false;
    for (uint32_t k = 0; k < asked->len; k++) meant |= asked->data[k] == element->node;
    if (!meant) continue;
    if (element->state != WR_ELEMENT_UNCOVERED) return false;
    any = true;
  }
  return any;
}

void wr_report_found_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                           const wr_dependencies *found, bool impact) {
  add_asked (out, graph, asked);
  if (impact) {
    add_part (out, graph, asked, found, true, false);
    if (found->len && is_spared (graph, asked))
      wr_buf_add (out, WR_LIT ("no proof needs it: all goals can be proved without it\n"));
    return;
  }
  bool all_clash = found->len > 0;
  for (uint32_t i = 0; i < found->len; i++) all_clash &= found->data[i].contradiction;
  if (!all_clash) add_part (out, graph, asked, found, false, false);
  add_part (out, graph, asked, found, false, true);
}

/* -- shares of procedures ---------------------------------------------------------------------------- */

/* The only percentage is that of `cover`; these are counts of another kind: what the goals rest on, of what proofs may assume. */
void wr_report_shares_text (wr_buf *out, const wr_graph *graph, const wr_u32s *asked,
                            const struct wr_filter *filter) {
  wr_u32s goals = {0};
  for (uint32_t p = 0; p < graph->procedure_count; p++) {
    if (!graph->procedures[p].has_body) continue;
    bool meant = !asked->len;
    for (uint32_t i = 0; i < asked->len; i++)
      meant |= graph->nodes[asked->data[i]].procedure == p + 1;
    if (!meant) continue;
    wr_query_goals_of (graph, p, false, &goals);
    struct wr_share all = wr_query_proof_coverage (graph, &goals, p, filter);
    wr_utf8_clean (out, graph->procedures[p].name);
    wr_buf_add (out, WR_LIT (": proofs can assume "));
    wr_buf_count (out, all.total, "element", "elements");
    if (asked->len)
      wr_buf_print (out, "; these goals rest on %u",
                    wr_query_proof_coverage (graph, asked, p, filter).covered);
    wr_buf_print (out, "%s all explicit goals%s %u", asked->len ? "," : ";",
                  asked->len ? " on" : " rest on", all.covered);
    WR_VEC_CLEAR (&goals);
    wr_query_goals_of (graph, p, true, &goals);
    if (goals.len)
      wr_buf_print (out, ", the postconditions on %u",
                    wr_query_proof_coverage (graph, &goals, p, filter).covered);
    WR_VEC_CLEAR (&goals);
    wr_buf_add_char (out, '\n');
  }
  WR_VEC_FREE (&goals);
}

/* -- the others -------------------------------------------------------------------------------------- */

void wr_report_path_text (wr_buf *out, const wr_graph *graph, const wr_u32s *path, bool backwards) {
  if (!path->len) {
    wr_buf_add (out, WR_LIT ("there is no dependency between them\n"));
    return;
  }
  if (backwards) wr_buf_add (out, WR_LIT ("the second depends on the first:\n"));
  bool first = true;
  for (uint32_t i = 0; i < path->len; i++) {
    if (graph->nodes[path->data[i]].cls == WR_CLASS_INTERNAL) continue;
    wr_buf_add (out, first ? WR_LIT ("") : WR_LIT ("  rests on "));
    first = false;
    wr_report_node_line (out, graph, path->data[i]);
  }
}

static void add_elements (wr_buf *out, const wr_graph *graph, const wr_u32s *elements) {
  rows list = {0};
  wr_u32s none = {0};
  for (uint32_t i = 0; i < elements->len; i++) {
    const struct wr_gelement *element = &graph->elements[elements->data[i]];
    const struct wr_gnode *node = &graph->nodes[element->node];
    struct row row = {.order = order_of (graph, &none, node->procedure),
                      .procedure = node->procedure,
                      .place = element->call ? &node->use : &node->at,
                      .text = element->call ? node->use_text : node->text,
                      .node = node,
                      .call = element->call};
    WR_VEC_PUSH (&list, row);
  }
  if (list.len) qsort (list.data, list.len, sizeof *list.data, by_place);
  add_groups (out, graph, &list);
  WR_VEC_FREE (&list);
}

void wr_report_uncovered_text (wr_buf *out, const wr_graph *graph, const wr_u32s *uncovered,
                               const wr_u32s *vacuous) {
  wr_buf_print (out, "%u %s not needed by any goal\n", uncovered->len,
                uncovered->len == 1 ? "element is" : "elements are");
  add_elements (out, graph, uncovered);
  if (!vacuous->len) return;
  wr_buf_print (out, "%u %s vacuous: unreachable, or only used because of a contradiction\n",
                vacuous->len, vacuous->len == 1 ? "element is" : "elements are");
  add_elements (out, graph, vacuous);
}

void wr_report_graph_counts_text (wr_buf *out, const wr_graph *graph) {
  struct wr_element_counts elements = {0};
  struct wr_share axioms = {0};
  wr_query_counts (graph, &elements, &axioms);
  wr_buf_add (out, WR_LIT ("covered: "));
  wr_add_counts (out, &elements);
  wr_buf_add_char (out, '\n');
  if (axioms.total)
    wr_buf_print (out, "axioms of the prelude: proofs use %u of %u\n", axioms.covered,
                  axioms.total);
}
