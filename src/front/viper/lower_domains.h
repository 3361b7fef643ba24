/* front/viper/lower_domains.h -- instances of domains and ADTs.  Core has no type parameters: a domain or an ADT has one instance for
   each list of type arguments that occurs, and the instances that axioms ask for follow in rounds.  An instance is named by its
   interned type, in which no type parameter occurs. */
#ifndef WR_FRONT_VIPER_LOWER_DOMAINS_H
#define WR_FRONT_VIPER_LOWER_DOMAINS_H

#include "front/viper/lowering.h"
#include "front/viper/types.h"

enum {
  VPR_MAX_INSTANCES = 1000,  /* of all domains: instance-limit */
  VPR_MAX_INSTANCE_DEPTH = 6 /* of types that axioms ask for */
};

struct vpr_domains {
  WR_VEC (vpr_type *) instances; /* all, in the order in which they were found */
  wr_map known;                  /* numbers of types -> 1 */
  wr_map funcs;                  /* (number of the instance, index of the function) -> function */
  wr_map predicates;             /* predicates -> function of their instances */
  uint32_t done;                 /* instances whose axioms were made */
  bool limited;                  /* the limit was told */
  WR_VEC (vpr_type *) pending;   /* datatypes without constructors yet */
  bool adding;
};

struct vpr_domains *vpr_domains_of (vpr_lowering *lo);
/* The instance for type arguments as they stand in an expression. */
vpr_type *vpr_instance_of (vpr_lowering *lo, vpr_decl *domain, const vpr_types *args);
/* Notes that the instance occurs. */
void vpr_instance_add (vpr_lowering *lo, vpr_type *instance);
/* Type parameters of the instance's domain stand for its arguments until vpr_instance_leave; instances do not nest. */
void vpr_instance_enter (vpr_lowering *lo, const vpr_type *instance);
void vpr_instance_leave (vpr_lowering *lo, const vpr_type *instance);
/* The function of an instance of a domain. */
wr_func vpr_instance_func (vpr_lowering *lo, vpr_type *instance, const vpr_decl *function);
/* The domain of this name, or NULL; its function of this name. */
vpr_decl *vpr_domain_named (vpr_lowering *lo, const char *name);
const vpr_decl *vpr_domain_function (vpr_lowering *lo, const vpr_decl *domain, const char *name);

/* lower_interpret.c: the sort of a domain, and the meaning of a function, that SMT-LIB interprets */
wr_sort vpr_interpreted_sort (vpr_lowering *lo, const vpr_decl *domain);
void vpr_interpret_func (vpr_lowering *lo, wr_func func, const vpr_decl *f);

/* lower_adt.c: the datatype; its constructors and fields */
wr_sort vpr_adt_sort (vpr_lowering *lo, vpr_type *instance);
uint32_t vpr_adt_constructor (vpr_lowering *lo, vpr_type *instance, const vpr_decl *constructor);
void vpr_adt_finish (vpr_lowering *lo);
/* lower_derived.c: facts about contains and about the order of ADTs, for an instance of their domains */
void vpr_derived_axioms (vpr_lowering *lo, vpr_type *instance);

#endif
