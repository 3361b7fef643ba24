/* front/viper/annot_types.c -- types of assumptions and assertions (core/labeltype.h) and classes, set by annotations:
     @warrant_type("T"), @assumptionType("T")
     @dependencyInfo("assumptionType: T, assertionType: T"), @daInfo("..., dependencyType: T")
     @warrant_class("explicit|implicit|internal")
   An annotation of a branch or a loop is about its condition; one of a member about everything in it.  Inner annotations win. */
#include "front/viper/annot_types.h"

#include <string.h>

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static wr_str trimmed (wr_str text) {
  while (text.len && is_blank (*text.ptr)) text = (wr_str){text.ptr + 1, text.len - 1};
  while (text.len && is_blank (text.ptr[text.len - 1])) text.len--;
  return text;
}

static void ignore (const struct vpr_annotated *at, const char *why, wr_str text) {
  wr_diag_add (at->diags, WR_CODE_ATTRIBUTE_IGNORED, at->annot->name.span,
               "the annotation has no effect: `%.*s` %s", (int)text.len, text.ptr, why);
}

/* At a call the type of a clause is that of the call. */
static bool is_at_call (const struct vpr_annotated *at, const struct wr_label_info *info) {
  return info->site.ix && wr_site_info (&at->core->labels, info->site)->kind == WR_SITE_CALL;
}

struct wanted {
  enum wr_label_type fact, goal; /* NONE: stays */
};

static void set_types (const struct vpr_annotated *at, struct wanted wanted) {
  wr_labels *labels = &at->core->labels;
  for (uint32_t next = 0, i; (i = vpr_annot_label (at, at->own, &next));) {
    const struct wr_label_info *info = &labels->infos.data[i];
    enum wr_label_type type = wr_role_is_goal (info->role) ? wanted.goal : wanted.fact;
    if (type == WR_TYPE_NONE || info->cls == WR_CLASS_INTERNAL || is_at_call (at, info)) continue;
    wr_label_set_type (labels, (wr_label){i}, type);
  }
}

static enum wr_label_type type_in (const struct vpr_annotated *at, wr_str text) {
  enum wr_label_type type = WR_TYPE_NONE;
  text = trimmed (text);
  if (!wr_label_type_find (text, &type)) ignore (at, "is no type of assumptions", text);
  return type;
}

/* The value of `key: value` in a list that commas separate; empty: there is none. */
static wr_str value_of (wr_str list, const char *key) {
  while (list.len) {
    const char *comma = memchr (list.ptr, ',', list.len);
    wr_str item = {list.ptr, comma ? (size_t)(comma - list.ptr) : list.len};
    list = comma ? (wr_str){comma + 1, list.len - item.len - 1} : (wr_str){0};
    const char *colon = memchr (item.ptr, ':', item.len);
    if (!colon) continue;
    wr_str name = trimmed ((wr_str){item.ptr, (size_t)(colon - item.ptr)});
    if (wr_str_equal (name, wr_str_of (key)))
      return trimmed ((wr_str){colon + 1, item.len - (size_t)(colon - item.ptr) - 1});
  }
  return (wr_str){0};
}

static enum wr_label_type type_of_key (const struct vpr_annotated *at, wr_str list,
                                       const char *key) {
  wr_str value = value_of (list, key);
  return value.len ? type_in (at, value) : WR_TYPE_NONE;
}

static void set_class (const struct vpr_annotated *at, wr_str name) {
  for (enum wr_class c = WR_CLASS_EXPLICIT; c <= WR_CLASS_INTERNAL; c++) {
    if (!wr_str_equal (name, wr_str_of (wr_class_name (c)))) continue;
    for (uint32_t next = 0, i; (i = vpr_annot_label (at, at->own, &next));)
      at->core->labels.infos.data[i].cls = c;
    return;
  }
  ignore (at, "is none of \"explicit\", \"implicit\", \"internal\"", name);
}

void vpr_annot_type (const struct vpr_annotated *at) {
  for (uint32_t i = 0; i < at->annot->args.len; i++) {
    wr_str text = at->annot->args.data[i];
    if (vpr_annot_is (at, "warrant_class")) set_class (at, text);
    if (vpr_annot_is (at, "warrant_type") || vpr_annot_is (at, "assumptionType")) {
      enum wr_label_type type = type_in (at, text);
      set_types (at, (struct wanted){type, type});
    } else if (vpr_annot_is (at, "daInfo")) {
      enum wr_label_type type = type_of_key (at, text, "dependencyType");
      set_types (at, (struct wanted){type, type});
    } else if (vpr_annot_is (at, "dependencyInfo")) {
      set_types (at, (struct wanted){type_of_key (at, text, "assumptionType"),
                                     type_of_key (at, text, "assertionType")});
    }
  }
}
