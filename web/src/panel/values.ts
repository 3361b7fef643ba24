// The values along a failing path: a slider goes from step to step, and a table shows what every variable holds there.
import { h, type Child } from "../dom";
import { textOf, type Diagnostic, type Goal, type ValueStep } from "../model";
import { heading, type Parts } from "./parts";

/** The step at which the reader left each counterexample. */
const places = new WeakMap<Diagnostic, number>();

interface Row {
  name: string;
  value: string;
  /** This step changed it. */
  fresh: boolean;
}

/** What is known after the steps up to `last`, in the order in which the variables appear. */
export function stateAt(steps: ValueStep[], last: number): Row[] {
  const rows = new Map<string, Row>();
  steps.slice(0, last + 1).forEach((step, i) => {
    for (const [name, value] of step.values) rows.set(name, { name, value, fresh: i === last });
  });
  return [...rows.values()];
}

function title(step: ValueStep): string {
  if (step.kind === "start") return "At the start";
  if (step.kind === "loop") return "In some round of the loop";
  return "After";
}

function body(parts: Parts, steps: ValueStep[], at: number): Child {
  const step = steps[at] as ValueStep;
  const text = step.place && step.kind === "statement" ? textOf(step.place).replace(/\s+/g, " ").slice(0, 160) : "";
  return [
    h(
      "p",
      { class: "point" },
      `${title(step)}${text ? " " : ""}`,
      text ? h("code", {}, text) : null,
      " ",
      step.place ? parts.at(step.place) : null,
    ),
    h(
      "table",
      { class: "state" },
      h("thead", {}, h("tr", {}, h("th", {}, "Variable"), h("th", {}, "Value"))),
      h(
        "tbody",
        {},
        stateAt(steps, at).map((row) =>
          h(
            "tr",
            { class: row.fresh ? "fresh" : "" },
            h("td", {}, h("code", {}, row.name)),
            h("td", {}, h("code", {}, row.value), row.fresh ? h("span", { class: "quiet" }, " new") : null),
          ),
        ),
      ),
    ),
  ];
}

export function values(parts: Parts, goal: Goal, diagnostic: Diagnostic): Child {
  const steps = diagnostic.values;
  if (!steps.length) return null;
  let at = Math.min(places.get(diagnostic) ?? steps.length - 1, steps.length - 1);
  const view = h("div", { class: "at" }, body(parts, steps, at));
  const where = h("span", { class: "quiet" }, `Step ${at + 1} of ${steps.length}`);
  const slider = h("input", {
    type: "range",
    min: "0",
    max: String(steps.length - 1),
    value: String(at),
    "aria-label": "Step of the counterexample",
    "aria-valuetext": `Step ${at + 1} of ${steps.length}`,
  }) as HTMLInputElement;
  slider.addEventListener("input", () => {
    at = Number(slider.value);
    places.set(diagnostic, at);
    slider.setAttribute("aria-valuetext", `Step ${at + 1} of ${steps.length}`);
    where.textContent = `Step ${at + 1} of ${steps.length}`;
    view.replaceChildren(h("div", {}, body(parts, steps, at)));
  });
  // The panel is made anew when something is selected, so the source follows when the slider is let go.
  slider.addEventListener("change", () => {
    const place = steps[at]?.place;
    if (!place) return;
    parts.state.select({ kind: "item", item: goal, step: { place, role: "value", negative: false } }, "panel");
    document.querySelector<HTMLInputElement>(".values input")?.focus();
  });
  return [
    heading("", "Values that lead to the failure"),
    h("div", { class: "values" }, h("label", {}, slider, where), view),
  ];
}
