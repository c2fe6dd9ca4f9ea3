/** The value below which a part (0–1) of the values lie; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
