/**
 * How often a property, or a race, is tried with chance inputs: all of it by `npm run test:faults`, a fifth in CI, a tenth by
 * the everyday `npm test`.
 */
export function chances(all: number): number {
  if (process.env.FAULTS === "long") return all;
  return Math.ceil(all / (process.env.EVERYDAY ? 10 : 5));
}
