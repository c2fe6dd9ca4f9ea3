import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { daysAfter, midnight, studyDay } from "#contracts/dates";
import { weekdays } from "#contracts/rhythm/days";
import { allClocks } from "#services/app/clocks";
import { openStorage, type Storage } from "#services/app/storage";
import { createClocks } from "#services/platform/clock";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { join, type Person, type Site, startSite } from "#tests/api/site";
import { program } from "#tests/support/program";
import { tell } from "#tests/support/recorded";
import { reachingOn } from "#tests/support/seats";
import { until } from "#tests/support/until";
import { figure, rounds, seededRandom } from "./rounds.ts";

const teams = 10;
/** Entries that one call adds. */
const perCall = 20;
const lateEnd = "02:00";
const minuteMs = 60_000;

/** It projects and reacts; its clock stands still on a day for which all entries come too late. */
let site: Site;
let storage: Storage;
let env: NodeJS.ProcessEnv;
let dotori: Person;
let bamtol: Person;
const posting: { readonly teamId: number; readonly dayEndsAt: string; readonly dates: string[] }[] = [];

beforeAll(async () => {
  site = await startSite({ standsAt: "12:00" });
  env = { NODE_ENV: "test", DATABASE_URL: site.databaseUrl, SECRET_KEY: "a".repeat(40) };
  storage = await openStorage(readConfig(env), createLogger("silent"));
  dotori = await site.person("도토리");
  bamtol = await site.person("밤톨");
  for (let n = 0; n < teams; n += 1) {
    const teamId = await site.team(dotori);
    await join(bamtol, teamId);
    const dayEndsAt = n % 2 === 0 ? midnight : lateEnd;
    const data = { teamId, dayEndsAt, changedBy: dotori.uuid };
    const terms = { weekdays: [...weekdays], perWeek: null, restsPerMonth: 10 };
    const promise = { teamId, startsOn: "2025-01-06", ...terms, setBy: dotori.uuid };
    if (dayEndsAt !== midnight)
      await tell(
        storage.store,
        `team-${teamId}`,
        { type: "DayEndChanged", data },
        { type: "PromiseSet", data: promise },
      );
    posting.push({ teamId, dayEndsAt, dates: [] });
  }
});
afterAll(async () => {
  await storage.close();
  await site.close();
});

/** Each team gets further entries, which are numbered over all calls. */
async function fill(first: number): Promise<void> {
  await site.query("DELETE FROM quota_counts WHERE kind = 'queued-problems'");
  const entries = Array.from({ length: perCall }, (_, n) => ({ title: `문제 ${first + n}` }));
  for (const { teamId } of posting)
    expect(
      (await dotori.ask("POST", `/v1/teams/${teamId}/problem-queue`, { json: { entries } })).status,
    ).toBe(201);
}

/** The problems of each team in the order of their days, and the entries that are recorded as posted. */
async function recorded() {
  const subjects = await site.query<{ team: number; posted: string[] }>(
    `SELECT (data->>'teamId')::int AS team, array_agg(data->>'date' || ' ' || (data->>'title') ORDER BY data->>'date') AS posted
     FROM events WHERE type = 'SubjectPosted' GROUP BY 1`,
  );
  const entries = await site.query<{ team: number; posted: string[] }>(
    `SELECT (data->>'teamId')::int AS team, array_agg(data->>'date' || ' 문제 ' || (data->>'entryId') ORDER BY data->>'date') AS posted
     FROM events WHERE type = 'ProblemEntryPosted' GROUP BY 1`,
  );
  const byTeam = (rows: typeof subjects) => new Map(rows.map(({ team, posted }) => [team, posted]));
  return { subjects: byTeam(subjects), entries: byTeam(entries) };
}

/** How often each member was reminded of which team and day. */
async function reminders(): Promise<Map<string, number>> {
  const rows = await site.query<{ reminder: string; times: number }>(
    `SELECT concat_ws(' ', data->>'teamId', data->>'memberId', data->>'day') AS reminder, count(*)::int AS times
     FROM events WHERE type = 'NotificationRaised' AND data->>'kind' = 'WRITE_REMINDER' GROUP BY 1`,
  );
  return new Map(rows.map(({ reminder, times }) => [reminder, times]));
}

/** A second before the clocks begin, a member rests in the first of the teams whose day ends in less than three hours. */
async function remindedOf(day: string): Promise<string[]> {
  const late = posting.filter(({ dayEndsAt }) => dayEndsAt === lateEnd);
  const { teamId: resting } = late[0] as (typeof late)[number];
  const data = { teamId: resting, memberId: bamtol.uuid, date: day };
  await tell(storage.store, `attendance-${resting}_${bamtol.uuid}`, { type: "RestTaken", data });
  return late.flatMap(({ teamId }) =>
    [dotori, bamtol]
      .filter((member) => member !== bamtol || teamId !== resting)
      .map(({ uuid }) => `${teamId} ${uuid} ${day}`),
  );
}

/** The clocks of another process, which is not killed. */
function runClocks(now: Date) {
  const { store, database } = storage;
  const { haveReached, stop } = reachingOn(store, database.pool);
  const clocks = createClocks({
    clocks: allClocks(storage),
    store,
    haveReached,
    isOff: async () => false,
    tickMs: 20,
    now: () => now,
    log: createLogger("silent"),
    onFailure() {},
  });
  clocks.start();
  return async () => {
    await clocks.stop();
    await stop();
  };
}

it("T20 posts each problem and raises each reminder once, none of yesterday, whichever process is killed at midnight", async () => {
  const { random, seed } = seededRandom();
  const times = rounds(4, 200);
  const reminded = new Map<string, number>();
  let kills = 0;
  for (let round = 0; round < times; round += 1) {
    if (round % perCall === 0) await fill(round + 1);
    // Each other day nothing runs. At midnight, the day of teams that end it later has gone on for 22 hours.
    const day = daysAfter(site.today(), 2 * (round + 1));
    const time = random() < 0.5 ? midnight : lateEnd;
    const now = new Date(Date.parse(`${day}T${time}:00+09:00`) + minuteMs / 2);
    const when = round % 2 === 0 ? "before" : "after";
    const nth = 1 + Math.floor((random() * teams) / 3);
    const what = `seed ${seed}, round ${round}: ${time}, ${when} append ${nth}`;
    for (const team of posting) team.dates.push(studyDay(now, team.dayEndsAt));
    if (time === midnight)
      for (const reminder of await remindedOf(studyDay(now, lateEnd))) reminded.set(reminder, 1);

    const child = spawn(
      process.execPath,
      [...program("posting-process"), String(now.getTime()), when, String(nth)],
      { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] },
    );
    const gone = once(child, "exit");
    await once(child.stdout, "data");
    child.stdin.write("go\n");
    // Otherwise this process would mostly be the quicker one.
    await Promise.race([once(child.stdout, "data"), gone]);
    const stop = runClocks(now);
    const expected = new Map(
      posting.map(({ teamId, dates }) => [teamId, dates.map((date, n) => `${date} 문제 ${n + 1}`)]),
    );
    await until(async () => {
      const { subjects, entries } = await recorded();
      expect(subjects, what).toEqual(expected);
      expect(entries, what).toEqual(expected);
      expect(await reminders(), what).toEqual(reminded);
    });
    await stop();
    // This process may have been quicker with so many.
    if (child.signalCode === "SIGKILL") kills += 1;
    else child.kill("SIGKILL");
    const { subjects } = await recorded();
    expect(subjects, what).toEqual(expected);
    expect(await reminders(), what).toEqual(reminded);
    await gone;
  }
  expect(kills).toBeGreaterThan(0);
  figure("midnight", `${times} rounds of ${teams} teams, ${kills} kills, seed ${seed}`);
}, 3_600_000);
