// The outline of a file: its procedures in the order of the text, and the one that is in view.
import { fill, h } from "./dom";
import { lineAt, lineOf, type Procedure, type SourceFile } from "./model";
import type { State } from "./state";
import { STATUSES } from "./words";
import { procedureStatus } from "./verdict";

export class Outline {
  readonly root: HTMLSelectElement;
  private procedures: Procedure[] = [];
  private lines: number[] = [];

  constructor(private readonly state: State) {
    this.root = h("select", { class: "outline", "aria-label": "Go to a procedure", change: () => this.choose() });
  }

  draw(file: SourceFile): void {
    const { model, hiding } = this.state;
    this.procedures = model.procedures
      .filter((one) => one.at?.file === file && !(hiding && one.generated))
      .sort((a, b) => (a.at?.begin ?? 0) - (b.at?.begin ?? 0));
    this.lines = this.procedures.map((one) => lineOf(one.at) - 1);
    this.root.hidden = !this.procedures.length;
    fill(
      this.root,
      h("option", { value: "", hidden: true }, "Procedures"),
      this.procedures.map((one, i) =>
        h("option", { value: i }, `${STATUSES[procedureStatus(one)].letter}  ${one.title}  · line ${lineOf(one.at)}`),
      ),
    );
  }

  private choose(): void {
    const procedure = this.procedures[Number(this.root.value)];
    if (procedure) this.state.select({ kind: "procedure", procedure });
  }

  /** The procedure around the first visible line is the one that is shown. */
  follow(file: SourceFile, offset: number): void {
    const line = lineAt(file, offset);
    let at = -1;
    while (at + 1 < this.lines.length && (this.lines[at + 1] as number) <= line) at++;
    this.root.value = at < 0 ? "" : String(at);
  }
}
