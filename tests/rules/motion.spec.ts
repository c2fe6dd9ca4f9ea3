import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const web = fileURLToPath(new URL("../../web/src/", import.meta.url));
const sheets = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".css"),
);

/** Animations that run until something has loaded. */
const allowed = [
  "app/shell/shell.module.css",
  "ui/loading-view.module.css",
  "ui/skeleton.module.css",
  "ui/spinner.module.css",
];
/** WCAG 2.2.2: automatic motion that lasts longer needs a way to stop it. */
const longest = 5;

const secondsOf = (time: string) => Number.parseFloat(time) * (time.endsWith("ms") ? 0.001 : 1);

/** Durations in seconds of a style sheet's animations with their repetitions. */
function animationsIn(css: string): number[] {
  return [...css.matchAll(/animation:\s*([^;}]+)/g)].map(([, value = ""]) => {
    const [duration = "0s"] = value.match(/\b[\d.]+m?s\b/g) ?? [];
    const times = /\binfinite\b/.test(value)
      ? Number.POSITIVE_INFINITY
      : Number(/(?<=\s)\d+(?=\s|$)/.exec(value)?.[0] ?? 1);
    return secondsOf(duration) * times;
  });
}

describe("animations that start automatically end within five seconds", () => {
  it("detects those that do not", () => {
    expect(animationsIn("a { animation: float 4s ease-in-out infinite alternate; }")).toEqual([
      Number.POSITIVE_INFINITY,
    ]);
    expect(animationsIn("a { animation: float 2.4s ease-in-out 2 alternate; animation: none }")).toEqual([
      4.8, 0,
    ]);
    expect(animationsIn("a { animation: in 200ms var(--ease); }")).toEqual([0.2]);
  });

  it("accepts all others", () => {
    const endless = sheets
      .filter((sheet) => !allowed.includes(sheet))
      .filter((sheet) =>
        animationsIn(readFileSync(web + sheet, "utf8")).some((seconds) => seconds > longest),
      );
    expect(sheets.length).toBeGreaterThan(50);
    expect(endless).toEqual([]);
  });
});
