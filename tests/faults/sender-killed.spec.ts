import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limits } from "#contracts/limits";
import { openDelivery } from "#services/app/delivery";
import { openStorage, type Storage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { inboxOf, setKinds } from "#tests/api/inboxes";
import { recruiting } from "#tests/api/recruiting";
import { type Person, type Site, startSite } from "#tests/api/site";
import { vapidKeys } from "#tests/delivery/on-database";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { program } from "#tests/support/program";
import { until } from "#tests/support/until";
import { figure, rounds, seededRandom } from "./rounds.ts";

const kind = "RECRUITMENT_CLOSED";
const applicants = 11;
const devicesEach = 2;
const pushes = applicants * devicesEach;
/** More than one member may be sent in an hour. */
const betweenRoundsMs = 4 * 60_000;

/** Points at which a sender is killed. */
const points = {
  "before a claim": ["before", "claim_deliveries"],
  "after a claim": ["after", "claim_deliveries"],
  "during a send": undefined,
  "after an answer, before it is recorded": ["before", "record_deliveries"],
  "after it is recorded": ["after", "record_deliveries"],
} as const;
type Point = keyof typeof points;

let service: PushService;
/** Its clock stands still at noon, so that nothing becomes due for it. */
let site: Site;
let env: NodeJS.ProcessEnv;
let storage: Storage;
let author: Person;
let people: Person[];
let recruitmentId: number;

beforeAll(async () => {
  service = await startPushService({ delayMs: 5 });
  const settings = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
  };
  site = await startSite({ standsAt: "12:00", settings });
  env = { ...settings, NODE_ENV: "test", DATABASE_URL: site.databaseUrl, SECRET_KEY: "a".repeat(40) };
  storage = await openStorage(readConfig(env), createLogger("silent"));
  author = await site.person("글쓴이");
  people = await site.people(applicants, (index) => `지원자 ${index}`);
  recruitmentId = await recruiting(site).posted(author);
  for (const person of people) {
    await recruiting(site).apply(person, recruitmentId);
    await setKinds(person, { kind, inbox: true, push: true, mail: false });
    const quiet = { enabled: false, from: "23:00", until: "08:00" };
    await person.ask("PUT", "/v1/notifications/settings", { json: { quiet } });
    for (let n = 0; n < devicesEach; n += 1) {
      const { id: _, ...subscription } = service.subscribe();
      const json = { ...subscription, label: "Chrome" };
      expect((await person.ask("POST", "/v1/push/subscriptions", { json })).status).toBe(201);
    }
  }
});
afterAll(async () => {
  await storage.close();
  await site.close();
  service.close();
});

const inboxes = () =>
  site.query<{ told: number }>(
    "SELECT count(*) AS told FROM inbox WHERE kind = $1 GROUP BY member_id ORDER BY 1",
    [kind],
  );

/** Notifies every applicant, and waits until all notifications are in their inboxes and queued. */
async function tellAll(round: number): Promise<void> {
  for (const isRecruiting of round === 0 ? [false] : [true, false])
    expect((await recruiting(site).set(author, recruitmentId, isRecruiting)).status).toBe(200);
  await until(async () => {
    expect(await inboxes()).toEqual(Array(applicants).fill({ told: round + 1 }));
    expect(await site.query("SELECT FROM delivery WHERE state = 'due'")).toHaveLength(pushes);
  });
}

/** Starts a sender, and kills it when it has reached a point for the given time. */
async function killedAt(point: Point, time: number, clock: number): Promise<void> {
  const [when, statement] = points[point] ?? [];
  if (!statement)
    service.answerBy(() => (service.requests.length >= time ? ("silence" as const) : undefined));
  const child = spawn(
    process.execPath,
    [...program("sender-process"), String(clock), when ?? "", statement ?? "", String(time)],
    { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = once(child, "exit");
  if (statement) await Promise.race([once(child.stdout, "data"), gone]);
  else await until(() => expect(service.requests.length).toBeGreaterThanOrEqual(time));
  expect(child.kill("SIGKILL")).toBe(true);
  expect(await gone).toEqual([null, "SIGKILL"]);
  service.answerBy(undefined);
}

/** Another process sends the rest, a minute later. */
async function sendRest(clock: number): Promise<void> {
  const nothing = () => {};
  const delivery = openDelivery({
    config: readConfig(env),
    storage,
    log: createLogger("silent"),
    now: () => new Date(clock),
    observe: nothing,
    onDigest: nothing,
    origin: site.origin,
  });
  delivery.sender.start();
  await until(async () =>
    expect(await site.query("SELECT FROM delivery WHERE state IN ('due', 'claimed')")).toEqual([]),
  );
  await delivery.close();
}

it("sends no push twice, and loses none of an inbox, wherever a sender is killed", async () => {
  const { random, seed } = seededRandom();
  const times = rounds(5, 200);
  const names = Object.keys(points) as Point[];
  const ends = new Map<string, number>();
  let clock = Date.parse(`${site.today()}T12:01:00+09:00`);
  let unknown = 0;
  for (let round = 0; round < times; round += 1, clock += betweenRoundsMs) {
    const point = names[round % names.length] as Point;
    const time = round < names.length ? 1 : 1 + Math.floor(random() * (points[point] ? 2 : pushes));
    const what = `seed ${seed}, round ${round}: ${point}, time ${time}`;
    await tellAll(round);
    service.requests.length = 0;
    await killedAt(point, time, clock);
    const left = await site.query<{ state: string }>("SELECT state FROM delivery");
    const statesLeft = new Set(left.map(({ state }) => state));
    if (point !== "before a claim") expect([...statesLeft], what).toContain("claimed");
    else if (time === 1) expect([...statesLeft], what).toEqual(["due"]);
    if (point === "after it is recorded") expect([...statesLeft], what).toContain("sent");
    await sendRest(clock + 61_000);
    const rows = await site.query<{ target: string; said: string }>(
      "SELECT target, concat_ws(' ', state, result) AS said FROM delivery",
    );
    expect(rows, what).toHaveLength(pushes);
    for (const { said } of rows) {
      expect(["sent", "unknown interrupted"], what).toContain(said);
      ends.set(`${point}: ${said}`, (ends.get(`${point}: ${said}`) ?? 0) + 1);
      if (said !== "sent") unknown += 1;
    }
    expect(new Set(service.requests).size, what).toBe(service.requests.length);
    const sent = rows.filter(({ said }) => said === "sent").length;
    expect(service.requests.length, what).toBeGreaterThanOrEqual(sent);
    if (point === "during a send" || point.startsWith("after an answer"))
      expect(service.requests.length, what).toBeGreaterThan(sent);
    await site.query("DELETE FROM delivery");
  }
  expect(service.faults).toEqual([]);
  expect(await inboxes()).toEqual(Array(applicants).fill({ told: times }));
  for (const person of people)
    expect(await inboxOf(person)).toMatchObject({
      latest: times,
      unread: { all: Math.min(limits.unreadCounted, times) },
    });
  // Otherwise no sender was killed while it was sending.
  expect(unknown).toBeGreaterThan(0);
  figure("sender", `${times} kills, seed ${seed}: ${JSON.stringify(Object.fromEntries(ends))}`);
}, 1_800_000);
