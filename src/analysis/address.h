/* analysis/address.h -- finds the nodes of the graph for the address of an element.  An address is one of

     FILE:LINE   FILE:LINE:COL   the elements there, or those that take effect there (clauses at a call)
     FILE        everything in the file
     NAME        a procedure: everything that belongs to it
     LABEL       a label's name, the name that the user gave it, its name in other tools for the language, or its id in JSON
     FILE:NAME   a procedure or label in this file

   FILE may be any suffix of the path that begins after a slash.  */
#ifndef WR_ANALYSIS_ADDRESS_H
#define WR_ANALYSIS_ADDRESS_H

#include "analysis/graph.h"

/* Which of the nodes at an address are meant. */
enum wr_meant {
  WR_MEANT_GOALS, /* the goals there; if there are none, the facts */
  WR_MEANT_FACTS, /* the facts there; if there are none, the goals */
  WR_MEANT_ALL
};

/* Adds the nodes to `out`, which stays increasing and without duplicates.  False: there are none, and `nearest` receives similar
   addresses, one per line. */
bool wr_address_find (const wr_graph *graph, wr_str address, enum wr_meant meant, wr_u32s *out,
                      wr_buf *nearest);

/* The parts of an address.  `file` empty or line 0: the address has none. */
struct wr_address {
  wr_str file, name;
  uint32_t line, column;
};
struct wr_address wr_address_parse (wr_str text);

#endif
