import { onTestFinished } from "vitest";
import { operate } from "#services/ops/operate";
import { connectWithoutLimits } from "#services/platform/database/database";
import { type TestDatabase, testDatabase } from "./database.ts";

export const opsKey = "a".repeat(40);

export const settingsOf = (databaseUrl: string) => ({
  NODE_ENV: "test",
  DATABASE_URL: databaseUrl,
  SECRET_KEY: opsKey,
});

export interface Operated {
  readonly code: number;
  readonly text: string;
  /** The printed documents, one per line. */
  readonly lines: ReturnType<JSON["parse"]>[];
}

interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly out?: { write(text: string): unknown };
  readonly err?: { write(text: string): unknown; readonly isTTY?: boolean };
}
const silent = { write() {} };

/**
 * Runs one command line of `npm run ops` in this process.
 * @throws errors of the command
 */
export const operateOn = (
  databaseUrl: string,
  words: readonly string[],
  { env = {}, signal = new AbortController().signal, out = silent, err = silent }: Surroundings = {},
): Promise<number> => operate(words, { env: { ...settingsOf(databaseUrl), ...env }, out, err, signal });

/** The same with `--json`. */
export async function ops(databaseUrl: string, ...args: string[]): Promise<Operated> {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const code = await operateOn(databaseUrl, [...args, "--json"], { out });
  const isJson = args[0] !== "help" && !args.includes("--csv");
  const lines = isJson ? text.split("\n").filter(Boolean) : [];
  return { code, text, lines: lines.map((line) => JSON.parse(line)) };
}

/** An empty database, dropped after the test. */
export async function emptyDatabase(): Promise<TestDatabase<unknown>> {
  const database = await testDatabase<unknown>({ migrations: [] });
  onTestFinished(() => database.close());
  return database;
}

/** A connection that does not count as one of the system. */
export async function foreignSession({ url }: TestDatabase<unknown>) {
  const client = await connectWithoutLimits(url);
  await client.query("SET application_name = 'another program'");
  return client;
}
