/* Precision and soundness of the dependency graph on generated programs.  Each base program is combined with each
   interference: code that is irrelevant to the base's one goal, marked (Q).  Lines are marked //D (the goal rests on
   them), //I (it does not) and //Q.  `@` is a prefix of the program's own, `$x` a variable of the base, `$inv` something
   that the base has established, `$m` and `$k` a map of the base and an index at or below which it is not touched.

   precision WARRANT FOLDER SCRATCH [--all] [--referee BOOGIE]

   Without --all a few interferences are tried.  The referee checks the marks themselves: each program verifies, verifies
   without the irrelevant lines, and does not without any one of the dependency lines. */
#include "process.h"
#include "tap.h"

#include "base/os.h"
#include "base/vec.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_TEXTS = 64, MAX_LINES = 4000, MAX_VARIANTS = 1000 };

struct text {
  char name[64];
  wr_buf body;
};

struct line {
  char mark;        /* D, I, Q or 0 */
  uint32_t program; /* which program it belongs to */
};
typedef WR_VEC (struct line) lines;

static int by_name (const void *a, const void *b) {
  return strcmp (((const struct text *)a)->name, ((const struct text *)b)->name);
}

static uint32_t read_folder (const char *folder, const char *part, struct text *texts) {
  char path[4096];
  snprintf (path, sizeof path, "%s/%s", folder, part);
  DIR *dir = opendir (path);
  uint32_t count = 0;
  for (struct dirent *e; dir && count < MAX_TEXTS && (e = readdir (dir));) {
    size_t len = strlen (e->d_name);
    if (len < 5 || len > 60 || strcmp (e->d_name + len - 4, ".txt") != 0) continue;
    struct text *text = &texts[count++];
    *text = (struct text){0};
    snprintf (text->name, sizeof text->name, "%.*s", (int)(len - 4), e->d_name);
    snprintf (path, sizeof path, "%s/%s/%s", folder, part, e->d_name);
    file_read (path, &text->body);
  }
  if (dir) closedir (dir);
  qsort (texts, count, sizeof *texts, by_name);
  return count;
}

/* -- composing -------------------------------------------------------------------------------------- */

static bool next_line (wr_str *rest, wr_str *line) {
  if (!rest->len) return false;
  const char *end = memchr (rest->ptr, '\n', rest->len);
  size_t len = end ? (size_t)(end - rest->ptr) : rest->len;
  *line = (wr_str){rest->ptr, len};
  rest->ptr += len + (end != NULL);
  rest->len -= len + (end != NULL);
  return true;
}

/* The value of a key in the first line of a base. */
static wr_str setting (wr_str head, const char *key) {
  size_t len = strlen (key);
  for (size_t i = 0; i + len + 2 <= head.len; i++) {
    bool begins = i == 0 || head.ptr[i - 1] == ' ';
    if (!begins || memcmp (head.ptr + i, key, len) != 0 || head.ptr[i + len] != ':') continue;
    const char *value = head.ptr + i + len + 2;
    size_t left = head.len - i - len - 2;
    const char *end = memchr (value, ';', left);
    return (wr_str){value, end ? (size_t)(end - value) : left};
  }
  return (wr_str){0};
}

struct program {
  wr_str head; /* of the base */
  const char *prefix;
  wr_str interference;
  int without; /* -1: nothing is left out; -2: the irrelevant lines; else the n-th dependency line */
  int dependencies; /* met so far */
  uint32_t number;
  wr_buf *out;
  lines *lines;
};

static void substitute (struct program *p, wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len; i++) {
    wr_str left = {text.ptr + i, text.len - i};
    if (text.ptr[i] == '@') {
      wr_buf_print (out, "%s", p->prefix);
    } else if (wr_str_starts (left, WR_LIT ("$x"))) {
      wr_buf_add (out, setting (p->head, "x"));
      i++;
    } else if (wr_str_starts (left, WR_LIT ("$inv"))) {
      substitute (p, out, setting (p->head, "inv"));
      i += 3;
    } else if (wr_str_starts (left, WR_LIT ("$m"))) {
      wr_str m = setting (p->head, "m");
      if (m.len)
        wr_buf_add (out, m);
      else
        wr_buf_print (out, "%smap", p->prefix);
      i++;
    } else if (wr_str_starts (left, WR_LIT ("$k"))) {
      wr_str k = setting (p->head, "k");
      wr_buf_add (out, k.len ? k : WR_LIT ("0"));
      i++;
    } else {
      wr_buf_add_char (out, text.ptr[i]);
    }
  }
}

static bool find (wr_str text, const char *word, size_t *at) {
  size_t len = strlen (word);
  for (*at = 0; *at + len <= text.len; ++*at)
    if (!memcmp (text.ptr + *at, word, len)) return true;
  return false;
}

/* The line with its element taken out: what it touches stays. */
static void leave_out (wr_buf *out, wr_str line) {
  size_t at, from = 0;
  while (from < line.len && line.ptr[from] == ' ') from++;
  wr_str word = {line.ptr + from, line.len - from};
  if (wr_str_starts (word, WR_LIT ("if (")))
    wr_buf_add (out, WR_LIT ("if (*) {"));
  else if (wr_str_starts (word, WR_LIT ("while (")))
    wr_buf_add (out, WR_LIT ("while (*)"));
  else if (find (word, " where ", &at) ||
           (wr_str_starts (word, WR_LIT ("function ")) && find (word, " {", &at)))
    wr_buf_print (out, "%.*s;", (int)at, word.ptr);
  else if (find (word, " := ", &at)) {
    wr_str place = {word.ptr, at};
    if (wr_str_starts (place, WR_LIT ("call "))) place = (wr_str){place.ptr + 5, place.len - 5};
    size_t bracket;
    if (!find (place, "[", &bracket)) wr_buf_print (out, "havoc %.*s;", WR_STR_ARGS (place));
  }
}

static void add_line (struct program *p, wr_str line) {
  size_t at;
  char mark = find (line, "//", &at) && at + 2 < line.len ? line.ptr[at + 2] : 0;
  if (mark) line.len = at;
  bool gone = (mark == 'I' && p->without == -2) || (mark == 'D' && p->without == p->dependencies);
  p->dependencies += mark == 'D';
  wr_buf kept = {0};
  if (gone) {
    leave_out (&kept, line);
    line = wr_buf_str (&kept);
  }
  substitute (p, p->out, line);
  wr_buf_add_char (p->out, '\n');
  WR_VEC_PUSH (p->lines, ((struct line){mark, p->number}));
  wr_buf_free (&kept);
}

/* The lines of one section of the interference. */
static void add_section (struct program *p, wr_str name) {
  wr_str rest = p->interference, line;
  bool in = false;
  size_t at;
  if (wr_str_equal (name, WR_LIT ("#locals")) && find (p->interference, "$m", &at) &&
      !setting (p->head, "m").len)
    add_line (p, WR_LIT ("  var @map: [int]int;"));
  while (next_line (&rest, &line)) {
    if (line.len && line.ptr[0] == '#')
      in = wr_str_equal (line, name);
    else if (in)
      add_line (p, line);
  }
}

static void compose (struct program *p, wr_str base) {
  wr_str line;
  next_line (&base, &line);
  p->head = line;
  add_section (p, WR_LIT ("#top"));
  while (next_line (&base, &line)) {
    size_t from = 0;
    while (from < line.len && line.ptr[from] == ' ') from++;
    if (from < line.len && line.ptr[from] == '#')
      add_section (p, (wr_str){line.ptr + from, line.len - from});
    else
      add_line (p, line);
  }
}

/* Marked R: reported by the rule that a bodyless procedure's postconditions rest on its preconditions. */
static bool is_dependency (char mark) { return mark == 'D' || mark == 'R'; }

/* -- asking ----------------------------------------------------------------------------------------- */

struct cell {
  uint32_t expected, found, wrong; /* dependency lines; reported; reported irrelevant lines */
};

static void take_answer (const json_t *document, const lines *all, uint32_t program,
                         struct cell *cell) {
  const json_t *list = json_object_get (document, "dependencies"), *d;
  bool *seen = wr_alloc (all->len + 1, sizeof *seen);
  size_t i;
  bool proof = false;
  json_array_foreach (list, i, d) {
    const char *part = json_string_value (json_object_get (d, "part"));
    proof |= part && !strcmp (part, "proof");
  }
  json_array_foreach (list, i, d) {
    const char *part = json_string_value (json_object_get (d, "part"));
    json_int_t line = json_integer_value (json_object_get (d, "line"));
    if (proof && part && strcmp (part, "proof") != 0) continue;
    if (line > 0 && (uint32_t)line <= all->len) seen[line - 1] = true;
  }
  for (uint32_t k = 0; k < all->len; k++) {
    const struct line *line = &all->data[k];
    bool mine = line->program == program;
    cell->expected += mine && is_dependency (line->mark);
    cell->found += seen[k] && mine && is_dependency (line->mark);
    bool wrong = seen[k] && (!mine || line->mark == 'I');
    cell->wrong += wrong;
    if (wrong) printf ("# irrelevant line %u is reported\n", k + 1);
    if (!seen[k] && mine && is_dependency (line->mark))
      printf ("# dependency line %u is missing\n", k + 1);
  }
  free (seen);
}

static void ask (struct tap *tap, const char *warrant, const char *file, const lines *all,
                 uint32_t program, const char *name, struct cell *cell) {
  uint32_t line = 0;
  char address[4200];
  for (uint32_t k = 0; k < all->len; k++)
    if (all->data[k].program == program && all->data[k].mark == 'Q') line = k + 1;
  snprintf (address, sizeof address, "%s:%u", file, line);
  char *args[] = {(char *)warrant, "why", "--json", address, NULL};
  struct outcome got = process_run (args, NULL);
  json_t *document = json_loadb (got.out.data, got.out.len, 0, NULL);
  take_answer (document, all, program, cell);
  bool good = got.code == 0 && cell->found == cell->expected && !cell->wrong;
  if (!tap_check (tap, good, __FILE__, __LINE__, "%s: %u of %u dependencies, %u irrelevant", name,
                  cell->found, cell->expected, cell->wrong) &&
      got.code != 0)
    tap_show ("error", wr_buf_str (&got.err));
  json_decref (document);
  outcome_free (&got);
}

/* -- the referee ------------------------------------------------------------------------------------ */

static void judge (struct tap *tap, const char *boogie, const char *scratch,
                   const struct text *bases, uint32_t base_count, const struct text *interference) {
  char path[4096], prefix[80];
  wr_buf text = {0};
  lines all = {0};
  uint32_t base_of[MAX_VARIANTS], count = 0;
  int kind_of[MAX_VARIANTS];
  for (uint32_t b = 0; b < base_count; b++) {
    int most = 1000;
    for (int without = -2; without < most && count < MAX_VARIANTS; without++) {
      struct program p = {
          .prefix = prefix, .without = without, .number = count, .out = &text, .lines = &all};
      p.interference = interference ? wr_buf_str (&interference->body) : (wr_str){0};
      snprintf (prefix, sizeof prefix, "b%uv%u_", b, count);
      compose (&p, wr_buf_str (&bases[b].body));
      most = p.dependencies;
      base_of[count] = b;
      kind_of[count++] = without;
    }
  }
  const char *name = interference ? interference->name : "none";
  snprintf (path, sizeof path, "%s/referee-%s.bpl", scratch, name);
  file_write (path, wr_buf_str (&text));
  char *args[] = {(char *)boogie, "/noinfer", "/trace", path, NULL};
  struct outcome got = process_run (args, NULL);
  bool *failed = wr_alloc (count + 1, sizeof *failed);
  wr_str rest = wr_buf_str (&got.out), line;
  uint32_t now = count;
  while (next_line (&rest, &line)) { /* Verifying b3v17_P ...  [time]  verified|errors */
    size_t at;
    if (wr_str_starts (line, WR_LIT ("Verifying b")) && memchr (line.ptr + 11, 'v', line.len - 11))
      now = (uint32_t)strtoul ((char *)memchr (line.ptr + 11, 'v', line.len - 11) + 1, NULL, 10);
    else if (wr_str_starts (line, WR_LIT ("  [")) && now < count && !find (line, "verified", &at))
      failed[now] = true;
  }
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool should = kind_of[i] >= 0;
    if (failed[i] == should) continue;
    wrong++;
    printf ("# %s with %s: %s\n", bases[base_of[i]].name, name,
            kind_of[i] == -1   ? "does not verify"
            : kind_of[i] == -2 ? "does not verify without the irrelevant lines"
                               : "verifies without a dependency line");
    if (kind_of[i] >= 0) printf ("#   dependency line %d\n", kind_of[i] + 1);
  }
  size_t at;
  bool ran = find (wr_buf_str (&got.out), "Boogie program verifier finished", &at);
  if (!tap_check (tap, ran && !wrong, __FILE__, __LINE__, "referee: %s, %u programs", name,
                  count) &&
      !ran)
    tap_show ("said", wr_buf_str (&got.out));
  free (failed);
  WR_VEC_FREE (&all);
  wr_buf_free (&text);
  outcome_free (&got);
}

/* -- all -------------------------------------------------------------------------------------------- */

static void try_one (struct tap *tap, const char *warrant, const char *scratch,
                     const struct text *bases, uint32_t base_count, const struct text *interference,
                     struct cell *row) {
  char path[4096], name[160];
  wr_buf text = {0};
  lines all = {0};
  for (uint32_t b = 0; b < base_count; b++) {
    char prefix[80];
    snprintf (prefix, sizeof prefix, "b%u_", b);
    struct program p = {.prefix = prefix, .without = -1, .number = b, .out = &text, .lines = &all};
    p.interference = interference ? wr_buf_str (&interference->body) : (wr_str){0};
    compose (&p, wr_buf_str (&bases[b].body));
  }
  const char *what = interference ? interference->name : "none";
  snprintf (path, sizeof path, "%s/%s.bpl", scratch, what);
  file_write (path, wr_buf_str (&text));
  for (uint32_t b = 0; b < base_count; b++) {
    snprintf (name, sizeof name, "%s with %s", bases[b].name, what);
    ask (tap, warrant, path, &all, b, name, &row[b]);
  }
  WR_VEC_FREE (&all);
  wr_buf_free (&text);
}

static void print_row (const char *name, const struct cell *row, uint32_t count) {
  printf ("# %-22s", name);
  for (uint32_t b = 0; b < count; b++) {
    double reported = row[b].found + row[b].wrong;
    double precision = reported > 0 ? row[b].found / reported : 0;
    double sound = row[b].expected ? (double)row[b].found / row[b].expected : 0;
    printf (" %4.2f%s", precision, sound < 1 ? "!" : " ");
  }
  printf ("\n");
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 4) return 2;
  const char *warrant = argv[1], *folder = argv[2], *scratch = argv[3], *boogie = NULL;
  bool all = false;
  for (int i = 4; i < argc; i++) {
    if (!strcmp (argv[i], "--all")) all = true;
    if (!strcmp (argv[i], "--referee") && i + 1 < argc) boogie = argv[++i];
  }
  static const char *const sample[] = {"infeasible-branch", "known-assertion"};
  struct text *bases = wr_alloc (MAX_TEXTS, sizeof *bases);
  struct text *interferences = wr_alloc (MAX_TEXTS, sizeof *interferences);
  uint32_t base_count = read_folder (folder, "bases", bases);
  uint32_t count = read_folder (folder, "interferences", interferences);
  mkdir (scratch, 0777);
  setenv ("XDG_CACHE_HOME", scratch, 1);
  struct cell *rows = wr_alloc ((size_t)(count + 1) * base_count, sizeof *rows);
  bool *tried = wr_alloc (count + 1, sizeof *tried);
  for (uint32_t i = 0; i <= count; i++) {
    const struct text *one = i ? &interferences[i - 1] : NULL;
    bool wanted = all;
    for (uint32_t k = 0; one && k < sizeof sample / sizeof *sample; k++)
      wanted |= !strcmp (one->name, sample[k]);
    if (boogie)
      judge (&tap, boogie, scratch, bases, base_count, one);
    else if (wanted)
      try_one (&tap, warrant, scratch, bases, base_count, one, rows + (size_t)i * base_count);
    tried[i] = wanted && !boogie;
  }
  printf ("# precision; `!`: not sound; columns:");
  for (uint32_t b = 0; b < base_count; b++) printf (" %s", bases[b].name);
  printf ("\n");
  for (uint32_t i = 0; i <= count; i++)
    if (tried[i])
      print_row (i ? interferences[i - 1].name : "none", rows + (size_t)i * base_count, base_count);
  tap_check (&tap, base_count >= 15 && count >= 15, __FILE__, __LINE__,
             "%u bases, %u interferences", base_count, count);
  for (uint32_t i = 0; i < base_count; i++) wr_buf_free (&bases[i].body);
  for (uint32_t i = 0; i < count; i++) wr_buf_free (&interferences[i].body);
  free (bases);
  free (interferences);
  free (rows);
  free (tried);
  return tap_done (&tap);
}
