// measure-matrix.mjs PAGE [PICTURE] -- the page of `warrant axioms --html`: its size, how long Chromium takes to open it, and to answer clicks on
// cells of the matrix until the next picture, in a window that is 1400 pixels wide.  PICTURE: where a screenshot goes.
import { statSync } from "node:fs";
import { launch, missing } from "./browser.mjs";

const reason = missing();
if (reason) throw new Error(reason);
const [path, picture] = process.argv.slice(2);
const show = (name, times, bar) => {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1].toFixed(0);
  console.log(`${name}: median ${middle} ms, worst ${sorted.at(-1).toFixed(0)} ms of ${times.length} (bar: ${bar} ms)`);
};
console.log(`size: ${(statSync(path).size / 1e6).toFixed(1)} MB`);
const browser = await launch();
const opened = [];
const clicks = [];
let answered = 0;
for (let round = 0; round < 5; round++) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(`file://${path}`);
  await page.waitForSelector("canvas");
  opened.push(performance.now() - begin);
  if (picture && !round) await page.screenshot({ path: picture });
  for (let i = 0; i < 10; i++) {
    const { ms, hash } = await page.evaluate(
      async ([x, y]) => {
        const canvas = document.querySelector("canvas");
        const box = canvas.getBoundingClientRect();
        const at = { clientX: 300 + 900 * x, clientY: box.top + 60 + (box.height - 80) * y, bubbles: true };
        const from = performance.now();
        canvas.dispatchEvent(new MouseEvent("click", at));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return { ms: performance.now() - from, hash: location.hash };
      },
      [((7 * i + 3 * round) % 10) / 10, ((3 * i + round) % 10) / 10],
    );
    clicks.push(ms);
    answered += hash !== "";
  }
  await context.close();
}
await browser.close();
show("opens in", opened, 2000);
show("a click on a cell", clicks, 100);
console.log(`clicks that chose something: ${answered} of ${clicks.length}`);
