import type { RequestHandler } from "express";
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
