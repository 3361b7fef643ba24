// The side panel: why it holds, who uses it, what is wrong.
import { fill, h, type Child } from "./dom";
import { help } from "./help";
import { textOf, type Fact, type Goal, type Item } from "./model";
import { diagnosticParts } from "./panel/diagnostic";
import { factParts } from "./panel/fact";
import { goalParts } from "./panel/goal";
import { Parts } from "./panel/parts";
import { procedureParts } from "./panel/procedure";
import type { State } from "./state";
import { roleWords, STATUSES } from "./words";

const MOST = 60;

export class Panel {
  readonly root: HTMLElement;
  private readonly parts: Parts;

  constructor(private readonly state: State) {
    this.parts = new Parts(state);
    this.root = h("section", { class: "panel", "aria-label": "Details", tabindex: 0 });
    state.listen((from) => {
      if (from !== "file" && from !== "filter") this.draw();
    });
    this.draw();
  }

  private draw(): void {
    const { selection } = this.state;
    const same = selection.kind === "item" && selection.step;
    const top = same ? this.root.scrollTop : 0;
    this.root.classList.toggle("idle", selection.kind === "none");
    fill(this.root, selection.kind === "none" ? help(this.state.model) : [this.close(), this.content()]);
    this.root.scrollTop = top;
  }

  private content(): Child {
    const { selection } = this.state;
    switch (selection.kind) {
      case "none":
        return null;
      case "item":
        return [
          selection.item.goal
            ? goalParts(this.parts, selection.item as Goal)
            : factParts(this.parts, selection.item as Fact),
          this.roles(selection.item),
        ];
      case "diagnostic":
        return diagnosticParts(this.parts, selection.diagnostic);
      case "procedure":
        return procedureParts(this.parts, selection.procedure);
    }
  }

  private close(): HTMLElement {
    return h(
      "button",
      {
        class: "close",
        "aria-label": "Clear the selection",
        title: "Clear the selection (Esc)",
        click: () => this.state.select({ kind: "none" }, "panel"),
      },
      "×",
    );
  }

  /** What else stands at this place: a loop invariant is two goals and a fact, a call has its callee's clauses. */
  private roles(item: Item): Child {
    const items = item.element?.items ?? [item];
    if (items.length < 2) return null;
    const clauses = items.some((one) => one.clause !== one.at);
    return [
      h("h3", {}, "The same text in its other roles"),
      h(
        "div",
        { class: "roles", role: "group", "aria-label": "Roles of this text" },
        items.slice(0, MOST).map((one) =>
          h(
            "button",
            {
              class: "role" + (one === item ? " on" : ""),
              "aria-pressed": one === item ? "true" : "false",
              click: () => this.state.select({ kind: "item", item: one }, "panel"),
            },
            h(
              "span",
              { class: `letter s-${one.status}`, title: STATUSES[one.status].word },
              STATUSES[one.status].letter,
            ),
            h(
              "span",
              {},
              roleWords(one.role, one.name),
              clauses ? h("code", { class: "clip" }, textOf(one.clause).replace(/\s+/g, " ").slice(0, 80)) : null,
            ),
          ),
        ),
      ),
    ];
  }
}
