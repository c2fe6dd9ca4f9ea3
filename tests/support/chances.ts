/** Number of runs of a property or a race with random inputs: all with `npm run test:faults`, a tenth otherwise. */
export const chances = (all: number): number => (process.env.FAULTS === "long" ? all : Math.ceil(all / 10));
