// Single features of the page in headless Chromium: features.mjs WARRANT [FOLDER].
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { longData } from "./data.mjs";
import { dataOf, element, end, fake, folder, keep, layout, noise, open, report, run, source, texts, violations, warrant } from "./harness.mjs";
import { test } from "./tap.mjs";

const sum = source(
  "sum.bpl",
  `procedure Sum(n: int) returns (s: int)
  requires 0 <= n;
  ensures s == n * (n + 1);
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant 2 * s == i * (i + 1);
  {
    i := i + 1;
    s := s + i;
  }
}
procedure Use(a: int)
{
  var r: int;
  if (a > 3) {
    call r := Sum(a - 5);
  } else {
    call r := Sum(4);
    assert r == 20;
  }
}
`,
);

/** Like the output of a translator: a prelude of axioms, and procedures with the names that users know. */
const translated = source(
  "translated.bpl",
  `type Ref;\nfunction P(x: int): bool;\n${Array.from({ length: 60 }, (_, i) => `axiom (forall x: int :: { P(x + ${i}) } P(x + ${i}) ==> P(x + ${i}));\n`).join("\n")}
procedure {:verboseName "Bank.Transfer (correctness)"} Impl$$Bank.Transfer(x: int) returns (y: int)
  requires x > 0;
  ensures y > 1;
{
  y := x + 1;
}
procedure {:verboseName "Bank.Use (correctness)"} Impl$$Bank.Use() returns (z: int)
  ensures z > 0;
{
  call z := Impl$$Bank.Transfer(1);
}
`,
);
const turned = source(
  "turned.bpl",
  "procedure P(x: int)\n  requires x > 0; // \u202e evil \u2066 text\n{\n  assert {:msg \"say \u202e it\"} x > 1;\n}\n",
);

const pages = {
  values: report(
    "values",
    source(
      "values.bpl",
      `procedure P(x: int, a: [int]int) returns (z: int)
  requires x > 3;
{
  var y: int;
  y := 2 * x;
  if (a[y] > 1000) {
    z := a[y] - y;
    z := z + a[0];
    assert z != 5000;
  }
}
`,
    ),
  ),
  small: report("small", "examples/max.bpl"),
  failing: report("failing", sum),
  translated: report("translated", translated),
  turned: report("turned", turned),
  contradictory: report("contradictory", "examples/contradiction.bpl"),
  binary: report("binary", "examples/binary-search.bpl"),
  long: fake("long", longData(3000)),
};

/** A page whose data was changed. */
async function changed(name, path, change) {
  const data = await dataOf(await open(path));
  change(data);
  return open(fake(name, data));
}

const inView = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const box = one.getBoundingClientRect();
      return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.left < innerWidth;
    });

await test("colours stay when something is selected", async () => {
  const page = await open(pages.small);
  const looks = () =>
    page
      .locator('.el:not([class*=" l-"])')
      .evaluateAll((all) =>
        Object.fromEntries(all.map((one) => [one.dataset.focus, getComputedStyle(one).backgroundColor])),
      );
  const before = await looks();
  await element(page, "ensures (forall").click();
  const after = await looks();
  assert.ok(Object.keys(after).length > 3);
  for (const [id, colour] of Object.entries(after)) assert.equal(colour, before[id]);
  assert.ok(Object.values(after).every((colour) => colour !== "rgba(0, 0, 0, 0)"));
});

await test("the way to a failure is lit in the source, in its own terms", async () => {
  const page = await open(pages.failing);
  assert.match(await page.locator(".panel .kicker").textContent(), /Postcondition · goal of Sum/);
  const steps = await texts(page, ".panel .trace .step");
  assert.deepEqual(steps, [
    "i := 0;",
    "s := 0;",
    "0 <= i",
    "i <= n",
    "invariant 2 * s == i * (i + 1);",
    "i < n is false",
  ]);
  assert.deepEqual((await texts(page, ".source .l-trace")).sort(), [...steps.slice(0, 5), "i < n"].sort());
  assert.deepEqual(await texts(page, ".line.path-line .number"), ["6", "7", "8", "9", "10"]);
  assert.doesNotMatch(await page.locator("body").innerText(), /anon\d|LoopHead|LoopDone/);
  await page.locator(".panel .step", { hasText: "i := 0;" }).click();
  assert.deepEqual(await texts(page, ".source .l-self"), ["i := 0;"]);
  assert.match(await page.locator(".panel .kicker").textContent(), /Postcondition/, "the goal stays selected");
  await element(page, "call r := Sum(a - 5);").click();
  assert.deepEqual(await texts(page, ".panel .trace .step"), ["a > 3 is true"]);
  if (keep) await page.screenshot({ path: join(keep, "trace.png") });
});

await test("a slider goes along the values of a counterexample", async () => {
  const page = await open(pages.values);
  const label = page.locator(".values label span");
  const state = async () =>
    (await page.locator(".values .state tbody tr").all()).length &&
    Object.fromEntries(
      await Promise.all(
        (await page.locator(".values .state tbody tr").all()).map(async (row) => await row.locator("code").allTextContents()),
      ),
    );
  const doc = (await dataOf(page)).programs[0].diagnostics[0].values;
  assert.match(await label.textContent(), new RegExp(`Step ${doc.length} of ${doc.length}`), "it begins at the failure");
  assert.ok(doc.length >= 3);
  await page.locator(".values input").focus();
  await page.keyboard.press("Home");
  assert.match(await label.textContent(), /Step 1 of/);
  assert.deepEqual(await state(), Object.fromEntries(doc[0].values));
  assert.match(await page.locator(".values .point").textContent(), /At the start/);
  await page.keyboard.press("ArrowRight");
  assert.match(await label.textContent(), /Step 2 of/);
  assert.deepEqual(await state(), Object.fromEntries([...doc[0].values, ...doc[1].values]));
  assert.equal(await page.locator(".values tr.fresh").count(), doc[1].values.length, "what the step changed is marked");
  assert.deepEqual(await texts(page, ".source .l-self"), ["y := 2 * x;"], "the source follows");
  assert.ok(await page.locator(".values input").evaluate((one) => one === document.activeElement), "keys go on");
  assert.deepEqual(await violations(page), []);
  for (const width of [1400, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.ok(await page.locator(".values").evaluate((one) => one.scrollWidth <= one.clientWidth + 1), `fits ${width}`);
    await page.locator(".values").scrollIntoViewIfNeeded();
    if (keep) await page.screenshot({ path: join(keep, `values-${width}.png`) });
  }
});

await test("text is found, and lines are gone to", async () => {
  const page = await open(pages.long);
  await page.keyboard.press("f");
  await page.keyboard.type("x2400 > 0");
  assert.equal(await page.locator(".findbox .count").textContent(), "1 of 2");
  assert.match(await page.locator(".hit.now").first().textContent(), /x2400 > 0/);
  assert.ok(await inView(page, ".hit.now"));
  const first = await page.locator(".hit.now").first().evaluate((one) => one.closest(".line").textContent);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".findbox .count").textContent(), "2 of 2");
  assert.notEqual(await page.locator(".hit.now").first().evaluate((one) => one.closest(".line").textContent), first);
  await page.keyboard.press("Shift+Enter");
  assert.equal(await page.locator(".findbox .count").textContent(), "1 of 2");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hit").count(), 0);
  await page.keyboard.press("l");
  await page.keyboard.type("1234");
  assert.equal(await page.locator(".line.target .number").textContent(), "1234");
  assert.ok(await inView(page, ".line.target"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await page.keyboard.type("nothing like this");
  assert.equal(await page.locator(".findbox .count").textContent(), "not found");
  await page.locator(".find").fill("");
  assert.equal(await page.locator(".findbox .count").textContent(), "");
});

await test("the outline lists the procedures, goes to one and follows the view", async () => {
  const page = await open(pages.failing);
  const outline = page.getByLabel("Go to a procedure");
  assert.deepEqual((await outline.locator("option:not([hidden])").allTextContents()).map((one) => one.trim()), [
    "F  Sum  · line 1",
    "F  Use  · line 16",
  ]);
  await outline.selectOption({ index: 2 });
  assert.match(await page.locator(".panel").textContent(), /Procedure.*Use.*Failed/s);
  const long = await open(pages.long);
  await long.locator(".source .scroller").evaluate((all) => (all.scrollTop = all.scrollHeight));
  await long.waitForFunction(
    () => /Procedure9/.test(document.querySelector(".outline").selectedOptions[0]?.textContent ?? ""),
    null,
    { timeout: 5000 },
  );
});

await test("a single procedure's graph is open and fitted", async () => {
  for (const width of [1400, 800]) {
    const page = await open(pages.small, { width });
    await page.getByRole("button", { name: "Graph" }).click();
    assert.equal(await page.locator(".network .path").textContent(), "Max");
    assert.equal(await page.locator(".node.element").count(), 17);
    const room = await page.locator(".network .scroller").evaluate((all) => ({
      wide: all.scrollWidth - all.clientWidth,
      high: all.scrollHeight - all.clientHeight,
      text: document.querySelector(".node .name").getBoundingClientRect().height,
    }));
    if (width === 1400) assert.ok(room.wide <= 0 && room.high <= 0, JSON.stringify(room));
    assert.ok(room.text >= 8, "its text can be read");
    if (keep) await page.screenshot({ path: join(keep, `single-graph-${width}.png`) });
  }
});

await test("on a narrow screen details are in view, and one view is shown at a time", async () => {
  const page = await open(pages.small, { width: 390, height: 844 });
  assert.ok(!(await page.locator(".panel").isVisible()), "nothing is selected yet");
  await element(page, "ensures (forall").click();
  assert.ok(await inView(page, ".panel .kicker"));
  assert.ok(await inView(page, ".el.l-self"), "what was selected stays in view");
  assert.deepEqual(await page.evaluate(layout), { overlaps: [], wide: 0, outside: [] });
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await page.getByRole("button", { name: "Tables" }).click();
  assert.ok(!(await page.locator(".source").isVisible()));
  await page.getByRole("tab", { name: /Goals/ }).click();
  await page.locator("#list-goals .row").nth(3).click();
  assert.ok(await page.locator(".source").isVisible(), "the source shows what was chosen in a table");
  assert.ok(await inView(page, ".el.l-self"));
  assert.ok(await inView(page, ".panel .kicker"));
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await page.getByRole("button", { name: "Help" }).click();
  assert.ok(await inView(page, ".panel .sentence"));
  if (keep) await page.screenshot({ path: join(keep, "narrow-help.png") });
});

await test("what is selected stays in view when the view changes", async () => {
  const page = await open(pages.long, { hash: "#g2400" });
  for (const view of ["Both", "Map", "Source"]) {
    if (view === "Both" && !(await page.getByRole("button", { name: view }).count())) continue;
    await page.getByRole("button", { name: view }).click();
    if (view !== "Map") assert.ok(await inView(page, ".el.l-self"), view);
  }
  const failing = await open(pages.failing, { height: 500 });
  await element(failing, "assert r == 20").click();
  await failing.getByRole("button", { name: "Both" }).click();
  assert.ok(await inView(failing, ".el.l-self"));
});

await test("what a translator wrote is hidden at first: the page opens at the user's code", async () => {
  const page = await open(pages.translated);
  const chip = page.getByRole("button", { name: "generated and prelude" });
  assert.equal(await chip.getAttribute("aria-pressed"), "false");
  assert.ok(await inView(page, '.line:has-text("Impl$$Bank.Transfer(x: int)")'));
  assert.equal(await page.locator(".el", { hasText: "axiom" }).count(), 0);
  assert.match((await texts(page, ".unfold")).join(), /12\d lines of generated text/);
  assert.ok(!(await texts(page, ".chip .n")).includes("60"));
  await page.keyboard.press("n");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  assert.doesNotMatch(await focused(), /axiom/);
  await chip.click();
  assert.equal(await chip.getAttribute("aria-pressed"), "true");
  assert.equal(await page.locator(".unfold").count(), 0);
  assert.ok((await texts(page, ".chip .n")).includes("60"));
  await page.locator(".source .scroller").evaluate((all) => (all.scrollTop = 0));
  await page.waitForSelector('.el:has-text("axiom")');
  await chip.click();
  await page.locator(".source .scroller").evaluate((all) => (all.scrollTop = 0));
  await page.locator(".unfold").first().click();
  assert.ok((await page.locator(".line:not(.fold)").count()) > 30, "a fold opens");
  assert.deepEqual(await violations(page), []);
  const plain = await open(pages.small);
  assert.equal(await plain.getByRole("button", { name: "generated and prelude" }).count(), 0);
});

await test("text in a fold is found, and the fold opens", async () => {
  const page = await open(pages.translated);
  await page.keyboard.press("f");
  await page.keyboard.type("P(x + 31) }");
  assert.ok(await inView(page, ".hit.now"));
});

await test("procedures have the names that their authors know", async () => {
  const page = await open(pages.translated);
  await page.keyboard.press("2");
  assert.deepEqual((await texts(page, "#list-procedures .row .mono")).sort(), [
    "Bank.Transfer (correctness)",
    "Bank.Use (correctness)",
  ]);
  await page.locator("#list-procedures .row").first().click();
  assert.match(await page.locator(".panel h2").textContent(), /Bank\.Transfer \(correctness\)/);
  assert.match(await page.locator(".panel").textContent(), /Impl\$\$Bank\.Transfer/);
  await element(page, "ensures z > 0").click();
  assert.match(await page.locator(".panel .kicker").textContent(), /goal of Bank\.Use \(correctness\)/);
  await page.getByRole("button", { name: "Graph" }).click();
  await page.getByRole("button", { name: "All procedures" }).click();
  assert.match((await texts(page, ".node title")).join(), /Bank\.Transfer \(correctness\)/);
});

await test("the command for what is selected is copied, and it works", async () => {
  const page = await open(pages.translated);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await element(page, "ensures z > 0").click();
  const commands = await texts(page, ".command code");
  assert.equal(commands.length, 2);
  assert.match(commands[0], /^warrant why \S+translated\.bpl 'Impl\$\$Bank\.Use\/ensures\/\w+'$/);
  assert.match(commands[1], /^warrant prune /);
  await page.locator(".copy").first().click();
  await page.waitForFunction(() => document.querySelector(".copy").textContent === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), commands[0]);
  const words = (text) => text.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1"));
  assert.match(run(...words(commands[0]).slice(1)), /ensures z > 0.*rests on/s);
  assert.match(run(...words(commands[1]).slice(1)), /procedure.*Impl\$\$Bank\.Use/s);
  await element(page, "requires x > 0").click();
  const [impact] = await texts(page, ".command code");
  assert.match(impact, /^warrant impact /);
  run(...words(impact).slice(1));
});

await test("the map shows cost as area and coverage as colour", async () => {
  const page = await changed("map", pages.failing, (data) => {
    const [sum, use] = data.report.files[0].procedures;
    const cost = (resources) => ({ cached: false, prove: { seconds: 0, cpu_seconds: 0, resources, queries: 1 } });
    Object.assign(sum, { cost: cost(3000), verdict: "verified" });
    Object.assign(use, { cost: cost(1000) });
    for (const goal of sum.goals) goal.verdict = "proved";
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Map" }).click();
  assert.equal(await page.locator(".cellbox").count(), 2);
  // In one step: the cells are made again when the field gets its size, and those that a locator has found before have none.
  const areas = await page.evaluate(() =>
    [...document.querySelectorAll(".cellbox")].map((one) => (one.offsetWidth + 2) * (one.offsetHeight + 2)),
  );
  assert.ok(Math.abs(areas[0] / areas[1] - 3) < 0.1, areas.join());
  const classes = await page.locator(".cellbox").evaluateAll((all) => all.map((one) => one.className));
  assert.match(classes[0], /c-\d/);
  assert.match(classes[1], /s-failed/);
  await page.locator(".cellbox").nth(1).click();
  assert.match(await page.locator(".panel").textContent(), /Procedure.*Use/s);
  assert.equal(await page.locator('.cellbox[aria-pressed="true"]').count(), 1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".panel").textContent(), /Procedure.*Sum/s);
  await page.getByRole("button", { name: "Goals", exact: true }).click();
  assert.match(await page.locator(".cellbox").first().textContent(), /Sum3,000 solver steps · 7 goals.*proved/);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("t");
  assert.deepEqual(await violations(page), [], "dark");
  if (keep) await page.screenshot({ path: join(keep, "map.png") });
  const one = await open(pages.small);
  await one.getByRole("button", { name: "Map" }).click();
  assert.equal(await one.locator(".cellbox").count(), 14, "of one procedure the goals");
});

await test("the graph is saved as SVG that needs no page", async () => {
  const page = await open(pages.small);
  await page.getByRole("button", { name: "Graph" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "SVG" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Max.svg");
  const text = readFileSync(await download.path(), "utf8");
  const found = await page.evaluate((svg) => {
    const doc = new DOMParser().parseFromString(svg, "image/svg+xml");
    const body = doc.querySelector("g g rect");
    return {
      error: doc.querySelector("parsererror")?.textContent ?? "",
      classes: doc.querySelectorAll("[class], [style], script").length,
      names: [...doc.querySelectorAll("text")].map((one) => one.textContent).join(" "),
      fill: body?.getAttribute("fill") ?? "",
      paths: doc.querySelectorAll("path[d]").length,
    };
  }, text);
  assert.equal(found.error, "");
  assert.equal(found.classes, 0);
  assert.match(found.names, /k := 1;/);
  assert.match(found.fill, /^rgb/);
  assert.ok(found.paths > 20);
});

await test("what is undecided is called undecided", async () => {
  const page = await changed("undecided", pages.small, (data) => {
    const goal = data.report.files[0].procedures[0].goals.find((one) => one.role === "ensures");
    Object.assign(goal, { needed: goal.needed.slice(1), alternatives: [] });
    goal.undecided = [goal.core.find((id) => !goal.needed.includes(id))];
    goal.limit = "resources";
  });
  await element(page, "ensures (forall").click();
  const panel = await page.locator(".panel").textContent();
  assert.match(panel, /Rests on; undecided whether needed \(1\).*the solver resources for such questions did not suffice/s);
  assert.doesNotMatch(panel, /stand in/);
  assert.equal(await page.locator(".el.l-undecided").count(), 1);
  assert.equal(await page.locator(".el.l-interchangeable").count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Graph" }).click();
  assert.ok((await page.locator(".edge.undecided").count()) > 0);
  const unknown = await changed("unknown", pages.small, (data) => {
    const goal = data.report.files[0].procedures[0].goals.find((one) => one.role === "ensures");
    for (const key of ["core", "needed", "alternatives"]) delete goal[key];
    Object.assign(goal, { coverage: "no-information", limit: "time" });
  });
  await element(unknown, "ensures (forall").click();
  assert.match(await unknown.locator(".panel").textContent(), /what the proof rests on is undecided: the time did not suffice/);
});

await test("a run that did not end says so", async () => {
  const page = await changed("stopped", pages.small, (data) => {
    data.report.complete = false;
    Object.assign(data.report.summary, { unchecked: 3, not_begun: 1 });
  });
  assert.match(
    await page.locator(".banner").textContent(),
    /This report is incomplete.*3 goals and 1 procedure were not checked/,
  );
  assert.deepEqual(await violations(page), []);
  assert.equal(await (await open(pages.small)).locator(".banner").count(), 0);
});

await test("a page that an interrupted run wrote says so", async () => {
  const pigeons = Array.from({ length: 14 }, (_, i) => `p${i}`);
  const different = pigeons.flatMap((p, i) => pigeons.slice(0, i).map((q) => `  requires ${p} != ${q};\n`)).join("");
  const slow = source(
    "slow.bpl",
    `procedure Quick(x: int) { assert x > 5; }\nprocedure Slow(${pigeons.map((p) => `${p}: int`).join(", ")})
${pigeons.map((p) => `  requires 0 <= ${p} && ${p} < 13;\n`).join("")}${different}{\n  assert false;\n}\n`,
  );
  const path = join(folder, "interrupted.html");
  const child = spawn(warrant, ["verify", "--no-cache", "--timeout=1000", "--json", `--html=${path}`, slow], { stdio: ["ignore", "ignore", "ignore"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await new Promise((resolve) => setTimeout(resolve, 1500)); // until the solver works at the goal that it cannot decide
  child.kill("SIGINT");
  assert.equal(await ended, 130);
  const page = await open(path);
  assert.match(await page.locator(".banner").textContent(), /This report is incomplete/);
  const data = await dataOf(page);
  assert.equal(data.report.complete, false);
  assert.deepEqual(await violations(page), []);
});

await test("characters that turn the text around are shown by their numbers", async () => {
  const page = await open(pages.turned);
  const all = await page.evaluate(() => document.body.innerText + document.title);
  assert.doesNotMatch(all, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  assert.match(await page.locator(".source").textContent(), /\\u\{202e\} evil \\u\{2066\} text/);
  assert.match(await page.locator(".panel").textContent(), /[Ss]ay \\u\{202e\} it/);
  const attributes = await page.evaluate(() =>
    [...document.querySelectorAll(".app *")].flatMap((one) => [...one.attributes].map((two) => two.value)).join(),
  );
  assert.doesNotMatch(attributes, /[\u202a-\u202e\u2066-\u2069]/);
});

await test("what the analysis cost is shown beside what the proofs cost", async () => {
  const page = await changed("costs", pages.small, (data) => {
    const [procedure] = data.report.files[0].procedures;
    const prove = { seconds: 0.5, cpu_seconds: 0.5, resources: 10000, queries: 3 };
    procedure.cost = { cached: true, prove, explain: { cpu_seconds: 1.5, resources: 77000, queries: 40 } };
    data.report.summary.cost = { resources: 87000, queries: 43 };
    data.report.summary.cached = 14;
    procedure.goals.forEach((goal) => (goal.resources = 100));
    const [first, ...others] = procedure.goals.slice(0, 5);
    for (const goal of [first, ...others])
      goal.group = { first: first.id, goals: 5, resources: 5000, seconds: 0.01 };
  });
  assert.match(await page.locator(".verdict").first().textContent(), /87\.0 k solver steps.*14 answers from the cache/);
  await page.keyboard.press("2");
  assert.equal(await page.locator("#list-procedures .row .num").last().textContent(), "87.0 k");
  await page.locator("#list-procedures .row").first().click();
  assert.match(await page.locator(".panel").textContent(), /10\.0 k solver steps, 500 ms.*77\.0 k steps more/s);
  const notes = await texts(page, ".panel .items .note");
  assert.deepEqual(notes.slice(0, 2), ["5,000 solver steps of one query for 5 goals", "100 solver steps"]);
});

await test("the counts of the legend are those of the percentage", async () => {
  const groups = {
    covered: ["proved", "needed", "interchangeable"],
    vacuous: ["vacuous", "unreachable"],
    failed: ["failed", "timeout"],
    unexplained: ["no-information"],
  };
  for (const name of ["small", "failing", "contradictory", "translated", "binary"]) {
    const page = await open(pages[name]);
    const { elements } = (await dataOf(page)).report.summary;
    const counts = await page
      .locator(".chip[class*=' s-']")
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => [/ s-([\w-]+)/.exec(one.className)[1], Number(one.querySelector(".n").textContent)]),
        ),
      );
    const sum = (statuses) => statuses.reduce((n, status) => n + (counts[status] ?? 0), 0);
    for (const [group, statuses] of Object.entries(groups)) assert.equal(sum(statuses), elements[group], `${name}: ${group}`);
    assert.equal(
      sum([...groups.covered, ...groups.vacuous, "removable", "unused"]),
      elements.coverable,
      `${name}: coverable`,
    );
    const share = (100 * elements.covered) / elements.coverable;
    if (elements.coverable) assert.equal(await page.locator(".meter .big").textContent(), `${share % 100 ? share.toFixed(1) : share} %`);
  }
});

/** As Dafny prints a method: callers see a procedure without a body, and another one has it. */
const method = source(
  "method.bpl",
  `function P(x: int): bool;\n${Array.from({ length: 60 }, (_, i) => `axiom P(${i}) ==> P(${i});\n`).join("")}
procedure Call$$M(x: int) returns (y: int);
  requires x > 0;
  ensures y > x;
procedure Impl$$M(x: int) returns (y: int);
  requires x > 0;
  ensures y > x;
implementation Impl$$M(x: int) returns (y: int) { y := x + 1; }
procedure Call$$N(x: int) returns (y: int);
  ensures y > x;
procedure Impl$$Use()
{
  var y: int;
  call y := Call$$M(1);
  assert y > 1;
  call y := Call$$N(1);
  assert y > 1;
}
`,
);
pages.method = report("method", method);

await test("what is proved in the same file under another name is not trusted", async () => {
  const page = await open(pages.method);
  await page.getByRole("button", { name: "Graph" }).click();
  const of = (name) => page.locator(".node", { has: page.locator(`title:has-text("${name},")`) });
  assert.match(await of("Call$$M").textContent(), /proved as Impl\$\$M/);
  assert.doesNotMatch(await of("Call$$M").getAttribute("class"), /trusted/);
  assert.match(await of("Call$$N").textContent(), /no body: trusted/);
  assert.match(await of("Call$$N").getAttribute("class"), /trusted/);
  const { report } = await dataOf(page);
  const trusts = report.files[0].procedures
    .find(({ name }) => name === "Impl$$Use")
    .goals.filter(({ role }) => role === "assert")
    .map((goal) => goal.trusts.length);
  assert.deepEqual(trusts, [0, 1], "the goals say the same");
});

await test("no page complains or asks for anything", () => assert.deepEqual(noise, []));

await end();
