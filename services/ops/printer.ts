export interface Progress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Per second. */
  readonly perSecond: number;
}

export interface Printer {
  /** A result: JSON for machines, a sentence for people. */
  line<T extends object>(result: T, sentence: (result: T) => string): void;
  /** For people only. */
  note(text: string): void;
  /** A bar with rate and time left on a terminal; nothing elsewhere. */
  progress(progress: Progress): void;
}

const barWidth = 28;

export function createPrinter(asJson: boolean): Printer {
  const isTerminal = process.stderr.isTTY && !asJson;
  const clear = () => isTerminal && process.stderr.write("\r\u001b[K");
  return {
    line(result, sentence) {
      clear();
      process.stdout.write(`${asJson ? JSON.stringify(result) : sentence(result)}\n`);
    },
    note(text) {
      if (!asJson) process.stdout.write(`${text}\n`);
    },
    progress({ name, done, total, perSecond }) {
      if (!isTerminal) return;
      const part = total === 0 ? 1 : done / total;
      const bar = "█".repeat(Math.round(part * barWidth)).padEnd(barWidth, "░");
      const left = perSecond > 0 ? `${Math.ceil((total - done) / perSecond)} s left` : "";
      process.stderr.write(`\r\u001b[K${name.padEnd(16)} ${bar} ${done}/${total}  ${perSecond}/s  ${left}`);
    },
  };
}
