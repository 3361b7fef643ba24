// What a proof rests on: what it needs, what can be replaced and by what, and what is undecided.
import { count, h, number, type Child } from "../dom";
import type { Fact, Goal } from "../model";
import { NEEDS } from "../words";
import { heading, ownFirst, type Parts } from "./parts";

function need(goal: Goal, fact: Fact): Child {
  const note = fact.raw.need ? NEEDS[fact.raw.need] : undefined;
  return note && goal.needed.has(fact) ? h("p", { class: "note" }, note) : null;
}

function instead(parts: Parts, goal: Goal, fact: Fact): Child {
  const use = goal.alternatives.get(fact);
  if (!use) return null;
  if (!use.length) return h("p", { class: "note" }, "Not needed when the others are there.");
  return h(
    "div",
    { class: "instead" },
    h("p", { class: "note" }, use.length > 1 ? "Instead, together:" : "Instead:"),
    parts.entries(use),
  );
}

/** Which limit was hit, and what would get what is missing; "": it is not known. */
const LIMITS: Record<string, [undecided: string, unexplained: string]> = {
  resources: [
    "the solver resources for such questions did not suffice (--budget need_floor=100000 allows more)",
    "the solver resources did not suffice (--budget core_floor=1000000 allows more)",
  ],
  time: ["the time did not suffice (--no-cache asks again)", "the time did not suffice (--no-cache asks again)"],
  effort: ["it was not asked (--cores=must asks)", "it was not asked (--cores=must asks)"],
};

export function core(parts: Parts, goal: Goal): Child {
  const { raw } = goal;
  if (!parts.state.model.covering)
    return h("p", { class: "quiet" }, "Use `warrant cover --html` to see what the proof rests on.");
  const limit = LIMITS[raw.limit ?? ""];
  if (raw.coverage !== "ok")
    return h("p", {}, `It is proved, but what the proof rests on is undecided: ${limit?.[1] ?? "a limit was hit"}.`);
  if (!goal.core.length && !goal.hidden) return h("p", {}, "It holds by itself: the proof needs no fact.");
  const needed = ownFirst(goal.core.filter((fact) => goal.needed.has(fact)));
  const others = ownFirst(goal.core.filter((fact) => !goal.needed.has(fact) && !goal.undecided.has(fact)));
  const undecided = ownFirst(goal.core.filter((fact) => goal.undecided.has(fact)));
  const sections: Child[] = [];
  if (needed.length)
    sections.push(
      heading("needed", `Rests on, and needs (${number(needed.length)})`),
      parts.entries(needed, (fact) => need(goal, fact as Fact)),
    );
  if (others.length)
    sections.push(
      heading("interchangeable", `Rests on, but others could stand in (${number(others.length)})`),
      parts.entries(others, (fact) => instead(parts, goal, fact as Fact)),
    );
  if (undecided.length)
    sections.push(
      heading("undecided", `Rests on; undecided whether needed (${number(undecided.length)})`),
      h("p", { class: "quiet" }, `Whether the proof needs them is not known: ${limit?.[0] ?? "a limit was hit"}.`),
      parts.entries(undecided),
    );
  if (goal.hidden)
    sections.push(h("p", { class: "quiet" }, `And ${count(goal.hidden, "fact")} that the translation added.`));
  const claims = [
    raw.minimal ? "no fact in it can be dropped" : "it may not be the smallest",
    raw.complete ? "there is no other proof" : "",
  ].filter(Boolean);
  sections.push(h("p", { class: "quiet" }, `The proof was repeated with these facts alone; ${claims.join("; ")}.`));
  return sections;
}
