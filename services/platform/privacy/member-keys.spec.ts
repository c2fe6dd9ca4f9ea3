import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { postgresKeyRing, rewrapKeys } from "./member-keys.ts";
import { secrets } from "./secrets.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("unwraps a key once, and caches no unwrapped key that is destroyed or whose member has withdrawn", async () => {
  const database = await testDatabase();
  const ring = postgresKeyRing(database.pool, secrets("x".repeat(32)).subs("member keys"));
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
  // A cached key would be the same object.
  expect(again).not.toBe(first);
  ring.forget([member]);
  expect(await unwrapped()).not.toBe(again);
  await database.close();
});

it("wraps keys again while they are used, resumes after an interruption, and does not restore a deleted key", async () => {
  const { pool, close } = await testDatabase();
  const wrapping = (...keys: string[]) => secrets(...(keys as [string])).subs("member keys");
  const former = wrapping("x".repeat(32));
  const both = wrapping("y".repeat(32), "x".repeat(32));
  const members = Array.from({ length: 1200 }, () => randomUUID()).sort();
  await postgresKeyRing(pool, former).createAll(members);
  const before = new Map(await postgresKeyRing(pool, former).of(members));
  const brokenOff = new AbortController();
  const breakOff = () => brokenOff.abort(new Error("broken off"));
  await expect(rewrapKeys(pool, both, brokenOff.signal, breakOff)).rejects.toThrow("broken off");
  const gone = members.pop() as string;
  await pool.query("DELETE FROM member_keys WHERE member = $1", [gone]);
  const seen: number[] = [];
  const rest = await rewrapKeys(pool, both, new AbortController().signal, (count) => seen.push(count));
  expect([rest, seen]).toEqual([199, [1000, 1199]]);
  const present = await postgresKeyRing(pool, both.slice(0, 1)).of([...members, gone]);
  before.delete(gone);
  expect(present).toEqual(before);
  await close();
});
