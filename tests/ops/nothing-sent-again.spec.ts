import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { start } from "#services/app/main";
import { postgresEventStore } from "#services/event-store/postgres";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { announce } from "#tests/api/inboxes";
import { digestsOf, mailing } from "#tests/api/mailing";
import { join, type Person, type Site, startSite } from "#tests/api/site";
import { differencesIn } from "#tests/api/verify-read-models";
import { vapidKeys } from "#tests/delivery/on-database";
import { type MailRelay, startMailRelay } from "#tests/mail-relay/mail-relay";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { untilSeoulTime } from "#tests/support/noon";
import { emptyDatabase, ops, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { memberOf, request } from "#tests/support/request";
import { signIn } from "#tests/support/sign-in";

/** spec/notifications.md §11.3 and §8: with pushes and digests that were sent, and others that are pending. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const address = "bamtol@mail.example";
const inFolder = ownFolder();
let service: PushService;
let relay: MailRelay;
let settings: Record<string, string>;
let site: Site;
let dotori: Person;
let bamtol: Person;
let teamId: number;

/** Everything that has reached a push service or a relay. */
const sent = () => ({ pushes: service.requests.length, mails: relay.offered.length });
const rows = (state: string, ...expected: string[]) =>
  vi.waitFor(async () => {
    const found = await site.query<{ said: string }>(
      "SELECT channel || ' ' || attempts AS said FROM delivery WHERE member_id = $1 AND state = $2 ORDER BY 1",
      [bamtol.uuid, state],
    );
    expect(found.map(({ said }) => said)).toEqual(expected);
  });
/** Changes an announcement, whose push is sent after 15 seconds. */
async function tell(text: string, ...due: string[]): Promise<void> {
  await announce(await site.again(dotori), teamId, text);
  await rows("due", ...due);
  site.advance(15 * secondMs);
}

beforeAll(async () => {
  service = await startPushService();
  relay = await startMailRelay();
  settings = {
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    PUSH_HOSTS: service.origin,
    SMTP_URL: relay.url,
    MAIL_FROM: "mail@algomoim.example",
  };
  site = await startSite({ standsAt: "20:00", settings });
  // Restores use the database's time: the last morning of this test is the last one before it.
  const daysAhead = Math.ceil((untilSeoulTime("20:00") + 36 * hourMs + 12 * minuteMs) / (24 * hourMs));
  site.advance(-daysAhead * 24 * hourMs);
  dotori = await site.person("도토리");
  bamtol = await site.person("밤톨");
  teamId = await site.team(dotori, { teamName: "새벽네시반" });
  await join(bamtol, teamId);
  const mails = mailing(site, () => relay);
  await mails.address(bamtol, address);
  const { id: _, ...subscription } = service.subscribe();
  await bamtol.ask("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });
  await tell("첫 소식", "push 0");
  await rows("sent", "push 1");
  site.advance(12 * hourMs + 11 * minuteMs);
  await rows("sent", "mail 1", "push 1");
  await tell("둘째 소식", "push 0");
  await rows("sent", "mail 1", "push 1", "push 1");
  // The next ones stay pending: relay and push service request a retry later.
  relay.refuseBy({ at: "rcpt", code: 450 });
  site.advance(24 * hourMs);
  await rows("due", "mail 1");
  service.answerBy(() => ({ status: 503 }));
  await tell("셋째 소식", "mail 1", "push 0");
  await rows("due", "mail 1", "push 1");
  relay.refuseBy(undefined);
  service.answerBy(undefined);
});
afterAll(async () => {
  await site.close();
  service.close();
  await relay.close();
});

/** Another system on a database, with its own clock, which has processed the whole log and polled for due items. */
async function startOn(databaseUrl: string, now: () => Date) {
  const { pool, close } = openDatabase(databaseUrl);
  const log = postgresEventStore(pool);
  const head = await log.head();
  await log.close();
  await close();
  const env = { ...settingsOf(databaseUrl), PORT: "0", ...settings };
  const system = await start(readConfig(env, ["--no-demo"]), {
    log: createLogger("silent"),
    now,
    deliveryPollMs: 20,
  });
  onTestFinished(() => system.close());
  const { origin } = system.url;
  await vi.waitFor(async () => {
    const { reactors } = await (await fetch(`${origin}/health/ready`)).json();
    const waiting = reactors.filter((one: { name: string }) => /notify|deliver/.test(one.name));
    expect(waiting).toHaveLength(2);
    for (const { checkpoint } of waiting) expect(checkpoint).toBe(head);
  });
  return origin;
}

it("rebuilding every read model sends nothing and changes no row", async () => {
  const before = sent();
  expect((await ops(site.databaseUrl, "projections", "rebuild", "--all")).code).toBe(0);
  expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  await rows("due", "mail 1", "push 1");
  await rows("sent", "mail 1", "push 1", "push 1");
  expect(sent()).toEqual(before);
});

it("a system on a replayed log sends nothing, even after `notifications resume`", async () => {
  const before = sent();
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const { lines } = await ops(site.databaseUrl, "replay", "--until", until, "--keep");
  const { database } = lines.find((line) => "database" in line);
  const drop = `DROP DATABASE "${new URL(database).pathname.slice(1)}" WITH (FORCE)`;
  onTestFinished(() => void site.query(drop));
  await ops(database, "notifications", "resume");
  const origin = await startOn(database, () => new Date(Date.parse(`${site.today()}T08:12+09:00`)));
  const { notifications } = await (await fetch(`${origin}/health/ready`)).json();
  expect(notifications).toMatchObject({ push: true, mail: true, paused: false, due: 0 });
  expect(sent()).toEqual(before);
});

it("a restored system sends nothing from before, but new notifications", async () => {
  const before = sent();
  await ops(site.databaseUrl, "backup", inFolder("backup"));
  const whole = await emptyDatabase();
  await ops(whole.url, "restore", inFolder("backup"), "--no-erasures");
  let ahead = untilSeoulTime("08:12");
  const origin = await startOn(whole.url, () => new Date(Date.now() + ahead));
  const restored = {
    query: async <T extends object>(sql: string, values: unknown[] = []) =>
      (await whole.pool.query<T>(sql, values)).rows,
  } as Site;
  await vi.waitFor(async () => {
    const states = await digestsOf(restored, bamtol);
    expect(states.map((one) => one.split(" ")[1])).toEqual(["sent", "dropped", "empty"]);
  });
  const waiting = await whole.pool.query(
    "SELECT FROM delivery WHERE state IN ('due', 'claimed') AND member_id = $1",
    [bamtol.uuid],
  );
  expect(waiting.rowCount).toBe(0);
  expect(sent()).toEqual(before);
  const { accessToken } = await signIn(origin, dotori.handle);
  expect(memberOf(accessToken)).toBe(dotori.uuid);
  const later = await request(`${origin}/api/v1/teams/${teamId}/announcement`, "PATCH", {
    json: { teamAnnouncement: "새 소식" },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(later.status).toBe(200);
  await vi.waitFor(async () => {
    const due = await whole.pool.query("SELECT FROM delivery WHERE channel = 'push' AND state = 'due'");
    expect(due.rowCount).toBe(1);
  });
  ahead += 16 * secondMs;
  await vi.waitFor(() => expect(sent()).toEqual({ ...before, pushes: before.pushes + 1 }));
});
