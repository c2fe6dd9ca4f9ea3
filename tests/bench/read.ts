import { seoulDate } from "#contracts/dates";
import { limits } from "#contracts/limits";
import { readRecruitments } from "#projections/recruitment-board";
import { readArticlesByDate } from "#projections/team-articles";
import { readCombined } from "#projections/team-directory";
import { readTeamPage } from "#projections/team-page";
import { besideBareServer, type Read } from "./beside-bare.ts";
import type { Figures } from "./figures.ts";
import { settled, withSystem } from "./set-up.ts";

const plan = { teams: 200, members: 2000, days: 10 };
const paths = 40;
const dayMs = 86_400_000;

/** What a visitor asks: the built system with its checks, headers, metrics and log lines, beside node's own server. */
export async function benchRead({ note, atLeast, remark }: Figures): Promise<void> {
  await withSystem(plan, async ({ databaseUrl, storage, seeded, start }) => {
    remark(`${seeded.events} events`);
    const system = await start();
    await settled(system.origin, storage);
    const asked = Object.entries(reads).map(([what, read]) => [
      what,
      Array.from({ length: paths }, (_, n) => read(n)),
    ]);
    await besideBareServer(
      { databaseUrl, system },
      Object.fromEntries(asked),
      (what, { own, limit, ratio }) => {
        atLeast(0.7, {
          what,
          value: own.perCpuSecond,
          unit: "requests/CPU-s",
          limit: limit.perCpuSecond,
          ratio,
        });
        note({ what: `${what}, p99`, value: own.p99, unit: "ms", limit: limit.p99 });
      },
    );
  });
}

const today = new Date();
const visitor = { memberId: null };
/** Only statements are collected: the rows may stay encrypted. */
const decryptTexts = async () => [];
const reads: Readonly<Record<string, (n: number) => Read>> = {
  "team-page": (n) => {
    const [year, month] = seoulDate(today).split("-").map(Number) as [number, number];
    const teamId = n + 1;
    return {
      path: `/api/v1/teams/${teamId}/team-page?year=${year}&month=${month}`,
      run: (db) => readTeamPage(db, { teamId, year, month, ...visitor }),
    };
  },
  "by-date": (n) => {
    const teamId = n + 1;
    const date = seoulDate(new Date(today.getTime() - (2 + (n % 5)) * dayMs));
    return {
      path: `/api/v1/articles/${teamId}/by-date?date=${date}`,
      run: (db) =>
        readArticlesByDate(
          { db, decryptTexts, now: () => today },
          { teamId, date, ...visitor, page: 0, size: limits.articlePageSize },
        ),
    };
  },
  combined: (n) => ({
    path: `/api/v1/teams/combined?page=${n % 10}`,
    run: (db) =>
      readCombined(db, {
        sort: undefined,
        page: n % 10,
        size: limits.teamPageSize,
        members: limits.memberLimit,
        ...visitor,
      }),
  }),
  recruitments: (n) => ({
    path: `/api/v1/recruitments?page=${n % 8}`,
    run: (db) => readRecruitments(db, { status: "all", page: n % 8, size: limits.recruitmentPageSize }),
  }),
};
