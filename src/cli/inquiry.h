/* cli/inquiry.h -- from the arguments of a query (why, impact, path, trust, uncovered, graph) to the dependency graph of
   its program: from the store when the files have not changed since it was computed, else by proving and
   explaining, which then is stored. */
#ifndef WR_CLI_INQUIRY_H
#define WR_CLI_INQUIRY_H

#include "analysis/address.h"
#include "analysis/query.h"
#include "cli/prove.h"

typedef struct wr_inquiry {
  const struct wr_options *options;
  wr_run run;
  struct wr_publish report;
  struct wr_proved proved;
  wr_coverage *coverage;
  wr_graph *graph;      /* NULL: there is none, and why has been told */
  bool partial;         /* of `prune`: goals are proved and explained when they are asked for */
  struct wr_list names; /* arguments that are addresses; when there are none, the files */
  bool addressed;       /* there are some */
  struct wr_filter filter;
  wr_bitset ignored;
  enum wr_exit exit;
} wr_inquiry;

/* False: something is wrong and told; go on with wr_inquiry_end. */
bool wr_inquiry_begin (wr_inquiry *query, const struct wr_options *options);
/* The nodes at an address; false: it names nothing, and what is near has been told. */
bool wr_inquiry_find (wr_inquiry *query, const char *address, enum wr_meant meant, wr_u32s *out);
/* Proves the goals of the procedures that the addresses name, and of those that these call. */
void wr_inquiry_prove (wr_inquiry *query);
/* Explains the goals that those with these labels rest on, as far as that is not known. */
void wr_inquiry_explain (wr_inquiry *query, const wr_u32s *goals);
/* The document of the command, with its first keys; NULL: text is wanted. */
json_t *wr_inquiry_document (const wr_inquiry *query);
/* Writes the document, which it takes over, or the text; frees everything. */
enum wr_exit wr_inquiry_end (wr_inquiry *query, json_t *document);

/* Stores the graph of a run, unless only a part of the program was proved or the run was cut short. */
void wr_inquiry_remember (const wr_run *run, const struct wr_proved *proved,
                          const wr_coverage *coverage);

#endif
