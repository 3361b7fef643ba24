// What is chosen in the matrix, as text: an axiom with its tests, a test with its axioms, and advice.
import { count, fill, h, type Child } from "../dom";
import { stateAt, STATES, testName, type Matrix, type State } from "./data";
import type { Spot } from "./picture";

const MOST = 300;
const WORDS: Record<State, string> = {
  0: "not used",
  1: "used",
  2: "covered",
  3: "strongly covered",
  4: "instantiated in a failed attempt",
};

export function stateWord(state: State): string {
  return WORDS[state];
}

export class Details {
  readonly root: HTMLElement;
  private readonly line: HTMLElement;
  private readonly body: HTMLElement;

  constructor(
    private readonly matrix: Matrix,
    private readonly choose: (spot: Spot) => void,
  ) {
    this.line = h("p", { class: "hovered quiet", "aria-live": "polite" });
    this.body = h("div", { class: "columns" });
    this.root = h("section", { class: "details", "aria-label": "What is chosen" }, this.line, this.body);
  }

  /** One line about the cell under the pointer. */
  hover(spot: Spot): void {
    const axiom = this.matrix.axioms[spot.axiom];
    const test = this.matrix.tests[spot.test];
    const parts: Child[] = [];
    if (axiom) parts.push(h("b", {}, axiom.name), ` (${count(this.matrix.testsOf[spot.axiom] ?? 0, "test")})`);
    if (test) parts.push(axiom ? " in " : "", h("b", {}, testName(test)), ` (${count(test.selectivity, "axiom")})`);
    if (axiom && test) parts.push(`: ${WORDS[stateAt(this.matrix, spot.axiom, spot.test)]}`);
    fill(this.line, parts.length ? parts : "Point at a cell for its names; click for the texts.");
  }

  show(spot: Spot): void {
    fill(this.body, this.axiom(spot), this.test(spot));
    this.body.hidden = spot.axiom < 0 && spot.test < 0;
  }

  private axiom(spot: Spot): Child {
    const axiom = this.matrix.axioms[spot.axiom];
    if (!axiom) return null;
    const rows = this.matrix.tests
      .map((test, i) => ({ test, i, state: stateAt(this.matrix, spot.axiom, i) }))
      .filter(({ state }) => state);
    const advice = this.matrix.report.advice?.filter((one) => one.axiom === axiom.id) ?? [];
    const place = axiom.file ? `${axiom.file}:${axiom.line}` : "";
    return h(
      "article",
      { class: "one axiom" },
      h("h2", {}, axiom.name),
      h("p", { class: "quiet" }, [axiom.group && `group ${axiom.group}`, place].filter(Boolean).join(" · ")),
      axiom.text ? h("pre", { class: "code", tabindex: 0 }, axiom.text) : null,
      advice.map((one) => [
        h("p", { class: "advice" }, one.message),
        one.sketch ? h("pre", { class: "code", tabindex: 0 }, one.sketch) : null,
      ]),
      rows.length
        ? h(
            "p",
            { class: "quiet" },
            `${count(this.matrix.testsOf[spot.axiom] ?? 0, "test")}; their axioms: mean ${axiom.selectivity.mean.toFixed(1)}, deviation ${axiom.selectivity.deviation.toFixed(1)}`,
          )
        : h("p", { class: "bare" }, "No test uses this axiom."),
      this.list(rows.map(({ test, i, state }) => ({ name: testName(test), state, spot: { axiom: spot.axiom, test: i } }))),
    );
  }

  private test(spot: Spot): Child {
    const test = this.matrix.tests[spot.test];
    if (!test) return null;
    const rows = this.matrix.axioms
      .map((axiom, i) => ({ axiom, i, state: stateAt(this.matrix, i, spot.test) }))
      .filter(({ state }) => state);
    return h(
      "article",
      { class: "one test" },
      h("h2", {}, testName(test)),
      h("p", { class: "quiet" }, [test.path, test.verdict, `${test.proved} of ${count(test.goals, "goal")} proved`].join(" · ")),
      test.problem ? h("p", { class: "bare" }, test.problem) : null,
      test.complete ? null : h("p", { class: "quiet" }, "A query hit its limit: the set may not be minimal."),
      this.list(rows.map(({ axiom, i, state }) => ({ name: axiom.name, state, spot: { axiom: i, test: spot.test } }))),
    );
  }

  private list(rows: { name: string; state: State; spot: Spot }[]): Child {
    return h(
      "ul",
      { class: "members" },
      rows.slice(0, MOST).map(({ name, state, spot }) =>
        h(
          "li",
          {},
          h("i", { class: `spot st-${STATES[state]}`, "aria-hidden": "true" }),
          h("button", { class: "link", title: WORDS[state], click: () => this.choose(spot) }, name),
        ),
      ),
      rows.length > MOST ? h("li", { class: "quiet" }, `and ${rows.length - MOST} more`) : null,
    );
  }
}
