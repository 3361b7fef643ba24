/* solve/z3_trace.c -- the log that Z3 writes with trace=true, as a profile (solve/profile.h).

   The log has a line per event.  These matter here:
     [mk-app] #9 f #7 #8          a term; a name may have blanks and number signs
     [mk-var] #7 0                a bound variable, by the number of binders between
     [attach-meaning] #8 arith 3  the value of a numeral
     [mk-quant] #12 id 1 #10 #11  a quantifier: its id, number of variables, triggers, body
     [attach-var-names] #12 (|x| ; |Int|)
     [new-match] 0x5f #12 #10 #8 ; #9 (#8 #7)   a match of a trigger: values of the variables, and the terms that matched
     [instance] 0x5f ; 3          the match becomes an instance of this generation
     [attach-enode] #13 3         inside an instance: a term that is new to the solver
     [end-of-instance]
   The terms and the quantifiers of an instance are made before its line.  After the solver has backtracked it attaches terms again, outside
   of any instance; numbers of terms and addresses of matches are used again. */
#include "solve/profile.h"

#include "base/check.h"
#include "base/map.h"
#include "base/vec.h"
#include "solve/trigger_text.h"

#include <stdlib.h>
#include <string.h>

struct instance {
  uint32_t quant, generation;
  uint32_t parent; /* number + 1 of an instance that made a term that it matched; 0: none */
};

struct match {
  uint32_t quant, parent;
};

struct reader {
  wr_arena *arena;
  struct wr_trace_terms terms;
  WR_VEC (struct wr_profile_quant) quants;
  WR_VEC (struct match) matches;
  WR_VEC (struct instance) instances;
  wr_u32s quant_of;  /* by number of a quantifier's term: number + 1 */
  wr_u32s maker;     /* by number of a term: number + 1 of the instance that made it */
  wr_map by_id;      /* hash of a quantifier's id -> number */
  wr_map by_address; /* of a match -> number */
  wr_map edges;      /* (from, to) -> position */
  WR_VEC (struct wr_profile_edge) edge_list;
  wr_u32s patterns; /* by number of a trigger's term: matches */
  wr_u32s best;     /* per quantifier: matches of the trigger that it shows */
  wr_u32s fresh;    /* quantifiers that were made since the last instance */
  uint32_t open;    /* number + 1 of the instance that is being made */
};

/* -- words of a line ----------------------------------------------------------------------------------- */

static wr_str next_word (wr_str *line) {
  while (line->len && *line->ptr == ' ') line->ptr++, line->len--;
  wr_str word = {line->ptr, 0};
  while (line->len && *line->ptr != ' ') line->ptr++, line->len--, word.len++;
  return word;
}

static uint32_t number_of (wr_str digits) {
  uint64_t n = 0;
  if (!digits.len) return UINT32_MAX;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.ptr[i] < '0' || digits.ptr[i] > '9') return UINT32_MAX;
    n = n * 10 + (uint64_t)(digits.ptr[i] - '0');
    if (n >= WR_TRACE_MAX_TERMS) return UINT32_MAX;
  }
  return (uint32_t)n;
}

/* `#12`; UINT32_MAX: another word, for example a term of a theory's own table. */
static uint32_t term_number (wr_str word) {
  if (!word.len || word.ptr[0] != '#') return UINT32_MAX;
  return number_of ((wr_str){word.ptr + 1, word.len - 1});
}

static uint64_t address_of (wr_str word) { return wr_str_hash (word, 1); }

/* Item number `i` of a list that is zero beyond its end. */
static uint32_t *item (wr_u32s *list, uint32_t i) {
  while (list->len <= i) WR_VEC_PUSH (list, 0);
  return &list->data[i];
}

/* -- quantifiers ----------------------------------------------------------------------------------------- */

static uint32_t quant_with (struct reader *r, wr_str id) {
  uint64_t hash = wr_str_hash (id, 2), found;
  if (wr_map_get (&r->by_id, hash, &found)) return (uint32_t)found;
  struct wr_profile_quant quant = {0};
  uint32_t number = id.len > 1 ? number_of ((wr_str){id.ptr + 1, id.len - 1}) : UINT32_MAX;
  if (number != UINT32_MAX && id.ptr[0] == 'w') quant.expr.ix = number;
  if (number != UINT32_MAX && id.ptr[0] == 'f') quant.lambda.ix = number;
  wr_map_put (&r->by_id, hash, r->quants.len);
  WR_VEC_PUSH (&r->quants, quant);
  WR_VEC_PUSH (&r->best, 0);
  return r->quants.len - 1;
}

/* All quantifiers that are not the program's are one. */
static wr_str known_id (wr_str id) {
  bool ours = id.len > 1 && (id.ptr[0] == 'w' || id.ptr[0] == 'f') &&
              number_of ((wr_str){id.ptr + 1, id.len - 1}) != UINT32_MAX;
  return ours ? id : WR_LIT ("");
}

static void read_quant (struct reader *r, wr_str line) {
  uint32_t term = term_number (next_word (&line));
  if (term == UINT32_MAX) return;
  wr_str id = next_word (&line);
  *item (&r->quant_of, term) = quant_with (r, known_id (id)) + 1;
  WR_VEC_PUSH (&r->fresh, term);
}

/* -- matches and instances ------------------------------------------------------------------------------- */

static void note_trigger (struct reader *r, uint32_t quant, uint32_t term, uint32_t pattern) {
  uint32_t count = ++*item (&r->patterns, pattern);
  if (count <= r->best.data[quant]) return;
  r->best.data[quant] = count;
  struct wr_profile_quant *q = &r->quants.data[quant];
  if (count == 1 && q->trigger.len) return; /* a copy of the quantifier for other outer values */
  wr_buf text = {0};
  wr_trace_trigger (&text, &r->terms, term, pattern);
  if (!wr_str_equal (q->trigger, wr_buf_str (&text)))
    q->trigger = wr_str_keep (r->arena, wr_buf_str (&text));
  wr_buf_free (&text);
}

static void add_edge (struct reader *r, uint32_t from, uint32_t to) {
  uint64_t at;
  if (!wr_map_get (&r->edges, WR_KEY2 (from, to), &at)) {
    at = r->edge_list.len;
    wr_map_put (&r->edges, WR_KEY2 (from, to), at);
    WR_VEC_PUSH (&r->edge_list, ((struct wr_profile_edge){from, to, 0}));
  }
  r->edge_list.data[at].count++;
}

static uint32_t maker_of (const struct reader *r, uint32_t term) {
  return term < r->maker.len ? r->maker.data[term] : 0;
}

/* The instance of the greatest generation among those that made the quantifier and the terms that matched. */
static uint32_t deepest_maker (const struct reader *r, uint32_t quant, wr_str line) {
  uint32_t best = maker_of (r, quant);
  bool matched = false;
  while (line.len) {
    wr_str word = next_word (&line);
    if (word.len == 1 && word.ptr[0] == ';') matched = true;
    if (!matched) continue;
    while (word.len && (word.ptr[0] == '(')) word.ptr++, word.len--;
    while (word.len && word.ptr[word.len - 1] == ')') word.len--;
    uint32_t term = term_number (word);
    uint32_t maker = maker_of (r, term);
    if (maker &&
        (!best || r->instances.data[maker - 1].generation > r->instances.data[best - 1].generation))
      best = maker;
  }
  return best;
}

static void read_match (struct reader *r, wr_str line) {
  uint64_t address = address_of (next_word (&line));
  uint32_t term = term_number (next_word (&line)), pattern = term_number (next_word (&line));
  if (term >= r->quant_of.len || !r->quant_of.data[term] || pattern == UINT32_MAX) return;
  uint32_t quant = r->quant_of.data[term] - 1;
  note_trigger (r, quant, term, pattern);
  wr_map_put (&r->by_address, address, r->matches.len);
  WR_VEC_PUSH (&r->matches, ((struct match){quant, deepest_maker (r, term, line)}));
}

static void read_instance (struct reader *r, wr_str line) {
  uint64_t at;
  r->open = 0;
  if (!wr_map_get (&r->by_address, address_of (next_word (&line)), &at)) return;
  wr_str word = next_word (&line);
  while (word.len && !(word.len == 1 && word.ptr[0] == ';')) word = next_word (&line);
  uint32_t generation = number_of (next_word (&line));
  if (generation == UINT32_MAX) return; /* the log ends here */
  const struct match *match = &r->matches.data[at];
  struct wr_profile_quant *quant = &r->quants.data[match->quant];
  quant->instances++;
  if (generation > quant->generation) quant->generation = generation;
  if (match->parent) add_edge (r, r->instances.data[match->parent - 1].quant, match->quant);
  WR_VEC_PUSH (&r->instances, ((struct instance){match->quant, generation, match->parent}));
  r->open = r->instances.len;
  for (uint32_t i = 0; i < r->fresh.len; i++) *item (&r->maker, r->fresh.data[i]) = r->open;
  WR_VEC_CLEAR (&r->fresh);
}

static void read_enode (struct reader *r, wr_str line) {
  uint32_t term = term_number (next_word (&line));
  if (term != UINT32_MAX && r->open) *item (&r->maker, term) = r->open;
}

/* A new term has the number. */
static void forget (struct reader *r, wr_str line) {
  uint32_t term = term_number (next_word (&line));
  if (term < r->maker.len) r->maker.data[term] = 0;
}

/* -- lines ------------------------------------------------------------------------------------------------- */

/* Does the event belong to the making of terms, which the line of an instance may follow? */
static bool makes_terms (wr_str event) {
  return wr_str_starts (event, WR_LIT ("[mk-")) ||
         wr_str_equal (event, WR_LIT ("[attach-meaning]")) ||
         wr_str_equal (event, WR_LIT ("[attach-var-names]")) ||
         wr_str_equal (event, WR_LIT ("[instance]"));
}

static void read_line (struct reader *r, wr_str line) {
  wr_str word = next_word (&line);
  if (!makes_terms (word)) WR_VEC_CLEAR (&r->fresh);
  if (wr_str_equal (word, WR_LIT ("[attach-enode]")))
    read_enode (r, line);
  else if (wr_str_equal (word, WR_LIT ("[new-match]")))
    read_match (r, line);
  else if (wr_str_equal (word, WR_LIT ("[instance]")))
    read_instance (r, line);
  else if (wr_str_equal (word, WR_LIT ("[end-of-instance]")))
    r->open = 0;
  else
    wr_trace_term (&r->terms, word, line);
  if (wr_str_starts (word, WR_LIT ("[mk-"))) forget (r, line);
  if (wr_str_equal (word, WR_LIT ("[mk-quant]"))) read_quant (r, line);
}

static void find_chain (const struct reader *r, wr_profile *profile) {
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < r->instances.len; i++)
    if (!deepest || r->instances.data[i].generation > r->instances.data[deepest - 1].generation)
      deepest = i + 1;
  wr_u32s chain = {0};
  for (uint32_t i = deepest; i; i = r->instances.data[i - 1].parent) {
    WR_ASSERT (r->instances.data[i - 1].parent < i); /* a chain ends */
    WR_VEC_PUSH (&chain, r->instances.data[i - 1].quant);
  }
  profile->chain = WR_VEC_KEEP (r->arena, &chain);
  profile->chain_count = chain.len;
  WR_VEC_FREE (&chain);
}

static int by_ends (const void *a, const void *b) {
  const struct wr_profile_edge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

void wr_profile_read (wr_str log, wr_arena *arena, wr_profile *profile) {
  struct reader r = {.arena = arena};
  for (size_t at = 0; at < log.len;) {
    const char *end = memchr (log.ptr + at, '\n', log.len - at);
    if (!end) break; /* the last line may be cut off */
    wr_str line = {log.ptr + at, (size_t)(end - (log.ptr + at))};
    at += line.len + 1;
    read_line (&r, line);
  }
  *profile = (wr_profile){.instances = r.instances.len};
  profile->quants = WR_VEC_KEEP (arena, &r.quants);
  profile->quant_count = r.quants.len;
  if (r.edge_list.len > 1)
    qsort (r.edge_list.data, r.edge_list.len, sizeof *r.edge_list.data, by_ends);
  profile->edges = WR_VEC_KEEP (arena, &r.edge_list);
  profile->edge_count = r.edge_list.len;
  find_chain (&r, profile);
  wr_trace_terms_free (&r.terms);
  WR_VEC_FREE (&r.quants);
  WR_VEC_FREE (&r.matches);
  WR_VEC_FREE (&r.instances);
  WR_VEC_FREE (&r.quant_of);
  WR_VEC_FREE (&r.maker);
  WR_VEC_FREE (&r.edge_list);
  WR_VEC_FREE (&r.patterns);
  WR_VEC_FREE (&r.best);
  WR_VEC_FREE (&r.fresh);
  wr_map_free (&r.by_id);
  wr_map_free (&r.by_address);
  wr_map_free (&r.edges);
}
