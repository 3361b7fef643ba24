/* Names, strings, spans and sorts in core's text form. */
#include "core/printer.h"

#include "base/check.h"
#include "core/words.h"

static void escaped (wr_buf *out, wr_str text, char quote) {
  wr_buf_add_char (out, quote);
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == (unsigned char)quote || c == '\\') {
      wr_buf_add_char (out, '\\');
      wr_buf_add_char (out, (char)c);
    } else if (c < 0x20 || c >= 0x7F) {
      wr_buf_print (out, "\\x%02X", c);
    } else {
      wr_buf_add_char (out, (char)c);
    }
  }
  wr_buf_add_char (out, quote);
}

void wr_printer_name (struct wr_printer *p, wr_symbol name) {
  wr_str text = wr_symbol_text (p->core->symbols, name);
  if (wr_word_is_plain_name (text)) {
    wr_buf_add (p->out, text);
  } else {
    escaped (p->out, text, '|');
  }
}

void wr_printer_string (struct wr_printer *p, wr_symbol text) {
  escaped (p->out, wr_symbol_text (p->core->symbols, text), '"');
}

/* Suffix 0 is none. Suffix 1 is never written; its entry holds the next suffix to try. */
static uint32_t next_suffix (const wr_map *taken, wr_symbol name) {
  return (uint32_t)wr_map_or (taken, WR_KEY2 (name.ix, 1), 0);
}

void wr_printer_declare (struct wr_printer *p, wr_var var, bool in_procedure) {
  wr_symbol name = wr_var_info (p->core, var)->name;
  uint32_t outer = next_suffix (&p->taken[0], name), inner = next_suffix (&p->taken[1], name);
  uint32_t suffix = outer > inner ? outer : inner;
  wr_map_put (&p->taken[in_procedure], WR_KEY2 (name.ix, 1), suffix ? suffix + 1 : 2);
  wr_map_put (&p->suffixes, var.ix, suffix);
}

void wr_printer_leave (struct wr_printer *p) { wr_map_clear (&p->taken[1]); }

void wr_printer_var (struct wr_printer *p, wr_var var) {
  uint32_t suffix = (uint32_t)wr_map_or (&p->suffixes, var.ix, 0);
  for (uint32_t i = p->bound.len; i-- > 0;) {
    if (p->bound.data[i].var != var.ix) continue;
    suffix = p->bound.data[i].suffix;
    break;
  }
  wr_printer_name (p, wr_var_info (p->core, var)->name);
  if (suffix) wr_buf_print (p->out, "%%%u", suffix);
}

void wr_printer_span (struct wr_printer *p, wr_span span) {
  if (!span.file) {
    wr_buf_add_char (p->out, '-');
    return;
  }
  wr_bitset_set (&p->files, span.file, true);
  wr_buf_print (p->out, "%u:%u-%u", span.file, span.begin, span.end);
}

void wr_printer_var_notes (struct wr_printer *p, wr_var var) {
  const struct wr_var_info *info = wr_var_info (p->core, var);
  if (info->span.file) {
    wr_buf_add_char (p->out, ' ');
    wr_printer_span (p, info->span);
  }
  if (info->shown.ix && info->shown.ix != info->name.ix) {
    wr_buf_add (p->out, WR_LIT (" (shown "));
    wr_printer_name (p, info->shown);
    wr_buf_add_char (p->out, ')');
  }
  if (info->cls != WR_CLASS_EXPLICIT) {
    wr_buf_print (p->out, " (class %s)", wr_class_name (info->cls));
  }
}

/* -- sorts ------------------------------------------------------------------------------------- */

struct sort_part {
  const char *text; /* or NULL: the sort */
  wr_sort sort;
};
typedef WR_VEC (struct sort_part) sort_parts;

static void push_text (sort_parts *stack, const char *text) {
  WR_VEC_PUSH (stack, ((struct sort_part){text, {0}}));
}

static void push_args (const wr_core *core, sort_parts *stack, wr_sort sort, uint32_t from,
                       uint32_t to) {
  for (uint32_t i = to; i-- > from;) {
    WR_VEC_PUSH (stack, ((struct sort_part){NULL, wr_sort_arg (core, sort, i)}));
    if (i > from) push_text (stack, " ");
  }
}

/* Writes the head of a sort; what follows goes on the stack, last part first. */
static void sort_head (struct wr_printer *p, sort_parts *stack, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (p->core, sort);
  switch (info->kind) {
  case WR_SORT_BOOL:
  case WR_SORT_INT:
  case WR_SORT_REAL:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX: wr_buf_add (p->out, wr_str_of (wr_word_of_simple_sort (info->kind))); return;
  case WR_SORT_BV: wr_buf_print (p->out, "(bv %u)", info->a); return;
  case WR_SORT_FLOAT: wr_buf_print (p->out, "(float %u %u)", info->a, info->b); return;
  case WR_SORT_NAMED:
  case WR_SORT_DATA: wr_printer_name (p, info->name); return;
  case WR_SORT_SEQ:
    wr_buf_add (p->out, WR_LIT ("(seq "));
    push_text (stack, ")");
    push_args (p->core, stack, sort, 0, 1);
    return;
  case WR_SORT_MAP:
    wr_buf_add (p->out, WR_LIT ("(map ("));
    push_text (stack, ")");
    push_args (p->core, stack, sort, info->count - 1, info->count);
    push_text (stack, ") ");
    push_args (p->core, stack, sort, 0, info->count - 1);
    return;
  case WR_SORT_NONE:
  case WR_SORT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

void wr_printer_sort (struct wr_printer *p, wr_sort sort) {
  sort_parts stack = {0};
  WR_VEC_PUSH (&stack, ((struct sort_part){NULL, sort}));
  while (stack.len) {
    struct sort_part part = WR_VEC_POP (&stack);
    if (part.text) {
      wr_buf_add (p->out, wr_str_of (part.text));
    } else {
      sort_head (p, &stack, part.sort);
    }
  }
  WR_VEC_FREE (&stack);
}

void wr_printer_free (struct wr_printer *p) {
  wr_map_free (&p->suffixes);
  wr_map_free (&p->taken[0]);
  wr_map_free (&p->taken[1]);
  wr_map_free (&p->used);
  wr_map_free (&p->shared);
  wr_bitset_free (&p->files);
  WR_VEC_FREE (&p->bound);
}
