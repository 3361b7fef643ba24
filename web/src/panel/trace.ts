// The way to a failure, in terms of the source.
import { h, type Child } from "../dom";
import { textOf, type Diagnostic, type Goal, type Step } from "../model";
import { heading, list, type Parts } from "./parts";

/** What happens at a step.  An assignment, a call or an assumption says it itself. */
function words(step: Step): string {
  return step.role === "condition" ? (step.negative ? "is false" : "is true") : "";
}

const isInvariant = (step: Step | undefined): boolean => step?.role === "invariant-assumed";

export function trace(parts: Parts, goal: Goal, diagnostic: Diagnostic): Child {
  const steps = diagnostic.trace;
  if (!steps.length) return null;
  const rows = steps.flatMap((step, i) => {
    const text = textOf(step.place).replace(/\s+/g, " ").slice(0, 160);
    const row = h(
      "li",
      {},
      h(
        "button",
        {
          class: "step",
          title: "Show this step in the source",
          click: () => parts.state.select({ kind: "item", item: goal, step }, "panel"),
        },
        h("code", {}, text),
        words(step) ? h("span", { class: "quiet" }, ` ${words(step)}`) : null,
      ),
      parts.at(step.place),
    );
    // The proof of a loop is about any of its rounds: its invariants are all that is known of those before.
    const round = isInvariant(step) && !isInvariant(steps[i - 1]);
    return round ? [h("li", { class: "round" }, "In some round of the loop, which begins with"), row] : [row];
  });
  return [heading("trace", "A way to get there, marked in the source"), list(rows, "trace", "ol")];
}
