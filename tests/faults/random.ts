/** Random numbers from 0 to 1 that a failure can be repeated with: `SEED`, or one of the moment. */
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
