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

/** Why it is not known whether facts are needed. */
function reason(goal: Goal, undecided: Fact[]): string {
  const limits = new Set(undecided.map((fact) => goal.undecided.get(fact)).filter(Boolean));
  if (limits.size) return `It was not found out whether the proof needs them: ${[...limits].join(", ")}.`;
  if (!goal.needed.size && !goal.alternatives.size)
    return "It was not asked whether the proof needs them (--cores=must asks).";
  return "It was not found out whether the proof needs them: a limit was hit (--rlimit raises it).";
}

export function core(parts: Parts, goal: Goal): Child {
  const { raw } = goal;
  if (!parts.state.model.covering)
    return h("p", { class: "quiet" }, "Use `warrant cover --html` to see what the proof rests on.");
  if (raw.coverage !== "ok")
    return h(
      "p",
      {},
      "It is proved, but what the proof rests on is undecided: a limit was hit before it could be explained. More time (--timeout) or resources (--rlimit) may get it.",
    );
  if (!goal.core.length && !goal.hidden) return h("p", {}, "It holds by itself: the proof needs no fact.");
  const needed = ownFirst(goal.core.filter((fact) => goal.needed.has(fact)));
  const others = ownFirst(goal.core.filter((fact) => goal.alternatives.has(fact) && !goal.needed.has(fact)));
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
      h("p", { class: "quiet" }, reason(goal, undecided)),
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
