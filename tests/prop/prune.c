/* Labels off and the text that is printed for them say the same (docs/reference/labels.md, front/boogie/prune.h): a goal that is
   proved with labels off is proved in the text; and where every label of a piece of text has the same fate, a goal that is
   proved in the text is proved with the labels off.

   prune [--seed N] [--count PROGRAMS] [--rounds N] [--show] [FILE...] */
#include "front/boogie/prune.h"

#include "gen.h"
#include "judge.h"
#include "share.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>

enum { PROCEDURES = 6 };

struct counts {
  uint64_t sets, tidy, goals, proved, kept, exact, lost, more, bad;
  bool show;
};

/* -- sets of labels ---------------------------------------------------------------------------------- */

static bool is_plain (enum wr_role role) {
  return role == WR_ROLE_ASSUME || role == WR_ROLE_ASSIGN || role == WR_ROLE_WHERE ||
         role == WR_ROLE_CONDITION || role == WR_ROLE_AXIOM || role == WR_ROLE_FUNCTION_BODY;
}

/* One decision per piece of text, so that its labels agree. */
static bool is_off (const struct wr_label_info *info, uint64_t seed, uint32_t percent) {
  struct rng r = {seed ^ ((uint64_t)info->span.begin << 24) ^ info->span.end ^
                  ((uint64_t)info->span.file << 56) ^ (info->negative ? 1u << 20 : 0)};
  rng_next (&r);
  return rng_chance (&r, percent);
}

/* `together`: only facts without other roles, by pieces of text. */
static void choose_off (const wr_core *core, uint64_t seed, bool together, wr_bitset *off) {
  const wr_labels *labels = &core->labels;
  struct rng r = {seed};
  uint32_t percent = (uint32_t[]){10, 30, 60, 90}[rng_below (&r, 4)];
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (wr_role_is_goal (info->role)) continue;
    bool library = info->span.file && wr_source_hidden (core->sources, info->span.file);
    bool internal = library || info->cls == WR_CLASS_INTERNAL; /* not in the text */
    if (together && (!is_plain (info->role) || internal)) continue;
    bool gone = together ? is_off (info, seed, percent) : rng_chance (&r, percent);
    wr_bitset_set (off, i, gone);
  }
}

/* Assigning inside a polymorphic map is one effect on the whole map for labels; in the text the rest of the map stays. */
static bool has_polymorphic_maps (const wr_core *core) {
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    wr_label label = core->axioms.data[i].label;
    if (label.ix && wr_label_info (&core->labels, label)->cls == WR_CLASS_INTERNAL) return true;
  }
  return false;
}

/* -- comparing ------------------------------------------------------------------------------------------ */

static bool same_goals (const judged_goals *a, const judged_goals *b) {
  bool same = a->len == b->len;
  for (uint32_t i = 0; same && i < a->len; i++)
    same = a->data[i].role == b->data[i].role && wr_str_equal (a->data[i].body, b->data[i].body);
  return same;
}

static void report (struct counts *c, const char *name, wr_str text, const char *what) {
  if (c->bad++ >= 3) return;
  printf ("# %s: %s\n", name, what);
  tap_show ("text", text);
}

static void compare (struct counts *c, const char *name, const judged_goals *labels,
                     const judged_goals *text, bool together, wr_str printed) {
  if (!same_goals (labels, text)) {
    report (c, name, printed, "other goals");
    return;
  }
  for (uint32_t i = 0; i < labels->len; i++) {
    char with = verdict_letter (labels->data[i].status), in = verdict_letter (text->data[i].status);
    c->goals++;
    c->proved += with == 'p';
    if (with == in) {
      c->exact++;
      continue;
    }
    if (with == '?' || in == '?') continue;
    c->lost += with == 'p';
    c->more += in == 'p';
    if (with == 'p' || together) {
      printf ("# goal %u of %.*s: %c with labels off, %c in the text\n", i,
              WR_STR_ARGS (labels->data[i].body), with, in);
      report (c, name, printed, "verdicts differ");
    }
  }
}

static void try_set (struct counts *c, const char *name, wr_str source, uint64_t seed,
                     bool together) {
  struct pipeline p;
  wr_buf why = {0}, text = {0};
  judged_goals with = {0}, in = {0};
  wr_bitset off = {0};
  wr_arena *arena = wr_arena_new ();
  bool ok = pipeline_load (&p, source, &why);
  if (ok) {
    together &= !has_polymorphic_maps (p.core);
    for (uint32_t b = 0; b < p.core->bodies.len; b++) wr_flow_run (p.core, b, NULL, p.arena);
    choose_off (p.core, seed, together, &off);
    p.off = &off;
    struct wr_prune how = {.core = p.core, .off = &off};
    bpl_print (&text, bpl_prune (p.program, &how, p.arena));
    ok = judge_loaded (&p, arena, &with, &why);
  }
  if (ok && c->show) tap_show (name, wr_buf_str (&text));
  if (ok && !judge (arena, wr_buf_str (&text), &in, &why)) {
    printf ("# %s\n", wr_buf_text (&why));
    report (c, name, wr_buf_str (&text), "the text is rejected");
  } else if (ok) {
    c->sets++;
    compare (c, name, &with, &in, together, wr_buf_str (&text));
  }
  pipeline_free (&p);
  wr_bitset_free (&off);
  WR_VEC_FREE (&with);
  WR_VEC_FREE (&in);
  wr_buf_free (&why);
  wr_buf_free (&text);
  wr_arena_free (arena);
}

/* Whatever is off, goals too, what is left of the text is a program. */
static void try_tidy (struct counts *c, const char *name, wr_str source, uint64_t seed) {
  struct pipeline p, left;
  wr_buf why = {0}, text = {0};
  wr_bitset off = {0};
  if (pipeline_load (&p, source, &why)) {
    for (uint32_t b = 0; b < p.core->bodies.len; b++) wr_flow_run (p.core, b, NULL, p.arena);
    struct rng r = {seed};
    uint32_t percent = (uint32_t[]){50, 80, 95}[rng_below (&r, 3)];
    for (uint32_t i = 1; i < p.core->labels.infos.len; i++)
      wr_bitset_set (&off, i, rng_chance (&r, percent));
    struct wr_prune how = {.core = p.core, .off = &off, .tidy = true};
    bpl_print (&text, bpl_prune (p.program, &how, p.arena));
    c->tidy++;
    wr_buf_clear (&why);
    if (!pipeline_load (&left, wr_buf_str (&text), &why)) {
      printf ("# %s\n", wr_buf_text (&why));
      report (c, name, wr_buf_str (&text), "the tidy text is rejected");
    }
    pipeline_free (&left);
  }
  pipeline_free (&p);
  wr_bitset_free (&off);
  wr_buf_free (&why);
  wr_buf_free (&text);
}

/* -- programs -------------------------------------------------------------------------------------------- */

static void try_program (struct counts *c, const char *name, wr_str text, uint64_t seed,
                         uint32_t rounds) {
  for (uint32_t i = 0; i < rounds; i++) {
    try_set (c, name, text, seed * 1000 + 2 * i, false);
    try_set (c, name, text, seed * 1000 + 2 * i + 1, true);
    for (uint32_t k = 0; k < 3; k++) try_tidy (c, name, text, seed * 1000 + 3 * i + k);
  }
}

static void try_generated (struct counts *c, uint64_t seed) {
  wr_arena *arena = wr_arena_new ();
  struct program program;
  wr_buf text = {0};
  generate (&program, arena, seed, &(struct gen_options){PROCEDURES, true});
  tree_print (&text, &program.tree);
  char name[64];
  snprintf (name, sizeof name, "seed %llu", (unsigned long long)seed);
  try_program (c, name, wr_buf_str (&text), seed, 1);
  tree_free (&program.tree);
  wr_buf_free (&text);
  wr_arena_free (arena);
}

static bool read_all (const char *path, wr_buf *out) {
  FILE *file = fopen (path, "rb");
  char bytes[4096];
  if (!file) return false;
  for (size_t n; (n = fread (bytes, 1, sizeof bytes, file)) > 0;)
    wr_buf_add (out, (wr_str){bytes, n});
  fclose (file);
  return true;
}

static void try_file (struct counts *c, const char *path, uint32_t rounds) {
  wr_buf text = {0};
  if (read_all (path, &text)) try_program (c, path, wr_buf_str (&text), 1, rounds);
  wr_buf_free (&text);
}

static int by_name (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* A file, or all programs of a folder. */
static void try_path (struct counts *c, const char *path, uint32_t rounds) {
  DIR *folder = opendir (path);
  if (!folder) {
    try_file (c, path, rounds);
    return;
  }
  WR_VEC (char *) names = {0};
  for (const struct dirent *e; (e = readdir (folder)) != NULL;) {
    wr_str name = wr_str_of (e->d_name);
    if (!wr_str_ends (name, WR_LIT (".bpl"))) continue;
    size_t size = strlen (path) + name.len + 2;
    char *full = wr_alloc (size, 1);
    snprintf (full, size, "%s/%s", path, e->d_name);
    WR_VEC_PUSH (&names, full);
  }
  closedir (folder);
  if (names.len) qsort (names.data, names.len, sizeof *names.data, by_name);
  for (uint32_t i = 0; i < names.len; i++) {
    try_file (c, names.data[i], rounds);
    free (names.data[i]);
  }
  WR_VEC_FREE (&names);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  struct counts c = {0};
  uint64_t seed = 1, count = share_of (2, 12, 20);
  uint32_t rounds = 1;
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (!strcmp (argv[i], "--show"))
      c.show = true;
    else if (!strcmp (argv[i], "--seed") && more)
      seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--count") && more)
      count = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--rounds") && more)
      rounds = (uint32_t)strtoul (argv[++i], NULL, 10);
    else
      try_path (&c, argv[i], rounds);
  }
  for (uint64_t i = 0; i < count; i++) try_generated (&c, seed + i);
  printf (
      "# %llu sets of labels, %llu goals, %llu proved with labels off; same verdict in the text: "
      "%llu, only in the text: %llu\n",
      (unsigned long long)c.sets, (unsigned long long)c.goals, (unsigned long long)c.proved,
      (unsigned long long)c.exact, (unsigned long long)c.more);
  OK (&tap, c.tidy > 0, "%llu tidy texts", (unsigned long long)c.tidy);
  OK (&tap, c.sets > 0 && c.proved > 0, "some goals are proved with labels off");
  OK (&tap, c.lost == 0, "what is proved with labels off is proved in the text");
  OK (&tap, c.bad == 0, "texts are accepted, have the same goals, and say no more than the labels");
  return tap_done (&tap);
}
