import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { daysAfter } from "#contracts/dates";
import type { Attendance } from "#contracts/rhythm/api";
import { nextMonday } from "#contracts/rhythm/days";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { operateOn, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { findEverywhere } from "./database-search.ts";
import { join, ownSite, type Site, said } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

/** spec/rhythm.md §6: what a withdrawal leaves of a member's rests and excused days. */

const [site, lead, leaving] = ownSite("방장", "떠난이");
const inFolder = ownFolder();
const reason = "비밀의 사유";
let teamId: number;
let day: string;

beforeAll(async () => {
  teamId = await site.team(lead);
  await join(leaving, teamId);
  const promise = { json: { perWeek: 7, restsPerMonth: 10 } };
  await lead.ask("PUT", `/v1/teams/${teamId}/promise`, promise);
  day = nextMonday(site.today());
  site.advance(Date.parse(daysAfter(day, 1)) - Date.parse(site.today()));
  for (const person of [lead, leaving]) Object.assign(person, await site.again(person));
  await leaving.ask("PUT", `/v1/teams/${teamId}/rests/${site.today()}`);
  await excuse();
  expect(await rows()).toEqual(["excuse", "rest"]);
  expect((await leaving.ask("DELETE", "/v1/members")).status).toBe(200);
});

const excuse = () =>
  lead.ask("PUT", `/v1/teams/${teamId}/excuses/${leaving.uuid}/${day}`, { json: { reason } });
const rows = async () =>
  (
    await site.query<{ kind: string }>("SELECT kind FROM attendance WHERE member_id = $1 ORDER BY kind", [
      leaving.uuid,
    ])
  ).map(({ kind }) => kind);

it("removes rests and excuses, and the member from the table", async () => {
  await expect.poll(rows).toEqual([]);
  const names = async () => {
    const path = `/v1/teams/${teamId}/attendance?month=${day.slice(0, 7)}`;
    const { members } = (await lead.ask("GET", path)).body.data as Attendance;
    return members.map(({ member }) => member.memberName);
  };
  await expect.poll(names).toEqual(["방장"]);
  expect(said(await excuse())).toBe("400 팀의 멤버가 아닙니다.");
});

/** What the log tells a program with the server's keys. */
async function opened(databaseUrl: string, logSettings: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ ...settingsOf(databaseUrl), ...logSettings }, []);
  const storage = await openStorage(config, createLogger("silent"));
  try {
    return (await storage.store.readAll(storage.store.start, 1000)).events;
  } finally {
    await storage.close();
  }
}

const operated = async (...words: string[]) => {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  expect(await operateOn(site.databaseUrl, [...words, "--json"], { env: site.logSettings, out })).toBe(0);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

it("makes the reason unreadable in the database and in the log", async () => {
  expect(await findEverywhere(site, [reason])).toEqual([]);
  const excused = (await opened(site.databaseUrl, site.logSettings)).filter(
    ({ type }) => type === "DayExcused",
  );
  expect(excused.map(({ data }) => data["reason"])).toEqual([null]);
  expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
});

it("leaves no reason in an export with the members' keys", async () => {
  const file = inFolder("events.gz");
  const keys = inFolder("keys.gz");
  await operated("events", "export", file, "--keys", keys);
  for (const each of [file, keys]) expect(gunzipSync(await readFile(each)).toString()).not.toContain(reason);
});

it("leaves no reason, and no row, in a replay of the log", async () => {
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const { database } = (await operated("replay", "--until", until, "--keep")).at(-1);
  onTestFinished(async () => {
    await site.query(`DROP DATABASE ${new URL(database).pathname.slice(1)} WITH (FORCE)`);
  });
  const { pool, close } = openDatabase(database);
  const query: Site["query"] = async (text, values) => (await pool.query(text, values)).rows;
  const kept = await query("SELECT FROM attendance");
  const found = await findEverywhere({ query, storedEvents: async () => [] }, [reason]);
  await close();
  expect([kept, found]).toEqual([[], []]);
});
