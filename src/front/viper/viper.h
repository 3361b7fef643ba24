/* front/viper/viper.h -- the Viper front end.  Texts in memory become a resolved, typed tree, and the tree becomes core.  Each phase
   reports all its errors and the next one runs only when there were none.  Every error has Viper's own id (wr_diag_native). */
#ifndef WR_FRONT_VIPER_VIPER_H
#define WR_FRONT_VIPER_VIPER_H

#include "front/front.h"
#include "front/viper/ast.h"

/* The height of every expression, chains of operators (a + b + c ...) included, is at most VPR_MAX_HEIGHT, and statements, types and
   parentheses are nested at most VPR_MAX_NESTING times, so traversals may recurse. */
enum {
  VPR_MAX_NESTING = 1000,           /* nesting-too-deep */
  VPR_MAX_HEIGHT = 4000,            /* nesting-too-deep */
  VPR_MAX_IDENTIFIER_BYTES = 65536, /* identifier-too-long */
  VPR_MAX_EXPANSION = 1 << 22       /* nodes that macros make in one program: expansion-too-large */
};

/* Viper's ids of errors before verification. */
#define VPR_PARSER "parser.error"
#define VPR_PARSER_WARNING "parser.warning"
#define VPR_TYPECHECKER "typechecker.error"
#define VPR_CONSISTENCY "consistency.error"

/* Viper behind the interface of languages.  [front.c] */
extern const struct wr_front vpr_front;

/* All texts of the input, and what they import, as one program without macros.  Never NULL.  [load.c] */
vpr_program *vpr_parse (const struct wr_front_input *input);

/* Adds the declarations of a built-in file ("decreases/int.vpr") and of what it imports, unless they are there, for a phase that needs
   them; returns how many declarations there were before.  They are not resolved.  [load.c] */
uint32_t vpr_add_builtin (vpr_program *program, const char *path, wr_diags *diags);

/* A program for which the diagnostic is reported; NULL: there is none.  [example.c] */
const char *vpr_example (enum wr_code code);

/* Names.  False if there were errors, or if the program was cancelled. */
bool vpr_resolve (vpr_program *program, wr_diags *diags);

/* Types, the checks of the translation, consistency, automatic triggers.  False if there were errors, or if the program was cancelled. */
bool vpr_check (vpr_program *program, wr_diags *diags);

/* NULL: something cannot be encoded, and diags say what and where; or the program was cancelled. */
wr_core *vpr_lower (vpr_program *program, enum wr_detail detail, wr_diags *diags);

#endif
