// Pieces of the side panel that several of its contents use.
import type { RawOrigin } from "../data";
import { h, number, prose, type Child } from "../dom";
import { shortWhere, textOf, where, type Diagnostic, type Fact, type Item, type Place } from "../model";
import { isClash, type State } from "../state";
import { REASONS, roleWords } from "../words";

const MOST = 60;

/** A clause without the blanks by which it is indented, and not endless. */
export function clauseText(text: string): string {
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

export function clause(place: Place | null, fallback = ""): HTMLElement {
  return h("code", { class: "clause" }, clauseText(textOf(place) || fallback) || "not in the text");
}

export function sentence(message: string): string {
  return `${(message[0] ?? "").toUpperCase()}${message.slice(1)}.`;
}

/** Axioms come last: what the procedure says itself is what its author looks for. */
export function ownFirst<T extends Item>(items: T[]): T[] {
  const rank = (item: T): number => Number(!item.procedure) + Number(item.generated);
  return [...items].sort((a, b) => rank(a) - rank(b));
}

export function rawText(item: Item): string {
  return item.goal ? item.name : ((item as Fact).raw.text ?? item.name);
}

/** A list that starts short when it is long. */
export function list(items: HTMLElement[], cls: string, tag: "ul" | "ol" = "ul"): HTMLElement {
  const box = h(tag, { class: cls }, items.slice(0, MOST));
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

export function heading(light: string, text: string): HTMLElement {
  return h("h3", {}, light ? h("i", { class: `swatch l-${light}` }) : null, text);
}

export interface ClashCard {
  item: Item | null;
  place: Place | null;
  title: string;
  at: Place | null;
}

export class Parts {
  constructor(readonly state: State) {}

  link(item: Item, ...children: Child[]): HTMLElement {
    return h("button", { class: "item", click: () => this.state.select({ kind: "item", item }, "panel") }, ...children);
  }

  at(place: Place | null): HTMLElement | null {
    return place ? h("span", { class: "where", title: where(place) }, shortWhere(place, this.state.model.files)) : null;
  }

  entry(item: Item, note: Child = null): HTMLElement {
    return h(
      "li",
      {},
      this.link(
        item,
        h("span", { class: "line1" }, h("span", {}, roleWords(item.role, item.name)), this.at(item.at)),
        clause(item.clause, rawText(item)),
      ),
      note,
    );
  }

  entries(items: Item[], note: (item: Item) => Child = () => null): HTMLElement {
    return list(
      items.map((item) => this.entry(item, note(item))),
      "items",
    );
  }

  /** The clauses of a contradiction side by side. */
  clash(clauses: ClashCard[]): HTMLElement {
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

  /** What a message says beside itself, except about the clause that is shown already. */
  notes(diagnostic: Diagnostic, above: Place | null = null): Child {
    const shown = [diagnostic.at, above];
    const isShown = (at: Place | null): boolean =>
      !!at && shown.some((one) => one?.file === at.file && one.begin === at.begin && one.end === at.end);
    const rest = diagnostic.notes.filter((note) => !isClash(note.message) && !isShown(note.at));
    if (!rest.length) return null;
    return h(
      "ul",
      { class: "notes" },
      rest
        .slice(0, MOST)
        .map((note) =>
          h(
            "li",
            {},
            h("span", { class: "line1" }, h("span", {}, prose(note.message)), this.at(note.at)),
            note.at && note.at.end > note.at.begin ? clause(note.at) : null,
          ),
        ),
    );
  }

  advice(diagnostic: Diagnostic): Child {
    if (!diagnostic.text && !diagnostic.fix) return null;
    return h(
      "details",
      { class: "advice" },
      h("summary", {}, `What ${diagnostic.raw.code} means`),
      h("p", {}, prose(diagnostic.text)),
      diagnostic.fix ? h("p", {}, prose(diagnostic.fix)) : null,
    );
  }

  /** How the element counts, if that is not what its role here says. */
  counted(item: Item): Child {
    const element = item.element;
    const reason = element?.known?.reason;
    if (!element?.known) return null;
    if (reason && REASONS[reason]) return h("p", { class: "quiet" }, REASONS[reason]);
    if (element.known.state === "uncovered" && (item.status === "needed" || item.status === "interchangeable"))
      return h("p", { class: "quiet" }, "It is not covered: what rests on it is not used by a proof that counts.");
    return null;
  }

  origin(raw: { origin?: RawOrigin }): Child {
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
}
