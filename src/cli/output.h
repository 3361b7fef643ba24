/* cli/output.h -- writing to standard output, standard error and files. Failures are reported and become an exit
   code: a full disk or a closed pipe must not look like success. */
#ifndef WR_CLI_OUTPUT_H
#define WR_CLI_OUTPUT_H

#include "cli/options.h"

/* Writes the buffer to standard output and clears it. */
enum wr_exit wr_output_print (wr_buf *text);
/* Creates or replaces a file. A file that cannot be created is bad usage; a failed write is not. */
enum wr_exit wr_output_file (const char *path, wr_str text);
/* `warrant: error: ...` on standard error, and `warrant: warning: ...`. */
__attribute__ ((format (printf, 1, 2))) void wr_output_complain (const char *fmt, ...);
__attribute__ ((format (printf, 1, 2))) void wr_output_warn (const char *fmt, ...);
void wr_output_error (wr_str text); /* on standard error, as it is */
/* --color, NO_COLOR, TERM, and whether the descriptor is a terminal. */
bool wr_output_color (const struct wr_options *options, int fd);

#endif
