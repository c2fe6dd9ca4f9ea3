import { sqlState } from "../event-store/unavailable.ts";

const missingColumn = "42703";
/** A request from before a swap may fail for so long after it (milliseconds). */
const momentMs = 2000;

/**
 * Whether an error is caused by a swap of read models: a column is missing while a read model of another release serves.
 * Where all are of this release, the statement is wrong.
 * @param allAreOurs whether they are now
 */
export function transientDuringSwap(
  allAreOurs: () => Promise<boolean>,
): (error: unknown) => Promise<boolean> {
  let oursSince: number | undefined;
  const check = async () => {
    oursSince = (await allAreOurs()) ? (oursSince ?? performance.now()) : undefined;
  };
  check().catch(() => {});
  return async (error) => {
    if (sqlState(error) !== missingColumn) return false;
    await check().catch(() => {});
    return oursSince === undefined || performance.now() - oursSince < momentMs;
  };
}
