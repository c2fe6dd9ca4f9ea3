import type { RequestHandler, Response, Router } from "express";
import type pg from "pg";
import { Refused } from "#contracts/errors";
import { parseWidth } from "#contracts/images/api";
import { answeredWithin, callMs } from "../event-store/time-budget.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import { copyOf } from "./copies.ts";
import { defaultPicture } from "./default-pictures.ts";
import { extensionOf } from "./picture-format.ts";
import type { PictureStore } from "./picture-store.ts";

interface Found {
  readonly digest: string;
  readonly type: string;
}

const forEver = "public, max-age=31536000, immutable";
const forADay = "public, max-age=86400";

interface Pictures {
  readonly pool: pg.Pool;
  readonly pictures: Pick<PictureStore, "read">;
}

/**
 * Serves pictures by their address, for every origin (spec/wire-contract.md §7); with `?width=` 96, 256 or 640 a
 * smaller copy. Mounted at the root of the site.
 */
export function createImagesRouter({ pool, pictures }: Pictures): Router {
  const router = exactRouter();
  router.use("/images", shared);
  router.get("/images/default/:name", async (request, response) => {
    const picture = await defaultPicture(request.params.name);
    if (!picture) throw new Refused("unknown-route");
    const { type, digest, bytes } = picture;
    await send(response, { type, tag: digest, cacheControl: forADay }, async () => bytes);
  });
  router.get("/images/:shard/:file", async (request, response) => {
    const { shard, file } = request.params;
    const picture = await answeredWithin(callMs, () => findPicture(pool, shard, file));
    if (!picture) throw new Refused("unknown-route");
    const { type, digest } = picture;
    const width = parseWidth(request.query.width);
    const tag = width === undefined ? digest : `${digest}-${width}`;
    await send(response, { type, tag, cacheControl: forEver }, () =>
      width === undefined ? pictures.read(digest) : copyOf(pool, pictures.read, digest, width),
    );
  });
  router.use("/images", ({ method }) => {
    if (method === "GET" || method === "HEAD") throw new Refused("unknown-route");
    throw new Refused("wrong-method", { headers: { Allow: "GET, HEAD" } });
  });
  return router;
}

const shared: RequestHandler = (_request, response, next) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("X-Content-Type-Options", "nosniff");
  next();
};

async function findPicture(pool: pg.Pool, shard: string, file: string): Promise<Found | undefined> {
  const [, digest, extension] = /^([0-9a-f]{64})\.(jpg|png|webp)$/.exec(file) ?? [];
  if (!digest?.startsWith(shard) || shard.length !== 2) return undefined;
  const { rows } = await pool.query<Found>("SELECT digest, type FROM images WHERE digest = $1", [digest]);
  return rows.find(({ type }) => extensionOf(type) === extension);
}

interface Headers {
  readonly type: string;
  readonly tag: string;
  readonly cacheControl: string;
}

/** 304 for a client that has the picture, without reading it. Express responds to HEAD without a body. */
async function send(
  response: Response,
  { type, tag, cacheControl }: Headers,
  read: () => Promise<Buffer | undefined>,
): Promise<void> {
  const headers = { "Cache-Control": cacheControl, ETag: `"${tag}"`, "Content-Type": type };
  if (isKnown(response, headers.ETag)) return void response.set(headers).status(304).end();
  const bytes = await read();
  if (!bytes) throw new Refused("unknown-route");
  response.set(headers).send(bytes);
}

/** Requires the tag to be set, which an error response must not have. */
function isKnown(response: Response, tag: string): boolean {
  response.set("ETag", tag);
  const { fresh } = response.req;
  response.removeHeader("ETag");
  return fresh;
}
