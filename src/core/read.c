/* Reading core's text form: declarations. Several passes go over all forms, so their order in the text does not
   matter: first names, then signatures, then labels, then everything with expressions. */
#include "core/text.h"

#include "core/reader.h"

/* -- names --------------------------------------------------------------------------------------- */

static bool declare_name (struct wr_reader *r, wr_node n, wr_map *map, uint32_t value,
                          wr_symbol *name) {
  if (!wr_read_name (r, n, name)) return false;
  if (wr_map_has (map, name->ix)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "this name is declared twice");
    return false;
  }
  wr_map_put (map, name->ix, value);
  return true;
}

/* (file 1 "path") */
static void read_file (struct wr_reader *r, wr_node n) {
  uint32_t number;
  wr_symbol path;
  if (!wr_read_arity (r, n, 3, 3) || !wr_read_u32 (r, wr_read_kid (r, n, 1), &number) ||
      !wr_read_string (r, wr_read_kid (r, n, 2), &path)) {
    return;
  }
  if (!number || wr_map_has (&r->files, number)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "this file is declared twice, or is number 0");
    return;
  }
  const wr_sources *sources = r->core->sources;
  wr_str text = wr_symbol_text (r->core->symbols, path);
  uint32_t count = wr_sources_count (sources), found = 0;
  if (number <= count && wr_str_equal (wr_source_path (sources, number), text)) found = number;
  for (uint32_t i = 1; !found && i <= count; i++) {
    if (wr_str_equal (wr_source_path (sources, i), text)) found = i;
  }
  wr_map_put (&r->files, number, found);
}

/* (sort Ref) */
static void read_sort_name (struct wr_reader *r, wr_node n) {
  wr_symbol name;
  if (!wr_read_arity (r, n, 2, 2)) return;
  if (!declare_name (r, wr_read_kid (r, n, 1), &r->sorts, 0, &name)) return;
  wr_map_put (&r->sorts, name.ix, wr_sort_named (r->core, name).ix);
}

static void read_datatype_name (struct wr_reader *r, wr_node n) {
  wr_symbol name;
  if (!wr_read_arity (r, n, 2, UINT32_MAX)) return;
  if (!declare_name (r, wr_read_kid (r, n, 1), &r->sorts, 0, &name)) return;
  wr_map_put (&r->sorts, name.ix, wr_datatype_declare (r->core, name).ix);
}

static void read_procedure_name (struct wr_reader *r, wr_node n) {
  struct wr_procedure procedure = {0};
  if (!wr_read_arity (r, n, 4, UINT32_MAX)) return;
  if (!declare_name (r, wr_read_kid (r, n, 1), &r->procedures, r->core->procedures.len,
                     &procedure.name)) {
    return;
  }
  WR_VEC_PUSH (&r->core->procedures, procedure);
}

/* -- signatures ---------------------------------------------------------------------------------- */

/* (shown NAME), if the node is that */
static bool read_shown (struct wr_reader *r, wr_node n, wr_symbol *shown) {
  return wr_read_arity (r, n, 2, 2) && wr_read_name (r, wr_read_kid (r, n, 1), shown);
}

struct field_parts {
  WR_VEC (wr_symbol) names, shown;
  WR_VEC (wr_sort) sorts;
};

/* (NAME SORT (shown NAME)) */
static bool read_field (struct wr_reader *r, wr_node n, struct field_parts *fields) {
  wr_symbol name, shown;
  wr_sort sort;
  uint32_t index = r->core->fields.len + fields->names.len;
  if (!wr_read_arity (r, n, 2, 3) ||
      !declare_name (r, wr_read_kid (r, n, 0), &r->fields, index, &name) ||
      !wr_read_sort (r, wr_read_kid (r, n, 1), &sort)) {
    return false;
  }
  shown = name;
  if (wr_read_count (r, n) == 3 && !read_shown (r, wr_read_kid (r, n, 2), &shown)) return false;
  WR_VEC_PUSH (&fields->names, name);
  WR_VEC_PUSH (&fields->shown, shown);
  WR_VEC_PUSH (&fields->sorts, sort);
  return true;
}

/* (constructor NAME (shown NAME) FIELD...) */
static bool read_constructor (struct wr_reader *r, wr_node n, wr_sort datatype) {
  wr_symbol name, shown;
  uint32_t count = wr_read_count (r, n), from = 2;
  if (!wr_read_has_head (r, n, "constructor")) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "(constructor NAME FIELD...) is expected");
    return false;
  }
  if (!wr_read_arity (r, n, 2, UINT32_MAX) ||
      !declare_name (r, wr_read_kid (r, n, 1), &r->constructors, r->core->constructors.len,
                     &name)) {
    return false;
  }
  shown = name;
  if (count > 2 && wr_read_has_head (r, wr_read_kid (r, n, 2), "shown")) {
    if (!read_shown (r, wr_read_kid (r, n, 2), &shown)) return false;
    from = 3;
  }
  struct field_parts fields = {0};
  bool ok = true;
  for (uint32_t i = from; ok && i < count; i++) ok = read_field (r, wr_read_kid (r, n, i), &fields);
  if (ok) {
    wr_constructor_add (r->core, datatype, name, shown, fields.names.data, fields.shown.data,
                        fields.sorts.data, fields.sorts.len);
  }
  WR_VEC_FREE (&fields.names);
  WR_VEC_FREE (&fields.shown);
  WR_VEC_FREE (&fields.sorts);
  return ok;
}

static void read_datatype (struct wr_reader *r, wr_node n) {
  wr_sort sort;
  if (wr_read_count (r, n) < 2 ||
      !wr_read_known (r, wr_read_kid (r, n, 1), &r->sorts, "sort", &sort.ix) ||
      wr_sort_info (r->core, sort)->kind != WR_SORT_DATA) {
    return;
  }
  for (uint32_t i = 2; i < wr_read_count (r, n); i++) {
    if (!read_constructor (r, wr_read_kid (r, n, i), sort)) return;
  }
}

/* (function NAME (SORT ...) SORT part...), without the body */
static void read_signature (struct wr_reader *r, wr_node n) {
  wr_symbol name;
  wr_sort result;
  if (!wr_read_arity (r, n, 4, UINT32_MAX) ||
      !wr_read_arity (r, wr_read_kid (r, n, 2), 0, UINT32_MAX) ||
      !declare_name (r, wr_read_kid (r, n, 1), &r->funcs, 0, &name)) {
    return;
  }
  wr_node list = wr_read_kid (r, n, 2);
  WR_VEC (wr_sort) params = {0};
  bool ok = wr_read_sort (r, wr_read_kid (r, n, 3), &result);
  for (uint32_t i = 0; ok && i < wr_read_count (r, list); i++) {
    wr_sort sort;
    ok = wr_read_sort (r, wr_read_kid (r, list, i), &sort);
    if (ok) WR_VEC_PUSH (&params, sort);
  }
  if (!ok) result = wr_sort_simple (r->core, WR_SORT_BOOL);
  wr_func func = wr_func_new (r->core, name, params.data, params.len, result);
  wr_map_put (&r->funcs, name.ix, func.ix);
  WR_VEC_FREE (&params);
}

bool wr_read_declare (struct wr_reader *r, wr_node n, enum wr_var_kind kind, wr_map *scope,
                      wr_var *var) {
  wr_symbol name;
  wr_sort sort;
  uint64_t key;
  if (!wr_read_arity (r, n, 3, UINT32_MAX) ||
      !wr_read_key (r, wr_read_kid (r, n, 1), &name, &key) ||
      !wr_read_sort (r, wr_read_kid (r, n, 2), &sort)) {
    return false;
  }
  if (wr_map_has (scope, key)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "this variable is declared twice");
    return false;
  }
  *var = wr_var_new (r->core, kind, name, sort, (wr_span){0});
  wr_map_put (scope, key, var->ix);
  for (uint32_t i = 3; i < wr_read_count (r, n); i++) {
    wr_node note = wr_read_kid (r, n, i);
    if (!wr_read_has_head (r, note, "where") && !wr_read_note (r, note, *var)) return false;
  }
  return true;
}

static void read_global (struct wr_reader *r, wr_node n) {
  wr_var var;
  if (!wr_read_declare (r, n, WR_VAR_GLOBAL, &r->globals, &var)) return;
  WR_VEC_PUSH (&r->core->globals, var);
}

/* -- bodies of functions, axioms, contracts ------------------------------------------------------ */

bool wr_read_clause (struct wr_reader *r, wr_node n, struct wr_clause *clause, wr_span *span) {
  *clause = (struct wr_clause){0};
  uint32_t last = wr_read_count (r, n);
  if (!wr_read_arity (r, n, span ? 4 : 3, span ? 6 : 5) ||
      !wr_read_label (r, wr_read_kid (r, n, 1), &clause->label)) {
    return false;
  }
  last -= span ? 2 : 1;
  for (uint32_t i = 2; i < last; i++) {
    wr_node flag = wr_read_kid (r, n, i);
    if (wr_read_is (r, flag, "free")) {
      clause->free = true;
    } else if (wr_read_is (r, flag, "always") && !span) {
      clause->always_assume = true;
    } else if (wr_read_has_head (r, flag, "checked")) {
      if (!wr_read_arity (r, flag, 2, 2) ||
          !wr_read_condition (r, wr_read_kid (r, flag, 1), &clause->checked))
        return false;
    } else {
      wr_read_fail (r, flag, WR_CODE_CORE_SYNTAX, "this is not a flag of a clause");
      return false;
    }
  }
  if (span && !wr_read_span (r, wr_read_kid (r, n, last), span)) return false;
  return wr_read_condition (r, wr_read_kid (r, n, wr_read_count (r, n) - 1), &clause->expr);
}

bool wr_read_wheres (struct wr_reader *r, wr_node n, wr_var var) {
  for (uint32_t i = 3; i < wr_read_count (r, n); i++) {
    wr_node part = wr_read_kid (r, n, i);
    struct wr_clause clause;
    if (!wr_read_has_head (r, part, "where")) continue;
    if (!wr_read_clause (r, part, &clause, NULL)) return false;
    WR_VEC_PUSH (&wr_var_edit (r->core, var)->where, clause);
  }
  return true;
}

static void read_global_wheres (struct wr_reader *r, wr_node n) {
  wr_var var;
  if (wr_read_count (r, n) < 3 || !wr_read_var (r, wr_read_kid (r, n, 1), &var)) return;
  wr_read_wheres (r, n, var);
}

/* (define PARAMS e), (body LABEL PARAMS e), (lambda LABEL PARAMS INDICES e) */
static bool read_func_body (struct wr_reader *r, wr_node n, wr_func func) {
  bool is_define = wr_read_has_head (r, n, "define"), is_lambda = wr_read_has_head (r, n, "lambda");
  uint32_t count = is_define ? 3 : is_lambda ? 5 : 4, at = is_define ? 1 : 2;
  wr_label label = {0};
  wr_u32s params = {0}, indices = {0};
  uint32_t outer = r->bound.len;
  bool ok = wr_read_arity (r, n, count, count);
  ok = ok && (is_define || wr_read_label (r, wr_read_kid (r, n, 1), &label));
  ok = ok && wr_read_bound_list (r, wr_read_kid (r, n, at), &params);
  ok = ok && (!is_lambda || wr_read_bound_list (r, wr_read_kid (r, n, at + 1), &indices));
  wr_expr body = ok ? wr_read_expr (r, wr_read_kid (r, n, count - 1)) : (wr_expr){0};
  wr_read_leave (r, outer);
  struct wr_func_info *info = wr_func_edit (r->core, func);
  for (uint32_t i = 0; i < params.len; i++) WR_VEC_PUSH (&info->params, (wr_var){params.data[i]});
  for (uint32_t i = 0; i < indices.len; i++)
    WR_VEC_PUSH (&info->indices, (wr_var){indices.data[i]});
  info->kind = is_define ? WR_FUNC_DEFINED : is_lambda ? WR_FUNC_LAMBDA : WR_FUNC_AXIOM;
  info->body = body;
  info->label = label;
  WR_VEC_FREE (&params);
  WR_VEC_FREE (&indices);
  return body.ix;
}

static bool read_func_part (struct wr_reader *r, wr_node n, wr_func func) {
  struct wr_func_info *info = wr_func_edit (r->core, func);
  if (wr_read_is (r, n, "constant")) return info->constant = true;
  if (wr_read_is (r, n, "recursive")) return info->recursive = true;
  if (wr_read_is_span (r, n)) return wr_read_span (r, n, &info->span);
  if (wr_read_has_head (r, n, "shown")) return read_shown (r, n, &info->shown);
  if (info->kind != WR_FUNC_UNINTERPRETED) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a function has one body");
    return false;
  }
  if (wr_read_has_head (r, n, "builtin")) {
    info->kind = WR_FUNC_BUILTIN;
    return wr_read_arity (r, n, 2, 2) && wr_read_string (r, wr_read_kid (r, n, 1), &info->builtin);
  }
  if (wr_read_has_head (r, n, "define") || wr_read_has_head (r, n, "body") ||
      wr_read_has_head (r, n, "lambda")) {
    return read_func_body (r, n, func);
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this is not a part of a function");
  return false;
}

static void read_func_parts (struct wr_reader *r, wr_node n) {
  wr_func func;
  if (wr_read_count (r, n) < 4 ||
      !wr_read_known (r, wr_read_kid (r, n, 1), &r->funcs, "function", &func.ix) || !func.ix) {
    return;
  }
  for (uint32_t i = 4; i < wr_read_count (r, n); i++) {
    if (!read_func_part (r, wr_read_kid (r, n, i), func)) return;
  }
}

/* (axiom LABEL e) or (axiom LABEL e FUNCTION) */
static void read_axiom (struct wr_reader *r, wr_node n) {
  struct wr_axiom axiom = {0};
  if (!wr_read_arity (r, n, 3, 4) || !wr_read_label (r, wr_read_kid (r, n, 1), &axiom.label) ||
      !wr_read_condition (r, wr_read_kid (r, n, 2), &axiom.expr)) {
    return;
  }
  if (wr_read_count (r, n) == 4 &&
      !wr_read_known (r, wr_read_kid (r, n, 3), &r->funcs, "function", &axiom.func.ix)) {
    return;
  }
  WR_VEC_PUSH (&r->core->axioms, axiom);
}

static void read_unique (struct wr_reader *r, wr_node n) {
  wr_expr e;
  if (!wr_read_arity (r, n, 2, 2) || !wr_read_condition (r, wr_read_kid (r, n, 1), &e)) return;
  WR_VEC_PUSH (&r->core->distinct, e);
}

static bool read_modifies (struct wr_reader *r, wr_node n, struct wr_procedure *procedure) {
  for (uint32_t i = 1; i < wr_read_count (r, n); i++) {
    wr_var var;
    if (!wr_read_var (r, wr_read_kid (r, n, i), &var)) return false;
    WR_VEC_PUSH (&procedure->modifies, var);
  }
  return true;
}

/* Variables are read first, because a clause may precede a variable that it mentions. */
static bool read_formal (struct wr_reader *r, wr_node n, struct wr_procedure *procedure) {
  wr_var var;
  if (wr_read_has_head (r, n, "in")) {
    if (!wr_read_declare (r, n, WR_VAR_IN, &r->locals, &var)) return false;
    WR_VEC_PUSH (&procedure->ins, var);
  } else if (wr_read_has_head (r, n, "out")) {
    if (!wr_read_declare (r, n, WR_VAR_OUT, &r->locals, &var)) return false;
    WR_VEC_PUSH (&procedure->outs, var);
  }
  return true;
}

static bool read_contract_part (struct wr_reader *r, wr_node n, struct wr_procedure *procedure) {
  struct wr_clause clause;
  wr_var var;
  if (wr_read_is (r, n, "body")) return procedure->has_body = true;
  if (wr_read_has_head (r, n, "class")) {
    return wr_read_arity (r, n, 2, 2) && wr_read_class (r, wr_read_kid (r, n, 1), &procedure->cls);
  }
  if (wr_read_has_head (r, n, "title")) {
    return wr_read_arity (r, n, 2, 2) &&
           wr_read_string (r, wr_read_kid (r, n, 1), &procedure->title);
  }
  if (wr_read_has_head (r, n, "in") || wr_read_has_head (r, n, "out")) {
    return wr_read_var (r, wr_read_kid (r, n, 1), &var) && wr_read_wheres (r, n, var);
  }
  if (wr_read_has_head (r, n, "modifies")) return read_modifies (r, n, procedure);
  if (wr_read_has_head (r, n, "requires")) {
    if (!wr_read_clause (r, n, &clause, NULL)) return false;
    WR_VEC_PUSH (&procedure->requires_, clause);
    return true;
  }
  if (wr_read_has_head (r, n, "ensures")) {
    if (!wr_read_clause (r, n, &clause, NULL)) return false;
    WR_VEC_PUSH (&procedure->ensures, clause);
    return true;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this is not a part of a procedure");
  return false;
}

/* (procedure NAME SPAN SPAN part...) */
static void read_procedure (struct wr_reader *r, wr_node n) {
  uint32_t index;
  if (wr_read_count (r, n) < 4 ||
      !wr_read_known (r, wr_read_kid (r, n, 1), &r->procedures, "procedure", &index)) {
    return;
  }
  struct wr_procedure *procedure = &r->core->procedures.data[index];
  wr_map_clear (&r->locals);
  bool ok = wr_read_span (r, wr_read_kid (r, n, 2), &procedure->span) &&
            wr_read_span (r, wr_read_kid (r, n, 3), &procedure->at);
  for (uint32_t i = 4; ok && i < wr_read_count (r, n); i++) {
    ok = read_formal (r, wr_read_kid (r, n, i), procedure);
  }
  for (uint32_t i = 4; ok && i < wr_read_count (r, n); i++) {
    ok = read_contract_part (r, wr_read_kid (r, n, i), procedure);
  }
  wr_map_clear (&r->locals);
}

/* -- passes -------------------------------------------------------------------------------------- */

static void count_label (struct wr_reader *r, wr_node n) {
  (void)n;
  r->label_count++;
}
static void count_site (struct wr_reader *r, wr_node n) {
  (void)n;
  r->site_count++;
}

static void count_origin (struct wr_reader *r, wr_node n) {
  (void)n;
  r->origin_count++;
}

typedef void form_reader (struct wr_reader *r, wr_node n);
static const struct {
  const char *head;
  int pass;
  form_reader *read;
} forms[] = {
    {"file", 0, read_file},
    {"sort", 0, read_sort_name},
    {"datatype", 0, read_datatype_name},
    {"procedure", 0, read_procedure_name},
    {"label", 0, count_label},
    {"site", 0, count_site},
    {"origin", 0, count_origin},
    {"elements", 0, wr_form_elements},
    {"datatype", 1, read_datatype},
    {"function", 1, read_signature},
    {"global", 1, read_global},
    {"site", 1, wr_form_site},
    {"origin", 1, wr_form_origin},
    {"label", 2, wr_form_label},
    {"function", 3, read_func_parts},
    {"global", 3, read_global_wheres},
    {"axiom", 3, read_axiom},
    {"unique", 3, read_unique},
    {"procedure", 3, read_procedure},
    {"body", 4, wr_read_body},
};
enum { PASSES = 5, FORMS = sizeof forms / sizeof *forms };

static void reject_unknown (struct wr_reader *r, wr_node n) {
  for (size_t i = 0; i < FORMS; i++) {
    if (wr_read_has_head (r, n, forms[i].head)) return;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a form is expected, such as (sort Ref)");
}

/* A later pass relies on the results of earlier ones, so it runs only if they found no errors. */
static void run_passes (struct wr_reader *r) {
  for (uint32_t i = 0; i < r->sexps.top.len; i++) reject_unknown (r, r->sexps.top.data[i]);
  for (int pass = 0; pass < PASSES && !wr_diags_errors (r->diags); pass++) {
    for (uint32_t i = 0; i < r->sexps.top.len; i++) {
      for (size_t j = 0; j < FORMS; j++) {
        if (forms[j].pass != pass) continue;
        if (wr_read_has_head (r, r->sexps.top.data[i], forms[j].head)) {
          forms[j].read (r, r->sexps.top.data[i]);
        }
      }
    }
  }
}

static void check_result (struct wr_reader *r) {
  wr_buf why = {0};
  if (!wr_diags_errors (r->diags) && wr_core_problem (r->core, &why)) {
    wr_span at = {r->file, 0, 0};
    wr_diag_add (r->diags, WR_CODE_CORE_ILL_FORMED, at, "%s", wr_buf_text (&why));
  }
  wr_buf_free (&why);
}

wr_core *wr_core_read (wr_arena *arena, wr_interner *symbols, const wr_sources *sources,
                       uint32_t file, wr_diags *diags) {
  uint32_t errors = wr_diags_errors (diags);
  wr_arena *scratch = wr_arena_new ();
  wr_diags *own = wr_diags_new (scratch);
  struct wr_reader r = {.core = wr_core_new (arena, symbols, sources),
                        .diags = own,
                        .text = wr_source_text (sources, file),
                        .file = file};
  if (wr_sexp_read (&r.sexps, sources, file, symbols, own)) run_passes (&r);
  check_result (&r);
  for (uint32_t i = 0; i < wr_diags_count (own); i++) {
    const wr_diag *diag = wr_diags_at (own, i);
    wr_diag_add (diags, diag->code, diag->at, "%.*s", WR_STR_ARGS (diag->message));
  }
  bool failed = wr_diags_errors (own) || wr_diags_errors (diags) > errors;
  wr_diags_free (own);
  wr_arena_free (scratch);
  wr_sexp_free (&r.sexps);
  wr_map *maps[] = {&r.files,  &r.sorts,      &r.funcs,        &r.constructors,
                    &r.fields, &r.procedures, &r.bodies,       &r.globals,
                    &r.locals, &r.innermost,  &r.abbreviations};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) wr_map_free (maps[i]);
  WR_VEC_FREE (&r.bound);
  if (!failed) return r.core;
  wr_core_free (r.core);
  return NULL;
}
