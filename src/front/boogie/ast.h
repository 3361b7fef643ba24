/* front/boogie/ast.h -- the syntax tree of a Boogie program.  Trees with byte spans, in the arena of the
   program version.  The parser fills everything but the fields marked [resolve] and [type], which the
   later phases fill in place.  `at` of an expression or declaration is the byte at which Boogie reports
   errors about it (the operator of a binary expression, the name of a declaration).  Private to
   front/boogie.

   After bpl_resolve without errors:
   - every type in the text is one of the kinds below BPL_TYPE_MAP; none is BPL_TYPE_NAME or
     BPL_TYPE_ERROR.  A SYNONYM has its expansion (arguments put in); use bpl_type_head and
     bpl_type_equal of types.h rather than comparing kinds and pointers.
   - every [resolve] field is filled: NAME has its variable, CALL its function or its datatype and
     constructor, statements their variables, procedure, constructor or function, an implementation
     its procedure, modifies clauses their globals.
   - declarations and variables marked `ignored` are not part of the program; nothing refers to them,
     and what is inside was not looked at.  Declarations marked `library` may follow those of the text.
   After bpl_typecheck without errors, everywhere but inside ignored declarations:
   - every expression (attributes and triggers included), assignment target, step and let variable has
     its type; no type holds a proxy or an error.  Types are shared, and equal ones may be different objects.
   - type_args of CALL (parameters of the function, or of the constructor's datatype), SELECT, STORE and
     INDEX steps (parameters of the map's type, in its order), and of CALL and UNPACK statements (of the
     procedure, of the datatype) have one type for each type parameter.  They may mention type
     parameters that are in scope at the place.  Where nothing determines an instance it is int, for a
     bitvector the least width that fits, for a map the type of its uses.
   - the operands of `==` and `!=` need not have equal types: they have types that some instances of the
     type parameters in scope make equal.  The operands of `/` may mix int and real.
   - FIELD and FIELD_UPDATE name the first constructor that has the field; other constructors of the
     datatype may have a field of this name, then of the same type.
   - the type of a lambda is a map whose `params` are the lambda's own.
   - implementations agree with their procedure up to the names and the order of type parameters.
   - assignments, havocs and calls change only what the procedure may modify. */
#ifndef WR_FRONT_BOOGIE_AST_H
#define WR_FRONT_BOOGIE_AST_H

#include "base/cancel.h"
#include "base/intern.h"
#include "source/source.h"

typedef struct bpl_type bpl_type;
typedef struct bpl_expr bpl_expr;
typedef struct bpl_attr bpl_attr;
typedef struct bpl_var bpl_var;
typedef struct bpl_decl bpl_decl;
typedef struct bpl_stmt bpl_stmt;
typedef struct bpl_block bpl_block;
typedef struct bpl_tparam bpl_tparam;

/* A list in the arena. */
#define BPL_LIST(type)                                                                             \
  struct {                                                                                         \
    type *data;                                                                                    \
    uint32_t len;                                                                                  \
  }
typedef BPL_LIST (bpl_expr *) bpl_exprs;
typedef BPL_LIST (bpl_type *) bpl_types;
typedef BPL_LIST (bpl_var *) bpl_vars;
typedef BPL_LIST (bpl_tparam *) bpl_tparams;
typedef BPL_LIST (bpl_stmt *) bpl_stmts;
typedef BPL_LIST (bpl_decl *) bpl_decls;

/* An identifier where it stands in the text. */
typedef struct {
  wr_symbol name; /* without the escaping backslash */
  wr_span span;
} bpl_ident;
typedef BPL_LIST (bpl_ident) bpl_idents;

/* {:name arg, ...}; a trigger {e, ...} is an entry of the same list in quantifiers, to keep the order. */
struct bpl_attr {
  enum { BPL_ATTR, BPL_TRIGGER } kind;
  bpl_ident name; /* none for a trigger */
  wr_span span;
  uint32_t arg_count;
  struct bpl_attr_arg {
    bpl_expr *expr; /* NULL: a string */
    wr_str text;    /* the characters between the quotes, escapes kept as written */
    wr_span span;
  } * args;
  bpl_attr *next;
};

/* -- types ------------------------------------------------------------------------------------- */

/* A type parameter of a declaration, quantifier or map type. */
struct bpl_tparam {
  bpl_ident id;
  bool rejected; /* [resolve] its declaration is an error already reported */
};

enum bpl_type_kind {
  BPL_TYPE_ERROR, /* unknown because of an error already reported: agrees with everything */
  BPL_TYPE_BOOL,
  BPL_TYPE_INT,
  BPL_TYPE_REAL,
  BPL_TYPE_NAME, /* before resolution: an identifier with arguments */
  BPL_TYPE_MAP,  /* params may be empty; args may be empty (nullary map) */
  /* made by resolution from BPL_TYPE_NAME */
  BPL_TYPE_BV,    /* bits */
  BPL_TYPE_FLOAT, /* significand, exponent */
  BPL_TYPE_RMODE,
  BPL_TYPE_STRING,
  BPL_TYPE_REGEX,
  BPL_TYPE_PARAM,   /* param */
  BPL_TYPE_CON,     /* decl: type constructor or datatype; args */
  BPL_TYPE_SYNONYM, /* decl: a synonym, args; `expansion` is the type it stands for */
  BPL_TYPE_PROXY    /* made by type checking: an inference variable; `expansion` once solved */
};

struct bpl_type {
  enum bpl_type_kind kind;
  bool parenthesised;
  wr_span span;            /* none for a type that is not in the text */
  bpl_ident name;          /* BPL_TYPE_NAME; kept afterwards for messages */
  bpl_types args;          /* of a name, constructor or synonym; domain of a map */
  bpl_type *result;        /* of a map */
  bpl_tparams params;      /* of a map */
  uint32_t bits, exponent; /* BV: bits; FLOAT: significand in bits, exponent */
  bpl_tparam *param;       /* [resolve] */
  bpl_decl *decl;          /* [resolve] */
  bpl_type *expansion;     /* [resolve] SYNONYM; [type] PROXY */
  /* [resolve] kept by bpl_type_seal (types.h) for every type made after parsing */
  bool has_param;  /* a type parameter somewhere inside; a map's own count */
  bool has_proxy;  /* a proxy somewhere inside, or in inference's scratch arena */
  uint16_t depth;  /* nesting, synonyms expanded */
  uint32_t weight; /* nodes, synonyms expanded */
};

/* -- variables --------------------------------------------------------------------------------- */

enum bpl_var_kind {
  BPL_VAR_GLOBAL,
  BPL_VAR_CONST,
  BPL_VAR_IN,
  BPL_VAR_OUT,
  BPL_VAR_LOCAL,
  BPL_VAR_BOUND,
  BPL_VAR_LET,
  BPL_VAR_FORMAL /* of a function or constructor */
};

struct bpl_var {
  bpl_ident id; /* name none: an unnamed function argument */
  enum bpl_var_kind kind;
  bpl_attr *attrs;
  bpl_type *type;   /* NULL for a let variable until [type] */
  bpl_expr *where;  /* or NULL */
  bool unique;      /* constants */
  bool ignored;     /* [resolve] an {:extern} that another declaration of the name replaces */
  uint32_t mark;    /* [resolve] scratch */
  bool group_first; /* declared as the first name of `a, b: T`: printing keeps the groups */
  bpl_decl *decl; /* globals and constants: their declaration; datatype fields: the constructor's */
  void *lowered;  /* free for the lowering */
};

/* -- expressions ------------------------------------------------------------------------------- */

/* X (NAME, spelling, binding level as in the grammar's table) */
#define BPL_BINARY_OPS(X)                                                                          \
  X (IFF, "<==>", 1)                                                                               \
  X (IMPLIES, "==>", 2)                                                                            \
  X (EXPLIES, "<==", 2)                                                                            \
  X (AND, "&&", 3)                                                                                 \
  X (OR, "||", 3)                                                                                  \
  X (EQ, "==", 4)                                                                                  \
  X (NE, "!=", 4)                                                                                  \
  X (LT, "<", 4)                                                                                   \
  X (LE, "<=", 4)                                                                                  \
  X (GT, ">", 4)                                                                                   \
  X (GE, ">=", 4)                                                                                  \
  X (CONCAT, "++", 5)                                                                              \
  X (ADD, "+", 6)                                                                                  \
  X (SUB, "-", 6)                                                                                  \
  X (MUL, "*", 7) X (DIV, "div", 7) X (MOD, "mod", 7) X (REALDIV, "/", 7) X (POW, "**", 8)

enum bpl_op {
  BPL_OP_NONE,
#define X(name, text, level) BPL_OP_##name,
  BPL_BINARY_OPS (X)
#undef X
      BPL_OP_NEG,
  BPL_OP_NOT,
  BPL_OP_COUNT
};

enum bpl_expr_kind {
  BPL_EXPR_ERROR, /* after a syntax error */
  BPL_EXPR_FALSE,
  BPL_EXPR_TRUE,
  BPL_EXPR_INT,    /* text: decimal digits */
  BPL_EXPR_REAL,   /* text: 1.5, 1e-3, 1.5e2 */
  BPL_EXPR_BV,     /* text: digits; bits */
  BPL_EXPR_FLOAT,  /* text: as written, e.g. 0x1.8e3f24e8, 0NaN24e8 */
  BPL_EXPR_STRING, /* text between the quotes */
  BPL_EXPR_RMODE,  /* text: RNE or the long name */
  BPL_EXPR_NAME,   /* ident; [resolve] var */
  BPL_EXPR_CALL,  /* ident(args); [resolve] decl: function, or constructor with `constructor` set */
  BPL_EXPR_UNARY, /* op args[0] */
  BPL_EXPR_BINARY,       /* args[0] op args[1] */
  BPL_EXPR_IS,           /* args[0] is ident; [resolve] constructor */
  BPL_EXPR_FIELD,        /* args[0]->ident; [type] field */
  BPL_EXPR_FIELD_UPDATE, /* args[0]->(ident := args[1]); [type] field */
  BPL_EXPR_SELECT,       /* args[0][args[1..]] */
  BPL_EXPR_STORE,        /* args[0][args[1..n-2] := args[n-1]] */
  BPL_EXPR_EXTRACT,      /* args[0][hi:lo]; without arguments: bounds where none are allowed, which
                            resolution reports (bounds-position) */
  BPL_EXPR_COERCE,       /* args[0] : of_type */
  BPL_EXPR_OLD,
  BPL_EXPR_TO_INT,
  BPL_EXPR_TO_REAL, /* args[0] */
  BPL_EXPR_ITE,     /* if args[0] then args[1] else args[2] */
  BPL_EXPR_FORALL,
  BPL_EXPR_EXISTS,
  BPL_EXPR_LAMBDA, /* params, bound, attrs (with triggers), args[0] */
  BPL_EXPR_LET,    /* bound := args[0..n-2]; attrs; args[n-1] */
  BPL_EXPR_CODE,   /* |{ locals blocks }| */
  BPL_EXPR_KIND_COUNT
};

struct bpl_expr {
  uint8_t kind, op; /* enum bpl_expr_kind, enum bpl_op */
  uint16_t parenthesised : 1;
  uint16_t height : 15; /* longest way to a leaf, left spines of BINARY not counted */
  uint32_t at;          /* byte in span.file at which errors are reported */
  wr_span span;
  bpl_exprs args;
  bpl_type *type; /* [type], fully solved, never NULL afterwards */
  bpl_ident ident;
  union {
    struct {
      wr_str text;
      uint32_t bits, hi, lo;
    } literal; /* hi, lo: EXTRACT */
    struct {
      bpl_var *var;
    } name; /* [resolve] */
    struct {
      bpl_decl *decl;
      struct bpl_constructor *constructor;
      bpl_types type_args;
    } call; /* [resolve]; type_args [type]: instances of the callee's type parameters */
    struct {
      struct bpl_constructor *constructor;
      uint32_t field;
    } data; /* IS, FIELD, FIELD_UPDATE */
    struct {
      bpl_type *of_type;
    } coerce;
    struct {
      bpl_tparams params;
      bpl_vars bound;
      bpl_attr *attrs;
    } binder;
    struct {
      bpl_vars locals;
      struct bpl_body *body;
    } code;
    struct {
      bpl_types type_args;
    } select; /* SELECT, STORE [type]: instances of the map's type parameters */
  } u;
};

/* -- statements -------------------------------------------------------------------------------- */

enum bpl_stmt_kind {
  BPL_STMT_LABEL, /* ident: */
  BPL_STMT_ASSERT,
  BPL_STMT_ASSUME, /* exprs[0] */
  BPL_STMT_HAVOC,  /* idents */
  BPL_STMT_ASSIGN, /* targets := exprs */
  BPL_STMT_UNPACK, /* ident(idents) := exprs[0] */
  BPL_STMT_CALL,   /* [free] call idents := ident(exprs) */
  BPL_STMT_IF,    /* exprs[0] or * (len 0); body; otherwise (an IF statement alone for `else if`) */
  BPL_STMT_WHILE, /* exprs[0] or *; specs; body */
  BPL_STMT_BREAK, /* ident or none */
  BPL_STMT_GOTO,  /* idents */
  BPL_STMT_RETURN, /* exprs[0] in code expressions */
  BPL_STMT_HIDE,
  BPL_STMT_REVEAL, /* ident or none (*) */
  BPL_STMT_PUSH,
  BPL_STMT_POP,
  BPL_STMT_MEASURE, /* exprs */
  BPL_STMT_KIND_COUNT
};

/* x[i,..]->f[..] as an assignment target. */
struct bpl_target {
  bpl_ident id;
  wr_span span;
  bpl_var *var; /* [resolve] */
  uint32_t step_count;
  struct bpl_step {
    enum { BPL_STEP_INDEX, BPL_STEP_FIELD } kind;
    bpl_exprs index; /* INDEX */
    bpl_ident field; /* FIELD */
    wr_span span;
    struct bpl_constructor *constructor; /* [type] FIELD */
    uint32_t field_ix;                   /* [type] FIELD */
    bpl_types type_args;                 /* [type] INDEX of a polymorphic map */
    bpl_type *type;                      /* [type] of the place up to and including this step */
  } * steps;
  bpl_type *type; /* [type] */
};

enum bpl_spec_kind {
  BPL_SPEC_REQUIRES,
  BPL_SPEC_ENSURES,
  BPL_SPEC_MODIFIES,
  BPL_SPEC_INVARIANT,
  BPL_SPEC_MEASURE
};

/* A clause of a procedure or a loop. */
struct bpl_spec {
  enum bpl_spec_kind kind;
  bool free;
  bpl_attr *attrs;
  wr_span span;      /* from the keyword to the semicolon */
  uint32_t at;       /* the keyword (or the expression, where Boogie reports there) */
  bpl_exprs exprs;   /* one; several in a measure */
  bpl_idents idents; /* modifies */
  bpl_vars vars;     /* [resolve] modifies, parallel to idents; NULL entries after errors */
};
typedef BPL_LIST (struct bpl_spec) bpl_specs;

struct bpl_body {
  bpl_vars locals;
  bpl_stmts stmts;
  wr_span span; /* the braces */
};

struct bpl_stmt {
  enum bpl_stmt_kind kind;
  bool free;
  wr_span span; /* the whole statement */
  uint32_t at;  /* where Boogie reports: usually the first token */
  bpl_attr *attrs;
  bpl_ident ident;
  bpl_idents idents;
  bpl_exprs exprs;
  bpl_vars vars; /* [resolve] parallel to idents: HAVOC, UNPACK, CALL outs */
  BPL_LIST (struct bpl_target) targets;
  bpl_specs specs;
  struct bpl_body *body, *otherwise; /* IF, WHILE; otherwise NULL when there is no else */
  bool else_if;                      /* `otherwise` holds one IF, written `else if` */
  bpl_decl *decl; /* [resolve] CALL: procedure; UNPACK: datatype; HIDE, REVEAL: function */
  struct bpl_constructor *constructor; /* [resolve] UNPACK */
  bpl_types type_args; /* [type] CALL, UNPACK: of the callee's or datatype's type parameters */
  bpl_stmt *target;    /* BREAK: the IF or WHILE left [labels.c] */
  BPL_LIST (bpl_stmt *) labels; /* GOTO: the LABEL statements [labels.c] */
};

/* -- declarations ------------------------------------------------------------------------------ */

enum bpl_decl_kind {
  BPL_DECL_TYPE,           /* type T params; or a synonym with `body_type` */
  BPL_DECL_DATATYPE,       /* params, constructors */
  BPL_DECL_CONST,          /* vars (all of one type); axioms of `uses` */
  BPL_DECL_VAR,            /* vars */
  BPL_DECL_FUNCTION,       /* params, ins, outs[0], body_expr, axioms of `uses` */
  BPL_DECL_AXIOM,          /* body_expr */
  BPL_DECL_PROCEDURE,      /* params, ins, outs, specs, body or NULL */
  BPL_DECL_IMPLEMENTATION, /* params, ins, outs, body; [resolve] procedure */
  BPL_DECL_UNSUPPORTED,    /* CIVL: already reported */
  BPL_DECL_KIND_COUNT
};

struct bpl_constructor {
  bpl_ident id;
  bpl_attr *attrs;
  bpl_vars fields;
  bpl_decl *datatype;
  uint32_t index;
  void *lowered;
};

struct bpl_decl {
  enum bpl_decl_kind kind;
  wr_span span;
  uint32_t at;
  bpl_ident id; /* none for CONST, VAR, AXIOM */
  bpl_attr *attrs;
  bpl_tparams params;
  bpl_vars vars;       /* CONST, VAR */
  bpl_vars ins, outs;  /* FUNCTION (one out), PROCEDURE, IMPLEMENTATION */
  bpl_type *body_type; /* TYPE synonym */
  bpl_expr *body_expr; /* FUNCTION or NULL, AXIOM */
  bpl_decls axioms;    /* `uses { axiom ... }` of CONST and FUNCTION */
  BPL_LIST (struct bpl_constructor) constructors;
  bpl_specs specs;
  struct bpl_body *body; /* PROCEDURE, IMPLEMENTATION */
  bool hideable, revealed, pure, has_uses;
  bool ignored; /* [resolve] not part of the program: {:ignore}, or a replaced {:extern} */
  bool
      library; /* from Warrant's own declarations (docs/reference/boogie-library.md), not from the user's files */
  bool type_group_first; /* TYPE: first of `type A, B;`: printing keeps the groups */
  bool result_colon;     /* FUNCTION: written `: T` rather than `returns (T)` */
  bpl_decl *procedure;   /* [resolve] IMPLEMENTATION */
  void *lowered;
};

struct bpl_program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  bpl_decls decls; /* in the order of the text, over all files */
  bool has_code;   /* [resolve] some expression is a code expression */
  bool translated; /* comments or captured states say where its text comes from [origin.c] */
  const wr_cancel *cancel; /* polled by every phase; NULL: never cancelled */
};

/* `a` is the program's attribute chain; NULL when it has none of this name. */
const bpl_attr *bpl_attr_find (const wr_interner *symbols, const bpl_attr *a, const char *name);

#endif
