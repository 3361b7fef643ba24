// The one percentage: elements that the user wrote and could change, of which proofs use so many.
import { h, number, percent, type Child } from "./dom";
import type { Model } from "./model";

export const DEFINITION =
  "Elements that you wrote and could change, each counted once. A check is covered if it is proved, everything else if a proof uses it. " +
  "What holds only by a contradiction is not covered. What failed or could not be explained is not counted; nor are axioms of a prelude.";

export function meter(model: Model): Child {
  const { elements, axioms } = model.data.report.summary;
  if (!elements?.coverable) return null;
  const { covered, coverable, unexplained, failed, vacuous } = elements;
  const apart = [
    vacuous ? `${number(vacuous)} vacuous` : "",
    unexplained ? `${number(unexplained)} not explained` : "",
    failed ? `${number(failed)} failed` : "",
    axioms?.total ? `axioms: ${number(axioms.covered)} of ${number(axioms.total)}` : "",
  ].filter(Boolean);
  return h(
    "div",
    // Of most of it nothing is known: the share of the rest says little.
    { class: unexplained + failed > coverable ? "meter partial" : "meter", title: DEFINITION },
    h("span", { class: "big" }, percent(covered, coverable)),
    h(
      "span",
      { class: "meter-text" },
      `of elements covered: ${number(covered)} of ${number(coverable)}`,
      apart.length ? h("span", { class: "quiet" }, apart.join(" · ")) : null,
    ),
  );
}
