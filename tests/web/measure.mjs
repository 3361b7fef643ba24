// measure.mjs PAGE -- its size, how long Chromium takes to open it until the source is there, and to answer clicks until the
// next picture.  The median and the worst of several; for a busy machine also the processor time of the page's thread.
import { statSync } from "node:fs";
import { launch, missing } from "./browser.mjs";

const reason = missing();
if (reason) throw new Error(reason);
const path = process.argv[2];
const show = (name, times, bar) => {
  const sorted = [...times].sort((a, b) => a - b);
  const worst = sorted.at(-1);
  console.log(
    `${name}: median ${sorted[sorted.length >> 1].toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${times.length} (bar: ${bar} ms)`,
  );
};
console.log(`size: ${(statSync(path).size / 1e6).toFixed(1)} MB (bar: 15 MB)`);
const browser = await launch();
const opened = [];
const worked = [];
const source = [];
const tables = [];
for (let round = 0; round < 5; round++) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const begin = performance.now();
  await page.goto(`file://${path}`);
  await page.waitForSelector(".line");
  opened.push(performance.now() - begin);
  const { metrics } = await session.send("Performance.getMetrics");
  worked.push(1000 * metrics.find(({ name }) => name === "TaskDuration").value);
  const click = (selector, index) =>
    page.evaluate(
      async ([name, i]) => {
        const all = document.querySelectorAll(name);
        const target = all[i % all.length];
        if (!target) return null;
        const from = performance.now();
        target.click();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - from;
      },
      [selector, index],
    );
  for (let i = 0; i < 8; i++) {
    await page.evaluate(
      (share) => {
        const view = document.querySelector(".source .scroller");
        view.scrollTop = share * view.scrollHeight;
      },
      (i + 0.5) / 8,
    );
    await page.waitForTimeout(50);
    const ms = await click(".el", 7 * i + round);
    if (ms !== null) source.push(ms);
  }
  await page.keyboard.press("3");
  for (let i = 0; i < 8; i++) {
    const ms = await click("#list-goals .row", i);
    if (ms !== null) tables.push(ms);
  }
  await context.close();
}
await browser.close();
show("opens in", opened, 2000);
show("of which the page works", worked, 2000);
if (source.length) show("a click in the source", source, 100);
if (tables.length) show("a click in the table of goals", tables, 100);
