import { sqlState } from "../event-store/unavailable.ts";

const missingColumn = "42703";
/** Whoever asked just before a swap is told just after it (milliseconds). */
const momentMs = 2000;

/**
 * Tells of an error whether it passes with a swap: a column is missing while a read model that another release has made
 * serves. Where all are of this one, the statement is at fault.
 * @param allAreOurs whether they are, now
 */
export function passesWithSwap(allAreOurs: () => Promise<boolean>): (error: unknown) => Promise<boolean> {
  let oursSince: number | undefined;
  const look = async () => {
    oursSince = (await allAreOurs()) ? (oursSince ?? performance.now()) : undefined;
  };
  look().catch(() => {});
  return async (error) => {
    if (sqlState(error) !== missingColumn) return false;
    await look().catch(() => {});
    return oursSince === undefined || performance.now() - oursSince < momentMs;
  };
}
