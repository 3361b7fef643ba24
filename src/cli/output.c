#include "cli/output.h"

#include "base/check.h"
#include "base/os.h"
#include "base/utf8.h"
#include "cli/clean.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_set (const char *name) {
  const char *value = getenv (name);
  return value && *value;
}

/* A runner of workflows reads what is written. */
static bool in_workflow (void) { return is_set ("GITHUB_ACTIONS"); }
static bool in_service (void) { return is_set ("TF_BUILD") || is_set ("TEAMCITY_VERSION"); }

static enum wr_exit write_out (const struct wr_options *options, wr_str text) {
  wr_interrupt_write (options->interrupt);
  if (wr_write_all (STDOUT_FILENO, text.ptr, text.len)) return WR_EXIT_OK;
  wr_output_complain ("cannot write to standard output: %s", strerror (errno));
  return WR_EXIT_INTERNAL;
}

static enum wr_exit write_clean (const struct wr_options *options, wr_buf *text,
                                 const struct wr_clean *how) {
  if (!how->no_commands && !how->no_services && wr_is_clean (wr_buf_str (text))) {
    enum wr_exit code = write_out (options, wr_buf_str (text));
    wr_buf_clear (text);
    return code;
  }
  wr_buf clean = {0};
  wr_clean_text (&clean, wr_buf_str (text), how);
  wr_buf_clear (text);
  enum wr_exit code = write_out (options, wr_buf_str (&clean));
  wr_buf_free (&clean);
  return code;
}

enum wr_exit wr_output_print (const struct wr_options *options, wr_buf *text) {
  return write_clean (
      options, text,
      &(struct wr_clean){.no_commands = in_workflow (), .no_services = in_service ()});
}

enum wr_exit wr_output_report (const struct wr_options *options, wr_buf *text) {
  bool commands = options->format == WR_FORMAT_GITHUB; /* report/github.c escapes what it quotes */
  struct wr_clean how = {.colors = wr_output_color (options, STDOUT_FILENO),
                         .no_commands = in_workflow () && !commands,
                         .no_services = in_service ()};
  return write_clean (options, text, &how);
}

enum wr_exit wr_output_exact (const struct wr_options *options, wr_buf *text) {
  if (isatty (STDOUT_FILENO)) return wr_output_print (options, text);
  enum wr_exit code = write_out (options, wr_buf_str (text));
  wr_buf_clear (text);
  return code;
}

/* -- what is read ------------------------------------------------------------------------------------- */

/* An argument is a file, FILE:LINE:COL, or addresses with commas between them: whatever in it names a file is an input. */
static void add_inputs (wr_guard *guard, const char *arg) {
  wr_buf part = {0};
  wr_guard_add_input (guard, arg);
  for (const char *at = arg; *at; at += *at != 0) {
    const char *from = at;
    at += strcspn (at, ",");
    wr_buf_clear (&part);
    wr_buf_add (&part, (wr_str){from, (size_t)(at - from)});
    wr_guard_add_input (guard, wr_buf_text (&part));
    while (part.len && part.data[part.len - 1] != ':') part.len--;
    while (part.len) { /* a shorter name for each colon */
      part.len--;
      wr_guard_add_input (guard, wr_buf_text (&part));
      while (part.len && part.data[part.len - 1] != ':') part.len--;
    }
  }
  wr_buf_free (&part);
}

static void add_list (wr_guard *guard, const struct wr_list *list) {
  for (uint32_t i = 0; i < list->count; i++) add_inputs (guard, list->items[i]);
}

wr_guard wr_output_guard (const struct wr_options *options) {
  wr_guard guard = {.force = options->force};
  if (options->command == WR_COMMAND_EXPLAIN) return guard; /* its arguments are codes */
  add_list (&guard, &options->args);
  add_list (&guard, &options->ignore);
  add_list (&guard, &options->also_read);
  if (options->baseline) wr_guard_add_input (&guard, options->baseline);
  return guard;
}

/* -- files -------------------------------------------------------------------------------------------- */

static enum wr_exit complain (enum wr_outfile status, const struct wr_output *output) {
  const char *reason = strerror (errno);
  switch (status) {
  case WR_OUTFILE_OK: return WR_EXIT_OK;
  case WR_OUTFILE_INPUT:
    wr_output_complain ("%s would overwrite '%s', which this command reads: name another file",
                        output->option, output->path);
    return WR_EXIT_INPUT;
  case WR_OUTFILE_FOREIGN:
    wr_output_complain (
        "%s would overwrite '%s', which is not a report that %s wrote: name another "
        "file, or add --force to replace it",
        output->option, output->path, output->option);
    return WR_EXIT_INPUT;
  case WR_OUTFILE_NOT_CREATED:
    wr_output_complain ("cannot create '%s': %s", output->path, reason);
    return WR_EXIT_INPUT;
  case WR_OUTFILE_NOT_WRITTEN:
    wr_output_complain ("cannot write '%s': %s", output->path, reason);
    return WR_EXIT_INTERNAL;
  }
  WR_UNREACHABLE ();
}

bool wr_output_allowed (const struct wr_options *options, const struct wr_output *output) {
  wr_guard guard = wr_output_guard (options);
  enum wr_outfile status = wr_outfile_check (&guard, output->path, output->mark);
  bool allowed = complain (status, output) == WR_EXIT_OK;
  wr_guard_free (&guard);
  return allowed;
}

enum wr_exit wr_output_file (const struct wr_options *options, const struct wr_output *output,
                             wr_str text) {
  if (!strcmp (output->path, "-")) {
    wr_buf copy = {0};
    wr_buf_add (&copy, text);
    enum wr_exit code = wr_output_exact (options, &copy);
    wr_buf_free (&copy);
    return code;
  }
  wr_interrupt_write (options->interrupt);
  wr_guard guard = wr_output_guard (options);
  enum wr_outfile status = wr_outfile_write (&guard, output->path, output->mark, text);
  enum wr_exit code = complain (status, output);
  wr_guard_free (&guard);
  return code;
}

bool wr_output_stdout_allowed (const struct wr_options *options) {
  wr_guard guard = wr_output_guard (options);
  bool allowed = !wr_guard_is_input (&guard, STDOUT_FILENO);
  wr_guard_free (&guard);
  if (!allowed)
    wr_output_complain (
        "standard output is a file that this command reads: redirect it to another one");
  return allowed;
}

/* -- messages ----------------------------------------------------------------------------------------- */

static void write_error (wr_str text, const struct wr_clean *how) {
  wr_buf clean = {0};
  wr_clean_text (&clean, text, how);
  (void)wr_write_all (STDERR_FILENO, clean.data, clean.len); /* a failure cannot be reported */
  wr_buf_free (&clean);
}

void wr_output_error (wr_str text) {
  write_error (text,
               &(struct wr_clean){.no_commands = in_workflow (), .no_services = in_service ()});
}

void wr_output_diagnostics (const struct wr_options *options, wr_str text) {
  write_error (text, &(struct wr_clean){.colors = wr_output_color (options, STDERR_FILENO),
                                        .no_commands = in_workflow (),
                                        .no_services = in_service ()});
}

void wr_output_progress (wr_str line) {
  static const char back[] = "\r\33[K"; /* to the beginning of the line, which is erased */
  (void)wr_write_all (STDERR_FILENO, back, sizeof back - 1);
  wr_output_error (line);
}

static void tell (wr_str kind, const char *fmt, va_list args) {
  wr_buf message = {0}, line = {0};
  wr_buf_vprint (&message, fmt, args);
  wr_buf_print (&line, "warrant: %.*s: ", WR_STR_ARGS (kind));
  wr_utf8_clean (&line, wr_buf_str (&message));
  wr_buf_add_char (&line, '\n');
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&message);
  wr_buf_free (&line);
}

void wr_output_complain (const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  tell (WR_LIT ("error"), fmt, args);
  va_end (args);
}

void wr_output_warn (const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  tell (WR_LIT ("warning"), fmt, args);
  va_end (args);
}

bool wr_output_color (const struct wr_options *options, int fd) {
  if (options->color != WR_COLOR_AUTO) return options->color == WR_COLOR_ALWAYS;
  const char *no_color = getenv ("NO_COLOR"), *term = getenv ("TERM");
  if ((no_color && *no_color) || (term && !strcmp (term, "dumb"))) return false;
  return isatty (fd);
}
