/* axioms/identity.h -- when two assertions of logs are the same axiom.  The rules, in their order:

     NAMED   (! … :named x): the name
     QID     the :qid of the outermost quantifier, if it is a word that is more than a number (`quant-u-7` is not), or names a place in
             the prelude's file
     REMARK  a comment directly before the assertion, for verifiers that name axioms that way only, together with the text without the numbers
             at the end of names: verifiers write the same comment before hypotheses that have nothing to do with each other, and number
             names anew in each file.  Not one that has a position only (`axiom 12:3`), and no heading (`////// Axioms`)
     TEXT    the normalised text, and the declarations of its functions: no :qid and :skolemid, bound variables by position, without the numbers that printers add to names

   Assertions with the same identity are instances of one axiom. */
#ifndef WR_AXIOMS_IDENTITY_H
#define WR_AXIOMS_IDENTITY_H

#include "base/map.h"
#include "base/str.h"

enum wr_identity_rule {
  WR_IDENTITY_NAMED,
  WR_IDENTITY_QID,
  WR_IDENTITY_REMARK,
  WR_IDENTITY_TEXT,
  WR_IDENTITY_RULE_COUNT
};
const char *wr_identity_rule_name (enum wr_identity_rule rule);

struct wr_identity {
  enum wr_identity_rule rule;
  wr_str name;  /* for people: the name, the qid, the remark; empty with TEXT */
  wr_str qid;   /* of the outermost quantifier; empty: none */
  wr_str place; /* the file that the qid names, without its suffix; empty: none */
  uint32_t line;
  uint64_t hash; /* equal for the same axiom */
};

struct wr_identity_options {
  wr_str
      prelude; /* a qid that names a place in this file counts; empty: in any file whose name has "prelude" in it */
  bool use_remarks; /* comments name axioms */
  const char *const *
      patterns; /* of the names of axioms; all assertions that match are axioms, and no others; none: the rules of checktext.h */
  uint32_t pattern_count;
};

/* `text` is (assert …).  Strings are views of the text. */
struct wr_identity wr_identity_of (wr_str text, wr_str remark,
                                   const struct wr_identity_options *options);
/* The same in a log that declares names: `types` has for the hash of a name a hash of its declaration, which counts where the text does (axioms/declared.h). */
struct wr_identity wr_identity_typed (wr_str text, wr_str remark,
                                      const struct wr_identity_options *options,
                                      const wr_map *types);
uint64_t wr_identity_name_hash (wr_str name); /* bars do not count */
/* Does a pattern match its name, or else its qid? */
bool wr_identity_chosen (wr_str text, wr_str remark, const struct wr_identity_options *options);
/* Does a place, as quantifier ids write it (without dots), name this file? */
bool wr_identity_names_file (wr_str place, wr_str path);
/* A name without the numbers that printers add to tell copies apart (`f@@12`, `|f#_3|`), and without bars. */
wr_str wr_identity_plain_name (wr_str name);
/* Does the text have a quantifier? */
bool wr_identity_quantifies (wr_str text);
/* Appends the normalised text of an expression. */
void wr_identity_normalise (wr_buf *out, wr_str text);

#endif
