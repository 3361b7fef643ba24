/* tests/tiny/tiny.h -- Tiny, a language of twenty lines that exists for the tests: the proof that front/front.h is whole.  A program is
   lines; nothing ends with a semicolon.  All values are integers.

     program ::= task*
     task    ::= "task" NAME "(" [NAME ("," NAME)*] ")"          the value of a task is the variable `result`
                 ("needs" cond | "gives" cond)*
                 ("outside" | line* "end")                       outside: the task has no body here
     line    ::= "suppose" cond | "check" cond
               | NAME "=" (sum | "any" | "run" NAME "(" [sum ("," sum)*] ")")
               | "if" test line* ["else" line*] "end"
               | "repeat" test ("keeps" cond)* line* "end"
     cond    ::= rel ("and" rel)* ["ok" CODE | "absurd"]         marks: no finding of this kind; a contradiction is meant
     test    ::= rel | "any"
     rel     ::= sum ("<" | "<=" | "==" | "!=" | ">=" | ">") sum
     sum     ::= atom (("+" | "-") atom)*
     atom    ::= NUMBER | NAME

   A `#` begins a comment.  Each clause and each line stands on a line of its own. */
#ifndef WR_TESTS_TINY_H
#define WR_TESTS_TINY_H

#include "front/front.h"

enum tiny_op {
  TINY_NUMBER,
  TINY_NAME,
  TINY_ADD,
  TINY_SUB,
  TINY_LT,
  TINY_LE,
  TINY_EQ,
  TINY_NE,
  TINY_GE,
  TINY_GT
};

struct tiny_expr {
  enum tiny_op op;
  wr_span span;
  wr_str text; /* NUMBER, NAME */
  struct tiny_expr *left, *right;
  struct tiny_expr *next; /* conjuncts, arguments */
};

enum tiny_kind {
  TINY_NEEDS,
  TINY_GIVES,
  TINY_KEEPS,
  TINY_SUPPOSE,
  TINY_CHECK,
  TINY_ASSIGN,
  TINY_RUN,
  TINY_IF,
  TINY_REPEAT
};

struct tiny_line {
  enum tiny_kind kind;
  wr_span span;           /* without marks; of IF and REPEAT the first line */
  struct tiny_expr *expr; /* conjuncts; test, value (NULL: any), arguments */
  wr_str target, callee;
  wr_span target_span, callee_span;
  wr_str ok; /* a code, or empty */
  wr_span mark;
  bool absurd;
  struct tiny_line *keeps, *body, *other;
  bool has_other;
  struct tiny_line *next;
};

struct tiny_task {
  wr_str name;
  wr_span span, at, end;
  struct tiny_expr *params;
  struct tiny_line *clauses, *body;
  bool outside;
  struct tiny_task *next;
};

struct tiny_program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  struct tiny_task *tasks;
};

extern const struct wr_front tiny_front;

struct tiny_program *tiny_parse (const struct wr_front_input *in);
struct tiny_task *tiny_find (const struct tiny_program *program, wr_str name);
wr_core *tiny_lower (struct tiny_program *program);
/* The program as text; `how` NULL: as it is. */
void tiny_print (wr_buf *out, const struct tiny_program *program, const struct wr_prune *how);
enum tiny_op tiny_negated (enum tiny_op op);

#endif
