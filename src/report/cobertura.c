/* report/cobertura.c -- Cobertura's XML: a package per folder, a class per file, a method per procedure; the branches of a line
   are its elements. */
#include "report/formats.h"

#include "report/mark.h"

static wr_str folder_of (wr_str path) {
  for (size_t i = path.len; i > 0; i--)
    if (path.ptr[i - 1] == '/') return (wr_str){path.ptr, i > 1 ? i - 1 : 1};
  return WR_LIT (".");
}

static wr_str base_of (wr_str path) {
  size_t i = path.len;
  while (i > 0 && path.ptr[i - 1] != '/') i--;
  return (wr_str){path.ptr + i, path.len - i};
}

/* Only a whole is 1.0000. */
static void add_rate (wr_buf *out, const char *name, uint32_t part, uint32_t whole) {
  double rate = whole ? (double)part / whole : 1;
  if (part < whole && rate > 0.9999) rate = 0.9999;
  wr_buf_print (out, " %s=\"%.4f\"", name, rate);
}

static void add_rates (wr_buf *out, struct wr_totals sum) {
  add_rate (out, "line-rate", sum.lines_hit, sum.lines);
  add_rate (out, "branch-rate", sum.elements_hit, sum.elements);
}

static void add_line (wr_buf *out, const wr_model *model, const struct wr_row_line *line,
                      int indent) {
  struct wr_range range = wr_model_elements_of (model, line->path, line->line);
  struct wr_totals sum = {0};
  wr_count_line (&sum, model, line);
  wr_buf_print (out, "%*s<line number=\"%u\" hits=\"%u\"", indent, "", line->line, line->hits);
  if (!sum.elements) {
    wr_buf_add (out, WR_LIT (" branch=\"false\"/>\n"));
    return;
  }
  wr_buf_print (out, " branch=\"true\" condition-coverage=\"%u%% (%u/%u)\">\n%*s  <conditions>",
                100 * sum.elements_hit / sum.elements, sum.elements_hit, sum.elements, indent, "");
  for (uint32_t i = range.first; i < range.end; i++)
    wr_buf_print (out, "<condition number=\"%u\" type=\"jump\" coverage=\"%u%%\"/>",
                  i - range.first, model->rows.data[i].hits ? 100 : 0);
  wr_buf_print (out, "</conditions>\n%*s</line>\n", indent, "");
}

/* Lines of one path: all of them, or those of one procedure. */
static void add_lines (wr_buf *out, const wr_model *model, uint32_t path, uint32_t procedure,
                       int indent) {
  wr_buf_print (out, "%*s<lines>\n", indent, "");
  struct wr_range range = wr_model_lines_of (model, path);
  for (uint32_t i = range.first; i < range.end; i++) {
    const struct wr_row_line *row = &model->lines.data[i];
    if (!procedure || row->procedure == procedure) add_line (out, model, row, indent + 2);
  }
  wr_buf_print (out, "%*s</lines>\n", indent, "");
}

static void add_methods (wr_buf *out, const wr_model *model, uint32_t path) {
  wr_buf_add (out, WR_LIT ("          <methods>\n"));
  for (uint32_t p = 0; p < model->procedures.len; p++) {
    const struct wr_row_procedure *row = &model->procedures.data[p];
    if (row->at.path != path) continue;
    struct wr_totals sum = {0};
    struct wr_range range = wr_model_lines_of (model, path);
    for (uint32_t i = range.first; i < range.end; i++)
      if (model->lines.data[i].procedure == p + 1)
        wr_count_line (&sum, model, &model->lines.data[i]);
    wr_buf_add (out, WR_LIT ("            <method"));
    wr_xml_attribute (out, "name", row->name);
    wr_buf_add (out, WR_LIT (" signature=\"\""));
    add_rates (out, sum);
    wr_buf_add (out, WR_LIT (" complexity=\"0\">\n"));
    add_lines (out, model, path, p + 1, 14);
    wr_buf_add (out, WR_LIT ("            </method>\n"));
  }
  wr_buf_add (out, WR_LIT ("          </methods>\n"));
}

static void add_class (wr_buf *out, const wr_model *model, uint32_t path) {
  wr_str name = wr_model_path (model, path);
  wr_buf_add (out, WR_LIT ("        <class"));
  wr_xml_attribute (out, "name", base_of (name));
  wr_xml_attribute (out, "filename", name);
  add_rates (out, wr_model_totals (model, path));
  wr_buf_add (out, WR_LIT (" complexity=\"0\">\n"));
  add_methods (out, model, path);
  add_lines (out, model, path, 0, 10);
  wr_buf_add (out, WR_LIT ("        </class>\n"));
}

static void add_package (wr_buf *out, const wr_model *model, uint32_t first) {
  wr_str folder = folder_of (wr_model_path (model, first));
  struct wr_totals sum = {0};
  for (uint32_t path = first; path <= model->paths.len; path++) {
    if (!wr_str_equal (folder_of (wr_model_path (model, path)), folder)) continue;
    struct wr_totals one = wr_model_totals (model, path);
    sum.lines += one.lines;
    sum.lines_hit += one.lines_hit;
    sum.elements += one.elements;
    sum.elements_hit += one.elements_hit;
  }
  wr_buf_add (out, WR_LIT ("    <package"));
  wr_xml_attribute (out, "name", folder);
  add_rates (out, sum);
  wr_buf_add (out, WR_LIT (" complexity=\"0\">\n      <classes>\n"));
  for (uint32_t path = first; path <= model->paths.len; path++) {
    if (wr_model_has_rows (model, path) &&
        wr_str_equal (folder_of (wr_model_path (model, path)), folder))
      add_class (out, model, path);
  }
  wr_buf_add (out, WR_LIT ("      </classes>\n    </package>\n"));
}

static bool is_first_of_folder (const wr_model *model, uint32_t path) {
  if (!wr_model_has_rows (model, path)) return false;
  wr_str folder = folder_of (wr_model_path (model, path));
  for (uint32_t i = 1; i < path; i++)
    if (wr_model_has_rows (model, i) && wr_str_equal (folder_of (wr_model_path (model, i)), folder))
      return false;
  return true;
}

void wr_report_cobertura (wr_buf *out, const wr_model *model, int64_t stamp) {
  struct wr_totals sum = wr_model_totals (model, 0);
  wr_buf_add (out, WR_LIT ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<!DOCTYPE coverage SYSTEM "
                           "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n" WR_MARK_XML
                           "\n<coverage"));
  add_rates (out, sum);
  wr_buf_print (out,
                " lines-covered=\"%u\" lines-valid=\"%u\" branches-covered=\"%u\" "
                "branches-valid=\"%u\" complexity=\"0\" version=\"" WR_VERSION
                "\" timestamp=\"%lld\">\n",
                sum.lines_hit, sum.lines, sum.elements_hit, sum.elements, (long long)stamp);
  if (model->interrupted)
    wr_buf_add (out, WR_LIT ("  <!-- the run was interrupted: this report is not complete -->\n"));
  wr_buf_add (out, WR_LIT ("  <sources>\n    <source>.</source>\n  </sources>\n  <packages>\n"));
  for (uint32_t path = 1; path <= model->paths.len; path++)
    if (is_first_of_folder (model, path)) add_package (out, model, path);
  wr_buf_add (out, WR_LIT ("  </packages>\n</coverage>\n"));
}
