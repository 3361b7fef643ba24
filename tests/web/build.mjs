// The committed page is what web/ builds, and its types are sound.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { done, skipAll, test } from "./tap.mjs";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
if (!existsSync(`${web}node_modules/esbuild`)) skipAll("the packages of web/ are not installed (npm ci)");
const run = (...args) => execFileSync(process.execPath, args, { cwd: web, encoding: "utf8", stdio: "pipe" });

await test("web/dist/page.html is what web/ builds", () => run("build.mjs", "--check"));
await test("the types are sound", () => run("node_modules/typescript/bin/tsc", "--noEmit"));
await test("the page asks for nothing but itself", () => {
  const page = readFileSync(`${web}dist/page.html`, "utf8");
  assert.ok(page.includes("default-src 'none'"));
  const markup = page.replace(/<script>[\s\S]*?<\/script>/g, "").replace(/<style>[\s\S]*?<\/style>/g, "");
  assert.doesNotMatch(markup, /\s(src|href)=/);
  assert.ok(!/@import|url\((?!#)/.test(page), "it imports something");
});
await test("the lock names no registry", () => {
  assert.doesNotMatch(readFileSync(`${web}package-lock.json`, "utf8"), /https?:|"resolved"/);
});
done();
