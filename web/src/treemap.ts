// Cost and coverage at a glance: one rectangle for each procedure (or, of a single one, for each goal).  Its area is what it cost or how
// many goals it has, its colour how much of it proofs use.
import { count, fill, h, percent, short, type Child } from "./dom";
import { shortWhere, textOf, type Goal, type Procedure } from "./model";
import { shortName } from "./names";
import { squarify, type Rect } from "./squarify";
import type { Selection, State } from "./state";
import { procedureStatus } from "./verdict";
import { STATUSES, type Status } from "./words";

type Size = "cost" | "goals";

interface Cell {
  key: string;
  title: string;
  sub: string;
  words: string;
  size: number;
  /** A class of colours.css: a status, or how much is covered. */
  look: string;
  letter: string;
  status: string;
  selection: Selection;
}

const GAP = 2;
const CHARACTER = 7.6; // the width of a letter of a name
const STEPS = 5;

/** Of five colours that of a share. */
export function shade(share: number): string {
  return `c-${Math.min(STEPS - 1, Math.floor(share * STEPS))}`;
}

function costOf(procedure: Procedure): number {
  return procedure.resources + procedure.explaining;
}

export class Treemap {
  readonly root: HTMLElement;
  private readonly title: HTMLElement;
  private readonly field: HTMLElement;
  private size: Size = "cost";
  private cells: Cell[] = [];
  private cursor = "";
  visible = false;

  constructor(private readonly state: State) {
    this.title = h("div", { class: "title" });
    this.field = h("div", { class: "field", role: "group", "aria-label": "Map of cost and coverage" });
    this.root = h("div", { class: "treemap", hidden: true }, this.title, this.field);
    this.field.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.visible && this.draw()).observe(this.field);
    state.listen(() => this.visible && this.draw());
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.root.hidden = !visible;
    if (visible) this.draw();
  }

  private procedureCell(procedure: Procedure): Cell {
    const { covering } = this.state.model;
    const status = procedureStatus(procedure);
    const share = procedure.total ? procedure.covered / procedure.total : 1;
    const parts = [
      `${short(costOf(procedure))} solver steps`,
      count(procedure.goals.length, "goal"),
      covering && procedure.total ? `${percent(procedure.covered, procedure.total)} covered` : "",
    ].filter(Boolean);
    return {
      key: procedure.key,
      title: procedure.title,
      sub: parts.join(" · "),
      words: `${procedure.title} ${parts.join(" · ")}, ${STATUSES[status].word}`,
      size: this.size === "cost" ? costOf(procedure) : procedure.goals.length,
      look: status === "proved" ? (covering ? shade(share) : "s-proved") : `s-${status}`,
      letter: status === "proved" ? "" : STATUSES[status].letter,
      status: STATUSES[status].word,
      selection: { kind: "procedure", procedure },
    };
  }

  private goalCell(goal: Goal): Cell {
    const { files } = this.state.model;
    const text = textOf(goal.clause).replace(/\s+/g, " ") || goal.name;
    const status: Status = goal.status;
    const sub = `${short(goal.raw.resources)} solver steps · ${shortWhere(goal.at, files)}`;
    return {
      key: goal.key,
      title: text,
      sub,
      words: `${text} ${sub}, ${STATUSES[status].word}`,
      size: this.size === "cost" ? goal.raw.resources : 1,
      look: `s-${status}`,
      letter: STATUSES[status].letter,
      status: STATUSES[status].word,
      selection: { kind: "item", item: goal },
    };
  }

  private collect(): Cell[] {
    const { model, hiding } = this.state;
    const procedures = model.procedures.filter((one) => !(hiding && one.generated));
    const [only] = procedures;
    const cells =
      procedures.length === 1 && only
        ? only.goals.map((goal) => this.goalCell(goal))
        : procedures.map((procedure) => this.procedureCell(procedure));
    return cells.sort((a, b) => b.size - a.size);
  }

  private drawTitle(): void {
    const single = this.cells[0]?.selection.kind === "item";
    const sizes: [Size, string][] = [
      ["cost", "Cost"],
      ["goals", single ? "Equal" : "Goals"],
    ];
    const covering = this.state.model.covering && !single;
    fill(
      this.title,
      h("span", { class: "path" }, single ? "Goals" : "Procedures"),
      h(
        "span",
        { class: "switch", role: "group", "aria-label": "What the areas are" },
        sizes.map(([size, word]) =>
          h("button", { class: "tool", "aria-pressed": String(size === this.size), click: () => this.measure(size) }, word),
        ),
      ),
      covering
        ? h(
            "span",
            { class: "scale quiet" },
            "covered: 0 %",
            Array.from({ length: STEPS }, (_, i) => h("i", { class: `swatch c-${i}`, "aria-hidden": "true" })),
            "100 %",
          )
        : null,
    );
  }

  private measure(size: Size): void {
    this.size = size;
    this.draw();
    this.title.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }

  private chosen(): string {
    const { selection } = this.state;
    if (selection.kind === "procedure") return selection.procedure.key;
    if (selection.kind !== "item") return "";
    const { item } = selection;
    if (this.cells.some((cell) => cell.key === item.key)) return item.key;
    return item.goal ? (item as Goal).owner.key : "";
  }

  private draw(): void {
    this.cells = this.collect();
    this.drawTitle();
    const focused = this.field.contains(document.activeElement);
    const width = this.field.clientWidth;
    const height = this.field.clientHeight;
    const most = this.cells[0]?.size ?? 0;
    // What cost nothing can still be seen and chosen.
    const sizes = this.cells.map((cell) => Math.max(cell.size, most / 500, 1));
    const sum = sizes.reduce((a, b) => a + b, 0);
    if (!this.cells.some((cell) => cell.key === this.cursor)) this.cursor = this.cells[0]?.key ?? "";
    const rects = squarify(
      sizes.map((size) => (size / sum) * width * height),
      { x: 0, y: 0, width, height },
    );
    fill(
      this.field,
      this.cells.length
        ? this.cells.map((cell, i) => this.cell(cell, rects[i] as Rect))
        : h("p", { class: "quiet" }, "There is nothing to prove."),
    );
    if (focused) this.focus();
  }

  private cell(cell: Cell, rect: Rect): HTMLElement {
    const letters = Math.max(4, Math.floor((rect.width - 18 - (cell.letter ? 16 : 0)) / CHARACTER));
    const roomy = rect.width > 60 && rect.height > 26;
    const lines: Child = roomy
      ? [
          h("span", { class: "cellname" }, cell.letter ? h("b", { "aria-hidden": "true" }, cell.letter) : null, h("span", { class: "clip mono" }, shortName(cell.title, letters))),
          h("span", { class: rect.height > 44 ? "clip sub" : "unseen" }, cell.sub),
          h("span", { class: "unseen" }, cell.status),
        ]
      : null;
    const button = h(
      "button",
      {
        class: `cellbox ${cell.look}`,
        "data-key": cell.key,
        tabindex: cell.key === this.cursor ? 0 : -1,
        "aria-label": roomy ? null : cell.words,
        "aria-pressed": String(cell.key === this.chosen()),
        title: cell.words,
        click: () => {
          this.cursor = cell.key;
          this.state.select(cell.selection, "map");
        },
      },
      lines,
    );
    button.style.left = `${rect.x}px`;
    button.style.top = `${rect.y}px`;
    button.style.width = `${Math.max(1, rect.width - GAP)}px`;
    button.style.height = `${Math.max(1, rect.height - GAP)}px`;
    return button;
  }

  private focus(): void {
    this.field.querySelector<HTMLElement>(`[data-key="${CSS.escape(this.cursor)}"]`)?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = this.cells.findIndex((cell) => cell.key === this.cursor) + step;
    const next = this.cells[at];
    if (!next) return;
    this.field.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.cursor = next.key;
    this.field.querySelector(`[data-key="${CSS.escape(next.key)}"]`)?.setAttribute("tabindex", "0");
    this.focus();
  }
}
