import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { quantile } from "../bench/statistics.ts";
import { type Member, newMember, newTeam } from "./others.ts";
import { type Abuser, type Attack, type Place, type Scenario, scenarios } from "./scenarios.ts";

const crowdSize = 48;
const address = "203.0.113.9";
const password = "4821";

const json = (method: Attack["method"], path: string, body: object): Attack => ({
  method,
  path: `/api/v1/${path}`,
  type: "application/json",
  body: Buffer.from(JSON.stringify(body)),
});
const joins = ({ ask }: Member, teamId: number) =>
  ask("POST", `teams/${teamId}/join`, { json: { password } });

let crowd: Promise<readonly Member[]> | undefined;
async function newCrowd(origin: string): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < crowdSize; n += 1) members.push(await newMember(origin, `원${n}`, address));
  return members;
}
/** The teams of the abusers get as many members as a team may have. */
async function fillTeams(origin: string, abusers: readonly Abuser[]): Promise<Partial<Place>> {
  crowd ??= newCrowd(origin);
  for (const { ownTeam } of abusers) for (const member of await crowd) await joins(member, ownTeam);
  return {};
}

async function newCrowdTeam(origin: string): Promise<Partial<Place>> {
  crowd ??= newCrowd(origin);
  const [manager, ...members] = await crowd;
  const crowdTeam = await newTeam(manager as Member);
  for (const member of members) await joins(member, crowdTeam);
  return { crowdTeam };
}

async function newTarget(origin: string, abusers: readonly Abuser[]): Promise<Partial<Place>> {
  const target = await newMember(origin, "대상", address);
  for (const { ownTeam } of abusers) await joins(target, ownTeam);
  return { target: (await target.ask("GET", "members/own-profile")).body.data.uuid };
}

function newDevice() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = {
    p256dh: ecdh.getPublicKey().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys, label: "Chrome" };
}
const devices = () => Array.from({ length: 20 }, () => json("POST", "push/subscriptions", newDevice()));

/** What one member causes in the inboxes of others, and small limits, also beyond a restart. */
const notificationFloods: readonly Scenario[] = [
  {
    title: "announcements in teams of 49 in a loop",
    attacks: ({ ownTeam }) =>
      Array.from({ length: 100 }, (_, n) =>
        json("PATCH", `teams/${ownTeam}/announcement`, { teamAnnouncement: `소식 ${n}` }),
      ),
    prepare: fillTeams,
    connections: 4,
    expected: [200, 429],
    areNoticesMeasured: true,
  },
  {
    title: "joining and leaving a team of 50 in a loop",
    attacks: (_, { crowdTeam }) => [
      json("POST", `teams/${crowdTeam}/join`, { password }),
      { method: "DELETE", path: `/api/v1/teams/${crowdTeam}/members/me` },
    ],
    prepare: newCrowdTeam,
    connections: 1,
    expected: [200, 429],
    // Refused to join, the abuser is not in the team.
    allowed: [400, 403, 409],
    areNoticesMeasured: true,
  },
  {
    title: "promotion and demotion of a member in a loop",
    attacks: ({ ownTeam }, { target }) =>
      ["team-manager", "team-manager/demotion"].map((path) =>
        json("POST", `teams/${ownTeam}/${path}`, { memberInfo: target }),
      ),
    prepare: newTarget,
    connections: 1,
    expected: [200, 429],
    allowed: [400, 403, 409],
    areNoticesMeasured: true,
  },
  { title: "registrations of devices", attacks: devices, expected: [201, 429] },
  {
    title: "registrations of devices after a restart",
    attacks: devices,
    expected: [429],
    afterRestart: true,
  },
];

export const allScenarios: readonly Scenario[] = [...scenarios, ...notificationFloods];

export interface NoticesMeasured {
  readonly p95: number;
  readonly count: number;
  /** By which the database has grown. */
  readonly megabytes: number;
}

/** Interval of the measurements: a member is notified of at most 200 events a day. */
const restMs = (isLong: boolean) => (isLong ? 400 : 50);

/** How soon a member who has nothing to do with an abuse is notified, and how much it adds to the database. */
export async function measureNotices(
  origin: string,
  { databaseUrl, isLong }: { readonly databaseUrl: string; readonly isLong: boolean },
  over: Promise<unknown>,
): Promise<NoticesMeasured> {
  const manager = await newMember(origin, "화자", address);
  const member = await newMember(origin, "증인", address);
  const latest = async () => (await manager.ask("GET", "notifications/count")).body.data.latest as number;
  const before = await sizeOf(databaseUrl);
  const milliseconds: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  over.then(end, end);
  while (!isOver) {
    const teamId = await newTeam(manager);
    const number = await latest();
    const began = performance.now();
    await joins(member, teamId);
    while ((await latest()) === number) await pause(10);
    milliseconds.push(performance.now() - began);
    await pause(restMs(isLong));
  }
  const megabytes = ((await sizeOf(databaseUrl)) - before) / 1024 / 1024;
  return { p95: quantile(milliseconds, 0.95), count: milliseconds.length, megabytes };
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query("SELECT pg_database_size(current_database())::float8 AS bytes");
  await client.end();
  return rows[0].bytes;
}
