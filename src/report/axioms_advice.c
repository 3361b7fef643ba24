/* report/axioms_advice.c -- advice for the author of a suite, as text and as JSON (report/axioms.h). */
#include "axioms/advice.h"
#include "report/axioms.h"

#include <stdio.h>

enum { MOST_SHOWN = 10 };

static void add_partners (wr_buf *out, const wr_relation *relation, const struct wr_advice *one) {
  for (uint32_t i = 0; i < one->partners.len; i++)
    wr_buf_print (out, "%s%.*s", i ? ", " : "",
                  WR_STR_ARGS (relation->axioms.data[one->partners.data[i]].name));
}

/* One sentence. */
static void add_message (wr_buf *out, const wr_relation *relation, const struct wr_advice *one) {
  const struct wr_axiom_row *row = &relation->axioms.data[one->axiom];
  switch (one->kind) {
  case WR_ADVICE_UNCOVERED:
    wr_buf_print (out, "no test covers it%s",
                  row->used_by.len ? ", though some proof uses it" : "");
    if (one->sketch.len) wr_buf_print (out, "; this test needs it (tried)");
    if (one->sketch_line)
      wr_buf_print (out, ", before line %u of %.*s between push and pop", one->sketch_line,
                    WR_STR_ARGS (one->sketch_path));
    break;
  case WR_ADVICE_BROAD: wr_buf_print (out, "only tests that cover many axioms cover it"); break;
  case WR_ADVICE_NARROW: wr_buf_print (out, "only tests that cover few axioms cover it"); break;
  case WR_ADVICE_REDUNDANT:
    wr_buf_print (out, one->partners.len ? "it is redundant: it follows from "
                                         : "it is redundant: it holds without any axiom");
    add_partners (out, relation, one);
    break;
  case WR_ADVICE_REPLACED:
    wr_buf_print (out, "proofs use it, but none needs it; all of these tests cover ");
    add_partners (out, relation, one);
    break;
  case WR_ADVICE_KIND_COUNT: break;
  }
}

static const char *title (enum wr_advice_kind kind) {
  static const char *const titles[] = {"axioms without a test", "axioms with broad tests only",
                                       "axioms with narrow tests only", "redundant axioms",
                                       "axioms that are used but never needed"};
  return titles[kind];
}

static void add_sketch (wr_buf *out, wr_str sketch) {
  for (size_t i = 0, end; i < sketch.len; i = end + 1) {
    for (end = i; end < sketch.len && sketch.ptr[end] != '\n';) end++;
    wr_buf_print (out, "      %.*s\n", (int)(end - i), sketch.ptr + i);
  }
}

void wr_report_axioms_advice (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_advice_list *list = report->advice;
  uint32_t counts[WR_ADVICE_KIND_COUNT] = {0}, shown[WR_ADVICE_KIND_COUNT] = {0};
  for (uint32_t i = 0; i < list->items.len; i++) counts[list->items.data[i].kind]++;
  for (uint32_t i = 0; i < list->items.len; i++) {
    const struct wr_advice *one = &list->items.data[i];
    if (!shown[one->kind]++)
      wr_buf_print (out, "advice: %u %s\n", counts[one->kind], title (one->kind));
    if (shown[one->kind] == MOST_SHOWN + 1 && !report->verbose)
      wr_buf_print (out, "    and %u more (-v)\n", counts[one->kind] - MOST_SHOWN);
    if (shown[one->kind] > MOST_SHOWN && !report->verbose) continue;
    wr_buf_print (out, "    %.*s: ", WR_STR_ARGS (report->relation->axioms.data[one->axiom].name));
    add_message (out, report->relation, one);
    wr_buf_add_char (out, '\n');
    add_sketch (out, one->sketch);
  }
  if (list->tried)
    wr_buf_print (out, "%u sketches of tests were tried with the solver\n", list->tried);
}

static json_t *id (uint32_t axiom) {
  char text[24];
  snprintf (text, sizeof text, "a%u", axiom + 1);
  return wr_json_text (wr_str_of (text));
}

json_t *wr_report_axioms_advice_json (const struct wr_axioms_report *report) {
  json_t *array = wr_json_array ();
  wr_buf message = {0};
  for (uint32_t i = 0; i < report->advice->items.len; i++) {
    const struct wr_advice *one = &report->advice->items.data[i];
    json_t *object = wr_json_object (), *partners = wr_json_array ();
    wr_json_set (object, "kind", wr_json_text (wr_str_of (wr_advice_name (one->kind))));
    wr_json_set (object, "axiom", id (one->axiom));
    wr_buf_clear (&message);
    add_message (&message, report->relation, one);
    wr_json_set (object, "message", wr_json_text (wr_buf_str (&message)));
    for (uint32_t k = 0; k < one->partners.len; k++)
      wr_json_push (partners, id (one->partners.data[k]));
    wr_json_set (object, "partners", partners);
    if (one->sketch.len) wr_json_set (object, "sketch", wr_json_text (one->sketch));
    if (one->sketch_line) {
      wr_json_set (object, "sketch_file", wr_json_text (one->sketch_path));
      wr_json_set (object, "sketch_line", wr_json_count (one->sketch_line));
    }
    wr_json_push (array, object);
  }
  wr_buf_free (&message);
  return array;
}
