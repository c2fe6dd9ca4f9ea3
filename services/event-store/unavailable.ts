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

/** A failed call as the port names it: errors without SQLSTATE come from the way to the server. */
export function asPortError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const state = sqlState(error);
  return state === undefined || outages.test(state) ? new StoreUnavailable(error) : error;
}
