// The matrix as a picture: a column for each axiom, a row for each test.  Only what is visible is drawn, so that large suites scroll as small ones
// do.  At the margins: how many tests each axiom has, how many axioms each test has, and the tree of the clusters.
import { h } from "../dom";
import { stateAt, testName, type Matrix } from "./data";
import type { TestLayout } from "./order";

const TOP = 58; // the histogram of axioms
const NAMES = 150; // room for names of axioms, when cells are large
const BARS = 54; // the histogram of tests
const CLOSED = 36; // the panel while nothing is chosen
const LARGE = 15;
const SMALLEST = 2;

export interface Spot {
  /** Numbers of the matrix; -1: none. */
  axiom: number;
  test: number;
}

interface Colours {
  [name: string]: string;
}

const COLOURS = ["paper", "ink", "quiet", "line", "pane", "select", "focus", "m-used", "m-covered", "m-strong", "m-failure", "m-bare", "m-bar"];

export class Picture {
  readonly root: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly spacer: HTMLElement;
  private axioms: number[] = [];
  private layout: TestLayout = { order: [], joints: [] };
  private columnOf = new Map<number, number>();
  private rowOf = new Map<number, number>();
  private colours: Colours = {};
  private hover: Spot = { axiom: -1, test: -1 };
  private chosen: Spot = { axiom: -1, test: -1 };
  private grouped = false;
  large = false;
  onHover: (spot: Spot) => void = () => undefined;
  onClick: (spot: Spot) => void = () => undefined;

  constructor(private readonly matrix: Matrix) {
    this.canvas = h("canvas", { class: "cells", role: "img", tabindex: 0 });
    this.spacer = h("div", { class: "spacer" }, this.canvas);
    this.root = h("div", { class: "picture" }, this.spacer);
    this.root.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(this.root);
    this.canvas.addEventListener("mousemove", (event) => this.move(this.spotAt(event)));
    this.canvas.addEventListener("mouseleave", () => this.move({ axiom: -1, test: -1 }));
    this.canvas.addEventListener("click", (event) => this.onClick(this.spotAt(event)));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  arrange(axioms: number[], layout: TestLayout, grouped: boolean): void {
    this.axioms = axioms;
    this.layout = layout;
    this.grouped = grouped;
    this.columnOf = new Map(axioms.map((axiom, column) => [axiom, column]));
    this.rowOf = new Map(layout.order.map((test, row) => [test, row]));
    this.canvas.setAttribute(
      "aria-label",
      `Matrix of ${axioms.length} axioms and ${layout.order.length} tests; arrow keys move, the panel below has the same as text`,
    );
    this.resize();
  }

  /** Shows what is chosen, and scrolls to it. */
  choose(spot: Spot): void {
    this.chosen = spot;
    const column = this.columnOf.get(spot.axiom);
    const row = this.rowOf.get(spot.test);
    const { left, top, width, height, w, hgt } = this.metrics();
    const see = (at: number, size: number, room: number, now: number): number =>
      at < now ? at : at + size > now + room ? at + size - room : now;
    if (column !== undefined) this.root.scrollLeft = see(column * w, w, width - left - BARS, this.root.scrollLeft);
    if (row !== undefined) this.root.scrollTop = see(row * hgt, hgt, height - top, this.root.scrollTop);
    this.draw();
  }

  recolour(): void {
    const style = getComputedStyle(document.documentElement);
    for (const name of COLOURS) this.colours[name] = style.getPropertyValue(`--${name}`).trim();
    this.draw();
  }

  private metrics(): { left: number; top: number; width: number; height: number; w: number; hgt: number; tree: number } {
    const width = this.root.clientWidth;
    const height = this.root.clientHeight;
    const tree = this.layout.joints.length && width > 600 ? 54 : 0;
    const left = tree + Math.min(180, Math.max(70, Math.floor(width * 0.15)));
    const top = TOP + (this.large ? NAMES : 0);
    const fitWidth = (width - left - BARS) / Math.max(1, this.axioms.length);
    // Rows keep their height when the panel below opens, so that what was clicked stays under the pointer.
    const room = window.innerHeight - this.root.getBoundingClientRect().top - CLOSED;
    const fitHeight = (room - top - 2) / Math.max(1, this.layout.order.length);
    const w = this.large ? LARGE : Math.min(24, Math.max(SMALLEST, fitWidth));
    const hgt = this.large ? LARGE : Math.min(20, Math.max(8, fitHeight));
    return { left, top, width, height, w, hgt, tree };
  }

  private resize(): void {
    const { left, top, width, height, w, hgt } = this.metrics();
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.spacer.style.width = `${Math.max(width, Math.ceil(left + this.axioms.length * w + BARS))}px`;
    this.spacer.style.height = `${Math.max(height, Math.ceil(top + this.layout.order.length * hgt + 2))}px`;
    this.draw();
  }

  private spotAt(event: MouseEvent): Spot {
    const box = this.canvas.getBoundingClientRect();
    const { left, top, width, w, hgt } = this.metrics();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const column = x >= left && x < width - BARS ? Math.floor((x - left + this.root.scrollLeft) / w) : -1;
    const row = y >= top ? Math.floor((y - top + this.root.scrollTop) / hgt) : -1;
    return { axiom: this.axioms[column] ?? -1, test: this.layout.order[row] ?? -1 };
  }

  private move(spot: Spot): void {
    if (spot.axiom === this.hover.axiom && spot.test === this.hover.test) return;
    this.hover = spot;
    this.draw();
    this.onHover(spot);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const clamp = (value: number, end: number): number => Math.max(0, Math.min(end - 1, value));
    const column = clamp((this.columnOf.get(this.chosen.axiom) ?? -step[0]) + step[0], this.axioms.length);
    const row = clamp((this.rowOf.get(this.chosen.test) ?? -step[1]) + step[1], this.layout.order.length);
    this.onClick({ axiom: this.axioms[column] ?? -1, test: this.layout.order[row] ?? -1 });
  }

  private draw(): void {
    const context = this.canvas.getContext("2d");
    if (!context || !this.colours["paper"]) return;
    const scale = window.devicePixelRatio || 1;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const m = this.metrics();
    context.fillStyle = this.colours["paper"] ?? "";
    context.fillRect(0, 0, m.width, m.height);
    const [sx, sy] = [this.root.scrollLeft, this.root.scrollTop];
    const columns: [number, number] = [Math.floor(sx / m.w), Math.min(this.axioms.length, Math.ceil((sx + m.width - m.left - BARS) / m.w))];
    const rows: [number, number] = [Math.floor(sy / m.hgt), Math.min(this.layout.order.length, Math.ceil((sy + m.height - m.top) / m.hgt))];
    const x = (column: number): number => Math.round(m.left + column * m.w - sx);
    const y = (row: number): number => Math.round(m.top + row * m.hgt - sy);
    this.drawCells(context, m, columns, rows, x, y);
    this.drawTop(context, m, columns, x);
    this.drawTests(context, m, rows, y);
  }

  private drawCells(
    context: CanvasRenderingContext2D,
    m: ReturnType<Picture["metrics"]>,
    columns: [number, number],
    rows: [number, number],
    x: (column: number) => number,
    y: (row: number) => number,
  ): void {
    const { matrix, colours } = this;
    const right = Math.min(m.width - BARS, x(this.axioms.length));
    const bottom = y(this.layout.order.length);
    context.save();
    context.beginPath();
    context.rect(m.left, m.top, Math.max(0, right - m.left), Math.max(0, bottom - m.top));
    context.clip();
    for (let row = rows[0]; row < rows[1]; row++) {
      if (row % 2) continue;
      context.fillStyle = colours["pane"] ?? "";
      context.fillRect(m.left, y(row), right - m.left, y(row + 1) - y(row));
    }
    const fills = ["", colours["m-used"], colours["m-covered"], colours["m-strong"], colours["m-failure"]];
    for (let column = columns[0]; column < columns[1]; column++) {
      const axiom = this.axioms[column] ?? 0;
      const [from, to] = [x(column), x(column + 1)];
      if (!matrix.testsOf[axiom]) {
        context.fillStyle = colours["m-bare"] ?? "";
        context.fillRect(from, m.top, to - from, bottom - m.top);
      }
      for (let row = rows[0]; row < rows[1]; row++) {
        const state = stateAt(matrix, axiom, this.layout.order[row] ?? 0);
        if (!state) continue;
        context.fillStyle = fills[state] ?? "";
        const gap = m.hgt > 5 ? 1 : 0;
        context.fillRect(from, y(row), Math.max(1, to - from - (m.w >= 6 ? 1 : 0)), y(row + 1) - y(row) - gap);
      }
      const before = this.axioms[column - 1];
      if (this.grouped && before !== undefined && matrix.axioms[before]?.group !== matrix.axioms[axiom]?.group) {
        context.fillStyle = colours["quiet"] ?? "";
        context.fillRect(from, m.top, 1, bottom - m.top);
      }
    }
    for (const [spot, colour] of [
      [this.hover, colours["quiet"]],
      [this.chosen, colours["focus"]],
    ] as const) {
      const column = this.columnOf.get(spot.axiom);
      const row = this.rowOf.get(spot.test);
      context.strokeStyle = colour ?? "";
      if (column !== undefined) context.strokeRect(x(column) - 0.5, m.top, x(column + 1) - x(column) + 1, bottom - m.top);
      if (row !== undefined) context.strokeRect(m.left, y(row) - 0.5, right - m.left, y(row + 1) - y(row));
    }
    context.restore();
  }

  /** How many tests each axiom has; an axiom without one is marked. */
  private drawTop(
    context: CanvasRenderingContext2D,
    m: ReturnType<Picture["metrics"]>,
    columns: [number, number],
    x: (column: number) => number,
  ): void {
    const { matrix, colours } = this;
    const most = Math.max(1, ...matrix.testsOf);
    context.save();
    context.beginPath();
    context.rect(m.left, 0, m.width - BARS - m.left, m.top);
    context.clip();
    for (let column = columns[0]; column < columns[1]; column++) {
      const axiom = this.axioms[column] ?? 0;
      const tests = matrix.testsOf[axiom] ?? 0;
      const [from, to] = [x(column), x(column + 1)];
      const size = tests ? Math.max(1, Math.round(((TOP - 22) * tests) / most)) : 4;
      context.fillStyle = (tests ? colours["m-bar"] : colours["m-failure"]) ?? "";
      context.fillRect(from, TOP - 4 - size, Math.max(1, to - from - (m.w >= 6 ? 1 : 0)), size);
      if (!this.large) continue;
      context.save();
      context.translate((from + to) / 2 + 4, m.top - 4);
      context.rotate(-Math.PI / 2);
      context.fillStyle = colours["ink"] ?? "";
      context.font = "11px system-ui, sans-serif";
      context.fillText(cut(context, matrix.axioms[axiom]?.name ?? "", NAMES - 8), 0, 0);
      context.restore();
    }
    context.restore();
    context.fillStyle = colours["quiet"] ?? "";
    context.font = "11px system-ui, sans-serif";
    context.fillText(m.width > 500 ? `tests per axiom, at most ${most}` : `tests, ≤ ${most}`, m.left, 12);
  }

  /** Names, bars and the tree. */
  private drawTests(
    context: CanvasRenderingContext2D,
    m: ReturnType<Picture["metrics"]>,
    rows: [number, number],
    y: (row: number) => number,
  ): void {
    const { matrix, colours } = this;
    const most = Math.max(1, ...matrix.axiomsOf);
    const size = Math.min(12, Math.max(7, m.hgt - 1));
    context.save();
    context.beginPath();
    context.rect(0, m.top, m.width, m.height - m.top);
    context.clip();
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = "right";
    for (let row = rows[0]; row < rows[1]; row++) {
      const test = this.layout.order[row] ?? 0;
      const one = matrix.tests[test];
      const chosen = test === this.chosen.test || test === this.hover.test;
      context.fillStyle = (chosen ? colours["focus"] : one?.verdict === "proved" ? colours["ink"] : colours["quiet"]) ?? "";
      context.fillText(cut(context, one ? testName(one) : "", m.left - m.tree - 8), m.left - 5, y(row) + m.hgt / 2 + size * 0.36);
      const bar = ((BARS - 12) * (matrix.axiomsOf[test] ?? 0)) / most;
      context.fillStyle = colours["m-bar"] ?? "";
      context.fillRect(m.width - BARS + 6, y(row), bar, Math.max(1, y(row + 1) - y(row) - 1));
    }
    context.textAlign = "left";
    context.strokeStyle = colours["quiet"] ?? "";
    context.beginPath();
    const across = (height: number): number => Math.round(m.tree - 4 - height * (m.tree - 10)) + 0.5;
    const middle = (row: number): number => Math.round(y(0) + (row + 0.5) * m.hgt) + 0.5;
    if (m.tree)
      for (const joint of this.layout.joints) {
        context.moveTo(across(joint.left), middle(joint.from));
        context.lineTo(across(joint.height), middle(joint.from));
        context.lineTo(across(joint.height), middle(joint.to));
        context.lineTo(across(joint.right), middle(joint.to));
      }
    context.stroke();
    context.restore();
    context.fillStyle = colours["quiet"] ?? "";
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "right";
    context.fillText(m.width > 500 ? `axioms per test, at most ${most}` : `axioms, ≤ ${most}`, m.width - 4, 12);
    context.textAlign = "left";
  }
}

/** The text with its middle left out, so that it fits. */
function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let keep = Math.max(1, Math.floor((text.length * width) / context.measureText(text).width) - 1);
  const short = (): string => `${text.slice(0, Math.ceil(keep / 2))}…${text.slice(text.length - Math.floor(keep / 2))}`;
  while (keep > 1 && context.measureText(short()).width > width) keep--;
  return short();
}
