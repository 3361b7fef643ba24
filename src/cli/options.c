#include "cli/options.h"

#include "base/check.h"
#include "base/nearest.h"
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ON(command) (1u << WR_COMMAND_##command)
#define ON_PROOFS (ON (VERIFY) | ON (COVER))
#define ON_FILTERS (ON (WHY) | ON (IMPACT) | ON (PATH) | ON (TRUST) | ON (UNCOVERED) | ON (GRAPH))
#define ON_QUERIES (ON_FILTERS | ON (PROGRESS))
#define ON_ASKING (ON_PROOFS | ON (PRUNE) | ON_QUERIES | ON (DIAGNOSE) | ON (STABILITY))
#define ON_SOLVER (ON_ASKING | ON (AXIOMS)) /* commands that ask a solver */
#define ON_PROGRAMS (ON_PROOFS | ON (DUMP) | ON (DIAGNOSE) | ON (STABILITY))
#define ON_REPORTS (ON_SOLVER | ON (DIFF) | ON (EXPLAIN) | ON (RUN))
#define ON_ALL (~1u)

static const struct wr_option_info option_table[] = {
#define X(field, kind, name, letter, arg, least, most, on, help)                                   \
  {name, arg, help, WR_OPTION_##kind, letter, offsetof (struct wr_options, field), least, most, on},
#include "cli/options.def"
#undef X
};

static const struct wr_command_info command_table[] = {
    {0},
#define X(id, name, args, least, run, line, text, examples)                                        \
  {name, args, line, text, examples, least, run},
#include "cli/commands.def"
#undef X
};

enum wr_exit wr_exit_worse (enum wr_exit a, enum wr_exit b) {
  static const enum wr_exit order[] = {WR_EXIT_INTERRUPTED, WR_EXIT_TERMINATED, WR_EXIT_INTERNAL,
                                       WR_EXIT_INPUT,       WR_EXIT_FAILED,     WR_EXIT_UNKNOWN,
                                       WR_EXIT_BELOW,       WR_EXIT_OK};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    if (a == order[i] || b == order[i]) return order[i];
  }
  WR_UNREACHABLE ();
}

void wr_option_arg (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts) {
  wr_buf_add (out, wr_str_of (option->arg));
  for (; option->kind == WR_OPTION_LANG && *fronts; fronts++)
    wr_buf_print (out, "|%s", (*fronts)->name);
}

uint32_t wr_option_count (void) { return sizeof option_table / sizeof *option_table; }
const struct wr_option_info *wr_option_info (uint32_t i) { return &option_table[i]; }
bool wr_option_is_common (const struct wr_option_info *option) {
  return option->commands == ON_ALL;
}

const struct wr_command_info *wr_command_info (enum wr_command command) {
  WR_REQUIRE (command > WR_COMMAND_NONE && command < WR_COMMAND_COUNT);
  return &command_table[command];
}

enum wr_command wr_command_find (wr_str name) {
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    if (wr_str_equal (name, wr_str_of (command_table[i].name))) return (enum wr_command)i;
  }
  return WR_COMMAND_NONE;
}

struct given {
  const struct wr_option_info *option;
  const char *text;
};

struct reader {
  struct wr_options *options;
  wr_arena *arena;
  char **argv;
  int argc, next;
  wr_buf *problem;
  uint32_t used; /* the options that were read, to be checked against the command */
  struct given *given;
};

static void *field (const struct reader *r, const struct wr_option_info *option) {
  return (char *)r->options + option->offset;
}

static void push (wr_arena *arena, struct wr_list *list, const char *item) {
  if ((list->count & (list->count + 1)) == 0) { /* capacities 1, 2, 4, 8 ... minus one */
    const char **grown = WR_NEW (arena, const char *, 2 * (size_t)list->count + 2);
    if (list->count) memcpy (grown, list->items, list->count * sizeof *grown);
    list->items = grown;
  }
  list->items[list->count++] = item;
}

static bool set_number (const struct reader *r, const struct wr_option_info *o, const char *text) {
  char *end = NULL;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 10);
  bool digits = *text >= '0' && *text <= '9' && !*end && !errno;
  if (!digits || value < o->least || value > o->most) {
    wr_buf_print (r->problem, "--%s takes a whole number from %llu to %llu, not '%s'", o->name,
                  (unsigned long long)o->least, (unsigned long long)o->most, text);
    return false;
  }
  *(wr_option_NUMBER *)field (r, o) = value;
  return true;
}

/* `what`: the values that the option takes, for the message. */
static bool set_real (const struct reader *r, const struct wr_option_info *o, const char *text,
                      const char *what) {
  char *end = NULL;
  double value = strtod (text, &end);
  bool decimal = strspn (text, "0123456789.") == strlen (text) && *text && !*end;
  if (!decimal || value <= 0 || value > (double)o->most) {
    wr_buf_print (r->problem, "--%s takes %s, not '%s'", o->name, what, text);
    return false;
  }
  *(double *)field (r, o) = value;
  return true;
}

static bool set_choice (const struct reader *r, const struct wr_option_info *o, const char *text) {
  struct wr_nearest nearest = wr_nearest_start (wr_str_of (text));
  uint32_t index = 0;
  for (const char *word = o->arg; *word; index++) {
    wr_str choice = {word, strcspn (word, "|")};
    if (wr_str_equal (choice, wr_str_of (text))) {
      *(wr_option_CHOICE *)field (r, o) = index;
      return true;
    }
    wr_nearest_offer (&nearest, choice);
    word += choice.len;
    if (*word) word++;
  }
  wr_buf_print (r->problem, "--%s takes one of %s, not '%s'", o->name, o->arg, text);
  if (nearest.best.len) {
    wr_buf_print (r->problem, " (did you mean '%.*s'?)", WR_STR_ARGS (nearest.best));
  }
  return false;
}

static bool set_language (const struct reader *r, const struct wr_option_info *o,
                          const char *text) {
  wr_fronts fronts = wr_options_fronts (r->options);
  struct wr_nearest nearest = wr_nearest_start (wr_str_of (text));
  const struct wr_front *found = wr_front_named (fronts, wr_str_of (text));
  *(wr_option_LANG *)field (r, o) = found;
  if (found || !strcmp (text, "auto")) return true;
  wr_buf_print (r->problem, "--%s takes one of ", o->name);
  wr_option_arg (r->problem, o, fronts);
  wr_buf_print (r->problem, ", not '%s'", text);
  for (; *fronts; fronts++) wr_nearest_offer (&nearest, wr_str_of ((*fronts)->name));
  if (nearest.best.len)
    wr_buf_print (r->problem, " (did you mean '%.*s'?)", WR_STR_ARGS (nearest.best));
  return false;
}

/* The other names of standard output are "-" too: the report then has it for itself. */
static const char *unless_stdout (const char *path) {
  static const char *const names[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (path, names[i])) return "-";
  return path;
}

static bool set_value (const struct reader *r, const struct wr_option_info *o, const char *text) {
  switch (o->kind) {
  case WR_OPTION_FLAG: *(wr_option_FLAG *)field (r, o) = true; return true;
  case WR_OPTION_TEXT:
    if (!*text) {
      wr_buf_print (r->problem, "--%s needs a value: --%s=%s", o->name, o->name, o->arg);
      return false;
    }
    *(wr_option_TEXT *)field (r, o) = !strcmp (o->arg, "FILE") ? unless_stdout (text) : text;
    return true;
  case WR_OPTION_MAYBE: /* "-" is standard output, which is also the default */
    text = !strcmp (o->arg, "FILE") ? unless_stdout (text) : text;
    *(wr_option_MAYBE *)field (r, o) = !strcmp (text, "-") ? "" : text;
    return true;
  case WR_OPTION_NUMBER: return set_number (r, o, text);
  case WR_OPTION_SECONDS: return set_real (r, o, text, "a number of seconds greater than 0");
  case WR_OPTION_PERCENT:
    return set_real (r, o, text, "a percentage greater than 0 and at most 100");
  case WR_OPTION_CHOICE: return set_choice (r, o, text);
  case WR_OPTION_LANG: return set_language (r, o, text);
  case WR_OPTION_LIST: push (r->arena, field (r, o), text); return true;
  }
  WR_UNREACHABLE ();
}

static bool takes_value (const struct wr_option_info *option) {
  return option->kind != WR_OPTION_FLAG && option->kind != WR_OPTION_MAYBE;
}

static bool read_value (struct reader *r, const struct wr_option_info *o, const char *attached) {
  if (attached && o->kind == WR_OPTION_FLAG) {
    wr_buf_print (r->problem, "--%s takes no value", o->name);
    return false;
  }
  if (attached && o->kind == WR_OPTION_MAYBE && !*attached) {
    wr_buf_print (r->problem, "--%s= needs a value: --%s=%s", o->name, o->name, o->arg);
    return false;
  }
  if (!attached && takes_value (o)) {
    if (r->next == r->argc) {
      wr_buf_print (r->problem, "--%s needs a value: --%s=%s", o->name, o->name, o->arg);
      return false;
    }
    attached = r->argv[r->next++];
  }
  r->given[r->used++] = (struct given){o, attached ? attached : ""};
  return true;
}

static bool set_values (const struct reader *r) {
  for (uint32_t i = 0; i < r->used; i++)
    if (!set_value (r, r->given[i].option, r->given[i].text)) return false;
  return true;
}

static bool read_long (struct reader *r, const char *text) {
  wr_str name = {text, strcspn (text, "=")};
  struct wr_nearest nearest = wr_nearest_start (name);
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *option = &option_table[i];
    if (wr_str_equal (name, wr_str_of (option->name))) {
      return read_value (r, option, text[name.len] ? text + name.len + 1 : NULL);
    }
    if (option->help) wr_nearest_offer (&nearest, wr_str_of (option->name));
  }
  wr_buf_print (r->problem, "unknown option '--%.*s'", WR_STR_ARGS (name));
  if (nearest.best.len) {
    wr_buf_print (r->problem, " (did you mean '--%.*s'?)", WR_STR_ARGS (nearest.best));
  }
  return false;
}

/* -qv is -q -v; -j4 is -j 4. */
static bool read_short (struct reader *r, const char *letters) {
  for (; *letters; letters++) {
    const struct wr_option_info *found = NULL;
    for (uint32_t i = 0; i < wr_option_count (); i++) {
      if (option_table[i].letter == *letters) found = &option_table[i];
    }
    if (!found) {
      wr_buf_print (r->problem, "unknown option '-%c'", *letters);
      return false;
    }
    if (takes_value (found)) return read_value (r, found, letters[1] ? letters + 1 : NULL);
    if (!read_value (r, found, NULL)) return false;
  }
  return true;
}

static bool read_command (struct reader *r, const char *word) {
  if (!strcmp (word, "help")) { /* `help verify` is `verify --help` */
    r->options->help = true;
    return true;
  }
  r->options->command = wr_command_find (wr_str_of (word));
  if (r->options->command != WR_COMMAND_NONE) return true;
  struct wr_nearest nearest = wr_nearest_start (wr_str_of (word));
  for (int i = 1; i < WR_COMMAND_COUNT; i++) {
    wr_nearest_offer (&nearest, wr_str_of (command_table[i].name));
  }
  wr_buf_print (r->problem, "unknown command '%s'", word);
  if (strchr (word, '.') || access (word, F_OK) == 0) {
    wr_buf_print (r->problem, " (did you mean 'warrant verify %s'?)", word);
  } else if (nearest.best.len) {
    wr_buf_print (r->problem, " (did you mean '%.*s'?)", WR_STR_ARGS (nearest.best));
  }
  return false;
}

static bool is_about_warrant (const struct wr_options *options) {
  return options->help || options->help_hidden || options->version || options->generate;
}

/* An option that the command does not have is told before what is wrong with its value. */
static bool check_options (const struct reader *r) {
  enum wr_command command = r->options->command;
  if (command == WR_COMMAND_NONE || is_about_warrant (r->options)) return true;
  for (uint32_t i = 0; i < r->used; i++) {
    const struct wr_option_info *option = r->given[i].option;
    if (option->commands & 1u << command) continue;
    wr_buf_clear (r->problem);
    wr_buf_print (r->problem, "'%s' has no option --%s", wr_command_info (command)->name,
                  option->name);
    return false;
  }
  return true;
}

/* Checks that need the command. */
static bool check_command (const struct reader *r) {
  const struct wr_options *options = r->options;
  if (is_about_warrant (options)) return true;
  if (options->command == WR_COMMAND_NONE) {
    wr_buf_print (r->problem, "no command was given");
    return false;
  }
  const struct wr_command_info *command = wr_command_info (options->command);
  if (options->args.count < command->least_args) {
    wr_buf_print (r->problem, "'%s' needs %s", command->name, command->args);
    return false;
  }
  return true;
}

wr_fronts wr_options_fronts (const struct wr_options *options) {
  return options->fronts ? options->fronts : wr_fronts_builtin ();
}

bool wr_options_parse (struct wr_options *options, wr_arena *arena, int argc, char **argv,
                       wr_buf *problem) {
  struct reader r = {.options = options, .arena = arena, .argv = argv, .argc = argc, .next = 1};
  r.problem = problem;
  /* A word holds at most as many options as it has letters. */
  size_t most = 1;
  for (int i = 1; i < argc; i++) most += strlen (argv[i]);
  r.given = WR_NEW (arena, struct given, most);
  bool only_args = false;
  while (r.next < argc) {
    const char *word = argv[r.next++];
    bool ok = true;
    if (!only_args && !strcmp (word, "--"))
      only_args = true;
    else if (!only_args && word[0] == '-' && word[1] == '-')
      ok = read_long (&r, word + 2);
    else if (!only_args && word[0] == '-' && word[1])
      ok = read_short (&r, word + 1);
    else if (options->command == WR_COMMAND_NONE)
      ok = read_command (&r, word);
    else
      push (arena, &options->args, word);
    if (!ok) return false;
  }
  bool good = set_values (&r);
  return check_options (&r) && good && check_command (&r);
}
