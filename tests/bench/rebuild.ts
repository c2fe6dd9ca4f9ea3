import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { from, to } from "pg-copy-streams";
import { createIndexesSql, createTableSql } from "#projections/projector/schema";
import { teamArticles } from "#projections/team-articles";
import { connectWithoutLimits } from "#services/platform/database/database";
import packageJson from "../../package.json" with { type: "json" };
import type { Figures } from "./figures.ts";
import { residentMb as residentOf } from "./proc.ts";
import { numberOption, secretKey, settled, withSystem } from "./set-up.ts";
import { p99 } from "./statistics.ts";

const usualEvents = 100_000;
/** Events of one member over the 90 days that are seeded: articles, a tenth of the team's problems, edits. */
const eventsPerMember = 106;
const days = 90;
const readsPerSecond = 50;
const quietMs = 8000;

/**
 * `npm run bench -- rebuild [--events N]`: the largest read model and the whole set, rebuilt while a server answers 50
 * reads a second, beside binary COPY of the resulting rows into the same table with the same indexes.
 */
export async function benchRebuild({ note, atLeast, atMost }: Figures): Promise<void> {
  const members = Math.max(10, Math.round(numberOption("--events", usualEvents) / eventsPerMember));
  const plan = { members, teams: Math.ceil(members / 10), days };
  await withSystem(plan, async ({ databaseUrl: url, storage, seeded, start }) => {
    const { events, perSecond } = seeded;
    atLeast(20_000, { what: "seeding", value: perSecond, unit: "events/s" });
    const server = await start({ fromSources: true, env: { LOG_LEVEL: "error" } });
    await settled(server.origin, storage);
    const reader = read(server.origin, plan.teams);
    await sleep(quietMs);
    const quiet = reader.take();
    const all = await rebuild(url, ["--all"]);
    const busy = reader.take();
    const single = await rebuild(url, [teamArticles.name]);
    await reader.stop();
    await server.stop();
    const copy = await copyBeside(url);
    note({ what: "whole set in one pass", value: Math.round(events / (all.ms / 1000)), unit: "events/s" });
    const largest = { what: "largest model", value: single.ms, unit: "ms" };
    atLeast(0.15, { ...largest, limit: copy, ratio: copy / single.ms });
    atMost(2, { what: "p99 of reads meanwhile", value: busy, unit: "ms", limit: quiet });
    atMost(100, { what: "longest swap", value: Math.max(...all.swaps, ...single.swaps), unit: "ms" });
    note({ what: "resident size of the rebuild", value: all.residentMb, unit: "MB" });
  });
}

/** Node options of `npm run ops`. */
const optionsOfOps = () => packageJson.scripts.ops.split(" ").filter((word) => word.startsWith("--"));

/** `ops projections rebuild` as a separate process. */
async function rebuild(databaseUrl: string, args: readonly string[]) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const program = [...optionsOfOps(), "--import", "tsx", "services/ops/main.ts"];
  const words = [...program, "projections", "rebuild", ...args, "--json"];
  const env = { ...process.env, NODE_ENV: "test", DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => (text += part));
  let residentMb = 0;
  const sampling = setInterval(() => {
    residentMb = Math.max(residentMb, residentOf(child.pid as number));
  }, 200);
  const [code] = await once(child, "exit");
  clearInterval(sampling);
  if (code !== 0) throw new Error("the rebuild failed");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { ms: number; swapMs: number });
  return { ms: Math.max(...lines.map(({ ms }) => ms)), swaps: lines.map(({ swapMs }) => swapMs), residentMb };
}

/** Reads pages of teams at this rate per second; `take` returns the p99 since the last call. */
function read(origin: string, teams: number) {
  let times: number[] = [];
  let asked = 0;
  const waiting = new Set<Promise<void>>();
  const ask = async () => {
    const teamId = (asked++ % teams) + 1;
    const path =
      asked % 2
        ? `teams/${teamId}/team-page?year=2026&month=9`
        : `articles/${teamId}/by-date?date=2026-09-03`;
    const began = performance.now();
    await (await fetch(`${origin}/api/v1/${path}`)).arrayBuffer();
    times.push(performance.now() - began);
  };
  const timer = setInterval(() => {
    const one = ask().catch(() => {});
    waiting.add(one);
    void one.then(() => waiting.delete(one));
  }, 1000 / readsPerSecond);
  return {
    take() {
      const taken = times;
      times = [];
      return p99(taken);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
    },
  };
}

/** Binary COPY of the rows of the largest model into an empty table like it; milliseconds, indexes included. */
async function copyBeside(url: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "algomoim-bench-"));
  const file = join(folder, "rows.copy");
  // A million rows take longer than a pool's statement timeout.
  const client = await connectWithoutLimits(url);
  try {
    await pipeline(client.query(to("COPY team_articles TO STDOUT (FORMAT binary)")), createWriteStream(file));
    await client.query(createTableSql("beside", teamArticles.table));
    const began = performance.now();
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      client.query(from("COPY beside FROM STDIN (FORMAT binary)")),
    );
    await client.query(createIndexesSql("beside", teamArticles.table));
    return performance.now() - began;
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}
