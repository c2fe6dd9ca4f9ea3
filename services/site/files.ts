import { readdirSync } from "node:fs";
import { extname, join, sep } from "node:path";
import express, { type RequestHandler } from "express";

const encodings = { br: ".br", gzip: ".gz" } as const;

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
};

/**
 * `index.html` is the template of all pages and never served itself; neither are the compressed copies of build.mjs.
 */
const isServed = (path: string) => path !== "/index.html" && !/\.(br|gz)$/.test(path);

/**
 * The built client's files: digested ones with a lifetime of a year, the others revalidated each time; compressed if
 * there is a compressed copy.
 */
export function siteFiles(folder: string): RequestHandler[] {
  const known = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name.replaceAll(sep, "/")}`),
  );
  const assets = join(folder, "assets");

  const chooseCompressed: RequestHandler = (request, response, next) => {
    if (!known.has(request.path) || !isServed(request.path)) return next("router");
    const type = types[extname(request.path)];
    if (type) {
      response.setHeader("Content-Type", type);
      response.setHeader("Vary", "Accept-Encoding");
      const encoding = request.acceptsEncodings("br", "gzip");
      const ending = encoding && encodings[encoding as keyof typeof encodings];
      if (ending && known.has(request.path + ending)) {
        response.setHeader("Content-Encoding", encoding);
        request.url = request.path + ending;
      }
    }
    next();
  };
  const files = express.static(folder, {
    index: false,
    redirect: false,
    setHeaders: (response, path) => {
      const isDigested = path.startsWith(assets);
      response.setHeader("Cache-Control", isDigested ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  return [chooseCompressed, files];
}
