// A made-up report of `warrant axioms` with as many axioms and tests as wanted: tests come in families that share axioms, and every fifth axiom has none.
export function axiomData(axiomCount, testCount) {
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const tests = Array.from({ length: testCount }, (_, i) => ({
    id: `t${i + 1}`,
    path: `suite/family${i % 6}/test-${i}.bpl`,
    procedure: "",
    verdict: i % 17 ? "proved" : "failed",
    goals: 3,
    proved: 3,
    selectivity: 0,
    complete: true,
    used: [],
    axioms: [],
    strong: [],
  }));
  const axioms = Array.from({ length: axiomCount }, (_, i) => ({
    id: `a${i + 1}`,
    name: `axiom_${i}_of_the_prelude`,
    group: ["Maps", "Sequences", "Heap", "Types"][i % 4],
    file: "prelude.bpl",
    line: 10 + i,
    text: `axiom (forall x: int :: { f${i}(x) } f${i}(x) > x);`,
    identified_by: "text",
    tests: testCount,
    used_by: [],
    covered_by: [],
    strongly_covered_by: [],
    used_in_failures: [],
    selectivity: { mean: 0, deviation: 0 },
  }));
  axioms.forEach((axiom, i) => {
    if (i % 5 === 4) return;
    tests.forEach((test, k) => {
      const chance = i % 6 === k % 6 ? 0.5 / (1 + i / 60) : 0.04;
      if (random() > chance) return;
      axiom.used_by.push(test.id);
      if (random() < 0.2) return;
      axiom.covered_by.push(test.id);
      test.selectivity++;
      if (random() < 0.7) axiom.strongly_covered_by.push(test.id);
    });
  });
  const leaves = tests.filter((test) => test.selectivity).map((test) => test.id);
  const families = Array.from({ length: 6 }, (_, f) => leaves.map((_, i) => i).filter((i) => Number(leaves[i].slice(1)) % 6 === f));
  const merges = [];
  const join = (nodes, height) =>
    nodes.reduce((left, right, i) => {
      merges.push({ left, right, height: height + i / 100 });
      return leaves.length + merges.length - 1;
    });
  join(families.filter((one) => one.length).map((one) => join(one, 0.2)), 1.2);
  return {
    report: {
      format: "warrant/1",
      command: "axioms",
      version: "0",
      complete: true,
      solver: "Z3 4.8.12.0, 15000000 resources and 10 s per query",
      measure: "covered",
      tests,
      axioms,
      groups: [],
      dendrogram: { leaves, merges },
      summary: {
        covered: axioms.filter((one) => one.covered_by.length).length,
        used: axioms.filter((one) => one.used_by.length).length,
        strong: 0,
        total: axiomCount,
        tests: testCount,
      },
    },
    programs: [],
  };
}
