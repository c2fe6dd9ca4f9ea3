import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

const taken = new URL("./__screenshots__/renderer.txt", import.meta.url);
const fonts = "/usr/share/fonts";

/** What letters and edges depend on beside the page: the browser's build and the machine's fonts. */
function rendererOf(browser: Browser): string {
  const files = existsSync(fonts) ? readdirSync(fonts, { recursive: true }).map(String).sort() : [];
  const digest = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
  return `${browser.version()} ${process.arch} fonts ${digest}`;
}

export const rememberRenderer = (browser: Browser): void => writeFileSync(taken, `${rendererOf(browser)}\n`);

/** Whether the pictures that are kept were taken by the same browser on the same fonts. */
export const isSameRenderer = (browser: Browser): boolean =>
  existsSync(taken) && readFileSync(taken, "utf8").trim() === rendererOf(browser);
