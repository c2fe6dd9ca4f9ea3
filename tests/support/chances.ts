/**
 * How often a property, or a race, is tried with chance inputs: all of it by `npm run test:faults`, in CI two fifths, a tenth
 * by the everyday `npm test`.
 */
export function chances(all: number): number {
  if (process.env.FAULTS === "long") return all;
  return Math.ceil(process.env.EVERYDAY ? all / 10 : (all * 2) / 5);
}
