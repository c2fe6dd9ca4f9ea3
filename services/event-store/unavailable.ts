import type pg from "pg";
import { StoreUnavailable } from "./event-store.ts";

/**
 * SQLSTATE classes and codes that do not concern the statement: connection lost (08) or refused (28, 3D), insufficient
 * resources (53), shutdown or cancellation (57), a read-only standby (25006), transaction timeouts (25P03, 25P04).
 */
const outages = /^(08|28|3D|53|57|25006|25P0[34])/;
/** Codes of Node for connections that cannot be established or that break, whatever the call. */
const brokenCodes = /^(ECONN|EHOST|ENET|EAI_|ENOTFOUND|EADDRNOTAVAIL|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED)/;
/** Messages of pg without a code for connections that break, time out or cannot be established. */
const brokenMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;
export const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)
    ? code
    : undefined;
};

/**
 * The connection's prepared statement is outdated, because a migration changed its columns or the session lost it
 * (26000). Nothing was executed; the next connection prepares it again.
 */
export const isStale = (error: unknown): boolean =>
  sqlState(error) === "26000" ||
  // The message is localised; the name of the server's function is not.
  (sqlState(error) === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery");

/** Repeats a call that met an outdated statement, once for each connection of the pool, each of which is closed. */
export async function retryStale<T>(pool: Pick<pg.Pool, "options">, act: () => Promise<T>): Promise<T> {
  for (let left = pool.options.max; ; left -= 1) {
    try {
      return await act();
    } catch (error) {
      if (left === 0 || !isStale(error)) throw error;
    }
  }
}

/** The SQLSTATE reports a shutdown or insufficient resources. */
const isOutage = (error: unknown): boolean => outages.test(sqlState(error) ?? "");

/**
 * The database could not be reached, or failed for a reason that does not concern the statement. Any failed lookup or
 * connect counts, because a name server or a system has more codes for it than can be listed.
 */
export function isUnreachable(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    isOutage(error) ||
    syscall === "connect" ||
    syscall === "getaddrinfo" ||
    (typeof code === "string" && brokenCodes.test(code)) ||
    brokenMessages.test(message ?? "")
  );
}

/** Maps a failed call to the errors of the port. Errors without SQLSTATE come from the connection. */
export function asPortError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const isTransient = sqlState(error) === undefined || isOutage(error) || isStale(error);
  if (!isTransient) return error;
  return sqlState(error) === "53100"
    ? new StoreUnavailable(error, "the disk of the event store is full (SQLSTATE 53100)")
    : new StoreUnavailable(error);
}
