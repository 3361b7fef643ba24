/* analysis/stability.h -- what becomes of goals when a program is verified again and again in ways that should make no difference: with
   declarations in another order, with other names, with other seeds.  Numbers of solver resources are compared, not times, so the same runs
   give the same table on every machine. */
#ifndef WR_ANALYSIS_STABILITY_H
#define WR_ANALYSIS_STABILITY_H

#include "analysis/cover.h"

/* X (NAME, "name in JSON", "in a heading") */
#define WR_AXES(X)                                                                                 \
  X (DECLARATIONS, "declarations", "order")                                                        \
  X (NAMES, "names", "names")                                                                      \
  X (SEEDS, "seeds", "seeds")
enum wr_axis {
#define X(name, text, heading) WR_AXIS_##name,
  WR_AXES (X)
#undef X
      WR_AXIS_COUNT
};
const char *wr_axis_name (enum wr_axis axis);
const char *wr_axis_heading (enum wr_axis axis);

/* Ids of labels (core/name.h), increasing: they mean the same in every run. */
struct wr_id_set {
  uint64_t *ids;
  uint32_t count;
};

/* One goal in one run. */
struct wr_sample {
  enum wr_verdict verdict;
  uint64_t resources;
  bool explained;
  struct wr_id_set core, needed;
};

/* One goal on one axis. */
struct wr_spread {
  uint32_t runs, proved;
  double mean, deviation; /* of the resources, over all runs; the deviation is that of a sample */
  uint64_t least, greatest;
  uint32_t outliers;  /* runs that took more than three times the median, and 1000 resources more */
  uint32_t explained; /* runs with a core */
  uint32_t core_all, core_any;     /* members of every core; of some core */
  uint32_t needed_all, needed_any; /* the same for members that every proof needs */
};

struct wr_steady_goal {
  uint32_t body, goal;
  struct wr_sample base;                 /* in the undisturbed program */
  struct wr_sample *runs[WR_AXIS_COUNT]; /* per run of the axis */
  struct wr_spread spread[WR_AXIS_COUNT];
};

typedef struct wr_stability {
  const wr_result *result;      /* of the undisturbed program */
  uint32_t runs;                /* of each axis */
  bool axes[WR_AXIS_COUNT];     /* which were asked for */
  uint32_t done[WR_AXIS_COUNT]; /* runs that were finished */
  /* Per axis: different inputs of the solver, summed over procedures, and how many there could be. */
  uint64_t inputs[WR_AXIS_COUNT], most_inputs[WR_AXIS_COUNT];
  bool explained; /* cores were computed */
  struct wr_steady_goal *goals;
  uint32_t goal_count;
  bool cancelled;
} wr_stability;

/* The goals of a result, without runs.  Goals that need no solver are left out. */
wr_stability *wr_stability_new (const wr_result *result, const wr_cover *cover, uint32_t runs,
                                const bool *axes, wr_arena *arena);
/* Takes the next run of an axis; `cover` may be NULL.  `result` is that of the same program, disturbed; nothing of it is kept. */
void wr_stability_add (wr_stability *s, enum wr_axis axis, const wr_result *result,
                       const wr_cover *cover, wr_arena *arena);
/* Computes the spreads. */
void wr_stability_finish (wr_stability *s);

/* Does the goal keep its verdict in every run of every axis? */
bool wr_steady (const wr_stability *s, const struct wr_steady_goal *goal);
/* Numbers of goals that do not. */
uint32_t wr_unsteady_count (const wr_stability *s);

#endif
