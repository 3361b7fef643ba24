/* source/source.h -- the texts of one program version.  A position in the program is a byte span; lines
   and columns are computed at the edge, when something is shown.  Lines follow `#line` directives.
   Files are numbered from 1 in the order in which they were added; file 0 means "nowhere". */
#ifndef WR_SOURCE_SOURCE_H
#define WR_SOURCE_SOURCE_H

#include "base/str.h"

typedef struct {
  uint32_t file, begin, end; /* bytes [begin, end) */
} wr_span;

typedef struct wr_sources wr_sources;

enum {
  WR_MAX_FILE_BYTES = 1 << 28, /* larger files are refused: file-too-large */
  WR_MAX_FILES = 10000
};

/* The outcome of reading a file or standard input. */
enum wr_load_status {
  WR_LOAD_OK,
  WR_LOAD_MISSING,
  WR_LOAD_FORBIDDEN,
  WR_LOAD_DIRECTORY,
  WR_LOAD_TOO_LARGE,
  WR_LOAD_TOO_MANY,
  WR_LOAD_FAILED /* any other error of the system */
};

wr_sources *wr_sources_new (wr_arena *arena);
void wr_sources_free (wr_sources *sources); /* what does not live in the arena; NULL is allowed */

/* Adds a text under a display path; both are copied.  Returns the file's number. */
uint32_t wr_sources_add (wr_sources *sources, wr_str path, wr_str text);
/* Reads a file ("-": standard input) and adds it; *file is set on WR_LOAD_OK. */
enum wr_load_status wr_sources_load (wr_sources *sources, const char *path, uint32_t *file);

uint32_t wr_sources_count (const wr_sources *sources);
/* A hidden file belongs to Warrant (declarations of a library), so reports do not list it. */
void wr_source_hide (wr_sources *sources, uint32_t file);
bool wr_source_hidden (const wr_sources *sources, uint32_t file);
wr_str wr_source_path (const wr_sources *sources, uint32_t file);
wr_str wr_source_text (const wr_sources *sources, uint32_t file); /* NUL-terminated */

/* From byte `from` on, lines count from `line` (of the line that holds `from`) and, if `path` is not
   empty, belong to `path`. Calls come in increasing order of `from`. */
void wr_source_set_line (wr_sources *sources, uint32_t file, uint32_t from, uint32_t line,
                         wr_str path);

/* The next path that a directive names, and where in the text it does; begin with *next = 0.  False: there are no more. */
bool wr_source_named (const wr_sources *sources, uint32_t file, uint32_t *next, wr_span *at,
                      wr_str *path);

typedef struct {
  wr_str path;
  uint32_t line, column; /* 1-based; column counts bytes */
} wr_position;

/* The origin of text that a translator printed: from byte `from` on it comes from this position. An empty path:
   the origin is not known from there on. Calls come in increasing order of `from`; an earlier one is ignored. Path
   and kind are kept by the caller, for as long as the sources. */
struct wr_origin {
  wr_str path;
  uint32_t line, column; /* 1-based */
  wr_str kind;           /* of the statement, as the translator calls it; "" for a declaration */
};
void wr_source_add_origin (wr_sources *sources, uint32_t file, uint32_t from,
                           const struct wr_origin *origin);
/* NULL when nothing is known. */
const struct wr_origin *wr_source_origin (const wr_sources *sources, uint32_t file, uint32_t byte);

wr_position wr_position_of (const wr_sources *sources, uint32_t file, uint32_t byte);
uint32_t wr_source_line (const wr_sources *sources, uint32_t file,
                         uint32_t byte); /* physical, 1-based */
/* The end of the line that holds byte `from`: at LF, CR LF or a lone CR, as in Boogie; other characters that
   Unicode calls line separators end no line.  *next gets the first byte of the line behind it. */
size_t wr_line_end (wr_str text, size_t from, size_t *next);
/* The text of a physical line without its end; *begin gets its first byte. */
wr_str wr_source_line_text (const wr_sources *sources, uint32_t file, uint32_t line,
                            uint32_t *begin);

#endif
