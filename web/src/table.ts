// A table that can be sorted, filtered and walked by keys, with only its visible rows in the page.
import { fill, h, number, type Child } from "./dom";
import { Virtual } from "./virtual";

export interface Column<T> {
  title: string;
  cls: string;
  /** What it is sorted by; numbers go down first. */
  value: (row: T) => string | number;
  cell: (row: T) => Child;
}

export interface TableOptions<T> {
  name: string;
  rows: T[];
  columns: Column<T>[];
  height: number;
  /** Rows that the filter of the page hides are not in the table. */
  shown?: (row: T) => boolean;
  key: (row: T) => string;
  text: (row: T) => string;
  pick: (row: T) => void;
  empty: string;
}

const ROWS_PRINTED = 2000;

export class Table<T> {
  readonly root: HTMLElement;
  readonly filter: HTMLInputElement;
  private shown: T[];
  private readonly virtual: Virtual;
  private readonly head: HTMLElement;
  private readonly grid: HTMLElement;
  private readonly status: HTMLElement;
  private readonly hay = new Map<T, string>();
  private sorted = -1;
  private down = false;
  private selected = "";
  private cursor = 0;

  constructor(private readonly options: TableOptions<T>) {
    this.shown = options.rows;
    this.filter = h("input", {
      type: "search",
      class: "filter",
      placeholder: `Filter ${options.name}`,
      "aria-label": `Filter ${options.name}`,
      input: () => this.refresh(),
    });
    this.status = h("span", { class: "count", role: "status" });
    this.head = h("div", { class: "head", role: "row" });
    const space = h("div", { class: "space", role: "rowgroup" });
    this.grid = h(
      "div",
      { class: "grid", role: "grid", "aria-label": options.name },
      h("div", { role: "rowgroup" }, this.head),
      space,
    );
    const scroller = h("div", { class: "scroller" }, this.grid);
    this.root = h(
      "div",
      { class: `table ${options.name}` },
      h("div", { class: "tools" }, this.filter, this.status),
      scroller,
    );
    this.virtual = new Virtual(scroller, space, options.height, (i) => this.row(i));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.refresh();
  }

  private drawHead(): void {
    fill(
      this.head,
      this.options.columns.map((column, i) =>
        h(
          "div",
          {
            class: `cell ${column.cls}`,
            role: "columnheader",
            "aria-sort": this.sorted === i ? (this.down ? "descending" : "ascending") : "none",
          },
          h(
            "button",
            { class: "sort", click: () => this.sort(i), title: `Sort by ${column.title.toLowerCase()}` },
            column.title,
            h("span", { class: "arrow", "aria-hidden": "true" }, this.sorted === i ? (this.down ? "▾" : "▴") : ""),
          ),
        ),
      ),
    );
  }

  private sort(i: number): void {
    const first = this.options.rows[0];
    const numeric = first !== undefined && typeof this.options.columns[i]?.value(first) === "number";
    if (this.sorted === i) this.down = !this.down;
    else this.down = numeric;
    this.sorted = i;
    this.refresh();
    this.head.querySelectorAll("button")[i]?.focus();
  }

  private matches(row: T, words: string[]): boolean {
    let text = this.hay.get(row);
    if (text === undefined) {
      text = this.options.text(row).toLowerCase();
      this.hay.set(row, text);
    }
    const hay = text;
    return words.every((word) => hay.includes(word));
  }

  private rows(): T[] {
    const { rows, shown } = this.options;
    return shown ? rows.filter(shown) : rows;
  }

  total(): number {
    return this.rows().length;
  }

  refresh(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { columns, name } = this.options;
    const rows = this.rows();
    this.shown = words.length ? rows.filter((row) => this.matches(row, words)) : rows;
    const column = columns[this.sorted];
    if (column) {
      const sign = this.down ? -1 : 1;
      const value = column.value;
      this.shown = [...this.shown].sort((a, b) => {
        const x = value(a);
        const y = value(b);
        return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
      });
    }
    this.cursor = Math.max(
      0,
      this.shown.findIndex((row) => this.options.key(row) === this.selected),
    );
    this.status.textContent =
      this.shown.length === rows.length
        ? number(rows.length)
        : `${number(this.shown.length)} of ${number(rows.length)}`;
    this.grid.setAttribute("aria-rowcount", String(this.shown.length + 1));
    this.root.classList.toggle("empty", this.shown.length === 0);
    this.root.dataset["empty"] = rows.length ? `No ${name} match.` : this.options.empty;
    this.drawHead();
    this.virtual.reset(this.shown.length);
  }

  private row(i: number): HTMLElement {
    const row = this.shown[i] as T;
    const key = this.options.key(row);
    return h(
      "div",
      {
        class: "row" + (key === this.selected ? " selected" : ""),
        role: "row",
        tabindex: i === this.cursor ? 0 : -1,
        "data-focus": key,
        "aria-rowindex": i + 2,
        "aria-selected": key === this.selected ? "true" : "false",
        click: () => {
          this.cursor = i;
          this.options.pick(row);
        },
      },
      this.options.columns.map((column) =>
        h("div", { class: `cell ${column.cls}`, role: "gridcell" }, column.cell(row)),
      ),
    );
  }

  private key(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset["focus"]) return;
    const page = 12;
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -1e9,
      End: 1e9,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this.focus(Math.max(0, Math.min(this.shown.length - 1, this.cursor + step)));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const row = this.shown[this.cursor];
      if (row !== undefined) this.options.pick(row);
    }
  }

  private focus(i: number): void {
    this.cursor = i;
    this.virtual.reveal(i);
    this.virtual.reset(this.shown.length);
    const row = this.shown[i];
    if (row === undefined) return;
    const key = CSS.escape(this.options.key(row));
    this.grid.querySelector<HTMLElement>(`[data-focus="${key}"]`)?.focus({ preventScroll: true });
  }

  select(key: string, reveal: boolean): void {
    if (key === this.selected) return;
    this.selected = key;
    const at = this.shown.findIndex((row) => this.options.key(row) === key);
    if (at >= 0) {
      this.cursor = at;
      if (reveal) this.virtual.reveal(at);
    }
    // A table behind another tab is drawn when it is opened.
    if (this.root.offsetParent) this.virtual.reset(this.shown.length);
  }

  expand(): void {
    this.virtual.expand(ROWS_PRINTED);
  }

  collapse(): void {
    this.virtual.collapse();
  }
}
