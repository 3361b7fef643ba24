#include "solve/budgets.h"

#include "base/check.h"
#include "base/nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct wr_budgets wr_default_budgets = {
#define X(name, value, least, most, help) .name = (value),
#include "solve/budgets.def"
#undef X
};

static const struct wr_budget_info table[] = {
#define X(name, value, least, most, help) {#name, help, value, least, most},
#include "solve/budgets.def"
#undef X
};

enum { COUNT = sizeof table / sizeof *table };
_Static_assert(sizeof (struct wr_budgets) == COUNT * sizeof (uint64_t), "one field for each row");

uint32_t wr_budget_count (void) { return COUNT; }

const struct wr_budget_info *wr_budget_info (uint32_t i) {
  WR_REQUIRE (i < COUNT);
  return &table[i];
}

static bool set_value (struct wr_budgets *budgets, uint32_t i, const char *text, wr_buf *problem) {
  char *end = NULL;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 10);
  bool digits = *text >= '0' && *text <= '9' && !*end && !errno;
  if (digits && value >= table[i].least && value <= table[i].most) {
    memcpy ((char *)budgets + i * sizeof (uint64_t), &(uint64_t){value}, sizeof (uint64_t));
    return true;
  }
  wr_buf_print (problem, "--budget=%s takes a whole number from %llu to %llu, not '%s'",
                table[i].name, (unsigned long long)table[i].least,
                (unsigned long long)table[i].most, text);
  return false;
}

bool wr_budgets_set (struct wr_budgets *budgets, const char *text, wr_buf *problem) {
  wr_str name = {text, strcspn (text, "=")};
  struct wr_nearest nearest = wr_nearest_start (name);
  for (uint32_t i = 0; i < COUNT; i++) {
    if (wr_str_equal (name, wr_str_of (table[i].name)) && text[name.len] == '=')
      return set_value (budgets, i, text + name.len + 1, problem);
    wr_nearest_offer (&nearest, wr_str_of (table[i].name));
  }
  wr_buf_print (problem, "--budget takes NAME=VALUE, and there is no budget '%.*s'",
                WR_STR_ARGS (name));
  if (nearest.best.len)
    wr_buf_print (problem, " (did you mean '%.*s'?)", WR_STR_ARGS (nearest.best));
  return false;
}

wr_str wr_budgets_key (const struct wr_budgets *budgets) {
  return (wr_str){(const char *)budgets, sizeof *budgets};
}
