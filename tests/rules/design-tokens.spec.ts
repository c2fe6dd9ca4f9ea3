import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const tokens = "web/src/ui/tokens.css";

interface Rule {
  readonly says: string;
  /** Whether a declaration violates the rule. */
  readonly isBroken: (property: string, value: string, file: string) => boolean;
}

/** Values of `padding`, `margin` and `gap` in CSS pixels, without signs. */
const pixels = (value: string): number[] =>
  [...value.matchAll(/(?<![\w.])-?(\d+(?:\.\d+)?)px/g)].map((found) => Number(found[1]));

/** Up to 5 px any size is allowed; within components steps of two, between them steps of four. */
const isStep = (size: number) => size <= 5 || (size < 20 ? size % 2 === 0 : size % 4 === 0);

const isRadius = (part: string) => /^(0|50%|28%|inherit|var\(--radius-[\w-]+\))$/.test(part);

/** The rules of look.md that can be checked in style sheets. */
const rules: readonly Rule[] = [
  {
    says: "a colour is a token: give it a name in tokens.css",
    isBroken: (_, value) => /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|(^|\s)white\b/i.test(value),
  },
  {
    says: "a radius is a token of the scale",
    isBroken: (property, value) =>
      property.endsWith("radius") && !value.split(/[\s/]+/).every((part) => isRadius(part)),
  },
  {
    says: "a shadow that falls is a token; rings take a token's colour",
    isBroken: (property, value) =>
      property === "box-shadow" && !/^(none|var\(--|inherit)/.test(value) && !/var\(--|color-mix/.test(value),
  },
  {
    says: "space goes in fours from 20 px on, in twos below",
    isBroken: (property, value) =>
      /^(padding|margin|gap|row-gap|column-gap)/.test(property) &&
      pixels(value).some((size) => !isStep(size)),
  },
  {
    says: "a size of type is a token of the scale; headings of bodies have those of spec/ui.md §2",
    isBroken: (property, value, file) =>
      property === "font-size" && /^[\d.]+(px|rem)$/.test(value) && !file.endsWith("ui/body-view.module.css"),
  },
];

const filesOf = (ending: RegExp): string[] =>
  readdirSync(`${root}web/src`, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => `web/src/${name}`);
const sheets = filesOf(/\.css$/).filter((file) => file !== tokens);

const declarationsOf = (css: string): [property: string, value: string][] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/(?<=[{;}]\s*)([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property, value]) => [property!, value!.trim()],
  );

const faultsOf = (css: string, file: string): string[] =>
  declarationsOf(css).flatMap(([property, value]) =>
    rules
      .filter(({ isBroken }) => isBroken(property, value, file))
      .map(({ says }) => `${file}: ${property}: ${value} (${says})`),
  );

describe("style sheets", () => {
  it("use colours, radii, shadows, spaces and font sizes of the scales", () => {
    expect(sheets.length).toBeGreaterThan(50);
    expect(sheets.flatMap((file) => faultsOf(readFileSync(root + file, "utf8"), file))).toEqual([]);
  });

  it("use only tokens that exist", () => {
    const all = [...sheets, tokens].map((file) => readFileSync(root + file, "utf8"));
    const programs = filesOf(/\.tsx?$/).map((file) => readFileSync(root + file, "utf8"));
    const known = new Set([...all, ...programs].join("\n").match(/--[a-z][\w-]*(?=["']?\s*[:\]])/g));
    const used = all.join("\n").matchAll(/var\((--[\w-]+)\s*\)/g);
    expect([...new Set([...used].map(([, name]) => name!))].filter((name) => !known.has(name))).toEqual([]);
  });

  it("define every class that a component uses", () => {
    const missing = filesOf(/\.tsx?$/).flatMap((file) => {
      const program = readFileSync(root + file, "utf8");
      return [...program.matchAll(/^import (\w+) from "(.+\.module\.css)";$/gm)].flatMap(([, name, from]) => {
        const sheet = from!.startsWith("#web/")
          ? from!.replace("#web", "web/src")
          : join(dirname(file), from!);
        const css = readFileSync(root + sheet, "utf8");
        const taken = program.matchAll(new RegExp(`(?<=[^\\w./-])${name}\\.(\\w+)`, "g"));
        return [...taken]
          .filter(([, one]) => !new RegExp(`\\.${one}(?![\\w-])`).test(css))
          .map(([taking]) => `${file}: ${taking}`);
      });
    });
    expect(missing).toEqual([]);
  });

  it.each([
    "color: #fff;",
    "background: light-dark(rgb(1 2 3), var(--bg));",
    "border-radius: 13px;",
    "box-shadow: 0 8px 26px -6px gray;",
    "padding: 7px 8px;",
    "margin: 0 -22px;",
    "font-size: 13.5px;",
  ])("are refused with %s", (declaration) => {
    expect(faultsOf(`.a {\n  ${declaration}\n}`, "x.css")).toHaveLength(1);
  });
});
