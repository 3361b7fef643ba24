/* front/viper/ast.h -- the syntax tree of a Viper program.  Trees with byte spans, in the arena of the program version.  The
   parser fills everything but the fields marked [resolve] and [type], which the later phases fill in place; macros are expanded
   between parsing and resolution, and no macro definition or use is left in what resolution sees.  `span` of a node reaches from
   its first to its last token (parentheses around an expression do not belong to it; an annotated node begins at its `@`).  Every
   node of a macro's expansion, arguments included, has the span of the outermost use, and `origin` names the macro's text.
   Private to front/viper.

   After vpr_check without errors:
   - every expression has its type; no type holds a type variable or an error.  Types are interned: equal types are equal pointers.
   - every name, call, field, label and type has its declaration.
   - every assertion is checked to be one (impure types), and every consistency rule holds.
   - quantifiers without triggers have those that vpr_triggers chose, marked `automatic`. */
#ifndef WR_FRONT_VIPER_AST_H
#define WR_FRONT_VIPER_AST_H

#include "base/cancel.h"
#include "base/intern.h"
#include "source/source.h"

typedef struct vpr_type vpr_type;
typedef struct vpr_expr vpr_expr;
typedef struct vpr_var vpr_var;
typedef struct vpr_decl vpr_decl;
typedef struct vpr_stmt vpr_stmt;
typedef struct vpr_annot vpr_annot;
typedef struct vpr_label vpr_label;

/* A list in the arena. */
#define VPR_LIST(type)                                                                             \
  struct {                                                                                         \
    type *data;                                                                                    \
    uint32_t len;                                                                                  \
  }
typedef VPR_LIST (vpr_expr *) vpr_exprs;
typedef VPR_LIST (vpr_type *) vpr_types;
typedef VPR_LIST (vpr_var *) vpr_vars;
typedef VPR_LIST (vpr_stmt *) vpr_stmts;
typedef VPR_LIST (vpr_decl *) vpr_decls;

/* An identifier where it stands in the text. */
typedef struct {
  wr_symbol name;
  wr_span span;
} vpr_ident;
typedef VPR_LIST (vpr_ident) vpr_idents;

/* @name("text", ...) */
struct vpr_annot {
  vpr_ident name; /* may hold dots */
  VPR_LIST (wr_str) args;
  vpr_annot *next;
};

/* -- types ------------------------------------------------------------------------------------- */

enum vpr_type_kind {
  VPR_TYPE_ERROR, /* unknown because of an error already reported: agrees with everything */
  VPR_TYPE_INT,
  VPR_TYPE_BOOL,
  VPR_TYPE_REF,
  VPR_TYPE_PERM, /* also `Rational`, with a warning */
  VPR_TYPE_SEQ,  /* args[0] */
  VPR_TYPE_SET,
  VPR_TYPE_MULTISET,
  VPR_TYPE_MAP,  /* args[0], args[1] */
  VPR_TYPE_NAME, /* before resolution: an identifier with arguments */
  /* made by resolution and inference */
  VPR_TYPE_DOMAIN, /* decl: a domain or an ADT; args */
  VPR_TYPE_PARAM,  /* decl: the domain or ADT; param: index of its type parameter */
  VPR_TYPE_VAR,    /* an inference variable */
  /* of assertions only */
  VPR_TYPE_IMPURE,    /* an assertion with permissions; Bool and the two below are part of it */
  VPR_TYPE_PREDICATE, /* acc of a predicate */
  VPR_TYPE_WAND
};

struct vpr_type {
  enum vpr_type_kind kind;
  wr_span span;   /* of a type in the text; none for an interned one */
  vpr_ident name; /* NAME */
  vpr_types args;
  bool call;      /* NAME, before macros are expanded: the arguments stand in parentheses */
  vpr_decl *decl; /* [resolve] DOMAIN, PARAM */
  uint32_t param; /* [resolve] PARAM: index; [type] VAR: number */
  uint32_t
      number; /* interned types: their number; types of the text [resolve]: the number of what they mean */
  uint32_t weight;                    /* interned types: how many types are in it */
  uint16_t depth;                     /* interned types: levels */
  uint32_t height;                    /* of a type in the text, at most VPR_MAX_NESTING */
  bool has_var, has_param, has_error; /* interned types: whether one occurs in it */
};

/* -- variables --------------------------------------------------------------------------------- */

enum vpr_var_kind {
  VPR_VAR_FORMAL, /* of a method, function, predicate, domain function, constructor */
  VPR_VAR_RETURN,
  VPR_VAR_LOCAL,
  VPR_VAR_BOUND /* of a quantifier, forperm, let, quasihavocall */
};

struct vpr_var {
  vpr_ident id; /* name none: an unnamed argument of a domain function */
  enum vpr_var_kind kind;
  vpr_type *written; /* as parsed; NULL for a let variable */
  vpr_type *type;    /* [type] interned */
  vpr_decl *decl;    /* the member around it; constructor arguments: the constructor */
  void *lowered;     /* free for lowering */
};

/* -- expressions ------------------------------------------------------------------------------- */

/* X (NAME, spelling, level of section "Grammar": loosest 1) */
#define VPR_BINARY_OPS(X)                                                                          \
  X (IFF, "<==>", 2)                                                                               \
  X (IMPLIES, "==>", 3)                                                                            \
  X (WAND, "--*", 4)                                                                               \
  X (OR, "||", 5)                                                                                  \
  X (AND, "&&", 6)                                                                                 \
  X (EQ, "==", 7)                                                                                  \
  X (NE, "!=", 7)                                                                                  \
  X (LT, "<", 8)                                                                                   \
  X (LE, "<=", 8)                                                                                  \
  X (GT, ">", 8)                                                                                   \
  X (GE, ">=", 8)                                                                                  \
  X (IN, "in", 8)                                                                                  \
  X (ADD, "+", 9)                                                                                  \
  X (SUB, "-", 9)                                                                                  \
  X (APPEND, "++", 9)                                                                              \
  X (UNION, "union", 9)                                                                            \
  X (INTERSECTION, "intersection", 9)                                                              \
  X (SETMINUS, "setminus", 9)                                                                      \
  X (SUBSET, "subset", 9)                                                                          \
  X (MUL, "*", 10) X (DIV, "/", 10) X (INTDIV, "\\", 10) X (MOD, "%", 10)

enum vpr_op {
  VPR_OP_NONE,
#define X(name, text, level) VPR_OP_##name,
  VPR_BINARY_OPS (X)
#undef X
      VPR_OP_NEG,
  VPR_OP_NOT,
  VPR_OP_COUNT
};

enum vpr_expr_kind {
  VPR_EXPR_ERROR, /* after a syntax error */
  VPR_EXPR_TRUE,
  VPR_EXPR_FALSE,
  VPR_EXPR_NULL,
  VPR_EXPR_RESULT,
  VPR_EXPR_NONE,  /* no permission */
  VPR_EXPR_WRITE, /* full permission */
  VPR_EXPR_WILDCARD,
  VPR_EXPR_EPSILON,
  VPR_EXPR_INT,           /* text: decimal digits */
  VPR_EXPR_NAME,          /* ident; [resolve] var */
  VPR_EXPR_UNARY,         /* op args[0] */
  VPR_EXPR_BINARY,        /* args[0] op args[1]; chained comparisons are ANDs of copies */
  VPR_EXPR_COND,          /* args[0] ? args[1] : args[2] */
  VPR_EXPR_INHALE_EXHALE, /* [args[0], args[1]] */
  VPR_EXPR_FIELD,         /* args[0].ident; [resolve] decl: a field */
  VPR_EXPR_DESTRUCTOR, /* [type] made of FIELD: args[0].ident; decl: the constructor, var: its argument */
  VPR_EXPR_DISCRIMINATOR, /* [type] made of FIELD: args[0].isC; decl: the constructor */
  VPR_EXPR_CALL, /* ident(args); [resolve] decl: function, domain function, constructor, predicate (an instance as resource), method (statements only); type_args [type] for domain functions and constructors */
  VPR_EXPR_ASCRIBED, /* (args[0] : written) */
  VPR_EXPR_ACC, /* acc(args[0], args[1]); args[0] is FIELD or CALL of a predicate, or a wand; args.len is 1 when no amount is written.  `P(x)` alone as an assertion becomes an ACC with `implicit` set [type] */
  VPR_EXPR_PERM,    /* perm(args[0]): FIELD, CALL of a predicate, wand */
  VPR_EXPR_FORPERM, /* vars; args[0] the resource; args[1] the body */
  VPR_EXPR_OLD,     /* old(args[0]); old[ident](args[0]): label [resolve]; `lhs` set for old[lhs] */
  VPR_EXPR_LET,     /* vars[0] == args[0] in args[1] */
  VPR_EXPR_FORALL,  /* vars, triggers, args[0] */
  VPR_EXPR_EXISTS,
  VPR_EXPR_UNFOLDING, /* unfolding args[0] (an ACC) in args[1] */
  VPR_EXPR_APPLYING,  /* applying (args[0], a wand) in args[1] */
  VPR_EXPR_ASSERTING, /* asserting (args[0]) in args[1] */
  VPR_EXPR_INSTANCE,  /* #P(args): ident; [resolve] decl: the predicate */
  VPR_EXPR_SEQ,       /* Seq(args) or Seq[T](); written: the element type or NULL */
  VPR_EXPR_SET,
  VPR_EXPR_MULTISET,
  VPR_EXPR_MAP, /* Map(k := v, ...): args are k, v, k, v ...; written, written_value: Map[K, V]() */
  VPR_EXPR_RANGE,     /* [args[0] .. args[1]) */
  VPR_EXPR_LENGTH,    /* |args[0]| */
  VPR_EXPR_INDEX,     /* args[0][args[1]] of a sequence or a map */
  VPR_EXPR_UPDATE,    /* args[0][args[1] := args[2]] */
  VPR_EXPR_TAKE,      /* args[0][..args[1]]; s[i..j] is a DROP of a TAKE */
  VPR_EXPR_DROP,      /* args[0][args[1]..] */
  VPR_EXPR_DOMAIN_OF, /* domain(args[0]) */
  VPR_EXPR_RANGE_OF,  /* range(args[0]) */
  VPR_EXPR_NEW,       /* new(idents) or new(*): `all`; only on the right of := */
  VPR_EXPR_KIND_COUNT
};

struct vpr_trigger {
  vpr_exprs exprs;
  wr_span span;
  bool automatic; /* [type] chosen by vpr_triggers */
  bool relaxed;   /* [type] terms have arithmetic in them, which is no part of what is looked for */
};

struct vpr_expr {
  enum vpr_expr_kind kind;
  enum vpr_op op;
  wr_span span;
  wr_span origin; /* of a node in a macro's expansion: the text in the definition; else none */
  vpr_ident ident;
  wr_str text;
  vpr_exprs args;
  vpr_vars vars;
  VPR_LIST (struct vpr_trigger) triggers;
  vpr_type *written, *written_value;
  vpr_idents idents; /* NEW */
  vpr_annot *annots;
  bool implicit, all, lhs;
  bool binds;      /* this tree declares variables */
  uint32_t height; /* of the tree below, at most VPR_MAX_HEIGHT */
  vpr_type *type;  /* [type] interned */
  vpr_types
      type_args; /* [type] CALL of a domain function or constructor, DESTRUCTOR, DISCRIMINATOR: of its domain's type parameters, in order */
  vpr_var *var;  /* [resolve] */
  vpr_decl *decl;   /* [resolve] */
  vpr_label *label; /* [resolve] OLD */
};

/* -- decreases clauses ------------------------------------------------------------------------- */

enum vpr_measure_kind { VPR_MEASURE_TUPLE, VPR_MEASURE_WILDCARD, VPR_MEASURE_STAR };
struct vpr_measure {
  enum vpr_measure_kind kind;
  wr_span span;
  vpr_exprs tuple;     /* a CALL of a predicate becomes an INSTANCE [type] */
  vpr_expr *condition; /* or NULL */
};
typedef VPR_LIST (struct vpr_measure) vpr_measures;

/* -- statements -------------------------------------------------------------------------------- */

enum vpr_stmt_kind {
  VPR_STMT_ERROR,
  VPR_STMT_BLOCK,  /* body */
  VPR_STMT_VAR,    /* vars; with a right side: targets are NAMEs of vars, and value */
  VPR_STMT_ASSIGN, /* targets := value (one target; value may be NEW).  The parser makes an ASSIGN of `x := m(e)`, and resolution a CALL where m is a method */
  VPR_STMT_CALL, /* targets := decl(args); value is the CALL expression; also a VAR with a method call has its call in value.  The parser makes a CALL of every statement without `:=` (value is a CALL, or a NAME that no macro has) and of every one with several targets (value may be anything) */
  VPR_STMT_INHALE, /* value */
  VPR_STMT_EXHALE,
  VPR_STMT_ASSERT,
  VPR_STMT_ASSUME,
  VPR_STMT_REFUTE,
  VPR_STMT_FOLD, /* value: an ACC */
  VPR_STMT_UNFOLD,
  VPR_STMT_IF,    /* value: condition; body; orelse (or empty); `elseif` is an IF alone in orelse */
  VPR_STMT_WHILE, /* value: condition; invariants; measures; body */
  VPR_STMT_GOTO,  /* ident; [resolve] label */
  VPR_STMT_LABEL, /* ident, invariants; label */
  VPR_STMT_PACKAGE,    /* value: a wand; body: the script; has_script */
  VPR_STMT_APPLY,      /* value: a wand */
  VPR_STMT_QUASIHAVOC, /* condition or NULL; value: the resource (FIELD, CALL of a predicate, wand; the parser takes any expression) */
  VPR_STMT_QUASIHAVOCALL, /* the same with vars */
  VPR_STMT_DEFINE,        /* a macro of the method: define; none is left after expansion */
  VPR_STMT_KIND_COUNT
};

struct vpr_stmt {
  enum vpr_stmt_kind kind;
  wr_span span;
  wr_span origin; /* as in expressions */
  vpr_annot *annots;
  vpr_vars vars;
  vpr_exprs targets;
  vpr_expr *value, *condition;
  vpr_exprs invariants;
  vpr_measures measures;
  vpr_stmts body, orelse;
  bool has_script, has_else;
  vpr_ident ident;
  vpr_label *label; /* LABEL: the declared one; GOTO [resolve] */
  vpr_decl *define; /* DEFINE */
};

/* A label of a method. */
struct vpr_label {
  vpr_ident id;
  vpr_stmt *stmt; /* NULL: the built-in ones */
  void *lowered;  /* free for lowering */
};

/* -- declarations ------------------------------------------------------------------------------ */

enum vpr_decl_kind {
  VPR_DECL_ERROR,
  VPR_DECL_IMPORT, /* path, `local`: "..." rather than <...> */
  VPR_DECL_DEFINE, /* a macro; none is left after expansion */
  VPR_DECL_FIELD,
  VPR_DECL_METHOD,
  VPR_DECL_FUNCTION,
  VPR_DECL_PREDICATE,
  VPR_DECL_DOMAIN,
  VPR_DECL_DOMAIN_FUNCTION, /* in `members` of its domain */
  VPR_DECL_AXIOM,           /* in `members` of its domain */
  VPR_DECL_ADT,
  VPR_DECL_CONSTRUCTOR /* in `members` of its ADT */
};

/* derives { name [type] without idents } */
struct vpr_derive {
  vpr_ident name;
  vpr_type *type; /* or NULL */
  vpr_idents without;
};

/* interpretation (backend: "text") of a domain, interpretation "text" of a domain function. */
struct vpr_interpretation {
  vpr_ident backend;
  wr_str text;
};

struct vpr_decl {
  enum vpr_decl_kind kind;
  wr_span span; /* the whole declaration */
  vpr_annot *annots;
  vpr_ident id; /* none for an import and an unnamed axiom */
  wr_str path;  /* IMPORT */
  bool local;
  vpr_idents params; /* DOMAIN, ADT: type parameters; DEFINE: parameters */
  bool has_params;   /* DEFINE: written with parentheses */
  vpr_vars formals;  /* METHOD, FUNCTION, PREDICATE, DOMAIN_FUNCTION, CONSTRUCTOR */
  vpr_vars returns;  /* METHOD */
  vpr_type *written; /* FIELD, FUNCTION, DOMAIN_FUNCTION: the type as parsed */
  vpr_type *type;    /* [type] interned */
  vpr_exprs requires_, ensures;
  vpr_measures measures;
  bool has_body;
  vpr_expr *value; /* FUNCTION, PREDICATE: the body; AXIOM: the formula; DEFINE: an expression */
  vpr_type *alias; /* DEFINE: a type that cannot be an expression; or NULL */
  vpr_stmts body;  /* METHOD; DEFINE with a block: is_block */
  bool is_block;
  vpr_decls members; /* DOMAIN, ADT */
  vpr_decl *owner;   /* members: the domain or ADT */
  bool unique;       /* DOMAIN_FUNCTION */
  bool interpreted;  /* DOMAIN or DOMAIN_FUNCTION with an `interpretation` */
  VPR_LIST (struct vpr_interpretation) interpretations;
  VPR_LIST (struct vpr_derive) derives; /* ADT */
  VPR_LIST (vpr_label *) labels;        /* METHOD [resolve] */
  bool builtin;                         /* comes from a built-in file */
  uint32_t index;                       /* [resolve] number among the declarations of its kind */
  void *lowered;                        /* free for lowering */
};

/* The program: the declarations of all its files, imported ones after those that import them. */
typedef struct vpr_program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  const wr_cancel *cancel;
  vpr_decls decls;
  struct vpr_type_table *types; /* the interned types (types.h); made by resolution */
  struct vpr_name_table *names; /* [resolve] the table of names (names.h) */
} vpr_program;

#endif
