// Which lines of a file are shown: what a translator wrote is folded away, with a row that says so.
import { lineAt, type Model, type Place, type SourceFile } from "./model";

const LEAST = 12; // shorter runs stay
const AROUND = 2; // lines of context before and after what the user wrote

export interface Fold {
  from: number;
  /** The first line behind it. */
  to: number;
}

function userLines(model: Model, file: SourceFile): Uint8Array {
  const own = new Uint8Array(file.lines.length);
  const mark = (place: Place | null): void => {
    if (!place || place.file !== file) return;
    const last = lineAt(file, Math.max(place.begin, place.end - 1)) + AROUND;
    for (let line = lineAt(file, place.begin) - AROUND; line <= last; line++) if (line >= 0) own[line] = 1;
  };
  for (const element of file.elements) if (!element.generated) mark(element.place);
  for (const procedure of model.procedures) if (!procedure.generated) mark(procedure.at);
  for (const diagnostic of model.diagnostics) {
    mark(diagnostic.at);
    for (const note of diagnostic.notes) mark(note.at);
    for (const step of diagnostic.trace) mark(step.place);
  }
  return own;
}

/** The runs of lines that only a translator wrote. */
export function foldsOf(model: Model, file: SourceFile): Fold[] {
  const own = userLines(model, file);
  const folds: Fold[] = [];
  for (let from = 0; from < own.length; ) {
    if (own[from]) {
      from++;
      continue;
    }
    let to = from;
    while (to < own.length && !own[to]) to++;
    if (to - from >= LEAST) folds.push({ from, to });
    from = to;
  }
  return folds;
}

/** Rows of a view: lines, and folds that are closed. */
export class Rows {
  readonly count: number;
  private readonly closed: Fold[];
  /** How many rows the folds before each one save. */
  private readonly saved: number[] = [];

  constructor(
    lines: number,
    folds: Fold[],
    private readonly open: Set<Fold>,
  ) {
    this.closed = folds.filter((fold) => !open.has(fold));
    let saved = 0;
    for (const fold of this.closed) {
      this.saved.push(saved);
      saved += fold.to - fold.from - 1;
    }
    this.count = lines - saved;
  }

  /** The last fold for which `before` holds; -1: none. */
  private last(before: (i: number) => boolean): number {
    let low = -1;
    let high = this.closed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (before(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private from(i: number): number {
    return (this.closed[i] as Fold).from;
  }

  /** The line of a row, or the fold that it stands for. */
  at(row: number): number | Fold {
    const i = this.last((k) => this.from(k) - (this.saved[k] as number) <= row);
    if (i < 0) return row;
    const fold = this.closed[i] as Fold;
    const saved = this.saved[i] as number;
    return row === fold.from - saved ? fold : row + saved + fold.to - fold.from - 1;
  }

  /** The row of a line, or that of the fold around it. */
  of(line: number): number {
    const i = this.last((k) => this.from(k) <= line);
    if (i < 0) return line;
    const fold = this.closed[i] as Fold;
    return Math.max(line, fold.to - 1) - (this.saved[i] as number) - (fold.to - fold.from - 1);
  }

  /** Opens the fold around a line; false: there is none. */
  reveal(line: number): boolean {
    const i = this.last((k) => this.from(k) <= line);
    const fold = this.closed[i];
    if (!fold || fold.to <= line) return false;
    this.open.add(fold);
    return true;
  }
}
