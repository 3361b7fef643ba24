/* report/document.h -- reading back a JSON document of `verify` or `cover` ("format": "warrant/1"), for comparing
   runs. The text is not trusted: every key that is used is checked, and errors are reported with the path of the
   key. */
#ifndef WR_REPORT_DOCUMENT_H
#define WR_REPORT_DOCUMENT_H

#include "analysis/elements.h"
#include "result/result.h"

/* The fields of all rows. A name does not change if the file is edited elsewhere (core/name.h). */
struct wr_doc_row {
  wr_str path, procedure, name, role; /* procedure "": none */
  uint32_t line;                      /* 0: not told */
};

struct wr_doc_goal {
  struct wr_doc_row row;
  wr_str text; /* "": the document does not have it */
  enum wr_verdict verdict;
  bool vacuous;
  bool has_trusts;  /* the document says what the goal rests on */
  uint32_t *trusts; /* into leaves */
  uint32_t trust_count;
};

struct wr_doc_fact {
  struct wr_doc_row row;
  wr_str text;
  enum wr_fact_status status;
};

/* An element that the user wrote. */
struct wr_doc_element {
  struct wr_doc_row row;
  wr_str text;
  enum wr_element_state state;
};

/* Something that is trusted: nothing in the program proves it. */
struct wr_doc_leaf {
  struct wr_doc_row row; /* role: the kind of trust, as in `trust` */
  wr_str text;
};

struct wr_doc_finding {
  struct wr_doc_row row; /* name: procedure, code and a hash of the text; role: the code */
  wr_str text, message;
  wr_str severity;
};

struct wr_doc_file {
  wr_str path, status;
};

typedef struct wr_doc {
  bool coverage; /* facts were judged */
  uint64_t covered, total;
  bool has_elements; /* documents of earlier versions have none */
  struct wr_element_counts counts;
  struct wr_doc_element *elements; /* without those of a prelude */
  uint32_t element_count;
  bool complete; /* the run was not interrupted */
  struct wr_doc_file *files;
  struct wr_doc_goal *goals;
  struct wr_doc_fact *facts; /* without internal ones */
  struct wr_doc_leaf *leaves;
  struct wr_doc_finding *findings;
  uint32_t file_count, goal_count, fact_count, leaf_count, finding_count;
} wr_doc;

/* NULL if the text is not such a document; `problem` then says why. Everything lives in the arena. */
wr_doc *wr_doc_read (wr_str text, wr_arena *arena, wr_buf *problem);

#endif
