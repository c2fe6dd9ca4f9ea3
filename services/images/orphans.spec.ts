import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import * as pictures from "#tests/support/pictures";
import { keepPicture } from "./keep-picture.ts";
import { imagesMigrations } from "./migrations.ts";
import { forgetTeamsThatNeverWere } from "./orphans.ts";
import { readPicture } from "./read-picture.ts";

let db: TestDatabase<unknown>;
beforeAll(async () => {
  db = await testDatabase({ migrations: imagesMigrations });
});
afterAll(() => db.close());

const owners = async () => {
  const { rows } = await db.pool.query<{ owner: string }>("SELECT owner FROM image_owners ORDER BY owner");
  return rows.map(({ owner }) => owner);
};

it("takes pictures from teams that were never made, a day later, and leaves everybody else theirs", async () => {
  const [jpeg, png] = [await readPicture(await pictures.jpeg()), await readPicture(await pictures.png())];
  const member = "member:6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
  await keepPicture(db.pool, jpeg, member);
  for (const owner of ["team:7", "team:8"] as const) await keepPicture(db.pool, jpeg, owner);
  await keepPicture(db.pool, png, "team:8");
  const forget = () => forgetTeamsThatNeverWere(db.pool, async (teamId) => teamId === 7);
  expect(await forget()).toBe(0);
  await db.pool.query("UPDATE images SET kept_at = now() - interval '25 hours'");
  expect(await forget()).toBe(1);
  expect(await owners()).toEqual([member, "team:7"]);
  const { rows } = await db.pool.query("SELECT digest FROM images");
  expect(rows).toEqual([{ digest: jpeg.digest }]);
});
