import { cpus, totalmem } from "node:os";

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Value measured for comparison in the same run, in the same unit. */
  readonly limit?: number;
  readonly ratio?: number;
  readonly bar?: number;
  readonly holds?: boolean;
}

export interface Figures {
  note(figure: Figure): void;
  /** Prints the value with its limit; passes if the ratio is at least the bar. */
  atLeast(bar: number, figure: Beside): void;
  /** Prints the value with its limit; passes if the ratio is at most the bar. */
  atMost(bar: number, figure: Beside): void;
  /** A remark about the measurement, omitted from the JSON. */
  remark(text: string): void;
}

interface Beside extends Pick<Figure, "what" | "value" | "unit"> {
  /** Without a limit the bar applies to the value itself. */
  readonly limit?: number;
  /** Set if it is not value / limit, as where less is better (time) and the bar is a minimum. */
  readonly ratio?: number;
}

export interface Bench {
  readonly name: string;
  /** Returns false if a bar or budget was missed. */
  run(figures: Figures): Promise<void>;
}

type Print = (line: string) => void;

/**
 * Runs one bench; prints one line per figure, or with JSON `{name, machine, figures}` at the end. Returns false if a
 * bar was missed.
 */
export async function runBench({ name, run }: Bench, print: Print, isJson: boolean): Promise<boolean> {
  const figures: Figure[] = [];
  const say: Print = (line) => {
    if (!isJson) print(`${name}: ${line}`);
  };
  const note = (figure: Figure) => {
    figures.push(figure);
    say(sentenceOf(figure));
  };
  const judged = (bar: number, beside: Beside, holds: (measured: number) => boolean) => {
    const ratio = beside.ratio ?? (beside.limit === undefined ? undefined : beside.value / beside.limit);
    note({ ...beside, ...(ratio === undefined ? {} : { ratio }), bar, holds: holds(ratio ?? beside.value) });
  };
  await run({
    note,
    atLeast: (bar, beside) => judged(bar, beside, (measured) => measured >= bar),
    atMost: (bar, beside) => judged(bar, beside, (measured) => measured <= bar),
    remark: say,
  });
  if (isJson) print(JSON.stringify({ name, machine: machine(), figures }));
  else say(machine());
  return figures.every(({ holds }) => holds !== false);
}

/** Processors, memory and versions for interpreting the figures. */
function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? "unknown"}, ${memory} GB, Node ${process.versions.node}`;
}

/** `largest model: 812 ms, beside 430 ms, ratio 0.53 (bar 0.5)`. */
function sentenceOf({ what, value, unit, limit, ratio, bar, holds }: Figure): string {
  const beside = limit === undefined ? "" : `, beside ${shown(limit)} ${unit}`;
  const proportion = ratio === undefined ? "" : `, ratio ${shown(ratio)}`;
  const judged = bar === undefined ? "" : ` (bar ${bar}${holds === false ? ", MISSED" : ""})`;
  return `${what}: ${shown(value)} ${unit}${beside}${proportion}${judged}`;
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 100) / 100);
