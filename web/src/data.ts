// What the page is given: the JSON document of the run (docs/reference/interface.md) and, for each program, its texts and the
// places of everything in them (src/report/html.c).

import type { RoleWords } from "./words";

/** [file, begin, end] in UTF-16 code units; files are numbered within the program; empty: nowhere. */
export type RawPlace = number[];

export interface RawGoal {
  id: string;
  name: string;
  label?: string;
  role: string;
  line: number;
  column: number;
  verdict: string;
  reason?: string;
  resources: number;
  seconds: number;
  cached?: boolean;
  vacuous?: boolean;
  coverage?: string;
  complete?: boolean;
  minimal?: boolean;
  core?: string[];
  needed?: string[];
  alternatives?: { instead_of: string; use: string[] }[];
  own_proof?: string[];
  /** Members of the core of which it was not found out whether the proof needs them. */
  undecided?: string[];
  /** Why something about it is not known: resources, time, or effort (it was not asked). */
  limit?: string;
  /** One query proved it together with others: what that query cost. */
  group?: { first: string; goals: number; resources: number; seconds: number };
  trusts?: string[];
  origin?: RawOrigin;
}

/** Where generated text comes from. */
export interface RawOrigin {
  file: string;
  line: number;
  column: number;
  kind?: string;
}

export interface RawLeaf {
  id: string;
  kind: string;
  name: string;
  line: number;
  text?: string;
}

export interface RawFact {
  id: string;
  name: string;
  label?: string;
  role: string;
  class: string;
  procedure?: string;
  text?: string;
  used_by: string[];
  need?: string;
  status: string;
  origin?: RawOrigin;
}

export interface RawProcedure {
  name: string;
  /** What its author calls it, where a translator named it. */
  title?: string;
  line: number;
  column: number;
  verdict: string;
  seconds: number;
  resources: number;
  elements?: RawShare;
  /** What the analysis cost, in the run that did it. */
  cost: { cached: boolean; prove: RawCost & { seconds: number }; explain?: RawCost };
  goals: RawGoal[];
}

/** What the run found out about a piece of text that counts in the percentage. */
export interface RawElement {
  id: string;
  state: string;
  reason?: string;
  /** An axiom or a function body that is counted apart. */
  prelude?: boolean;
  facts: string[];
  goals: string[];
}

/** A claim on which proofs rest, or what is not proved: what to prove next. */
export interface RawGuide {
  id: string;
  role: string;
  line: number;
  text?: string;
  procedure?: string;
  rank: number;
  weight: number;
  obligations: number;
}

export interface RawProgress {
  specification: number;
  proof: number;
  progress: number;
  code: number;
  code_covered: number;
  obligations: number;
  rated: number;
}

export interface RawFile {
  path: string;
  status: string;
  procedures: RawProcedure[];
  facts?: RawFact[];
  element_states?: RawElement[];
  leaves?: RawLeaf[];
  progress?: RawProgress;
  guidance?: RawGuide[];
}

export interface RawCost {
  seconds?: number;
  cpu_seconds: number;
  resources: number;
  queries: number;
}

/** Elements that the user wrote and could change; what is not known or not proved is counted apart. */
export interface RawShare {
  covered: number;
  coverable: number;
  unexplained: number;
  failed: number;
  vacuous: number;
}

export interface RawReport {
  command: string;
  version: string;
  /** False: the run was interrupted, or a limit of the whole run ended it. */
  complete?: boolean;
  files: RawFile[];
  summary: {
    verified: number;
    errors: number;
    timeouts: number;
    unknown: number;
    covered?: number;
    total?: number;
    elements?: RawShare;
    axioms?: { covered: number; total: number };
    seconds: number;
    /** Goals whose answers are from the cache. */
    cached?: number;
    cost?: { resources: number; queries: number };
    /** Of a run that was stopped: goals that were not checked, procedures that were not begun. */
    unchecked?: number;
    not_begun?: number;
  };
}

export interface RawDiagnostic {
  code: string;
  severity: string;
  finding: boolean;
  message: string;
  at: RawPlace;
  goal?: string;
  notes: { message: string; at: RawPlace }[];
  /** What is executed on the path on which its goal fails. */
  trace?: { at: RawPlace; role: string; negative?: boolean }[];
  /** The values of a confirmed counterexample along that path: what each step changed. */
  values?: { at?: RawPlace; kind: string; values: [string, string][] }[];
}

export interface RawGraph {
  kinds: string[];
  procedures: { name: string; body: boolean }[];
  nodes: {
    id: string;
    /** Index into procedures; none: an axiom or a function body. */
    procedure?: number;
    trust?: string;
    internal?: boolean;
    goal?: boolean;
    role?: string;
    text?: string;
  }[];
  /** from, to, kind, from, to, kind, …: from depends on to. */
  edges: number[];
}

export interface RawProgram {
  texts: string[];
  /** The places of goals, facts and elements: where it takes effect, then where it is written if that is elsewhere. */
  places: Record<string, number[]>;
  /** Goals and facts that a translator wrote, not the user. */
  generated: string[];
  /** What users call procedures, by the names that they have here. */
  titles: Record<string, string>;
  bodies: { name: string; at: RawPlace }[];
  diagnostics: RawDiagnostic[];
  codes: Record<string, { title: string; text: string; fix: string }>;
  roles: Record<string, RoleWords>;
  graph?: RawGraph;
}

export interface Data {
  report: RawReport;
  programs: RawProgram[];
}

/** The data in the page; null when the page is the bare template. */
export function readData(): Data | null {
  const text = document.getElementById("data")?.textContent ?? "";
  return text.trim() ? (JSON.parse(text) as Data) : null;
}
