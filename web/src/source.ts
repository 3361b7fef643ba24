// The source with its marks.  Only the visible lines are in the page.
import { count, fill, h, number, visible } from "./dom";
import { FindBox, type Match } from "./find";
import { foldsOf, Rows, type Fold } from "./fold";
import { firstAfter, mainItem, viewOf, type FileView, type Segment } from "./marks";
import { lineAt, lineOf, type Diagnostic, type Element, type Item, type SourceFile } from "./model";
import { Outline } from "./outline";
import { Ruler } from "./ruler";
import type { Light, State } from "./state";
import { Virtual } from "./virtual";
import { roleWords, STATUSES, type Status } from "./words";

const LINE = 20;
const COLUMNS = 4000;
const LINES_PRINTED = 5000;
const LINES_SHOWN = 1500000; // browsers draw nothing that is higher than about 33 million pixels

export class SourceView {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  private readonly virtual: Virtual;
  private readonly ruler: Ruler;
  private readonly outline: Outline;
  readonly find: FindBox;
  private readonly space: HTMLElement;
  private readonly title: HTMLElement;
  private readonly omitted: HTMLElement;
  private readonly views = new Map<SourceFile, FileView>();
  private readonly folds = new Map<SourceFile, Fold[]>();
  private readonly opened = new Set<Fold>();
  private rows = new Rows(0, [], new Set());
  private matches: Match[] = [];
  private match: Match | null = null;
  private file: SourceFile | null = null;
  private cursor: Element | null = null;
  /** The line that was gone to. */
  private target = -1;
  only: Status | null = null;

  constructor(private readonly state: State) {
    this.space = h("div", { class: "space code" });
    this.scroller = h("div", { class: "scroller", role: "group", "aria-label": "Source", tabindex: 0 }, this.space);
    this.ruler = new Ruler((share) => this.jump(share));
    this.outline = new Outline(state);
    this.find = new FindBox({
      text: () => this.file?.text ?? "",
      goToLine: (line) => this.goToLine(line),
      found: (matches, current) => this.found(matches, current),
    });
    this.title = h("div", { class: "title" });
    this.omitted = h("p", { class: "omitted" });
    this.root = h(
      "div",
      { class: "source" },
      this.title,
      h("div", { class: "frame" }, this.scroller, this.ruler.root),
      this.omitted,
    );
    this.virtual = new Virtual(this.scroller, this.space, LINE, (i) => this.row(i));
    this.scroller.addEventListener("click", (event) => this.click(event));
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    this.scroller.addEventListener("scroll", () => this.follow(), { passive: true });
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
    this.find.reset();
    this.cursor = this.elements()[0] ?? null;
    this.space.style.setProperty("--columns", String(Math.min(COLUMNS, file.longest) + 2));
    this.space.style.setProperty("--digits", String(String(file.lines.length).length));
    this.redraw();
    this.home();
  }

  /** The user's code comes first, not what stands before it. */
  home(): void {
    const first = this.state.hiding
      ? this.state.model.procedures.find((one) => !one.generated && one.at?.file === this.file)
      : undefined;
    if (first?.at) {
      this.cursor = this.elements().find((one) => one.place.begin >= (first.at?.begin ?? 0)) ?? this.cursor;
      this.virtual.reveal(this.rows.of(lineOf(first.at) - 1));
    }
    this.follow();
  }

  /** The elements that can be walked. */
  private elements(): Element[] {
    const all = this.file?.elements ?? [];
    return this.state.hiding ? all.filter((element) => !element.generated) : all;
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
        : h("span", { class: "path", title: file.path }, file.path.replace(/^.*\//, ""));
    this.outline.draw(file);
    fill(
      this.title,
      name,
      this.outline.root,
      h("span", { class: "quiet lines" }, count(file.lines.length, "line")),
      this.find.root,
    );
  }

  redraw(): void {
    const lines = this.file?.lines.length ?? 0;
    this.rows = new Rows(lines, this.file && this.state.hiding ? this.foldsOf(this.file) : [], this.opened);
    this.virtual.reset(Math.min(this.rows.count, LINES_SHOWN));
    this.omitted.textContent =
      lines > LINES_SHOWN ? `The first ${number(LINES_SHOWN)} of ${number(lines)} lines are shown.` : "";
    this.drawRuler();
  }

  private foldsOf(file: SourceFile): Fold[] {
    let folds = this.folds.get(file);
    if (!folds) this.folds.set(file, (folds = foldsOf(this.state.model, file)));
    return folds;
  }

  private follow(): void {
    if (!this.file) return;
    const row = this.rows.at(Math.floor(this.scroller.scrollTop / LINE) + 1);
    const line = typeof row === "number" ? row : row.from;
    this.outline.follow(this.file, this.file.lines[Math.min(line, this.file.lines.length - 1)] ?? 0);
  }

  private goToLine(line: number): void {
    const last = this.file?.lines.length ?? 0;
    if (line < 1 || !last) return;
    this.target = Math.min(line, last) - 1;
    this.reveal(this.target);
    this.redraw();
  }

  private found(matches: Match[], current: Match | null): void {
    this.matches = matches;
    this.match = current;
    this.target = -1;
    if (this.file && current) this.reveal(lineAt(this.file, current.begin));
    this.redraw();
  }

  private update(from: string): void {
    const place = this.state.place();
    const file = this.state.file;
    if (from === "filter") {
      this.drawTitle();
      this.redraw();
      return;
    }
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
    if (this.rows.reveal(line)) this.redraw();
    this.virtual.reveal(this.rows.of(line));
    this.follow();
  }

  /** Its room has changed: what is selected stays in view. */
  resume(): void {
    this.redraw();
    const place = this.state.place();
    if (place && place.file === this.file && !this.root.hidden) this.reveal(lineOf(place) - 1);
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
    for (const match of this.matchesIn(begin, end)) {
      cuts.add(Math.max(begin, match.begin));
      cuts.add(Math.min(end, match.end));
    }
    return [...cuts].sort((a, b) => a - b);
  }

  /** What was found in a part of the text. */
  private matchesIn(begin: number, end: number): Match[] {
    let low = 0;
    let high = this.matches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.matches[middle] as Match).end > begin) high = middle;
      else low = middle + 1;
    }
    const found: Match[] = [];
    for (let i = low; i < this.matches.length && (this.matches[i] as Match).begin < end; i++)
      found.push(this.matches[i] as Match);
    return found;
  }

  private row(index: number): HTMLElement {
    const row = this.rows.at(index);
    return typeof row === "number" ? this.line(row) : this.fold(row);
  }

  private fold(fold: Fold): HTMLElement {
    const open = (): void => {
      this.opened.add(fold);
      this.redraw();
    };
    return h(
      "div",
      { class: "line fold" },
      h(
        "button",
        { class: "unfold", "data-focus": `fold${fold.from}`, click: open },
        `⋯ ${count(fold.to - fold.from, "line")} of generated text`,
      ),
    );
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
    const path = this.state.lights.places.some(
      ({ place, light }) => light === "trace" && place.file === file && lineAt(file, place.begin) === i,
    );
    return h(
      "div",
      { class: "line" + (lit ? " lit" : "") + (path ? " path-line" : "") + (i === this.target ? " target" : "") },
      h(
        "span",
        { class: "gutter" },
        h("span", { class: "number" }, i + 1),
        this.letters(view.begins.get(i), view.found.get(i)),
      ),
      code,
    );
  }

  private letters(all: Element[] = [], found: Diagnostic[] = []): HTMLElement {
    const elements = this.state.hiding ? all.filter((element) => !element.generated) : all;
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
    const hit = this.matchesIn(a, b)[0];
    const marks = (light ? ` l-${light}` : "") + (hit ? (hit === this.match ? " hit now" : " hit") : "");
    if (!element || blank || (this.state.hiding && element.generated && !light)) {
      return marks && (!blank || hit)
        ? h("span", { class: marks.trim() }, text)
        : document.createTextNode(visible(text));
    }
    const dim = this.only !== null && element.status !== this.only && !light;
    const lead = text.length - text.trimStart().length;
    const first = element.place.begin === a + lead || element.place.begin === a;
    const button = h(
      "span",
      {
        class: `el s-${element.status}${marks}` + (dim ? " dim" : ""),
        role: "button", // no <button>: its text could not be selected and copied
        tabindex: first && element === this.cursor ? 0 : -1,
        "data-focus": view.index.get(element) ?? 0,
        "aria-label": `${text.trim()}: ${STATUSES[element.status].word}`,
        "aria-pressed": light === "self" || light === "failed" ? "true" : "false",
        title: `${roleWords(mainItem(element).role, mainItem(element).name)}: ${STATUSES[element.status].word}`,
      },
      text.slice(lead),
    );
    if (!lead) return button;
    const fragment = document.createDocumentFragment();
    fragment.append(visible(text.slice(0, lead)), button);
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
    if (selection.kind === "item" && element.items.includes(selection.item)) {
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
    const elements = this.elements();
    if (!elements.length) return;
    let at = this.cursor ? elements.indexOf(this.cursor) : -step;
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
    this.reveal(lineAt(this.file, element.place.begin));
    this.redraw();
    const id = this.view()?.index.get(element);
    this.space.querySelector<HTMLElement>(`[data-focus="${id}"]`)?.focus({ preventScroll: true });
  }

  private drawRuler(): void {
    const view = this.view();
    const file = this.file;
    const height = this.scroller.clientHeight;
    const needed = !!file && this.rows.count * LINE > height;
    this.ruler.root.hidden = !needed;
    if (!view || !file || !needed || !height) return;
    this.ruler.draw(height, {
      file,
      marks: this.state.hiding ? view.own : view.marks,
      lights: this.state.lights,
      only: this.only,
      found: this.matches.map((match) => lineAt(file, match.begin)),
      rows: this.rows.count,
      rowOf: (line) => this.rows.of(line),
    });
  }

  private jump(share: number): void {
    this.virtual.reveal(Math.floor(share * this.rows.count));
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
