/** Whether this is `npm run test:faults`. */
export const isLong = process.env.FAULTS === "long";

/**
 * How often or how long: a short form for CI, the long one for `npm run test:faults`, and for the everyday `npm test` a
 * shorter one, where that is said.
 */
export const rounds = (short: number, long: number, everyday = short): number => {
  if (isLong) return long;
  return process.env.EVERYDAY ? everyday : short;
};

/** What the long form measured; its bar is asserted there, never in the short form, whose machine may be busy. */
export function figure(test: string, text: string): void {
  if (isLong) process.stdout.write(`${test}: ${text}\n`);
}
