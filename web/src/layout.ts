// Places for the vertices of a network: layers from left to right by dagre; what touches nothing stands in a grid below.
import { Graph as Dagre, layout as runDagre } from "@dagrejs/dagre";
import type { Edge, Network, Vertex } from "./network";

export interface Box {
  vertex: Vertex;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Line {
  edge: Edge;
  points: { x: number; y: number }[];
}

export interface Picture {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
  /** Where the grid begins; 0: there is none. */
  grid: number;
}

const HEIGHT = 42;
const MARGIN = 24;
const CHARACTER = 7.3;
export const TITLE_LENGTH = 34;

function widthOf(vertex: Vertex): number {
  const longest = Math.max(
    Math.min(vertex.title.length, TITLE_LENGTH) * CHARACTER,
    Math.min(vertex.sub.length, 40) * 6.2,
  );
  return Math.max(90, Math.ceil(longest) + 30);
}

/** From the side of one box to the side of the other, through the places between that dagre found. */
function anchored(points: { x: number; y: number }[], from: Box, to: Box): { x: number; y: number }[] {
  const right = from.x < to.x;
  const first = { x: right ? from.x + from.width : from.x, y: from.y + from.height / 2 };
  const last = { x: right ? to.x : to.x + to.width, y: to.y + to.height / 2 };
  const between = points
    .slice(1, -1)
    .filter((point) => (right ? point.x > first.x && point.x < last.x : point.x < first.x && point.x > last.x));
  // One point halfway says nothing: the curve goes there by itself.
  return [first, ...(between.length > 1 ? between : []), last];
}

export function picture(network: Network, wide: number): Picture {
  const touched = new Set<string>();
  for (const edge of network.edges) touched.add(edge.from).add(edge.to);
  const linked = network.vertices.filter((vertex) => touched.has(vertex.key));
  const alone = network.vertices.filter((vertex) => !touched.has(vertex.key));
  const boxes: Box[] = [];
  const lines: Line[] = [];
  let width = 0;
  let height = MARGIN;
  if (linked.length) {
    const many = linked.length > 120;
    const graph = new Dagre({ multigraph: false });
    graph.setGraph({
      rankdir: "LR",
      nodesep: 12,
      ranksep: many ? 90 : 60,
      edgesep: 6,
      marginx: MARGIN,
      marginy: MARGIN,
      ranker: many ? "tight-tree" : "network-simplex",
    });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const vertex of linked) graph.setNode(vertex.key, { width: widthOf(vertex), height: HEIGHT });
    for (const edge of network.edges) graph.setEdge(edge.from, edge.to, {});
    runDagre(graph);
    for (const vertex of linked) {
      const node = graph.node(vertex.key) as { x: number; y: number; width: number; height: number };
      boxes.push({
        vertex,
        x: node.x - node.width / 2,
        y: node.y - node.height / 2,
        width: node.width,
        height: node.height,
      });
    }
    const byKey = new Map(boxes.map((box) => [box.vertex.key, box]));
    for (const edge of network.edges) {
      const { points } = graph.edge(edge.from, edge.to) as { points: { x: number; y: number }[] };
      lines.push({ edge, points: anchored(points, byKey.get(edge.from) as Box, byKey.get(edge.to) as Box) });
    }
    const size = graph.graph() as { width: number; height: number };
    width = size.width;
    height = size.height;
  }
  const grid = alone.length && linked.length ? height : 0;
  if (alone.length) {
    const cell = Math.max(...alone.map(widthOf)) + 14;
    const columns = Math.max(1, Math.floor((Math.max(width, wide) - 2 * MARGIN) / cell));
    const top = height + (grid ? 30 : 0);
    alone.forEach((vertex, i) => {
      boxes.push({
        vertex,
        x: MARGIN + (i % columns) * cell,
        y: top + Math.floor(i / columns) * (HEIGHT + 12),
        width: cell - 14,
        height: HEIGHT,
      });
    });
    width = Math.max(width, 2 * MARGIN + Math.min(columns, alone.length) * cell);
    height = top + Math.ceil(alone.length / columns) * (HEIGHT + 12) + MARGIN;
  }
  return { boxes, lines, width, height, grid };
}
