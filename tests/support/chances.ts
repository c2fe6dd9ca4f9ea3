/** How often a property, or a race, is tried with chance inputs: CI's long run all of it, the everyday `npm test` a tenth. */
export const chances = (all: number): number => (process.env.EVERYDAY ? Math.ceil(all / 10) : all);
