import { type Request, type RequestHandler, type Response, Router } from "express";
import type pg from "pg";
import { envelopeOf, type RefusalCode, Refused, refusals } from "#contracts/errors";
import { askedWidth } from "#contracts/images/api";
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
  const router = Router({ caseSensitive: true, strict: true });
  router.use("/images", shared);
  router.get("/images/default/:name", async (request, response) => {
    const picture = await defaultPicture(request.params.name);
    if (picture) send(request, response, picture, forADay);
    else refuse(response, "unknown-route");
  });
  router.get("/images/:shard/:file", async (request, response) => {
    const { shard, file } = request.params;
    const picture = await findPicture(pool, shard, file);
    if (!picture) return refuse(response, "unknown-route");
    const width = askedWidth(request.query.width);
    if (width === undefined) return send(request, response, picture, forEver);
    const tag = `${picture.digest}-${width}`;
    send(request, response, { ...picture, tag, bytes: await copyOf(pool, picture, width) }, forEver);
  });
  router.use("/images", (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead) response.setHeader("Allow", "GET, HEAD");
    refuse(response, isRead ? "unknown-route" : "wrong-method");
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

interface SentPicture extends StoredPicture {
  /** The digest where it is the picture itself. */
  readonly tag?: string;
}

function send(request: Request, response: Response, picture: SentPicture, cacheControl: string): void {
  const tag = `"${picture.tag ?? picture.digest}"`;
  response.setHeader("Cache-Control", cacheControl);
  response.setHeader("ETag", tag);
  if (knows(request.get("if-none-match"), tag)) return void response.status(304).end();
  response.setHeader("Content-Type", picture.type);
  response.setHeader("Content-Length", picture.bytes.length);
  response.end(request.method === "HEAD" ? undefined : picture.bytes);
}

const knows = (header: string | undefined, tag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));

function refuse(response: Response, code: RefusalCode): void {
  response.status(refusals[code].status);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end(JSON.stringify(envelopeOf(new Refused(code))));
}
