import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import * as pictures from "#tests/support/pictures";
import type { PictureOwner } from "../platform/platform.ts";
import { forgetOwner, forgetTeamsThatNeverWere, keepPicture } from "./keep-picture.ts";
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

const anOwner = (): PictureOwner => `member:${randomUUID()}`;
const isKept = async ({ digest }: Picture) =>
  (await db.pool.query("SELECT FROM images WHERE digest = $1", [digest])).rowCount === 1;

it("keeps a picture as long as it has an owner", async () => {
  const [first, second] = [anOwner(), "team:7"] as const;
  await keepPicture(db.pool, picture, first);
  await keepPicture(db.pool, picture, first);
  await keepPicture(db.pool, picture, second);
  await keepPicture(db.pool, other, first);
  await forgetOwner(db.pool, first);
  expect([await isKept(picture), await isKept(other)]).toEqual([true, false]);
  await forgetOwner(db.pool, second);
  expect(await isKept(picture)).toBe(false);
});

async function lockIsAwaited(): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await db.pool.query(waiting)).rowCount === 0);
}

it("keeps a picture that gets an owner while its last one is forgotten", async () => {
  const [leaving, coming] = [anOwner(), anOwner()];
  await keepPicture(db.pool, picture, leaving);
  const client = await db.pool.connect();
  await client.query("BEGIN");
  await keepPicture(client, picture, coming);
  const forgotten = forgetOwner(db.pool, leaving);
  await lockIsAwaited();
  await client.query("COMMIT");
  client.release();
  await forgotten;
  expect(await isKept(picture)).toBe(true);
  await forgetOwner(db.pool, coming);
  expect(await isKept(picture)).toBe(false);
});

it("stores a picture again that is being deleted at that moment", async () => {
  const client = await db.pool.connect();
  const [leaving, coming] = [anOwner(), anOwner()];
  await keepPicture(db.pool, picture, leaving);
  await client.query("BEGIN");
  await client.query("DELETE FROM image_owners WHERE owner = $1", [leaving]);
  await client.query("DELETE FROM images WHERE digest = $1", [picture.digest]);
  const kept = keepPicture(db.pool, picture, coming);
  await lockIsAwaited();
  await client.query("COMMIT");
  client.release();
  await kept;
  expect(await isKept(picture)).toBe(true);
});

const owners = async () => {
  const { rows } = await db.pool.query<{ owner: string }>("SELECT owner FROM image_owners ORDER BY owner");
  return rows.map(({ owner }) => owner);
};

it("removes teams that were never created from their pictures a day later, and no other owners", async () => {
  await db.pool.query("DELETE FROM image_owners; DELETE FROM images");
  const member = "member:6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
  await keepPicture(db.pool, picture, member);
  for (const owner of ["team:7", "team:8"] as const) await keepPicture(db.pool, picture, owner);
  await keepPicture(db.pool, other, "team:8");
  const forget = () => forgetTeamsThatNeverWere(db.pool, async (teamId) => teamId === 7);
  expect(await forget()).toBe(0);
  await db.pool.query("UPDATE images SET kept_at = now() - interval '25 hours'");
  expect(await forget()).toBe(1);
  expect(await owners()).toEqual([member, "team:7"]);
  const { rows } = await db.pool.query("SELECT digest FROM images");
  expect(rows).toEqual([{ digest: picture.digest }]);
});
