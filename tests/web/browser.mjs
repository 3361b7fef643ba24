// Headless Chromium by playwright-core, both from outside of this folder: Debian's browser, web/'s packages.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));

export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Why there can be no browser here; null: there can be one. */
export function missing() {
  if (!CHROMIUM) return "there is no Chromium";
  try {
    require.resolve("playwright-core");
    require.resolve("axe-core");
  } catch {
    return "the packages of web/ are not installed (npm ci)";
  }
  return null;
}

export const axePath = () => require.resolve("axe-core");

export async function launch() {
  const { chromium } = require("playwright-core");
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
