import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

export type Header = readonly [name: string, value: string];

/** Security headers of every response (spec/wire-contract.md §1.12), computed once at the start. */
export function securityHeaders(publicUrl: URL, chatWidget: URL | undefined): readonly Header[] {
  const chat = chatWidget ? [chatWidget.origin] : [];
  const isHttps = publicUrl.protocol === "https:";
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat],
        connectSrc: ["'self'", ...chat],
        frameSrc: ["'self'", ...chat],
        // Bodies contain colours and sizes in style attributes.
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
    xPoweredBy: false,
  });
  return [...headersOf(protect), ["Permissions-Policy", "camera=(), microphone=(), geolocation=()"]];
}

/**
 * The headers of responses whose address contains a token: no browser passes it on, no search engine lists it, and no
 * third party's script reads it.
 */
export const secretAddressHeaders = (publicUrl: URL): readonly Header[] => [
  ...securityHeaders(publicUrl, undefined).filter(([name]) => name !== "Referrer-Policy"),
  ["Referrer-Policy", "no-referrer"],
  ["X-Robots-Tag", "noindex"],
];

/** The headers that a middleware sets regardless of the request. */
function headersOf(middleware: ReturnType<typeof helmet>): Header[] {
  const headers: Header[] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  middleware(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
