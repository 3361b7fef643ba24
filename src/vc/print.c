/* Verification conditions as text, for `dump --after=vc` and for tests: one node per line, children first;
   N0 is false, the last line names the root. */
#include "vc/vc.h"

#include "base/check.h"
#include "core/text.h"

static void print_label (wr_buf *out, const wr_core *core, wr_label label) {
  if (!label.ix)
    wr_buf_add (out, WR_LIT ("[frame]"));
  else
    wr_buf_print (out, "[L%u %s]", (unsigned)label.ix,
                  wr_role_name (wr_label_info (&core->labels, label)->role));
}

static void print_goal (wr_buf *out, const wr_vc *vc, const struct wr_vc_node *node) {
  const struct wr_goal *goal = &vc->passive->goals[node->goal];
  wr_buf_print (out, "goal %u ", (unsigned)node->goal);
  print_label (out, vc->core, goal->label);
  wr_buf_add_char (out, ' ');
  wr_core_print_expr (out, vc->core, goal->cond);
  wr_buf_add (out, WR_LIT (" then "));
  if (goal->assumed.ix)
    print_label (out, vc->core, goal->assumed);
  else
    wr_buf_add (out, WR_LIT ("forgotten"));
  wr_buf_print (out, " N%u", (unsigned)node->next);
}

static void print_node (wr_buf *out, const wr_vc *vc, const struct wr_vc_node *node) {
  switch (node->kind) {
  case WR_VC_STOP: wr_buf_add (out, WR_LIT ("stop")); return;
  case WR_VC_FACT:
    wr_buf_add (out, WR_LIT ("fact "));
    print_label (out, vc->core, node->label);
    wr_buf_add_char (out, ' ');
    wr_core_print_expr (out, vc->core, node->expr);
    wr_buf_print (out, " N%u", (unsigned)node->next);
    return;
  case WR_VC_GOAL: print_goal (out, vc, node); return;
  case WR_VC_CHOICE:
    wr_buf_print (out, "choice %u N%u N%u", (unsigned)node->choice, (unsigned)node->next,
                  (unsigned)node->other);
    return;
  }
  WR_UNREACHABLE ();
}

void wr_vc_print (wr_buf *out, const wr_vc *vc) {
  wr_symbol name = vc->core->bodies.data[vc->passive->body].name;
  wr_buf_add (out, WR_LIT ("vc "));
  wr_core_print_name (out, vc->core, name);
  wr_buf_add_char (out, '\n');
  for (uint32_t i = 0; i < vc->node_count; i++) {
    wr_buf_print (out, "N%u ", (unsigned)i);
    print_node (out, vc, &vc->nodes[i]);
    wr_buf_add_char (out, '\n');
  }
  wr_buf_print (out, "root N%u\n", (unsigned)vc->root);
}
