/* front/viper/lex.h -- tokens of Viper.  The lexer never fails: text that is not a token becomes one of the kinds VPR_TOK_BAD...,
   which no production accepts, so the parser reports it at its position. */
#ifndef WR_FRONT_VIPER_LEX_H
#define WR_FRONT_VIPER_LEX_H

#include "base/str.h"
#include "source/diag.h"

/* X (NAME, spelling) */
#define VPR_WORDS(X)                                                                               \
  X (RESULT, "result")                                                                             \
  X (INT, "Int")                                                                                   \
  X (PERM_TYPE, "Perm")                                                                            \
  X (BOOL, "Bool")                                                                                 \
  X (REF, "Ref")                                                                                   \
  X (RATIONAL, "Rational")                                                                         \
  X (TRUE, "true")                                                                                 \
  X (FALSE, "false")                                                                               \
  X (NULL, "null")                                                                                 \
  X (IMPORT, "import")                                                                             \
  X (METHOD, "method")                                                                             \
  X (FUNCTION, "function")                                                                         \
  X (PREDICATE, "predicate")                                                                       \
  X (DOMAIN, "domain")                                                                             \
  X (AXIOM, "axiom")                                                                               \
  X (VAR, "var")                                                                                   \
  X (RETURNS, "returns")                                                                           \
  X (FIELD, "field")                                                                               \
  X (DEFINE, "define")                                                                             \
  X (INTERPRETATION, "interpretation")                                                             \
  X (REQUIRES, "requires")                                                                         \
  X (ENSURES, "ensures")                                                                           \
  X (INVARIANT, "invariant")                                                                       \
  X (FOLD, "fold")                                                                                 \
  X (UNFOLD, "unfold")                                                                             \
  X (INHALE, "inhale")                                                                             \
  X (EXHALE, "exhale")                                                                             \
  X (NEW, "new")                                                                                   \
  X (ASSERT, "assert")                                                                             \
  X (ASSUME, "assume")                                                                             \
  X (PACKAGE, "package")                                                                           \
  X (APPLY, "apply")                                                                               \
  X (QUASIHAVOC, "quasihavoc")                                                                     \
  X (QUASIHAVOCALL, "quasihavocall")                                                               \
  X (WHILE, "while")                                                                               \
  X (IF, "if")                                                                                     \
  X (ELSEIF, "elseif")                                                                             \
  X (ELSE, "else")                                                                                 \
  X (GOTO, "goto")                                                                                 \
  X (LABEL, "label")                                                                               \
  X (SEQ, "Seq")                                                                                   \
  X (SET, "Set")                                                                                   \
  X (MULTISET, "Multiset")                                                                         \
  X (MAP, "Map")                                                                                   \
  X (UNION, "union")                                                                               \
  X (INTERSECTION, "intersection")                                                                 \
  X (SETMINUS, "setminus")                                                                         \
  X (SUBSET, "subset")                                                                             \
  X (RANGE, "range")                                                                               \
  X (UNFOLDING, "unfolding")                                                                       \
  X (IN, "in")                                                                                     \
  X (APPLYING, "applying")                                                                         \
  X (ASSERTING, "asserting")                                                                       \
  X (OLD, "old")                                                                                   \
  X (LHS, "lhs")                                                                                   \
  X (LET, "let")                                                                                   \
  X (FORALL, "forall")                                                                             \
  X (EXISTS, "exists")                                                                             \
  X (FORPERM, "forperm")                                                                           \
  X (ACC, "acc")                                                                                   \
  X (WILDCARD, "wildcard")                                                                         \
  X (WRITE, "write")                                                                               \
  X (NONE, "none")                                                                                 \
  X (EPSILON, "epsilon")                                                                           \
  X (PERM, "perm")                                                                                 \
  X (UNIQUE, "unique")                                                                             \
  X (DECREASES, "decreases")                                                                       \
  X (ADT, "adt")                                                                                   \
  X (DERIVES, "derives")                                                                           \
  X (WITHOUT, "without")                                                                           \
  X (REFUTE, "refute")

#define VPR_SIGNS(X)                                                                               \
  X (LPAREN, "(")                                                                                  \
  X (RPAREN, ")")                                                                                  \
  X (LBRACKET, "[")                                                                                \
  X (RBRACKET, "]")                                                                                \
  X (LBRACE, "{")                                                                                  \
  X (RBRACE, "}")                                                                                  \
  X (SEMICOLON, ";")                                                                               \
  X (COMMA, ",")                                                                                   \
  X (DOT, ".")                                                                                     \
  X (DOTS, "..")                                                                                   \
  X (COLON, ":")                                                                                   \
  X (QSEP, "::")                                                                                   \
  X (BECOMES, ":=")                                                                                \
  X (QUESTION, "?")                                                                                \
  X (AT, "@")                                                                                      \
  X (HASH, "#")                                                                                    \
  X (BAR, "|")                                                                                     \
  X (IFF, "<==>")                                                                                  \
  X (IMPLIES, "==>")                                                                               \
  X (WAND, "--*")                                                                                  \
  X (OR, "||")                                                                                     \
  X (AND, "&&")                                                                                    \
  X (EQ, "==")                                                                                     \
  X (NE, "!=")                                                                                     \
  X (LT, "<")                                                                                      \
  X (LE, "<=")                                                                                     \
  X (GT, ">")                                                                                      \
  X (GE, ">=")                                                                                     \
  X (PLUS, "+")                                                                                    \
  X (APPEND, "++")                                                                                 \
  X (MINUS, "-")                                                                                   \
  X (STAR, "*")                                                                                    \
  X (SLASH, "/")                                                                                   \
  X (BACKSLASH, "\\")                                                                              \
  X (PERCENT, "%")                                                                                 \
  X (NOT, "!")

enum vpr_token_kind {
  VPR_TOK_END,
  VPR_TOK_IDENT,
  VPR_TOK_DIGITS,
  VPR_TOK_STRING,
  VPR_TOK_BAD,        /* a character that starts no token */
  VPR_TOK_BAD_STRING, /* a string without its end */
#define X(name, text) VPR_TOK_##name,
  VPR_WORDS (X) VPR_SIGNS (X)
#undef X
      VPR_TOK_COUNT
};

struct vpr_token {
  enum vpr_token_kind kind;
  uint32_t begin, end;
};

struct vpr_lexer {
  const char *text; /* NUL-terminated */
  uint32_t at, len;
  uint32_t file;
  wr_diags *diags;   /* for comments without end; may be NULL */
  bool open_comment; /* the end of the text was met in a comment */
};

struct vpr_token vpr_lex (struct vpr_lexer *lexer);
const char *vpr_token_name (enum vpr_token_kind kind); /* "`;`", "an identifier" */
/* The kind of a word, VPR_TOK_IDENT if it is no keyword. */
enum vpr_token_kind vpr_word_kind (wr_str word);
static inline bool vpr_is_word (enum vpr_token_kind kind) {
  return kind == VPR_TOK_IDENT || (kind >= VPR_TOK_RESULT && kind <= VPR_TOK_REFUTE);
}

#endif
