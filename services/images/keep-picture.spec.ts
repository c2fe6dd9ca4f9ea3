import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import * as pictures from "#tests/support/pictures";
import type { PictureOwner } from "../platform/platform.ts";
import { forgetOwner, keepPicture } from "./keep-picture.ts";
import { imagesMigrations } from "./migrations.ts";
import { type Picture, readPicture } from "./read-picture.ts";

let db: TestDatabase<unknown>;
let picture: Picture;
let other: Picture;

beforeAll(async () => {
  db = await testDatabase({ migrations: imagesMigrations });
  picture = await readPicture(await pictures.jpeg());
  other = await readPicture(await pictures.png());
});
afterAll(() => db.close());

const someone = (): PictureOwner => `member:${randomUUID()}`;
const isKept = async ({ digest }: Picture) =>
  (await db.pool.query("SELECT FROM images WHERE digest = $1", [digest])).rowCount === 1;

it("keeps a picture as long as anybody needs it", async () => {
  const [first, second] = [someone(), "team:7"] as const;
  await keepPicture(db.pool, picture, first);
  await keepPicture(db.pool, picture, first);
  await keepPicture(db.pool, picture, second);
  await keepPicture(db.pool, other, first);
  await forgetOwner(db.pool, first);
  expect([await isKept(picture), await isKept(other)]).toEqual([true, false]);
  await forgetOwner(db.pool, second);
  expect(await isKept(picture)).toBe(false);
});

it("forgets somebody without pictures without touching others", async () => {
  const owner = someone();
  await keepPicture(db.pool, picture, owner);
  await forgetOwner(db.pool, someone());
  expect(await isKept(picture)).toBe(true);
  await forgetOwner(db.pool, owner);
});

async function someoneWaits(): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await db.pool.query(waiting)).rowCount === 0);
}

it("keeps a picture that is being kept for somebody else while its last owner is forgotten", async () => {
  const [leaving, coming] = [someone(), someone()];
  await keepPicture(db.pool, picture, leaving);
  const client = await db.pool.connect();
  await client.query("BEGIN");
  await keepPicture(client, picture, coming);
  const forgotten = forgetOwner(db.pool, leaving);
  await someoneWaits();
  await client.query("COMMIT");
  client.release();
  await forgotten;
  expect(await isKept(picture)).toBe(true);
  await forgetOwner(db.pool, coming);
  expect(await isKept(picture)).toBe(false);
});

it("keeps a picture anew when it is being deleted at that moment", async () => {
  const client = await db.pool.connect();
  const [leaving, coming] = [someone(), someone()];
  await keepPicture(db.pool, picture, leaving);
  await client.query("BEGIN");
  await client.query("DELETE FROM image_owners WHERE owner = $1", [leaving]);
  await client.query("DELETE FROM images WHERE digest = $1", [picture.digest]);
  const kept = keepPicture(db.pool, picture, coming);
  await someoneWaits();
  await client.query("COMMIT");
  client.release();
  await kept;
  expect(await isKept(picture)).toBe(true);
});
