/* The manual page and the completions, from the same table as the parser. */
#include "cli/help.h"

#include <string.h>

static void add (wr_buf *out, const char *text) { wr_buf_add (out, wr_str_of (text)); }

/* The text with each character of `special` behind `escape`. */
static void add_escaped (wr_buf *out, const char *text, const char *special, const char *escape) {
  for (; *text; text++) {
    if (strchr (special, *text)) add (out, escape);
    wr_buf_add_char (out, *text);
  }
}

static bool takes_value (const struct wr_option_info *option) {
  return option->kind != WR_OPTION_FLAG && option->kind != WR_OPTION_MAYBE;
}

static bool takes_file (const struct wr_option_info *option) {
  return !strcmp (option->arg, "FILE") || !strcmp (option->arg, "DIR");
}

static bool takes_codes (const struct wr_command_info *command) {
  return strstr (command->args, "CODE") != NULL;
}

/* Patterns of file names, each between two texts: `*.json`, or those of the languages. */
static void add_patterns (wr_buf *out, const struct wr_command_info *command, wr_fronts fronts,
                          const char *before, const char *after) {
  if (strstr (command->args, ".json")) {
    wr_buf_print (out, "%s*.json%s", before, after);
    return;
  }
  for (; *fronts; fronts++)
    for (const char *const *e = (*fronts)->extensions; *e; e++)
      wr_buf_print (out, "%s*%s%s", before, *e, after);
}

/* The words that an option takes, with blanks between them. */
static void add_words (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  size_t start = out->len;
  wr_option_arg (out, option, fronts);
  for (; start < out->len; start++)
    if (out->data[start] == '|') out->data[start] = ' ';
}

static bool takes_words (const struct wr_option_info *option) {
  return option->kind == WR_OPTION_CHOICE || option->kind == WR_OPTION_LANG;
}

/* -- man --------------------------------------------------------------------------------------- */

static void man_text (wr_buf *out, const char *text) {
  add_escaped (out, text, "\\-", "\\");
  add (out, "\n");
}

static void man_option (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  add (out, ".TP\n");
  if (option->letter) wr_buf_print (out, "\\fB\\-%c\\fR, ", option->letter);
  add (out, "\\fB\\-\\-");
  add_escaped (out, option->name, "-", "\\");
  add (out, "\\fR");
  bool maybe = option->kind == WR_OPTION_MAYBE;
  if (option->kind != WR_OPTION_FLAG) {
    add (out, maybe ? "[=\\fI" : "=\\fI");
    wr_option_arg (out, option, fronts);
    add (out, maybe ? "\\fR]" : "\\fR");
  }
  add (out, "\n");
  man_text (out, option->help);
}

static void man_options (wr_buf *out, enum wr_command command, bool common, wr_fronts fronts) {
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    if (!option->help || wr_option_is_common (option) != common) continue;
    if (common || option->commands & 1u << command) man_option (out, option, fronts);
  }
}

static void man_examples (wr_buf *out, const char *examples) {
  for (const char *line = examples; *line;) {
    size_t call = strcspn (line, "\t"), len = strcspn (line, "\n");
    add (out, ".TP\n\\fB");
    for (size_t i = 0; i < call; i++) {
      if (line[i] == '-' || line[i] == '\\') add (out, "\\");
      wr_buf_add_char (out, line[i]);
    }
    wr_buf_print (out, "\\fR\n%.*s\n", (int)(len - call - 1), line + call + 1);
    line += len;
    if (*line) line++;
  }
}

void wr_generate_glossary (wr_buf *out) {
  add (
      out,
      "# Glossary\n\n"
      "The words of Warrant's reports, each explained with words above it. `warrant --help` prints "
      "the same table. [Coverage](coverage.md) and [dependencies](dependencies.md) show the words "
      "at work.\n\n"
      "| word | meaning |\n|---|---|\n");
  const struct wr_word *word;
  for (uint32_t i = 0; (word = wr_glossary (i)); i++)
    wr_buf_print (out, "| **%s** | %s |\n", word->word, word->meaning);
}

static void man_glossary (wr_buf *out) {
  const struct wr_word *word;
  add (out, ".SH GLOSSARY\n");
  for (uint32_t i = 0; (word = wr_glossary (i)); i++) {
    wr_buf_print (out, ".TP\n\\fB%s\\fR\n", word->word);
    man_text (out, word->meaning);
  }
}

void wr_generate_man (wr_buf *out, wr_fronts fronts) {
  wr_buf examples = {0};
  add (out, ".TH WARRANT 1 \"\" \"warrant " WR_VERSION "\" \"User Commands\"\n"
            ".SH NAME\nwarrant \\- program verifier that reports what its proofs rest on\n"
            ".SH SYNOPSIS\n\\fBwarrant\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] \\fIFILE\\fR...\n"
            ".SH DESCRIPTION\n"
            "Warrant proves annotated programs with an SMT solver and reports what each proof "
            "rests on.\nFiles that are given together are one program. A single \\- stands for "
            "standard input.\n"
            ".SH COMMANDS\n");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, ".SS \"%s %s\"\n", info->name, info->args);
    man_text (out, info->text);
    man_options (out, (enum wr_command)i, false, fronts);
    add (out, ".PP\nExamples:\n");
    wr_buf_clear (&examples);
    wr_front_fill (&examples, fronts[0], info->examples);
    man_examples (out, wr_buf_text (&examples));
  }
  add (out, ".SH OPTIONS OF EVERY COMMAND\n");
  man_options (out, WR_COMMAND_NONE, true, fronts);
  man_glossary (out);
  add (out, ".SH EXIT STATUS\n"
            ".TP\n0\nall goals are proved\n.TP\n1\nsome goal failed\n.TP\n2\ncoverage is below "
            "\\-\\-fail\\-under\n"
            ".TP\n3\nbad usage or bad input\n"
            ".TP\n4\nnothing failed, but some goal timed out or is unknown\n"
            ".TP\n5\ninternal error, no solver, or the output cannot be written\n"
            ".TP\n130, 143\ninterrupted by SIGINT or SIGTERM; what is known was reported\n"
            ".PP\nIf several apply: the first of 130, 143, 5, 3, 1, 4, 2.\n"
            ".SH ENVIRONMENT\n.TP\nNO_COLOR\nif set and not empty: no colours unless "
            "\\-\\-color=always\n");
  wr_buf_free (&examples);
}

/* -- bash -------------------------------------------------------------------------------------- */

static void bash_words (wr_buf *out, enum wr_command command) {
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    if (!option->help || !(option->commands & 1u << command)) continue;
    wr_buf_print (out, " --%s%s", option->name, takes_value (option) ? "=" : "");
  }
}

static void bash_values (wr_buf *out, wr_fronts fronts) {
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = wr_option_info (i);
    if (!option->help || option->kind == WR_OPTION_FLAG) continue;
    if (takes_words (option)) {
      wr_buf_print (out, "    --%s) COMPREPLY=($(compgen -W \"", option->name);
      add_words (out, option, fronts);
      add (out, "\" -- \"$value\")); return ;;\n");
    } else if (takes_file (option)) {
      wr_buf_print (out, "    --%s) COMPREPLY=($(compgen -f -- \"$value\")); return ;;\n",
                    option->name);
    }
  }
}

void wr_generate_bash (wr_buf *out, wr_fronts fronts) {
  add (out, "# Completion of warrant for bash; generated by `warrant --generate=bash`.\n"
            "_warrant() {\n"
            "  local word=${COMP_WORDS[COMP_CWORD]} name= value= command= w\n"
            "  COMPREPLY=()\n"
            "  if [[ $word == \"=\" ]]; then name=${COMP_WORDS[COMP_CWORD-1]}\n"
            "  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == \"=\" ]]; then\n"
            "    name=${COMP_WORDS[COMP_CWORD-2]} value=$word\n"
            "  fi\n"
            "  case $name in\n");
  bash_values (out, fronts);
  add (out, "  esac\n"
            "  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
            "    case $w in -*) ;; *) command=$w; break ;; esac\n"
            "  done\n"
            "  case $command in\n");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, "    %s)\n      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"",
                  info->name);
    bash_words (out, (enum wr_command)i);
    add (out, "\" -- \"$word\"))\n");
    if (!takes_codes (info)) {
      add (out, "      else COMPREPLY=(");
      add_patterns (out, info, fronts, "$(compgen -f -X '!", "' -- \"$word\") ");
      add (out, "$(compgen -d -- \"$word\"))\n");
    } else {
      add (out, "      else COMPREPLY=($(compgen -W \"$(warrant explain 2>/dev/null"
                " | sed -n 's/^  \\([a-z0-9-]*\\) .*/\\1/p')\" -- \"$word\"))\n");
    }
    add (out, "      fi ;;\n");
  }
  add (out, "    *) COMPREPLY=($(compgen -W \"");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    wr_buf_print (out, "%s ", wr_command_info ((enum wr_command)i)->name);
  }
  add (out, "--help --version\" -- \"$word\")) ;;\n"
            "  esac\n"
            "  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
            "}\n"
            "complete -o filenames -F _warrant warrant\n");
}

/* -- zsh --------------------------------------------------------------------------------------- */

static void zsh_option (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  add (out, "        '");
  if (option->kind == WR_OPTION_LIST) add (out, "*");
  wr_buf_print (out, "--%s", option->name);
  if (option->kind == WR_OPTION_MAYBE)
    add (out, "=-");
  else if (option->kind != WR_OPTION_FLAG)
    add (out, "=");
  add (out, "[");
  add_escaped (out, option->help, "[]:\\", "\\");
  add (out, "]");
  if (takes_words (option)) {
    wr_buf_print (out, ":%s:(", option->name);
    add_words (out, option, fronts);
    add (out, ")");
  } else if (option->kind != WR_OPTION_FLAG) {
    wr_buf_print (out, "%s%s:%s", option->kind == WR_OPTION_MAYBE ? "::" : ":", option->name,
                  takes_file (option) ? "_files" : " ");
  }
  add (out, "' \\\n");
}

void wr_generate_zsh (wr_buf *out, wr_fronts fronts) {
  add (out, "#compdef warrant\n"
            "# Completion of warrant for zsh; generated by `warrant --generate=zsh`.\n"
            "_warrant() {\n"
            "  local context state line\n"
            "  typeset -A opt_args\n"
            "  _arguments -C '1:command:->command' '*::arg:->arg'\n"
            "  case $state in\n"
            "    command)\n"
            "      local -a commands=(\n");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, "        '%s:%s'\n", info->name, info->line);
  }
  add (out, "      )\n"
            "      _describe command commands ;;\n"
            "    arg)\n"
            "      case $words[1] in\n");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, "      %s) _arguments \\\n", info->name);
    for (uint32_t k = 0; k < wr_option_count (); k++) {
      const struct wr_option_info *option = wr_option_info (k);
      if (option->help && option->commands & 1u << i) zsh_option (out, option, fronts);
    }
    if (!takes_codes (info)) {
      add (out, "        '*:program:_files -g \"");
      add_patterns (out, info, fronts, "", " ");
      out->len--; /* no blank after the last one */
      add (out, "\"' ;;\n");
    } else {
      add (out, "        '*:code: ' ;;\n");
    }
  }
  add (out, "      esac ;;\n  esac\n}\n_warrant \"$@\"\n");
}

/* -- fish -------------------------------------------------------------------------------------- */

static void fish_quoted (wr_buf *out, const char *text) {
  add (out, "'");
  add_escaped (out, text, "'\\", "\\");
  add (out, "'");
}

void wr_generate_fish (wr_buf *out, wr_fronts fronts) {
  add (out, "# Completion of warrant for fish; generated by `warrant --generate=fish`.\n");
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    const struct wr_command_info *info = wr_command_info ((enum wr_command)i);
    wr_buf_print (out, "complete -c warrant -n __fish_use_subcommand -f -a %s -d ", info->name);
    fish_quoted (out, info->line);
    add (out, "\n");
  }
  for (uint32_t k = 0; k < wr_option_count (); k++) {
    const struct wr_option_info *option = wr_option_info (k);
    if (!option->help) continue;
    add (out, "complete -c warrant");
    if (!wr_option_is_common (option)) {
      add (out, " -n '__fish_seen_subcommand_from");
      for (int i = 1; i < WR_COMMAND_COUNT; i++) {
        if (!(option->commands & 1u << i)) continue;
        wr_buf_print (out, " %s", wr_command_info ((enum wr_command)i)->name);
      }
      add (out, "'");
    }
    wr_buf_print (out, " -l %s", option->name);
    if (option->letter) wr_buf_print (out, " -s %c", option->letter);
    if (takes_value (option)) add (out, takes_file (option) ? " -r" : " -x");
    if (takes_words (option)) {
      add (out, " -a '");
      add_words (out, option, fronts);
      add (out, "'");
    }
    add (out, " -d ");
    fish_quoted (out, option->help);
    add (out, "\n");
  }
}
