// Which views are open: source, graph, both, or the map.  On a narrow screen there is room for one, and the tables are one of them.
import { h } from "./dom";

export type View = "source" | "graph" | "both" | "map" | "tables";

interface Panes {
  app: HTMLElement;
  source: { root: HTMLElement; resume(): void };
  graph: { show(visible: boolean): void } | null;
  map: { show(visible: boolean): void };
}

const NAMES: [View, string][] = [
  ["tables", "Tables"],
  ["source", "Source"],
  ["graph", "Graph"],
  ["both", "Both"],
  ["map", "Map"],
];

export class Views {
  readonly root: HTMLElement;
  private readonly buttons: [View, HTMLElement][];
  private current: View = "source";

  constructor(private readonly panes: Panes) {
    const names = NAMES.filter(([view]) => panes.graph || (view !== "graph" && view !== "both"));
    this.buttons = names.map(([view, name]) => [
      view,
      h("button", { class: `tool v-${view}`, click: () => this.open(view) }, name),
    ]);
    this.root = h(
      "div",
      { class: "switch", role: "group", "aria-label": "View" },
      this.buttons.map(([, button]) => button),
    );
  }

  open(view: View): void {
    this.current = view;
    for (const [one, button] of this.buttons) button.setAttribute("aria-pressed", String(one === view));
    const { app, source, graph, map } = this.panes;
    app.dataset["view"] = view;
    source.root.hidden = view === "graph" || view === "map";
    graph?.show(view === "graph" || view === "both");
    map.show(view === "map");
    source.resume();
  }

  /** What was chosen in a table is shown in the source, where the tables have taken its place. */
  leaveTables(): void {
    if (this.current === "tables") this.open("source");
  }

  /** The source, if it is not shown. */
  seeSource(): void {
    if (this.panes.source.root.hidden || this.current === "tables") this.open("source");
  }

  next(): void {
    const views: View[] = this.buttons.map(([view]) => view).filter((view) => view !== "tables");
    this.open(views[(views.indexOf(this.current) + 1) % views.length] ?? "source");
  }
}
