/* analysis/elementing.h -- what the files that make the elements of a run (analysis/elements.h) share. */
#ifndef WR_ANALYSIS_ELEMENTING_H
#define WR_ANALYSIS_ELEMENTING_H

#include "analysis/elements.h"

/* What became of a goal.  The worst is the first. */
enum wr_fate {
  WR_FATE_NOT_PROVED,
  WR_FATE_NOT_CHECKED,
  WR_FATE_NOT_EXPLAINED,
  WR_FATE_AFTER_FAILURE, /* vacuous because a goal before it is not proved */
  WR_FATE_VACUOUS,
  WR_FATE_UNREACHED, /* in code to which nothing leads */
  WR_FATE_ACCEPTED,  /* vacuous by a contradiction that is intended */
  WR_FATE_MARK,      /* likewise, and it says so: its proof counts */
  WR_FATE_CONSTANT,  /* `true` */
  WR_FATE_PROVED,
  WR_FATE_COUNT
};

struct wr_element_goal {
  uint32_t body, goal;
  uint32_t own;  /* the element that it is a goal of, + 1; 0: none */
  uint32_t call; /* at a call: the element of the call, + 1; 0: none */
  enum wr_fate fate;
  bool clause; /* it counts only if `own` is covered */
  bool counts; /* it does */
  bool spent;  /* its core was added */
  bool unsure; /* it may count */
};

struct wr_element_notes {
  uint32_t fates[WR_FATE_COUNT]; /* its own goals */
  enum wr_verdict verdict;       /* of one that is not proved */
  bool facts;                    /* it has labels of facts in a selected body */
  uint32_t live, dead, accepted; /* occurrences: reachable, unreachable, intended to be that */
  uint32_t constant, variable;   /* occurrences of a condition */
  bool silenced;                 /* the user accepts that no proof needs it */
  bool covered, needed;
  bool clash;                  /* in a contradiction, or in the proof of a vacuous goal */
  bool excused;                /* in a contradiction that is intended */
  enum wr_element_reason open; /* NONE: no undecided goal might use it */
};

struct wr_elementing {
  const wr_coverage *coverage;
  const wr_result *result;
  const wr_core *core;
  wr_arena *arena;
  wr_elements *out;
  WR_VEC (struct wr_element) list;
  struct wr_element_notes *notes; /* parallel to the list, once it is complete */
  WR_VEC (struct wr_element_goal) goals;
  bool *intended; /* parallel to coverage->contradictions */
};

/* The elements, and to which of them each label and each call belongs.  [elements_find.c] */
void wr_elements_find (struct wr_elementing *e);
/* Calls `at` for each element of a label: that of its text, those of which it is a copy, that of its call. */
void wr_elements_each (struct wr_elementing *e, uint32_t label,
                       void (*at) (struct wr_elementing *e, uint32_t element, int value),
                       int value);
/* The goals with their fates.  [elements_goals.c] */
void wr_elements_goals (struct wr_elementing *e);

#endif
