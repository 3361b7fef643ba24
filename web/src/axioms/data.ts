// The document of `warrant axioms --json` as far as the page shows it, and the matrix of axioms and tests that it describes.

export interface RawAxiom {
  id: string;
  name: string;
  group: string;
  file: string;
  line: number;
  text: string;
  identified_by: string;
  tests: number;
  used_by: string[];
  covered_by: string[];
  strongly_covered_by: string[];
  used_in_failures: string[];
  selectivity: { mean: number; deviation: number };
}

export interface RawTest {
  id: string;
  path: string;
  procedure: string;
  verdict: string;
  goals: number;
  proved: number;
  selectivity: number;
  complete: boolean;
  problem?: string;
}

export interface RawAdvice {
  kind: string;
  axiom: string;
  message: string;
  partners?: string[];
  sketch?: string;
}

export interface AxiomReport {
  command: "axioms";
  version: string;
  complete: boolean;
  solver: string;
  measure: "covered" | "used";
  tests: RawTest[];
  axioms: RawAxiom[];
  groups: { name: string; used: number; covered: number; strong: number; total: number }[];
  dendrogram: { leaves: string[]; merges: { left: number; right: number; height: number }[] };
  summary: { covered: number; used: number; strong: number; total: number; tests: number };
  advice?: RawAdvice[];
}

/** What is known about an axiom in a test: nothing, used, covered, strongly covered, or instantiated in a failed attempt. */
export const STATES = ["", "used", "covered", "strong", "failure"] as const;
export type State = 0 | 1 | 2 | 3 | 4;

export interface Matrix {
  report: AxiomReport;
  axioms: RawAxiom[];
  tests: RawTest[];
  /** By axiom and test. */
  states: Uint8Array;
  /** How many tests an axiom has, and how many axioms a test has. */
  testsOf: number[];
  axiomsOf: number[];
}

export function testName(test: RawTest): string {
  const file = test.path.slice(test.path.lastIndexOf("/") + 1);
  return test.procedure ? `${test.procedure} (${file})` : file;
}

export function stateAt(matrix: Matrix, axiom: number, test: number): State {
  return (matrix.states[axiom * matrix.tests.length + test] ?? 0) as State;
}

export function buildMatrix(report: AxiomReport): Matrix {
  const { axioms, tests } = report;
  const numbers = new Map(tests.map((test, i) => [test.id, i]));
  const states = new Uint8Array(axioms.length * tests.length);
  axioms.forEach((axiom, row) => {
    const lists: [string[], State][] = [
      [axiom.used_in_failures, 4],
      [axiom.used_by, 1],
      [axiom.covered_by, 2],
      [axiom.strongly_covered_by, 3],
    ];
    for (const [list, state] of lists)
      for (const id of list) {
        const test = numbers.get(id);
        if (test !== undefined) states[row * tests.length + test] = state;
      }
  });
  const counts = report.measure === "used" ? (axiom: RawAxiom) => axiom.used_by : (axiom: RawAxiom) => axiom.covered_by;
  return {
    report,
    axioms,
    tests,
    states,
    testsOf: axioms.map((axiom) => counts(axiom).length),
    axiomsOf: tests.map((test) => test.selectivity),
  };
}
