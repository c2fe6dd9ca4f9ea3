import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { seoulDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import type { ReadModels } from "#projections/database";
import { readRecruitments } from "#projections/recruitment-board";
import { readArticlesByDate } from "#projections/team-articles";
import { readCombined } from "#projections/team-directory";
import { readTeamPage } from "#projections/team-page";
import type { BareOrder, Statement } from "./bare-http.ts";
import type { Figures } from "./figures.ts";
import { type HelperProcess, helperProcess } from "./helper-process.ts";
import type { LoadOrder, LoadReport } from "./http-load.ts";
import { cpuSeconds } from "./proc.ts";
import { settled, withSystem } from "./set-up.ts";

const plan = { teams: 200, members: 2000, days: 10 };
const connections = 50;
const rounds = 5;
const roundMs = 1200;
const warmUpMs = 2500;
const dayMs = 86_400_000;

type Load = HelperProcess<LoadOrder, LoadReport>;
type Read = (
  db: Kysely<ReadModels>,
  n: number,
) => { readonly path: string; readonly run: () => Promise<unknown> };

/**
 * Requests per second of the server's processor time, as a visitor asks: the built system with its checks, headers,
 * metrics and log lines, beside node's own server that runs the same statements. Both are asked in turn, round by round.
 */
export async function benchRead({ note, atLeast, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ databaseUrl, storage, seeded, start }) => {
    remark(`${seeded.events} events`);
    const system = await start();
    const port = Number(new URL(system.origin).port);
    const bare = helperProcess<BareOrder, { port: number }>("./bare-http.ts");
    const load: Load = helperProcess("./http-load.ts");
    try {
      await settled(system.origin, storage);
      const asked = await questions(databaseUrl);
      const answers = Object.assign({}, ...Object.values(asked));
      const { port: barePort } = await bare.ask({ databaseUrl, answers });
      for (const [what, byPath] of Object.entries(asked)) {
        const paths = Object.keys(byPath);
        const beside = { pid: bare.pid, port: barePort };
        const { own, limit, ratio } = await sideBySide(load, paths, { pid: system.pid, port }, beside);
        atLeast(0.7, {
          what,
          value: own.perCpuSecond,
          unit: "requests/CPU-s",
          limit: limit.perCpuSecond,
          ratio,
        });
        note({ what: `${what}, p99`, value: own.p99, unit: "ms", limit: limit.p99 });
      }
    } finally {
      await load.stop();
      await bare.stop();
    }
  });
}

interface Measured {
  readonly perCpuSecond: number;
  readonly p99: number;
}

interface Side {
  readonly pid: number;
  readonly port: number;
}

async function sideBySide(load: Load, paths: readonly string[], system: Side, bare: Side) {
  const measure = async ({ pid, port }: Side, ms: number) => {
    const before = cpuSeconds(pid);
    const { requests, p99 } = await load.ask({ port, paths, connections, ms });
    return { perCpuSecond: requests / (cpuSeconds(pid) - before), p99 };
  };
  for (const side of [bare, system]) await measure(side, warmUpMs);
  const pairs: { own: Measured; limit: Measured; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await measure(bare, roundMs);
    const own = await measure(system, roundMs);
    pairs.push({ own, limit, ratio: own.perCpuSecond / limit.perCpuSecond });
  }
  return pairs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)] as (typeof pairs)[number];
}

/** By query: the paths, and the statements that the product's readers run for each. */
async function questions(databaseUrl: string): Promise<Record<string, Record<string, Statement[]>>> {
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
  for (const [what, read] of Object.entries(reads)) {
    found[what] = {};
    for (let n = 0; n < 40; n += 1) {
      statements = [];
      const { path, run } = read(db, n);
      await run();
      found[what][path] = statements;
    }
  }
  await db.destroy();
  return found;
}

const today = new Date();
const visitor = { memberId: null };
/** Only statements are collected: the rows may stay encrypted. */
const decryptTexts = async () => [];
const reads: Readonly<Record<string, Read>> = {
  "team-page": (db, n) => {
    const [year, month] = seoulDate(today).split("-").map(Number) as [number, number];
    const teamId = n + 1;
    return {
      path: `/api/v1/teams/${teamId}/team-page?year=${year}&month=${month}`,
      run: () => readTeamPage(db, { teamId, year, month, ...visitor }),
    };
  },
  "by-date": (db, n) => {
    const teamId = n + 1;
    const date = seoulDate(new Date(today.getTime() - (2 + (n % 5)) * dayMs));
    return {
      path: `/api/v1/articles/${teamId}/by-date?date=${date}`,
      run: () =>
        readArticlesByDate(
          { db, decryptTexts, now: () => today },
          { teamId, date, ...visitor, page: 0, size: limits.articlePageSize },
        ),
    };
  },
  combined: (db, n) => ({
    path: `/api/v1/teams/combined?page=${n % 10}`,
    run: () =>
      readCombined(db, {
        sort: undefined,
        page: n % 10,
        size: limits.teamPageSize,
        members: limits.memberLimit,
        ...visitor,
      }),
  }),
  recruitments: (db, n) => ({
    path: `/api/v1/recruitments?page=${n % 8}`,
    run: () => readRecruitments(db, { status: "all", page: n % 8, size: limits.recruitmentPageSize }),
  }),
};
