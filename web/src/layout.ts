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
  /** The letters of a title and of the line below it that fit. */
  title: number;
  sub: number;
}

const HEIGHT = 42;
const MARGIN = 24;
const GAP = 10;
const MANY = 120;
const CHARACTER = 7.3;

/** How much room a picture takes: letters of a title and of the line below it, and the distance of layers. */
interface Room {
  title: number;
  sub: number;
  apart: number;
}
const WIDE: Room = { title: 34, sub: 40, apart: 60 };
const TIGHT: Room = { title: 24, sub: 26, apart: 34 };

function widthOf(vertex: Vertex, room: Room): number {
  const longest = Math.max(
    Math.min(vertex.title.length, room.title) * CHARACTER,
    Math.min(vertex.sub.length, room.sub) * 6.2,
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

/** Places for a column of boxes near where they would like to be, in their order and apart from each other: the mean of
    packing them from above and from below. */
function settle(column: Box[], wish: number[]): void {
  const step = HEIGHT + GAP;
  const down: number[] = [];
  const up: number[] = new Array<number>(column.length);
  wish.forEach((y, i) => down.push(i ? Math.max(y, (down[i - 1] as number) + step) : y));
  for (let i = column.length - 1; i >= 0; i--) {
    up[i] = i + 1 < column.length ? Math.min(wish[i] as number, (up[i + 1] as number) - step) : (wish[i] as number);
  }
  column.forEach((box, i) => (box.y = ((down[i] as number) + (up[i] as number)) / 2));
}

/** Large graphs: dagre's layers and its order in them, but close together, so that more of it is seen at a time. */
function compact(boxes: Box[], edges: Edge[]): number {
  const layers = new Map<number, Box[]>();
  const byKey = new Map<string, Box>();
  for (const box of boxes) {
    const x = Math.round(box.x + box.width / 2);
    byKey.set(box.vertex.key, box);
    const layer = layers.get(x);
    if (layer) layer.push(box);
    else layers.set(x, [box]);
  }
  const columns = [...layers.entries()].sort(([a], [b]) => a - b).map(([, column]) => column.sort((a, b) => a.y - b.y));
  const tallest = Math.max(...columns.map((column) => column.length)) * (HEIGHT + GAP);
  for (const column of columns) {
    const top = (tallest - column.length * (HEIGHT + GAP)) / 2;
    column.forEach((box, i) => (box.y = top + i * (HEIGHT + GAP)));
  }
  const near = new Map<Box, Box[]>(boxes.map((box) => [box, []]));
  for (const edge of edges) {
    const [a, b] = [byKey.get(edge.from) as Box, byKey.get(edge.to) as Box];
    near.get(a)?.push(b);
    near.get(b)?.push(a);
  }
  for (let sweep = 0; sweep < 6; sweep++) {
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      const wish = column.map((box) => {
        const others = near.get(box) as Box[];
        return others.length ? others.reduce((sum, one) => sum + one.y, 0) / others.length : box.y;
      });
      // In their order: what is wished must not go back up.
      wish.forEach((y, i) => (wish[i] = i ? Math.max(y, wish[i - 1] as number) : y));
      settle(column, wish);
    }
  }
  const top = Math.min(...boxes.map((box) => box.y));
  for (const box of boxes) box.y += MARGIN - top;
  return Math.max(...boxes.map((box) => box.y)) + HEIGHT + MARGIN;
}

/** As it is read best; what would be wider than the window is drawn closer together. */
export function picture(network: Network, wide: number): Picture {
  const first = place(network, wide, WIDE);
  return first.width > wide && network.vertices.length <= MANY ? place(network, wide, TIGHT) : first;
}

function place(network: Network, wide: number, room: Room): Picture {
  const touched = new Set<string>();
  for (const edge of network.edges) touched.add(edge.from).add(edge.to);
  const linked = network.vertices.filter((vertex) => touched.has(vertex.key));
  const alone = network.vertices.filter((vertex) => !touched.has(vertex.key));
  const boxes: Box[] = [];
  const lines: Line[] = [];
  let width = 0;
  let height = MARGIN;
  if (linked.length) {
    const many = linked.length > MANY;
    const graph = new Dagre({ multigraph: false });
    graph.setGraph({
      rankdir: "LR",
      nodesep: 12,
      ranksep: many ? 90 : room.apart,
      edgesep: 6,
      marginx: MARGIN,
      marginy: MARGIN,
      ranker: many ? "tight-tree" : "network-simplex",
    });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const vertex of linked) graph.setNode(vertex.key, { width: widthOf(vertex, room), height: HEIGHT });
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
    const size = graph.graph() as { width: number; height: number };
    width = size.width;
    height = many ? compact(boxes, network.edges) : size.height;
    const byKey = new Map(boxes.map((box) => [box.vertex.key, box]));
    for (const edge of network.edges) {
      const { points } = graph.edge(edge.from, edge.to) as { points: { x: number; y: number }[] };
      const [from, to] = [byKey.get(edge.from) as Box, byKey.get(edge.to) as Box];
      lines.push({ edge, points: anchored(many ? [] : points, from, to) });
    }
  }
  const grid = alone.length && linked.length ? height : 0;
  if (alone.length) {
    const cell = Math.max(...alone.map((vertex) => widthOf(vertex, room))) + 14;
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
  return { boxes, lines, width, height, grid, title: room.title, sub: room.sub };
}
