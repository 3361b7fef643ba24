// The orders in which axioms and tests can stand in the picture, and the tree of the clusters.
import { testName, type Matrix } from "./data";

export type AxiomOrder = "tests" | "group" | "name" | "text";
export type TestOrder = "clusters" | "axioms" | "name";

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function axiomOrder(matrix: Matrix, order: AxiomOrder, onlyBare: boolean): number[] {
  const { axioms, testsOf } = matrix;
  const all = axioms.map((_, i) => i).filter((i) => !onlyBare || !testsOf[i]);
  const tests = (a: number, b: number): number => (testsOf[b] ?? 0) - (testsOf[a] ?? 0);
  const name = (a: number, b: number): number => byText(axioms[a]?.name ?? "", axioms[b]?.name ?? "");
  const group = (a: number, b: number): number => byText(axioms[a]?.group ?? "", axioms[b]?.group ?? "");
  if (order === "tests") return all.sort((a, b) => tests(a, b) || a - b);
  if (order === "group") return all.sort((a, b) => group(a, b) || tests(a, b) || a - b);
  if (order === "name") return all.sort((a, b) => name(a, b) || a - b);
  return all;
}

/** One merge of two clusters: the rows of its two sides and their heights, as fractions of the greatest height. */
export interface Joint {
  from: number;
  to: number;
  left: number;
  right: number;
  height: number;
}

export interface TestLayout {
  order: number[];
  joints: Joint[];
}

/** The tests from left to right in the tree, those without axioms behind them. */
function clusters(matrix: Matrix): TestLayout {
  const { leaves, merges } = matrix.report.dendrogram;
  const numbers = new Map(matrix.tests.map((test, i) => [test.id, i]));
  const n = leaves.length;
  const order: number[] = [];
  // Depth first without recursion: a tree can be as deep as it has leaves.
  const children = new Set(merges.flatMap((merge) => [merge.left, merge.right]));
  const stack: number[] = [];
  for (let node = n + merges.length - 1; node >= 0; node--) if (!children.has(node)) stack.push(node);
  stack.reverse();
  const place = new Map<number, number>();
  while (stack.length) {
    const node = stack.pop() ?? 0;
    const merge = merges[node - n];
    if (node < n || !merge) {
      const test = numbers.get(leaves[node] ?? "");
      if (test === undefined) continue;
      place.set(node, order.length);
      order.push(test);
    } else stack.push(merge.right, merge.left);
  }
  const top = Math.max(1e-9, ...merges.map((merge) => merge.height));
  const height = new Map<number, number>();
  const joints = merges.map((merge, i) => {
    const from = place.get(merge.left) ?? 0;
    const to = place.get(merge.right) ?? 0;
    const joint = {
      from,
      to,
      left: height.get(merge.left) ?? 0,
      right: height.get(merge.right) ?? 0,
      height: merge.height / top,
    };
    place.set(n + i, (from + to) / 2);
    height.set(n + i, joint.height);
    return joint;
  });
  const inside = new Set(order);
  matrix.tests.forEach((_, i) => {
    if (!inside.has(i)) order.push(i);
  });
  return { order, joints };
}

export function testLayout(matrix: Matrix, order: TestOrder): TestLayout {
  if (order === "clusters") return clusters(matrix);
  const { tests, axiomsOf } = matrix;
  const all = tests.map((_, i) => i);
  if (order === "axioms") all.sort((a, b) => (axiomsOf[b] ?? 0) - (axiomsOf[a] ?? 0) || a - b);
  else
    all.sort((a, b) => {
      const [x, y] = [tests[a], tests[b]];
      return x && y ? byText(testName(x), testName(y)) || a - b : 0;
    });
  return { order: all, joints: [] };
}
