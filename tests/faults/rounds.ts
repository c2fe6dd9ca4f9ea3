/** How often a fault is repeated: a short form for every run, the long one for `npm run test:faults`. */
export const rounds = (short: number, long: number): number => (process.env.FAULTS === "long" ? long : short);
