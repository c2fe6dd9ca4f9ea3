import { StoreUnavailable } from "../event-store/event-store.ts";
import { isUnreachable, sqlState } from "../event-store/unavailable.ts";
import { BadConfig } from "../platform/config.ts";

/** Suffix of files until they are complete (event-file.ts, backup/backup.ts). */
const partial = /\.\d+\.partial(\/.*)?$/;

/** Errors of files and disks. */
const fileErrors: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) =>
    partial.test(path)
      ? `There is no folder in which ${path.replace(partial, "")} could be.`
      : `${path} is not there.`,
  EACCES: (path) => `${path} may not be used by this user.`,
  EPERM: (path) => `${path} may not be used by this user.`,
  EROFS: (path) => `${path.replace(partial, "")} cannot be written: it is on a disk that is read only.`,
  ENOTEMPTY: (path) => `${path.replace(partial, "")} has been made by another process meanwhile.`,
  EISDIR: (path) => `${path} is a folder.`,
  ENOTDIR: (path) => `${path} is not in a folder.`,
  ENOSPC: () => "The disk is full. What was begun has been removed.",
  EDQUOT: () => "There is no more room for this user on the disk. What was begun has been removed.",
};

/** The error, if it concerns the connection to the database. */
function databaseError(error: unknown): Error | undefined {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  // A wrong password or the name of a missing database stays wrong.
  const isWrongAddress = /^(28|3D)/.test(sqlState(cause) ?? "");
  return cause instanceof Error && isUnreachable(cause) && !isWrongAddress ? cause : undefined;
}

/** What ended a command, one sentence per error. */
export function messagesOf(error: unknown): readonly string[] {
  if (error instanceof BadConfig) return error.problems;
  if (!(error instanceof Error)) return [String(error)];
  const lost = databaseError(error);
  if (lost)
    return [`The database failed on the way (${lost.message}): once it is back, run this command again.`];
  const { code = "", path = "It" } = error as NodeJS.ErrnoException;
  return [fileErrors[code]?.(path) ?? error.message];
}
