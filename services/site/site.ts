import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response, Router } from "express";
import { answeredWithin } from "../event-store/time-budget.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import { hasToken } from "../platform/http/token-paths.ts";
import { siteFiles } from "./files.ts";
import { type ChatWidget, chatScript, renderHead, withHead } from "./head.ts";
import { headOf, type PublicPages } from "./pages.ts";
import { preloadsFrom } from "./preloads.ts";
import { type PublicIds, sitemap } from "./sitemap.ts";

const serverPaths = /^\/(api|oauth2|login\/oauth2|images)(\/|$)/;
/** How long a page waits for its preview, far longer than the query takes. */
const previewMs = 500;
const memberCookie = /(?:^|;\s*)access_token=[^;]/;

interface SiteOptions {
  /** Folder of the built client. */
  readonly folder: string;
  /** Public origin. */
  readonly origin: string;
  readonly pages: PublicPages;
  readonly ids: PublicIds;
  readonly chat: ChatWidget;
  readonly logError: (error: unknown) => void;
}

/**
 * Serves the client: its files, `robots.txt` and the sitemap, and `index.html` for every path that is neither a file
 * nor the server's (spec/wire-contract.md §1.12), with the title and preview of the page.
 */
export function createSite({ folder, origin, pages, ids, chat, logError }: SiteOptions): Router {
  const router = exactRouter();
  router.use(sitemap({ origin, ids }));
  if (!existsSync(join(folder, "index.html"))) return router;
  const index = readFileSync(join(folder, "index.html"), "utf8");
  const preloads = preloadsFrom(folder);
  const none = async () => undefined;
  const noPages: PublicPages = { team: none, recruitment: none, invitation: none };

  const files = exactRouter();
  files.use(siteFiles(folder));
  router.use(files);

  // Any path, including one that cannot be decoded: the client shows unknown pages.
  router.get(/^/, async (request, response, next) => {
    if (serverPaths.test(request.path)) return next();
    // A failing or slow preview must not prevent the page.
    const preview = answeredWithin(previewMs, () => headOf(request.path, origin, pages));
    const head = await preview.catch((error: unknown) => {
      logError(error);
      return headOf(request.path, origin, noPages);
    });
    const isMember = memberCookie.test(request.headers.cookie ?? "");
    const links = preloads(request.path, isMember);
    if (mayChat(request)) links.push(...chatScript(chat));
    // The file belongs to another release than this process: the page must not be cached as the file, and a proxy tries
    // another process.
    if (request.path.startsWith("/assets/")) response.status(404);
    await send(request, response, withHead(index, renderHead(head), links));
  });
  return router;
}

/**
 * Not where the chat's script would read a token from the address; nor in the copy of the service worker, which it shows
 * at any address while there is no connection.
 */
const mayChat = ({ path, originalUrl }: Request) => path !== "/index.html" && !hasToken(originalUrl);

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function send(request: Request, response: Response, html: string): Promise<void> {
  response.set({ "Cache-Control": "no-cache", Vary: "Accept-Encoding, Cookie" }).type("html");
  const encoding = request.acceptsEncodings("br", "gzip");
  if (encoding !== "br" && encoding !== "gzip") {
    response.send(html);
    return;
  }
  response.set("Content-Encoding", encoding);
  response.send(encoding === "br" ? await brotli(html, quickly) : await deflate(html));
}
