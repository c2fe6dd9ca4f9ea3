/**
 * Number of runs of a property or a race with random inputs: all with `npm run test:faults`, a fifth in CI, a tenth
 * with the everyday `npm test`.
 */
export function chances(all: number): number {
  if (process.env.FAULTS === "long") return all;
  return Math.ceil(all / (process.env.EVERYDAY ? 10 : 5));
}
