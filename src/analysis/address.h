/* analysis/address.h -- from what a user calls an element to nodes of the graph.  An address is one of

     FILE:LINE   FILE:LINE:COL   what stands there, or takes effect there (a clause at a call)
     FILE        everything in the file
     NAME        a procedure: everything that belongs to it
     LABEL       a label's name, its {:id}, its label in Boogie's words, or its id (f12, g12)
     FILE:NAME   a procedure or label, looked for in this file

   FILE may be any tail of the path that begins at a slash.  */
#ifndef WR_ANALYSIS_ADDRESS_H
#define WR_ANALYSIS_ADDRESS_H

#include "analysis/graph.h"

/* Which of the nodes at an address are meant. */
enum wr_meant {
  WR_MEANT_GOALS, /* the goals there; if there are none, the facts */
  WR_MEANT_FACTS, /* the facts there; if there are none, the goals */
  WR_MEANT_ALL
};

/* Appends the nodes, in increasing order, each once.  False: it names nothing, and `nearest` tells what is near,
   one address per line. */
bool wr_address_find (const wr_graph *graph, wr_str address, enum wr_meant meant, wr_u32s *out,
                      wr_buf *nearest);

/* The parts of an address as text.  `file` is empty when there is none; line 0: none. */
struct wr_address {
  wr_str file, name;
  uint32_t line, column;
};
struct wr_address wr_address_parse (wr_str text);

#endif
