/* cli/output.h -- writing to standard output, standard error and files. Failures are reported and become an exit
   code: a full disk or a closed pipe must not look like success. */
#ifndef WR_CLI_OUTPUT_H
#define WR_CLI_OUTPUT_H

#include "base/outfile.h"
#include "cli/options.h"

/* Writes the buffer to standard output and clears it.  The text is made safe (cli/clean.h).  From the first byte on no deadline ends the
   command (cli/interrupt.h). */
enum wr_exit wr_output_print (const struct wr_options *options, wr_buf *text);
/* The same for a report, which may have colours or be made of workflow commands. */
enum wr_exit wr_output_report (const struct wr_options *options, wr_buf *text);
/* The same for text that another program reads, such as a program: it is made safe on a terminal only. */
enum wr_exit wr_output_exact (const struct wr_options *options, wr_buf *text);
/* A file that an option asks for. */
struct wr_output {
  const char *option, *path;
  const char *mark; /* of its format (base/outfile.h); NULL: the format has none */
};

/* False, after a complaint, if the file cannot be created or must not be replaced. */
bool wr_output_allowed (const struct wr_options *options, const struct wr_output *output);
/* Creates or replaces a file; "-" is standard output.  From here on no deadline ends the command.  A file that cannot be created or must not be replaced is bad usage; a
   failed write is not. */
enum wr_exit wr_output_file (const struct wr_options *options, const struct wr_output *output,
                             wr_str text);
/* False, after a complaint, if standard output is an input of the run. */
bool wr_output_stdout_allowed (const struct wr_options *options);
/* The files that the command reads, as far as its options and arguments tell; free it with wr_guard_free. */
wr_guard wr_output_guard (const struct wr_options *options);
/* `warrant: error: ...` on standard error, and `warrant: warning: ...`. */
__attribute__ ((format (printf, 1, 2))) void wr_output_complain (const char *fmt, ...);
__attribute__ ((format (printf, 1, 2))) void wr_output_warn (const char *fmt, ...);
void wr_output_error (wr_str text); /* on standard error, made safe */
void wr_output_diagnostics (const struct wr_options *options,
                            wr_str text); /* the same, with colours */
void wr_output_progress (wr_str line);    /* replaces the line on the terminal */
/* --color, NO_COLOR, TERM, and whether the descriptor is a terminal. */
bool wr_output_color (const struct wr_options *options, int fd);

#endif
