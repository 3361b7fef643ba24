// The page of `warrant axioms --html`: figures, the matrix, and what is chosen in it.
import { count, h, percent, type Child } from "../dom";
import { Theme } from "../theme";
import { buildMatrix, testName, type AxiomReport, type Matrix } from "./data";
import { Details } from "./details";
import { axiomOrder, testLayout, type AxiomOrder, type TestOrder } from "./order";
import { Picture, type Spot } from "./picture";

const NOTHING: Spot = { axiom: -1, test: -1 };

function choice<T extends string>(label: string, options: [T, string][], change: (value: T) => void): HTMLElement {
  const select = h(
    "select",
    { "aria-label": label, change: (event) => change((event.target as HTMLSelectElement).value as T) },
    options.map(([value, word]) => h("option", { value }, word)),
  );
  return h("label", { class: "choice" }, h("span", { class: "quiet" }, label), select);
}

function figures(matrix: Matrix): Child {
  const { summary, measure, solver, complete } = matrix.report;
  const part = measure === "used" ? summary.used : summary.covered;
  const bare = matrix.testsOf.filter((tests) => !tests).length;
  return [
    h("strong", { class: "figure" }, percent(part, summary.total)),
    h("span", {}, `${part} of ${count(summary.total, "axiom")} ${measure} by ${count(summary.tests, "test")}`),
    h("span", { class: bare ? "bare" : "quiet" }, `${bare} without a test`),
    h("span", { class: "quiet solver" }, solver),
    complete ? null : h("span", { class: "bare" }, "The run was ended: some tests are missing."),
  ];
}

function legend(matrix: Matrix): Child {
  const words: [string, string][] = [["used", "used"]];
  if (matrix.report.measure === "covered") words.push(["covered", "covered"]);
  if (matrix.states.includes(3)) words.push(["strong", "strongly covered"]);
  if (matrix.states.includes(4)) words.push(["failure", "in failed attempts"]);
  words.push(["bare", "axiom without a test"]);
  return h(
    "span",
    { class: "key quiet" },
    words.map(([name, word]) => h("span", {}, h("i", { class: `spot st-${name}`, "aria-hidden": "true" }), word)),
  );
}

export function startAxioms(report: AxiomReport): void {
  const theme = new Theme();
  const matrix = buildMatrix(report);
  const picture = new Picture(matrix);
  let axioms: AxiomOrder = "tests";
  let tests: TestOrder = "clusters";
  let onlyBare = false;
  const choose = (spot: Spot): void => {
    details.show(spot);
    picture.choose(spot);
    const words = [matrix.axioms[spot.axiom]?.id, matrix.tests[spot.test]?.id].filter(Boolean);
    history.replaceState(null, "", words.length ? `#${words.join(",")}` : location.pathname);
  };
  const details = new Details(matrix, choose);
  const arrange = (): void =>
    picture.arrange(axiomOrder(matrix, axioms, onlyBare), testLayout(matrix, tests), axioms === "group");
  const size = h("button", {
    class: "tool",
    "aria-pressed": "false",
    click: () => {
      picture.large = !picture.large;
      size.setAttribute("aria-pressed", String(picture.large));
      arrange();
    },
  }, "Names");
  const bare = h("button", {
    class: "tool",
    "aria-pressed": "false",
    click: () => {
      onlyBare = !onlyBare;
      bare.setAttribute("aria-pressed", String(onlyBare));
      arrange();
    },
  }, "Only without tests");
  const themeButton = h("button", { class: "tool", click: () => theme.toggle() });
  const names = h(
    "datalist",
    { id: "names" },
    [...matrix.axioms.map((one) => one.name), ...matrix.tests.map(testName)].slice(0, 5000).map((name) => h("option", { value: name })),
  );
  const find = h("input", {
    class: "find",
    type: "search",
    list: "names",
    placeholder: "Find an axiom or a test",
    "aria-label": "Find an axiom or a test",
    change: () => {
      const axiom = matrix.axioms.findIndex((one) => one.name === find.value);
      const test = matrix.tests.findIndex((one) => testName(one) === find.value);
      if (axiom >= 0 || test >= 0) choose({ axiom, test });
    },
  });
  const tools = h(
    "div",
    { class: "axioms-tools" },
    choice<AxiomOrder>(
      "Axioms by",
      [
        ["tests", "tests"],
        ["group", "group"],
        ["name", "name"],
        ["text", "position"],
      ],
      (value) => ((axioms = value), arrange()),
    ),
    choice<TestOrder>(
      "Tests by",
      [
        ["clusters", "clusters"],
        ["axioms", "axioms"],
        ["name", "name"],
      ],
      (value) => ((tests = value), arrange()),
    ),
    bare,
    size,
    find,
    names,
    legend(matrix),
  );
  const head = h(
    "header",
    { class: "axioms-head" },
    h("h1", {}, "Axiomatization coverage"),
    figures(matrix),
    h("span", { class: "end" }, themeButton),
  );
  document.body.append(h("div", { class: "app axioms-app" }, head, tools, h("main", {}, picture.root), details.root));
  document.title = "Warrant: axiomatization coverage";
  picture.onHover = (spot) => details.hover(spot);
  picture.onClick = choose;
  details.hover(NOTHING);
  theme.listen(() => {
    themeButton.textContent = theme.dark() ? "Light" : "Dark";
    picture.recolour();
  });
  themeButton.textContent = theme.dark() ? "Light" : "Dark";
  arrange();
  picture.recolour();
  const wanted = location.hash.slice(1).split(",");
  choose({
    axiom: matrix.axioms.findIndex((one) => wanted.includes(one.id)),
    test: matrix.tests.findIndex((one) => wanted.includes(one.id)),
  });
}
