/* cli/inquiry.h -- from the arguments of a query (why, impact, path, trust, uncovered, graph) to the dependency
   graph of its program.  The graph comes from the store if the files have not changed since it was computed.
   Otherwise the program is proved and explained, and the result is stored. */
#ifndef WR_CLI_INQUIRY_H
#define WR_CLI_INQUIRY_H

#include "analysis/address.h"
#include "analysis/query.h"
#include "cli/task.h"

typedef struct wr_inquiry {
  struct wr_options own;            /* a copy, with the files that are read */
  const struct wr_options *options; /* the same */
  wr_task task; /* its run has the graph; if that is NULL, the reason was reported */
  struct wr_publish report;
  struct wr_list names; /* the arguments that are addresses, or the files if there are none */
  bool addressed;       /* there are some */
  struct wr_filter filter;
  wr_bitset ignored;
  enum wr_exit exit;
} wr_inquiry;

/* False: an error was reported; call wr_inquiry_end. The inquiry must not be moved afterwards. */
bool wr_inquiry_begin (wr_inquiry *query, const struct wr_options *options);
/* The nodes at an address. False: there are none, and similar names were reported. */
bool wr_inquiry_find (wr_inquiry *query, const char *address, enum wr_meant meant, wr_u32s *out);
/* The labels of the program, numbered as they were when the graph was made: for prune and slices.  False: an error was reported. */
bool wr_inquiry_load_labels (wr_inquiry *query);
/* The document of the command, with its first keys; NULL: text is wanted. */
json_t *wr_inquiry_document (const wr_inquiry *query);
/* Writes the document, which it takes over, or the text; frees everything. */
enum wr_exit wr_inquiry_end (wr_inquiry *query, json_t *document);

#endif
