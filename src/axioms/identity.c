/* axioms/identity.c -- identities of axioms (axioms/identity.h). */
#include "axioms/identity.h"

#include "base/check.h"
#include "base/map.h"
#include "base/vec.h"
#include "solve/sexp.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

const char *wr_identity_rule_name (enum wr_identity_rule rule) {
  static const char *const names[] = {"named", "qid", "remark", "text"};
  WR_REQUIRE (rule < WR_IDENTITY_RULE_COUNT);
  return names[rule];
}

/* -- the normalised text ------------------------------------------------------------------------------- */

static wr_str bare (wr_str token) {
  bool bars = token.len >= 2 && token.ptr[0] == '|' && token.ptr[token.len - 1] == '|';
  return bars ? (wr_str){token.ptr + 1, token.len - 2} : token;
}

/* Could the name of a quoted symbol stand without bars? */
static bool is_simple (wr_str name) {
  if (!name.len || isdigit ((unsigned char)name.ptr[0])) return false;
  for (size_t i = 0; i < name.len; i++)
    if (!isalnum ((unsigned char)name.ptr[i]) &&
        (!name.ptr[i] || !strchr ("~!@$%^&*_-+=<>.?/", name.ptr[i])))
      return false;
  return true;
}

struct binding {
  uint64_t name;   /* hash */
  uint64_t before; /* what the name stood for, plus one; 0: nothing */
  uint32_t depth;  /* of the list that binds it */
};

/* A `let` whose list of bindings is open.  Its names count behind the list, so values do not refer to them. */
struct let {
  uint32_t list;  /* depth of the list */
  uint32_t first; /* into `waiting` */
};

struct normaliser {
  wr_buf *out;
  wr_str text;
  size_t at;
  uint32_t depth, bound;
  const wr_map *types; /* hash of a name -> hash of its declaration; NULL: not known */
  uint64_t typed;      /* of all declarations that the text is about */
  bool shape;          /* names without all numbers at their end */
  WR_VEC (struct let) lets;
  WR_VEC (wr_str) waiting; /* names of open lets */
  wr_map names;            /* hash of a name -> number of its binding, plus one; 0: unbound again */
  WR_VEC (struct binding) bindings;
};

static bool is (wr_str token, const char *word) { return wr_str_equal (token, wr_str_of (word)); }

static void bind (struct normaliser *n, wr_str name, uint32_t depth) {
  uint64_t hash = wr_str_hash (bare (name), 0);
  struct binding binding = {hash, wr_map_or (&n->names, hash, 0), depth};
  WR_VEC_PUSH (&n->bindings, binding);
  wr_map_put (&n->names, hash, ++n->bound);
}

static void unbind (struct normaliser *n) {
  while (n->bindings.len && WR_VEC_LAST (&n->bindings).depth > n->depth) {
    struct binding *last = &WR_VEC_LAST (&n->bindings);
    wr_map_put (&n->names, last->name, last->before);
    n->bindings.len--;
  }
}

/* Without `@@7`, `_12` and the like at the end, which printers add to tell copies apart, and without the bars of a quoted symbol. */
wr_str wr_identity_plain_name (wr_str word) {
  wr_str rest = bare (word);
  for (;;) {
    size_t end = rest.len;
    while (end > 1 && isdigit ((unsigned char)rest.ptr[end - 1])) end--;
    if (end == rest.len || end < 2) return rest;
    bool at = end > 2 && rest.ptr[end - 1] == '@' && rest.ptr[end - 2] == '@';
    if (!at && rest.ptr[end - 1] != '_') return rest;
    rest.len = end - (at ? 2 : 1);
  }
}

static void put_name (wr_buf *out, wr_str name, bool bars) {
  if (bars) wr_buf_add_char (out, '|');
  wr_buf_add (out, name);
  if (bars) wr_buf_add_char (out, '|');
}

/* Without all digits at the end of a name. */
static wr_str without_digits (wr_str name) {
  size_t end = name.len;
  if (!name.len || isdigit ((unsigned char)name.ptr[0]) || name.ptr[0] == '#') return name;
  while (end && isdigit ((unsigned char)name.ptr[end - 1])) end--;
  return end ? (wr_str){name.ptr, end} : name;
}

static void put_word (struct normaliser *n, wr_str token) {
  uint64_t number = wr_map_or (&n->names, wr_str_hash (bare (token), 0), 0);
  wr_str plain = wr_identity_plain_name (token);
  if (n->shape) plain = without_digits (plain);
  if (n->types && !number)
    n->typed = wr_hash_mix (n->typed, wr_map_or (n->types, wr_identity_name_hash (token), 0));
  if (n->out->len && n->out->data[n->out->len - 1] != '(') wr_buf_add_char (n->out, ' ');
  if (number)
    wr_buf_print (n->out, "?%llu", (unsigned long long)number);
  else
    put_name (n->out, plain, token.ptr[0] == '|' && !is_simple (plain));
}

/* Reads `((x T) (y U))` after a binder, which is the opened list of the current depth. */
static void take_binders (struct normaliser *n) {
  size_t at = n->at;
  wr_str token;
  if (!wr_sexp_token (n->text, &at, &token) || !is (token, "(")) return;
  uint32_t open = 1, words = 0;
  while (open && wr_sexp_token (n->text, &at, &token)) {
    if (is (token, "(")) {
      open++, words = 0;
    } else if (is (token, ")")) {
      open--;
    } else if (open == 2 && !words++) {
      bind (n, token, n->depth);
    }
  }
}

/* After `let`. */
static void begin_let (struct normaliser *n) {
  struct let made = {n->depth + 1, n->waiting.len};
  WR_VEC_PUSH (&n->lets, made);
}

/* Is this the name of a pair in the list of a let?  `opened`: a list was just opened. */
static bool take_let_name (struct normaliser *n, wr_str token, bool opened) {
  if (!opened || !n->lets.len || WR_VEC_LAST (&n->lets).list + 1 != n->depth) return false;
  WR_VEC_PUSH (&n->waiting, token);
  wr_buf_add_char (n->out, '?');
  return true;
}

/* A list was closed. */
static void end_let (struct normaliser *n) {
  if (!n->lets.len || WR_VEC_LAST (&n->lets).list != n->depth + 1) return;
  uint32_t first = WR_VEC_LAST (&n->lets).first;
  for (uint32_t i = first; i < n->waiting.len; i++) bind (n, n->waiting.data[i], n->depth);
  n->waiting.len = first;
  n->lets.len--;
}

static void skip_value (struct normaliser *n) {
  wr_str token;
  uint32_t open = 0;
  do {
    if (!wr_sexp_token (n->text, &n->at, &token)) return;
    if (is (token, "(")) open++;
    if (is (token, ")")) open--;
  } while (open);
}

/* A hash of the declarations that the text is about. */
static uint64_t normalise (wr_buf *out, wr_str text, bool shape, const wr_map *types) {
  struct normaliser n = {.out = out, .text = text, .shape = shape, .types = types};
  wr_str token;
  bool opened = false;
  while (wr_sexp_token (text, &n.at, &token)) {
    if (is (token, "(")) {
      n.depth++;
      if (out->len && out->data[out->len - 1] != '(') wr_buf_add_char (out, ' ');
      wr_buf_add_char (out, '(');
      opened = true;
      continue;
    }
    if (is (token, ")")) {
      if (n.depth) n.depth--;
      unbind (&n);
      end_let (&n);
      wr_buf_add_char (out, ')');
    } else if (is (token, ":qid") || is (token, ":skolemid") || is (token, ":named")) {
      skip_value (&n);
    } else if (!take_let_name (&n, token, opened)) {
      put_word (&n, token);
      if (opened && (is (token, "forall") || is (token, "exists") || is (token, "lambda")))
        take_binders (&n);
      if (opened && is (token, "let")) begin_let (&n);
    }
    opened = false;
  }
  WR_VEC_FREE (&n.bindings);
  WR_VEC_FREE (&n.lets);
  WR_VEC_FREE (&n.waiting);
  wr_map_free (&n.names);
  return n.typed;
}

void wr_identity_normalise (wr_buf *out, wr_str text) { normalise (out, text, false, NULL); }

uint64_t wr_identity_name_hash (wr_str name) { return wr_str_hash (bare (name), 0); }

bool wr_identity_quantifies (wr_str text) {
  size_t at = 0;
  wr_str token;
  while (wr_sexp_token (text, &at, &token))
    if (is (token, "forall") || is (token, "exists")) return true;
  return false;
}

/* -- names --------------------------------------------------------------------------------------------- */

static void find_names (wr_str text, wr_str *named, wr_str *qid) {
  size_t at = 0;
  wr_str token, value;
  uint32_t depth = 0, outermost = 0;
  while (wr_sexp_token (text, &at, &token)) {
    if (is (token, "(")) depth++;
    if (is (token, ")")) depth--;
    if (!outermost && (is (token, "forall") || is (token, "exists"))) outermost = depth;
    bool deeper = depth > outermost + 1; /* of a quantifier inside */
    if (is (token, ":named") && depth == 2 && wr_sexp_token (text, &at, &value))
      *named = bare (value);
    if (is (token, ":qid") && !deeper && !qid->len && wr_sexp_token (text, &at, &value))
      *qid = bare (value);
  }
}

/* A qid such as `DafnyPreludebpl.102:15`: the name before the last dot, and the line. */
static bool split_place (wr_str qid, wr_str *file, uint32_t *line) {
  size_t colon = qid.len, dot;
  while (colon && qid.ptr[colon - 1] != ':') colon--;
  if (!colon || colon == qid.len) return false;
  for (size_t i = colon; i < qid.len; i++)
    if (!isdigit ((unsigned char)qid.ptr[i])) return false;
  for (dot = colon - 1; dot && isdigit ((unsigned char)qid.ptr[dot - 1]);) dot--;
  if (!dot || dot == colon - 1 || qid.ptr[dot - 1] != '.') return false;
  *line = 0;
  for (size_t i = dot; i < colon - 1 && *line < 100000000; i++)
    *line = *line * 10 + (uint32_t)(qid.ptr[i] - '0');
  *file = (wr_str){qid.ptr, dot - 1};
  return file->len > 0;
}

static bool has_word (wr_str text, const char *word) {
  size_t len = strlen (word);
  for (size_t i = 0; i + len <= text.len; i++) {
    size_t k = 0;
    while (k < len && tolower ((unsigned char)text.ptr[i + k]) == word[k]) k++;
    if (k == len) return true;
  }
  return false;
}

/* Folders do not count, and printers drop dots. */
bool wr_identity_names_file (wr_str place, wr_str path) {
  size_t from = path.len, k = 0;
  while (from && path.ptr[from - 1] != '/') from--;
  for (size_t i = from; i < path.len; i++) {
    if (path.ptr[i] == '.') continue;
    if (k < place.len && place.ptr[k] == '.') k++;
    if (k >= place.len || place.ptr[k] != path.ptr[i]) return false;
    k++;
  }
  return k == place.len && k > 0;
}

/* Such as `quant-u-12` or `k!7`: a verifier numbers its quantifiers, and the number is all that the name says. */
static bool is_numbered (wr_str qid) {
  size_t end = qid.len;
  while (end && isdigit ((unsigned char)qid.ptr[end - 1])) end--;
  return end < qid.len && (!end || qid.ptr[end - 1] == '-' || qid.ptr[end - 1] == '!');
}

/* Such as `axiom 12:3`. */
static bool is_position (wr_str remark) {
  size_t at = remark.len, colon;
  while (at && isdigit ((unsigned char)remark.ptr[at - 1])) at--;
  if (at == remark.len || !at || remark.ptr[at - 1] != ':') return false;
  for (colon = --at; at && isdigit ((unsigned char)remark.ptr[at - 1]);) at--;
  return at < colon && at && remark.ptr[at - 1] == ' ';
}

/* Such as `////////// Axioms` or `1`: it stands above several assertions, and names none of them. */
static bool is_heading (wr_str remark) {
  bool letter = false;
  for (size_t i = 0; !letter && i < remark.len; i++)
    letter = isalpha ((unsigned char)remark.ptr[i]) || (remark.ptr[i] & 0x80);
  bool rule = remark.len > 2 && strchr ("-=*#/~_+", remark.ptr[0]);
  return !letter || (rule && remark.ptr[1] == remark.ptr[0] && remark.ptr[2] == remark.ptr[0]);
}

static bool qid_counts (const struct wr_identity *identity,
                        const struct wr_identity_options *options) {
  if (!identity->qid.len) return false;
  if (!identity->place.len)
    return !isdigit ((unsigned char)identity->qid.ptr[0]) && !is_numbered (identity->qid);
  return options->prelude.len ? wr_identity_names_file (identity->place, options->prelude)
                              : has_word (identity->place, "prelude");
}

/* All but the hash. */
static struct wr_identity named_identity (wr_str text, wr_str remark,
                                          const struct wr_identity_options *options) {
  struct wr_identity identity = {.rule = WR_IDENTITY_TEXT};
  wr_str named = {0};
  find_names (text, &named, &identity.qid);
  split_place (identity.qid, &identity.place, &identity.line);
  if (named.len)
    identity.rule = WR_IDENTITY_NAMED, identity.name = named;
  else if (qid_counts (&identity, options))
    identity.rule = WR_IDENTITY_QID, identity.name = identity.qid;
  else if (options->use_remarks && remark.len && !is_position (remark) && !is_heading (remark))
    identity.rule = WR_IDENTITY_REMARK, identity.name = remark;
  return identity;
}

bool wr_identity_chosen (wr_str text, wr_str remark, const struct wr_identity_options *options) {
  struct wr_identity identity = named_identity (text, remark, options);
  wr_str name = identity.name.len ? identity.name : identity.qid;
  if (!name.len) return false;
  bool chosen = false;
  wr_buf word = {0};
  wr_buf_add (&word, name);
  wr_buf_add_char (&word, 0);
  for (uint32_t i = 0; !chosen && i < options->pattern_count; i++)
    chosen = !fnmatch (options->patterns[i], word.data, 0);
  wr_buf_free (&word);
  return chosen;
}

struct wr_identity wr_identity_typed (wr_str text, wr_str remark,
                                      const struct wr_identity_options *options,
                                      const wr_map *types) {
  struct wr_identity identity = named_identity (text, remark, options);
  bool remarked = identity.rule == WR_IDENTITY_REMARK;
  if (identity.name.len) identity.hash = wr_str_hash (identity.name, 1 + (uint64_t)identity.rule);
  if (identity.name.len && !remarked) return identity;
  wr_buf normal = {0};
  uint64_t typed = normalise (&normal, text, remarked, remarked ? NULL : types);
  identity.hash = wr_str_hash (wr_buf_str (&normal), identity.hash ^ typed);
  wr_buf_free (&normal);
  return identity;
}

struct wr_identity wr_identity_of (wr_str text, wr_str remark,
                                   const struct wr_identity_options *options) {
  return wr_identity_typed (text, remark, options, NULL);
}
