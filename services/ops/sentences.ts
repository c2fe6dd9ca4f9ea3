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

/** What ended a command, a sentence for each fault. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof BadConfig) return error.faults;
  if (!(error instanceof Error)) return [String(error)];
  const { code = "", path = "It" } = error as NodeJS.ErrnoException;
  return [ofFiles[code]?.(path) ?? error.message];
}
