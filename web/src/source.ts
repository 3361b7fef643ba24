// The source with its marks.  Only the visible lines are in the page.
import { count, fill, h, number } from "./dom";
import { lineAt, lineOf, type Diagnostic, type Element, type Item, type SourceFile } from "./model";
import type { Light, State } from "./state";
import { Virtual } from "./virtual";
import { ORDER, roleWords, STATUSES, type Status } from "./words";

const LINE = 20;
const COLUMNS = 4000;
const LINES_PRINTED = 5000;
const LINES_SHOWN = 1500000; // browsers draw nothing that is higher than about 33 million pixels

interface Segment {
  begin: number;
  end: number;
  element: Element;
}

/** Elements may stand inside each other: the innermost one at each place, in order. */
export function flatten(elements: Element[]): Segment[] {
  const out: Segment[] = [];
  const open: Element[] = [];
  let at = 0;
  const advance = (to: number): void => {
    while (open.length) {
      const top = open[open.length - 1] as Element;
      const end = Math.min(top.place.end, to);
      if (end > at) {
        out.push({ begin: at, end, element: top });
        at = end;
      }
      if (top.place.end > to) return;
      open.pop();
    }
  };
  for (const element of elements) {
    advance(element.place.begin);
    at = Math.max(at, element.place.begin);
    open.push(element);
  }
  advance(Infinity);
  return out;
}

/** The first segment that ends behind an offset. */
function firstAfter(segments: Segment[], offset: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as Segment).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface FileView {
  segments: Segment[];
  /** Elements by the line on which they begin. */
  begins: Map<number, Element[]>;
  index: Map<Element, number>;
  /** What was found, by the line on which it stands. */
  found: Map<number, Diagnostic[]>;
  /** The most urgent status on each line, plus one; 0: none. */
  marks: Uint8Array;
}

function viewOf(file: SourceFile, diagnostics: Diagnostic[]): FileView {
  const found = new Map<number, Diagnostic[]>();
  for (const one of diagnostics) {
    if (!one.at || one.at.file !== file || one.goal) continue;
    const line = lineAt(file, one.at.begin);
    const list = found.get(line);
    if (list) list.push(one);
    else found.set(line, [one]);
  }
  const begins = new Map<number, Element[]>();
  const index = new Map<Element, number>();
  const marks = new Uint8Array(file.lines.length);
  file.elements.forEach((element, i) => {
    index.set(element, i);
    const line = lineAt(file, element.place.begin);
    const list = begins.get(line);
    if (list) list.push(element);
    else begins.set(line, [element]);
    const mark = ORDER.indexOf(element.status) + 1;
    for (let l = line; l <= lineAt(file, element.place.end - 1); l++) {
      const old = marks[l] ?? 0;
      if (!old || mark < old) marks[l] = mark;
    }
  });
  return { segments: flatten(file.elements), begins, index, found, marks };
}

const URGENCY: Status[] = ["failed", "timeout", "vacuous"];

/** What a click on an element selects: the goal in trouble, else a goal, else the fact that gave it its status. */
export function mainItem(element: Element): Item {
  for (const status of URGENCY) {
    const item = element.items.find((one) => one.goal && one.status === status);
    if (item) return item;
  }
  return (
    element.items.find((one) => one.goal) ??
    element.items.find((one) => one.status === element.status) ??
    (element.items[0] as Item)
  );
}

export class SourceView {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  private readonly virtual: Virtual;
  private readonly ruler: HTMLCanvasElement;
  private readonly space: HTMLElement;
  private readonly title: HTMLElement;
  private readonly omitted: HTMLElement;
  private readonly views = new Map<SourceFile, FileView>();
  private file: SourceFile | null = null;
  private cursor: Element | null = null;
  only: Status | null = null;

  constructor(private readonly state: State) {
    this.space = h("div", { class: "space code" });
    this.scroller = h("div", { class: "scroller", role: "group", "aria-label": "Source", tabindex: -1 }, this.space);
    this.ruler = h("canvas", {
      class: "ruler",
      "aria-hidden": "true",
      click: (event) => this.jump(event as MouseEvent),
    });
    this.title = h("div", { class: "title" });
    this.omitted = h("p", { class: "omitted" });
    this.root = h(
      "div",
      { class: "source" },
      this.title,
      h("div", { class: "frame" }, this.scroller, this.ruler),
      this.omitted,
    );
    this.virtual = new Virtual(this.scroller, this.space, LINE, (i) => this.line(i));
    this.scroller.addEventListener("click", (event) => this.click(event));
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.drawRuler()).observe(this.scroller);
    state.listen((from) => this.update(from));
    this.open(state.file);
  }

  private view(): FileView | null {
    if (!this.file) return null;
    let view = this.views.get(this.file);
    if (!view) this.views.set(this.file, (view = viewOf(this.file, this.state.model.diagnostics)));
    return view;
  }

  private open(file: SourceFile | null): void {
    if (file === this.file && file) return;
    this.file = file;
    this.cursor = null;
    this.scroller.scrollTop = 0;
    this.drawTitle();
    if (!file) return;
    this.cursor = file.elements[0] ?? null;
    this.space.style.setProperty("--columns", String(Math.min(COLUMNS, file.longest) + 2));
    this.space.style.setProperty("--digits", String(String(file.lines.length).length));
    this.redraw();
  }

  private drawTitle(): void {
    const { files } = this.state.model;
    const file = this.file;
    if (!file) {
      fill(this.title, "No source");
      return;
    }
    const name =
      files.length > 1
        ? h(
            "select",
            {
              "aria-label": "File",
              change: (event) => {
                const chosen = files[(event.target as HTMLSelectElement).selectedIndex];
                if (chosen) this.state.show(chosen);
              },
            },
            files.map((one) => h("option", { selected: one === file }, one.path)),
          )
        : h("span", { class: "path" }, file.path);
    fill(this.title, name, h("span", { class: "quiet" }, count(file.lines.length, "line")));
  }

  redraw(): void {
    const lines = this.file?.lines.length ?? 0;
    this.virtual.reset(Math.min(lines, LINES_SHOWN));
    this.omitted.textContent =
      lines > LINES_SHOWN ? `The first ${number(LINES_SHOWN)} of ${number(lines)} lines are shown.` : "";
    this.drawRuler();
  }

  private update(from: string): void {
    const place = this.state.place();
    const file = this.state.file;
    if (file !== this.file) {
      this.open(file);
      from = "";
    }
    const { selection } = this.state;
    if (selection.kind === "item" && selection.item.element) this.cursor = selection.item.element;
    this.redraw();
    if (place && place.file === this.file && from !== "source" && from !== "file") this.reveal(lineOf(place) - 1);
  }

  reveal(line: number): void {
    this.virtual.reveal(line);
  }

  private light(begin: number, end: number, element: Element | null): Light | null {
    const { lights } = this.state;
    const own = element ? lights.elements.get(element) : undefined;
    if (own) return own;
    for (const { place, light } of lights.places) {
      if (place.file === this.file && place.begin <= begin && end <= place.end) return light;
    }
    return null;
  }

  /** Where the look of a line changes. */
  private cuts(begin: number, end: number, segments: Segment[], from: number): number[] {
    const cuts = new Set([begin, end]);
    for (let i = from; i < segments.length; i++) {
      const segment = segments[i] as Segment;
      if (segment.begin >= end) break;
      cuts.add(Math.max(begin, segment.begin));
      cuts.add(Math.min(end, segment.end));
    }
    for (const { place } of this.state.lights.places) {
      if (place.file !== this.file || place.end <= begin || place.begin >= end) continue;
      cuts.add(Math.max(begin, place.begin));
      cuts.add(Math.min(end, place.end));
    }
    return [...cuts].sort((a, b) => a - b);
  }

  private line(i: number): HTMLElement {
    const file = this.file as SourceFile;
    const view = this.view() as FileView;
    const begin = file.lines[i] ?? 0;
    let end = i + 1 < file.lines.length ? (file.lines[i + 1] ?? 0) - 1 : file.text.length;
    if (end > begin && file.text[end - 1] === "\r") end--;
    if (end > begin && file.text[end - 1] === "\n") end--;
    const cut = end - begin > COLUMNS ? begin + COLUMNS : end;
    const from = firstAfter(view.segments, begin);
    const cuts = this.cuts(begin, cut, view.segments, from);
    const code = h("span", { class: "text" });
    let segment = from;
    for (let k = 0; k + 1 < cuts.length; k++) {
      const a = cuts[k] as number;
      const b = cuts[k + 1] as number;
      while ((view.segments[segment]?.end ?? Infinity) <= a) segment++;
      const candidate = view.segments[segment];
      const element = candidate && candidate.begin <= a ? candidate.element : null;
      code.append(this.piece(file.text.slice(a, b), a, b, element, view));
    }
    if (cut < end) code.append(h("span", { class: "quiet" }, ` … ${number(end - cut)} more characters`));
    const lit = [...(view.begins.get(i) ?? [])].some((element) => this.state.lights.elements.has(element));
    return h(
      "div",
      { class: "line" + (lit ? " lit" : "") },
      h(
        "span",
        { class: "gutter" },
        h("span", { class: "number" }, i + 1),
        this.letters(view.begins.get(i), view.found.get(i)),
      ),
      code,
    );
  }

  private letters(elements: Element[] = [], found: Diagnostic[] = []): HTMLElement {
    const box = h("span", { class: "letters" });
    const [first] = found;
    if (first) {
      const words = found.map((one) => one.raw.message).join("; ");
      const choose = (): void => this.state.select({ kind: "diagnostic", diagnostic: first }, "source");
      box.append(
        h(
          "button",
          {
            class: `letter flag ${first.raw.severity}`,
            title: words,
            "aria-label": `Finding: ${words}`,
            tabindex: -1,
            click: choose,
          },
          "!",
        ),
      );
    }
    const room = first ? 2 : 3;
    const shown = elements.length > room ? elements.slice(0, room - 1) : elements;
    for (const { status } of shown) {
      box.append(h("span", { class: `letter s-${status}`, title: STATUSES[status].word }, STATUSES[status].letter));
    }
    if (elements.length > room)
      box.append(h("span", { class: "letter more", title: count(elements.length, "element") }, "…"));
    return box;
  }

  private piece(text: string, a: number, b: number, element: Element | null, view: FileView): Node {
    const light = this.light(a, b, element);
    const blank = !text.trim();
    if (!element || blank) {
      return light && !blank ? h("span", { class: `l-${light}` }, text) : document.createTextNode(text);
    }
    const { lights } = this.state;
    const dim = (lights.active && !light) || (this.only !== null && element.status !== this.only && !light);
    const lead = text.length - text.trimStart().length;
    const first = element.place.begin === a + lead || element.place.begin === a;
    const button = h(
      "span",
      {
        class: `el s-${element.status}` + (light ? ` l-${light}` : "") + (dim ? " dim" : ""),
        role: "button", // no <button>: its text could not be selected and copied
        tabindex: first && element === this.cursor ? 0 : -1,
        "data-focus": view.index.get(element) ?? 0,
        "aria-label": `${text.trim()}: ${STATUSES[element.status].word}`,
        "aria-pressed": light === "self" ? "true" : "false",
        title: `${roleWords(mainItem(element).role, mainItem(element).name)}: ${STATUSES[element.status].word}`,
      },
      text.slice(lead),
    );
    if (!lead) return button;
    const fragment = document.createDocumentFragment();
    fragment.append(text.slice(0, lead), button);
    return fragment;
  }

  private elementOf(target: EventTarget | null): Element | null {
    if (!(target instanceof HTMLElement)) return null;
    const id = target.closest<HTMLElement>("[data-focus]")?.dataset["focus"];
    return id === undefined ? null : (this.file?.elements[Number(id)] ?? null);
  }

  private click(event: Event): void {
    if (event.target instanceof HTMLElement && event.target.closest(".flag")) return;
    const element = this.elementOf(event.target);
    const marked = getSelection();
    if (marked && !marked.isCollapsed) return; // text is being selected
    if (!element) {
      this.state.select({ kind: "none" }, "source");
      return;
    }
    this.cursor = element;
    this.choose(element);
  }

  /** Again on the same element: its next role. */
  private choose(element: Element): void {
    const { selection } = this.state;
    let item = mainItem(element);
    if (selection.kind === "item" && selection.item.element === element) {
      const at = element.items.indexOf(selection.item);
      item = element.items[(at + 1) % element.items.length] as Item;
    }
    this.state.select({ kind: "item", item }, "source");
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    const here = this.elementOf(event.target);
    if (here && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.choose(here);
      return;
    }
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !here) return;
    event.preventDefault();
    this.step(step);
  }

  /** To the next or the previous element; with a status chosen in the legend, of that status. */
  step(step: number): void {
    const elements = this.file?.elements ?? [];
    if (!elements.length) return;
    let at = this.cursor ? (this.view()?.index.get(this.cursor) ?? 0) : -step;
    do {
      at += step;
    } while (this.only && elements[at] && elements[at]?.status !== this.only);
    const element = elements[at];
    if (!element) return;
    this.focus(element);
  }

  focus(element: Element | null = this.cursor): void {
    if (!element || !this.file) return;
    this.cursor = element;
    this.virtual.reveal(lineAt(this.file, element.place.begin));
    this.redraw();
    const id = this.view()?.index.get(element);
    this.space.querySelector<HTMLElement>(`[data-focus="${id}"]`)?.focus({ preventScroll: true });
  }

  private drawRuler(): void {
    const view = this.view();
    const file = this.file;
    const height = this.scroller.clientHeight;
    const needed = !!file && file.lines.length * LINE > height;
    this.ruler.hidden = !needed;
    if (!view || !file || !needed || !height) return;
    const scale = devicePixelRatio || 1;
    this.ruler.width = 12 * scale;
    this.ruler.height = height * scale;
    const context = this.ruler.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const step = height / file.lines.length;
    const colour = new Map<string, string>();
    const bar = (line: number, name: string): void => {
      let value = colour.get(name);
      if (value === undefined) colour.set(name, (value = style.getPropertyValue(name)));
      context.fillStyle = value;
      context.fillRect(2, Math.min(height - 2, line * step), 8, Math.max(2, step));
    };
    const { lights } = this.state;
    if (lights.active && (lights.elements.size || lights.places.length)) {
      for (const [element, light] of lights.elements) {
        if (element.place.file === file) bar(lineAt(file, element.place.begin), `--lit-${light}`);
      }
      for (const { place, light } of lights.places) {
        if (place.file === file) bar(lineAt(file, place.begin), `--lit-${light}`);
      }
      return;
    }
    const colours = ORDER.map((status) => style.getPropertyValue(`--ink-${status}`));
    // From the least urgent to the most, so that the urgent ones stay on top where lines share a pixel.
    const rows = new Uint8Array(Math.ceil(height) + 1);
    for (let line = 0; line < view.marks.length; line++) {
      const mark = view.marks[line] ?? 0;
      if (!mark || (this.only && ORDER[mark - 1] !== this.only)) continue;
      const y = Math.floor(line * step);
      const old = rows[y] ?? 0;
      if (!old || mark < old) rows[y] = mark;
    }
    rows.forEach((mark, y) => {
      if (!mark) return;
      context.fillStyle = colours[mark - 1] ?? "";
      context.fillRect(2, y, 8, Math.max(1, Math.min(4, step)));
    });
  }

  private jump(event: MouseEvent): void {
    const box = this.ruler.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    this.reveal(Math.floor(share * (this.file?.lines.length ?? 0)));
  }

  expand(): void {
    const left = this.virtual.expand(LINES_PRINTED);
    this.omitted.textContent = left
      ? `The first ${number(LINES_PRINTED)} lines are printed; ${number(left)} more are in the page.`
      : "";
  }

  collapse(): void {
    this.virtual.collapse();
    this.redraw();
  }
}
