/* core/reader.h -- inside the reader of core's text form: what has been declared, and helpers that read
   one thing from a node or report why they cannot.  Every helper that fails has reported it and
   returns false or a handle of 0. */
#ifndef WR_CORE_READER_H
#define WR_CORE_READER_H

#include "core/build.h"
#include "core/sexp.h"

/* A bound variable in scope.  A key is a name with its number: WR_KEY2 (name, number). */
struct wr_read_bound {
  uint64_t key;
  wr_var var;
  uint32_t hidden; /* what `innermost` said before */
};

struct wr_reader {
  wr_core *core;
  wr_diags *diags;
  wr_sexps sexps;
  wr_str text;
  uint32_t file;
  wr_map files;                /* number in the text -> number in sources, or 0 */
  wr_map sorts, funcs;         /* symbol -> handle */
  wr_map constructors, fields; /* symbol -> index */
  wr_map procedures, bodies;   /* symbol -> index */
  wr_map globals, locals;      /* key -> wr_var */
  uint32_t label_count, site_count, origin_count;
  WR_VEC (struct wr_read_bound) bound; /* innermost last */
  wr_map innermost;                    /* key -> index in bound + 1; 0: none */
  wr_map abbreviations;                /* number -> expression, in the current share */
  bool sharing;
};

typedef uint32_t wr_node;

__attribute__ ((format (printf, 4, 5))) void wr_read_fail (struct wr_reader *r, wr_node n,
                                                           enum wr_code code, const char *fmt, ...);

/* Nodes. */
const struct wr_sexp *wr_read_sexp (const struct wr_reader *r, wr_node n);
uint32_t wr_read_count (const struct wr_reader *r, wr_node list); /* 0 if it is not a list */
wr_node wr_read_kid (const struct wr_reader *r, wr_node list, uint32_t i);
wr_str wr_read_word (const struct wr_reader *r, wr_node n); /* empty if it is not a word */
bool wr_read_is (const struct wr_reader *r, wr_node n, const char *word);
bool wr_read_has_head (const struct wr_reader *r, wr_node n, const char *word);
/* The list has between least and most items, its head included. */
bool wr_read_arity (struct wr_reader *r, wr_node list, uint32_t least, uint32_t most);

/* Words. */
bool wr_read_name (struct wr_reader *r, wr_node n, wr_symbol *name); /* without a number */
bool wr_read_key (struct wr_reader *r, wr_node n, wr_symbol *name, uint64_t *key);
bool wr_read_string (struct wr_reader *r, wr_node n, wr_symbol *text);
bool wr_read_u32 (struct wr_reader *r, wr_node n, uint32_t *number);
bool wr_read_span (struct wr_reader *r, wr_node n, wr_span *span);
bool wr_read_is_span (const struct wr_reader *r, wr_node n);
bool wr_read_label (struct wr_reader *r, wr_node n, wr_label *label);
bool wr_read_site (struct wr_reader *r, wr_node n, wr_site *site);
bool wr_read_origin (struct wr_reader *r, wr_node n, wr_origin *origin);
bool wr_read_class (struct wr_reader *r, wr_node n, enum wr_class *cls);
/* The index or handle of a declared name. */
bool wr_read_known (struct wr_reader *r, wr_node n, const wr_map *map, const char *what,
                    uint32_t *found);
bool wr_read_sort (struct wr_reader *r, wr_node n, wr_sort *sort);
bool wr_read_var (struct wr_reader *r, wr_node n, wr_var *var);

/* Span, (shown ...) and (class ...) of a variable: true when the node is one of them and was read. */
bool wr_read_is_note (const struct wr_reader *r, wr_node n);
bool wr_read_note (struct wr_reader *r, wr_node n, wr_var var);

wr_expr wr_read_expr (struct wr_reader *r, wr_node n);
bool wr_read_condition (struct wr_reader *r, wr_node n, wr_expr *e); /* of sort bool */
/* ((x int) ...): new bound variables, brought into scope; wr_read_leave takes them out again. */
bool wr_read_bound_list (struct wr_reader *r, wr_node list, wr_u32s *vars);
void wr_read_leave (struct wr_reader *r, uint32_t bound_len);

/* (HEAD LABEL flag... e); `span` NULL: none stands before the expression. */
bool wr_read_clause (struct wr_reader *r, wr_node n, struct wr_clause *clause, wr_span *span);
/* (HEAD x int note... ) declares a variable in `scope`; its where clauses are read later. */
bool wr_read_declare (struct wr_reader *r, wr_node n, enum wr_var_kind kind, wr_map *scope,
                      wr_var *var);
bool wr_read_wheres (struct wr_reader *r, wr_node n, wr_var var);

/* Forms of labels, sites and origins [readlabel.c]. */
void wr_form_elements (struct wr_reader *r, wr_node n);
void wr_form_site (struct wr_reader *r, wr_node n);
void wr_form_origin (struct wr_reader *r, wr_node n);
void wr_form_label (struct wr_reader *r, wr_node n);

/* (body ...). */
void wr_read_body (struct wr_reader *r, wr_node n);

#endif
