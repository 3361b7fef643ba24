// The dependency graph as it is drawn: all procedures, or one procedure with its elements and its neighbours.  Closure
// and dependencies are those of labels; lifting them to elements is for display only.
import type { Element, Fact, Goal, Graph, Item, Model, Procedure } from "./model";
import { elementWords, STATUSES, type Status } from "./words";
import { textOf, titleOf } from "./model";
import { procedureStatus } from "./verdict";

export interface Vertex {
  key: string;
  kind: "procedure" | "axioms" | "element";
  title: string;
  sub: string;
  status: Status | null;
  /** Nothing proves it: an assumption, an axiom, a procedure without a body. */
  trusted: boolean;
  item: Item | null;
  element: Element | null;
  procedure: Procedure | null;
  /** Of a procedure: which one, to open it. */
  address: Address | null;
}

export interface Edge {
  from: string;
  to: string;
  /** How many dependencies it stands for. */
  count: number;
  /** Some of them cannot be replaced. */
  needed: boolean;
  /** Of none of them it is known that it can be replaced. */
  undecided: boolean;
  clash: boolean;
}

/** What an edge says about its dependencies. */
type Need = "needed" | "undecided" | "replaceable";

export interface Network {
  vertices: Vertex[];
  edges: Edge[];
  /** What is left out, in words; empty: nothing. */
  cut: string;
}

/** A procedure of one of the programs of the run. */
export interface Address {
  graph: number;
  procedure: number;
}

export const MOST_VERTICES = 400;
export const MOST_EDGES = 1200;

class Edges {
  private readonly all = new Map<string, Edge>();

  add(from: string, to: string, need: Need, clash: boolean): void {
    if (from === to) return;
    const key = `${from} ${to}`;
    const old = this.all.get(key);
    if (old) {
      old.count++;
      old.needed ||= need === "needed";
      old.undecided &&= need !== "replaceable";
      old.clash ||= clash;
    } else
      this.all.set(key, {
        from,
        to,
        count: 1,
        needed: need === "needed",
        undecided: need === "undecided",
        clash,
      });
  }

  list(): Edge[] {
    return [...this.all.values()];
  }
}

function each(graph: Graph, visit: (from: number, to: number, kind: string) => void): void {
  const { edges, kinds } = graph.raw;
  for (let i = 0; i + 2 < edges.length; i += 3) {
    visit(edges[i] as number, edges[i + 1] as number, kinds[edges[i + 2] as number] ?? "");
  }
}

function plural(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function procedureVertex(model: Model, graph: Graph, address: Address, axioms: number): Vertex {
  const raw = graph.raw.procedures[address.procedure];
  const procedure = graph.procedures[address.procedure] ?? null;
  const by = graph.provers.get(address.procedure);
  const prover = by === undefined ? "" : titleOf(model, graph.program, graph.raw.procedures[by]?.name ?? "");
  const parts = procedure
    ? [plural(procedure.goals.length, "goal")]
    : [raw?.body ? "not verified" : prover ? `proved as ${prover}` : "no body: trusted"];
  if (axioms) parts.push(plural(axioms, "axiom"));
  return {
    key: `p${address.graph}.${address.procedure}`,
    kind: "procedure",
    title: titleOf(model, graph.program, raw?.name ?? ""),
    sub: parts.join(" · "),
    status: procedure ? procedureStatus(procedure) : null,
    trusted: !raw?.body && !prover,
    item: null,
    element: null,
    procedure,
    address,
  };
}

/** Every procedure once.  Axioms are counted, not drawn: nearly everything rests on some. */
export function overviewOf(model: Model, hiding: boolean): Network {
  const vertices: Vertex[] = [];
  const edges = new Edges();
  model.graphs.forEach((graph, number) => {
    const { nodes } = graph.raw;
    const axioms = graph.raw.procedures.map(() => new Set<number>());
    const linked = new Set<number>();
    each(graph, (from, to, kind) => {
      const a = nodes[from]?.procedure;
      const b = nodes[to]?.procedure;
      if (kind === "unexplained") return;
      if (a !== undefined && b === undefined) {
        if (!nodes[to]?.internal) axioms[a]?.add(to);
      } else if (a !== undefined && b !== undefined && a !== b) {
        edges.add(`p${number}.${a}`, `p${number}.${b}`, "needed", false);
        linked.add(a).add(b);
      }
    });
    graph.raw.procedures.forEach((_, i) => {
      const procedure = graph.procedures[i];
      if ((procedure && !(hiding && procedure.generated)) || linked.has(i))
        vertices.push(procedureVertex(model, graph, { graph: number, procedure: i }, axioms[i]?.size ?? 0));
    });
  });
  return { vertices, edges: edges.list(), cut: "" };
}

/** Where the edges of a node lead when internal nodes are passed through. */
class Passage {
  private readonly next = new Map<number, { to: number; kind: string }[]>();

  constructor(private readonly graph: Graph) {
    each(graph, (from, to, kind) => {
      const list = this.next.get(from);
      if (list) list.push({ to, kind });
      else this.next.set(from, [{ to, kind }]);
    });
  }

  from(start: number): { to: number; kind: string }[] {
    const out: { to: number; kind: string }[] = [];
    const seen = new Set<number>([start]);
    const work = [...(this.next.get(start) ?? [])];
    for (let step = work.pop(); step; step = work.pop()) {
      if (step.kind === "unexplained" || seen.has(step.to)) continue;
      seen.add(step.to);
      const node = this.graph.raw.nodes[step.to];
      if (node?.internal && node.procedure !== undefined) work.push(...(this.next.get(step.to) ?? []));
      else out.push(step);
    }
    return out;
  }
}

function elementVertex(
  key: string,
  element: Element | null,
  item: Item | null,
  fallback: { role?: string; text?: string; trust?: string },
): Vertex {
  const place = element?.place ?? item?.clause ?? null;
  const text = (textOf(place) || fallback.text || item?.name || "").replace(/\s+/g, " ").trim();
  const status = element?.status ?? item?.status ?? null;
  const role = item?.role ?? fallback.role ?? "";
  return {
    key,
    kind: "element",
    title: text,
    sub: [elementWords(role), status ? STATUSES[status].word : fallback.trust ? "trusted" : ""]
      .filter(Boolean)
      .join(" · "),
    status,
    trusted: fallback.trust !== undefined && !item?.goal,
    item,
    element,
    procedure: null,
    address: null,
  };
}

function needOf(goal: Goal, fact: Fact): Need {
  if (goal.needed.has(fact)) return "needed";
  return goal.undecided.has(fact) ? "undecided" : "replaceable";
}

/** One procedure: its elements, and what they touch outside, collapsed. */
export function focusOf(model: Model, address: Address, around: Item | null): Network {
  const graph = model.graphs[address.graph];
  if (!graph) return { vertices: [], edges: [], cut: "" };
  const { nodes } = graph.raw;
  const vertices = new Map<string, Vertex>();
  const edges = new Edges();
  const axioms = new Set<number>();
  const elementKeys = new Map<Element, string>();
  const vertexOf = (n: number): string | null => {
    const node = nodes[n];
    if (!node) return null;
    if (node.procedure === undefined) {
      axioms.add(n);
      const key = "axioms";
      if (!vertices.has(key)) {
        vertices.set(key, {
          key,
          kind: "axioms",
          title: "Axioms and functions",
          sub: "",
          status: null,
          trusted: true,
          item: null,
          element: null,
          procedure: null,
          address: null,
        });
      }
      return key;
    }
    if (node.procedure !== address.procedure) {
      const other = { graph: address.graph, procedure: node.procedure };
      const key = `p${other.graph}.${other.procedure}`;
      if (!vertices.has(key)) vertices.set(key, procedureVertex(model, graph, other, 0));
      return key;
    }
    const item = graph.items[n] ?? null;
    const element = item?.element ?? null;
    let key = element ? elementKeys.get(element) : `n${n}`;
    if (!key) elementKeys.set(element as Element, (key = `e${elementKeys.size}`));
    const old = vertices.get(key);
    if (!old) vertices.set(key, elementVertex(key, element, item, node));
    else if (item?.goal && !old.item?.goal)
      Object.assign(old, elementVertex(key, element, item, node), { trusted: old.trusted });
    return key;
  };
  const passage = new Passage(graph);
  nodes.forEach((node, n) => {
    if (node.internal) return;
    const inside = node.procedure === address.procedure;
    const steps = passage.from(n);
    for (const { to, kind } of steps) {
      if (!inside && nodes[to]?.procedure !== address.procedure) continue;
      const a = vertexOf(n);
      const b = vertexOf(to);
      if (!a || !b) continue;
      const goal = graph.items[n];
      const fact = graph.items[to];
      const need = kind === "proof" && goal?.goal && fact && !fact.goal ? needOf(goal as Goal, fact as Fact) : "needed";
      edges.add(a, b, need, kind === "contradiction");
    }
    if (inside && !steps.length && graph.items[n]?.goal) vertexOf(n);
  });
  const axiomVertex = vertices.get("axioms");
  if (axiomVertex) axiomVertex.sub = plural(axioms.size, "element");
  return restrict({ vertices: [...vertices.values()], edges: edges.list(), cut: "" }, around);
}

/** What is too much to read becomes what is near one element. */
function restrict(network: Network, around: Item | null): Network {
  const { vertices, edges } = network;
  if (vertices.length <= MOST_VERTICES && edges.length <= MOST_EDGES) return network;
  const start =
    vertices.find((one) => one.element && one.element === around?.element) ??
    vertices.find((one) => one.item?.role === "ensures") ??
    vertices.find((one) => one.item?.goal) ??
    vertices[0];
  if (!start) return network;
  const keep = new Set([start.key]);
  const chosen: Edge[] = [];
  // What it rests on, step by step, and what directly rests on it.
  let wave = [start.key];
  const from = new Map<string, Edge[]>();
  for (const edge of edges) {
    const list = from.get(edge.from);
    if (list) list.push(edge);
    else from.set(edge.from, [edge]);
  }
  const enough = (): boolean => keep.size > MOST_VERTICES / 4 || chosen.length > MOST_EDGES / 4;
  while (wave.length && !enough()) {
    const next: string[] = [];
    for (const key of wave) {
      for (const edge of from.get(key) ?? []) {
        if (enough()) break;
        chosen.push(edge);
        if (keep.has(edge.to)) continue;
        keep.add(edge.to);
        next.push(edge.to);
      }
    }
    wave = next;
  }
  for (const edge of edges) {
    if (edge.to !== start.key || keep.size > MOST_VERTICES / 3) continue;
    chosen.push(edge);
    keep.add(edge.from);
  }
  return {
    vertices: vertices.filter((one) => keep.has(one.key)),
    edges: chosen,
    cut: `${vertices.length} elements and ${edges.length} dependencies are too many to read: what is near “${start.title.slice(0, 60)}”. Choose another goal to see its part.`,
  };
}
