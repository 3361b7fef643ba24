// What stands where in a file: elements, findings and the most urgent status of each line.
import { lineAt, type Diagnostic, type Element, type Item, type SourceFile } from "./model";
import { ORDER, type Status } from "./words";

export interface Segment {
  begin: number;
  end: number;
  element: Element;
}

/** Elements may stand inside each other: the innermost one at each place, in order. */
export function flatten(elements: Element[]): Segment[] {
  const out: Segment[] = [];
  const open: Element[] = [];
  let at = 0;
  const advance = (to: number): void => {
    while (open.length) {
      const top = open[open.length - 1] as Element;
      const end = Math.min(top.place.end, to);
      if (end > at) {
        out.push({ begin: at, end, element: top });
        at = end;
      }
      if (top.place.end > to) return;
      open.pop();
    }
  };
  for (const element of elements) {
    advance(element.place.begin);
    at = Math.max(at, element.place.begin);
    open.push(element);
  }
  advance(Infinity);
  return out;
}

/** The first segment that ends behind an offset. */
export function firstAfter(segments: Segment[], offset: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as Segment).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface FileView {
  segments: Segment[];
  /** Elements by the line on which they begin. */
  begins: Map<number, Element[]>;
  index: Map<Element, number>;
  /** What was found, by the line on which it stands. */
  found: Map<number, Diagnostic[]>;
  /** The most urgent status on each line, plus one; 0: none.  `own`: without what a translator wrote. */
  marks: Uint8Array;
  own: Uint8Array;
}

export function viewOf(file: SourceFile, diagnostics: Diagnostic[]): FileView {
  const found = new Map<number, Diagnostic[]>();
  for (const one of diagnostics) {
    if (!one.at || one.at.file !== file || one.goal) continue;
    const line = lineAt(file, one.at.begin);
    const list = found.get(line);
    if (list) list.push(one);
    else found.set(line, [one]);
  }
  const begins = new Map<number, Element[]>();
  const index = new Map<Element, number>();
  const marks = new Uint8Array(file.lines.length);
  const own = new Uint8Array(file.lines.length);
  const raise = (list: Uint8Array, line: number, mark: number): void => {
    const old = list[line] ?? 0;
    if (!old || mark < old) list[line] = mark;
  };
  file.elements.forEach((element, i) => {
    index.set(element, i);
    const line = lineAt(file, element.place.begin);
    const list = begins.get(line);
    if (list) list.push(element);
    else begins.set(line, [element]);
    const mark = ORDER.indexOf(element.status) + 1;
    for (let l = line; l <= lineAt(file, element.place.end - 1); l++) {
      raise(marks, l, mark);
      if (!element.generated) raise(own, l, mark);
    }
  });
  return { segments: flatten(file.elements), begins, index, found, marks, own };
}

const URGENCY: Status[] = ["failed", "timeout", "vacuous"];

/** What a click on an element selects: the goal in trouble, else a goal, else the fact that gave it its status. */
export function mainItem(element: Element): Item {
  for (const status of URGENCY) {
    const item = element.items.find((one) => one.goal && one.status === status);
    if (item) return item;
  }
  return (
    element.items.find((one) => one.goal) ??
    element.items.find((one) => one.status === element.status) ??
    (element.items[0] as Item)
  );
}
