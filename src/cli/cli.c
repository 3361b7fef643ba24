#include "cli/cli.h"

#include "cli/commands.h"
#include "cli/ends.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/publish.h"
#include "cli/unit.h"

#include <string.h>
#include <unistd.h>

static bool generate (wr_buf *out, enum wr_generate what, wr_fronts fronts) {
  switch (what) {
  case WR_GENERATE_NONE: return false;
  case WR_GENERATE_MAN: wr_generate_man (out, fronts); return true;
  case WR_GENERATE_BASH: wr_generate_bash (out, fronts); return true;
  case WR_GENERATE_ZSH: wr_generate_zsh (out, fronts); return true;
  case WR_GENERATE_FISH: wr_generate_fish (out, fronts); return true;
  case WR_GENERATE_GLOSSARY: wr_generate_glossary (out); return true;
  }
  return false;
}

static enum wr_exit run (const struct wr_options *options, wr_buf *text) {
  if (generate (text, (enum wr_generate)options->generate, wr_options_fronts (options)))
    return wr_output_exact (options, text);
  if (options->help) {
    wr_help (text, options->command, wr_options_fronts (options));
    return wr_output_print (options, text);
  }
  if (options->help_hidden) {
    wr_help_hidden (text, wr_options_fronts (options));
    return wr_output_print (options, text);
  }
  if (options->version) {
    wr_buf_add (text, WR_LIT ("warrant " WR_VERSION "\n"));
    return wr_output_print (options, text);
  }
  return wr_command_info (options->command)->run (options);
}

/* An interrupted command does not take the time to free its memory. */
static enum wr_exit run_interruptible (struct wr_options *options, wr_buf *text) {
  struct wr_interrupt interrupt;
  options->interrupt = &interrupt;
  wr_interrupt_begin (&interrupt, options, wr_publish_nothing);
  enum wr_exit code = run (options, text);
  wr_interrupt_claim (&interrupt);
  code = wr_exit_worse (code, wr_interrupt_code (&interrupt));
  if (wr_interrupted (&interrupt)) _exit ((int)code);
  wr_interrupt_end (&interrupt);
  options->interrupt = NULL;
  return code;
}

int wr_cli (int argc, char **argv, wr_fronts fronts) {
  if (argc == 4 && !strcmp (argv[1], "unit")) return wr_unit_work (argv[2], argv[3], fronts);
  /* A closed pipe, or a file beyond the limit of its size, makes write fail; the failure is reported and counted. */
  wr_ends_begin ();
  wr_arena *arena = wr_arena_new ();
  struct wr_options options = {.fronts = fronts};
  wr_buf text = {0};
  enum wr_exit code = WR_EXIT_INPUT;
  if (wr_options_parse (&options, arena, argc, argv, &text)) {
    wr_ends_limit_memory (options.max_memory);
    code = run_interruptible (&options, &text);
  } else {
    wr_output_complain ("%s", wr_buf_text (&text));
    const char *name = options.command ? wr_command_info (options.command)->name : "";
    wr_buf_clear (&text);
    wr_buf_print (&text, "Try: warrant %s%s--help\n", name, *name ? " " : "");
    wr_output_error (wr_buf_str (&text));
  }
  wr_buf_free (&text);
  wr_arena_free (arena);
  return (int)code;
}
