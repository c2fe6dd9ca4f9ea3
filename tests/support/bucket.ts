import { rm } from "node:fs/promises";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll } from "vitest";
import { type PictureStore, postgresPictures } from "#services/images/picture-store";
import type { Queryable } from "#services/images/picture-uses";
import { s3Pictures } from "#services/images/s3-pictures";
import { readConfig } from "#services/platform/config";
import { ownFolder } from "./own-folder.ts";

export interface TestBucket {
  /** Settings of a process that uses the bucket, once it runs. */
  settings(): NodeJS.ProcessEnv;
  /** Keys of pictures in the bucket. */
  pictures(): Promise<string[]>;
  /** Makes the bucket unreachable until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The server's built-in account. */
const account = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
const name = "algomoim-pictures";

/** An S3-compatible server with a bucket for the tests of a file or a group. */
export function testBucket(): TestBucket {
  const inFolder = ownFolder();
  let server: S3rver;
  let port = 0;
  const bucket: TestBucket = {
    settings: () => ({ PICTURES: `s3://${name}?endpoint=http://127.0.0.1:${port}`, ...account }),
    async pictures() {
      // Anonymous requests may list the bucket, too.
      const listed = await fetch(`http://127.0.0.1:${port}/${name}?list-type=2`);
      return [...(await listed.text()).matchAll(/<Key>(images\/..\/[^<]+)<\/Key>/g)].map(([, key]) => key!);
    },
    async start() {
      const where = { address: "127.0.0.1", port, directory: inFolder("bucket") };
      server = new S3rver({ ...where, silent: true, vhostBuckets: false, configureBuckets: [{ name }] });
      const { store } = server;
      // Its own deletion also removes a folder that was empty a moment ago, with objects that were written there since.
      store.deleteObject = async (of, key) => {
        for (const resource of ["object", "object.md5", "metadata.json"])
          await rm(store.getResourcePath(of, key, resource), { force: true });
      };
      ({ port } = await server.run());
    },
    async stop() {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
  };
  beforeAll(bucket.start);
  afterAll(bucket.stop);
  return bucket;
}

export const locationOf = (settings: NodeJS.ProcessEnv) => {
  const { pictures } = readConfig({ NODE_ENV: "test", ...settings });
  if (!pictures) throw new Error("the settings name no bucket");
  return pictures;
};

interface PicturePlace {
  readonly place: string;
  /** Called where hooks may be registered. */
  readonly prepare: () => {
    /** Settings of a process. */
    readonly settings: () => NodeJS.ProcessEnv;
    readonly open: (pool: Queryable) => Promise<PictureStore>;
    /** Undefined if pictures are in the database. */
    readonly bucket?: TestBucket;
  };
}

/** For `describe.each`: tests of pictures run with both kinds of storage. */
export const picturePlaces: readonly PicturePlace[] = [
  {
    place: "PostgreSQL",
    prepare: () => ({ settings: () => ({}), open: async (pool) => postgresPictures(pool) }),
  },
  {
    place: "a bucket",
    prepare() {
      const bucket = testBucket();
      const open = (pool: Queryable) => s3Pictures(pool, locationOf(bucket.settings()));
      return { settings: bucket.settings, open, bucket };
    },
  },
];
