import type { Storage } from "../app/storage.ts";
import type { Config } from "../platform/config.ts";
import type { Printer } from "./printer.ts";

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {}

/** Ctrl-C ended the command; the message gives further information. */
export class Interrupted extends Error {}

/** One command of `npm run ops`, such as `events export`. */
export interface Command {
  readonly path: readonly string[];
  /**
   * Arguments after the path: positional ones only where it begins with `<` or `[name`; an option has a value if a word
   * or `<` follows it.
   */
  readonly takes?: string;
  /** One line. */
  readonly summary: string;
  /** Information needed before running it. */
  readonly details?: string;
  /** @returns the exit code @throws UsageError */
  readonly run: (call: OpsCall, context: Context) => Promise<number>;
}

/** The command line after the command's path. */
export interface OpsCall {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Context {
  readonly config: Config;
  readonly printer: Printer;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Opened on first use, closed by the caller.
   * @param as `exclusive` for a command that has locked the database (exclusive.ts): other processes are asked to wait
   * for its end
   */
  readonly storage: (as?: "exclusive") => Promise<Storage>;
}

export const textOption = ({ options }: OpsCall, name: string): string | undefined =>
  typeof options[name] === "string" ? options[name] : undefined;

export const isGiven = ({ options }: OpsCall, name: string): boolean => options[name] === true;

/** @throws UsageError if the value is not a whole number from 1 on, or is missing without a default */
export function countOption(call: OpsCall, name: string, usual?: number): number {
  const text = textOption(call, name);
  const count = text === undefined ? usual : Number(text);
  if (count === undefined || !Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--${name} must be a whole number of at least 1.`);
  return count;
}

/** @throws UsageError */
export function onlyName(call: OpsCall, what: string): string {
  const [name, ...others] = call.names;
  if (name === undefined || others.length > 0) throw new UsageError(`Name ${what}.`);
  return name;
}

/** @throws Error if the log is not in PostgreSQL, for commands that need it there */
export function assertPostgresLog({ eventStore }: Config): void {
  if (eventStore !== "postgres")
    throw new Error("This command works on an event log in PostgreSQL; the log of this system is elsewhere.");
}
