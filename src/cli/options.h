/* cli/options.h -- the command line as data.  commands.def and options.def are the only lists of commands
   and options: parser, help, man page and completions all come from them. */
#ifndef WR_CLI_OPTIONS_H
#define WR_CLI_OPTIONS_H

#include "front/front.h"

enum wr_exit {
  WR_EXIT_OK = 0,
  WR_EXIT_FAILED = 1,        /* a goal failed */
  WR_EXIT_BELOW = 2,         /* below --fail-under */
  WR_EXIT_INPUT = 3,         /* bad usage or bad input */
  WR_EXIT_UNKNOWN = 4,       /* a timeout, or unknown */
  WR_EXIT_INTERNAL = 5,      /* internal error, no solver, output failed */
  WR_EXIT_INTERRUPTED = 130, /* SIGINT: what is known so far was reported */
  WR_EXIT_TERMINATED = 143   /* SIGTERM: the same */
};
/* The more important of two codes: the first of 130, 143, 5, 3, 1, 4, 2, 0. */
enum wr_exit wr_exit_worse (enum wr_exit a, enum wr_exit b);

enum wr_command {
  WR_COMMAND_NONE,
#define X(id, name, args, least, run, line, text, examples) WR_COMMAND_##id,
#include "cli/commands.def"
#undef X
  WR_COMMAND_COUNT
};

enum wr_option_kind {
  WR_OPTION_FLAG,
  WR_OPTION_TEXT,
  WR_OPTION_MAYBE,
  WR_OPTION_NUMBER,
  WR_OPTION_SECONDS,
  WR_OPTION_PERCENT,
  WR_OPTION_CHOICE,
  WR_OPTION_LANG,
  WR_OPTION_LIST
};

/* The words of the choices, in the order in which options.def lists them. */
enum wr_format { WR_FORMAT_TEXT, WR_FORMAT_JSON, WR_FORMAT_GITHUB };
enum wr_cores_word {
  WR_CORES_WORD_MUST,
  WR_CORES_WORD_MINIMAL,
  WR_CORES_WORD_FAST,
  WR_CORES_WORD_NONE
};
enum wr_cache_use { WR_CACHE_ON, WR_CACHE_READ, WR_CACHE_OFF };
enum wr_color { WR_COLOR_AUTO, WR_COLOR_ALWAYS, WR_COLOR_NEVER };
enum wr_after {
  WR_AFTER_PARSE,
  WR_AFTER_TYPE,
  WR_AFTER_CORE,
  WR_AFTER_FLOW,
  WR_AFTER_VC,
  WR_AFTER_SMT
};
enum wr_generate {
  WR_GENERATE_NONE,
  WR_GENERATE_MAN,
  WR_GENERATE_BASH,
  WR_GENERATE_ZSH,
  WR_GENERATE_FISH,
  WR_GENERATE_GLOSSARY
};

struct wr_list {
  const char **items;
  uint32_t count;
};

typedef bool wr_option_FLAG;
typedef const char *wr_option_TEXT;  /* NULL: not given */
typedef const char *wr_option_MAYBE; /* NULL: not given; "": given without a value */
typedef uint64_t wr_option_NUMBER;   /* 0: not given, unless 0 is a value */
typedef double wr_option_SECONDS;    /* 0: not given */
typedef double wr_option_PERCENT;    /* 0: not given */
typedef uint32_t wr_option_CHOICE;
typedef const struct wr_front *wr_option_LANG; /* NULL: not given, or auto */
typedef struct wr_list wr_option_LIST;

struct wr_options {
  enum wr_command command;
#define X(field, kind, name, letter, arg, least, most, on, help) wr_option_##kind field;
#include "cli/options.def"
#undef X
  struct wr_list args;            /* what is left: files, codes, addresses */
  struct wr_list also_read;       /* files that a command reads without being given their names */
  wr_fronts fronts;               /* the languages that are known; NULL: those that are built in */
  struct wr_interrupt *interrupt; /* of the process (cli/interrupt.h); NULL: none */
};

struct wr_option_info {
  const char *name, *arg, *help; /* help NULL: hidden */
  enum wr_option_kind kind;
  char letter; /* 0: none */
  size_t offset;
  uint64_t least, most;
  uint32_t commands; /* bit set of 1 << enum wr_command */
};

struct wr_command_info {
  const char *name, *args, *line, *text, *examples;
  uint32_t least_args;
  enum wr_exit (*run) (const struct wr_options *options);
};

uint32_t wr_option_count (void);
const struct wr_option_info *wr_option_info (uint32_t i);
const struct wr_command_info *wr_command_info (enum wr_command command); /* not NONE */
bool wr_option_is_common (const struct wr_option_info *option);          /* of every command */
enum wr_command wr_command_find (wr_str name);                           /* NONE if there is none */

wr_fronts wr_options_fronts (const struct wr_options *options);
/* The argument of an option as help texts show it: FILE, text|json. */
void wr_option_arg (wr_buf *out, const struct wr_option_info *option, wr_fronts fronts);

/* Reads argv.  False: *problem says what is wrong; what was read so far is in *options.  Strings are
   argv's own; lists live in the arena. */
bool wr_options_parse (struct wr_options *options, wr_arena *arena, int argc, char **argv,
                       wr_buf *problem);

#endif
