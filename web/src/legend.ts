// The statuses that occur, as buttons that show one of them alone, and the filter for what a translator wrote.
import { fill, h, number } from "./dom";
import type { Element, Model } from "./model";
import type { State } from "./state";
import { ORDER, STATUSES, type Status } from "./words";

/** How many elements have each status.  Those of the user are what the percentage counts. */
function countsOf(model: Model, hiding: boolean): Map<Status, number> {
  const counts = new Map<Status, number>();
  const counted = (element: Element): boolean =>
    model.covering && (hiding || !model.translated) ? !!element.known && !element.generated : true;
  for (const file of model.files)
    for (const element of file.elements)
      if (counted(element)) counts.set(element.status, (counts.get(element.status) ?? 0) + 1);
  return counts;
}

export class Legend {
  readonly root: HTMLElement;
  private readonly bar = h("div", { class: "bar", "aria-hidden": "true" });
  private readonly chips = h("div", {
    class: "chips",
    role: "group",
    "aria-label": "Legend: show one status alone",
  });
  private chosen: Status | null = null;

  constructor(
    private readonly state: State,
    private readonly choose: (status: Status | null) => void,
  ) {
    this.root = h("div", { class: "legend" }, this.bar, this.chips);
    state.listen((from) => from === "filter" && this.draw());
    this.draw();
  }

  private chip(status: Status, n: number): HTMLElement {
    return h(
      "button",
      {
        class: `chip s-${status}`,
        "aria-pressed": String(status === this.chosen),
        title: `${STATUSES[status].sentence} Click to show only these.`,
        click: () => this.pick(status),
      },
      h("span", { class: "letter", "aria-hidden": "true" }, STATUSES[status].letter),
      h("span", {}, STATUSES[status].word),
      h("span", { class: "n" }, number(n)),
    );
  }

  private pick(status: Status): void {
    this.chosen = this.chosen === status ? null : status;
    this.draw();
    this.chips.querySelector<HTMLElement>(`.s-${status}`)?.focus();
    this.choose(this.chosen);
  }

  private filter(): HTMLElement | null {
    const { model, hiding } = this.state;
    if (!model.translated) return null;
    return h(
      "button",
      {
        class: "chip filterchip",
        "aria-pressed": String(!hiding),
        title: "Show what a translator wrote and axioms of its prelude",
        click: () => {
          this.state.hide(!hiding);
          this.chips.querySelector<HTMLElement>(".filterchip")?.focus();
        },
      },
      h("span", { class: "tick", "aria-hidden": "true" }, hiding ? "" : "✓"),
      "generated and prelude",
    );
  }

  private draw(): void {
    const counts = countsOf(this.state.model, this.state.hiding);
    const present = ORDER.filter((status) => counts.get(status)).reverse();
    fill(
      this.bar,
      present.map((status) => {
        const part = h("span", { class: `s-${status}` });
        part.style.flexGrow = String(counts.get(status) ?? 0);
        return part;
      }),
    );
    this.bar.hidden = !present.length;
    fill(
      this.chips,
      present.map((status) => this.chip(status, counts.get(status) ?? 0)),
      this.filter(),
    );
  }
}
