/** Number of runs of a property or a race with random inputs: all with `FAULTS=long`, as in `npm run test:faults`, else a tenth. */
export const chances = (all: number): number => (process.env.FAULTS === "long" ? all : Math.ceil(all / 10));
