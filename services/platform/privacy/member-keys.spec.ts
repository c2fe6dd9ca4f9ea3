import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { postgresKeyRing } from "./member-keys.ts";
import { secrets } from "./secrets.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("gives a command the key that was asked for ahead, once and for a moment, and readers always the present keys", async () => {
  const database = await testDatabase();
  const ring = postgresKeyRing(database.pool, secrets("x".repeat(32)).sub("member keys"));
  const [member, stranger] = [randomUUID(), randomUUID()];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await ring.create(member);
  const key = (await ring.of([member])).get(member);
  const [command, another, late] = [randomUUID(), randomUUID(), randomUUID()];
  ring.expect(command, member);
  ring.expect(late, stranger);
  // Asked behind them: by now their answers are there.
  await ring.of([member]);
  await database.pool.query("DELETE FROM member_keys WHERE member = $1", [member]);
  expect((await ring.of([member])).size).toBe(0);
  expect((await ring.ofWriters(another, [member])).size).toBe(0);
  expect((await ring.ofWriters(command, [member])).get(member)).toEqual(key);
  expect((await ring.ofWriters(command, [member])).size).toBe(0);
  await ring.create(stranger);
  vi.advanceTimersByTime(101);
  expect((await ring.ofWriters(late, [stranger])).size).toBe(1);
  vi.useRealTimers();
  await database.close();
});

it("unwraps once, and keeps nothing unwrapped of a key that is gone or of a member who has withdrawn", async () => {
  const database = await testDatabase();
  const ring = postgresKeyRing(database.pool, secrets("x".repeat(32)).sub("member keys"));
  const member = randomUUID();
  await ring.create(member);
  const unwrapped = async () => (await ring.of([member])).get(member);
  const first = await unwrapped();
  expect(await unwrapped()).toBe(first);
  await database.pool.query("CREATE TABLE aside AS SELECT * FROM member_keys");
  await database.pool.query("DELETE FROM member_keys");
  expect(await unwrapped()).toBeUndefined();
  await database.pool.query("INSERT INTO member_keys SELECT * FROM aside");
  const again = await unwrapped();
  expect(again).toEqual(first);
  // A key still in memory would be given out itself.
  expect(again).not.toBe(first);
  ring.forget([member]);
  expect(await unwrapped()).not.toBe(again);
  await database.close();
});
