import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { seoulDate } from "#contracts/dates";
import type { DayOrder, DayReport } from "./day-load.ts";
import type { Figures } from "./figures.ts";
import { type HelperProcess, helperProcess } from "./helper-process.ts";
import { cpuSeconds, cpuSecondsOfChildren, parentOf } from "./proc.ts";
import { numberOption, settled, withSystem } from "./set-up.ts";
import { noteSizes } from "./sizes.ts";

const usualPeople = 100_000;
/** More members make the log longer, but queries hardly more expensive. */
const maxSeeded = 20_000;
const peoplePerTeam = 10;
/** Actions of one member per day, including visitors' reads of the boards. */
const perPerson = { reads: 40, articles: 1, logins: 1 };

interface Phase {
  readonly name: string;
  readonly hours: number;
  /** Shares of the day's total. */
  readonly share: typeof perPerson;
}

/** Seoul time. Half of the writes occur in the evening, three tenths in the last ten minutes. */
const midnight: Phase = {
  name: "23:50–24:00",
  hours: 1 / 6,
  share: { reads: 0.08, articles: 0.3, logins: 0.02 },
};
const phases: readonly Phase[] = [
  { name: "07:00–19:00", hours: 12, share: { reads: 0.35, articles: 0.2, logins: 0.28 } },
  { name: "19:00–23:00", hours: 4, share: { reads: 0.5, articles: 0.4, logins: 0.65 } },
  midnight,
];
const phaseMs = 5000;
const stepMs = 7000;
const firstMultiple = 1 / 8;
const maxMs = 85_000;
/** A step fails if fewer requests succeed, or if they take longer (milliseconds). */
const answeredAtLeast = 0.95;
const lateAfter = { read: 1000, article: 3000 };

/**
 * `npm run bench -- day [--people N]`: a day of so many people in seconds, each part at the rate it has in real time; then
 * the last ten minutes at growing multiples of that rate, until something gives way. Before that,
 * bytes of an event and of each read model's row.
 */
export async function benchDay(figures: Figures): Promise<void> {
  const { note, remark } = figures;
  const people = numberOption("--people", usualPeople);
  const rates = ({ hours, share }: Phase, multiple = 1) => {
    const perSecond = (kind: keyof typeof perPerson) =>
      (multiple * people * perPerson[kind] * share[kind]) / (hours * 3600);
    return { reads: perSecond("reads"), articles: perSecond("articles"), logins: perSecond("logins") };
  };
  const members = Math.min(people, maxSeeded);
  const teams = Math.ceil(members / peoplePerTeam);
  await withSystem({ teams, members, days: 1 }, async ({ storage, seeded, start }) => {
    remark(`${seeded.events} events of ${members} people`);
    await noteSizes(storage.database.pool, figures);
    const server = await start();
    const load: HelperProcess<DayOrder, DayReport> = helperProcess("./day-load.ts");
    try {
      await settled(server.origin, storage);
      await load.ask({ type: "prepare", origin: server.origin, writers: 20 });
      const paths = boards(teams);
      const postmaster = await postmasterOf(storage.database.pool);
      const watch = { origin: server.origin, server: server.pid, postmaster, load: load.pid };
      const began = performance.now();
      const play = async (ms: number, at: ReturnType<typeof rates>) =>
        observed(watch, ms, () => load.ask({ type: "play", ms, paths, ...at }));
      for (const phase of phases) {
        const at = rates(phase);
        remark(sentence(`${phase.name}, as it is`, at, await play(phaseMs, at)));
      }
      let held = 0;
      for (let multiple = firstMultiple; performance.now() - began < maxMs - stepMs; multiple *= 2) {
        const at = rates(midnight, multiple);
        const seen = await play(stepMs, at);
        remark(sentence(`${midnight.name} × ${multiple}`, at, seen));
        if (isLost(seen)) {
          remark(`first to give way: ${culprit(seen)}`);
          break;
        }
        held = multiple;
        await sleep(500);
      }
      note({
        what: `the last ten minutes of ${people.toLocaleString("en")} people, held`,
        value: held,
        unit: "times",
      });
    } finally {
      await load.stop();
    }
  });
}

function boards(teams: number): string[] {
  const today = seoulDate(new Date());
  const [year, month] = today.split("-").map(Number);
  return Array.from({ length: 400 }, (_, n) => {
    const teamId = ((n * 7) % teams) + 1;
    return [
      `/api/v1/teams/${teamId}/team-page?year=${year}&month=${month}`,
      `/api/v1/articles/${teamId}/by-date?date=${today}`,
      `/api/v1/teams/combined?page=${n % 10}`,
      `/api/v1/recruitments?page=${n % 10}`,
    ][n % 4] as string;
  });
}

interface Watched {
  readonly origin: string;
  readonly server: number;
  readonly postmaster: number;
  readonly load: number;
}

interface Seen extends DayReport {
  /** Processors in use, of `cpus().length`. */
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly loadCpu: number;
  /** Milliseconds. */
  readonly loopDelayP99: number;
  readonly poolWaiting: number;
  readonly projectionLag: number;
}

async function observed(watched: Watched, ms: number, play: () => Promise<DayReport>): Promise<Seen> {
  const used = () => ({
    at: performance.now(),
    server: cpuSeconds(watched.server),
    postgres: cpuSecondsOfChildren(watched.postmaster),
    load: cpuSeconds(watched.load),
  });
  await metricsOf(watched.origin);
  const before = used();
  const playing = play();
  await sleep(ms);
  const metrics = await metricsOf(watched.origin);
  const after = used();
  const seconds = (after.at - before.at) / 1000;
  return {
    ...(await playing),
    serverCpu: (after.server - before.server) / seconds,
    postgresCpu: (after.postgres - before.postgres) / seconds,
    loadCpu: (after.load - before.load) / seconds,
    loopDelayP99: metrics("nodejs_eventloop_lag_p99_seconds") * 1000,
    poolWaiting: metrics('algomoim_pool_connections{state="waiting"}'),
    projectionLag: metrics("algomoim_projection_lag_events"),
  };
}

/** Reads the metrics; returns a value by the beginning of its line, the maximum of several. */
async function metricsOf(origin: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.split("\n");
  return (name) =>
    Math.max(
      0,
      ...lines.filter((line) => line.startsWith(name)).map((line) => Number(line.split(" ").at(-1))),
    );
}

const isLost = (seen: Seen) =>
  seen.done < seen.wanted * answeredAtLeast ||
  seen.readP99 > lateAfter.read ||
  seen.articleP99 > lateAfter.article;

function culprit({
  serverCpu,
  postgresCpu,
  loadCpu,
  loopDelayP99,
  poolWaiting,
  projectionLag,
}: Seen): string {
  const all = serverCpu + postgresCpu + loadCpu;
  const parts = `server ${serverCpu.toFixed(2)}, PostgreSQL ${postgresCpu.toFixed(2)}, load ${loadCpu.toFixed(2)}`;
  if (serverCpu > 0.9) return `the one processor that a server process can use (${parts})`;
  if (all > cpus().length * 0.9) return `the machine's ${cpus().length} processors together (${parts})`;
  if (poolWaiting > 0) return `the connections to PostgreSQL (${poolWaiting} wait for one; ${parts})`;
  if (projectionLag > 100) return `the projector (${projectionLag} events behind; ${parts})`;
  return `the event loop (p99 ${loopDelayP99.toFixed(0)} ms; ${parts})`;
}

function sentence(what: string, at: { reads: number; articles: number; logins: number }, seen: Seen): string {
  const asked = `${at.reads.toFixed(0)} reads, ${at.articles.toFixed(1)} articles, ${at.logins.toFixed(1)} logins a second`;
  const answered = `${((100 * seen.done) / Math.max(1, seen.wanted)).toFixed(1)} % answered`;
  const late = `p99 reads ${seen.readP99.toFixed(0)} ms, articles ${seen.articleP99.toFixed(0)} ms`;
  const used = `processors: server ${seen.serverCpu.toFixed(2)}, PostgreSQL ${seen.postgresCpu.toFixed(2)}, load ${seen.loadCpu.toFixed(2)}`;
  const inside = `event loop p99 ${seen.loopDelayP99.toFixed(0)} ms, ${seen.poolWaiting} wait for a connection, projection lag ${seen.projectionLag}`;
  return `${what}: ${asked}; ${answered}; ${late}; ${used}; ${inside}`;
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return parentOf(rows[0]?.pid as number);
}
