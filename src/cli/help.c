#include "cli/help.h"

#include "solve/budgets.h"

#include <string.h>

enum { WIDTH = 80, OPTION_COLUMN = 30 };

static void spaces (wr_buf *out, size_t count) {
  for (size_t i = 0; i < count; i++) wr_buf_add_char (out, ' ');
}

/* Adds words from `column` on; lines after the first begin at `indent`. */
static void flow (wr_buf *out, wr_str text, size_t column, uint32_t indent) {
  bool first = true;
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    while (i < text.len && text.ptr[i] != ' ' && text.ptr[i] != '\n') i++;
    wr_str word = {text.ptr + from, i - from};
    if (!first && column + 1 + word.len > WIDTH) {
      wr_buf_add_char (out, '\n');
      spaces (out, indent);
      column = indent;
      first = true;
    }
    if (!first) wr_buf_add_char (out, ' ');
    column += word.len + !first;
    wr_buf_add (out, word);
    first = false;
    while (i < text.len && (text.ptr[i] == ' ' || text.ptr[i] == '\n')) i++;
  }
  wr_buf_add_char (out, '\n');
}

void wr_help_wrap (wr_buf *out, wr_str text, uint32_t indent) {
  spaces (out, indent);
  flow (out, text, indent, indent);
}

static void option_head (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  if (option->letter)
    wr_buf_print (out, "-%c, ", option->letter);
  else
    wr_buf_add (out, WR_LIT ("    "));
  wr_buf_print (out, "--%s", option->name);
  bool maybe = option->kind == WR_OPTION_MAYBE;
  if (option->kind == WR_OPTION_FLAG) return;
  wr_buf_add (out, wr_str_of (maybe ? "[=" : "="));
  wr_option_arg (out, option, fronts);
  if (maybe) wr_buf_add_char (out, ']');
}

static void option_line (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  size_t start = out->len;
  wr_buf_add (out, WR_LIT ("  "));
  option_head (out, option, fronts);
  size_t used = out->len - start;
  if (used + 2 > OPTION_COLUMN) {
    wr_buf_add_char (out, '\n');
    used = 0;
  }
  spaces (out, OPTION_COLUMN - used);
  flow (out, wr_str_of (option->help), OPTION_COLUMN, OPTION_COLUMN);
}

static void option_lines (wr_buf *out, enum wr_command command, bool common, wr_fronts fronts) {
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    if (!option->help || wr_option_is_common (option) != common) continue;
    if (common || option->commands & 1u << command) option_line (out, option, fronts);
  }
}

static bool has_own_options (enum wr_command command) {
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    bool own = option->help && !wr_option_is_common (option);
    if (own && option->commands & 1u << command) return true;
  }
  return false;
}

static void example_lines (wr_buf *out, const char *examples) {
  for (const char *line = examples; *line;) {
    size_t call = strcspn (line, "\t"), len = strcspn (line, "\n");
    wr_buf_print (out, "  %.*s\n", (int)call, line);
    wr_help_wrap (out, (wr_str){line + call + 1, len - call - 1}, 6);
    line += len;
    if (*line) line++;
  }
}

static const struct wr_word words[] = {
#define X(word, meaning) {word, meaning},
#include "cli/glossary.def"
#undef X
};

const struct wr_word *wr_glossary (uint32_t i) {
  return i < sizeof words / sizeof *words ? &words[i] : NULL;
}

static void glossary (wr_buf *out) {
  wr_buf_add (out, WR_LIT ("\nWords of the reports:\n"));
  const struct wr_word *word;
  for (uint32_t i = 0; (word = wr_glossary (i)); i++) {
    wr_buf_print (out, "  %-16s ", word->word);
    flow (out, wr_str_of (word->meaning), 19, 19);
  }
}

static void program_help (wr_buf *out, wr_fronts fronts) {
  wr_buf_add (out, WR_LIT ("Usage: warrant COMMAND [OPTION...] FILE...\n\n"));
  wr_help_wrap (out,
                WR_LIT ("Warrant proves annotated programs with an SMT solver and reports what "
                        "each proof rests on."),
                0);
  wr_buf_add (out, WR_LIT ("\nCommands:\n"));
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *command = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, "  %-9s %s\n", command->name, command->line);
  }
  wr_buf_add (out, WR_LIT ("\nOptions of every command:\n"));
  option_lines (out, WR_COMMAND_NONE, true, fronts);
  glossary (out);
  wr_buf_add (
      out,
      WR_LIT ("\nExit codes: 0 all goals are proved; 1 some goal failed; 2 coverage is below\n"
              "--fail-under; 3 bad usage or bad input; 4 nothing failed, but some goal timed out\n"
              "or is unknown; 5 internal error, or no solver; 130 or 143 interrupted.\n"
              "\nOptions and examples of a command: warrant COMMAND --help\n"
              "Meaning of a diagnostic: warrant explain CODE\n"));
}

void wr_help (wr_buf *out, enum wr_command command, wr_fronts fronts) {
  if (command == WR_COMMAND_NONE) {
    program_help (out, fronts);
    return;
  }
  const struct wr_command_info *info = wr_command_info (command);
  wr_buf_print (out, "Usage: warrant %s [OPTION...] %s\n\n", info->name, info->args);
  wr_help_wrap (out, wr_str_of (info->text), 0);
  wr_buf_add (out, WR_LIT ("\nExamples:\n"));
  wr_buf examples = {0};
  wr_front_fill (&examples, fronts[0], info->examples);
  example_lines (out, wr_buf_text (&examples));
  wr_buf_free (&examples);
  if (has_own_options (command)) {
    wr_buf_print (out, "\nOptions of %s:\n", info->name);
    option_lines (out, command, false, fronts);
  }
  wr_buf_add (out, WR_LIT ("\nOptions of every command:\n"));
  option_lines (out, command, true, fronts);
}

void wr_help_hidden (wr_buf *out, wr_fronts fronts) {
  wr_buf_add (out, WR_LIT ("Options for experiments, which may change at any time:\n"));
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    if (wr_option_info (i)->help) continue;
    wr_buf_add (out, WR_LIT ("  "));
    option_head (out, wr_option_info (i), fronts);
    wr_buf_add_char (out, '\n');
  }
  wr_buf_add (out, WR_LIT ("\nBudgets of --budget, with their defaults:\n"));
  for (uint32_t i = 0; i < wr_budget_count (); i++) {
    const struct wr_budget_info *budget = wr_budget_info (i);
    wr_buf_print (out, "  %s=%llu\n", budget->name, (unsigned long long)budget->value);
    wr_help_wrap (out, wr_str_of (budget->help), 6);
  }
}
