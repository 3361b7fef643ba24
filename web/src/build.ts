// From the data to the model.
import type { Data, RawFact, RawGoal, RawGraph, RawPlace } from "./data";
import { buildElements, type Known } from "./elements";
import {
  titleOf,
  type Diagnostic,
  type Fact,
  type Goal,
  type Model,
  type Place,
  type Procedure,
} from "./model";
import { goalStatus } from "./status";
import { learnRoles, type Status } from "./words";

function linesOf(text: string): { lines: Uint32Array; longest: number } {
  const starts = [0];
  let longest = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    longest = Math.max(longest, at - (starts[starts.length - 1] ?? 0));
    starts.push(at + 1);
  }
  const last = starts[starts.length - 1] ?? 0;
  longest = Math.max(longest, text.length - last);
  if (starts.length > 1 && last === text.length) starts.pop();
  return { lines: Uint32Array.from(starts), longest };
}

/** A translator may print a procedure twice: for callers, without a body, and with it. */
function proversOf({ kinds, nodes, edges, procedures }: RawGraph): Map<number, number> {
  const provers = new Map<number, number>();
  for (let i = 0; i + 2 < edges.length; i += 3) {
    const from = nodes[edges[i] as number]?.procedure;
    const to = nodes[edges[i + 1] as number]?.procedure;
    if (kinds[edges[i + 2] as number] !== "justified" || from === undefined || to === undefined) continue;
    if (from !== to && !procedures[from]?.body) provers.set(from, to);
  }
  for (const { procedure, trust } of nodes)
    if (procedure !== undefined && trust === "bodyless") provers.delete(procedure);
  return provers;
}

class Builder {
  readonly model: Model;
  private readonly known: Known[] = [];

  constructor(data: Data) {
    this.model = {
      data,
      files: [],
      goals: [],
      facts: [],
      items: new Map(),
      leaves: new Map(),
      guides: [],
      procedures: [],
      diagnostics: [],
      diagnosticOf: new Map(),
      graphs: [],
      titles: new Map(),
      translated: false,
      covering: data.report.summary.total !== undefined,
    };
  }

  run(): Model {
    const { data } = this.model;
    let first = 0;
    data.programs.forEach((program, number) => {
      const prefix = data.programs.length > 1 ? `${number}.` : "";
      program.texts.forEach((text, i) => {
        const path = data.report.files[first + i]?.path ?? "";
        this.model.files.push({ path, program: number, text, ...linesOf(text), elements: [] });
      });
      this.program(number, first, prefix);
      first += program.texts.length;
    });
    buildElements(this.model, this.known);
    return this.model;
  }

  private place(raw: RawPlace | undefined, first: number, from = 0): Place | null {
    if (!raw || raw.length < from + 3) return null;
    const file = this.model.files[first + (raw[from] ?? 0)];
    return file ? { file, begin: raw[from + 1] ?? 0, end: raw[from + 2] ?? 0 } : null;
  }

  private program(number: number, first: number, prefix: string): void {
    const { data, items } = this.model;
    const program = data.programs[number];
    if (!program) return;
    learnRoles(program.roles);
    for (const [name, title] of Object.entries(program.titles ?? {})) this.model.titles.set(`${number} ${name}`, title);
    const generated = new Set(program.generated);
    // A procedure may have several implementations: the bodies of one name come in the order of the document.
    const bodies = new Map<string, (Place | null)[]>();
    for (const { name, at } of program.bodies) {
      const list = bodies.get(name);
      if (list) list.push(this.place(at, first));
      else bodies.set(name, [this.place(at, first)]);
    }
    const goals: Goal[] = [];
    const facts: Fact[] = [];
    const own: Procedure[] = [];
    for (let i = 0; i < program.texts.length; i++) {
      const file = data.report.files[first + i];
      if (!file) continue;
      for (const raw of file.procedures) {
        const procedure: Procedure = {
          key: `p${this.model.procedures.length}`,
          program: number,
          name: raw.name,
          title: titleOf(this.model, number, raw.name),
          generated: false,
          at: bodies.get(raw.name)?.shift() ?? null,
          verdict: raw.verdict,
          goals: [],
          covered: raw.elements?.covered ?? 0,
          total: raw.elements?.coverable ?? 0,
          resources: raw.cost.prove.resources,
          seconds: raw.cost.prove.seconds,
          explaining: raw.cost.explain?.resources ?? 0,
        };
        this.model.procedures.push(procedure);
        own.push(procedure);
        for (const goal of raw.goals) {
          const item: Goal = {
            ...this.item(prefix + goal.id, goal, program.places[goal.id], first, raw.name, number),
            goal: true,
            // A check that a translator added speaks about a place of the user's text, if it has one.
            generated: generated.has(goal.id) && !goal.origin,
            cls: "explicit",
            status: goalStatus(goal),
            raw: goal,
            owner: procedure,
            core: [],
            needed: new Set(),
            alternatives: new Map(),
            undecided: new Set(),
            own: null,
            trusts: [],
            hidden: 0,
          };
          procedure.goals.push(item);
          goals.push(item);
          items.set(item.key, item);
        }
      }
      for (const leaf of file.leaves ?? []) this.model.leaves.set(prefix + leaf.id, leaf);
      for (const raw of file.facts ?? []) {
        const item: Fact = {
          ...this.item(prefix + raw.id, raw, program.places[raw.id], first, raw.procedure ?? "", number),
          goal: false,
          generated: generated.has(raw.id),
          cls: raw.class,
          status: raw.status as Status,
          raw,
          users: [],
        };
        if (raw.class === "internal") continue;
        facts.push(item);
        items.set(item.key, item);
      }
    }
    for (const goal of goals) this.link(goal, prefix);
    for (let i = 0; i < program.texts.length; i++)
      for (const raw of data.report.files[first + i]?.element_states ?? []) {
        const place = this.place(program.places[raw.id], first);
        const own = [...raw.facts, ...raw.goals].flatMap((id) => items.get(prefix + id) ?? []);
        if (place && place.begin < place.end && own.length) this.known.push({ raw, place, items: own });
      }
    for (let i = 0; i < program.texts.length; i++) {
      const file = data.report.files[first + i];
      for (const raw of file?.guidance ?? [])
        this.model.guides.push({ key: `n${this.model.guides.length}`, raw, path: file?.path ?? "", item: items.get(prefix + raw.id) ?? null });
    }
    this.model.translated ||= facts.some((fact) => fact.generated);
    const spoken = new Set([...goals, ...facts].filter((one) => !one.generated).map((one) => one.procedure));
    for (const procedure of own)
      procedure.generated = generated.size > 0 && procedure.verdict === "verified" && !spoken.has(procedure.name);
    this.model.goals.push(...goals);
    this.model.facts.push(...facts);
    this.diagnostics(number, first, prefix);
    if (program.graph) {
      const nodes = program.graph.nodes.map((node) => items.get(prefix + node.id) ?? null);
      const byName = new Map(own.map((procedure) => [procedure.name, procedure]));
      const procedures = program.graph.procedures.map(({ name }) => byName.get(name) ?? null);
      this.model.graphs.push({
        program: number,
        raw: program.graph,
        items: nodes,
        procedures,
        provers: proversOf(program.graph),
      });
    }
  }

  private item(
    key: string,
    raw: RawGoal | RawFact,
    places: number[] | undefined,
    first: number,
    procedure: string,
    program: number,
  ) {
    const at = this.place(places, first);
    return {
      key,
      program,
      role: raw.role,
      name: raw.name,
      label: raw.label ?? "",
      procedure,
      at,
      clause: this.place(places, first, 3) ?? at,
      element: null,
      diagnostics: [],
    };
  }

  private link(goal: Goal, prefix: string): void {
    const { items } = this.model;
    const all = (ids: string[] | undefined): Fact[] => {
      const found: Fact[] = [];
      for (const id of ids ?? []) {
        const item = items.get(prefix + id);
        if (item && !item.goal) found.push(item as Fact);
      }
      return found;
    };
    goal.core = all(goal.raw.core);
    goal.hidden = (goal.raw.core?.length ?? 0) - goal.core.length;
    goal.needed = new Set(all(goal.raw.needed));
    for (const { instead_of, use } of goal.raw.alternatives ?? []) {
      const fact = items.get(prefix + instead_of);
      if (fact && !fact.goal) goal.alternatives.set(fact as Fact, all(use));
    }
    const open = goal.core.filter((fact) => !goal.needed.has(fact) && !goal.alternatives.has(fact));
    goal.undecided = new Set(goal.raw.undecided ? all(goal.raw.undecided) : open);
    if (goal.raw.own_proof) goal.own = all(goal.raw.own_proof);
    for (const id of goal.raw.trusts ?? []) {
      const leaf = this.model.leaves.get(prefix + id);
      if (leaf) goal.trusts.push({ leaf, item: items.get(prefix + id) ?? null });
    }
    for (const fact of goal.core) fact.users.push(goal);
  }

  private diagnostics(number: number, first: number, prefix: string): void {
    const program = this.model.data.programs[number];
    if (!program) return;
    for (const raw of program.diagnostics) {
      const goal = raw.goal ? this.model.items.get(prefix + raw.goal) : undefined;
      const words = program.codes[raw.code];
      const diagnostic: Diagnostic = {
        key: `d${this.model.diagnostics.length}`,
        raw,
        at: this.place(raw.at, first),
        notes: raw.notes.map((note) => ({ message: note.message, at: this.place(note.at, first) })),
        trace: (raw.trace ?? []).flatMap(({ at, role, negative }) => {
          const place = this.place(at, first);
          return place ? [{ place, role, negative: !!negative }] : [];
        }),
        values: (raw.values ?? []).map(({ at, kind, values }) => ({
          place: at ? this.place(at, first) : null,
          kind,
          values,
        })),
        goal: goal?.goal ? (goal as Goal) : null,
        title: words?.title ?? raw.message,
        text: words?.text ?? "",
        fix: words?.fix ?? "",
      };
      this.model.diagnostics.push(diagnostic);
      this.model.diagnosticOf.set(diagnostic.key, diagnostic);
      diagnostic.goal?.diagnostics.push(diagnostic);
    }
  }
}

export function buildModel(data: Data): Model {
  return new Builder(data).run();
}
