#include "front/front.h"

#include "base/check.h"

#include <string.h>

const struct wr_front *wr_front_named (wr_fronts fronts, wr_str name) {
  for (; *fronts; fronts++)
    if (wr_str_equal (name, wr_str_of ((*fronts)->name))) return *fronts;
  return NULL;
}

const struct wr_front *wr_front_of_path (wr_fronts fronts, wr_str path) {
  for (; *fronts; fronts++)
    for (const char *const *extension = (*fronts)->extensions; *extension; extension++)
      if (wr_str_ends (path, wr_str_of (*extension))) return *fronts;
  return NULL;
}

const char *wr_front_translation (wr_fronts fronts, wr_str path) {
  for (; *fronts; fronts++)
    for (const struct wr_translation *t = (*fronts)->translations; t && t->extension; t++)
      if (wr_str_ends (path, wr_str_of (t->extension))) return t->how;
  return NULL;
}

/* The silencer with a code in it; `text` begins with the code and goes on behind the brace. */
static const char *add_silencer (wr_buf *out, const struct wr_front *front, const char *text) {
  wr_str code = {text, strcspn (text, "}")};
  const char *place = strstr (front->silencer, "CODE");
  WR_REQUIRE (place && text[code.len]);
  wr_buf_add (out, (wr_str){front->silencer, (size_t)(place - front->silencer)});
  wr_buf_add (out, code);
  wr_buf_add (out, wr_str_of (place + strlen ("CODE")));
  return text + code.len + 1;
}

/* The language's words for the mark at the beginning of `text`, and the text after it; NULL: there is no mark. */
static const char *fill_mark (wr_buf *out, const struct wr_front *front, const char *text) {
  const struct {
    const char *mark, *words;
  } table[] = {{"@{lang}", front->name},
               {"@{title}", front->title},
               {"@{ext}", front->extensions[0]},
               {"@{dead}", front->dead},
               {"@{contradiction}", front->contradiction}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    size_t len = strlen (table[i].mark);
    if (strncmp (text, table[i].mark, len)) continue;
    wr_buf_add (out, wr_str_of (table[i].words));
    return text + len;
  }
  size_t len = strlen ("@{silencer ");
  return strncmp (text, "@{silencer ", len) ? NULL : add_silencer (out, front, text + len);
}

void wr_front_fill (wr_buf *out, const struct wr_front *front, const char *text) {
  while (*text) {
    size_t plain = strcspn (text, "@");
    wr_buf_add (out, (wr_str){text, plain});
    text += plain;
    const char *rest = *text ? fill_mark (out, front, text) : NULL;
    if (*text && !rest) wr_buf_add_char (out, *text++);
    if (rest) text = rest;
  }
}

bool wr_words_of_label (wr_buf *out, const wr_core *core, wr_label label) {
  return core->front && core->front->label_words && core->front->label_words (out, core, label);
}

const char *wr_noun_of (const wr_core *core, enum wr_role role) {
  const char *own = core->front && core->front->noun ? core->front->noun (role) : NULL;
  return own ? own : wr_role_info (role)->noun;
}

/* -- programs ---------------------------------------------------------------------------------- */

static bool run_phase (struct wr_program *program, const struct wr_front_input *input) {
  switch (program->phase) {
  case WR_LOADED_NOTHING:
    program->tree = program->front->parse (input);
    WR_REQUIRE (program->tree);
    return !wr_diags_errors (input->diags) && !wr_cancelled (input->cancel);
  case WR_LOADED_PARSED: return program->front->resolve (program->tree, input->diags);
  case WR_LOADED_RESOLVED: return program->front->type (program->tree, input->diags);
  case WR_LOADED_TYPED: break;
  }
  WR_UNREACHABLE ();
}

bool wr_program_load (struct wr_program *program, const struct wr_front *front,
                      const struct wr_front_input *input, enum wr_load_phase until) {
  WR_REQUIRE (!program->front || program->front == front);
  program->front = front;
  while (program->phase < until) {
    if (wr_diags_errors (input->diags) || !run_phase (program, input)) return false;
    program->phase++;
  }
  return true;
}

wr_core *wr_program_lower (const struct wr_program *program, enum wr_detail detail,
                           wr_diags *diags) {
  WR_REQUIRE (program->phase == WR_LOADED_TYPED);
  wr_core *core = program->front->lower (program->tree, detail, diags);
  if (core) core->front = program->front;
  return core;
}

void wr_program_dump (wr_buf *out, const struct wr_program *program) {
  WR_REQUIRE (program->phase > WR_LOADED_NOTHING);
  program->front->dump (out, program->tree, program->phase);
}

void wr_program_prune (wr_buf *out, const struct wr_program *program, const struct wr_prune *how) {
  WR_REQUIRE (program->phase == WR_LOADED_TYPED);
  program->front->prune (out, program->tree, how);
}

wr_str wr_program_procedure_at (const struct wr_program *program, wr_span at) {
  if (!program->tree || !at.file) return WR_LIT ("");
  return program->front->procedure_at (program->tree, at);
}
