// What is selected, and what lights up for it.  The address of the page names the selection, so that the browser's way
// back works and a place can be sent to somebody.
import type { Diagnostic, Element, Fact, Goal, Item, Model, Place, Procedure, SourceFile, Step } from "./model";

export type Selection =
  | { kind: "none" }
  | { kind: "item"; item: Item; step?: Step }
  | { kind: "diagnostic"; diagnostic: Diagnostic }
  | { kind: "procedure"; procedure: Procedure };

/** self: what was chosen; failed: the same when it is not proved; needed, interchangeable, undecided: facts of its core; instead: what can
    replace one of them; goal: goals that use it; clash: parts of a contradiction; note: other places that a message names; trace: what
    is executed on the way to a failure. */
export type Light =
  | "self"
  | "failed"
  | "clash"
  | "needed"
  | "interchangeable"
  | "undecided"
  | "goal"
  | "instead"
  | "note"
  | "trace";

export interface Lights {
  active: boolean;
  elements: Map<Element, Light>;
  /** Texts that are no elements by themselves: clauses of a call, places of notes. */
  places: { place: Place; light: Light }[];
}

const RANK: Light[] = [
  "trace",
  "note",
  "instead",
  "goal",
  "undecided",
  "interchangeable",
  "needed",
  "clash",
  "failed",
  "self",
];

function add(lights: Lights, element: Element | null, light: Light): void {
  if (!element) return;
  const old = lights.elements.get(element);
  if (!old || RANK.indexOf(light) > RANK.indexOf(old)) lights.elements.set(element, light);
}

function addItem(lights: Lights, item: Item, light: Light): void {
  add(lights, item.element, light);
  if (item.clause && item.clause !== item.at) lights.places.push({ place: item.clause, light });
}

function lightOf(goal: Goal, fact: Fact): Light {
  if (goal.raw.vacuous) return "clash";
  if (goal.needed.has(fact)) return "needed";
  return goal.undecided.has(fact) ? "undecided" : "interchangeable";
}

function lightGoal(lights: Lights, goal: Goal): void {
  addItem(lights, goal, goal.raw.verdict === "proved" ? "self" : "failed");
  for (const fact of goal.core) {
    addItem(lights, fact, lightOf(goal, fact));
  }
  for (const facts of goal.alternatives.values()) for (const fact of facts) addItem(lights, fact, "instead");
  for (const diagnostic of goal.diagnostics) {
    lightNotes(lights, diagnostic, goal.clause);
    for (const { place } of diagnostic.trace) lights.places.push({ place, light: "trace" });
  }
}

/** A note says "clashes:" of the clauses of a contradiction (src/analysis/findings.c). */
export function isClash(message: string): boolean {
  return message.startsWith("clashes:");
}

/** Not around `known`, which is lit already: it is the part that matters. */
function lightNotes(lights: Lights, diagnostic: Diagnostic, known: Place | null = null): void {
  for (const note of diagnostic.notes) {
    if (!note.at || note.at.begin >= note.at.end) continue;
    if (known && note.at.file === known.file && note.at.begin <= known.begin && known.end <= note.at.end) continue;
    lights.places.push({ place: note.at, light: isClash(note.message) ? "clash" : "note" });
  }
}

function lightStep(lights: Lights, step: Step): void {
  lights.places.unshift({ place: step.place, light: "self" });
}

export function lightsOf(selection: Selection): Lights {
  const lights: Lights = { active: selection.kind !== "none", elements: new Map(), places: [] };
  if (selection.kind === "item") {
    if (selection.step) lightStep(lights, selection.step);
    if (selection.item.goal) lightGoal(lights, selection.item as Goal);
    else {
      addItem(lights, selection.item, "self");
      for (const goal of (selection.item as Fact).users) addItem(lights, goal, "goal");
    }
  } else if (selection.kind === "diagnostic") {
    const { diagnostic } = selection;
    if (diagnostic.at) lights.places.push({ place: diagnostic.at, light: "self" });
    lightNotes(lights, diagnostic);
  } else if (selection.kind === "procedure") {
    lights.active = false;
  }
  return lights;
}

export class State {
  selection: Selection = { kind: "none" };
  file: SourceFile | null;
  /** What a translator wrote is not shown, unless it is in trouble. */
  hiding: boolean;
  lights: Lights = lightsOf({ kind: "none" });
  private listeners: ((from: string) => void)[] = [];

  constructor(readonly model: Model) {
    this.hiding = model.translated;
    this.file = model.procedures.find((one) => !one.generated && one.at)?.at?.file ?? model.files[0] ?? null;
  }

  listen(listener: (from: string) => void): void {
    this.listeners.push(listener);
  }

  /** `from` names the view in which it was chosen: that one does not scroll. */
  select(selection: Selection, from = ""): void {
    this.selection = selection;
    this.lights = lightsOf(selection);
    const place = this.place();
    if (place) this.file = place.file;
    for (const listener of this.listeners) listener(from);
    const hash = this.hash();
    if (hash !== decodeURIComponent(location.hash.slice(1))) {
      history.pushState(null, "", hash ? `#${encodeURIComponent(hash)}` : location.pathname + location.search);
    }
  }

  hide(hiding: boolean): void {
    this.hiding = hiding;
    for (const listener of this.listeners) listener("filter");
  }

  show(file: SourceFile): void {
    this.file = file;
    for (const listener of this.listeners) listener("file");
  }

  place(): Place | null {
    switch (this.selection.kind) {
      case "item":
        return this.selection.step?.place ?? this.selection.item.at;
      case "diagnostic":
        return this.selection.diagnostic.at;
      case "procedure":
        return this.selection.procedure.at;
      case "none":
        return null;
    }
  }

  private hash(): string {
    switch (this.selection.kind) {
      case "item":
        return this.selection.item.key;
      case "diagnostic":
        return this.selection.diagnostic.key;
      case "procedure":
        return this.selection.procedure.key;
      case "none":
        return "";
    }
  }

  /** Selects what the address names; false if it names nothing. */
  follow(): boolean {
    const key = decodeURIComponent(location.hash.slice(1));
    const { model } = this;
    const item = model.items.get(key);
    const diagnostic = model.diagnosticOf.get(key);
    const procedure = model.procedures.find((one) => one.key === key);
    if (item) this.select({ kind: "item", item });
    else if (diagnostic) this.select({ kind: "diagnostic", diagnostic });
    else if (procedure) this.select({ kind: "procedure", procedure });
    else this.select({ kind: "none" });
    return !!(item || diagnostic || procedure);
  }
}
