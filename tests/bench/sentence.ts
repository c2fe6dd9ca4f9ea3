import type { Figure } from "./figures.ts";

/** `largest model: 812 ms, beside 430 ms, ratio 0.53 (bar 0.5)`. */
export function sentenceOf({ what, value, unit, limit, ratio, bar, holds }: Figure): string {
  const beside = limit === undefined ? "" : `, beside ${shown(limit)} ${unit}`;
  const proportion = ratio === undefined ? "" : `, ratio ${shown(ratio)}`;
  const judged = bar === undefined ? "" : ` (bar ${bar}${holds === false ? ", MISSED" : ""})`;
  return `${what}: ${shown(value)} ${unit}${beside}${proportion}${judged}`;
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 100) / 100);
