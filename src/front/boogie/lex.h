/* front/boogie/lex.h -- tokens of Boogie. The lexer never fails: text that is not a token becomes one of the kinds
   BPL_TOK_BAD..., which no production accepts, so the parser reports it at its position. */
#ifndef WR_FRONT_BOOGIE_LEX_H
#define WR_FRONT_BOOGIE_LEX_H

#include "base/str.h"
#include "source/diag.h"

/* X (NAME, spelling); words first, then the words that may also be identifiers, then signs. */
#define BPL_WORDS(X)                                                                               \
  X (ACTION, "action")                                                                             \
  X (ASSERT, "assert")                                                                             \
  X (ASSERTS, "asserts")                                                                           \
  X (ASSUME, "assume")                                                                             \
  X (ASYNC, "async")                                                                               \
  X (AXIOM, "axiom")                                                                               \
  X (BOOL, "bool")                                                                                 \
  X (BREAK, "break")                                                                               \
  X (CALL, "call")                                                                                 \
  X (CONST, "const")                                                                               \
  X (DATATYPE, "datatype")                                                                         \
  X (DIV, "div")                                                                                   \
  X (ELSE, "else")                                                                                 \
  X (ENSURES, "ensures")                                                                           \
  X (EXISTS, "exists")                                                                             \
  X (FALSE, "false")                                                                               \
  X (FORALL, "forall")                                                                             \
  X (FREE, "free")                                                                                 \
  X (FUNCTION, "function")                                                                         \
  X (GOTO, "goto")                                                                                 \
  X (HAVOC, "havoc")                                                                               \
  X (HIDEABLE, "hideable")                                                                         \
  X (IF, "if")                                                                                     \
  X (IMPLEMENTATION, "implementation")                                                             \
  X (INT, "int")                                                                                   \
  X (INVARIANT, "invariant")                                                                       \
  X (IS, "is")                                                                                     \
  X (LAMBDA, "lambda")                                                                             \
  X (MEASURE, "measure")                                                                           \
  X (MOD, "mod")                                                                                   \
  X (MODIFIES, "modifies")                                                                         \
  X (OLD, "old")                                                                                   \
  X (PRESERVES, "preserves")                                                                       \
  X (PROCEDURE, "procedure")                                                                       \
  X (PURE, "pure")                                                                                 \
  X (REAL, "real")                                                                                 \
  X (REFINES, "refines")                                                                           \
  X (REQUIRES, "requires")                                                                         \
  X (RETURN, "return")                                                                             \
  X (RETURNS, "returns")                                                                           \
  X (REVEALED, "revealed")                                                                         \
  X (RNA, "RNA")                                                                                   \
  X (RNE, "RNE")                                                                                   \
  X (RTN, "RTN")                                                                                   \
  X (RTP, "RTP")                                                                                   \
  X (RTZ, "RTZ")                                                                                   \
  X (ROUND_AWAY, "roundNearestTiesToAway")                                                         \
  X (ROUND_EVEN, "roundNearestTiesToEven")                                                         \
  X (ROUND_NEGATIVE, "roundTowardNegative")                                                        \
  X (ROUND_POSITIVE, "roundTowardPositive")                                                        \
  X (ROUND_ZERO, "roundTowardZero")                                                                \
  X (THEN, "then")                                                                                 \
  X (TRUE, "true")                                                                                 \
  X (TYPE, "type")                                                                                 \
  X (UNIQUE, "unique")                                                                             \
  X (USES, "uses")                                                                                 \
  X (VAR, "var")                                                                                   \
  X (WHERE, "where")                                                                               \
  X (WHILE, "while")                                                                               \
  X (YIELD, "yield")                                                                               \
  X (ATOMIC, "atomic")                                                                             \
  X (BOTH, "both")                                                                                 \
  X (HIDE, "hide")                                                                                 \
  X (LEFT, "left")                                                                                 \
  X (POP, "pop")                                                                                   \
  X (PUSH, "push")                                                                                 \
  X (REVEAL, "reveal")                                                                             \
  X (RIGHT, "right")

#define BPL_SIGNS(X)                                                                               \
  X (LPAREN, "(")                                                                                  \
  X (RPAREN, ")")                                                                                  \
  X (LBRACKET, "[")                                                                                \
  X (RBRACKET, "]")                                                                                \
  X (LBRACE, "{")                                                                                  \
  X (RBRACE, "}")                                                                                  \
  X (LCODE, "|{")                                                                                  \
  X (RCODE, "}|")                                                                                  \
  X (SEMICOLON, ";")                                                                               \
  X (COMMA, ",")                                                                                   \
  X (COLON, ":")                                                                                   \
  X (QSEP, "::")                                                                                   \
  X (BECOMES, ":=")                                                                                \
  X (ASSIGN, "=")                                                                                  \
  X (ARROW, "->")                                                                                  \
  X (BAR, "|")                                                                                     \
  X (IFF, "<==>")                                                                                  \
  X (IMPLIES, "==>")                                                                               \
  X (EXPLIES, "<==")                                                                               \
  X (AND, "&&")                                                                                    \
  X (OR, "||")                                                                                     \
  X (NOT, "!")                                                                                     \
  X (EQ, "==")                                                                                     \
  X (NE, "!=")                                                                                     \
  X (LT, "<")                                                                                      \
  X (LE, "<=")                                                                                     \
  X (GT, ">")                                                                                      \
  X (GE, ">=")                                                                                     \
  X (CONCAT, "++")                                                                                 \
  X (PLUS, "+")                                                                                    \
  X (MINUS, "-")                                                                                   \
  X (STAR, "*")                                                                                    \
  X (SLASH, "/")                                                                                   \
  X (POWER, "**")

enum bpl_token_kind {
  BPL_TOK_END,
  BPL_TOK_IDENT,
  BPL_TOK_DIGITS,
  BPL_TOK_BV,      /* 5bv32 */
  BPL_TOK_DECIMAL, /* 1e3, 1.5, 1.5e-2 */
  BPL_TOK_FLOAT,   /* 0x1.8e3f24e8, 0NaN24e8, 0+oo24e8 */
  BPL_TOK_STRING,
  BPL_TOK_BAD,        /* a character that starts no token */
  BPL_TOK_BAD_STRING, /* a string without its end */
#define X(name, text) BPL_TOK_##name,
  BPL_WORDS (X) BPL_SIGNS (X)
#undef X
      BPL_TOK_COUNT
};

struct bpl_token {
  enum bpl_token_kind kind;
  uint32_t begin, end;
};

struct bpl_lexer {
  const char *text; /* NUL-terminated, after preprocessing */
  uint32_t at, len;
  uint32_t file;
  wr_diags *diags;   /* for comments without end; may be NULL */
  bool open_comment; /* the end of the text was met in a comment */
};

struct bpl_token bpl_lex (struct bpl_lexer *lexer);
const char *bpl_token_name (enum bpl_token_kind kind); /* "';'", "an identifier" */
/* The kind of a word, BPL_TOK_IDENT if it is not reserved in any place. */
enum bpl_token_kind bpl_word_kind (const char *text, size_t len);

/* Carries out #if, #elsif, #else, #endif and #line of a file.  The result has the length of the text:
   directives and excluded lines are blanks.  It is the text itself if there was nothing to do. */
wr_str bpl_preprocess (wr_arena *arena, wr_sources *sources, uint32_t file, wr_diags *diags);

#endif
