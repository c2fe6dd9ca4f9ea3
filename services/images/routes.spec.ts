import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { picturePlaces } from "#tests/support/bucket";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import * as pictures from "#tests/support/pictures";
import { errorHandler } from "../platform/http/reply.ts";
import { imagesMigrations } from "./migrations.ts";
import type { PictureStore } from "./picture-store.ts";
import { forgetOwner } from "./picture-uses.ts";
import { type Picture, readPicture } from "./read-picture.ts";
import { createImagesRouter } from "./routes.ts";

describe.each(picturePlaces)("pictures in $place", ({ prepare }) => {
  const { open } = prepare();
  let db: TestDatabase<unknown>;
  let server: Server;
  let picture: Picture;
  let store: PictureStore;

  beforeAll(async () => {
    db = await testDatabase({ migrations: imagesMigrations });
    store = await open(db.pool);
    picture = await readPicture(await pictures.webp());
    await store.put(picture, { owner: "team-1", endsWith: [], revision: 0, by: "member:me" });
    const app = express().use(
      createImagesRouter({ pool: db.pool, pictures: store }),
      errorHandler(() => {}),
    );
    server = createServer(app).listen(0, "127.0.0.1");
    // As in the product: Node would close an idle connection after 5 s, possibly while the next request is sent on it.
    server.keepAliveTimeout = 130_000;
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    await store.close();
    await db.close();
  });

  const get = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
  /** Without `cache-control`, fetch would request a fresh copy. */
  const getKnown = (path: string, tag: string) =>
    get(path, { headers: { "if-none-match": tag, "cache-control": "max-age=0" } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  const openToAll = {
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
  const headersOf = (response: Response) => Object.fromEntries(response.headers);

  describe("a picture", () => {
    it("is served with a permanent cache lifetime, to every origin, with its own content type", async () => {
      const response = await get(picture.url);
      expect(response.status).toBe(200);
      expect(headersOf(response)).toMatchObject({
        ...openToAll,
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "image/webp",
        "content-length": String(picture.bytes.length),
        etag: `"${picture.digest}"`,
      });
      expect(await bytesOf(response)).toEqual(picture.bytes);
    });

    it("responds to HEAD with the same headers and no body", async () => {
      const response = await get(picture.url, { method: "HEAD" });
      expect(response.headers.get("content-length")).toBe(String(picture.bytes.length));
      expect(await bytesOf(response)).toHaveLength(0);
    });

    it.each(['"DIGEST"', 'W/"DIGEST"', '"other", "DIGEST"', "*"])(
      "is not sent again to a client that has it: %s",
      async (tag) => {
        const response = await getKnown(picture.url, tag.replace("DIGEST", picture.digest));
        expect(response.status).toBe(304);
        expect(headersOf(response)).toMatchObject({ ...openToAll, etag: `"${picture.digest}"` });
        expect((await getKnown(picture.url, '"other"')).status).toBe(200);
      },
    );
  });

  describe("the default pictures", () => {
    it.each(["member", "team"])("of a %s is a square PNG, cached for a day", async (kind) => {
      const response = await get(`/images/default/${kind}.png`);
      expect(headersOf(response)).toMatchObject({
        ...openToAll,
        "cache-control": "public, max-age=86400",
        "content-type": "image/png",
      });
      expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({
        format: "png",
        width: 512,
        height: 512,
      });
      const tag = response.headers.get("etag") ?? "";
      expect((await getKnown(`/images/default/${kind}.png`, tag)).status).toBe(304);
    });
  });

  describe("anything else", () => {
    it.each([
      (p: Picture) => p.url.replace(".webp", ".png"),
      (p: Picture) => p.url.replace(/images\/../, "images/zz"),
      (p: Picture) => p.url.replace(/images\/..\//, "images//"),
      (p: Picture) => p.url.toUpperCase().replace("/IMAGES", "/images"),
      (p: Picture) => `${p.url}/`,
      () => `/images/ab/ab${"0".repeat(62)}.jpg`,
      () => "/images/default/constructor",
      () => "/images/default/%2e%2e%2fx.png",
      () => "/images/ab/'%20OR%20true--.jpg",
      () => "/images/",
      () => "/images",
    ])("is unknown, with the error envelope (%#)", async (path) => {
      const response = await get(path(picture));
      expect(response.status).toBe(404);
      expect(headersOf(response)).toMatchObject({ ...openToAll, "cache-control": "no-store" });
      expect(await response.json()).toEqual({
        status: "error",
        code: 404,
        message: "존재하지 않는 경로입니다.",
        data: null,
      });
    });

    it("is refused, because pictures are only read here", async () => {
      const response = await get(picture.url, { method: "DELETE" });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(await response.json()).toMatchObject({ code: 405 });
    });
  });

  describe("a smaller copy", () => {
    const wide = async (width: number) => {
      const noise = { create: { width, height: 300, channels: 3 as const, background: "#fff" } };
      const bytes = await sharp({
        ...noise,
        create: { ...noise.create, noise: { type: "gaussian", mean: 128, sigma: 40 } },
      })
        .jpeg()
        .toBuffer();
      const picture = await readPicture(bytes);
      await store.put(picture, { owner: "team-2", endsWith: [], revision: 0, by: "member:me" });
      return picture;
    };

    it("has the requested width, its own address and tag, and a permanent cache lifetime", async () => {
      const { url, digest, bytes } = await wide(1200);
      const response = await get(`${url}?width=256`);
      expect(headersOf(response)).toMatchObject({
        ...openToAll,
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "image/jpeg",
        etag: `"${digest}-256"`,
      });
      const copy = await bytesOf(response);
      expect((await sharp(copy).metadata()).width).toBe(256);
      expect(copy.length).toBeLessThan(bytes.length);
      expect(await bytesOf(await get(`${url}?width=256`))).toEqual(copy);
      expect((await getKnown(`${url}?width=256`, `"${digest}-256"`)).status).toBe(304);
      expect((await getKnown(url, `"${digest}-256"`)).status).toBe(200);
    });

    let noise: Promise<Picture> | undefined;
    it.each(["?width=257", "?width=-1", "?width=96&width=256", "?width[a]=96"])(
      "is not created in other widths: %s",
      async (query) => {
        noise ??= wide(1200);
        const { url, bytes } = await noise;
        expect(await bytesOf(await get(url + query))).toEqual(bytes);
      },
    );

    it("is not larger than the picture, and is deleted with it", async () => {
      const { url, bytes } = await wide(400);
      expect((await sharp(await bytesOf(await get(`${url}?width=640`))).metadata()).width).toBe(400);
      const asked = await Promise.all([1, 2, 3].map(async () => bytesOf(await get(`${url}?width=96`))));
      expect(new Set(asked.map((copy) => copy.length)).size).toBe(1);
      expect(asked[0]?.length).toBeLessThan(bytes.length);
      await forgetOwner(db.pool, "team-2");
      expect((await get(`${url}?width=96`)).status).toBe(404);
      expect((await db.pool.query("SELECT FROM image_copies")).rowCount).toBe(0);
    });
  });
});
