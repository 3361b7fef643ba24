// The data as the views want it: items (goals and facts) with their places, elements (what stands at one place of the
// text, in all its roles) and where they begin and end.
import type { Data, RawDiagnostic, RawElement, RawFact, RawGoal, RawGraph, RawLeaf, RawGuide } from "./data";
import type { Status } from "./words";

export interface Place {
  file: SourceFile;
  begin: number;
  end: number;
}

export interface Item {
  key: string;
  /** Which of the programs of the run it is in. */
  program: number;
  goal: boolean;
  role: string;
  name: string;
  label: string;
  cls: string;
  procedure: string;
  /** A translator wrote it, and it says nothing about a place in the user's text. */
  generated: boolean;
  /** Where it takes effect. */
  at: Place | null;
  /** Where it is written; the same unless it takes effect at a call. */
  clause: Place | null;
  status: Status;
  element: Element | null;
  raw: RawGoal | RawFact;
  diagnostics: Diagnostic[];
}

export interface Goal extends Item {
  goal: true;
  raw: RawGoal;
  owner: Procedure;
  core: Fact[];
  needed: Set<Fact>;
  /** What can replace a member of the core; nothing: the others do without it. */
  alternatives: Map<Fact, Fact[]>;
  /** Members of the core of which neither is known. */
  undecided: Set<Fact>;
  own: Fact[] | null;
  /** What it rests on in the end and nothing proves. */
  trusts: { leaf: RawLeaf; item: Item | null }[];
  /** Members of the core that were never written by the user. */
  hidden: number;
}

export interface Fact extends Item {
  goal: false;
  raw: RawFact;
  users: Goal[];
}

export interface Element {
  place: Place;
  items: Item[];
  status: Status;
  generated: boolean;
  /** What the run says about it; null: it does not count in the percentage. */
  known: RawElement | null;
}

/** Something that is executed on the way to a failure. */
export interface Step {
  place: Place;
  role: string;
  negative: boolean;
}

/** A step of a counterexample, with the variables that it changed. */
export interface ValueStep {
  place: Place | null;
  kind: string;
  values: [string, string][];
}

export interface Diagnostic {
  key: string;
  raw: RawDiagnostic;
  at: Place | null;
  notes: { message: string; at: Place | null }[];
  trace: Step[];
  values: ValueStep[];
  goal: Goal | null;
  title: string;
  text: string;
  fix: string;
}

export interface Procedure {
  key: string;
  program: number;
  name: string;
  /** What its author calls it. */
  title: string;
  at: Place | null;
  /** Only a translator speaks in it. */
  generated: boolean;
  verdict: string;
  goals: Goal[];
  covered: number;
  total: number;
  /** Of the proofs. */
  resources: number;
  seconds: number;
  /** Of finding out what its proofs rest on; 0: that was not asked. */
  explaining: number;
}

export interface SourceFile {
  path: string;
  program: number;
  text: string;
  /** Offset of the first character of each line. */
  lines: Uint32Array;
  elements: Element[];
  longest: number;
}

export interface Graph {
  program: number;
  raw: RawGraph;
  /** Of each node, where the page has it. */
  items: (Item | null)[];
  /** Of each procedure, where it was verified. */
  procedures: (Procedure | null)[];
  /** Of procedures without a body, the one whose body proves their postconditions under another name. */
  provers: Map<number, number>;
}

/** A claim on which proofs rest, or a goal that is not proved. */
export interface Guide {
  key: string;
  raw: RawGuide;
  path: string;
  item: Item | null;
}

export interface Model {
  data: Data;
  files: SourceFile[];
  goals: Goal[];
  facts: Fact[];
  items: Map<string, Item>;
  /** What nothing proves, by key. */
  leaves: Map<string, RawLeaf>;
  procedures: Procedure[];
  /** What to prove next, the most useful first. */
  guides: Guide[];
  diagnostics: Diagnostic[];
  diagnosticOf: Map<string, Diagnostic>;
  graphs: Graph[];
  /** What procedures are called, by program and name. */
  titles: Map<string, string>;
  covering: boolean;
  /** Some of it was written by a translator. */
  translated: boolean;
}

/** The line (from 0) that holds an offset. */
export function lineAt(file: SourceFile, offset: number): number {
  let low = 0;
  let high = file.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((file.lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function where(place: Place | null): string {
  if (!place) return "";
  const line = lineAt(place.file, place.begin);
  return `${place.file.path}:${line + 1}:${place.begin - (place.file.lines[line] ?? 0) + 1}`;
}

/** For people: the line, and the file only where there are several. */
export function shortWhere(place: Place | null, files: SourceFile[]): string {
  if (!place) return "";
  const line = lineAt(place.file, place.begin) + 1;
  return files.length > 1 ? `${place.file.path.replace(/^.*\//, "")}:${line}` : `line ${line}`;
}

export function lineOf(place: Place | null): number {
  return place ? lineAt(place.file, place.begin) + 1 : 0;
}

export function textOf(place: Place | null): string {
  return place ? place.file.text.slice(place.begin, place.end) : "";
}

/** The procedure around an item; null: it is the program's. */
export function ownerOf(model: Model, item: Item): Procedure | null {
  if (item.goal) return (item as Goal).owner;
  return model.procedures.find((one) => one.name === item.procedure && one.program === item.program) ?? null;
}

/** What the author of a procedure calls it. */
export function titleOf(model: Model, program: number, name: string): string {
  return model.titles.get(`${program} ${name}`) ?? name;
}
