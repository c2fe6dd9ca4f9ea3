import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import helmet from "helmet";

/** Security headers of every answer (spec/wire-contract.md §1.12). */
export function securityHeaders(publicUrl: URL, chatWidget: URL | undefined): RequestHandler[] {
  const chat = chatWidget ? [chatWidget.origin] : [];
  const isHttps = publicUrl.protocol === "https:";
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...chat],
          connectSrc: ["'self'", ...chat],
          frameSrc: ["'self'", ...chat],
          // Bodies carry colours and sizes in style attributes.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", "data:", "blob:"],
          fontSrc: ["'self'"],
          workerSrc: ["'self'", "blob:"],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      frameguard: { action: "deny" },
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: { policy: "same-origin" },
      crossOriginResourcePolicy: { policy: "same-origin" },
      originAgentCluster: false,
      xPoweredBy: true,
    }),
    (_request, response, next) => {
      response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
      next();
    },
  ];
}

const serverPaths = /^\/(api|oauth2|login\/oauth2|images)(\/|$)/;

/** The built client: digested files for a year, `index.html` for every path that is no file and not the server's. */
export function siteFiles(folder: string): Router {
  const router = Router();
  const index = join(folder, "index.html");
  router.use(
    express.static(folder, {
      index: false,
      setHeaders: (response, path) => {
        const isDigested = path.startsWith(join(folder, "assets"));
        response.setHeader("Cache-Control", isDigested ? "public, max-age=31536000, immutable" : "no-cache");
      },
    }),
  );
  router.get("/{*path}", (request, response, next) => {
    if (serverPaths.test(request.path) || !existsSync(index)) return next();
    response.setHeader("Cache-Control", "no-cache");
    response.sendFile(index);
  });
  return router;
}
