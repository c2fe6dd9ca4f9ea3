/** Whether this is `npm run test:faults`. */
export const isLong = process.env.FAULTS === "long";

/** How often or how long: a short form for every run, the long one for `npm run test:faults`. */
export const rounds = (short: number, long: number): number => (isLong ? long : short);

/** What the long form measured; its bar is asserted there, never in the short form, whose machine may be busy. */
export function figure(test: string, text: string): void {
  if (isLong) process.stdout.write(`${test}: ${text}\n`);
}
