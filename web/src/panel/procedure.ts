// A procedure: how it fared, what is wrong in it, what it cost.
import { commandList, commandsOfProcedure } from "../commands";
import { count, h, number, percent, seconds, short, type Child } from "../dom";
import { badge } from "../help";
import { costWords, dearest } from "../cost";
import type { Goal, Procedure } from "../model";
import { heading, type Parts } from "./parts";

export function procedureParts(parts: Parts, procedure: Procedure): Child[] {
  const { model } = parts.state;
  const dear = dearest(procedure.goals, 5);
  const bad = procedure.goals.filter((goal) => goal.status !== "proved");
  const verdict = `${procedure.verdict[0]?.toUpperCase()}${procedure.verdict.slice(1)}`;
  return [
    h("p", { class: "kicker" }, "Procedure"),
    h("h2", {}, procedure.title === procedure.name ? h("code", {}, procedure.name) : procedure.title),
    procedure.title === procedure.name ? null : h("p", { class: "mono quiet" }, procedure.name),
    h(
      "p",
      {},
      `${verdict}: ${count(procedure.goals.length, "goal")}, ${short(procedure.resources)} solver steps, ${seconds(procedure.seconds)}.`,
    ),
    procedure.explaining
      ? h(
          "p",
          { class: "quiet" },
          `To find out what the proofs rest on took ${short(procedure.explaining)} steps more.`,
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
            h("p", { class: "note" }, costWords(goal as Goal)),
          ),
        ]
      : null,
    commandList(commandsOfProcedure(model, procedure)),
  ];
}
