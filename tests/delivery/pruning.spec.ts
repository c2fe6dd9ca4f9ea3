import { expect, it } from "vitest";
import { digesting, hourMs, minuteMs } from "./digesting.ts";
import { vapidKeys } from "./on-database.ts";

const dayMs = 24 * hourMs;

it("keeps ended deliveries and digests for 30 days, and due and claimed ones forever", async () => {
  const { member, pool, delivery, advance } = await digesting();
  const who = await member();
  const states = ["due", "claimed", "sent", "dropped", "failed", "unknown"];
  for (const state of states)
    await pool.query(
      `INSERT INTO delivery (id, channel, target, member_id, state, raised_at, due_at)
       VALUES (gen_random_uuid(), 'push', $2, $1, $2, '2025-12-11T07:59:59+09:00', now())`,
      [who, state],
    );
  await pool.query(
    "INSERT INTO mail_digest (member_id, period, state, at) VALUES ($1, '2025-12-11', 'sent', '2025-12-11T07:59:59+09:00')",
    [who],
  );
  const left = async () => {
    const { rows } = await pool.query<{ state: string }>("SELECT state FROM delivery");
    const digests = await pool.query("SELECT FROM mail_digest");
    return [rows.map(({ state }) => state).sort(), digests.rowCount];
  };
  advance(30 * dayMs);
  await delivery.prune();
  expect(await left()).toEqual([[...states].sort(), 1]);
  advance(1);
  await delivery.prune();
  expect(await left()).toEqual([["claimed", "due"], 0]);
});

it("drops due deliveries of a channel that was switched off", async () => {
  const { member, pool, process } = await digesting();
  await pool.query(
    `INSERT INTO delivery (id, channel, target, member_id, state, raised_at, due_at)
     VALUES (gen_random_uuid(), 'push', 'a device', $1, 'due', '2025-12-11T07:59:59+09:00', '2025-12-11T07:59:59+09:00')`,
    [await member()],
  );
  const row = async () => (await pool.query("SELECT state, result FROM delivery")).rows[0];
  const withPush = process();
  await withPush.prune();
  expect(await row()).toEqual({ state: "due", result: null });
  const withoutPush = process({ hasPush: false });
  expect((await withoutPush.health()).due).toBe(1);
  await withoutPush.prune();
  expect(await row()).toEqual({ state: "dropped", result: "off" });
  expect(await withoutPush.health()).toMatchObject({ push: false, due: 0, oldestDueSeconds: 0 });
});

it("keeps an unconfirmed address for a day, and a confirmed one forever", async () => {
  const { member, pool, delivery, advance } = await digesting();
  const confirmed = await member();
  await member("daily", { isConfirmed: false });
  advance(dayMs - minuteMs);
  await delivery.prune();
  expect((await pool.query("SELECT FROM member_mail")).rowCount).toBe(2);
  advance(minuteMs);
  await delivery.prune();
  expect((await pool.query("SELECT member_id AS who FROM member_mail")).rows).toEqual([{ who: confirmed }]);
});

it("keeps devices that were seen within 60 days and subscribed with the current VAPID key", async () => {
  const { member, pool, delivery, advance } = await digesting();
  const who = await member();
  const put = (path: string, vapidKey: string) => {
    const endpoint = new URL(`https://fcm.googleapis.com/${path}`);
    const body = {
      endpoint: endpoint.href,
      keys: { p256dh: vapidKeys.publicKey, auth: "AA" },
      label: "Chrome",
    };
    return delivery.subscriptions.put(who, body, { endpoint, vapidKey }, async () => {});
  };
  await put("former", "another key");
  const old = await put("old", vapidKeys.publicKey);
  const left = async () =>
    (await pool.query<{ id: string }>("SELECT id FROM push_subscription")).rows.map(({ id }) => id);
  await delivery.prune();
  expect(await left()).toEqual([old]);
  advance(60 * dayMs);
  const present = await put("present", vapidKeys.publicKey);
  await delivery.prune();
  expect((await left()).sort()).toEqual([old, present].sort());
  advance(1);
  await delivery.prune();
  expect(await left()).toEqual([present]);
});
