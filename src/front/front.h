/* front/front.h -- the interface of a language.  A language is one `struct wr_front`: its names, and functions that read its texts, lower
   them to core, print them and put labels into the words of its users.  Nothing outside front/NAME knows the syntax of NAME; only
   front/registry.c knows which languages are built in.  A program that embeds Warrant passes its own list of languages.

   A front end keeps no state between calls.  What it makes of a program is an opaque tree in the arena of the program version. */
#ifndef WR_FRONT_FRONT_H
#define WR_FRONT_FRONT_H

#include "base/bitset.h"
#include "base/cancel.h"
#include "core/core.h"
#include "source/diag.h"

/* What a front end reads from and where it reports to.  All of it lives as long as the tree.  A front end may add further texts to
   `sources`, for example those that the program imports. */
struct wr_front_input {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  const wr_cancel *cancel; /* every phase, lowering too, polls it and ends early; NULL: never */
};

/* The phases of loading, in order; each runs only if the one before it found no error. */
enum wr_load_phase { WR_LOADED_NOTHING, WR_LOADED_PARSED, WR_LOADED_RESOLVED, WR_LOADED_TYPED };

/* FINE adds labels for the parts of clauses, and probes (core/label.h), for `cover --fine`.  Elements have the same numbers in both. */
enum wr_detail { WR_DETAIL_CLAUSES, WR_DETAIL_FINE };

/* A text of the program and where it stands in a printed one. */
struct wr_printed {
  wr_span from;
  uint32_t begin, end; /* bytes of the printed text; parentheses may be within or without */
};
typedef WR_VEC (struct wr_printed) wr_printed_list;

/* The program with some labels off; what "off" means for each element is the table of docs/reference/labels.md.  With `tidy`, bodies
   without a goal that is on and declarations that nothing uses are left out. */
struct wr_prune {
  const wr_core *core;     /* what lowering and flow made of the program: labels */
  const wr_bitset *off;    /* labels, by ix; a goal that is off is not checked */
  const wr_bitset *failed; /* goals that are known not to be proved; NULL: none */
  wr_bitset *
      checked; /* if it is not NULL: the goals that the printed text checks are added, off or not, as far as the language knows them */
  wr_printed_list *
      printed; /* if it is not NULL: statements and expressions of the printed text are added, if the language knows them */
  bool tidy;
  bool slice; /* statements that are off are deleted as text: what they write keeps its value */
};

/* A change of a text. */
struct wr_edit {
  wr_span at;
  const char *text;  /* what stands there afterwards */
  const char *title; /* the change in words: "Delete this clause" */
};

/* A kind of file that another tool translates into the language. */
struct wr_translation {
  const char *extension; /* with its dot */
  const char *how;       /* what to run */
};

struct wr_front {
  const char *name;              /* as in --lang=NAME, in lower case */
  const char *title;             /* as people write it: "Boogie" */
  const char *fence;             /* the word after ``` for its texts in Markdown */
  const char *const *extensions; /* with their dots; the first is the usual one; ends with NULL */
  const struct wr_translation *translations; /* ends with an empty one; NULL: none */
  const char *
      native_key; /* of diagnostics in JSON: under it stands the name that other tools for the language give to the error
                             (wr_diag_native); NULL: they give none */

  /* The tree of all texts of the input as one program; never NULL.  Errors are in the input's diags. */
  void *(*parse) (const struct wr_front_input *input);
  /* Names, and then types.  False: there were errors, which are in diags, or the input was cancelled. */
  bool (*resolve) (void *tree, wr_diags *diags);
  bool (*type) (void *tree, wr_diags *diags);
  /* NULL: the program uses something that cannot be verified, and diags say what and where; or the input was cancelled.  The core lives in the input's arena. */
  wr_core *(*lower) (void *tree, enum wr_detail detail, wr_diags *diags);

  /* The tree as text after PARSED, RESOLVED or TYPED. */
  void (*dump) (wr_buf *out, const void *tree, enum wr_load_phase after);
  /* The program with labels off, as a text of the language.  Every goal that is proved with the labels off is proved in the text. */
  void (*prune) (wr_buf *out, const void *tree, const struct wr_prune *how);
  /* The name of the procedure (method, function) whose text is around a place, or "". */
  wr_str (*procedure_at) (const void *tree, wr_span at);

  /* -- the user's words; a function may be NULL -- */

  /* How the user says that a finding is not wanted (CODE stands for its code), that a proof by contradiction is meant, and that a place
     is meant to be dead. */
  const char *silencer, *contradiction, *dead;
  /* A label as other tools for the language name it, by names that the user gave; false: they have no name for it. */
  bool (*label_words) (wr_buf *out, const wr_core *core, wr_label label);
  /* The noun for elements in a role; NULL: the one of the table of roles. */
  const char *(*noun) (enum wr_role role);
  /* A step of an execution, by the name of its block.  Without this function block names mean nothing to users, and steps are shown by
     their places alone. */
  void (*step_words) (wr_buf *out, wr_str block);
  /* A variable that lowering made holds the values of many places of the program, by index: the words for the place at the index that a
     variable of this name gives, for example `x.f`.  False: it is no such variable.  Languages with this function also have functions that
     lowering made; they have no place in the text and are not shown. */
  bool (*place_words) (wr_buf *out, const wr_core *core, wr_var places, wr_str index);
  /* A program for which the diagnostic is reported; NULL: the language has none, because it does not report it or because the example
     of another language says as much. */
  const char *(*example) (enum wr_code code);
  /* The change that removes what the label stands for; false: there is none. */
  bool (*removal) (const wr_core *core, wr_label label, struct wr_edit *edit);
};

/* -- languages ------------------------------------------------------------------------------------- */

/* Lists of languages end with NULL. */
typedef const struct wr_front *const *wr_fronts;

wr_fronts wr_fronts_builtin (void); /* [registry.c] */
/* NULL: no language has this name, or none this extension. */
const struct wr_front *wr_front_named (wr_fronts fronts, wr_str name);
const struct wr_front *wr_front_of_path (wr_fronts fronts, wr_str path);
/* How a file that no language reads becomes one; NULL: nothing is known about its kind. */
const char *wr_front_translation (wr_fronts fronts, wr_str path);

/* Adds a text of the tables of diagnostics and commands, in which @{lang}, @{title}, @{ext}, @{silencer CODE}, @{contradiction} and
   @{dead} stand for the words of a language. */
void wr_front_fill (wr_buf *out, const struct wr_front *front, const char *text);

/* The functions below ask core->front; a core that was read from its own text has none. */
bool wr_words_of_label (wr_buf *out, const wr_core *core, wr_label label);
const char *wr_noun_of (const wr_core *core, enum wr_role role);

/* -- programs -------------------------------------------------------------------------------------- */

/* A program version as far as it is loaded. */
struct wr_program {
  const struct wr_front *front; /* NULL: not loaded */
  void *tree;
  enum wr_load_phase phase; /* the last one that found no error */
};

/* Loads the program on, from the phase it is in to `until`.  False: diags hold errors or the input was cancelled, and program->phase says what went well. */
bool wr_program_load (struct wr_program *program, const struct wr_front *front,
                      const struct wr_front_input *input, enum wr_load_phase until);
/* The program is TYPED. */
wr_core *wr_program_lower (const struct wr_program *program, enum wr_detail detail,
                           wr_diags *diags);
void wr_program_dump (wr_buf *out, const struct wr_program *program);
void wr_program_prune (wr_buf *out, const struct wr_program *program, const struct wr_prune *how);
/* "" too where the program is not parsed. */
wr_str wr_program_procedure_at (const struct wr_program *program, wr_span at);

#endif
