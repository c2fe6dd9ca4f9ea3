/** How often a property, or a race, is tried with chance inputs: CI's long run all of it, the everyday `npm test` a quarter. */
export const chances = (all: number): number => (process.env.EVERYDAY ? Math.ceil(all / 4) : all);
