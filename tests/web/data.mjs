// Data that was made up, for sizes that no small program has.

const summary = { verified: 0, errors: 0, timeouts: 0, unknown: 0, covered: 0, total: 0, seconds: 1 };

/** The data of one program that was covered. */
function covered(path, rows, places, procedures, facts, more = {}) {
  const file = { path, status: "ok", diagnostics: [], procedures, facts };
  return {
    report: {
      format: "warrant/1",
      command: "cover",
      version: "0",
      files: [file],
      findings: [],
      summary: {
        ...summary,
        covered: facts.length,
        total: facts.length,
        elements: { covered: facts.length, coverable: facts.length, unexplained: 0, failed: 0, vacuous: 0 },
        axioms: { covered: 0, total: 0 },
      },
    },
    programs: [
      {
        texts: [`${rows.join("\n")}\n`],
        places,
        bodies: procedures.map(({ name }) => ({ name, at: [] })),
        diagnostics: [],
        codes: {},
        roles: {},
        generated: [],
        titles: {},
        ...more,
      },
    ],
  };
}

/** What the proofs of a procedure cost. */
const proving = (resources) => ({ cached: false, prove: { seconds: 0, cpu_seconds: 0, resources, queries: 1 } });

/** A program of so many lines: every third one assumes, and the one after it asserts what was assumed. */
export function longData(lines) {
  const rows = [];
  const places = {};
  const procedures = [];
  const facts = [];
  const bodies = [];
  let at = 0;
  for (let i = 1; i <= lines; i++) {
    const procedure = `Procedure${Math.floor(i / 300)}`;
    const row = i % 3 === 0 ? `  assert x${i} > 0;` : i % 3 === 2 ? `  assume x${i + 1} > 0;` : `  // line ${i}`;
    const span = [0, at + 2, at + row.length];
    if (i % 3 === 0) {
      if (procedures.at(-1)?.name !== procedure) {
        bodies.push({ name: procedure, at: span });
        procedures.push({
          name: procedure,
          line: i,
          column: 1,
          verdict: "verified",
          seconds: 0.1,
          resources: 100,
          coverage: { covered: 99, total: 100 },
          cost: proving(100),
          goals: [],
        });
      }
      procedures.at(-1).goals.push({
        id: `g${i}`,
        name: `${procedure}/assert/${i}`,
        role: "assert",
        line: i,
        column: 3,
        verdict: "proved",
        resources: i % 977,
        seconds: 0.001,
        vacuous: false,
        coverage: "ok",
        complete: false,
        minimal: true,
        core: [`f${i - 1}`],
        needed: [`f${i - 1}`],
        alternatives: [],
      });
      places[`g${i}`] = span;
    } else if (i % 3 === 2) {
      const id = `f${i}`;
      const used = i + 1 <= lines ? [`g${i + 1}`] : [];
      facts.push({
        id,
        name: `${procedure}/assume/${i}`,
        role: "assume",
        class: "explicit",
        procedure,
        text: row.trim(),
        used_by: used,
        need: "logical",
        status: used.length ? "needed" : "removable",
      });
      places[id] = span;
    }
    rows.push(row);
    at += row.length + 1;
  }
  return covered("long.bpl", rows, places, procedures, facts, { bodies });
}

/** So many procedures, each with a body of three lines, in layers that call the next; some stand alone. */
export function graphData(size) {
  const rows = [];
  const places = {};
  const procedures = [];
  const facts = [];
  const graph = { kinds: ["proof", "callee"], procedures: [], nodes: [], edges: [] };
  const layers = Math.max(2, Math.round(Math.sqrt(size) / 2));
  const layer = (i) => Math.floor((i * layers) / size);
  let at = 0;
  let state = 7;
  const random = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const line = (text) => {
    const span = [0, at + 2, at + text.length];
    rows.push(text);
    at += text.length + 1;
    return span;
  };
  for (let i = 0; i < size; i++) {
    const name = `Module${layer(i)}.Procedure${i}`;
    line(`procedure ${name}(x: int)`);
    places[`f${i}`] = line(`  requires x > ${i};`);
    places[`g${i}`] = line(`  ensures x >= ${i};`);
    const goal = {
      id: `g${i}`,
      name: `${name}/ensures/1`,
      role: "ensures",
      line: 3 * i + 3,
      column: 3,
      verdict: "proved",
      resources: 10 * i,
      seconds: 0.001,
      vacuous: false,
      coverage: "ok",
      complete: false,
      minimal: true,
      core: [`f${i}`],
      needed: [`f${i}`],
      alternatives: [],
    };
    procedures.push({
      name,
      line: 3 * i + 1,
      column: 1,
      verdict: "verified",
      seconds: 0.1,
      resources: 10 * i,
      coverage: { covered: 1, total: 1 },
      cost: proving(10 * i),
      goals: [goal],
    });
    facts.push({
      id: `f${i}`,
      name: `${name}/requires/1`,
      role: "requires",
      class: "explicit",
      procedure: name,
      text: `requires x > ${i};`,
      used_by: [`g${i}`],
      need: "logical",
      status: "needed",
    });
    graph.procedures.push({ name, body: true });
    graph.nodes.push({ id: `g${i}`, procedure: i, goal: true }, { id: `f${i}`, procedure: i });
    graph.edges.push(2 * i, 2 * i + 1, 0);
  }
  for (let i = 0; i < size; i++) {
    const next = [...Array(size).keys()].filter((k) => layer(k) === layer(i) + 1);
    for (let calls = random(3); calls > 0 && next.length; calls--)
      graph.edges.push(2 * i, 2 * next[random(next.length)], 1);
  }
  return covered("graph.bpl", rows, places, procedures, facts, { graph });
}

/** One procedure in which every goal rests on every fact. */
export function denseData(size) {
  const rows = ["procedure Dense()"];
  const places = {};
  const facts = [];
  const goals = [];
  const graph = { kinds: ["proof"], procedures: [{ name: "Dense", body: true }], nodes: [], edges: [] };
  let at = rows[0].length + 1;
  const all = [...Array(size).keys()];
  for (const role of ["requires", "ensures"]) {
    for (const i of all) {
      const goal = role === "ensures";
      const id = `${goal ? "g" : "f"}${i}`;
      const name = `Dense/${role}/${i}`;
      const row = `  ${role} x${i} > 0;`;
      places[id] = [0, at + 2, at + row.length];
      rows.push(row);
      at += row.length + 1;
      graph.nodes.push({ id, procedure: 0, ...(goal ? { goal } : {}) });
      const core = all.map((k) => `f${k}`);
      if (goal) {
        goals.push({
          ...{ id, name, role, line: i, column: 3, verdict: "proved", resources: i, seconds: 0, vacuous: false },
          ...{ coverage: "ok", complete: false, minimal: true, core, needed: core, alternatives: [] },
        });
        for (const k of all) graph.edges.push(size + i, k, 0);
      } else {
        const used = all.map((k) => `g${k}`);
        const text = row.trim();
        facts.push({ id, name, role, class: "explicit", procedure: "Dense", text, used_by: used, status: "needed" });
      }
    }
  }
  const coverage = { covered: size, total: size };
  const procedure = {
    name: "Dense",
    line: 1,
    column: 1,
    verdict: "verified",
    seconds: 0,
    resources: 9,
    cost: proving(9),
    coverage,
    goals,
  };
  return covered("dense.bpl", rows, places, [procedure], facts, { graph });
}
