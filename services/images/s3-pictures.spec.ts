import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { locationOf, testBucket } from "#tests/support/bucket";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import * as pictures from "#tests/support/pictures";
import { readConfig } from "../platform/config.ts";
import { openBucket } from "./bucket.ts";
import { imagesMigrations } from "./migrations.ts";
import {
  assertPicturesHere,
  type PictureStore,
  PicturesUnavailable,
  postgresPictures,
} from "./picture-store.ts";
import { forgetOwner } from "./picture-uses.ts";
import { type Picture, readPicture } from "./read-picture.ts";
import { s3Pictures, sweep } from "./s3-pictures.ts";

const bucket = testBucket();
let db: TestDatabase<unknown>;
let store: PictureStore;
let picture: Picture;
const onError = vi.fn();

beforeAll(async () => {
  db = await testDatabase({ migrations: imagesMigrations });
  picture = await readPicture(await pictures.jpeg());
  store = await s3Pictures(db.pool, locationOf(bucket.settings()), { onError, sweepEveryMs: 200 });
});
afterAll(async () => {
  await store.close();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query("DELETE FROM image_owners; DELETE FROM images; DELETE FROM image_leftovers");
  const opened = await openBucket(locationOf(bucket.settings()));
  for (const key of await bucket.pictures()) await opened.remove(key);
  opened.close();
});

const by = (owner: string) => ({ owner, endsWith: [], revision: 0, by: "member:me" as const });
const query = async <T extends object>(text: string) => (await db.pool.query<T>(text)).rows;
const objects = async () =>
  (await query<{ object: string }>("SELECT object FROM images")).map(({ object }) => object);
const leftovers = () => query<{ object: string }>("SELECT object FROM image_leftovers");
/** Runs the sweep that the store does every few seconds. */
async function sweepNow(): Promise<void> {
  const opened = await openBucket(locationOf(bucket.settings()));
  await sweep(db.pool, opened).finally(opened.close);
}

describe("a picture in a bucket", () => {
  it("has its bytes only in the bucket, and is deleted there once nothing shows it", async () => {
    await store.put(picture, by("article-1"));
    expect(await query("SELECT bytes FROM images")).toEqual([{ bytes: null }]);
    const [object = ""] = await objects();
    expect(object).toMatch(new RegExp(`^images/${picture.digest.slice(0, 2)}/${picture.digest}\\.`));
    expect(await bucket.pictures()).toEqual([object]);
    expect(await store.read(picture.digest)).toEqual(picture.bytes);
    await forgetOwner(db.pool, "article-1");
    expect(await store.read(picture.digest)).toBeUndefined();
    await expect.poll(bucket.pictures).toEqual([]);
    await expect.poll(leftovers).toEqual([]);
  });

  it("is stored once for all its uses, even if it is uploaded twice at the same time", async () => {
    await Promise.all(["article-1", "article-2", "article-3"].map((one) => store.put(picture, by(one))));
    const [object = ""] = await objects();
    const unused = await leftovers();
    expect(unused.map((one) => one.object)).not.toContain(object);
    await db.pool.query("UPDATE image_leftovers SET due_at = now()");
    await sweepNow();
    expect(await store.read(picture.digest)).toEqual(picture.bytes);
    await store.put(picture, by("article-4"));
    expect([await objects(), await leftovers()]).toEqual([[object], []]);
    expect(await bucket.pictures()).toEqual([object]);
  });

  it("is available if it was stored again before its former object was deleted", async () => {
    await store.put(picture, by("article-1"));
    await forgetOwner(db.pool, "article-1");
    await store.put(picture, by("article-2"));
    await sweepNow();
    expect(await store.read(picture.digest)).toEqual(picture.bytes);
  });

  it("has no row if its object could not be written, and a written object is deleted after an hour", async () => {
    await bucket.stop();
    await expect(store.put(picture, by("article-1"))).rejects.toThrow(PicturesUnavailable);
    await bucket.start();
    expect([await objects(), await query("SELECT FROM image_owners")]).toEqual([[], []]);
    expect(
      await query(
        "SELECT due_at BETWEEN now() + interval '59 min' AND now() + interval '1 hour' AS is FROM image_leftovers",
      ),
    ).toEqual([{ is: true }]);
  });

  it("is deleted after an outage of the bucket, which is logged once", async () => {
    await store.put(picture, by("article-1"));
    onError.mockClear();
    await bucket.stop();
    await forgetOwner(db.pool, "article-1");
    const putOff = () => query("SELECT FROM image_leftovers WHERE due_at > now()");
    await expect.poll(putOff).toHaveLength(1);
    await db.pool.query("INSERT INTO image_leftovers VALUES ('images/00/another', now())");
    await expect.poll(putOff).toHaveLength(2);
    await bucket.start();
    await db.pool.query("UPDATE image_leftovers SET due_at = now()");
    await expect.poll(leftovers).toEqual([]);
    expect(await bucket.pictures()).toEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("is deleted even if deleting another object fails", async () => {
    // Without a store, whose sweep would run at the same time.
    const { pool, close } = await testDatabase({ migrations: imagesMigrations });
    await pool.query(
      `INSERT INTO image_leftovers VALUES ('kept', now() - interval '1 min'), ('other', now())`,
    );
    const opened = await openBucket(locationOf(bucket.settings()));
    const remove = async (key: string) => {
      if (key === "kept") throw new PicturesUnavailable("It is kept.");
      return opened.remove(key);
    };
    await expect(sweep(pool, { ...opened, remove })).rejects.toThrow("It is kept.");
    await sweep(pool, { ...opened, remove });
    expect((await pool.query("SELECT object FROM image_leftovers")).rows).toEqual([{ object: "kept" }]);
    opened.close();
    await close();
  });

  it("is read from the database while it is still there", async () => {
    await postgresPictures(db.pool).put(picture, by("article-1"));
    await store.put(picture, by("article-2"));
    expect(await objects()).toEqual([null]);
    expect(await store.read(picture.digest)).toEqual(picture.bytes);
  });

  it("is unavailable in a process without a bucket setting, which refuses to start", async () => {
    await assertPicturesHere(db.pool);
    await store.put(picture, by("article-1"));
    await expect(postgresPictures(db.pool).read(picture.digest)).rejects.toThrow(PicturesUnavailable);
    await expect(assertPicturesHere(db.pool)).rejects.toThrow(/^Pictures of this system .* set it/);
  });
});

describe("a bucket that cannot be used", () => {
  /** Accepts connections and never responds. */
  const silent = createServer();
  beforeAll(() => new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve)));
  afterAll(() => silent.close());
  const silentPort = () => (silent.address() as { port: number }).port;

  const sentenceFor = async (settings: NodeJS.ProcessEnv) => {
    const other = await s3Pictures(db.pool, locationOf({ ...bucket.settings(), ...settings }));
    return other.problem().finally(other.close);
  };
  const at = (port: number) => `s3://algomoim-pictures?endpoint=http://127.0.0.1:${port}`;
  const elsewhere = () => bucket.settings().PICTURES?.replace("algomoim-pictures", "nowhere");

  it.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    ["refuses the key", () => ({ AWS_SECRET_ACCESS_KEY: "x" }), /refuses AWS_.* \(SignatureDoesNotMatch\)/],
    ["does not know the key", () => ({ AWS_ACCESS_KEY_ID: "x" }), /refuses AWS_.* \(InvalidAccessKeyId\)/],
    [
      "is not there",
      () => ({ PICTURES: elsewhere() }),
      /^PICTURES names the bucket nowhere, which is not there/,
    ],
    ["cannot be reached", () => ({ PICTURES: at(1) }), /of PICTURES cannot be reached \(ECONNREFUSED\)/],
    ["is silent", () => ({ PICTURES: at(silentPort()) }), /of PICTURES did not answer in time\.$/],
  ])("is told in one sentence: it %s", async (_, settings, sentence) => {
    expect(await sentenceFor(settings())).toMatch(sentence);
  });

  it("is checked again once it has been repaired", async () => {
    await bucket.stop();
    const other = await s3Pictures(db.pool, locationOf(bucket.settings()));
    expect(await other.problem()).toContain("cannot be reached");
    await bucket.start();
    await expect.poll(other.problem).toBeUndefined();
    await other.close();
  });
});

describe("the setting PICTURES", () => {
  const read = (settings: NodeJS.ProcessEnv) => readConfig({ NODE_ENV: "test", ...settings }).pictures;

  it("is the database unless it names a bucket", () => {
    for (const PICTURES of [undefined, "", "postgres"]) expect(read({ PICTURES })).toBeUndefined();
  });

  it("names bucket, endpoint, region and style, with defaults for the rest", () => {
    const endpoint = new URL("https://s3.example");
    const common = { credentials: undefined, name: "a.b" };
    expect(read({ PICTURES: "s3://a.b?endpoint=https://s3.example" })).toEqual({
      ...common,
      endpoint,
      region: "us-east-1",
      isPathStyle: true,
    });
    expect(read({ PICTURES: "s3://a.b?region=ap-northeast-2", AWS_REGION: "eu-west-1" })).toEqual({
      ...common,
      endpoint: undefined,
      region: "ap-northeast-2",
      isPathStyle: false,
    });
    const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" };
    const other = "s3://a.b?endpoint=https://s3.example&path-style=false";
    expect(read({ PICTURES: other, AWS_REGION: "auto", ...keys, AWS_SESSION_TOKEN: "token" })).toEqual({
      ...common,
      endpoint,
      region: "auto",
      isPathStyle: false,
      credentials: { accessKeyId: "id", secretAccessKey: "key", sessionToken: "token" },
    });
  });

  it.each([
    ["/pictures", "PICTURES is postgres or a bucket"],
    ["s3://Bucket?region=eu-west-1", "PICTURES is postgres or a bucket"],
    ["s3://id:key@bucket?region=eu-west-1", "PICTURES is postgres or a bucket"],
    ["s3://bucket/folder?region=eu-west-1", "PICTURES is postgres or a bucket"],
    ["s3://bucket?endpoint=s3.example", "PICTURES is postgres or a bucket"],
    ["s3://bucket?region=eu-west-1&acl=public", "PICTURES is postgres or a bucket"],
    ["s3://bucket?region=eu-west-1&path-style=yes", "PICTURES is postgres or a bucket"],
    ["s3://bucket", "give its region"],
  ])("is refused in one sentence: %s", (PICTURES, sentence) => {
    expect(() => read({ PICTURES })).toThrow(sentence);
  });

  it("requires both halves of a key or none", () => {
    const PICTURES = "s3://bucket?region=eu-west-1";
    expect(() => read({ PICTURES, AWS_ACCESS_KEY_ID: "id" })).toThrow("given together or not at all");
  });
});
