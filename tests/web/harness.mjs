// Pages in headless Chromium, for the tests: pages that `warrant` writes or that hold made-up data, one window for all tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { axePath, launch, missing } from "./browser.mjs";
import { done, skipAll } from "./tap.mjs";

const reason = missing();
if (reason) skipAll(reason);
const root = fileURLToPath(new URL("../../", import.meta.url));
export const warrant = process.argv[2];
const template = readFileSync(join(root, "web/dist/page.html"), "utf8");

/** Where screenshots are kept, if they are. */
export const keep = process.argv[3];
export const folder = mkdtempSync(join(tmpdir(), "warrant-page-"));

/** A file for `report`. */
export function source(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs `warrant` with these words; what it prints. */
export function run(...words) {
  try {
    return execFileSync(warrant, words, { cwd: root, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    if (![1, 3, 4].includes(error.status)) throw error;
    return error.stdout;
  }
}

/** The page that `warrant` writes for a file. */
export function report(name, path, ...options) {
  const out = join(folder, `${name}.html`);
  run("cover", "-q", "--no-cache", "--html", out, path, ...options);
  return out;
}

/** The page for data that was made up. */
export function fake(name, data) {
  const out = join(folder, `${name}.html`);
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  writeFileSync(
    out,
    template.replace(/(id="data">)/, (tag) => tag + text),
  );
  return out;
}

const browser = await launch();
const context = await browser.newContext({ acceptDownloads: true });
const only = await context.newPage(); // one for all tests: a new one costs more than most of them
export const noise = [];
let shown = "";
only.on("console", (message) => noise.push(`${shown}: ${message.type()}: ${message.text()}`));
only.on("pageerror", (error) => noise.push(`${shown}: ${error.message}`));
only.on("request", (request) => {
  if (!/^(file|about):/.test(request.url())) noise.push(`${shown}: asks for ${request.url()}`);
});
await only.addInitScript(() => location.protocol === "file:" && localStorage.removeItem("warrant-theme"));

export async function open(path, { width = 1440, height = 900, dark = false, hash = "" } = {}) {
  shown = path;
  await only.setViewportSize({ width, height });
  await only.emulateMedia({ colorScheme: dark ? "dark" : "light", media: null });
  await only.goto("about:blank");
  await only.goto(`file://${path}${hash}`);
  await only.waitForSelector(".app");
  return only;
}

export const texts = (page, selector) => page.locator(selector).allTextContents();
export const dataOf = (page) => page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
export const element = (page, text) => page.locator(".el", { hasText: text }).first();

/** Panes that overlap, and whether the page is wider than its window. */
export const layout = () => {
  const boxes = [".overview", ".lists", ".center", ".panel"].map((name) => [
    name,
    document.querySelector(name).getBoundingClientRect(),
  ]);
  const overlaps = [];
  for (const [a, x] of boxes)
    for (const [b, y] of boxes)
      if (a < b && x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1)
        overlaps.push(`${a} ${b}`);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const outside = [...document.querySelectorAll(".overview *, .panel *, .lists .tabs *, .lists .cell, .title *")]
    .filter((one) => one.getBoundingClientRect().width && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.className || one.tagName);
  return { overlaps, wide, outside };
};

export async function violations(page) {
  await page.evaluate(readFileSync(axePath(), "utf8"));
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target} ${node.failureSummary}`)
          .join("; ")}`,
    );
}

export async function end() {
  await browser.close();
  rmSync(folder, { recursive: true });
  done();
}
