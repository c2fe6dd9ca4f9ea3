import { operate } from "#services/ops/operate";

export const opsKey = "a".repeat(40);

export interface Operated {
  readonly code: number;
  readonly text: string;
  /** What it printed, a document per line. */
  readonly lines: ReturnType<JSON["parse"]>[];
}

/** Runs one command line of `npm run ops` with `--json` in this process. @throws as the command does */
export async function ops(databaseUrl: string, ...args: string[]): Promise<Operated> {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const env = { NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: opsKey };
  const around = { env, out, err: { write: () => {} }, signal: new AbortController().signal };
  const code = await operate([...args, "--json"], around);
  const isJson = args[0] !== "help" && !args.includes("--csv");
  const lines = isJson ? text.split("\n").filter(Boolean) : [];
  return { code, text, lines: lines.map((line) => JSON.parse(line)) };
}
