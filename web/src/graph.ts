// The dependency graph: all procedures, or one of them opened.  It follows what is chosen elsewhere, and what is chosen here
// shows in the source and in the panel.
import { count, fill, h, svg, type Child } from "./dom";
import { save, standalone } from "./export";
import { picture, type Box, type Picture } from "./layout";
import { ownerOf, titleOf, type Item, type Procedure } from "./model";
import { shortName } from "./names";
import { focusOf, overviewOf, type Address, type Edge, type Network } from "./network";
import type { Light, State } from "./state";
import { STATUSES } from "./words";

const LEAST_SCALE = 0.75; // below this text cannot be read well
const LEAST_FIT = 0.55; // to see all of it at once, somewhat smaller is good enough

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A curve through the points of an edge: level at each of them, as layers go from left to right. */
function curve(points: { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first.x.toFixed(1)} ${first.y.toFixed(1)}`;
  let at = first;
  for (const point of rest) {
    const middle = ((at.x + point.x) / 2).toFixed(1);
    path += `C${middle} ${at.y.toFixed(1)} ${middle} ${point.y.toFixed(1)} ${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    at = point;
  }
  return path;
}

export class GraphView {
  readonly root: HTMLElement;
  private readonly title: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly note: HTMLElement;
  private address: Address | null = null;
  private network: Network | null = null;
  private picture: Picture | null = null;
  private drawing: SVGSVGElement | null = null;
  private nodes = new Map<string, SVGGElement>();
  private scale = 1;
  private cursor = "";
  visible = false;

  constructor(private readonly state: State) {
    this.title = h("div", { class: "title" });
    this.note = h("p", { class: "omitted quiet" });
    this.scroller = h("div", { class: "scroller", role: "group", "aria-label": "Dependency graph" });
    this.root = h("div", { class: "network" }, this.title, this.note, this.scroller);
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    state.listen((from) => this.update(from));
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.root.hidden = !visible;
    if (visible) this.update("");
  }

  private addressOf(item: Item | null, procedure: Procedure | null): Address | null {
    const owner = procedure ?? (item ? ownerOf(this.state.model, item) : null);
    if (!owner) return null;
    for (let graph = 0; graph < this.state.model.graphs.length; graph++) {
      const at = this.state.model.graphs[graph]?.procedures.indexOf(owner) ?? -1;
      if (at >= 0) return { graph, procedure: at };
    }
    return null;
  }

  private item(): Item | null {
    const { selection } = this.state;
    if (selection.kind === "item") return selection.item;
    if (selection.kind === "diagnostic") return selection.diagnostic.goal;
    return null;
  }

  private update(from: string): void {
    if (!this.visible || from === "file") return;
    const item = this.item();
    // An element is drawn in its procedure, which is therefore opened.
    if (item && from !== "graph") {
      const address = this.addressOf(item, null);
      const same = address?.graph === this.address?.graph && address?.procedure === this.address?.procedure;
      if (address && (!same || this.network?.cut || !this.network)) return this.open(address);
    }
    if (!this.network || from === "filter") return this.open(this.network ? this.address : this.home());
    this.light(from !== "graph");
  }

  /** Draws one procedure, or all of them. */
  private open(address: Address | null): void {
    this.address = address;
    this.network = address ? focusOf(this.state.model, address, this.item()) : overviewOf(this.state.model, this.state.hiding);
    this.picture = picture(this.network, this.scroller.clientWidth);
    const fit = Math.min(
      this.scroller.clientWidth / this.picture.width,
      this.scroller.clientHeight / this.picture.height,
    );
    this.scale = fit >= LEAST_FIT ? Math.min(1.1, fit) : LEAST_SCALE;
    this.draw();
  }

  /** A program with one procedure has nothing to show but its elements. */
  private home(): Address | null {
    const { model, hiding } = this.state;
    const own = model.procedures.filter((one) => !(hiding && one.generated));
    return own.length === 1 ? this.addressOf(null, own[0] ?? null) : null;
  }

  private name(address: Address): string {
    const { model } = this.state;
    const graph = model.graphs[address.graph];
    return graph ? titleOf(model, graph.program, graph.raw.procedures[address.procedure]?.name ?? "") : "";
  }

  private drawTitle(): void {
    const all = h("button", { class: "crumb", disabled: !this.address, click: () => this.leave() }, "All procedures");
    const here: Child = this.address
      ? [
          h("span", { class: "quiet", "aria-hidden": "true" }, "›"),
          h("span", { class: "path" }, this.name(this.address)),
        ]
      : null;
    const n = this.network?.vertices.length ?? 0;
    fill(
      this.title,
      all,
      here,
      h("span", { class: "quiet hint" }, `${count(n, "node")} · arrows lead to what it rests on`),
      h(
        "span",
        { class: "zoom" },
        h(
          "button",
          { class: "tool", "aria-label": "Smaller", title: "Smaller (-)", click: () => this.zoom(1 / 1.25) },
          "−",
        ),
        h("button", { class: "tool", "aria-label": "Larger", title: "Larger (+)", click: () => this.zoom(1.25) }, "+"),
        h("button", { class: "tool", title: "All of it (0)", click: () => this.fit() }, "Fit"),
        h("button", { class: "tool", title: "Save this graph as an SVG file", click: () => this.save() }, "SVG"),
      ),
    );
    this.note.textContent = this.network?.cut ?? "";
  }

  private save(): void {
    if (!this.drawing) return;
    const paper = getComputedStyle(document.body).backgroundColor;
    const name = (this.address ? this.name(this.address) : "procedures").replace(/[^\w.-]+/g, "-");
    save(standalone(this.drawing, paper), "image/svg+xml", `${name}.svg`);
  }

  private leave(): void {
    const procedure = this.address
      ? (this.state.model.graphs[this.address.graph]?.procedures[this.address.procedure] ?? null)
      : null;
    this.open(null);
    if (procedure) this.state.select({ kind: "procedure", procedure }, "graph");
    this.title.querySelector("button")?.focus();
  }

  private fit(): void {
    if (!this.picture) return;
    this.zoom(
      Math.min(1.1, this.scroller.clientWidth / this.picture.width, this.scroller.clientHeight / this.picture.height) /
        this.scale,
    );
  }

  private zoom(factor: number): void {
    const { scroller } = this;
    const x = (scroller.scrollLeft + scroller.clientWidth / 2) / this.scale;
    const y = (scroller.scrollTop + scroller.clientHeight / 2) / this.scale;
    this.scale = Math.max(0.1, Math.min(2.5, this.scale * factor));
    this.resize();
    scroller.scrollTo(x * this.scale - scroller.clientWidth / 2, y * this.scale - scroller.clientHeight / 2);
  }

  private resize(): void {
    if (!this.drawing || !this.picture) return;
    this.drawing.setAttribute("width", String(Math.ceil(this.picture.width * this.scale)));
    this.drawing.setAttribute("height", String(Math.ceil(this.picture.height * this.scale)));
  }

  private draw(): void {
    const shown = this.picture;
    if (!shown) return;
    this.drawTitle();
    this.nodes.clear();
    const head = (id: string): SVGMarkerElement =>
      svg(
        "marker",
        {
          id: `head-${id}`,
          viewBox: "0 0 8 8",
          refX: 7,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          markerUnits: "userSpaceOnUse",
          orient: "auto",
          class: `head ${id}`,
        },
        svg("path", { d: "M0 0L8 4L0 8Z" }),
      );
    const kinds = ["plain", "out", "in", "clash"];
    const lines = svg(
      "g",
      { class: "edges" },
      shown.lines.map((line) => this.edge(line.edge, curve(line.points))),
    );
    const boxes = svg(
      "g",
      {},
      shown.boxes.map((box) => this.node(box)),
    );
    const rest = shown.grid
      ? svg(
          "text",
          { class: "caption", x: 24, y: shown.grid + 14 },
          this.address
            ? "Goals that rest on nothing, or are not proved"
            : "On their own: no other procedure takes part",
        )
      : null;
    this.drawing = svg(
      "svg",
      { viewBox: `0 0 ${shown.width} ${shown.height}` },
      svg("defs", {}, kinds.map(head)),
      lines,
      rest,
      boxes,
    );
    this.resize();
    fill(this.scroller, this.drawing);
    if (!this.nodes.has(this.cursor)) {
      const first = shown.boxes.reduce<Box | undefined>(
        (best, box) => (!best || box.x < best.x - 30 || (box.x < best.x + 30 && box.y < best.y) ? box : best),
        undefined,
      );
      this.cursor = first?.vertex.key ?? "";
    }
    this.light(true);
  }

  private edge(edge: Edge, path: string): SVGPathElement {
    const words = `${edge.needed ? "" : edge.undecided ? " undecided" : " replaceable"}${edge.clash ? " clash" : ""}`;
    const line = svg("path", {
      d: path,
      class: `edge${words}`,
      "data-from": edge.from,
      "data-to": edge.to,
      "marker-end": `url(#head-${edge.clash ? "clash" : "plain"})`,
    });
    line.style.strokeWidth = String(Math.min(3, 1 + Math.log10(edge.count)));
    return line;
  }

  private node(box: Box): SVGGElement {
    const { vertex, x, y, width, height } = box;
    const room = (this.picture?.title ?? 0) - (vertex.status ? 2 : 0);
    const title = (vertex.address ? shortName : shorten)(vertex.title, room);
    const letter = vertex.status ? STATUSES[vertex.status].letter : "";
    const sub = shorten(vertex.sub, this.picture?.sub ?? 0);
    const words = [vertex.title, vertex.status ? STATUSES[vertex.status].word : "", vertex.sub]
      .filter(Boolean)
      .join(", ");
    const group = svg(
      "g",
      {
        class: `node ${vertex.kind} s-${vertex.status ?? "none"}${vertex.trusted ? " trusted" : ""}${vertex.item?.goal ? " goal" : ""}`,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        role: "button",
        tabindex: -1,
        "data-key": vertex.key,
        click: () => this.pick(vertex.key, false),
        dblclick: () => this.pick(vertex.key, true),
      },
      svg("title", {}, vertex.address ? `${words}. Double click or Enter twice: open it` : words),
      svg("rect", { class: "body", width, height, rx: vertex.item?.goal ? height / 2 : 5 }),
      letter ? svg("text", { class: "mark", x: vertex.item?.goal ? 15 : 11, y: 18 }, letter) : null,
      svg("text", { class: "name", x: vertex.status ? (vertex.item?.goal ? 27 : 23) : 11, y: 18 }, title),
      svg("text", { class: "sub", x: vertex.status ? (vertex.item?.goal ? 27 : 23) : 11, y: 33 }, sub),
    );
    this.nodes.set(vertex.key, group);
    return group;
  }

  private vertex(key: string) {
    return this.network?.vertices.find((one) => one.key === key) ?? null;
  }

  /** Chooses a node; a procedure that is chosen already opens. */
  private pick(key: string, open: boolean): void {
    const vertex = this.vertex(key);
    if (!vertex) return;
    this.cursor = key;
    if (vertex.address && (open || (vertex.procedure === null && this.address === null))) {
      this.open(vertex.address);
      if (vertex.procedure) this.state.select({ kind: "procedure", procedure: vertex.procedure }, "graph");
      this.focus();
      return;
    }
    if (vertex.item) this.state.select({ kind: "item", item: vertex.item }, "graph");
    else if (vertex.procedure) this.state.select({ kind: "procedure", procedure: vertex.procedure }, "graph");
    else this.light(false);
    this.focus();
  }

  private focus(): void {
    this.nodes.get(this.cursor)?.focus({ preventScroll: true });
  }

  private chosenKey(): string {
    const { selection } = this.state;
    const item = this.item();
    const vertex = this.network?.vertices.find((one) =>
      item
        ? item.element
          ? one.element === item.element
          : one.item === item
        : selection.kind === "procedure" && one.procedure === selection.procedure,
    );
    return vertex?.key ?? "";
  }

  private lightOf(key: string, chosen: string, out: Set<string>, into: Set<string>): Light | "dim" | "" {
    if (!chosen) return "";
    const vertex = this.vertex(key);
    const own = vertex?.element ? this.state.lights.elements.get(vertex.element) : undefined;
    if (key === chosen) return own === "failed" ? own : "self";
    if (own && own !== "self") return own;
    if (out.has(key)) return "needed";
    if (into.has(key)) return "goal";
    return "dim";
  }

  private light(reveal: boolean): void {
    const chosen = this.chosenKey();
    const out = new Set<string>();
    const into = new Set<string>();
    for (const edge of this.network?.edges ?? []) {
      if (edge.from === chosen) out.add(edge.to);
      if (edge.to === chosen) into.add(edge.from);
    }
    if (chosen) this.cursor = chosen;
    for (const [key, node] of this.nodes) {
      const light = this.lightOf(key, chosen, out, into);
      node.dataset["light"] = light;
      node.setAttribute("tabindex", key === this.cursor ? "0" : "-1");
      node.setAttribute("aria-pressed", String(key === chosen));
    }
    for (const line of this.drawing?.querySelectorAll<SVGPathElement>(".edge") ?? []) {
      const way = line.dataset["from"] === chosen ? "out" : line.dataset["to"] === chosen ? "in" : "";
      line.dataset["light"] = way || (chosen ? "dim" : "");
      line.setAttribute("marker-end", `url(#head-${line.classList.contains("clash") ? "clash" : way || "plain"})`);
    }
    if (reveal) this.reveal(this.cursor);
  }

  private box(key: string): Box | null {
    return this.picture?.boxes.find((box) => box.vertex.key === key) ?? null;
  }

  private reveal(key: string): void {
    const box = this.box(key);
    if (!box) return;
    const { scroller, scale } = this;
    const [x, y] = [box.x * scale, box.y * scale];
    const seen =
      x >= scroller.scrollLeft &&
      x + box.width * scale <= scroller.scrollLeft + scroller.clientWidth &&
      y >= scroller.scrollTop &&
      y + box.height * scale <= scroller.scrollTop + scroller.clientHeight;
    if (!seen) scroller.scrollTo(x - scroller.clientWidth / 2 + box.width / 2, y - scroller.clientHeight / 2);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways: Record<string, [number, number]> = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
    };
    const way = ways[event.key];
    const actions: Record<string, () => void> = {
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(1 / 1.25),
      "0": () => this.fit(),
      Enter: () => this.pick(this.cursor, this.chosenKey() === this.cursor),
      " ": () => this.pick(this.cursor, false),
      Backspace: () => this.leave(),
    };
    const action = way ? () => this.step(way) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** To the nearest node in a direction; what lies straight ahead is nearer. */
  private step([dx, dy]: [number, number]): void {
    const here = this.box(this.cursor);
    if (!here || !this.picture) return;
    let best: Box | null = null;
    let least = Infinity;
    for (const box of this.picture.boxes) {
      const x = box.x + box.width / 2 - here.x - here.width / 2;
      const y = box.y + box.height / 2 - here.y - here.height / 2;
      const ahead = dx * x + dy * y;
      if (box === here || ahead < 8) continue;
      const distance = ahead + 3 * Math.abs(dx ? y : x);
      if (distance < least) [best, least] = [box, distance];
    }
    if (!best) return;
    this.nodes.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = best.vertex.key;
    this.nodes.get(this.cursor)?.setAttribute("tabindex", "0");
    this.reveal(this.cursor);
    this.focus();
  }
}
