/** The value below which a share (0 to 1) of the values is; NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const p99 = (values: readonly number[]): number => quantile(values, 0.99);

export interface Rate {
  readonly perSecond: number;
  /** Of each call. */
  readonly milliseconds: readonly number[];
}

/** Throughput of this many callers, each with one call in progress. */
export async function calling(callers: number, seconds: number, call: () => Promise<unknown>): Promise<Rate> {
  const milliseconds: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const caller = async () => {
    for (let began = performance.now(); began < end; ) {
      await call();
      const now = performance.now();
      milliseconds.push(now - began);
      began = now;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - begin), milliseconds };
}

/** Medians of interleaved rounds; the ratio is the median of the rounds' ratios. */
export const medianOfRounds = (own: readonly number[], beside: readonly number[]) => ({
  value: median(own),
  limit: median(beside),
  ratio: median(own.map((value, round) => value / (beside[round] ?? Number.NaN))),
});
