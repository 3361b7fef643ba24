// The strip beside the source: the whole file at a glance.
import { h } from "./dom";
import { lineAt, type SourceFile } from "./model";
import type { Lights } from "./state";
import { ORDER, type Status } from "./words";

const WIDTH = 12;

export interface RulerInput {
  file: SourceFile;
  /** The most urgent status of each line, plus one. */
  marks: Uint8Array;
  lights: Lights;
  only: Status | null;
  /** Lines where a search found something. */
  found: number[];
  /** Rows instead of lines: what is folded away takes no room. */
  rows: number;
  rowOf: (line: number) => number;
}

export class Ruler {
  readonly root: HTMLCanvasElement;

  constructor(jump: (share: number) => void) {
    this.root = h("canvas", {
      class: "ruler",
      "aria-hidden": "true",
      click: (event) => {
        const box = this.root.getBoundingClientRect();
        jump(((event as MouseEvent).clientY - box.top) / box.height);
      },
    });
  }

  draw(height: number, input: RulerInput): void {
    const scale = devicePixelRatio || 1;
    this.root.width = WIDTH * scale;
    this.root.height = height * scale;
    const context = this.root.getContext("2d");
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const step = height / Math.max(1, input.rows);
    const colours = new Map<string, string>();
    const bar = (line: number, name: string, left: number, width: number): void => {
      let value = colours.get(name);
      if (value === undefined) colours.set(name, (value = style.getPropertyValue(name)));
      context.fillStyle = value;
      context.fillRect(left, Math.min(height - 2, input.rowOf(line) * step), width, Math.max(2, Math.min(4, step)));
    };
    this.statuses(context, height, step, input, style);
    // What is lit stands on top, as wide as the strip.
    for (const { place, light } of input.lights.places)
      if (place.file === input.file) bar(lineAt(input.file, place.begin), `--lit-${light}`, 0, WIDTH);
    for (const [element, light] of input.lights.elements)
      if (element.place.file === input.file) bar(lineAt(input.file, element.place.begin), `--lit-${light}`, 0, WIDTH);
    for (const line of input.found) bar(line, "--ink-found", 8, 4);
  }

  private statuses(
    context: CanvasRenderingContext2D,
    height: number,
    step: number,
    { marks, only, rowOf }: RulerInput,
    style: CSSStyleDeclaration,
  ): void {
    const colours = ORDER.map((status) => style.getPropertyValue(`--ink-${status}`));
    // Of lines that share a pixel the most urgent one is seen.
    const rows = new Uint8Array(Math.ceil(height) + 1);
    for (let line = 0; line < marks.length; line++) {
      const mark = marks[line] ?? 0;
      if (!mark || (only && ORDER[mark - 1] !== only)) continue;
      const y = Math.floor(rowOf(line) * step);
      const old = rows[y] ?? 0;
      if (!old || mark < old) rows[y] = mark;
    }
    rows.forEach((mark, y) => {
      if (!mark) return;
      context.fillStyle = colours[mark - 1] ?? "";
      context.fillRect(3, y, 6, Math.max(1, Math.min(4, step)));
    });
  }
}
