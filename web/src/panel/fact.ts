// A fact: its status, and the goals that use it.
import { commandList, commandsOfItem } from "../commands";
import { h, number, prose, type Child } from "../dom";
import { badge } from "../help";
import { titleOf, type Fact } from "../model";
import { roleWords, STATUSES } from "../words";
import { clause, heading, rawText, sentence, type Parts } from "./parts";

export function factParts(parts: Parts, fact: Fact): Child[] {
  const { model } = parts.state;
  const owner = fact.procedure ? `fact of ${titleOf(model, fact.program, fact.procedure)}` : "fact of the program";
  const needed = fact.users.filter((goal) => goal.needed.has(fact));
  const undecided = fact.users.filter((goal) => goal.undecided.has(fact));
  const others = fact.users.filter((goal) => !goal.needed.has(fact) && !goal.undecided.has(fact));
  return [
    h("p", { class: "kicker" }, `${roleWords(fact.role, fact.name)} · ${owner}`),
    h("h2", {}, clause(fact.clause, rawText(fact))),
    h("p", {}, badge(fact.status), parts.at(fact.at)),
    fact.label ? h("p", { class: "quiet" }, `Label: ${fact.label}`) : null,
    h("p", { class: "strong" }, STATUSES[fact.status].sentence),
    parts.counted(fact),
    fact.diagnostics
      .filter((one) => one.raw.finding)
      .map((one) => [h("p", {}, prose(sentence(one.raw.message))), parts.advice(one)]),
    needed.length
      ? [heading("goal", `Goals that need it (${number(needed.length)})`), parts.entries(needed)]
      : null,
    others.length
      ? [heading("goal", `Goals whose proof uses it (${number(others.length)})`), parts.entries(others)]
      : null,
    undecided.length
      ? [
          heading("goal", `Goals whose proof uses it; undecided whether they need it (${number(undecided.length)})`),
          parts.entries(undecided),
        ]
      : null,
    fact.users.length || fact.status === "no-information" ? null : h("p", { class: "quiet" }, "No goal’s proof uses it."),
    commandList(commandsOfItem(model, fact)),
    h("dl", { class: "cost" }, parts.origin(fact.raw), h("dt", {}, "Name"), h("dd", { class: "mono" }, fact.name)),
  ];
}
