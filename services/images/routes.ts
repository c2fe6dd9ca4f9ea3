import type { RequestHandler, Response, Router } from "express";
import type pg from "pg";
import { Refused } from "#contracts/errors";
import { askedWidth } from "#contracts/images/api";
import { exactRouter } from "../platform/http/exact-router.ts";
import { copyOf } from "./copies.ts";
import { defaultPicture } from "./default-pictures.ts";
import { extensionOf } from "./picture-format.ts";

interface StoredPicture {
  readonly digest: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const forEver = "public, max-age=31536000, immutable";
const forADay = "public, max-age=86400";

/**
 * Pictures by their address, for every origin (spec/wire-contract.md §7); with `?width=` 96, 256 or 640 a smaller copy.
 * Mounted at the root of the site.
 */
export function createImagesRouter({ pool }: { readonly pool: pg.Pool }): Router {
  const router = exactRouter();
  router.use("/images", shared);
  router.get("/images/default/:name", async (request, response) => {
    const picture = await defaultPicture(request.params.name);
    if (!picture) throw new Refused("unknown-route");
    send(response, { ...picture, tag: picture.digest, cacheControl: forADay });
  });
  router.get("/images/:shard/:file", async (request, response) => {
    const { shard, file } = request.params;
    const picture = await findPicture(pool, shard, file);
    if (!picture) throw new Refused("unknown-route");
    const { type, digest } = picture;
    const width = askedWidth(request.query.width);
    const [bytes, tag] =
      width === undefined
        ? [picture.bytes, digest]
        : [await copyOf(pool, picture, width), `${digest}-${width}`];
    send(response, { type, bytes, tag, cacheControl: forEver });
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

async function findPicture(pool: pg.Pool, shard: string, file: string): Promise<StoredPicture | undefined> {
  const [, digest, extension] = /^([0-9a-f]{64})\.(jpg|png|webp)$/.exec(file) ?? [];
  if (!digest?.startsWith(shard) || shard.length !== 2) return undefined;
  const { rows } = await pool.query<StoredPicture>(
    "SELECT digest, type, bytes FROM images WHERE digest = $1",
    [digest],
  );
  return rows.find(({ type }) => extensionOf(type) === extension);
}

interface SentPicture extends Pick<StoredPicture, "type" | "bytes"> {
  readonly tag: string;
  readonly cacheControl: string;
}

/** Express answers 304 to a client that has it, and HEAD without a body. */
const send = (response: Response, { type, bytes, tag, cacheControl }: SentPicture) =>
  response.set({ "Cache-Control": cacheControl, ETag: `"${tag}"`, "Content-Type": type }).send(bytes);
