export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What was measured beside it in the same run, in the same unit. */
  readonly limit?: number;
  /** How the value stands to the limit: better is larger where the bar is a least, smaller where it is a most. */
  readonly ratio?: number;
  readonly bar?: number;
  readonly holds?: boolean;
}

/** `largest model: 812 ms, beside 430 ms, ratio 0.53 (bar 0.5)`. */
export function sentenceOf({ what, value, unit, limit, ratio, bar, holds }: Figure): string {
  const beside = limit === undefined ? "" : `, beside ${shown(limit)} ${unit}`;
  const proportion = ratio === undefined ? "" : `, ratio ${shown(ratio)}`;
  const judged = bar === undefined ? "" : ` (bar ${bar}${holds === false ? ", MISSED" : ""})`;
  return `${what}: ${shown(value)} ${unit}${beside}${proportion}${judged}`;
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 100) / 100);
