// The page in headless Chromium: page.mjs WARRANT [FOLDER]; screenshots are kept when a folder is given.
import assert from "node:assert/strict";
import { join } from "node:path";
import { denseData, graphData, longData } from "./data.mjs";
import { dataOf, element, end, fake, keep, layout, noise, open, report, source, texts, violations } from "./harness.mjs";
import { test } from "./tap.mjs";

const hostile = source(
  "hostile.bpl",
  `// </script><img src=x onerror="document.title='broken'"><!--\nprocedure P(x: int)\n{\n  assert {:msg "<b onclick=alert(1)>bold</b>"} x > 0;\n}\n`,
);
const mixed = source(
  "mixed.bpl",
  `procedure A(x: int) requires x > 0; requires x < 9; { assert x > 0; assert x != -1; }
procedure B(x: int) requires x > 0; requires x < 0; { assert x > 7; }
procedure C(x: int) { assert x > 7; }
`,
);
const pages = {
  mixed: report("mixed", mixed),
  small: report("small", "examples/max.bpl"),
  failing: report("failing", "examples/transfer.bpl"),
  contradictory: report("contradictory", "examples/contradiction.bpl"),
  separate: report("separate", "examples/max.bpl", "--separate", "examples/max.bpl"),
  refused: report("refused", "examples/misspelt.bpl"),
  hostile: report("hostile", hostile),
  long: fake("long", longData(30000)),
  dense: fake("dense", denseData(40)),
  graph5: fake("graph5", graphData(5)),
  graph50: fake("graph50", graphData(50)),
  graph500: fake("graph500", graphData(500)),
};

await test("each page says in one sentence what came out", async () => {
  const sentences = {
    small: /^All 14 goals are proved\.$/,
    failing: /^1 of 5 goals could not be proved\.$/,
    contradictory: /^All 2 goals are proved, but they hold only by a contradiction\.$/,
    refused: /^The program was refused: 1 error\.$/,
    hostile: /^1 of 1 goal could not be proved\.$/,
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    const page = await open(pages[name]);
    assert.match((await texts(page, "h1"))[0], sentence, name);
    if (keep) await page.screenshot({ path: join(keep, `${name}.png`) });
  }
});

await test("a goal lights up what its proof rests on, and the panel says why", async () => {
  const page = await open(pages.small);
  const { report } = await dataOf(page);
  const goals = report.files[0].procedures[0].goals;
  const facts = new Map(report.files[0].facts.map((fact) => [fact.id, fact]));
  const goal = goals.find((one) => one.role === "ensures");
  await element(page, "ensures (forall").click();
  assert.equal(await page.locator(".el.l-self").count(), 1);
  const needed = goal.needed.map((id) => facts.get(id).text).sort();
  assert.ok(needed.length > 1);
  assert.deepEqual((await texts(page, ".el.l-needed")).sort(), needed);
  assert.deepEqual((await texts(page, ".panel .items > li > .item .clause")).sort(), needed);
  assert.match(await page.locator(".panel").textContent(), /Postcondition · goal of Max.*proved.*Rests on, and needs/s);
  const other = goals.find((one) => one.alternatives.length);
  await page.evaluate((id) => (location.hash = id), other.id);
  await page.waitForSelector(".el.l-interchangeable");
  assert.match(await page.locator(".panel").textContent(), /others could stand in.*Instead/s);
});

await test("a fact lights up the goals that use it", async () => {
  const page = await open(pages.small);
  const { report } = await dataOf(page);
  await element(page, "requires 0 < n;").click();
  const fact = report.files[0].facts.find((one) => one.text === "requires 0 < n;");
  assert.equal(await page.locator(".panel .items > li").count(), fact.used_by.length);
  assert.ok((await page.locator(".el.l-goal").count()) > 0);
  assert.match(await page.locator(".panel").textContent(), /Goals that need it/);
});

await test("clicking again goes through the roles of an element", async () => {
  const page = await open(pages.small);
  const kicker = () => page.locator(".panel .kicker").textContent();
  await element(page, "1 <= k").click();
  const first = await kicker();
  await element(page, "1 <= k").click();
  assert.notEqual(await kicker(), first);
});

await test("a failure is chosen at once, with its clause and its message", async () => {
  const page = await open(pages.failing);
  assert.deepEqual(await texts(page, ".l-failed"), ["amount <= balance[from]", "call Transfer(shop, customer, 10);"]);
  assert.match(await page.locator(".panel").textContent(), /A precondition of this call could not be proved/);
  assert.match(await page.locator(".overview .verdict").textContent(), /2 procedures · 1 error · 0 findings/);
});

await test("a contradiction shows its clauses side by side", async () => {
  const page = await open(pages.contradictory);
  assert.deepEqual(await texts(page, ".panel .clash .clause"), ["requires x < 0;", "requires 10 < x;"]);
  const boxes = await page
    .locator(".panel .clash li")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(Math.abs(boxes[0].top - boxes[1].top) < 2 && boxes[0].right <= boxes[1].left, "side by side");
  assert.deepEqual(await texts(page, ".source .l-clash"), ["requires x < 0;", "requires 10 < x;"]);
  await element(page, "0 <= r").click();
  assert.deepEqual(await texts(page, ".panel .clash .clause"), ["requires x < 0;", "requires 10 < x;"]);
});

await test("a finding is marked in the margin", async () => {
  const page = await open(pages.small);
  await page.locator(".flag").click();
  assert.match(await page.locator(".panel .kicker").textContent(), /Finding · unnecessary-invariant/);
  assert.deepEqual(await texts(page, ".source .l-self"), ["k <= n"]);
  assert.equal(await page.locator("#list-findings .row.selected").count(), 1);
});

await test("what matters most comes first among the findings", async () => {
  const page = await open(pages.mixed);
  const codes = await texts(page, "#list-findings .severity");
  assert.deepEqual(codes.slice(0, 3), ["assert-failed", "vacuous-proof", "unnecessary-requires"]);
});

await test("numbers are those of the document", async () => {
  const page = await open(pages.small);
  const { report } = await dataOf(page);
  const { covered, coverable } = report.summary.elements;
  const share = (100 * covered) / coverable;
  assert.equal(await page.locator(".meter .big").textContent(), `${share.toFixed(1)} %`);
  assert.match(await page.locator(".meter").textContent(), new RegExp(`${covered} of ${coverable}`));
  await page.keyboard.press("3");
  assert.equal(
    await page.locator("#list-goals .count").textContent(),
    String(report.files[0].procedures[0].goals.length),
  );
});

await test("tables are sorted and filtered", async () => {
  const page = await open(pages.failing);
  await page.getByRole("tab", { name: /Goals/ }).click();
  const costs = async () => (await texts(page, "#list-goals .row .num")).map(Number);
  await page.locator("#list-goals").getByRole("button", { name: "Cost" }).click();
  const down = await costs();
  assert.deepEqual(
    down,
    [...down].sort((a, b) => b - a),
  );
  await page.locator("#list-goals").getByRole("button", { name: "Cost" }).click();
  assert.deepEqual(await costs(), [...down].reverse());
  await page.getByLabel("Filter goals").fill("failed");
  assert.equal(await page.locator("#list-goals .row").count(), 1);
  assert.equal(await page.locator("#list-goals .count").textContent(), "1 of 5");
  await page.getByLabel("Filter goals").fill("nothing like this");
  assert.equal(await page.locator("#list-goals .row").count(), 0);
  await page.getByRole("tab", { name: /Procedures/ }).click();
  await page.locator("#list-procedures").getByRole("button", { name: "Procedure" }).click();
  assert.deepEqual(await texts(page, "#list-procedures .row .mono"), ["Refund", "Transfer"]);
  await page.locator("#list-procedures .row").first().click();
  assert.match(await page.locator(".panel").textContent(), /Procedure.*Refund.*Failed: 3 goals/s);
});

await test("everything is reached by keys", async () => {
  const page = await open(pages.small);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("n");
  assert.match(await focused(), /ensures \(forall/);
  await page.keyboard.press("p");
  assert.match(await focused(), /requires 0 < n;/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".panel .kicker").textContent(), /Postcondition/);
  assert.match(await focused(), /ensures \(forall/, "the focus stays");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".l-self:not(.swatch)").count(), 0);
  await page.keyboard.press("3");
  await page.keyboard.press("/");
  await page.keyboard.type("ensures");
  assert.equal(await page.locator("#list-goals .row").count(), 2);
  await page.keyboard.press("Tab");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".panel .kicker").textContent(), /Postcondition/);
  assert.equal(await page.locator("#list-goals .row.selected").count(), 1);
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.getByRole("tab", { name: /Goals/ }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: /Findings/ }).getAttribute("aria-selected"), "true");
});

await test("the address names what is chosen, and the way back works", async () => {
  const page = await open(pages.small);
  await element(page, "requires 0 < n;").click();
  const hash = await page.evaluate(() => location.hash);
  assert.match(hash, /^#f[0-9a-f]+$/);
  await element(page, "k := 1;").click();
  await page.goBack();
  assert.match(await page.locator(".panel").textContent(), /Precondition/);
  const again = await open(pages.small, { hash });
  assert.deepEqual(await texts(again, ".el.l-self"), ["requires 0 < n;"]);
});

await test("programs of one run are kept apart", async () => {
  const page = await open(pages.separate);
  assert.match((await texts(page, "h1"))[0], /^All 28 goals are proved\.$/);
  await page.keyboard.press("2");
  assert.equal(await page.locator("#list-procedures .row").count(), 2);
  await page.locator("#list-procedures .row").nth(1).click();
  assert.match(await page.evaluate(() => location.hash), /^#p1$/);
  await page.getByRole("button", { name: "Both" }).click();
  assert.equal(await page.locator(".node").count(), 2);
  await element(page, "requires 0 < n;").click();
  assert.match(await page.evaluate(() => location.hash), /^#1\.f/);
  assert.equal(await page.locator("#list-procedures .row.selected").getAttribute("data-focus"), "p1");
});

await test("the source can be selected and copied", async () => {
  const page = await open(pages.small);
  const copied = await page.evaluate(() => {
    getSelection().selectAllChildren(document.querySelector(".source .rows"));
    return getSelection().toString();
  });
  const { programs } = await dataOf(page);
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  assert.ok(plain(copied).includes(plain(programs[0].texts[0].slice(40, 200))), copied);
});

await test("the legend shows one status alone", async () => {
  const page = await open(pages.small);
  await page.locator(".chip.s-removable").click();
  assert.deepEqual(await texts(page, ".el:not(.dim)"), ["k <= n"]);
  await page.locator(".chip.s-removable").click();
  assert.equal(await page.locator(".el.dim").count(), 0);
});

await test("the graph and the source show the same choice", async () => {
  const page = await open(pages.failing);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Both" }).click();
  assert.deepEqual((await texts(page, ".node .name")).sort(), ["Refund", "Transfer"]);
  assert.equal(await page.locator(".edge").count(), 1, "Refund rests on Transfer");
  await page.locator(".node", { hasText: "Transfer" }).dblclick();
  const names = await texts(page, ".node .name");
  assert.ok(
    names.some((name) => name.startsWith("requires from != to;")),
    names.join(),
  );
  await page.locator(".node", { hasText: "ensures balance[to]" }).first().click();
  assert.deepEqual(await texts(page, ".el.l-self"), ["ensures balance[to] == old(balance)[to] + amount;"]);
  assert.match(await page.locator(".panel .kicker").textContent(), /Postcondition/);
  await element(page, "requires from != to").click();
  assert.match(await page.locator('.node[data-light="self"]').textContent(), /requires from != to/);
  assert.ok((await page.locator('.node[data-light="goal"]').count()) > 0);
  await element(page, "requires shop != customer").click();
  assert.equal(await page.locator(".network .path").textContent(), "Refund", "its procedure opens");
  if (keep) await page.screenshot({ path: join(keep, "graph-both.png") });
  await page.getByRole("button", { name: "All procedures" }).click();
  assert.equal(await page.locator(".node").count(), 2);
  assert.deepEqual(await violations(page), []);
});

await test("the graph is walked by keys", async () => {
  const page = await open(pages.failing);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.locator('.node[tabindex="0"]').focus();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector(".name")?.textContent);
  assert.equal(await focused(), "Refund");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "Transfer");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".panel").textContent(), /Procedure.*Transfer/s);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".network .path").textContent(), "Transfer");
  await page.keyboard.press("Backspace");
  assert.equal(await page.locator(".node").count(), 2);
});

await test("graphs of 5, 50 and 500 procedures can be read", async () => {
  for (const size of [5, 50, 500]) {
    const page = await open(pages[`graph${size}`]);
    const begin = Date.now();
    await page.keyboard.press("g");
    await page.waitForSelector(".node");
    console.log(`# ${size} procedures are drawn in ${Date.now() - begin} ms`);
    const found = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".node .body")].map((one) => one.getBoundingClientRect());
      let overlaps = 0;
      for (let i = 0; i < boxes.length; i++)
        for (let k = 0; k < i; k++) {
          const [a, b] = [boxes[i], boxes[k]];
          overlaps += a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        }
      const text = document.querySelector(".node .name").getBoundingClientRect();
      return { nodes: boxes.length, overlaps, readable: text.height >= 9 };
    });
    assert.deepEqual(found, { nodes: size, overlaps: 0, readable: true });
    assert.deepEqual(await page.evaluate(layout), { overlaps: [], wide: 0, outside: [] });
    if (keep) await page.screenshot({ path: join(keep, `graph-${size}.png`) });
  }
});

await test("of a graph that is too dense the part around a goal is drawn", async () => {
  const page = await open(pages.dense);
  await page.keyboard.press("g");
  assert.match(await page.locator(".network .omitted").textContent(), /80 elements and 1600 dependencies are too many/);
  await page.keyboard.press("3");
  await page.locator("#list-goals .row").nth(5).click();
  assert.match(await page.locator('.node[data-light="self"]').textContent(), /ensures x5 > 0/);
  assert.equal(await page.locator('.node[data-light="needed"]').count(), 40);
});

await test("text from programs stays text", async () => {
  const page = await open(pages.hostile);
  assert.equal(await page.locator("img, .panel b, .source b").count(), 0);
  assert.match(await page.locator(".source").textContent(), /<\/script><img src=x onerror=/);
  assert.match(await page.locator(".panel").textContent(), /<b onclick=alert\(1\)>bold<\/b>/);
  assert.doesNotMatch(await page.title(), /broken/);
});

await test("30,000 lines: only what is seen is in the page, and a click answers", async () => {
  const page = await open(pages.long);
  assert.ok((await page.locator(".line").count()) < 150);
  await page.locator(".source .scroller").evaluate((all) => (all.scrollTop = all.scrollHeight));
  await page.waitForFunction(() => /assert x30000 > 0/.test(document.querySelector(".source .rows").textContent));
  assert.ok((await page.locator(".line").count()) < 150);
  await page.keyboard.press("3");
  await page.evaluate(() => (location.hash = "g15000"));
  await page.waitForSelector(".el.l-self");
  assert.match(await page.locator(".el.l-self").textContent(), /assert x15000/);
  assert.ok(await page.locator("#list-goals .row.selected").isVisible(), "the table follows");
  const [head, row] = await page
    .locator("#list-goals .head, #list-goals .row.selected")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(head.top > 0 && head.bottom <= row.top, "its head stays on top");
  const ms = await page.evaluate(async () => {
    const target = document.querySelectorAll(".el")[5];
    const begin = performance.now();
    target.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begin;
  });
  console.log(`# a click takes ${ms.toFixed(0)} ms`);
  if (keep) await page.screenshot({ path: join(keep, "long.png") });
});

await test("no layout breaks at three widths", async () => {
  for (const name of ["small", "failing", "contradictory", "long"]) {
    const page = await open(pages[name]);
    for (const [width, height] of [
      [1440, 900],
      [1000, 760],
      [390, 800],
    ]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await page.evaluate(layout), { overlaps: [], wide: 0, outside: [] }, `${name} at ${width}`);
      if (keep) await page.screenshot({ path: join(keep, `${name}-${width}.png`) });
    }
  }
});

await test("axe finds nothing serious, light or dark", async () => {
  for (const name of ["small", "failing", "contradictory"]) {
    const page = await open(pages[name], { dark: name !== "contradictory" });
    if (name === "small") {
      await element(page, "ensures (exists").click();
      await page.keyboard.press("3");
    }
    assert.deepEqual(await violations(page), [], `${name}, first`);
    if (keep) await page.screenshot({ path: join(keep, `${name}-theme.png`) });
    if (name !== "failing") {
      await page.emulateMedia({ colorScheme: name === "contradictory" ? "dark" : "light" });
      assert.deepEqual(await violations(page), [], `${name}, the other way`);
    }
  }
});

await test("on paper everything is there", async () => {
  const page = await open(pages.small, { dark: true });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".line").count(), 24);
  assert.equal(await page.locator("#list-goals .row").count(), 14);
  assert.ok(await page.locator("#list-goals").isVisible());
  if (keep) await page.screenshot({ path: join(keep, "print.png"), fullPage: true });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.ok(!(await page.locator("#list-goals").isVisible()));
});

await test("no page complains or asks for anything", () => assert.deepEqual(noise, []));

await end();
