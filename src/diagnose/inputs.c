#include "diagnose/inputs.h"

#include "base/check.h"
#include "core/build.h"

#include <ctype.h>
#include <string.h>

/* -- names of questions -------------------------------------------------------------------------------- */

static void add_symbol (wr_buf *out, const wr_machine *m, wr_symbol shown, wr_symbol name) {
  wr_buf_add (out, wr_symbol_text (wr_machine_core (m)->symbols, shown.ix ? shown : name));
}

static void add_line (wr_buf *out, const wr_machine *m, wr_span at) {
  if (!at.file) return;
  wr_buf_print (out, "@%u", wr_position_of (wr_machine_core (m)->sources, at.file, at.begin).line);
}

/* Commands that a front end makes for parameters and contracts may stand where the procedure does: they have no place of their own. */
static wr_span own_place (const struct wr_body *body, wr_span at) {
  bool same = at.file == body->at.file && at.begin == body->at.begin;
  return same ? (wr_span){0} : at;
}

void wr_input_name_havoc (wr_buf *out, const wr_machine *m, wr_var var) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_var_info *info = wr_var_info (core, var);
  struct wr_exec_point origin = wr_machine_origin (m);
  const struct wr_body *body = &core->bodies.data[origin.body];
  add_symbol (out, m, info->shown, info->name);
  if (origin.cmd != UINT32_MAX)
    add_line (out, m, own_place (body, body->blocks[origin.block].cmds[origin.cmd].at));
  else if (origin.block) /* the head of a loop that is given by its invariants */
    add_line (out, m, body->blocks[origin.block].at);
  else if (wr_machine_depth (m) > 0 && info->kind != WR_VAR_GLOBAL)
    add_line (out, m, body->at);
}

void wr_input_name_branch (wr_buf *out, const wr_machine *m, uint32_t block) {
  const struct wr_body *body = &wr_machine_core (m)->bodies.data[wr_machine_point (m).body];
  const struct wr_block *b = &body->blocks[block];
  wr_buf_add (out, WR_LIT ("branch"));
  add_line (out, m, own_place (body, b->cmd_count ? b->cmds[b->cmd_count - 1].at : b->at));
}

static void add_args (wr_buf *out, const wr_machine *m, const wr_value *const *args,
                      uint32_t count) {
  wr_buf_add_char (out, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i) wr_buf_add (out, WR_LIT (", "));
    wr_value_show (out, m, args[i]);
  }
}

void wr_input_name_function (wr_buf *out, const wr_machine *m, wr_func func,
                             const wr_value *const *args, uint32_t count) {
  const struct wr_func_info *info = wr_func_info (wr_machine_core (m), func);
  add_symbol (out, m, info->shown, info->name);
  if (!count && info->constant) return;
  add_args (out, m, args, count);
  wr_buf_add_char (out, ')');
}

void wr_input_name_partial (wr_buf *out, const wr_machine *m, enum wr_op op, uint32_t data,
                            const wr_value *arg) {
  const wr_core *core = wr_machine_core (m);
  if (op == WR_OP_FIELD) {
    const struct wr_field *f = &core->fields.data[data];
    add_symbol (out, m, f->shown, f->name);
  } else
    wr_buf_print (out, "%s", op == WR_OP_RDIV ? "/" : wr_op_name (op));
  add_args (out, m, &arg, 1);
  wr_buf_add (out, op == WR_OP_FIELD ? WR_LIT (")") : WR_LIT (", 0)"));
}

/* -- reading and printing ------------------------------------------------------------------------------ */

/* The name ends at the first equals sign that is not part of `:=`. */
bool wr_input_parse (wr_inputs *inputs, wr_arena *arena, wr_str text) {
  size_t at = 0;
  while (at < text.len && (text.ptr[at] != '=' || (at > 0 && text.ptr[at - 1] == ':'))) at++;
  if (at == 0 || at >= text.len) return false;
  struct wr_input input = {wr_str_keep (arena, (wr_str){text.ptr, at}),
                           wr_str_keep (arena, (wr_str){text.ptr + at + 1, text.len - at - 1})};
  WR_VEC_PUSH (inputs, input);
  return true;
}

static bool is_plain (wr_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (!isalnum ((unsigned char)text.ptr[i]) && !strchr ("_-.@/:,=", text.ptr[i])) return false;
  return true;
}

void wr_shell_word (wr_buf *out, wr_str text) {
  if (text.len && is_plain (text)) {
    wr_buf_add (out, text);
    return;
  }
  wr_buf_add_char (out, '\'');
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\'')
      wr_buf_add (out, WR_LIT ("'\\''"));
    else
      wr_buf_add_char (out, text.ptr[i]);
  }
  wr_buf_add_char (out, '\'');
}

void wr_input_print (wr_buf *out, const struct wr_input *input) {
  wr_buf word = {0};
  wr_buf_print (&word, "%.*s=%.*s", WR_STR_ARGS (input->name), WR_STR_ARGS (input->value));
  wr_buf_add_char (out, ' ');
  wr_shell_word (out, wr_buf_str (&word));
  wr_buf_free (&word);
}

/* -- answers ------------------------------------------------------------------------------------------- */

const wr_value *wr_default_value (wr_machine *m, wr_sort sort) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_sort_info info = *wr_sort_info (core, sort);
  const wr_value *inner;
  switch (info.kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, false);
  case WR_SORT_INT: return wr_value_int (m, 0);
  case WR_SORT_REAL: return wr_value_scan (m, sort, WR_LIT ("0"));
  case WR_SORT_BV: return wr_value_bv (m, info.a, 0);
  case WR_SORT_NAMED: return wr_value_element (m, sort, 0);
  case WR_SORT_MAP:
    inner = wr_default_value (m, wr_sort_range (core, sort));
    return inner ? wr_value_map (m, sort, inner) : NULL;
  case WR_SORT_DATA: {
    const struct wr_datatype *data = &core->datatypes.data[info.a];
    for (uint32_t i = 0; i < data->constructor_count; i++)
      if (!core->constructors.data[data->first_constructor + i].field_count)
        return wr_value_construct (m, data->first_constructor + i, NULL, 0);
    return NULL;
  }
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}

/* Equal but for blanks. */
static bool same_name (wr_str a, wr_str b) {
  size_t i = 0, k = 0;
  for (;;) {
    while (i < a.len && a.ptr[i] == ' ') i++;
    while (k < b.len && b.ptr[k] == ' ') k++;
    if (i == a.len || k == b.len) return i == a.len && k == b.len;
    if (a.ptr[i++] != b.ptr[k++]) return false;
  }
}

static void complain (struct wr_given *g, wr_str *where, const struct wr_input *input) {
  if (!where->len)
    *where =
        wr_str_print (g->arena, "%.*s=%.*s", WR_STR_ARGS (input->name), WR_STR_ARGS (input->value));
}

/* NAME[INDEX, ...] */
static bool is_entry (wr_str given, wr_str name, wr_str *index) {
  if (given.len < name.len + 2 || memcmp (given.ptr, name.ptr, name.len) != 0 ||
      given.ptr[name.len] != '[' || given.ptr[given.len - 1] != ']')
    return false;
  *index = (wr_str){given.ptr + name.len + 1, given.len - name.len - 2};
  return true;
}

/* A map of which entries are given: NAME[INDEX]=VALUE, and NAME[else]=VALUE for all others. */
static const wr_value *from_entries (struct wr_given *g, wr_machine *m, wr_str name, wr_sort sort) {
  wr_buf text = {0}, otherwise = {0};
  const wr_value *none = wr_default_value (m, wr_sort_range (wr_machine_core (m), sort));
  const struct wr_input *last = NULL;
  if (none) wr_value_show (&otherwise, m, none);
  wr_buf_add_char (&text, '[');
  for (uint32_t i = 0; i < g->inputs->len; i++) {
    const struct wr_input *input = &g->inputs->data[i];
    wr_str index;
    if (wr_bitset_has (&g->used, i) || !is_entry (input->name, name, &index)) continue;
    wr_bitset_set (&g->used, i, true);
    last = input;
    if (wr_str_equal (index, WR_LIT ("else"))) {
      wr_buf_clear (&otherwise);
      wr_buf_add (&otherwise, input->value);
    } else
      wr_buf_print (&text, "%.*s := %.*s, ", WR_STR_ARGS (index), WR_STR_ARGS (input->value));
  }
  wr_buf_print (&text, "else %s]", wr_buf_text (&otherwise));
  const wr_value *value = last ? wr_value_scan (m, sort, wr_buf_str (&text)) : NULL;
  if (last && !value) complain (g, &g->bad, last);
  wr_buf_free (&text);
  wr_buf_free (&otherwise);
  return value;
}

static const wr_value *answer (struct wr_given *g, wr_machine *m, wr_str name, wr_sort sort) {
  const wr_value *value = NULL;
  for (uint32_t i = 0; i < g->inputs->len; i++) {
    const struct wr_input *input = &g->inputs->data[i];
    if (wr_bitset_has (&g->used, i) || !same_name (input->name, name)) continue;
    wr_bitset_set (&g->used, i, true);
    value = wr_value_scan (m, sort, input->value);
    if (!value) complain (g, &g->bad, input);
    return value;
  }
  if (wr_sort_info (wr_machine_core (m), sort)->kind == WR_SORT_MAP)
    value = from_entries (g, m, name, sort);
  if (!value && !g->missing.len) g->missing = wr_str_keep (g->arena, name);
  return value;
}

static const wr_value *on_havoc (void *ctx, wr_machine *m, wr_var var, wr_sort sort) {
  wr_buf name = {0};
  wr_input_name_havoc (&name, m, var);
  const wr_value *v = answer (ctx, m, wr_buf_str (&name), sort);
  wr_buf_free (&name);
  return v;
}

static bool is_given (const struct wr_given *g, wr_str name) {
  for (uint32_t i = 0; i < g->inputs->len; i++)
    if (!wr_bitset_has (&g->used, i) && same_name (g->inputs->data[i].name, name)) return true;
  return false;
}

/* Successors are counted in the order of the text, whether they are offered or not.  A choice that is not in the text (where a front
   end checks something aside) goes on with the program unless it is given. */
static uint32_t on_branch (void *ctx, wr_machine *m, uint32_t block, uint32_t count) {
  const wr_core *core = wr_machine_core (m);
  const struct wr_block *b = &core->bodies.data[wr_machine_point (m).body].blocks[block];
  wr_buf name = {0};
  wr_input_name_branch (&name, m, block);
  bool generated = !memchr (wr_buf_text (&name), '@', name.len);
  if (generated && !is_given (ctx, wr_buf_str (&name))) {
    wr_buf_free (&name);
    return count - 1;
  }
  const wr_value *v = answer (ctx, m, wr_buf_str (&name), wr_value_sort (wr_value_int (m, 0)));
  wr_buf_free (&name);
  int64_t number = 0;
  uint32_t chosen = UINT32_MAX;
  if (!v || !wr_value_to_int (v, &number) || number < 1 || number > b->succ_count) return chosen;
  for (uint32_t i = 0; i < count; i++)
    if (wr_machine_offered (m, i) == b->succs[number - 1]) chosen = i;
  return chosen;
}

static const wr_value *on_function (void *ctx, wr_machine *m, wr_func func,
                                    const wr_value *const *args, uint32_t count) {
  wr_buf name = {0};
  wr_input_name_function (&name, m, func, args, count);
  const wr_value *v =
      answer (ctx, m, wr_buf_str (&name), wr_func_info (wr_machine_core (m), func)->sort);
  wr_buf_free (&name);
  return v;
}

static const wr_value *on_partial (void *ctx, wr_machine *m, enum wr_op op, uint32_t data,
                                   wr_sort sort, const wr_value *arg) {
  wr_buf name = {0};
  wr_input_name_partial (&name, m, op, data, arg);
  const wr_value *v = answer (ctx, m, wr_buf_str (&name), sort);
  wr_buf_free (&name);
  return v;
}

struct wr_oracle wr_given_oracle (struct wr_given *given) {
  return (struct wr_oracle){.ctx = given,
                            .havoc = on_havoc,
                            .branch = on_branch,
                            .function = on_function,
                            .partial = on_partial};
}

void wr_given_free (struct wr_given *given) { wr_bitset_free (&given->used); }
