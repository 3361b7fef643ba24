// The page of `warrant --html`.
import type { AxiomReport } from "./axioms/data";
import { startAxioms } from "./axioms/page";
import { readData } from "./data";
import { h } from "./dom";
import { GraphView } from "./graph";
import { Lists } from "./lists";
import { buildModel } from "./build";
import type { Model } from "./model";
import { overview } from "./overview";
import { Panel } from "./panel";
import { SourceView } from "./source";
import { State } from "./state";
import { Theme } from "./theme";
import { Treemap } from "./treemap";
import { Views } from "./views";

/** What a reader should see first: a goal that is not proved, else a contradiction. */
function choosePlace(model: Model, state: State): void {
  const bad =
    model.goals.find((goal) => goal.status === "failed") ?? model.goals.find((goal) => goal.status === "timeout");
  const order = ["contradictory-axioms", "vacuous-proof", "false-assumption", "dead-by-specification"];
  const odd = order.map((code) => model.diagnostics.find((one) => one.raw.code === code)).find(Boolean);
  const refused = model.diagnostics.find((one) => one.raw.severity === "error" && !one.goal);
  if (refused) state.select({ kind: "diagnostic", diagnostic: refused });
  else if (bad) state.select({ kind: "item", item: bad });
  else if (odd) state.select({ kind: "diagnostic", diagnostic: odd });
}

function start(model: Model): void {
  const theme = new Theme();
  const state = new State(model);
  const source = new SourceView(state);
  const panel = new Panel(state);
  const lists = new Lists(state);
  const themeButton = h("button", { class: "tool", click: () => theme.toggle() });
  const nameTheme = (): void => {
    themeButton.textContent = theme.dark() ? "Light" : "Dark";
    themeButton.title = `Switch to ${theme.dark() ? "light" : "dark"} colours (t)`;
    source.redraw();
  };
  const graph = model.graphs.some(({ raw }) => raw.procedures.length) ? new GraphView(state) : null;
  const map = new Treemap(state);
  const center = h("main", { class: "center" }, graph?.root, source.root, map.root);
  const app = h("div", { class: "app" });
  const views = new Views({ app, source, graph, map });
  const showHelp = (): void => {
    state.select({ kind: "none" });
    app.classList.toggle("helping");
  };
  const helpButton = h("button", { class: "tool", title: "How to read this, and keys (?)", click: showHelp }, "Help");
  const head = overview(state, [views.root, helpButton, themeButton], (status) => {
    source.only = status;
    source.redraw();
    if (status) source.step(1);
  });
  app.append(head, lists.root, center, panel.root);
  document.body.append(app);
  source.home();
  state.listen((from) => {
    if (state.selection.kind !== "none") app.classList.remove("helping");
    if (["findings", "procedures", "goals"].includes(from)) views.leaveTables();
  });
  const find = (prefix: string): void => {
    views.seeSource();
    source.find.focus(prefix);
  };
  theme.listen(nameTheme);
  nameTheme();
  views.open("source");

  const replaceState = history.replaceState.bind(history);
  if (location.hash.length > 1 && state.follow()) source.redraw();
  else {
    const push = history.pushState;
    history.pushState = replaceState; // the first choice is no step of the reader
    choosePlace(model, state);
    history.pushState = push;
  }
  addEventListener("popstate", () => state.follow());
  addEventListener("beforeprint", () => {
    lists.expand();
    source.expand();
  });
  addEventListener("afterprint", () => {
    lists.collapse();
    source.collapse();
  });
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key === "Escape") {
      if (target instanceof HTMLInputElement) target.blur();
      state.select({ kind: "none" });
      return;
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement
    )
      return;
    const actions: Record<string, () => void> = {
      n: () => source.step(1),
      p: () => source.step(-1),
      t: () => theme.toggle(),
      g: () => views.next(),
      f: () => find(""),
      l: () => find(":"),
      "/": () => lists.focusFilter(),
      "1": () => lists.open(0),
      "2": () => lists.open(1),
      "3": () => lists.open(2),
      "?": showHelp,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

const data = readData();
if (data?.report.command === "axioms") startAxioms(data.report as unknown as AxiomReport);
else if (data) start(buildModel(data));
else document.body.append("This page holds no report yet: `warrant cover --html FILE` fills it.");
