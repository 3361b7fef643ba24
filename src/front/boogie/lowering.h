/* front/boogie/lowering.h -- what the files of the lowering share.

   Lowering walks the typed tree under an environment: the type that each type parameter in scope stands
   for, and what each variable in scope is in core (bpl_var.lowered).  Everything that depends on types
   goes through lower_types.c and lower_poly.c: a ground type is a canonical bpl_type without synonyms,
   whose remaining parameters are opaque sorts; an instance is a declaration with ground type arguments.

   A program with type parameters is lowered in rounds.  A round expands each quantifier over types by
   the instances known from earlier rounds and notes the instances that it meets; the core of the first
   round that meets nothing new is the result.

   OLD stands only around global variables: so it never gets in the way of let, lambda or inlining. */
#ifndef WR_FRONT_BOOGIE_LOWERING_H
#define WR_FRONT_BOOGIE_LOWERING_H

#include "base/check.h"
#include "core/build.h"
#include "core/memo.h"
#include "front/boogie/boogie.h"
#include "front/boogie/types.h"

enum {
  BPL_MAX_INLINE_DEPTH = 64,       /* nested inlined calls */
  BPL_MAX_INLINE_BLOCKS = 100000,  /* blocks of one body after inlining */
  BPL_MAX_EXPRESSION_DEPTH = 3000, /* after expansion of {:inline} functions */
  BPL_MAX_EXPANSIONS = 1000000,    /* of {:inline} functions in a program */
  BPL_MAX_ROUNDS = 24,             /* of instantiation */
  BPL_MAX_INSTANCES = 20000,       /* of all declarations together */
  BPL_MAX_INSTANCE_DEPTH = 6       /* nesting of a type in an instance made by a quantifier */
};

typedef struct bpl_lowering bpl_lowering;

/* A declaration (function, type, polymorphic map type, ...) at ground types. */
struct bpl_instance {
  const void *decl;
  bpl_type **args;
  uint32_t count;
};

/* The instances met so far, over all rounds, and the canonical ground types. */
struct bpl_instances {
  wr_arena *arena;
  WR_VEC (struct bpl_instance) all;
  wr_index index;
  WR_VEC (bpl_type *) ground;
  wr_index ground_index;
  wr_map by_decl; /* declaration -> index of its last instance + 1; chained by `previous` */
  wr_u32s previous;
  WR_VEC (bpl_tparam *) opaque[2]; /* shared ones, by number: any#, some# */
  WR_VEC (bpl_tparam *) unions;    /* the union of all types: all# */
  bool limit_hit;
};

/* What a type parameter stands for; innermost last. */
struct bpl_type_binding {
  const bpl_tparam *param;
  bpl_type *type;
};

/* hide, reveal, push or pop, before the command with this number. */
struct bpl_scope_change {
  uint32_t at;
  const bpl_stmt *stmt;
};

/* A block while a body is built; successors are blocks themselves. */
struct bpl_block_draft {
  wr_symbol name;
  wr_symbol base;                    /* its name before an inlined call split it, or none */
  struct bpl_block_draft *continues; /* what comes after the inlined call that ends this piece */
  uint32_t piece;
  wr_span at, return_at;
  WR_VEC (struct wr_cmd) cmds;
  WR_VEC (struct bpl_block_draft *) succs;
  WR_VEC (struct wr_invariant) invariants;
  WR_VEC (struct bpl_scope_change) scopes;
  wr_expr result; /* code expressions: the value returned */
  bool loop_head, branches;
  bool seam;               /* begins or ends an inlined call: not merged with its predecessor */
  uint32_t start_checking; /* number + 1 of the command with {:start_checking_here} */
  uint32_t index, preds;
  bool reachable, merged;
  wr_site loop_site;
};

/* A body while it is built. */
struct bpl_body_draft {
  WR_VEC (struct bpl_block_draft *) made; /* all of them, also those not in use */
  WR_VEC (struct bpl_block_draft *) blocks;
  WR_VEC (wr_var) locals;
  wr_map names;       /* block names in use */
  wr_map local_names; /* of variables */
  wr_map inlined;     /* procedure -> copies so far */
};

/* The measure of a loop: its values at the head, and what it takes to check it [lower_loopmeasure.c]. */
struct bpl_loop_measure {
  struct bpl_block_draft *head;
  const bpl_stmt *loop; /* the `while`; NULL: a loop made by goto */
  const bpl_exprs *exprs;
  wr_var *vars; /* hold the values at the head */
  const void *node;
  wr_span span, at;
};

/* A jump from inside a `while` to the label in front of it. */
struct bpl_way_back {
  struct bpl_block_draft *from;
  const bpl_stmt *loop;
};

/* The procedure whose code is being lowered; one per inlined copy. */
struct bpl_frame {
  struct bpl_frame *caller;
  const bpl_decl *decl;              /* procedure or implementation */
  const char *prefix;                /* of block and variable names: "" or "inline$P$0$" */
  struct bpl_block_draft *return_to; /* NULL: `return` leaves the body */
  wr_map saved;                      /* inlined: global -> local that holds its value on entry */
  wr_map labels;                     /* LABEL statement -> draft */
  WR_VEC (struct bpl_loop_measure) measures;
  WR_VEC (struct bpl_way_back) ways_back;
  bool inlined;
  bpl_type **types; /* inlined: what the type parameters of `decl` stand for */
  bool
      structured; /* no goto that goes back: a statement is passed at most once between two loop heads */
  uint32_t depth;   /* of inlining */
  wr_origin origin; /* inlined: the call */
};

struct bpl_lowering {
  struct bpl_program *program;
  wr_core *core;
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  bool failed; /* an error was reported: the core is not used */
  bool fine;   /* bpl_lower_fine */

  /* types and instances */
  struct bpl_instances *instances;
  WR_VEC (struct bpl_type_binding) type_env;
  wr_map sorts;      /* ground type -> sort */
  wr_map lowered;    /* instance number -> handle of what it is in this round, + 1 */
  wr_map func_names; /* symbols in use */
  wr_map sort_names;
  WR_VEC (bpl_type *) pending_data; /* datatypes whose constructors are to be added */
  bool adding_data;
  wr_map sort_types;     /* sort -> ground type, for polymorphic maps and datatypes */
  wr_u32s pending_funcs; /* instances of functions with a body to be lowered */
  bool in_axiom;
  bool expanded_types; /* something depends on which instances are known */
  /* the position of an expression in its clause, for quantifiers over types */
  int polarity;          /* 1: below an even number of negations, -1: odd, 0: both or unknown */
  uint32_t axiom_count;  /* that the program declares */
  bool below_exists;     /* below a quantifier over values that is existential in the clause */
  bool asserted;         /* here a code expression is about all of its runs; else about some run */
  bool saw_code;         /* a code expression was lowered */
  const char *no_code;   /* what is being lowered, if code expressions in it are not supported */
  uint32_t opaque_next;  /* opaque sorts used in this clause */
  uint32_t binders;      /* quantifiers, lambdas and lets around the expression */
  bool once;             /* in a statement that is passed at most once on a path of its body */
  uint32_t witness_next; /* opaque sorts used in this body for such statements */
  wr_u32s selects;       /* instances of selection from polymorphic maps, in order */
  wr_u32s intos;         /* functions that put values into the union, in order */

  /* context */
  uint32_t procedure; /* index + 1 of the owner of labels; 0: the program */
  enum wr_class cls;
  bool in_old;
  bool unlabelled;     /* inside a code expression: statements are part of an expression */
  uint32_t depth;      /* of nested calls of bpl_lower_expr */
  uint32_t expansions; /* of {:inline} functions, in all */
  struct bpl_frame *frame;
  struct bpl_body_draft *draft;
  wr_map elements; /* node -> element */
  wr_map body_names, procedure_names;
  wr_map lambdas;  /* shape -> function */
  wr_map builtins; /* text and sorts -> function */
  uint32_t lambda_count, temp_count;
  bool hides;                       /* some code of the program has a `hide` */
  WR_VEC (const bpl_decl *) hidden; /* the functions on which hideable axioms depend */
  wr_map hidden_numbers;            /* function -> its place among them */
  wr_map axiom_owners; /* axiom of a `uses` -> the place of its declaration in the program */
};

/* -- diagnostics [lower.c] ----------------------------------------------------------------------- */

__attribute__ ((format (printf, 3, 4))) void bpl_unsupported (bpl_lowering *lo, wr_span at,
                                                              const char *fmt, ...);
void bpl_not_honoured (bpl_lowering *lo, const bpl_attr *attr, const char *why);
/* An error was reported, or the program was cancelled, which has the same effect: the core is not used. */
bool bpl_stops (bpl_lowering *lo);
wr_symbol bpl_sym (bpl_lowering *lo, const char *text);
__attribute__ ((format (printf, 2, 3))) wr_symbol bpl_symf (bpl_lowering *lo, const char *fmt, ...);
/* `name`, or `name` with a number when it is taken; then it is. */
wr_symbol bpl_fresh_name (bpl_lowering *lo, wr_map *used, wr_symbol name);

/* -- attributes and labels [lower_label.c] ------------------------------------------------------- */

const bpl_attr *bpl_attr_get (const bpl_lowering *lo, const bpl_attr *attrs, const char *name);
/* {:name} or {:name true}. */
bool bpl_attr_is (const bpl_lowering *lo, const bpl_attr *attrs, const char *name);
/* {:name false}. */
bool bpl_attr_is_false (const bpl_lowering *lo, const bpl_attr *attrs, const char *name);
wr_symbol bpl_attr_text (bpl_lowering *lo, const bpl_attr *attrs, const char *name); /* or none */
bool bpl_attr_number (const bpl_lowering *lo, const bpl_attr *attrs, const char *name,
                      uint64_t *number);
enum wr_class bpl_class_of (bpl_lowering *lo, const bpl_attr *attrs, enum wr_class otherwise);

/* [lower_attr.c] What the attributes of a procedure or an implementation say about how its body is verified. */
void bpl_read_options (bpl_lowering *lo, const bpl_attr *attrs, struct wr_body *body);
/* Warns about unsupported attributes of a statement. */
void bpl_warn_attrs (bpl_lowering *lo, const bpl_stmt *stmt);
/* The same of a clause of a contract. */
void bpl_warn_clause (bpl_lowering *lo, const struct bpl_spec *spec);
/* assume {:soft} {:id "x"}: a preference for counterexamples, which no proof may use. */
bool bpl_is_soft (const bpl_lowering *lo, const bpl_attr *attrs);

/* What a label is made from.  `node` identifies the user's element. */
struct bpl_element {
  const void *node;
  const bpl_attr *attrs;
  wr_span span, report;
  uint32_t conjunct, conjuncts;
  bool negative, free, unchecked;
  enum wr_class cls; /* unless attributes say otherwise */
};
/* {:warrant_ok} and {:contradiction}; element 0: of the procedure. */
void bpl_silencers (bpl_lowering *lo, const bpl_attr *attrs, uint32_t element);
wr_label bpl_label (bpl_lowering *lo, enum wr_role role, const struct bpl_element *element);
uint32_t bpl_element_of (bpl_lowering *lo, const void *node);
wr_span bpl_place_from (wr_span span, uint32_t at); /* from byte `at` to the end of the span */
wr_site bpl_site (bpl_lowering *lo, enum wr_site_kind kind, wr_span span, const bpl_attr *attrs);

enum wr_class bpl_element_class (bpl_lowering *lo, enum wr_role role,
                                 const struct bpl_element *element);

/* The top-level conjuncts of an expression, in order. */
typedef WR_VEC (const bpl_expr *) bpl_conjuncts;
void bpl_split (const bpl_expr *e, bpl_conjuncts *out);

/* [lower_fine.c] What has a label of its own: the conjuncts, or finer parts of them. */
void bpl_labelled_parts (bpl_lowering *lo, const bpl_expr *e, bpl_conjuncts *out);
/* Probes of a clause as assertions in `block`, `role` being that of the clause; nothing unless they are asked for. */
void bpl_add_probes (bpl_lowering *lo, struct bpl_block_draft *block, enum wr_role role,
                     struct bpl_element element, const bpl_expr *e);
void bpl_add_loop_probes (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop);
/* Probes of preconditions, in a block of their own; NULL: none. */
struct bpl_block_draft *bpl_entry_probes (bpl_lowering *lo, const bpl_decl *procedure);
void bpl_add_ensures_probes (bpl_lowering *lo, wr_clauses *out, struct bpl_element element,
                             const bpl_expr *e);

/* -- types and instances [lower_types.c] --------------------------------------------------------- */

/* The type under the environment, canonical: equal ground types are the same pointer. */
bpl_type *bpl_ground (bpl_lowering *lo, const bpl_type *type);
wr_sort bpl_sort (bpl_lowering *lo, const bpl_type *type);
wr_sort bpl_ground_sort (bpl_lowering *lo, bpl_type *ground);
void bpl_declare_type (bpl_lowering *lo, const bpl_decl *decl);
/* Adds what is missing of the datatypes met. */
void bpl_finish_datatypes (bpl_lowering *lo);
/* The value of a bitvector type without bits. */
wr_expr bpl_no_bits (bpl_lowering *lo, const bpl_type *type);
uint32_t bpl_constructor_index (bpl_lowering *lo, wr_sort datatype,
                                const struct bpl_constructor *constructor);
uint32_t bpl_field_index (bpl_lowering *lo, wr_sort datatype,
                          const struct bpl_constructor *constructor, uint32_t field);
void bpl_bind_type (bpl_lowering *lo, const bpl_tparam *param, bpl_type *ground);
void bpl_unbind_types (bpl_lowering *lo, uint32_t count); /* the last `count` */
/* The number of the instance, which is noted. */
uint32_t bpl_instance_of (bpl_lowering *lo, const void *decl, bpl_type *const *args,
                          uint32_t count);
/* The same without noting it; UINT32_MAX if it was never met. */
uint32_t bpl_instance_find (const bpl_lowering *lo, const void *decl, bpl_type *const *args,
                            uint32_t count);
bpl_type *bpl_ground_intern (struct bpl_instances *in, const bpl_type *type);
/* A type parameter that stands for itself. */
bpl_type *bpl_opaque_type (bpl_lowering *lo, bpl_tparam *param);
/* name<int, bool>; the name itself when there are no arguments. */
wr_symbol bpl_instance_name (bpl_lowering *lo, wr_symbol name, bpl_type *const *args,
                             uint32_t count);
bool bpl_type_is_opaque (const bpl_type *ground); /* mentions an opaque sort */
void bpl_instances_free (struct bpl_instances *in);

/* -- functions [lower_func.c] -------------------------------------------------------------------- */

/* The core function of an instance; `type_args` are under the environment. */
wr_func bpl_func (bpl_lowering *lo, const bpl_decl *decl, const bpl_types *type_args);
wr_func bpl_constant (bpl_lowering *lo, const bpl_var *var);
wr_expr bpl_call_function (bpl_lowering *lo, const bpl_expr *call, const wr_expr *args);
/* A function of the solver's theories. */
wr_expr bpl_builtin (bpl_lowering *lo, const char *text, const wr_expr *args, uint32_t count,
                     wr_sort result);
void bpl_lower_function (bpl_lowering *lo, const bpl_decl *decl);
void bpl_lower_axiom (bpl_lowering *lo, const bpl_decl *decl);
void bpl_lower_pending_functions (bpl_lowering *lo);
/* [lower_visible.c] Before anything else; an axiom that counts where it is revealed; what the body that was
   just made reveals, as assumptions in its first block. */
void bpl_find_hides (bpl_lowering *lo);
wr_expr bpl_hideable_axiom (bpl_lowering *lo, const bpl_decl *axiom, wr_expr e);
void bpl_reveal (bpl_lowering *lo, struct bpl_block_draft *start);
void bpl_mark_recursive (bpl_lowering *lo);

/* -- expressions [lower_expr.c, lower_binder.c, lower_float.c] ----------------------------------- */

/* An expression that is assumed, and one that is checked: they differ in code expressions (lower_code.c). */
wr_expr bpl_lower_expr (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_lower_goal (bpl_lowering *lo, const bpl_expr *e);
/* A clause that is checked in one place and assumed in another.  *checked is none if both are the same. */
wr_expr bpl_lower_clause (bpl_lowering *lo, const bpl_expr *e, bool is_free, wr_expr *checked);
/* An expression with no code expressions, which `what` could not hold; polarity 0. */
wr_expr bpl_lower_codeless (bpl_lowering *lo, const bpl_expr *e, const char *what);
wr_expr bpl_dummy (bpl_lowering *lo, wr_sort sort); /* after an error */
/* What a variable in scope is in core; the old binding is returned for bpl_unbind. */
void *bpl_bind_var (bpl_var *var, wr_var core_var);
void *bpl_bind_expr (bpl_var *var, wr_expr value);
bool bpl_bound_var (const bpl_var *var, wr_var *core_var);
/* The same where the value is used in another way than that of the expression around it. */
wr_expr bpl_lower_at (bpl_lowering *lo, const bpl_expr *e, int polarity);
wr_expr bpl_lower_quantifier (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_lower_let (bpl_lowering *lo, const bpl_expr *e);
/* Lambda lifting [lower_lambda.c]: variables made since `first_inner` are bound inside the lambda. */
struct bpl_lifting {
  bpl_lowering *lo;
  uint32_t first_inner;
  wr_memo state, done;
  WR_VEC (wr_expr) holes;
  WR_VEC (wr_var) params; /* parallel to holes */
};
wr_expr bpl_lift (struct bpl_lifting *l, wr_expr body);
void bpl_lifting_free (struct bpl_lifting *l);
/* A text that is the same for bodies that are equal up to the names of their variables. */
wr_symbol bpl_shape (bpl_lowering *lo, const wr_var *indices, uint32_t index_count,
                     const wr_var *params, uint32_t param_count, wr_expr body);
wr_expr bpl_lower_lambda (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_lower_code (bpl_lowering *lo, const bpl_expr *e);
/* The value of an assignment or an argument of a call.  If it contains a code expression, it is a new variable about which `block` assumes the equivalence. */
wr_expr bpl_lower_value (bpl_lowering *lo, struct bpl_block_draft *block, bpl_expr *e);
/* Is it an equivalence, or a conditional of type bool, whose operands contain a code expression?  Such an expression is lowered as two
   implications by bpl_lower_split: its operands stand on both sides of them. */
bool bpl_is_split (const bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_lower_split (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_float_literal (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_field_select (bpl_lowering *lo, wr_expr value,
                          const struct bpl_constructor *constructor, uint32_t field);
wr_expr bpl_field_store (bpl_lowering *lo, wr_expr value, const struct bpl_constructor *constructor,
                         uint32_t field, wr_expr update);
bool bpl_field_is_shared (const struct bpl_constructor *constructor, uint32_t field);

/* -- polymorphism [lower_poly.c, lower_polymap.c] -------------------------------------------------- */

/* [lower_union.c] The union of all types; `number` distinguishes the parameters of one quantifier. */
bpl_type *bpl_union_type (bpl_lowering *lo, uint32_t number);
bool bpl_has_union (const bpl_lowering *lo, bpl_type *const *types, uint32_t count);
/* Whether a quantifier or lambda over types (a function's body) may be instantiated at the union. */
bool bpl_union_holds (const bpl_lowering *lo, const bpl_expr *binder);
bool bpl_union_holds_for_body (const bpl_lowering *lo, const bpl_decl *function);
bool bpl_may_be_equal (const bpl_type *a, const bpl_type *b);
const bpl_type *bpl_type_of_sort (const bpl_lowering *lo, wr_sort sort); /* or NULL */
bool bpl_into_union (bpl_lowering *lo, wr_expr e, wr_sort to, wr_expr *out);
bool bpl_equal_in_union (bpl_lowering *lo, wr_expr a, wr_expr b, wr_expr *out);
wr_expr bpl_mixed_equality (bpl_lowering *lo, wr_expr a, wr_expr b);
/* [lower_link.c] The function `all` at the union is `one` at an instance; `always`: wherever there
   is one, else where the union is read at a place of the instance. */
struct bpl_link {
  const void *node;
  wr_span span;
  wr_func one, all;
  bool always;
};
/* A program with more axioms has a prelude, which speaks of its heap by axioms of its own: there only the links that hold always are
   added.  With the others, programs that Dafny prints take 28 % more steps, one of them 4.6 times as many, and prove no more. */
enum { BPL_LINK_AXIOMS = 64 };
void bpl_link_union (bpl_lowering *lo, const struct bpl_link *link);
void bpl_link_functions (bpl_lowering *lo);
void bpl_finish_union (bpl_lowering *lo);
bool bpl_instance_is_opaque (const struct bpl_instance *instance);
wr_expr bpl_lower_type_quantifier (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_lower_one_quantifier (bpl_lowering *lo, const bpl_expr *e);
wr_expr bpl_poly_select (bpl_lowering *lo, wr_expr map, const bpl_type *type,
                         const bpl_types *type_args, const wr_expr *index, uint32_t count);
wr_expr bpl_poly_store (bpl_lowering *lo, wr_expr map, const bpl_type *type,
                        const bpl_types *type_args, const wr_expr *index, uint32_t count,
                        wr_expr value);
const void *bpl_map_key (const bpl_lowering *lo); /* under which instances of ordinary maps are */
/* The type arguments of an access in the order of the canonical map type. */
bpl_types bpl_map_type_args (bpl_lowering *lo, const bpl_type *type, const bpl_types *given);
wr_expr bpl_lower_poly_lambda (bpl_lowering *lo, const bpl_expr *e);
void bpl_poly_finish (bpl_lowering *lo); /* axioms of maps and lambdas, at the end of a round */

/* Abstraction over the variables that an expression mentions [lower_leaves.c]. */
struct bpl_leaves {
  bpl_lowering *lo;
  uint32_t first_inner; /* bound variables made since then are not leaves */
  WR_VEC (wr_expr) terms;
  WR_VEC (wr_var) params; /* parallel to terms */
  wr_map now, old;        /* variable -> parameter */
};
void bpl_leaves_of (struct bpl_leaves *l, wr_expr e);
void bpl_leaves_of_tree (struct bpl_leaves *l, const bpl_expr *e);
wr_expr bpl_leaves_abstract (struct bpl_leaves *l, wr_expr e);
wr_func bpl_leaves_function (struct bpl_leaves *l, wr_symbol name, wr_sort result);
wr_expr bpl_leaves_call (struct bpl_leaves *l, wr_func func); /* at the leaves */
wr_expr bpl_leaves_term (struct bpl_leaves *l, wr_func func); /* at the parameters */
void bpl_leaves_axiom (struct bpl_leaves *l, const bpl_expr *e, const wr_var *more, uint32_t count,
                       wr_expr trigger, wr_expr fact);
void bpl_leaves_free (struct bpl_leaves *l);
void bpl_add_internal_axiom (bpl_lowering *lo, const void *node, wr_span span, const wr_var *vars,
                             uint32_t count, const wr_expr *trigger, uint32_t trigger_count,
                             wr_expr fact);
/* Pools [lower_pool.c]: whether all variables have one; the triggers; `e` beside the terms of
   {:add_to_pool}, joined by AND or IMPLIES. */
bool bpl_all_pooled (const bpl_lowering *lo, const bpl_vars *bound);
void bpl_pool_terms (bpl_lowering *lo, const bpl_vars *bound, const wr_var *vars, wr_expr *out);
wr_expr bpl_add_to_pool (bpl_lowering *lo, const bpl_attr *attrs, wr_expr e, enum wr_op op);

/* -- procedures [lower_proc.c] ------------------------------------------------------------------- */

void bpl_declare_procedure (bpl_lowering *lo, const bpl_decl *decl);
uint32_t bpl_procedure_index (bpl_lowering *lo, const bpl_decl *decl, const bpl_types *type_args);
void bpl_lower_body (bpl_lowering *lo, const bpl_decl *decl);
void bpl_lower_where (bpl_lowering *lo, const bpl_var *var, wr_var core_var);
wr_var bpl_new_var (bpl_lowering *lo, enum wr_var_kind kind, const bpl_var *var, wr_symbol name);
void bpl_lower_locals (bpl_lowering *lo, const bpl_vars *locals);

/* -- bodies [lower_body.c, lower_cmd.c, lower_inline.c] ------------------------------------------ */

/* The blocks of a body, appended to lo->draft; returns the first. */
struct bpl_block_draft *bpl_lower_blocks (bpl_lowering *lo, const struct bpl_body *body);
struct bpl_block_draft *bpl_block_new (bpl_lowering *lo, wr_symbol name, wr_span at);
void bpl_block_add (bpl_lowering *lo, struct bpl_block_draft *block);
/* Invariants and site of a structured loop. */
void bpl_lower_loop_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop);
/* One simple statement (`condition`: an assume here is the condition of a branch); the block to go on with (another one after an inlined call). */
struct bpl_block_draft *bpl_lower_simple (bpl_lowering *lo, struct bpl_block_draft *block,
                                          const bpl_stmt *stmt, bool condition);
void bpl_add_cmd (struct bpl_block_draft *block, struct wr_cmd cmd);
void bpl_add_guard (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt,
                    bool negative);
void bpl_add_assign (bpl_lowering *lo, struct bpl_block_draft *block, wr_var var, wr_expr value,
                     wr_span at);
void bpl_add_assume (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e, wr_span at);
wr_var bpl_new_local (bpl_lowering *lo, wr_symbol name, wr_sort sort, wr_span span);
bool bpl_is_inlined (bpl_lowering *lo, const bpl_decl *procedure);
struct bpl_block_draft *bpl_inline_call (bpl_lowering *lo, struct bpl_block_draft *block,
                                         const bpl_stmt *call);
/* [lower_finish.c] Merges blocks as Boogie does, selects checks, and moves the draft to `body`. */
void bpl_finish_blocks (bpl_lowering *lo, struct wr_body *body);
void bpl_draft_free (struct bpl_body_draft *draft);
/* [lower_measure.c] The measure clause of a procedure or loop, or NULL. */
const struct bpl_spec *bpl_measure_of (const bpl_specs *specs);
wr_expr bpl_measure_value (bpl_lowering *lo, const bpl_expr *e);
/* That a component is not negative; false for a boolean. */
bool bpl_measure_bound (bpl_lowering *lo, const bpl_expr *e, wr_expr *out);
wr_expr bpl_measure_decreases (bpl_lowering *lo, const wr_expr *now, const wr_expr *before,
                               uint32_t count);
struct bpl_element bpl_measure_element (const void *node, wr_span span, const bpl_expr *e);
void bpl_measure_check (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e,
                        struct bpl_element element);
void bpl_measure_requires (bpl_lowering *lo, const bpl_decl *procedure, wr_clauses *out);
void bpl_measure_at_call (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *call,
                          const wr_expr *args);
/* [lower_loopmeasure.c] Notes the measure of a loop, whose head `head` is or `block` begins. */
void bpl_measure_at_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop);
void bpl_measure_stmt (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt);
void bpl_measure_way_back (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *loop);
/* Checks the measures of the loops of a body whose blocks are complete. */
void bpl_measure_loops (bpl_lowering *lo, struct bpl_block_draft *first);

/* Records in the labels of a program that a translator printed what is the user's.  [generated.c] */
void bpl_mark_generated (wr_core *core);
bool bpl_has_prelude (uint32_t axioms); /* so many axioms are most likely printed by a translator */

#endif
