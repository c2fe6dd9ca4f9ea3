import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openDatabase } from "#services/platform/database/database";
import { calling, type Rate } from "./statistics.ts";

/** Runs one statement per commit for some time: `callers` connections, each with one statement under way. */
export interface OneStatementClient {
  readonly name: string;
  run(url: string, statement: string, callers: number, seconds: number): Promise<Rate>;
}

/**
 * pgbench with prepared statements: `PGBIN`, else Debian's folders, newest first, else the path. Where there is none, a
 * bare client of node with the same prepared statement.
 */
export async function oneStatementClient(): Promise<OneStatementClient> {
  const program = (await folders()).map((folder) => join(folder, "pgbench")).find(existsSync);
  return program === undefined ? bareClient : pgbench(program);
}

async function folders(): Promise<string[]> {
  const debian = "/usr/lib/postgresql";
  const majors = await readdir(debian).catch(() => []);
  const newestFirst = majors.toSorted((a, b) => Number(b) - Number(a));
  return [
    ...(process.env.PGBIN ? [process.env.PGBIN] : []),
    ...newestFirst.map((major) => join(debian, major, "bin")),
    ...(process.env.PATH ?? "").split(delimiter).filter(Boolean),
  ];
}

const pgbench = (program: string): OneStatementClient => ({
  name: "pgbench",
  async run(url, statement, callers, seconds) {
    const folder = await mkdtemp(join(tmpdir(), "algomoim-pgbench-"));
    try {
      const script = join(folder, "script.sql");
      await writeFile(script, `${statement.replaceAll("\n", " ")};\n`);
      const options = ["-n", "-M", "prepared", "-f", script, "-c", String(callers), "-T", String(seconds)];
      const log = ["-l", `--log-prefix=${join(folder, "log")}`];
      const printed = await output(program, [...options, ...log, url]);
      const perSecond = Number(/tps = ([\d.]+)/.exec(printed)?.[1]);
      const files = (await readdir(folder)).filter((file) => file.startsWith("log"));
      const lines = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
      const microseconds = lines.flatMap((text) =>
        text
          .trim()
          .split("\n")
          .map((line) => Number(line.split(" ")[2])),
      );
      return { perSecond, milliseconds: microseconds.map((each) => each / 1000) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (part) => (texts.stdout += part));
  child.stderr.on("data", (part) => (texts.stderr += part));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`pgbench failed: ${texts.stderr.trim().split("\n").at(-1)}`);
  return texts.stdout;
}

const bareClient: OneStatementClient = {
  name: "a bare client, since there is no pgbench here",
  async run(url, text, callers, seconds) {
    const { pool, close } = openDatabase(url, { max: callers, statementTimeoutMs: 0 });
    try {
      return await calling(callers, seconds, () => pool.query({ name: "one statement", text }));
    } finally {
      await close();
    }
  },
};
