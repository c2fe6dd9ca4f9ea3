/** The fonts of the editor's toolbar (spec/ui.md §2). */
const fontFamilies = [
  "Pretendard",
  "Nanum Gothic",
  "Noto Sans KR",
  "Arial",
  "Courier New",
  "Times New Roman",
] as const;

const genericFamilies = ["sans-serif", "serif", "monospace", "system-ui"];
const familyByName = new Map(
  [...fontFamilies, ...genericFamilies].map((family) => [family.toLowerCase(), family]),
);

const smallestFont = 8;
const largestFont = 64;

type Sanitise = (value: string) => string | undefined;

const oneOf =
  (...words: string[]): Sanitise =>
  (value) =>
    words.find((word) => word === value.toLowerCase());

const properties: ReadonlyMap<string, Sanitise> = new Map<string, Sanitise>([
  ["color", (value) => (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : rgb(value))],
  ["font-size", (value) => pixels(value, smallestFont, largestFont)],
  ["font-family", families],
  ["white-space", oneOf("pre-wrap")],
  ["text-align", oneOf("left", "right", "center", "justify", "start", "end")],
  ["padding-inline-start", (value) => pixels(value, 0, 999)],
]);

/** The allowed declarations of a `style` attribute in a canonical form; empty if there are none. */
export function sanitiseStyle(style: string): string {
  const allowed = new Map<string, string>();
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = properties.get(property)?.(declaration.slice(colon + 1).trim());
    if (value !== undefined) allowed.set(property, value);
  }
  return [...allowed].map(([property, value]) => `${property}: ${value};`).join(" ");
}

function rgb(value: string): string | undefined {
  const channels = /^rgb\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*\)$/i.exec(value)?.slice(1);
  if (!channels || channels.some((channel) => Number(channel) > 255)) return undefined;
  return `rgb(${channels.map(Number).join(", ")})`;
}

function pixels(value: string, least: number, most: number): string | undefined {
  const number = /^(\d{1,3}(?:\.\d{1,4})?)px$/i.exec(value)?.[1];
  if (number === undefined || Number(number) < least || Number(number) > most) return undefined;
  return `${Number(number)}px`;
}

/** One of the toolbar's fonts with known fallbacks. */
function families(value: string): string | undefined {
  const names = value
    .split(",")
    .map((name) => familyByName.get(name.replace(/["']/g, "").trim().toLowerCase()));
  const first = names[0];
  if (first === undefined || genericFamilies.includes(first)) return undefined;
  return [...new Set(names.filter((name) => name !== undefined))].join(", ");
}
