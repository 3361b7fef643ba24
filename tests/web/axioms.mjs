// The page of `warrant axioms --html` in headless Chromium: axioms.mjs WARRANT [FOLDER].
import assert from "node:assert/strict";
import { join } from "node:path";
import { axiomData } from "./axioms-data.mjs";
import { end, fake, folder, keep, noise, open, run, source, texts, violations } from "./harness.mjs";
import { test } from "./tap.mjs";

const large = fake("axioms-400", axiomData(400, 66));
const shot = async (page, name) => keep && (await page.screenshot({ path: join(keep, `${name}.png`) }));

/** The colours of the picture, by how many pixels have them. */
const colours = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const found = {};
    for (let i = 0; i < data.length; i += 4) {
      const name = `#${[data[i], data[i + 1], data[i + 2]].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
      found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  });
const variable = (page, name) =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name);

for (const width of [1400, 800, 390])
  await test(`the page fits into ${width} pixels`, async () => {
    const page = await open(large, { width });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    await shot(page, `axioms-${width}`);
  });

await test("all cells fit into 1400 pixels, and every state has its colour", async () => {
  const page = await open(large, { width: 1400 });
  const box = await page.evaluate(() => {
    const one = document.querySelector(".picture");
    return { across: one.scrollWidth - one.clientWidth, down: one.scrollHeight - one.clientHeight };
  });
  assert.deepEqual(box, { across: 0, down: 0 });
  const found = await colours(page);
  for (const name of ["--m-used", "--m-covered", "--m-strong", "--m-bare", "--m-bar"])
    assert.ok(found[await variable(page, name)] > 50, name);
});

await test("a click shows the axiom and the test, and the address keeps them", async () => {
  const page = await open(large, { width: 1400 });
  await page.mouse.click(620, 420);
  const names = await texts(page, ".details h2");
  assert.equal(names.length, 2);
  assert.match(names[0], /^axiom_\d+_of_the_prelude$/);
  assert.match(names[1], /^test-\d+\.bpl$/);
  const hash = await page.evaluate(() => location.hash);
  assert.match(hash, /^#a\d+,t\d+$/);
  await page.mouse.click(620, 420);
  assert.deepEqual(await texts(page, ".details h2"), names, "the same place is the same cell when the panel is open");
  const again = await open(large, { width: 1400, hash });
  assert.deepEqual(await texts(again, ".details h2"), names);
  await shot(again, "axioms-chosen");
});

await test("what the panel lists is what the document says", async () => {
  const { report } = axiomData(400, 66);
  const axiom = report.axioms[6];
  const page = await open(large, { width: 1400, hash: `#${axiom.id}` });
  const listed = await texts(page, ".axiom .members button");
  assert.equal(listed.length, axiom.used_by.length);
  assert.ok(listed.length > 0);
  await page.click(".axiom .members button");
  assert.equal((await texts(page, ".test h2"))[0], listed[0]);
});

await test("keys move what is chosen", async () => {
  const page = await open(large, { width: 1400 });
  await page.focus("canvas");
  await page.keyboard.press("ArrowRight");
  const first = await texts(page, ".details h2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const second = await texts(page, ".details h2");
  assert.notEqual(first[0], second[0]);
  assert.notEqual(first[1], second[1]);
});

await test("only axioms without a test, and all names", async () => {
  const page = await open(large, { width: 1400 });
  await page.getByText("Only without tests").click();
  const found = await colours(page);
  assert.ok(!found[await variable(page, "--m-covered")] || found[await variable(page, "--m-covered")] < 200, "legend only");
  assert.match(await page.getAttribute("canvas", "aria-label"), /Matrix of 9\d axioms/);
  await page.getByText("Only without tests").click();
  await page.getByText("Names", { exact: true }).click();
  const wide = await page.evaluate(() => document.querySelector(".picture").scrollWidth);
  assert.ok(wide > 400 * 14, "cells are large, and the picture scrolls");
  await shot(page, "axioms-names");
});

await test("orders: by group there are lines between groups, by name no tree", async () => {
  const page = await open(large, { width: 1400 });
  await page.selectOption('[aria-label="Axioms by"]', "group");
  await page.selectOption('[aria-label="Tests by"]', "name");
  await shot(page, "axioms-groups");
  await page.fill(".find", "axiom_33_of_the_prelude");
  await page.press(".find", "Enter");
  assert.deepEqual(await texts(page, ".details h2"), ["axiom_33_of_the_prelude"]);
});

await test("dark colours, and no barriers", async () => {
  const page = await open(large, { width: 1400, dark: true, hash: "#a7,t3" });
  assert.deepEqual(await violations(page), []);
  await shot(page, "axioms-dark");
  assert.deepEqual(await violations(await open(large, { width: 390, hash: "#a7,t3" })), []);
});

await test("the page that warrant writes", async () => {
  const path = source(
    "suite.bpl",
    `function p(int): bool; function q(int): bool;
axiom {:id "pq"} (forall x: int :: {p(x)} p(x) ==> q(x));
axiom {:id "<b>idle</b>"} (forall x: int :: {q(x)} q(x) ==> q(x + 0));
procedure One(x: int) requires p(x); { assert q(x); }
procedure Two(x: int) requires p(x); { assert q(x + 0); }
`,
  );
  const out = join(folder, "suite.html");
  run("axioms", "--no-cache", "--test=procedure", "--html", out, path);
  const page = await open(out, { width: 1400, hash: "#a2" });
  assert.deepEqual(await texts(page, ".details h2"), ["<b>idle</b>"]);
  assert.match((await texts(page, ".axioms-head"))[0], /50\.0 % ?1 of 2 axioms covered by 2 tests/);
});

await test("nothing was asked for, and nothing complained", () => assert.deepEqual(noise, []));
await end();
