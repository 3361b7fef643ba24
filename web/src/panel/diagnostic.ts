// A finding or an error that is about no single goal.
import { h, prose, type Child } from "../dom";
import type { Diagnostic } from "../model";
import { isClash } from "../state";
import { clause, heading, sentence, type Parts } from "./parts";

export function diagnosticParts(parts: Parts, diagnostic: Diagnostic): Child[] {
  const cards = diagnostic.notes
    .filter((note) => isClash(note.message))
    .map((note) => {
      const words = note.message.replace(/^clashes: (this )?/, "");
      const title = words ? (words[0] ?? "").toUpperCase() + words.slice(1) : "";
      return { item: null, place: note.at, title, at: note.at };
    });
  cards.sort((a, b) => Number(a.title === "Axiom") - Number(b.title === "Axiom"));
  if (diagnostic.raw.code === "contradictory-axioms")
    cards.unshift({ item: null, place: diagnostic.at, title: "Axiom", at: diagnostic.at });
  return [
    h("p", { class: "kicker" }, `${diagnostic.raw.finding ? "Finding" : "Error"} · ${diagnostic.raw.code}`),
    h("h2", { class: "sentence" }, prose(sentence(diagnostic.raw.message))),
    diagnostic.at ? h("p", {}, parts.at(diagnostic.at)) : null,
    diagnostic.at && diagnostic.raw.code !== "contradictory-axioms" ? clause(diagnostic.at) : null,
    cards.length
      ? [
          heading("clash", cards.length > 1 ? "These contradict each other" : "This contradicts itself"),
          parts.clash(cards),
        ]
      : null,
    parts.notes(diagnostic),
    diagnostic.text ? [h("h3", {}, "What it means"), h("p", {}, prose(diagnostic.text))] : null,
    diagnostic.fix ? [h("h3", {}, "What to do"), h("p", {}, prose(diagnostic.fix))] : null,
  ];
}
