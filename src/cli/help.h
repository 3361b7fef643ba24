/* cli/help.h -- the option table for people and for shells: help texts, the manual page, completions. */
#ifndef WR_CLI_HELP_H
#define WR_CLI_HELP_H

#include "cli/options.h"

/* NONE: the program as a whole. */
void wr_help (wr_buf *out, enum wr_command command, wr_fronts fronts);
/* The text in lines of at most 80 columns, each after `indent` spaces. */
/* What --help-hidden prints: options and budgets for experiments. */
void wr_help_hidden (wr_buf *out, wr_fronts fronts);
void wr_help_wrap (wr_buf *out, wr_str text, uint32_t indent);

/* The words of the reports, in the order in which they build on each other; NULL: there are no more. */
struct wr_word {
  const char *word, *meaning;
};
const struct wr_word *wr_glossary (uint32_t i);

void wr_generate_glossary (wr_buf *out);               /* docs/guide/glossary.md */
void wr_generate_man (wr_buf *out, wr_fronts fronts);  /* share/man/man1/warrant.1 */
void wr_generate_bash (wr_buf *out, wr_fronts fronts); /* share/completions/warrant.bash */
void wr_generate_zsh (wr_buf *out, wr_fronts fronts);  /* share/completions/_warrant */
void wr_generate_fish (wr_buf *out, wr_fronts fronts); /* share/completions/warrant.fish */

#endif
