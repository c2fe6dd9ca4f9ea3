import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { draftLimits } from "#contracts/drafts/api";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memberKeysMigrations, postgresKeyRing } from "../platform/privacy/member-keys.ts";
import { createDrafts } from "./drafts.ts";
import { draftsMigrations } from "./migrations.ts";

let db: TestDatabase<unknown>;
beforeAll(async () => {
  db = await testDatabase({ migrations: [...memberKeysMigrations, ...draftsMigrations] });
});
afterAll(() => db.close());

let clock = Date.parse("2026-11-21T03:00:00Z");
const content = { title: "초안", category: null, contact: "", html: "", revision: null, postId: null, at: 1 };
const nameFor = (member: string) => ({ member, key: "recruitment-new", draftId: crypto.randomUUID() });
const count = async () => (await db.pool.query("SELECT FROM drafts")).rowCount;
const opened = () => {
  const keys = postgresKeyRing(db.pool, [randomBytes(32)]);
  return {
    keys,
    drafts: createDrafts(
      db.pool,
      keys,
      async () => {},
      () => new Date(clock),
    ),
  };
};

it("a put that races a withdrawal waits for it, stores nothing and creates no key", async () => {
  const { keys, drafts } = opened();
  const member = crypto.randomUUID();
  await keys.create(member);
  await drafts.put(nameFor(member), content, undefined);
  const withdrawal = await db.pool.connect();
  await withdrawal.query("BEGIN");
  await withdrawal.query("DELETE FROM member_keys WHERE member = $1", [member]);
  let isOver = false;
  const racing = drafts.put(nameFor(member), content, undefined).finally(() => {
    isOver = true;
  });
  racing.catch(() => {});
  await vi.waitFor(async () => {
    // On another connection than the withdrawal's, because pg_stat_activity does not change within a transaction.
    const { rowCount } = await db.pool.query(
      "SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted",
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  expect(isOver).toBe(false);
  await withdrawal.query("COMMIT");
  withdrawal.release();
  await expect(racing).rejects.toMatchObject({ code: "bad-token" });
  expect(await count()).toBe(0);
  expect(await keys.of([member])).toEqual(new Map());
});

it("lists drafts and reads long ones only when they are sent, in their state at that time", async () => {
  const { keys, drafts } = opened();
  const member = crypto.randomUUID();
  await keys.create(member);
  const short = nameFor(member);
  const long = nameFor(member);
  const html = "가".repeat(50_000);
  const draftRevision = await drafts.put(long, { ...content, html }, undefined);
  clock += 1;
  await drafts.put(short, content, undefined);
  const [first, later] = await drafts.list(member, short.key);
  expect(first).toMatchObject({ ...content, draftId: short.draftId, hasPicture: false });
  const read = later as () => Promise<{ html: string } | undefined>;
  const { html: whole, ...rest } = (await read()) ?? { html: "" };
  expect(whole === html).toBe(true);
  expect(rest).toMatchObject({ title: "초안", draftId: long.draftId, draftRevision, hasPicture: false });
  for (const name of [short, long]) await drafts.remove(name, undefined);
  expect(await read()).toBeUndefined();
});

it("deletes drafts that are unchanged for the retention time", async () => {
  const { keys, drafts } = opened();
  const member = crypto.randomUUID();
  await keys.create(member);
  const left = nameFor(member);
  const changed = nameFor(member);
  await drafts.put(left, content, undefined);
  await drafts.put(changed, content, undefined);
  clock += (draftLimits.retentionDays - 1) * 86_400_000;
  await drafts.put(changed, content, undefined);
  expect(await drafts.prune()).toBe(0);
  clock += 2 * 86_400_000;
  expect(await drafts.prune()).toBe(1);
  expect(await drafts.list(member, left.key)).toMatchObject([{ draftId: changed.draftId }]);
});

it("keeps the text written last, however the requests of an editor overtake each other", async () => {
  const { keys, drafts } = opened();
  const member = crypto.randomUUID();
  await keys.create(member);
  const name = nameFor(member);
  const revisions = [];
  for (const at of [3, 1, 2]) {
    revisions.push(await drafts.put(name, { ...content, title: `${at}`, at }, undefined));
    expect(await drafts.list(member, name.key)).toMatchObject([{ title: "3", at: 3 }]);
  }
  const [first = 0] = revisions;
  expect(revisions).toEqual([first, first + 1, first + 2]);
  await drafts.put(name, { ...content, title: "4", at: 4 }, undefined);
  expect(await drafts.list(member, name.key)).toMatchObject([
    { title: "4", at: 4, draftRevision: first + 3 },
  ]);
});
