// The tables on the left: findings, procedures, goals.
import { costOf, costWords } from "./cost";
import { count, h, number, percent, prose, short } from "./dom";
import { splitName } from "./names";
import { lineOf, ownerOf, shortWhere, textOf, type Diagnostic, type Goal, type Guide, type Model, type Procedure } from "./model";
import type { State } from "./state";
import { Table } from "./table";
import { procedureStatus } from "./verdict";
import { ORDER, roleShort, STATUSES, type Status } from "./words";

function letter(status: Status, word = ""): HTMLElement {
  return h(
    "span",
    { class: "verdict" },
    h("span", { class: `letter s-${status}`, title: STATUSES[status].word }, STATUSES[status].letter),
    word,
  );
}

/** A number under a bar of its share. */
function bar(share: number, text: string, title: string, cls = ""): HTMLElement {
  const filled = h("span", {});
  filled.style.width = `${Math.max(0, share) * 100}%`;
  return h(
    "span",
    { class: "share", title },
    h("span", { class: `minibar ${cls}`, "aria-hidden": "true" }, filled),
    text,
  );
}

const SEVERITY: Record<string, number> = { error: 3, warning: 2, info: 1 };

const HOLLOW = ["contradictory-axioms", "false-assumption", "vacuous-proof"]; // proofs that mean nothing

/** What matters most comes first; else in the order of the text. */
function urgency({ raw }: Diagnostic): number {
  return (SEVERITY[raw.severity] ?? 0) + (HOLLOW.includes(raw.code) ? 0.5 : 0);
}

function findings(model: Model, state: State): Table<Diagnostic> {
  return new Table<Diagnostic>({
    name: "findings",
    rows: [...model.diagnostics].sort((a, b) => urgency(b) - urgency(a)),
    height: 64,
    empty: model.covering
      ? "Nothing to report: every goal is proved, and no clause is contradictory or unnecessary."
      : "Nothing to report: every goal is proved.",
    key: (one) => one.key,
    text: (one) =>
      [
        one.raw.code,
        one.raw.severity,
        one.raw.message,
        one.at?.file.path,
        lineOf(one.at),
        textOf(one.at).slice(0, 200),
      ].join(" "),
    pick: (diagnostic) =>
      state.select(
        diagnostic.goal ? { kind: "item", item: diagnostic.goal } : { kind: "diagnostic", diagnostic },
        "findings",
      ),
    columns: [
      {
        title: "Finding",
        cls: "wide",
        value: (one) => one.raw.code,
        cell: (one) => [
          h("span", { class: `severity ${one.raw.severity}` }, one.raw.code),
          h("span", { class: "clip2", title: one.raw.message }, prose(one.raw.message)),
        ],
      },
      {
        title: "Severity",
        cls: "tag",
        value: (one) => SEVERITY[one.raw.severity] ?? 0,
        cell: (one) => one.raw.severity,
      },
      {
        title: "Place",
        cls: "place",
        value: (one) => lineOf(one.at),
        cell: (one) =>
          one.at
            ? [
                model.files.length > 1
                  ? h("span", { class: "clip", title: one.at.file.path }, one.at.file.path.replace(/^.*\//, ""))
                  : null,
                h("span", { class: "clip" }, `line ${lineOf(one.at)}`),
              ]
            : "",
      },
    ],
  });
}

function procedures(model: Model, state: State): Table<Procedure> {
  const share = (one: Procedure): number => (one.total ? one.covered / one.total : -1);
  const meter = (one: Procedure): HTMLElement =>
    bar(share(one), percent(one.covered, one.total), `${number(one.covered)} of ${number(one.total)} elements`);
  return new Table<Procedure>({
    name: "procedures",
    rows: model.procedures,
    height: 48,
    empty: "There are no procedures with a body.",
    key: (one) => one.key,
    shown: (one) => !(state.hiding && one.generated),
    text: (one) => `${one.title} ${one.name} ${one.verdict}`,
    pick: (procedure) => state.select({ kind: "procedure", procedure }, "procedures"),
    columns: [
      {
        title: "Procedure",
        cls: "wide",
        value: (one) => one.title,
        cell: (one) => [
          splitName(one.title, one.name),
          h("span", { class: "clip quiet" }, `${one.verdict} · ${count(one.goals.length, "goal")}`),
        ],
      },
      {
        title: "Verdict",
        cls: "mark",
        value: (one) => one.verdict,
        cell: (one) => letter(procedureStatus(one)),
      },
      ...(model.covering ? [{ title: "Covered", cls: "num cover", value: share, cell: meter }] : []),
      {
        title: "Cost",
        cls: "num",
        value: (one) => one.resources + one.explaining,
        cell: (one) =>
          h(
            "span",
            {
              title: `${number(one.resources)} solver steps to prove it${one.explaining ? `, ${number(one.explaining)} to explain the proofs` : ""}`,
            },
            short(one.resources + one.explaining),
          ),
      },
    ],
  });
}

function goals(model: Model, state: State): Table<Goal> {
  const most = model.goals.reduce((max, goal) => Math.max(max, costOf(goal)), 1);
  const cost = (goal: Goal): HTMLElement => {
    const share = Math.log1p(costOf(goal)) / Math.log1p(most);
    return bar(share, short(costOf(goal)), costWords(goal), goal.raw.group ? "spent shared" : "spent");
  };
  return new Table<Goal>({
    name: "goals",
    rows: model.goals,
    height: 48,
    empty: "There is nothing to prove.",
    key: (goal) => goal.key,
    shown: (goal) => !(state.hiding && goal.generated && goal.status === "proved"),
    text: (goal) =>
      [goal.name, goal.owner.title, goal.role, STATUSES[goal.status].word, goal.procedure, textOf(goal.clause).slice(0, 200)].join(" "),
    pick: (item) => state.select({ kind: "item", item }, "goals"),
    columns: [
      {
        title: "Goal",
        cls: "wide",
        value: (goal) => goal.name,
        cell: (goal) => [
          h(
            "span",
            { class: "clip mono", title: textOf(goal.clause).slice(0, 400) },
            textOf(goal.clause).replace(/\s+/g, " ").slice(0, 160) || goal.name,
          ),
          h(
            "span",
            { class: "clip quiet" },
            `${roleShort(goal.role)} · ${goal.owner.title} · ${shortWhere(goal.at, model.files)}`,
          ),
        ],
      },
      {
        title: "Verdict",
        cls: "tag",
        value: (goal) => ORDER.indexOf(goal.status),
        cell: (goal) => letter(goal.status, STATUSES[goal.status].word),
      },
      { title: "Cost", cls: "num cover", value: costOf, cell: cost },
    ],
  });
}

/** Claims on which proofs rest and goals that are not proved, by the share of the obligations that they weaken. */
function guides(model: Model, state: State): Table<Guide> {
  return new Table<Guide>({
    name: "next",
    rows: model.guides,
    height: 48,
    empty: "No proof rests on a claim, and everything is proved.",
    key: (one) => one.key,
    text: (one) => [one.raw.role, one.raw.text, one.raw.procedure, one.path].join(" "),
    pick: (one) => {
      if (one.item) state.select({ kind: "item", item: one.item }, "next");
    },
    columns: [
      {
        title: "Prove next",
        cls: "wide",
        value: (one) => one.raw.rank,
        cell: (one) => [
          h("span", { class: "clip mono", title: (one.raw.text ?? "").slice(0, 400) }, (one.raw.text ?? "").replace(/\s+/g, " ").slice(0, 160)),
          h("span", { class: "clip quiet" }, `${roleShort(one.raw.role)} · ${one.raw.procedure ?? "the program"} · line ${one.raw.line}`),
        ],
      },
      { title: "Rank", cls: "num", value: (one) => one.raw.rank, cell: (one) => number(one.raw.rank) },
      {
        title: "Weakens",
        cls: "num cover",
        value: (one) => one.raw.weight,
        cell: (one) =>
          bar(
            Math.min(1, one.raw.weight),
            `${(100 * one.raw.weight).toFixed(1)} %`,
            `${count(one.raw.obligations, "obligation")} rest on it; they would be better by this share if it were proved`,
            "spent",
          ),
      },
    ],
  });
}

export class Lists {
  readonly root: HTMLElement;
  private readonly tables: [string, string, Table<Diagnostic> | Table<Procedure> | Table<Goal> | Table<Guide>][];
  private readonly tabs: HTMLElement[];
  private current = 0;

  constructor(private readonly state: State) {
    const { model } = state;
    this.tables = [
      ["findings", "Findings", findings(model, state)],
      ["procedures", "Procedures", procedures(model, state)],
      ["goals", "Goals", goals(model, state)],
    ];
    if (model.guides.length) this.tables.push(["next", "Next", guides(model, state)]);
    this.tabs = this.tables.map(([id, title], i) =>
      h(
        "button",
        {
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `list-${id}`,
          class: "tab",
          click: () => this.open(i),
          keydown: (event) => this.key(event as KeyboardEvent),
        },
        title,
        h("span", { class: "n" }),
      ),
    );
    this.root = h(
      "section",
      { class: "lists", "aria-label": "Tables" },
      h("div", { class: "tabs", role: "tablist", "aria-label": "Tables" }, this.tabs),
      this.tables.map(([id, title, table]) =>
        h(
          "div",
          { class: "tabpanel", role: "tabpanel", id: `list-${id}`, "aria-labelledby": `tab-${id}` },
          h("h2", { class: "print-title" }, title),
          table.root,
        ),
      ),
    );
    this.filter();
    this.open(model.diagnostics.length ? 0 : 1);
    state.listen((from) => this.update(from));
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    this.open((this.current + step + this.tabs.length) % this.tabs.length);
    this.tabs[this.current]?.focus();
  }

  open(i: number): void {
    this.current = i;
    this.tabs.forEach((tab, k) => {
      tab.setAttribute("aria-selected", String(k === i));
      tab.tabIndex = k === i ? 0 : -1;
      const panel = this.root.querySelector<HTMLElement>(`#list-${this.tables[k]?.[0]}`);
      if (panel) panel.hidden = k !== i;
    });
    this.tables[i]?.[2].refresh();
  }

  focusFilter(): void {
    this.tables[this.current]?.[2].filter.focus();
  }

  private filter(): void {
    this.tables.forEach(([, , table], i) => {
      if (i === this.current) table.refresh();
      const n = this.tabs[i]?.querySelector(".n");
      if (n) n.textContent = number(table.total());
    });
  }

  private update(from: string): void {
    const { selection } = this.state;
    if (from === "file") return;
    if (from === "filter") return this.filter();
    const [findingTable, procedureTable, goalTable, guideTable] = this.tables.map((entry) => entry[2]);
    const item = selection.kind === "item" ? selection.item : null;
    const diagnostic = selection.kind === "diagnostic" ? selection.diagnostic : (item?.diagnostics[0] ?? null);
    const owner = item ? ownerOf(this.state.model, item) : selection.kind === "procedure" ? selection.procedure : null;
    findingTable?.select(diagnostic?.key ?? "", from !== "findings");
    procedureTable?.select(owner?.key ?? "", from !== "procedures");
    goalTable?.select(item?.goal ? item.key : "", from !== "goals");
    const guide = item ? this.state.model.guides.find((one) => one.item === item) : null;
    guideTable?.select(guide?.key ?? "", from !== "next");
  }

  expand(): void {
    for (const [, , table] of this.tables) table.expand();
  }

  collapse(): void {
    for (const [, , table] of this.tables) table.collapse();
  }
}
