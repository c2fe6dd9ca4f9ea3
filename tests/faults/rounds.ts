/** Whether this is `npm run test:faults`. */
export const isLong = process.env.FAULTS === "long";

/** Number of repetitions or duration: a short form for CI, the long one for `npm run test:faults`. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

/**
 * Prints a measurement of the long form; its limit is asserted only there, because the short form's machine may be
 * busy.
 */
export function figure(test: string, text: string): void {
  if (isLong) process.stdout.write(`${test}: ${text}\n`);
}

/** Random numbers from 0 to 1 from a seed that reproduces a failure: `SEED`, or the current time. */
export function seededRandom(): { readonly seed: number; readonly random: () => number } {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  let state = seed;
  return {
    seed,
    // mulberry32
    random() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
