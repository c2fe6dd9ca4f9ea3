import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Bucket, openBucket } from "#services/images/bucket";
import { movePictures } from "#services/images/move-pictures";
import { assertPicturesHere, type PictureStore, postgresPictures } from "#services/images/picture-store";
import { forgetOwner } from "#services/images/picture-uses";
import { type Picture, readPicture } from "#services/images/read-picture";
import { s3Pictures } from "#services/images/s3-pictures";
import { locationOf, testBucket } from "#tests/support/bucket";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { operateOn } from "#tests/support/ops";
import { jpeg } from "#tests/support/pictures";

const bucket = testBucket();
const count = 9;
let db: TestDatabase<unknown>;
let pictures: Picture[];
let opened: Bucket;
let inDatabase: PictureStore;
let inBucket: PictureStore;

beforeAll(async () => {
  db = await testDatabase();
  pictures = await Promise.all(
    Array.from({ length: count }, async (_, n) => readPicture(await jpeg(50 + n))),
  );
  opened = await openBucket(locationOf(bucket.settings()));
  inDatabase = postgresPictures(db.pool);
  inBucket = await s3Pictures(db.pool, locationOf(bucket.settings()));
});
afterAll(async () => {
  await inBucket.close();
  opened.close();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query("DELETE FROM image_owners; DELETE FROM images; DELETE FROM image_leftovers");
  for (const [n, picture] of pictures.entries())
    await inDatabase.put(picture, { owner: `article-${n}`, endsWith: [], revision: 0, by: "member:me" });
});

const signal = new AbortController().signal;
async function migrate(to: string, env: NodeJS.ProcessEnv = bucket.settings()) {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const code = await operateOn(db.url, ["pictures", "migrate", "--to", to, "--json"], { env, out });
  const lines = text.split("\n").filter(Boolean);
  return [code, ...lines.map((line) => JSON.parse(line))];
}
const places = async () => {
  const { rows } = await db.pool.query<{ here: number; there: number }>(
    "SELECT count(bytes) AS here, count(object) AS there FROM images",
  );
  return rows[0];
};
const leftovers = async () => (await db.pool.query("SELECT FROM image_leftovers")).rowCount;
async function expectAllReadable(): Promise<void> {
  for (const { digest, bytes } of pictures) expect(await inBucket.read(digest)).toEqual(bytes);
}

it("moves every picture to the bucket and back again, and deletes the original", async () => {
  expect(await migrate("bucket")).toEqual([0, { to: "bucket", moved: count, left: 0 }]);
  expect([await places(), await leftovers()]).toEqual([{ here: 0, there: count }, 0]);
  await expectAllReadable();
  expect(await migrate("bucket")).toEqual([0, { to: "bucket", moved: 0, left: 0 }]);
  expect(await migrate("postgres")).toEqual([0, { to: "postgres", moved: count, left: 0 }]);
  expect([await places(), await leftovers()]).toEqual([{ here: count, there: 0 }, 0]);
  expect(await bucket.pictures()).toEqual([]);
  for (const { digest, bytes } of pictures) expect(await inDatabase.read(digest)).toEqual(bytes);
  await assertPicturesHere(db.pool);
});

it("continues where it was interrupted, and every picture can be read at any time", async () => {
  const ending = new AbortController();
  let moved = 0;
  const interrupted = movePictures(db.pool, opened, "bucket", {
    signal: ending.signal,
    onMoved() {
      moved += 1;
      if (moved === 3) ending.abort(new Error("Interrupted."));
    },
  });
  await expect(interrupted).rejects.toThrow("Interrupted.");
  const halfway = await places();
  expect(halfway?.there).toBeGreaterThanOrEqual(3);
  expect(halfway?.here).toBeGreaterThan(0);
  await expectAllReadable();
  expect((await migrate("bucket"))[0]).toBe(0);
  expect(await places()).toEqual({ here: 0, there: count });
  await expectAllReadable();
});

it("leaves damaged pictures in place, and names them", async () => {
  const [damaged, lost] = pictures as [Picture, Picture];
  await db.pool.query("UPDATE images SET bytes = bytes || '\\x00' WHERE digest = $1", [damaged.digest]);
  expect(await migrate("bucket")).toEqual([
    1,
    { digest: damaged.digest, fault: "is damaged in the database" },
    { to: "bucket", moved: count - 1, left: 1 },
  ]);
  expect(await places()).toEqual({ here: 1, there: count - 1 });
  const { rows } = await db.pool.query("SELECT object FROM images WHERE digest = $1", [lost.digest]);
  await opened.put(rows[0].object, Buffer.from("another"), "image/jpeg");
  expect(await migrate("postgres")).toEqual([
    1,
    { digest: lost.digest, fault: "is damaged in the bucket" },
    { to: "postgres", moved: count - 2, left: 1 },
  ]);
  await opened.remove(rows[0].object);
  expect((await migrate("postgres"))[1]).toEqual({ digest: lost.digest, fault: "is missing in the bucket" });
});

it("deletes nothing while the bucket returns other bytes than it was given", async () => {
  const faults: unknown[] = [];
  const liar = { ...opened, get: async () => Buffer.from("another") };
  const onMoved = (_: string, fault: string | undefined) => faults.push(fault);
  await movePictures(db.pool, liar, "bucket", { signal, onMoved });
  expect(new Set(faults)).toEqual(new Set(["was not given back by the bucket as it was put there"]));
  expect(await places()).toEqual({ here: count, there: 0 });
});

it("does not restore pictures that are deleted meanwhile", async () => {
  const deleting: Bucket = {
    ...opened,
    async put(...given) {
      const put = await opened.put(...given);
      for (const n of pictures.keys()) await forgetOwner(db.pool, `article-${n}`);
      return put;
    },
  };
  await movePictures(db.pool, deleting, "bucket", { signal, onMoved: () => {} });
  expect(await places()).toEqual({ here: 0, there: 0 });
  // The stored object is deleted after an hour.
  expect(await leftovers()).toBeGreaterThan(0);
});

it("requires --to and the bucket", async () => {
  await expect(migrate("elsewhere")).rejects.toThrow("Use --to bucket or --to postgres.");
  await expect(migrate("bucket", {})).rejects.toThrow("Set PICTURES to the bucket");
  await expect(migrate("bucket", { ...bucket.settings(), AWS_SECRET_ACCESS_KEY: "x" })).rejects.toThrow(
    "refuses AWS_ACCESS_KEY_ID",
  );
});
