/* Passive graphs as text, for `dump --after=flow` and for tests. */
#include "flow/flow.h"

#include "base/check.h"
#include "core/text.h"

static void print_symbol (wr_buf *out, const wr_core *core, wr_symbol symbol) {
  wr_buf_add (out, wr_symbol_text (core->symbols, symbol));
}

/* [assume 7:3] with the position of the element; [frame] without a label. */
static void print_label (wr_buf *out, const wr_core *core, wr_label label) {
  if (!label.ix) {
    wr_buf_print (out, "[frame]");
    return;
  }
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  wr_buf_print (out, "[L%u %s", (unsigned)label.ix, wr_role_name (info->role));
  if (info->negative) wr_buf_print (out, " else");
  if (info->span.file) {
    wr_position at = wr_position_of (core->sources, info->span.file, info->span.begin);
    wr_buf_print (out, " %u:%u", (unsigned)at.line, (unsigned)at.column);
  }
  wr_span site = wr_site_info (&core->labels, info->site)->span;
  if (info->site.ix && site.file) {
    wr_position at = wr_position_of (core->sources, site.file, site.begin);
    wr_buf_print (out, " at %u:%u", (unsigned)at.line, (unsigned)at.column);
  }
  wr_buf_add_char (out, ']');
}

static void print_item (wr_buf *out, const wr_core *core, const wr_passive *passive,
                        const struct wr_pitem *item) {
  switch (item->kind) {
  case WR_PITEM_FACT:
    wr_buf_print (out, "  fact ");
    print_label (out, core, item->label);
    break;
  case WR_PITEM_GOAL:
    wr_buf_print (out, "  goal %u ", (unsigned)item->goal);
    print_label (out, core, item->label);
    break;
  case WR_PITEM_CHOOSE:
    wr_buf_print (out, "  choose");
    for (uint32_t i = 0; i < item->chosen_count; i++) {
      wr_buf_add_char (out, ' ');
      print_symbol (out, core, wr_var_info (core, item->chosen[i])->name);
    }
    break;
  case WR_PITEM_CAPTURE: {
    const struct wr_pstate *state = &passive->states[item->state];
    wr_buf_print (out, "  capture %u", (unsigned)item->state);
    if (state->name.ix) {
      wr_buf_print (out, " \"");
      print_symbol (out, core, state->name);
      wr_buf_add_char (out, '"');
    }
    break;
  }
  }
  if (item->expr.ix) {
    wr_buf_add_char (out, ' ');
    wr_core_print_expr (out, core, item->expr);
  }
  wr_buf_add_char (out, '\n');
  if (item->kind != WR_PITEM_GOAL) return;
  wr_label assumed = passive->goals[item->goal].assumed;
  wr_buf_print (out, "    then ");
  if (assumed.ix) {
    print_label (out, core, assumed);
  } else {
    wr_buf_print (out, "forgotten");
  }
  wr_buf_add_char (out, '\n');
}

void wr_passive_print (wr_buf *out, const wr_core *core, const wr_passive *passive) {
  wr_buf_print (out, "passive ");
  print_symbol (out, core, core->bodies.data[passive->body].name);
  wr_buf_print (out, "\n");
  for (uint32_t b = 0; b < passive->block_count; b++) {
    const struct wr_pblock *block = &passive->blocks[b];
    wr_buf_print (out, "%u ", (unsigned)b);
    print_symbol (out, core, block->name);
    wr_buf_print (out, ":%s\n", block->return_at.file ? " returns" : "");
    for (uint32_t i = 0; i < block->item_count; i++) {
      print_item (out, core, passive, &block->items[i]);
    }
    wr_buf_print (out, block->succ_count ? "  goto" : "  end");
    for (uint32_t i = 0; i < block->succ_count; i++) {
      wr_buf_print (out, " %u", (unsigned)block->succs[i]);
    }
    wr_buf_add_char (out, '\n');
  }
}
