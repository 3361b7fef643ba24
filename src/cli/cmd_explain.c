/* `warrant explain`: the meaning of diagnostics. */
#include "base/check.h"
#include "base/json.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "report/mark.h"
#include "source/render.h"

#include <string.h>

static const char *phase_word (enum wr_phase phase) {
  switch (phase) {
  case WR_PHASE_READ: return "reading files";
  case WR_PHASE_PARSE: return "parsing";
  case WR_PHASE_RESOLVE: return "resolving names";
  case WR_PHASE_TYPE: return "type checking";
  case WR_PHASE_LOWER: return "lowering";
  case WR_PHASE_VERIFY: return "verification";
  case WR_PHASE_FINDING: return "findings";
  }
  WR_UNREACHABLE ();
}

static void indented (wr_buf *out, const char *lines) {
  while (*lines) {
    size_t len = strcspn (lines, "\n");
    wr_buf_print (out, "    %.*s\n", (int)len, lines);
    lines += len;
    if (*lines) lines++;
  }
}

/* The words of the language for which a diagnostic is explained: `front`, unless the diagnostic belongs to another one. */
struct words {
  wr_fronts fronts;
  const struct wr_front *front;
  wr_buf text, example, fix;
};

static const char *example_in (const struct wr_front *front, enum wr_code code) {
  return front->example ? front->example (code) : NULL;
}

static const struct wr_front *language_for (const struct words *words, enum wr_code code) {
  if (example_in (words->front, code) || *wr_code_info (code)->example) return words->front;
  for (wr_fronts front = words->fronts; *front; front++)
    if (example_in (*front, code)) return *front;
  return words->front;
}

static void fill (struct words *words, enum wr_code code) {
  const struct wr_code_info *info = wr_code_info (code);
  const struct wr_front *front = language_for (words, code);
  const char *example = example_in (front, code);
  wr_buf_clear (&words->text);
  wr_buf_clear (&words->example);
  wr_buf_clear (&words->fix);
  wr_front_fill (&words->text, front, info->text);
  wr_front_fill (&words->fix, front, info->fix);
  if (example) wr_front_fill (&words->example, front, example);
}

static void free_words (struct words *words) {
  wr_buf_free (&words->text);
  wr_buf_free (&words->example);
  wr_buf_free (&words->fix);
}

static void explain_text (wr_buf *out, const struct wr_code_info *info, struct words *words) {
  wr_buf_print (out, "%s: %s (%s, %s)\n\n", info->slug, info->title,
                wr_severity_word (info->severity), phase_word (info->phase));
  wr_help_wrap (out, wr_buf_str (&words->text), 0);
  if (words->example.len) {
    wr_buf_add (out, WR_LIT ("\nExample:\n\n"));
    indented (out, wr_buf_text (&words->example));
  }
  wr_buf_add (out, WR_LIT ("\nWhat to do:\n\n"));
  wr_help_wrap (out, wr_buf_str (&words->fix), 0);
}

static json_t *explain_json (const struct wr_code_info *info, const struct words *words) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "code", wr_json_text (wr_str_of (info->slug)));
  wr_json_set (object, "severity", wr_json_text (wr_str_of (wr_severity_word (info->severity))));
  wr_json_set (object, "phase", wr_json_text (wr_str_of (phase_word (info->phase))));
  wr_json_set (object, "title", wr_json_text (wr_str_of (info->title)));
  wr_json_set (object, "text", wr_json_text (wr_buf_str (&words->text)));
  if (words->example.len)
    wr_json_set (object, "example", wr_json_text (wr_buf_str (&words->example)));
  wr_json_set (object, "fix", wr_json_text (wr_buf_str (&words->fix)));
  return object;
}

static void list_text (wr_buf *out) {
  int phase = -1;
  for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
    const struct wr_code_info *info = wr_code_info ((enum wr_code)i);
    if ((int)info->phase != phase) {
      wr_buf_print (out, "%s%s:\n", phase < 0 ? "" : "\n", phase_word (info->phase));
      phase = (int)info->phase;
    }
    wr_buf_print (out, "  %-28s %s\n", info->slug, info->title);
  }
  wr_buf_add (out, WR_LIT ("\nTo explain one of them: warrant explain CODE\n"));
}

static void unknown_code (const char *slug) {
  struct wr_nearest nearest = wr_nearest_start (wr_str_of (slug));
  for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
    wr_nearest_offer (&nearest, wr_str_of (wr_code_info ((enum wr_code)i)->slug));
  }
  if (nearest.best.len) {
    wr_output_complain ("no diagnostic has the code '%s' (did you mean '%.*s'?)", slug,
                        WR_STR_ARGS (nearest.best));
  } else {
    wr_output_complain ("no diagnostic has the code '%s'; 'warrant explain' lists them all", slug);
  }
}

/* A code may have the brackets that messages print around it. */
static wr_str bare_code (const char *word) {
  wr_str slug = wr_str_of (word);
  bool brackets = slug.len >= 2 && slug.ptr[0] == '[' && slug.ptr[slug.len - 1] == ']';
  return brackets ? (wr_str){slug.ptr + 1, slug.len - 2} : slug;
}

static enum wr_exit publish (const struct wr_options *options, wr_buf *text, json_t *codes) {
  const char *path = options->json;
  if (!path && options->format != WR_FORMAT_JSON) return wr_output_print (options, text);
  wr_buf json = {0};
  json_t *doc = wr_json_object ();
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "complete", json_true ());
  wr_json_set (doc, "command", wr_json_text (WR_LIT ("explain")));
  wr_json_set (doc, "codes", json_incref (codes));
  wr_json_dump (&json, doc);
  json_decref (doc);
  enum wr_exit code = WR_EXIT_OK;
  struct wr_output to = {"--json", path, WR_MARK_JSON};
  if (path && *path) code = wr_output_file (options, &to, wr_buf_str (&json));
  bool as_text = path && *path && options->format != WR_FORMAT_JSON;
  code = wr_exit_worse (code, wr_output_print (options, as_text ? text : &json));
  wr_buf_free (&json);
  return code;
}

enum wr_exit wr_cmd_explain (const struct wr_options *options) {
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
  enum wr_exit code = WR_EXIT_OK;
  wr_buf text = {0};
  struct words words = {.fronts = wr_options_fronts (options)};
  words.front = options->lang ? options->lang : words.fronts[0];
  json_t *codes = wr_json_array ();
  for (uint32_t i = 0; i < options->args.count; i++) {
    enum wr_code found = wr_code_find (bare_code (options->args.items[i]));
    if (found == WR_CODE_NONE) {
      unknown_code (options->args.items[i]);
      code = WR_EXIT_INPUT;
      continue;
    }
    if (text.len) wr_buf_add_char (&text, '\n');
    fill (&words, found);
    explain_text (&text, wr_code_info (found), &words);
    wr_json_push (codes, explain_json (wr_code_info (found), &words));
  }
  if (!options->args.count) {
    list_text (&text);
    for (int i = WR_CODE_NONE + 1; i < WR_CODE_COUNT; i++) {
      fill (&words, (enum wr_code)i);
      wr_json_push (codes, explain_json (wr_code_info ((enum wr_code)i), &words));
    }
  }
  code = wr_exit_worse (code, publish (options, &text, codes));
  json_decref (codes);
  free_words (&words);
  wr_buf_free (&text);
  return code;
}
