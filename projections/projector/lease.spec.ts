import { expect, it } from "vitest";
import { ownProjectors } from "#tests/support/own-projectors";
import { acquireLease, isHeld, renewLease } from "./lease.ts";

const own = ownProjectors();

it("is free after a restart of the database server, until its holder renews it", async () => {
  const { pool } = own.database;
  const fence = (await acquireLease(pool, "first", 60_000)) ?? 0;
  expect(await isHeld(pool)).toBe(true);
  expect(await acquireLease(pool, "second", 60_000)).toBeUndefined();
  const restart = () =>
    pool.query("UPDATE read_model_lease SET server_started = server_started - interval '1 second'");
  await restart();
  expect(await isHeld(pool)).toBe(false);
  expect(await renewLease(pool, fence, 60_000)).toBe(true);
  expect(await acquireLease(pool, "second", 60_000)).toBeUndefined();
  await restart();
  expect(await acquireLease(pool, "second", 60_000)).toBe(fence + 1);
  expect(await renewLease(pool, fence, 60_000)).toBe(false);
});
