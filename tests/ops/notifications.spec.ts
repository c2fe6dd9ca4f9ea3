import { writeFile } from "node:fs/promises";
import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { ownSiteWith } from "#tests/api/site";
import { vapidKeys } from "#tests/delivery/on-database";
import { type PushService, startPushService } from "#tests/push-service/push-service";
import { emptyDatabase, operateOn, ops } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  return () => service.close();
});
const settings = () => ({
  VAPID_PUBLIC_KEY: vapidKeys.publicKey,
  VAPID_PRIVATE_KEY: vapidKeys.privateKey,
  PUSH_HOSTS: service.origin,
});
const [site, dotori, bamtol] = ownSiteWith(settings, "도토리", "밤톨");
const inFolder = ownFolder();

const notifications = (...args: string[]) => ops(site.databaseUrl, "notifications", ...args);
const device = async () => {
  const { id, ...subscription } = service.subscribe();
  await dotori.ask("POST", "/v1/push/subscriptions", { json: { ...subscription, label: "Chrome" } });
  return { id, ...subscription };
};
/** A delivery of 도토리, raised and due some minutes ago by the database's clock, far from the sender's. */
const delivery = async (state: string, minutes: number, channel = "none") => {
  const [row] = await site.query<{ id: string }>(
    `INSERT INTO delivery (id, channel, target, member_id, state, raised_at, due_at)
     SELECT gen_random_uuid(), $4, gen_random_uuid()::text, $1, $2, at, at
     FROM (SELECT now() - $3 * interval '1 minute' AS at) AS time RETURNING id`,
    [dotori.uuid, state, minutes, channel],
  );
  return row?.id as string;
};
const stateOf = async (id: string) =>
  (
    await site.query<{ said: string }>(
      "SELECT concat_ws(' ', state, result) AS said FROM delivery WHERE id = $1",
      [id],
    )
  )[0]?.said;

it("pauses, reports due deliveries, and resumes without those that have waited for over an hour", async () => {
  const late = await delivery("due", 61);
  const waiting = await delivery("due", 5);
  expect((await notifications("pause")).lines).toEqual([{ paused: true }]);
  const { notifications: health } = await (await fetch(`${site.origin}/health/ready`)).json();
  expect(health).toMatchObject({ push: true, mail: true, paused: true });
  const [status, ...counted] = (await notifications("status")).lines;
  expect(status).toMatchObject({ paused: true, due: 2 });
  expect(status.oldestDueSeconds).toBeGreaterThan(3600);
  expect(counted).toEqual([{ channel: "none", state: "due", result: "", count: 2 }]);
  expect((await notifications("resume")).lines).toEqual([{ paused: false, dropped: 1 }]);
  expect([await stateOf(late), await stateOf(waiting)]).toEqual(["dropped stale", "due"]);
});

it("reports deliveries that are held for a push service, also in health and metrics", async () => {
  const id = await delivery("due", -3 * 24 * 60);
  await site.query("UPDATE delivery SET result = 'host-held' WHERE id = $1", [id]);
  const { lines } = await notifications("status");
  expect(lines[0]).toMatchObject({ held: 1 });
  const { notifications: health } = await (await fetch(`${site.origin}/health/ready`)).json();
  expect(health).toMatchObject({ held: 1 });
  expect(await (await fetch(`${site.origin}/metrics`)).text()).toContain("algomoim_deliveries_held 1\n");
  await site.query("DELETE FROM delivery WHERE id = $1", [id]);
});

it("lists deliveries of a member and a state without their contents and targets", async () => {
  const id = await delivery("failed", 1);
  const { lines, text } = await notifications("deliveries", "--member", dotori.uuid, "--state", "failed");
  expect(lines).toMatchObject([{ id, channel: "none", host: null, state: "failed", memberId: dotori.uuid }]);
  expect(text).not.toContain(service.origin);
  expect((await notifications("deliveries", "--member", bamtol.uuid)).lines).toEqual([]);
  await expect(notifications("deliveries", "--state", "lost")).rejects.toThrow(
    "--state must be due, claimed,",
  );
  await expect(notifications("deliveries", "--member", "x")).rejects.toThrow("--member must be a uuid.");
});

it("retries failed deliveries since a time, and those that may have arrived only with permission", async () => {
  const failed = await delivery("failed", 10);
  const old = await delivery("failed", 100);
  const unknown = await delivery("unknown", 10);
  const since = new Date(Date.now() - 30 * 60_000).toISOString();
  await expect(notifications("retry", "--state", "failed")).rejects.toThrow("Give --state");
  await expect(notifications("retry", "--state", "unknown", "--since", since)).rejects.toThrow(
    "--accept-duplicates",
  );
  await notifications("retry", "--state", "failed", "--since", since);
  expect([await stateOf(failed), await stateOf(old), await stateOf(unknown)]).toEqual([
    "due",
    "failed",
    "unknown",
  ]);
  await notifications("retry", "--state", "unknown", "--since", since, "--accept-duplicates");
  expect(await stateOf(unknown)).toBe("due");
});

it("sends a test to the devices of a member and reports the outcome", async () => {
  const { id } = await device();
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const words = ["notifications", "test", "--member", dotori.uuid, "--channel", "push", "--json"];
  expect(await operateOn(site.databaseUrl, words, { env: settings(), out })).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ host: new URL(service.origin).host, state: "sent" });
  expect(service.received.map(({ subscription }) => subscription)).toEqual([id]);
  service.end(id);
  text = "";
  expect(await operateOn(site.databaseUrl, words, { env: settings(), out })).toBe(1);
  expect(JSON.parse(text)).toMatchObject({ state: "dropped", result: "gone" });
});

it("a restored system sends no pending deliveries, and has no device of members withdrawn since", async () => {
  const { endpoint } = await device();
  const { id, ...other } = service.subscribe();
  await bamtol.ask("POST", "/v1/push/subscriptions", { json: { ...other, label: "Firefox" } });
  const waiting = await delivery("due", 1);
  const folder = inFolder("backup");
  await ops(site.databaseUrl, "backup", folder);
  const list = inFolder("erased");
  await writeFile(list, `{"member":"${dotori.uuid}","at":"2026-11-20"}\n{"end":true,"withdrawn":1}\n`);
  const whole = await emptyDatabase();
  await ops(whole.url, "restore", folder, "--no-erasures");
  const { rows } = await whole.pool.query("SELECT state, result FROM delivery WHERE id = $1", [waiting]);
  expect(rows).toEqual([{ state: "dropped", result: "restored" }]);
  const { rows: left } = await whole.pool.query("SELECT FROM delivery WHERE state IN ('due', 'claimed')");
  expect(left).toEqual([]);
  const { rows: state } = await whole.pool.query(
    "SELECT send_after > now() - interval '1 minute' AS after FROM sender_state",
  );
  expect(state).toEqual([{ after: true }]);
  const counted = "SELECT member_id AS member FROM push_subscription";
  expect((await whole.pool.query(counted)).rows).toHaveLength(2);
  const erased = await emptyDatabase();
  await ops(erased.url, "restore", folder, "--erased", list);
  expect((await erased.pool.query(counted)).rows).toEqual([{ member: bamtol.uuid }]);
  expect(endpoint).not.toBe(other.endpoint);
  expect(service.requests).not.toContain(id);
});

it("a replayed database is paused and has no devices", async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const { lines } = await ops(site.databaseUrl, "replay", "--until", until, "--keep");
  const { database } = lines.find((line) => "database" in line);
  const past = new pg.Client({ connectionString: database });
  await past.connect();
  const { rows } = await past.query(
    "SELECT paused, (SELECT count(*)::int FROM push_subscription) + (SELECT count(*)::int FROM delivery) AS rows FROM sender_state",
  );
  await past.end();
  expect(rows).toEqual([{ paused: true, rows: 0 }]);
  await site.query(`DROP DATABASE "${new URL(database).pathname.slice(1)}" WITH (FORCE)`);
});

it("removes the devices of a member whose sign-ins are revoked", async () => {
  await device();
  await ops(site.databaseUrl, "sessions", "revoke", "--member", dotori.uuid);
  await vi.waitFor(async () =>
    expect(await site.query("SELECT FROM push_subscription WHERE member_id = $1", [dotori.uuid])).toEqual([]),
  );
  expect(await site.query("SELECT FROM push_subscription WHERE member_id = $1", [bamtol.uuid])).toHaveLength(
    1,
  );
});
