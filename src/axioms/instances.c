/* axioms/instances.c -- instances in failed attempts (axioms/instances.h). */
#include "axioms/instances.h"

#include <stdlib.h>

static struct wr_instances *entry_of (wr_instance_list *list, uint32_t axiom) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].axiom == axiom) return &list->data[i];
  struct wr_instances made = {.axiom = axiom};
  WR_VEC_PUSH (list, made);
  return &WR_VEC_LAST (list);
}

static int by_axiom (const void *a, const void *b) {
  const struct wr_instances *x = a, *y = b;
  return (x->axiom > y->axiom) - (x->axiom < y->axiom);
}

bool wr_instances_add (const struct wr_z3_log_input *input, const uint32_t *axiom_of,
                       uint64_t rlimit, double timeout, wr_instance_list *list) {
  wr_arena *arena = wr_arena_new ();
  struct wr_z3_log_use *uses = WR_NEW (arena, struct wr_z3_log_use, input->assertion_count + 1);
  struct wr_answer answer;
  bool good = wr_z3_log_profile (input, rlimit, timeout, arena, &answer, uses) &&
              answer.status != WR_STATUS_UNSAT && answer.status != WR_STATUS_BAD_REPLY;
  for (uint32_t i = 0; good && i < input->assertion_count; i++) {
    if (axiom_of[i] == UINT32_MAX || !uses[i].count) continue;
    struct wr_instances *entry = entry_of (list, axiom_of[i]);
    entry->count += uses[i].count;
    if (uses[i].generation > entry->generation) entry->generation = uses[i].generation;
  }
  if (list->len) qsort (list->data, list->len, sizeof *list->data, by_axiom);
  wr_arena_free (arena);
  return good;
}
