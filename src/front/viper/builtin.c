/* front/viper/builtin.c -- the texts of the files that a program imports in angle brackets: orders for termination, values that stand for
   predicate instances, and containment for algebraic data types.  The names of domains and functions are those that Viper gives them;
   the other names end with $, so that they are not those of a program. */
#include "front/viper/builtin.h"

#include <stddef.h>

#define ORDER(domain, type)                                                                        \
  "import \"declaration.vpr\"\n"                                                                   \
  "domain " domain " {\n"                                                                          \
  "  axiom {\n"                                                                                    \
  "    forall a$: " type ", b$: " type " :: {decreasing(a$, b$)} "
#define BOUND(type)                                                                                \
  " ==> decreasing(a$, b$)\n"                                                                      \
  "  }\n"                                                                                          \
  "  axiom {\n"                                                                                    \
  "    forall a$: " type " :: {bounded(a$)} "
#define END                                                                                        \
  "bounded(a$)\n"                                                                                  \
  "  }\n"                                                                                          \
  "}\n"

static const struct {
  const char *path, *text;
} files[] = {
    {"decreases/declaration.vpr", "domain WellFoundedOrder[T$] {\n"
                                  "  function decreasing(smaller$: T$, larger$: T$): Bool\n"
                                  "  function bounded(value$: T$): Bool\n"
                                  "}\n"},
    {"decreases/int.vpr",
     ORDER ("IntWellFoundedOrder", "Int") "a$ < b$" BOUND ("Int") "0 <= a$ ==> " END},
    {"decreases/bool.vpr", ORDER ("BoolWellFoundedOrder", "Bool") "!a$ && b$" BOUND ("Bool") END},
    {"decreases/ref.vpr",
     ORDER ("RefWellFoundedOrder", "Ref") "a$ == null && b$ != null" BOUND ("Ref") END},
    {"decreases/perm.vpr", ORDER ("PermWellFoundedOrder",
                                  "Perm") "a$ + write <= b$" BOUND ("Perm") "none <= a$ ==> " END},
    {"decreases/rational.vpr", ORDER ("RationalWellFoundedOrder", "Perm") "a$ + write <= b$" BOUND (
                                   "Perm") "none <= a$ ==> " END},
    {"decreases/seq.vpr",
     ORDER ("SeqWellFoundedOrder[E$]", "Seq[E$]") "|a$| < |b$|" BOUND ("Seq[E$]") END},
    {"decreases/set.vpr",
     ORDER ("SetWellFoundedOrder[E$]", "Set[E$]") "|a$| < |b$|" BOUND ("Set[E$]") END},
    {"decreases/multiset.vpr", ORDER ("MultiSetWellFoundedOrder[E$]",
                                      "Multiset[E$]") "|a$| < |b$|" BOUND ("Multiset[E$]") END},
    {"decreases/predicate_instance_nested.vpr",
     "import <predicateinstance/pi.vpr>\n"
     "domain PredicateInstancesNestedRelation {\n"
     "  function nestedPredicates(inner$: PredicateInstance, outer$: PredicateInstance): Bool\n"
     "  axiom {\n"
     "    forall a$: PredicateInstance, b$: PredicateInstance, c$: PredicateInstance ::\n"
     "      {nestedPredicates(a$, b$), nestedPredicates(b$, c$)}\n"
     "      nestedPredicates(a$, b$) && nestedPredicates(b$, c$) ==> nestedPredicates(a$, c$)\n"
     "  }\n"
     "  axiom {\n"
     "    forall a$: PredicateInstance :: {nestedPredicates(a$, a$)} !nestedPredicates(a$, a$)\n"
     "  }\n"
     "}\n"},
    {"decreases/predicate_instance.vpr",
     "import \"declaration.vpr\"\n"
     "import \"predicate_instance_nested.vpr\"\n"
     "import <predicateinstance/pi.vpr>\n"
     "domain PredicateInstancesWellFoundedOrder {\n"
     "  axiom {\n"
     "    forall a$: PredicateInstance, b$: PredicateInstance :: {nestedPredicates(a$, b$)}\n"
     "      decreasing(a$, b$) <==> nestedPredicates(a$, b$)\n"
     "  }\n"
     "  axiom {\n"
     "    forall a$: PredicateInstance :: {bounded(a$)} bounded(a$)\n"
     "  }\n"
     "}\n"},
    {"decreases/all.vpr", "import \"bool.vpr\"\n"
                          "import \"int.vpr\"\n"
                          "import \"multiset.vpr\"\n"
                          "import \"perm.vpr\"\n"
                          "import \"predicate_instance.vpr\"\n"
                          "import \"ref.vpr\"\n"
                          "import \"seq.vpr\"\n"
                          "import \"set.vpr\"\n"},
    {"predicateinstance/pi.vpr", "domain PredicateInstance {\n}\n"},
    {"adt/contains.vpr", "domain ContainsDomain[V$, W$] {\n"
                         "  function contains(part$: V$, whole$: W$): Bool\n"
                         "}\n"},
    {"adt/derives.vpr", "import \"contains.vpr\"\n"},
};

const char *vpr_builtin_text (wr_str path) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (wr_str_equal (path, wr_str_of (files[i].path))) return files[i].text;
  return NULL;
}
