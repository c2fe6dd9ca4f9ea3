import { StoreUnavailable } from "./event-store.ts";

/**
 * SQLSTATE classes and codes that say nothing about the statement: connection lost (08), no resources (53), shut down
 * or cancelled (57), a standby that cannot write (25006), time-outs of transactions (25P03, 25P04).
 */
const outages = /^(08|53|57|25006|25P0[34])/;
export const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)
    ? code
    : undefined;
};

/**
 * The connection does not hold the statement any more as it was prepared: a step of the schema by another process has changed
 * what it gives, or somebody has made the connection forget it (26000). Nothing has been done, and the next connection
 * prepares it anew.
 */
export const isStale = (error: unknown): boolean =>
  sqlState(error) === "26000" ||
  // The text is in the server's language, the name of its function is not.
  (sqlState(error) === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery");

/** By its SQLSTATE: the server goes away, or can do nothing at all now. */
export const isOutage = (error: unknown): boolean => outages.test(sqlState(error) ?? "");

/** A failed call as the port names it: errors without SQLSTATE come from the way to the server. */
export function asPortError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const state = sqlState(error);
  const mayPass = state === undefined || outages.test(state) || isStale(error);
  return mayPass ? new StoreUnavailable(error) : error;
}
