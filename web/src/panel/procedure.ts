// A procedure: how it fared, what is wrong in it, what it cost.
import { commandList, commandsOfProcedure } from "../commands";
import { count, h, number, percent, seconds, short, type Child } from "../dom";
import { badge } from "../help";
import type { Goal, Procedure } from "../model";
import { heading, type Parts } from "./parts";

export function procedureParts(parts: Parts, procedure: Procedure): Child[] {
  const { model } = parts.state;
  const dear = [...procedure.goals].sort((a, b) => b.raw.resources - a.raw.resources).slice(0, 5);
  const bad = procedure.goals.filter((goal) => goal.status !== "proved");
  const verdict = `${procedure.verdict[0]?.toUpperCase()}${procedure.verdict.slice(1)}`;
  const { explained } = procedure;
  return [
    h("p", { class: "kicker" }, "Procedure"),
    h("h2", {}, procedure.title === procedure.name ? h("code", {}, procedure.name) : procedure.title),
    procedure.title === procedure.name ? null : h("p", { class: "mono quiet" }, procedure.name),
    h(
      "p",
      {},
      `${verdict}: ${count(procedure.goals.length, "goal")}, ${short(procedure.resources)} solver steps, ${seconds(procedure.seconds)}.`,
    ),
    explained && explained.resources
      ? h(
          "p",
          { class: "quiet" },
          `To find out what the proofs rest on took ${short(explained.resources)} more, ${seconds(explained.cpu_seconds)} of processor time.`,
        )
      : null,
    model.covering && procedure.total
      ? h(
          "p",
          {},
          `Its proofs need ${number(procedure.covered)} of its ${count(procedure.total, "element")} (${percent(procedure.covered, procedure.total)}).`,
        )
      : null,
    bad.length
      ? [
          heading("", `Not proved, or vacuous (${number(bad.length)})`),
          parts.entries(bad, (goal) => badge(goal.status)),
        ]
      : null,
    dear.length
      ? [
          heading("", "Most expensive goals"),
          parts.entries(dear, (goal) =>
            h("p", { class: "note" }, `${number((goal as Goal).raw.resources)} solver steps`),
          ),
        ]
      : null,
    commandList(commandsOfProcedure(model, procedure)),
  ];
}
