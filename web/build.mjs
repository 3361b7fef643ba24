// Builds dist/page.html: the script and the style of src/ inside page.html, and nothing that a browser would
// have to fetch.  `node build.mjs --check` compares instead of writing.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url);
const bundle = async (entry, loader) => {
  const result = await build({
    entryPoints: [here(entry).pathname],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    legalComments: "none",
    target: ["es2022", "chrome110", "firefox110", "safari16"],
    format: "iife",
    ...loader,
  });
  return result.outputFiles[0].text.trim();
};
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const script = await bundle("src/main.ts", {});
const style = await bundle("src/style.css", { format: undefined });
if (/<\/?script|<!--/i.test(script)) throw new Error("the script would end its own element");
const licence = readFileSync(here("node_modules/@dagrejs/dagre/LICENSE"), "utf8").trim();
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
// Replacement by functions: `$` in the script has no meaning then.
const page = readFileSync(here("page.html"), "utf8")
  .replace("@POLICY@", () => policy)
  .replace("@STYLE@", () => style)
  .replace("@LICENCE@", () => `Contains dagre and graphlib.\n\n${licence}`)
  .replace("@SCRIPT@", () => script);

const out = here("dist/page.html");
if (process.argv.includes("--check")) {
  if (readFileSync(out, "utf8") !== page) {
    console.error("web/dist/page.html is not what web/ builds: run `npm run build` in web/");
    process.exit(1);
  }
} else {
  writeFileSync(out, page);
}
