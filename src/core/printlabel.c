/* core/printlabel.c -- labels, sites and origins in core's text form, and how the rest of the text refers to them. */
#include "base/check.h"
#include "core/printer.h"

static void put (struct wr_printer *p, const char *text) { wr_buf_add (p->out, wr_str_of (text)); }

void wr_printer_place (struct wr_printer *p, wr_span span) {
  put (p, " ");
  wr_printer_span (p, span);
}

void wr_printer_handle (struct wr_printer *p, char letter, uint32_t ix) {
  if (ix)
    wr_buf_print (p->out, " %c%u", letter, ix);
  else
    put (p, " -");
}

void wr_printer_label (struct wr_printer *p, wr_label label) {
  wr_printer_handle (p, 'L', label.ix);
}
void wr_printer_note (struct wr_printer *p, const char *head, wr_symbol text) {
  if (!text.ix) return;
  wr_buf_print (p->out, " (%s ", head);
  wr_printer_string (p, text);
  put (p, ")");
}

static void put_owner (struct wr_printer *p, uint32_t procedure) {
  if (!procedure || procedure > p->core->procedures.len) return;
  put (p, " (in");
  put (p, " ");
  wr_printer_name (p, p->core->procedures.data[procedure - 1].name);
  put (p, ")");
}

static const char *site_word (enum wr_site_kind kind) {
  switch (kind) {
  case WR_SITE_CALL: return "call";
  case WR_SITE_HAVOC: return "havoc";
  case WR_SITE_LOOP: return "loop";
  case WR_SITE_ENTRY: return "entry";
  case WR_SITE_EXIT: return "exit";
  }
  WR_UNREACHABLE ();
}

static bool same_span (wr_span a, wr_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

static void print_label (struct wr_printer *p, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&p->core->labels, label);
  put (p, "(label");
  wr_printer_label (p, label);
  wr_buf_print (p->out, " %s %s", wr_role_name (info->role), wr_class_name (info->cls));
  wr_printer_place (p, info->span);
  if (!same_span (info->span, info->report)) {
    put (p, " (report");
    wr_printer_place (p, info->report);
    put (p, ")");
  }
  if (info->origin.ix) wr_buf_print (p->out, " (from O%u)", info->origin.ix);
  if (info->clause.ix) wr_buf_print (p->out, " (clause L%u)", info->clause.ix);
  if (info->site.ix) wr_buf_print (p->out, " (site S%u)", info->site.ix);
  if (info->part) wr_buf_print (p->out, " (part %u)", info->part);
  if (info->element) wr_buf_print (p->out, " (element %u)", info->element);
  if (info->conjuncts > 1) {
    wr_buf_print (p->out, " (conjunct %u %u)", info->conjunct, info->conjuncts);
  }
  if (info->negative) put (p, " negative");
  if (info->free) put (p, " free");
  if (info->gain) put (p, " gain");
  if (info->takes) put (p, " takes");
  if (info->unchecked) put (p, " unchecked");
  wr_printer_note (p, "id", info->id);
  wr_printer_note (p, "msg", info->message);
  wr_printer_note (p, "native", info->native);
  if (info->type != WR_TYPE_NONE)
    wr_buf_print (p->out, " (type %s)", wr_label_type_name (info->type));
  if (info->author != WR_AUTHOR_USER)
    wr_buf_print (p->out, " (author %s)", wr_author_name (info->author));
  if (info->copy_count) {
    put (p, " (copy-of");
    for (uint32_t i = 0; i < info->copy_count; i++) wr_printer_label (p, info->copy_of[i]);
    put (p, ")");
  }
  if (info->proved_as.ix) wr_buf_print (p->out, " (proved-as L%u)", info->proved_as.ix);
  if (info->establishes.ix) wr_buf_print (p->out, " (establishes L%u)", info->establishes.ix);
  put_owner (p, info->procedure);
  put (p, ")\n");
}

void wr_printer_labels (struct wr_printer *p) {
  const wr_labels *labels = &p->core->labels;
  if (labels->element_count) wr_buf_print (p->out, "(elements %u)\n", labels->element_count);
  for (uint32_t i = 1; i < labels->sites.len; i++) {
    const struct wr_site_info *info = &labels->sites.data[i];
    wr_buf_print (p->out, "(site S%u %s", i, site_word (info->kind));
    wr_printer_place (p, info->span);
    wr_printer_note (p, "id", info->id);
    put_owner (p, info->procedure);
    put (p, ")\n");
  }
  for (uint32_t i = 1; i < labels->origins.len; i++) {
    const struct wr_origin_info *info = &labels->origins.data[i];
    wr_buf_print (p->out, "(origin O%u %s", i, wr_origin_word (info->kind));
    wr_printer_place (p, info->span);
    if (info->parent.ix) wr_buf_print (p->out, " (from O%u)", info->parent.ix);
    put (p, ")\n");
  }
  for (uint32_t i = 1; i < labels->infos.len; i++) print_label (p, (wr_label){i});
}
