/* tests/viper/whole.c -- programs with tokens exchanged, through names, types, consistency, triggers and lowering: nothing crashes, an
   error has a place, and a program that is refused has one.  Programs are those of the golden tests, and of the collection of published
   programs where it is at hand.

     whole ROOT [CORPUS [ROUNDS [SEED]]] */
#include "front/viper/lex.h"
#include "front/viper/viper.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>

enum { MAX_TOKENS = 2000, MAX_BYTES = 12000, MAX_PROGRAMS = 2000 };

struct programs {
  wr_arena *arena;
  WR_VEC (wr_str) texts;
};

static uint32_t next_random (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* -- programs ---------------------------------------------------------------------------------- */

static void add_file (struct programs *programs, const char *path) {
  static char buffer[MAX_BYTES + 1];
  FILE *file = fopen (path, "rb");
  if (!file) return;
  size_t len = fread (buffer, 1, sizeof buffer, file);
  fclose (file);
  if (len && len <= MAX_BYTES && programs->texts.len < MAX_PROGRAMS)
    WR_VEC_PUSH (&programs->texts, wr_str_keep (programs->arena, (wr_str){buffer, len}));
}

static void add_folder (struct programs *programs, const char *folder, uint32_t depth) {
  struct dirent **entries = NULL;
  int count = scandir (folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    wr_str name = wr_str_of (entries[i]->d_name);
    wr_str path = wr_str_print (programs->arena, "%s/%s", folder, name.ptr);
    if (wr_str_ends (name, WR_LIT (".vpr")))
      add_file (programs, path.ptr);
    else if (depth && name.ptr[0] != '.' && entries[i]->d_type == DT_DIR)
      add_folder (programs, path.ptr, depth - 1);
    free (entries[i]);
  }
  free (entries);
}

/* -- changes ----------------------------------------------------------------------------------- */

/* Words are exchanged with words of the program, so that many changed programs still parse. */
static void change (wr_buf *out, wr_str text, uint64_t *random) {
  static struct vpr_token tokens[MAX_TOKENS];
  struct vpr_lexer lexer = {.text = text.ptr, .len = (uint32_t)text.len};
  uint32_t count = 0;
  while (count < MAX_TOKENS) {
    struct vpr_token token = vpr_lex (&lexer);
    if (token.kind == VPR_TOK_END) break;
    tokens[count++] = token;
  }
  if (!count) return;
  for (uint32_t changes = 1 + next_random (random) % 4; changes; changes--) {
    uint32_t at = next_random (random) % count, other = next_random (random) % count;
    bool like = next_random (random) % 8 != 0;
    for (uint32_t tries = 0; like && tries < 50 && tokens[other].kind != tokens[at].kind; tries++)
      other = next_random (random) % count;
    tokens[at] = tokens[other];
    if (next_random (random) % 16 == 0) tokens[at].end = tokens[at].begin;
  }
  for (uint32_t i = 0; i < count; i++) {
    bool call = i + 1 < count && text.ptr[tokens[i + 1].begin] == '(';
    wr_buf_add (out, (wr_str){text.ptr + tokens[i].begin, tokens[i].end - tokens[i].begin});
    if (!call)
      wr_buf_add_char (out,
                       i % 8 == 7 ? '\n' : ' '); /* a call's name stands before its parenthesis */
  }
}

/* -- the front end ----------------------------------------------------------------------------- */

struct counts {
  uint32_t parsed, typed, lowered;
};

static bool run (wr_str text, struct counts *counts) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("test.vpr"), text);
  struct wr_front_input input = {arena, symbols, sources, diags, NULL};
  vpr_program *program = vpr_parse (&input);
  bool ok = !wr_diags_errors (diags), right = true;
  counts->parsed += ok;
  if (ok) {
    ok = vpr_resolve (program, diags) && vpr_check (program, diags);
    right = ok == !wr_diags_errors (diags);
    counts->typed += ok;
  }
  if (ok && right) {
    wr_core *core = vpr_lower (program, WR_DETAIL_CLAUSES, diags);
    right = (core != NULL) == !wr_diags_errors (diags);
    counts->lowered += core != NULL;
    if (core) wr_core_free (core);
  }
  for (uint32_t i = 0; i < wr_diags_count (diags); i++)
    right = right && wr_diags_at (diags, i)->at.file;
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return right;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  if (argc < 2) return 2;
  struct programs programs = {.arena = wr_arena_new ()};
  const char *areas[] = {"type", "verify"};
  for (size_t i = 0; i < 2; i++)
    add_folder (&programs,
                wr_str_print (programs.arena, "%s/tests/golden/%s", argv[1], areas[i]).ptr, 0);
  if (argc > 2) add_folder (&programs, argv[2], 6);
  uint32_t rounds = argc > 3 ? (uint32_t)strtoul (argv[3], NULL, 10) : 3000;
  OK (&tap, programs.texts.len > 0, "%u programs", programs.texts.len);
  struct counts counts = {0};
  uint64_t random = argc > 4 ? strtoul (argv[4], NULL, 10) : 1;
  bool right = true;
  for (uint32_t i = 0; right && i < rounds; i++) {
    wr_buf text = {0};
    change (&text, programs.texts.data[next_random (&random) % programs.texts.len], &random);
    right = run (wr_buf_str (&text), &counts);
    if (!right) tap_show ("program", wr_buf_str (&text));
    wr_buf_free (&text);
  }
  OK (&tap, right, "a program is refused with an error, and only then");
  OK (&tap, counts.parsed && counts.typed && counts.lowered, "some changed programs are lowered");
  printf ("# %u parsed, %u typed, %u lowered\n", counts.parsed, counts.typed, counts.lowered);
  WR_VEC_FREE (&programs.texts);
  wr_arena_free (programs.arena);
  return tap_done (&tap);
}
