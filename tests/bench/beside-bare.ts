import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { ReadModels } from "#projections/database";
import type { ServerProcess } from "../support/server-process.ts";
import type { BareOrder, Statement } from "./bare-http.ts";
import { type HelperProcess, helperProcess } from "./helper-process.ts";
import type { LoadOrder, LoadReport } from "./http-load.ts";
import { cpuSeconds } from "./proc.ts";

const connections = 50;
const rounds = 5;
const roundMs = 1200;
const warmUpMs = 2500;

/** A call with the readers that the product runs for it. */
export interface Read {
  readonly path: string;
  readonly run: (db: Kysely<ReadModels>) => Promise<unknown>;
}

interface Measured {
  readonly perCpuSecond: number;
  readonly p99: number;
}

interface Side {
  readonly pid: number;
  readonly port: number;
}

/** The round in the middle, by the ratio of the two. */
export interface Compared {
  readonly own: Measured;
  readonly limit: Measured;
  readonly ratio: number;
}

/**
 * Requests per second of the server's processor time beside node's own server that runs the same statements. Both are
 * asked in turn, round by round. Calls back for each group of reads.
 */
export async function besideBareServer(
  { databaseUrl, system, token }: { databaseUrl: string; system: ServerProcess; token?: string },
  reads: Readonly<Record<string, readonly Read[]>>,
  found: (what: string, compared: Compared) => void,
): Promise<void> {
  const bare = helperProcess<BareOrder, { port: number }>("./bare-http.ts");
  const load: HelperProcess<LoadOrder, LoadReport> = helperProcess("./http-load.ts");
  const measure = async ({ pid, port }: Side, paths: readonly string[], ms: number): Promise<Measured> => {
    const before = cpuSeconds(pid);
    const { requests, p99 } = await load.ask({ port, paths, connections, ms, ...(token && { token }) });
    return { perCpuSecond: requests / (cpuSeconds(pid) - before), p99 };
  };
  try {
    const asked = await statementsOf(databaseUrl, reads);
    const { port } = await bare.ask({ databaseUrl, answers: Object.assign({}, ...Object.values(asked)) });
    const sides = [
      { pid: bare.pid, port },
      { pid: system.pid, port: Number(new URL(system.origin).port) },
    ] as const;
    for (const [what, byPath] of Object.entries(asked)) {
      const paths = Object.keys(byPath);
      for (const side of sides) await measure(side, paths, warmUpMs);
      const pairs: Compared[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const limit = await measure(sides[0], paths, roundMs);
        const own = await measure(sides[1], paths, roundMs);
        pairs.push({ own, limit, ratio: own.perCpuSecond / limit.perCpuSecond });
      }
      found(what, pairs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)] as Compared);
    }
  } finally {
    await load.stop();
    await bare.stop();
  }
}

/** By group: the paths, and the statements that the product's readers run for each. */
async function statementsOf(
  databaseUrl: string,
  reads: Readonly<Record<string, readonly Read[]>>,
): Promise<Record<string, Record<string, Statement[]>>> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  let statements: Statement[] = [];
  const db = new Kysely<ReadModels>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      const { name } = query as { name?: string };
      statements.push({ name, text: query.sql, values: query.parameters });
    },
  });
  const found: Record<string, Record<string, Statement[]>> = {};
  for (const [what, group] of Object.entries(reads)) {
    found[what] = {};
    for (const { path, run } of group) {
      statements = [];
      await run(db);
      found[what][path] = statements;
    }
  }
  await db.destroy();
  return found;
}
