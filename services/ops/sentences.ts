import { StoreUnavailable } from "../event-store/event-store.ts";
import { isOutage } from "../event-store/unavailable.ts";
import { BadConfig } from "../platform/config.ts";

/** What is written before it gets its name (event-file.ts, backup/backup.ts). */
const draft = /\.\d+\.partial(\/.*)?$/;

/** What the system says of files and disks, as a sentence. */
const ofFiles: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) =>
    draft.test(path)
      ? `There is no folder in which ${path.replace(draft, "")} could be.`
      : `${path} is not there.`,
  EACCES: (path) => `${path} may not be used by this user.`,
  EPERM: (path) => `${path} may not be used by this user.`,
  EROFS: (path) => `${path.replace(draft, "")} cannot be written: it is on a disk that is read only.`,
  ENOTEMPTY: (path) => `${path.replace(draft, "")} has been made by another process meanwhile.`,
  EISDIR: (path) => `${path} is a folder.`,
  ENOTDIR: (path) => `${path} is not in a folder.`,
  ENOSPC: () => "The disk is full. What was begun has been removed.",
  EDQUOT: () => "There is no more room for this user on the disk. What was begun has been removed.",
};

/** How the driver says, without a code, that the line to the database is no more. */
const ofLines =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when|Query read)/;
const ofNetworks = /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;

/** What became of the database in the middle of the work, if that is it. */
function databaseFault(error: unknown): Error | undefined {
  const fault = error instanceof StoreUnavailable ? error.cause : error;
  if (!(fault instanceof Error)) return undefined;
  const { code = "", message } = fault as NodeJS.ErrnoException;
  return isOutage(fault) || ofNetworks.test(code) || ofLines.test(message) ? fault : undefined;
}

/** What ended a command, a sentence for each fault. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof BadConfig) return error.faults;
  if (!(error instanceof Error)) return [String(error)];
  const lost = databaseFault(error);
  if (lost)
    return [`The database failed on the way (${lost.message}): once it is back, run this command again.`];
  const { code = "", path = "It" } = error as NodeJS.ErrnoException;
  return [ofFiles[code]?.(path) ?? error.message];
}
