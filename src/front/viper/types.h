/* front/viper/types.h -- interned types.  Equal types are equal pointers, so `==` compares types.  Types of the text
   (vpr_var.written and the like) are not interned; resolution makes interned ones of them.  Type parameters of a domain are types of
   kind PARAM, which name the domain and the index.

   A type has at most VPR_MAX_TYPE_DEPTH levels and VPR_MAX_TYPE_WEIGHT parts; constructors give the error type for larger ones, and
   vpr_types_overflow tells it. */
#ifndef WR_FRONT_VIPER_TYPES_H
#define WR_FRONT_VIPER_TYPES_H

#include "base/map.h"
#include "base/vec.h"
#include "front/viper/ast.h"

enum { VPR_MAX_TYPE_DEPTH = 100, VPR_MAX_TYPE_WEIGHT = 4096 };

typedef struct vpr_type_table vpr_type_table;

vpr_type_table *vpr_type_table_new (wr_arena *arena); /* lives as long as the arena */

/* ERROR, INT, BOOL, REF, PERM, IMPURE, PREDICATE, WAND */
vpr_type *vpr_type_basic (vpr_type_table *table, enum vpr_type_kind kind);
vpr_type *vpr_type_seq (vpr_type_table *table, vpr_type *element);
vpr_type *vpr_type_set (vpr_type_table *table, vpr_type *element);
vpr_type *vpr_type_multiset (vpr_type_table *table, vpr_type *element);
vpr_type *vpr_type_map (vpr_type_table *table, vpr_type *key, vpr_type *value);
/* SEQ, SET or MULTISET of `element`. */
vpr_type *vpr_type_collection (vpr_type_table *table, enum vpr_type_kind kind, vpr_type *element);
/* A domain or an ADT applied to as many types as it has parameters. */
vpr_type *vpr_type_domain (vpr_type_table *table, vpr_decl *decl, vpr_type *const *args);
vpr_type *vpr_type_param (vpr_type_table *table, vpr_decl *decl, uint32_t index);
/* The domain or ADT applied to its own parameters. */
vpr_type *vpr_type_self (vpr_type_table *table, vpr_decl *decl);
/* An inference variable; only inference uses them, and numbers may be used again. */
vpr_type *vpr_type_variable (vpr_type_table *table, uint32_t number);

/* `type` with args[i] for parameter i of `owner`. */
vpr_type *vpr_type_substitute (vpr_type_table *table, vpr_type *type, const vpr_decl *owner,
                               const vpr_types *args);
/* `type` with its arguments replaced by args, which has as many. */
vpr_type *vpr_type_with_args (vpr_type_table *table, vpr_type *type, vpr_type *const *args);

/* All types that exist, by number: 1 .. vpr_type_count. */
uint32_t vpr_type_count (const vpr_type_table *table);
vpr_type *vpr_type_at (const vpr_type_table *table, uint32_t number);
/* Whether a type was too large. */
bool vpr_types_overflow (const vpr_type_table *table);

/* A value that a variable can hold: not IMPURE, PREDICATE or WAND. */
bool vpr_type_is_pure (const vpr_type *type);
/* BOOL, IMPURE, PREDICATE or WAND (or the error type). */
bool vpr_type_is_assertion (const vpr_type *type);
bool vpr_type_is_collection (const vpr_type *type); /* SEQ, SET, MULTISET, MAP */
/* Neither parameters nor inference variables nor errors occur in it. */
bool vpr_type_is_ground (const vpr_type *type);

/* Adds the type as it is written: Map[Int, List[T]].  An inference variable is `_`. */
void vpr_type_print (wr_buf *out, const wr_interner *symbols, const vpr_type *type);
wr_str vpr_type_text (wr_arena *arena, const wr_interner *symbols, const vpr_type *type);

#endif
