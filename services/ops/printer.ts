export interface Progress {
  readonly name: string;
  readonly done: number;
  /** Undefined if it is unknown. */
  readonly total?: number;
  /** Rate per second. */
  readonly perSecond: number;
}

export interface Printer {
  /** Prints a result: JSON with `--json`, otherwise a sentence. */
  line<T extends object>(result: T, sentence: (result: T) => string): void;
  /** Printed only without `--json`. */
  note(text: string): void;
  /** Printed on standard error, so that standard output contains only results. */
  warn(text: string): void;
  /** A bar with rate and remaining time on a terminal; elsewhere a line from time to time; nothing with `--json`. */
  progress(progress: Progress): void;
}

const barWidth = 28;
/** Milliseconds between two lines about the same work where there is no terminal. */
const lineEveryMs = 5000;
const clearLine = "\r\u001b[K";

export interface Outputs {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}

export function createPrinter(
  asJson: boolean,
  { out, err }: Outputs = { out: process.stdout, err: process.stderr },
): Printer {
  const isTerminal = err.isTTY === true && !asJson;
  const toldAt = new Map<string, number>();
  const clear = () => isTerminal && err.write(clearLine);
  return {
    line(result, sentence) {
      clear();
      out.write(`${asJson ? JSON.stringify(result) : sentence(result)}\n`);
    },
    note(text) {
      clear();
      if (!asJson) out.write(`${text}\n`);
    },
    warn(text) {
      clear();
      err.write(`${text}\n`);
    },
    progress(progress) {
      if (asJson) return;
      if (isTerminal) return void err.write(clearLine + bar(progress));
      const now = performance.now();
      const last = toldAt.get(progress.name);
      // The first call only starts the interval: short work needs no line.
      if (last === undefined || now - last >= lineEveryMs) toldAt.set(progress.name, now);
      if (last !== undefined && now - last >= lineEveryMs) err.write(`${plain(progress)}\n`);
    },
  };
}

function bar(progress: Progress): string {
  const { name, done, total } = progress;
  if (total === undefined) return plain(progress);
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = "█".repeat(Math.round(part * barWidth)).padEnd(barWidth, "░");
  return `${name.padEnd(18)} ${filled} ${figures(progress)}`;
}

const plain = (progress: Progress) => `${progress.name.padEnd(18)} ${figures(progress)}`;

function figures({ done, total, perSecond }: Progress): string {
  const counted = total === undefined ? String(done) : `${done}/${total}`;
  const left = total !== undefined && perSecond > 0 ? `, ${timeLeft((total - done) / perSecond)} left` : "";
  return `${counted}  ${perSecond}/s${left}`;
}

/** Formats a duration as `41 s`, `3 min 20 s`, `2 h 5 min` or `20 days`. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 100) return `${whole} s`;
  if (whole < 6000) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole >= 172_800) return `${Math.floor(whole / 86_400)} days`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Reports the progress of some work with its rate since this call. */
export function meter(printer: Printer, name: string, total?: number): (done: number) => void {
  const startedAt = performance.now();
  return (done) => {
    const perSecond = Math.round((done * 1000) / Math.max(1, performance.now() - startedAt));
    printer.progress({ name, done, perSecond, ...(total === undefined ? {} : { total }) });
  };
}
