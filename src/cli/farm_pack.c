/* cli/farm_pack.c -- units of work for a farm (cli/farm.h). */
#include "axioms/textfile.h"
#include "cli/farm.h"

#include <string.h>

enum {
  UNIT_BYTES = 300000, /* of texts: about a second or two of work */
  UNIT_FILES = 12
};

/* -- the command line ---------------------------------------------------------------------------------- */

static bool matters (const char *name) {
  static const char *const names[] = {
      "lang",  "rlimit",  "timeout",   "solver",    "seed",       "budget",
      "cores", "fine",    "all-cores", "untracked", "test",       "strong",
      "once",  "prelude", "axiom",     "procedure", "error-limit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i])) return true;
  return false;
}

/* The word of a choice: number `at` in a|b|c. */
static wr_str word_at (const char *words, uint32_t at) {
  for (; at; at--) {
    const char *bar = strchr (words, '|');
    if (!bar) return (wr_str){0};
    words = bar + 1;
  }
  return (wr_str){words, strcspn (words, "|")};
}

static void add_option (const struct wr_options *options, const struct wr_option_info *info,
                        wr_arena *arena, wr_farm_unit *unit) {
  const char *at = (const char *)options + info->offset, *name = info->name;
  wr_str word = {0};
  switch (info->kind) {
  case WR_OPTION_FLAG:
    if (*(const bool *)at) word = wr_str_print (arena, "--%s", name);
    break;
  case WR_OPTION_TEXT:
  case WR_OPTION_MAYBE: {
    const char *text = *(const char *const *)at;
    if (text) word = wr_str_print (arena, "--%s%s%s", name, *text ? "=" : "", text);
    break;
  }
  case WR_OPTION_NUMBER: {
    uint64_t number = *(const uint64_t *)at;
    if (number) word = wr_str_print (arena, "--%s=%llu", name, (unsigned long long)number);
    break;
  }
  case WR_OPTION_SECONDS:
  case WR_OPTION_PERCENT: {
    double number = *(const double *)at;
    if (number > 0) word = wr_str_print (arena, "--%s=%.17g", name, number);
    break;
  }
  case WR_OPTION_CHOICE: {
    wr_str value = word_at (info->arg, *(const uint32_t *)at);
    word = wr_str_print (arena, "--%s=%.*s", name, WR_STR_ARGS (value));
    break;
  }
  case WR_OPTION_LANG: {
    const struct wr_front *front = *(const struct wr_front *const *)at;
    if (front) word = wr_str_print (arena, "--%s=%s", name, front->name);
    break;
  }
  case WR_OPTION_LIST: {
    const struct wr_list *list = (const struct wr_list *)at;
    for (uint32_t i = 0; i < list->count; i++) {
      wr_str one = wr_str_print (arena, "--%s=%s", name, list->items[i]);
      WR_VEC_PUSH (&unit->words, one);
    }
    break;
  }
  }
  if (word.len) WR_VEC_PUSH (&unit->words, word);
}

void wr_farm_words (const struct wr_options *options, wr_arena *arena, wr_farm_unit *unit) {
  wr_str command = wr_str_of (wr_command_info (options->command)->name),
         fixed[] = {WR_LIT ("--jobs=1"), WR_LIT ("--quiet")};
  WR_VEC_PUSH (&unit->words, command);
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) WR_VEC_PUSH (&unit->words, fixed[i]);
  /* They are looked for in the whole suite, which no unit has. */
  if (options->command == WR_COMMAND_AXIOMS)
    WR_VEC_PUSH (&unit->words, WR_LIT ("--no-contradictions"));
  for (uint32_t i = 0; i < wr_option_count (); i++) {
    const struct wr_option_info *info = wr_option_info (i);
    if (info->commands & 1u << options->command && matters (info->name))
      add_option (options, info, arena, unit);
  }
}

/* -- files --------------------------------------------------------------------------------------------- */

static wr_str last_name (const char *path) {
  const char *slash = strrchr (path, '/');
  return wr_str_of (slash ? slash + 1 : path);
}

static void end_unit (wr_farm_unit *unit, wr_farm_units *units) {
  if (!unit->files.len) return;
  wr_buf bytes = {0};
  wr_farm_unit_write (&bytes, unit);
  WR_VEC_PUSH (units, bytes);
  WR_VEC_CLEAR (&unit->files);
}

/* A file that cannot be read is left to the run here, which complains. */
void wr_farm_pack (const struct wr_options *options, const char *const *paths, uint32_t count,
                   wr_farm_units *units) {
  wr_arena *arena = wr_arena_new ();
  wr_farm_unit unit = {0};
  WR_VEC (wr_buf) texts = {0};
  size_t bytes = 0;
  uint64_t most = options->farm_unit ? options->farm_unit : UNIT_FILES;
  wr_farm_words (options, arena, &unit);
  for (uint32_t i = 0; i < count; i++) {
    wr_buf text = {0};
    wr_str problem = {0};
    bool named = last_name (paths[i]).len && last_name (paths[i]).ptr[0] != '.';
    if (!named || !wr_textfile_read (paths[i], &text, arena, &problem)) {
      wr_buf_free (&text);
      continue;
    }
    WR_VEC_PUSH (&texts, text);
    bytes += text.len;
    struct wr_farm_file file = {last_name (paths[i]), wr_buf_str (&text)};
    WR_VEC_PUSH (&unit.files, file);
    if (bytes < UNIT_BYTES && unit.files.len < most) continue;
    end_unit (&unit, units);
    for (uint32_t k = 0; k < texts.len; k++) wr_buf_free (&texts.data[k]);
    WR_VEC_CLEAR (&texts);
    bytes = 0;
  }
  end_unit (&unit, units);
  for (uint32_t k = 0; k < texts.len; k++) wr_buf_free (&texts.data[k]);
  WR_VEC_FREE (&texts);
  wr_farm_unit_free (&unit);
  wr_arena_free (arena);
}

void wr_farm_units_free (wr_farm_units *units) {
  for (uint32_t i = 0; i < units->len; i++) wr_buf_free (&units->data[i]);
  WR_VEC_FREE (units);
}
