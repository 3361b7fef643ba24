/* core/label.h -- the label: the unit of provenance. A label stands for one thing that the user wrote, in one
   role. Lowering makes the labels of the elements in the text; flow derives from them the labels of occurrences (a
   precondition at a call, an invariant on entry, a where clause at a havoc). Labels are numbered in a fixed order
   and never lost; label 0 is "no label": frame, never off. */
#ifndef WR_CORE_LABEL_H
#define WR_CORE_LABEL_H

#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"
#include "core/role.h"
#include "source/source.h"

typedef struct {
  uint32_t ix;
} wr_label;
typedef struct {
  uint32_t ix;
} wr_site;

enum wr_class { WR_CLASS_EXPLICIT, WR_CLASS_IMPLICIT, WR_CLASS_INTERNAL };
const char *wr_class_name (enum wr_class cls);

/* Who wrote what a label stands for.  A front end that reads the output of a translator records it; else it is the user. */
enum wr_author {
  WR_AUTHOR_USER,
  WR_AUTHOR_TRANSLATED, /* stands for a part of the user's text that cannot go by itself */
  WR_AUTHOR_TOOL        /* bookkeeping of the translator */
};
const char *wr_author_name (enum wr_author author);

/* A place in the code at which clauses of something else take effect. */
enum wr_site_kind { WR_SITE_CALL, WR_SITE_HAVOC, WR_SITE_LOOP, WR_SITE_ENTRY, WR_SITE_EXIT };
struct wr_site_info {
  enum wr_site_kind kind;
  wr_span span;
  wr_symbol id;       /* {:id "..."} of the call, or none */
  uint32_t procedure; /* index of the body's procedure + 1; 0: none */
};

/* Where a copy of a text comes from.  X (NAME, "word in core's text form and in JSON", "in a note at the place") */
#define WR_ORIGIN_KINDS(X)                                                                         \
  X (CALL, "inlined-call", "inlined at this call")                                                 \
  X (MACRO, "macro", "expanded from this use of a macro")                                          \
  X (IMPORT, "import", "imported here")                                                            \
  X (TEMPLATE, "template", "instantiated here")
enum wr_origin_kind {
#define X(name, word, note) WR_ORIGIN_##name,
  WR_ORIGIN_KINDS (X)
#undef X
      WR_ORIGIN_KIND_COUNT
};
const char *wr_origin_word (enum wr_origin_kind kind);
const char *wr_origin_note (enum wr_origin_kind kind);

/* A label's span is the text that the user wrote; its origin is the place that put a copy of this text here, and the parent of
   the origin is the place that put a copy of that one here. */
typedef struct {
  uint32_t ix; /* 0: the text itself, no copy */
} wr_origin;
struct wr_origin_info {
  enum wr_origin_kind kind;
  wr_span span;
  wr_origin parent; /* a smaller number */
};

/* A query about a part of an element, expressed as a goal that is never assumed afterwards (`cover --fine`).
   `span` is the part, `report` the implication or disjunction around it. */
enum wr_probe {
  WR_PROBE_NONE,
  WR_PROBE_NEVER,      /* proved: this left side of an implication is never true */
  WR_PROBE_CONDITION,  /* proved: the right side holds without this left side */
  WR_PROBE_ALTERNATIVE /* proved: the disjunction holds without this side */
};

enum { WR_MAX_CONJUNCTS = 1 << 20 }; /* labels of one clause */

struct wr_label_info {
  enum wr_role role;
  enum wr_class cls;
  wr_span span;       /* the user's text of this element (this conjunct) */
  wr_span report;     /* where messages about it point (report.begin) */
  wr_origin origin;   /* of a copy: the place that it was made for; else 0 */
  wr_label clause;    /* derived labels: the label of the clause; else 0 */
  wr_site site;       /* derived labels: where it takes effect; else 0 */
  uint32_t procedure; /* owner: index of the procedure + 1; 0: the program */
  uint32_t element;   /* labels of one user-level element share it (roles, conjuncts, polarities) */
  uint32_t conjunct, conjuncts; /* this is conjunct i of n (0 of 1 when not split) */
  bool negative;                /* CONDITION: the else side */
  bool free;                    /* from a free clause */
  bool gain;                    /* facts: the amount of a permission that is gained */
  bool
      takes; /* its check also takes something away, for which no label stands: it is never advised to remove the text */
  bool unchecked; /* the user switched its check off, wholly or in part */
  uint32_t part; /* derived labels: which of the facts or goals that the clause makes at the site */
  enum wr_probe probe; /* not in core's text form */
  wr_symbol id;        /* {:id "..."} or none */
  wr_symbol message;   /* {:msg "..."} or none */
  wr_symbol native;    /* goals: what other tools for the language call a failure, or none */
  wr_span
      about; /* goals: the part of the text that a failure is about; file 0: none; not in core's text form */
  enum wr_label_type type; /* set by an annotation; NONE: that of the role */
  enum wr_author author;
  const wr_label *copy_of; /* other labels whose text the translator repeats here; not derived */
  uint32_t copy_count;
  /* A postcondition of a procedure without a body that the translator prints once more, on the procedure whose body it is: that
     clause; else 0. */
  wr_label proved_as;
  /* Goals that are not derived: the precondition of another member that this goal establishes; else 0. */
  wr_label establishes;
};

/* A mark by which the user says that a finding is not wanted: with a code on an element or a procedure, without one on an assertion
   that is meant to be proved by contradiction. */
struct wr_silencer {
  wr_span span;
  wr_symbol code;     /* none: a contradiction is meant */
  uint32_t element;   /* 0: all of the procedure */
  uint32_t procedure; /* index + 1; 0: the program */
};

typedef struct {
  WR_VEC (struct wr_silencer) silencers;
  WR_VEC (struct wr_label_info) infos;    /* [0] is unused */
  WR_VEC (struct wr_site_info) sites;     /* [0] is unused */
  WR_VEC (struct wr_origin_info) origins; /* [0] is unused */
  wr_map derived;                         /* (clause, role, site) -> label */
  wr_map parts;                           /* (such a label, part) -> label */
  wr_map loops;                           /* (file, first byte) -> first site of a loop there */
  uint32_t element_count;
} wr_labels;

wr_label wr_label_new (wr_labels *labels, const struct wr_label_info *info);
const struct wr_label_info *wr_label_info (const wr_labels *labels, wr_label label);
uint32_t wr_element_new (wr_labels *labels); /* 1 .. element_count */
void wr_silencer_add (wr_labels *labels, const struct wr_silencer *silencer); /* each once */
wr_origin wr_origin_new (wr_labels *labels, const struct wr_origin_info *info);
const struct wr_origin_info *wr_origin_info (const wr_labels *labels, wr_origin origin);
wr_site wr_site_new (wr_labels *labels, const struct wr_site_info *info);
/* The site of this kind, span and procedure; made when there is none.  For loops made by goto. */
wr_site wr_site_find (wr_labels *labels, const struct wr_site_info *info);
const struct wr_site_info *wr_site_info (const wr_labels *labels, wr_site site);

/* The label of `clause` in another role at `site` (site 0: at its own place); made once, the same label
   on every later call.  It inherits everything but role, clause and site; its procedure is the site's if
   there is one, and at a call or a havoc messages point to the site.  No label derives no label. */
wr_label wr_label_derive (wr_labels *labels, wr_label clause, enum wr_role role, wr_site site);
/* The same for the facts and goals with numbers 0, 1, ... that one clause makes at one site; number 0 is wr_label_derive's.  Parts are
   made in order. */
wr_label wr_label_derive_part (wr_labels *labels, wr_label clause, enum wr_role role, wr_site site,
                               uint32_t part);
/* Another name of failures and another message; both may be none.  For the stage that made the label. */
void wr_label_name_failure (wr_labels *labels, wr_label label, wr_symbol native, wr_symbol message);
void wr_label_set_about (wr_labels *labels, wr_label label, wr_span about);
/* An annotation sets the type, and with it the class: hidden types are internal, claims explicit, others implicit. */
void wr_label_set_type (wr_labels *labels, wr_label label, enum wr_label_type type);
/* The fact is the amount of a permission that is gained.  For the stage that made the label. */
void wr_label_mark_gain (wr_labels *labels, wr_label label);
/* The check of the label takes something away.  For the stage that made the label. */
void wr_label_mark_takes (wr_labels *labels, wr_label label);
/* As wr_label_new; a label with a clause is found again by wr_label_derive.  For readers. */
wr_label wr_label_restore (wr_labels *labels, const struct wr_label_info *info);
/* The label that lowering made, from which this one is derived; itself when it is not derived. */
wr_label wr_label_root (const wr_labels *labels, wr_label label);
wr_labels wr_labels_copy (const wr_labels *labels);
void wr_labels_free (wr_labels *labels);

#endif
