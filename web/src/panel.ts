// The side panel: why it holds, who uses it, what is wrong.
import type { RawOrigin } from "./data";
import { count, fill, h, number, percent, prose, seconds, short, type Child } from "./dom";
import {
  shortWhere,
  textOf,
  where,
  type Diagnostic,
  type Fact,
  type Goal,
  type Item,
  type Place,
  type Procedure,
} from "./model";
import { badge, help } from "./help";
import { isClash, type State } from "./state";
import { NEEDS, roleWords, STATUSES } from "./words";

const MOST = 60;

/** A clause without the blanks by which it is indented, and not endless. */
function clauseText(text: string): string {
  const lines = text.split("\n");
  const indent = Math.min(
    ...lines
      .slice(1)
      .filter((line) => line.trim())
      .map((line) => line.length - line.trimStart().length),
    80,
  );
  const clean = lines.map((line, i) => (i ? line.slice(indent) : line)).join("\n");
  return clean.length > 1200 ? `${clean.slice(0, 1200)} …` : clean;
}

function clause(place: Place | null, fallback = ""): HTMLElement {
  return h("code", { class: "clause" }, clauseText(textOf(place) || fallback) || "not in the text");
}

function sentence(message: string): string {
  return `${(message[0] ?? "").toUpperCase()}${message.slice(1)}.`;
}

/** Axioms come last: what the procedure says itself is what its author looks for. */
function ownFirst<T extends Item>(items: T[]): T[] {
  return [...items].sort((a, b) => Number(!a.procedure) - Number(!b.procedure));
}

function rawText(item: Item): string {
  return item.goal ? item.name : ((item as Fact).raw.text ?? item.name);
}

/** A list that starts short when it is long. */
function list(items: HTMLElement[], cls: string): HTMLElement {
  const box = h("ul", { class: cls }, items.slice(0, MOST));
  if (items.length > MOST) {
    const more = h(
      "button",
      {
        class: "link",
        click: () => {
          more.parentElement?.remove();
          box.append(...items.slice(MOST));
        },
      },
      `Show ${number(items.length - MOST)} more`,
    );
    box.append(h("li", {}, more));
  }
  return box;
}

export class Panel {
  readonly root: HTMLElement;

  constructor(private readonly state: State) {
    this.root = h("section", { class: "panel", "aria-label": "Details", tabindex: 0 });
    state.listen((from) => {
      if (from !== "file") this.draw();
    });
    this.draw();
  }

  private draw(): void {
    const { selection } = this.state;
    switch (selection.kind) {
      case "none":
        fill(this.root, help(this.state.model));
        break;
      case "item":
        fill(
          this.root,
          this.close(),
          selection.item.goal ? this.goal(selection.item as Goal) : this.fact(selection.item as Fact),
          this.roles(selection.item),
        );
        break;
      case "diagnostic":
        fill(this.root, this.close(), this.diagnostic(selection.diagnostic));
        break;
      case "procedure":
        fill(this.root, this.close(), this.procedure(selection.procedure));
        break;
    }
    this.root.scrollTop = 0;
  }

  private close(): HTMLElement {
    return h(
      "button",
      {
        class: "close",
        "aria-label": "Clear the selection",
        title: "Clear the selection (Esc)",
        click: () => this.state.select({ kind: "none" }, "panel"),
      },
      "×",
    );
  }

  private link(item: Item, ...children: Child[]): HTMLElement {
    return h("button", { class: "item", click: () => this.state.select({ kind: "item", item }, "panel") }, ...children);
  }

  private at(place: Place | null): HTMLElement | null {
    return place ? h("span", { class: "where", title: where(place) }, shortWhere(place, this.state.model.files)) : null;
  }

  /** What else stands at this place: a loop invariant is two goals and a fact, a call has its callee's clauses. */
  private roles(item: Item): Child {
    const items = item.element?.items ?? [item];
    if (items.length < 2) return null;
    const clauses = items.some((one) => one.clause !== one.at);
    return [
      h("h3", {}, "The same text in its other roles"),
      h(
        "div",
        { class: "roles", role: "group", "aria-label": "Roles of this text" },
        items.slice(0, 60).map((one) =>
          h(
            "button",
            {
              class: "role" + (one === item ? " on" : ""),
              "aria-pressed": one === item ? "true" : "false",
              click: () => this.state.select({ kind: "item", item: one }, "panel"),
            },
            h(
              "span",
              { class: `letter s-${one.status}`, title: STATUSES[one.status].word },
              STATUSES[one.status].letter,
            ),
            h(
              "span",
              {},
              roleWords(one.role, one.name),
              clauses ? h("code", { class: "clip" }, textOf(one.clause).replace(/\s+/g, " ").slice(0, 80)) : null,
            ),
          ),
        ),
      ),
    ];
  }

  private entry(item: Item, note: Child = null, cls = ""): HTMLElement {
    return h(
      "li",
      { class: cls },
      this.link(
        item,
        h("span", { class: "line1" }, h("span", {}, roleWords(item.role, item.name)), this.at(item.at)),
        clause(item.clause, rawText(item)),
      ),
      note,
    );
  }

  private goal(goal: Goal): Child[] {
    const { raw } = goal;
    const parts: Child[] = [
      h("p", { class: "kicker" }, `${roleWords(goal.role)} · goal of ${goal.procedure}`),
      h("h2", {}, clause(goal.clause, goal.name)),
      h("p", {}, badge(goal.status), this.at(goal.at)),
    ];
    if (goal.label) parts.push(h("p", { class: "quiet" }, `Label: ${goal.label}`));
    if (goal.status === "failed" || goal.status === "timeout") parts.push(this.trouble(goal));
    else if (raw.vacuous) parts.push(this.vacuous(goal));
    else parts.push(this.core(goal));
    parts.push(this.trusts(goal), this.cost(goal));
    return parts;
  }

  private trouble(goal: Goal): Child {
    const parts: Child[] = goal.diagnostics.map((one) => [
      h("p", { class: "strong" }, sentence(one.raw.message)),
      this.notes(one),
      this.advice(one),
    ]);
    if (!parts.length)
      parts.push(
        h(
          "p",
          {},
          goal.raw.reason === "error-limit"
            ? "It was not asked: enough goals of this procedure failed before."
            : STATUSES[goal.status].sentence,
        ),
      );
    if (this.state.model.covering)
      parts.push(
        h(
          "p",
          { class: "quiet" },
          "A goal that is not proved has no core: what it would need is not known. Facts that only it might use are marked “no information”.",
        ),
      );
    return parts;
  }

  private vacuous(goal: Goal): Child {
    return [
      h(
        "p",
        { class: "strong" },
        "It holds whatever it says: these facts contradict each other, so no execution gets here.",
      ),
      this.clash(
        ownFirst(goal.core).map((fact) => ({
          item: fact,
          place: fact.clause,
          title: roleWords(fact.role, fact.name),
          at: fact.at,
        })),
      ),
      goal.hidden ? h("p", { class: "quiet" }, `And ${count(goal.hidden, "fact")} that the translation added.`) : null,
      goal.own
        ? [
            h("h3", {}, "It would also hold for a reason of its own"),
            list(
              goal.own.map((fact) => this.entry(fact)),
              "items",
            ),
          ]
        : null,
    ];
  }

  /** The clauses of a contradiction side by side. */
  private clash(clauses: { item: Item | null; place: Place | null; title: string; at: Place | null }[]): HTMLElement {
    return h(
      "ul",
      { class: "clash", "aria-label": "Clauses that contradict each other" },
      clauses.map(({ item, place, title, at }) => {
        const body = [
          h("span", { class: "line1" }, h("span", {}, title)),
          clause(place, item ? rawText(item) : ""),
          this.at(at),
        ];
        return h(
          "li",
          {},
          item ? this.link(item, ...body) : h("button", { class: "item", click: () => this.show(place) }, ...body),
        );
      }),
    );
  }

  private show(place: Place | null): void {
    const element = place?.file.elements.find((one) => one.place.begin === place.begin && one.place.end === place.end);
    const item = element?.items[0];
    if (item) this.state.select({ kind: "item", item }, "panel");
  }

  private core(goal: Goal): Child {
    const { raw } = goal;
    if (!this.state.model.covering)
      return h("p", { class: "quiet" }, "Use `warrant cover --html` to see what the proof rests on.");
    if (raw.coverage !== "ok")
      return h(
        "p",
        {},
        "It is proved, but what the proof rests on is not known: a limit was hit, or it was not computed.",
      );
    if (!goal.core.length && !goal.hidden) return h("p", {}, "It holds by itself: the proof needs no fact.");
    const needed = ownFirst(goal.core.filter((fact) => goal.needed.has(fact)));
    const others = ownFirst(goal.core.filter((fact) => !goal.needed.has(fact)));
    const parts: Child[] = [];
    if (needed.length) {
      parts.push(h("h3", {}, h("i", { class: "swatch l-needed" }), `Rests on, and needs (${number(needed.length)})`));
      parts.push(
        list(
          needed.map((fact) => this.entry(fact, this.need(goal, fact))),
          "items",
        ),
      );
    }
    if (others.length) {
      const known = raw.needed && raw.needed.length + (raw.alternatives?.length ?? 0) > 0;
      parts.push(
        h(
          "h3",
          {},
          h("i", { class: "swatch l-interchangeable" }),
          `Rests on, but others could stand in (${number(others.length)})`,
        ),
      );
      if (!known) parts.push(h("p", { class: "quiet" }, "Which of them are needed was not asked (--cores=must asks)."));
      parts.push(
        list(
          others.map((fact) => this.entry(fact, this.instead(goal, fact))),
          "items",
        ),
      );
    }
    if (goal.hidden)
      parts.push(h("p", { class: "quiet" }, `And ${count(goal.hidden, "fact")} that the translation added.`));
    const claims = [
      raw.minimal ? "no fact in it can be dropped" : "it may not be the smallest",
      raw.complete ? "there is no other proof" : "",
    ].filter(Boolean);
    parts.push(h("p", { class: "quiet" }, `The proof was repeated with these facts alone; ${claims.join("; ")}.`));
    return parts;
  }

  private need(goal: Goal, fact: Fact): Child {
    const note = fact.raw.need ? NEEDS[fact.raw.need] : undefined;
    return note && goal.needed.has(fact) ? h("p", { class: "note" }, note) : null;
  }

  private instead(goal: Goal, fact: Fact): Child {
    const use = goal.alternatives.get(fact);
    if (!use) return null;
    if (!use.length) return h("p", { class: "note" }, "Not needed when the others are there.");
    return h(
      "div",
      { class: "instead" },
      h("p", { class: "note" }, use.length > 1 ? "Instead, together:" : "Instead:"),
      list(
        use.map((one) => this.entry(one)),
        "items small",
      ),
    );
  }

  /** What it rests on in the end: the leaves of the dependency graph. */
  private trusts(goal: Goal): Child {
    if (!goal.trusts.length) return null;
    const rows = goal.trusts.map(({ leaf, item }) => {
      if (item) return this.entry(item);
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

  private origin(raw: { origin?: RawOrigin }): Child {
    const { origin } = raw;
    if (!origin) return null;
    return [
      h("dt", {}, "Made from"),
      h(
        "dd",
        {},
        `${origin.file.replace(/^.*\//, "")}:${origin.line}:${origin.column}${origin.kind ? `, ${origin.kind}` : ""}`,
      ),
    ];
  }

  private cost(goal: Goal): Child {
    const peers = this.state.model.goals;
    const rank = peers.filter((one) => one.raw.resources > goal.raw.resources).length + 1;
    return h(
      "dl",
      { class: "cost" },
      h("dt", {}, "Cost"),
      h(
        "dd",
        {},
        `${number(goal.raw.resources)} solver steps, ${seconds(goal.raw.seconds)}${goal.raw.cached ? ", from the cache" : ""}`,
      ),
      peers.length > 1
        ? [h("dt", {}, "Rank"), h("dd", {}, `${number(rank)} of ${number(peers.length)} goals by cost`)]
        : null,
      this.origin(goal.raw),
      h("dt", {}, "Name"),
      h("dd", { class: "mono" }, goal.name),
    );
  }

  private fact(fact: Fact): Child[] {
    const owner = fact.procedure ? `fact of ${fact.procedure}` : "fact of the program";
    const parts: Child[] = [
      h("p", { class: "kicker" }, `${roleWords(fact.role, fact.name)} · ${owner}`),
      h("h2", {}, clause(fact.clause, rawText(fact))),
      h("p", {}, badge(fact.status), this.at(fact.at)),
    ];
    if (fact.label) parts.push(h("p", { class: "quiet" }, `Label: ${fact.label}`));
    parts.push(h("p", { class: "strong" }, STATUSES[fact.status].sentence));
    for (const diagnostic of fact.diagnostics) {
      if (diagnostic.raw.finding) parts.push(h("p", {}, sentence(diagnostic.raw.message)), this.advice(diagnostic));
    }
    const needed = fact.users.filter((goal) => goal.needed.has(fact));
    const others = fact.users.filter((goal) => !goal.needed.has(fact));
    if (needed.length)
      parts.push(
        h("h3", {}, h("i", { class: "swatch l-goal" }), `Goals that need it (${number(needed.length)})`),
        list(
          needed.map((goal) => this.entry(goal)),
          "items",
        ),
      );
    if (others.length)
      parts.push(
        h("h3", {}, h("i", { class: "swatch l-goal" }), `Goals whose proof uses it (${number(others.length)})`),
        list(
          others.map((goal) => this.entry(goal)),
          "items",
        ),
      );
    if (!fact.users.length) parts.push(h("p", { class: "quiet" }, "No goal’s proof uses it."));
    parts.push(
      h("dl", { class: "cost" }, this.origin(fact.raw), h("dt", {}, "Name"), h("dd", { class: "mono" }, fact.name)),
    );
    return parts;
  }

  private notes(diagnostic: Diagnostic): Child {
    const own = diagnostic.at;
    const rest = diagnostic.notes.filter(
      (note) =>
        !isClash(note.message) &&
        !(own && note.at?.file === own.file && note.at.begin === own.begin && note.at.end === own.end),
    );
    if (!rest.length) return null;
    return h(
      "ol",
      { class: "notes" },
      rest
        .slice(0, MOST)
        .map((note) =>
          h(
            "li",
            {},
            h("span", { class: "line1" }, h("span", {}, note.message), this.at(note.at)),
            note.at && note.at.end > note.at.begin ? clause(note.at) : null,
          ),
        ),
    );
  }

  private advice(diagnostic: Diagnostic): Child {
    if (!diagnostic.text && !diagnostic.fix) return null;
    return h(
      "details",
      { class: "advice" },
      h("summary", {}, `What ${diagnostic.raw.code} means`),
      h("p", {}, prose(diagnostic.text)),
      diagnostic.fix ? h("p", {}, prose(diagnostic.fix)) : null,
    );
  }

  private diagnostic(diagnostic: Diagnostic): Child[] {
    const clashes = diagnostic.notes.filter((note) => isClash(note.message));
    const cards = clashes.map((note) => {
      const words = note.message.replace(/^clashes: (this )?/, "");
      return {
        item: null,
        place: note.at,
        title: words ? (words[0] ?? "").toUpperCase() + words.slice(1) : "",
        at: note.at,
      };
    });
    cards.sort((a, b) => Number(a.title === "Axiom") - Number(b.title === "Axiom"));
    if (diagnostic.raw.code === "contradictory-axioms")
      cards.unshift({ item: null, place: diagnostic.at, title: "Axiom", at: diagnostic.at });
    return [
      h("p", { class: "kicker" }, `${diagnostic.raw.finding ? "Finding" : "Error"} · ${diagnostic.raw.code}`),
      h("h2", { class: "sentence" }, sentence(diagnostic.raw.message)),
      diagnostic.at ? h("p", {}, this.at(diagnostic.at)) : null,
      diagnostic.at && diagnostic.raw.code !== "contradictory-axioms" ? clause(diagnostic.at) : null,
      cards.length
        ? [
            h(
              "h3",
              {},
              h("i", { class: "swatch l-clash" }),
              cards.length > 1 ? "These contradict each other" : "This contradicts itself",
            ),
            this.clash(cards),
          ]
        : null,
      this.notes(diagnostic),
      diagnostic.text ? [h("h3", {}, "What it means"), h("p", {}, prose(diagnostic.text))] : null,
      diagnostic.fix ? [h("h3", {}, "What to do"), h("p", {}, prose(diagnostic.fix))] : null,
    ];
  }

  private procedure(procedure: Procedure): Child[] {
    const dear = [...procedure.goals].sort((a, b) => b.raw.resources - a.raw.resources).slice(0, 5);
    const bad = procedure.goals.filter((goal) => goal.status !== "proved");
    return [
      h("p", { class: "kicker" }, "Procedure"),
      h("h2", {}, h("code", {}, procedure.name)),
      h(
        "p",
        {},
        `${procedure.verdict[0]?.toUpperCase()}${procedure.verdict.slice(1)}: ${count(procedure.goals.length, "goal")}, ${short(procedure.resources)} solver steps, ${seconds(procedure.seconds)}.`,
      ),
      this.state.model.covering && procedure.total
        ? h(
            "p",
            {},
            `Its proofs need ${number(procedure.covered)} of its ${count(procedure.total, "fact")} (${percent(procedure.covered, procedure.total)}).`,
          )
        : null,
      bad.length
        ? [
            h("h3", {}, `Not proved, or vacuous (${number(bad.length)})`),
            list(
              bad.map((goal) => this.entry(goal, badge(goal.status))),
              "items",
            ),
          ]
        : null,
      dear.length
        ? [
            h("h3", {}, "Most expensive goals"),
            list(
              dear.map((goal) =>
                this.entry(goal, h("p", { class: "note" }, `${number(goal.raw.resources)} solver steps`)),
              ),
              "items",
            ),
          ]
        : null,
    ];
  }
}
