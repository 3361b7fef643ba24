/* front/viper/lower_theories.h -- the facts about collections, as texts for lower_axiom.c.  S is the collection, E its elements, K and
   V the keys and values of a map, KS and VS sets of them. */
#ifndef WR_FRONT_VIPER_LOWER_THEORIES_H
#define WR_FRONT_VIPER_LOWER_THEORIES_H

extern const char vpr_seq_theory[], vpr_seq_members_theory[], vpr_range_theory[], vpr_set_theory[],
    vpr_multiset_theory[], vpr_map_theory[];

#endif
