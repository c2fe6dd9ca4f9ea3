import type { Storage } from "../app/storage.ts";
import type { Config } from "../platform/config.ts";
import type { Printer } from "./printer.ts";

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** Ctrl-C ended the command, with a message that says more than that. */
export class Interrupted extends Error {}

/** One command of `npm run ops`, such as `events export`. */
export interface Command {
  readonly path: readonly string[];
  /**
   * What follows the path on the command line: words beside options only where it begins with `<` or `[name`; an option has a
   * value where a word or `<` stands behind it.
   */
  readonly takes?: string;
  /** One line. */
  readonly summary: string;
  /** What to know before running it. */
  readonly details?: string;
  /** @returns the exit code @throws UsageError */
  readonly run: (call: Call, context: Context) => Promise<number>;
}

/** What stood on the command line after the command's path. */
export interface Call {
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Context {
  readonly config: Config;
  readonly printer: Printer;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Opened when first asked for, closed by the caller.
   * @param as of a command that has locked the database (exclusive.ts): others are told to wait for its end
   */
  readonly storage: (as?: "exclusive") => Promise<Storage>;
}

export const textOption = ({ options }: Call, name: string): string | undefined =>
  typeof options[name] === "string" ? options[name] : undefined;

export const isGiven = ({ options }: Call, name: string): boolean => options[name] === true;

/** @throws UsageError when it is no whole number from 1 on, or missing without a default */
export function countOption(call: Call, name: string, usual?: number): number {
  const text = textOption(call, name);
  const count = text === undefined ? usual : Number(text);
  if (count === undefined || !Number.isSafeInteger(count) || count < 1)
    throw new UsageError(`--${name} is a whole number from 1 on.`);
  return count;
}

/** @throws UsageError */
export function onlyName(call: Call, what: string): string {
  const [name, ...others] = call.names;
  if (name === undefined || others.length > 0) throw new UsageError(`Name ${what}.`);
  return name;
}

/** @throws Error for what works on the log in PostgreSQL alone */
export function assertPostgresLog({ eventStore }: Config): void {
  if (eventStore !== "postgres")
    throw new Error("This command works on an event log in PostgreSQL; the log of this system is elsewhere.");
}
