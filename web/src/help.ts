// What the page says about itself: how to read it, its letters and its keys.
import { h, type Child } from "./dom";
import type { Model } from "./model";
import { ORDER, STATUSES, type Status } from "./words";

export function badge(status: Status): HTMLElement {
  return h(
    "span",
    { class: `badge s-${status}` },
    h("span", { class: "letter", "aria-hidden": "true" }, STATUSES[status].letter),
    STATUSES[status].word,
  );
}

const KEYS: [string, string][] = [
  ["n  p", "next, previous element in the source"],
  ["Enter", "choose it; again: its next role"],
  ["f", "find in the source"],
  ["l", "go to a line"],
  ["Esc", "clear the selection"],
  ["/", "filter the table"],
  ["1 2 3", "findings, procedures, goals"],
  ["g", "source, graph, both, or map"],
  ["t", "light or dark"],
];

export function help(model: Model): Child[] {
  return [
    h("h2", { class: "sentence" }, "How to read this"),
    h(
      "p",
      { class: "screen" },
      model.covering
        ? "Click a goal in the source: what its proof rests on lights up, and this panel says why it holds. Click a fact: the goals that use it light up."
        : "Click a goal in the source: this panel says how it fared.",
    ),
    model.covering
      ? h(
          "ul",
          { class: "lightkey screen" },
          h("li", {}, h("i", { class: "swatch l-self" }), "what you chose"),
          h("li", {}, h("i", { class: "swatch l-needed" }), "the proof needs it"),
          h(
            "li",
            {},
            h("i", { class: "swatch l-interchangeable" }),
            "the proof uses it; something else could stand in",
          ),
          h("li", {}, h("i", { class: "swatch l-undecided" }), "the proof uses it; undecided whether it needs it"),
          h("li", {}, h("i", { class: "swatch l-goal" }), "a goal that uses it"),
          h("li", {}, h("i", { class: "swatch l-clash" }), "part of a contradiction"),
          h("li", {}, h("i", { class: "swatch l-trace" }), "on the way to a failure"),
        )
      : null,
    model.graphs.length
      ? h("p", { class: "screen" }, "The graph shows which procedures rest on which; a double click opens one. The map shows what each of them cost and how much of it proofs use.")
      : null,
    h("h3", {}, "Letters and colours"),
    h(
      "dl",
      { class: "meanings" },
      ORDER.filter((status) => model.covering || ["failed", "timeout", "proved"].includes(status)).map((status) => [
        h("dt", {}, badge(status)),
        h("dd", {}, STATUSES[status].sentence),
      ]),
    ),
    h("p", { class: "quiet" }, "! in the margin: a finding about this line."),
    h("h3", { class: "screen" }, "Keys"),
    h(
      "dl",
      { class: "keys screen" },
      KEYS.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    h("p", { class: "quiet" }, `Warrant ${model.data.report.version}`),
  ];
}
