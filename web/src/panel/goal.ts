// A goal: how it fared, what its proof rests on, what it cost.
import { commandList, commandsOfItem } from "../commands";
import { costOf, costWords } from "../cost";
import { count, h, number, prose, seconds, type Child } from "../dom";
import { badge } from "../help";
import { titleOf, type Goal } from "../model";
import { roleWords, STATUSES } from "../words";
import { core } from "./core";
import { clause, clauseText, heading, list, ownFirst, sentence, type Parts } from "./parts";
import { trace } from "./trace";
import { values } from "./values";

function trouble(parts: Parts, goal: Goal): Child {
  const out: Child[] = goal.diagnostics.map((one) => [
    h("p", { class: "strong" }, prose(sentence(one.raw.message))),
    parts.notes(one, goal.clause),
    values(parts, goal, one),
    trace(parts, goal, one),
    parts.advice(one),
  ]);
  if (!out.length)
    out.push(
      h(
        "p",
        {},
        goal.raw.reason === "error-limit"
          ? "It was not asked: enough goals of this procedure failed before."
          : STATUSES[goal.status].sentence,
      ),
    );
  if (parts.state.model.covering)
    out.push(
      h(
        "p",
        { class: "quiet" },
        "A goal that is not proved has no core: what it would need is not known. Of facts that only it might use it is undecided whether a proof uses them.",
      ),
    );
  return out;
}

function vacuous(parts: Parts, goal: Goal): Child {
  return [
    h(
      "p",
      { class: "strong" },
      "It holds whatever it says: these facts contradict each other, so no execution gets here.",
    ),
    parts.clash(
      ownFirst(goal.core).map((fact) => ({
        item: fact,
        place: fact.clause,
        title: roleWords(fact.role, fact.name),
        at: fact.at,
      })),
    ),
    goal.hidden ? h("p", { class: "quiet" }, `And ${count(goal.hidden, "fact")} that the translation added.`) : null,
    goal.own ? [heading("", "It would also hold for a reason of its own"), parts.entries(goal.own)] : null,
  ];
}

/** What it rests on in the end: the leaves of the dependency graph. */
function trusts(parts: Parts, goal: Goal): Child {
  if (!goal.trusts.length) return null;
  const rows = goal.trusts.map(({ leaf, item }) => {
    if (item) return parts.entry(item);
    return h(
      "li",
      {},
      h("span", { class: "line1" }, leaf.kind),
      h("code", { class: "clause" }, clauseText(leaf.text ?? leaf.name)),
    );
  });
  return h(
    "details",
    { class: "advice" },
    h("summary", {}, `In the end it trusts ${count(goal.trusts.length, "unproved element")}`),
    list(rows, "items"),
  );
}

function cost(parts: Parts, goal: Goal): Child {
  const peers = parts.state.model.goals;
  const rank = peers.filter((one) => costOf(one) > costOf(goal)).length + 1;
  return h(
    "dl",
    { class: "cost" },
    h("dt", {}, "Cost"),
    h(
      "dd",
      {},
      `${costWords(goal)}, ${seconds(goal.raw.group?.seconds ?? goal.raw.seconds)}${goal.raw.cached ? "; the answer is from the cache" : ""}`,
    ),
    peers.length > 1
      ? [h("dt", {}, "Rank"), h("dd", {}, `${number(rank)} of ${number(peers.length)} goals by cost`)]
      : null,
    parts.origin(goal.raw),
    h("dt", {}, "Name"),
    h("dd", { class: "mono" }, goal.name),
  );
}

export function goalParts(parts: Parts, goal: Goal): Child[] {
  const { model } = parts.state;
  const proof =
    goal.status === "failed" || goal.status === "timeout"
      ? trouble(parts, goal)
      : goal.raw.vacuous
        ? vacuous(parts, goal)
        : core(parts, goal);
  return [
    h("p", { class: "kicker" }, `${roleWords(goal.role)} · goal of ${titleOf(model, goal.program, goal.procedure)}`),
    h("h2", {}, clause(goal.clause, goal.name)),
    h("p", {}, badge(goal.status), parts.at(goal.at)),
    goal.label ? h("p", { class: "quiet" }, `Label: ${goal.label}`) : null,
    proof,
    trusts(parts, goal),
    commandList(commandsOfItem(model, goal)),
    cost(parts, goal),
  ];
}
