import { expect, it } from "vitest";
import { secretAddressHeaders, securityHeaders } from "./security-headers.ts";

const site = new URL("https://algomoim.example");
const policyOf = (chatWidget?: URL) =>
  new Map(securityHeaders(site, chatWidget)).get("Content-Security-Policy")?.split(";");

/** Where scripts, connections and frames may come from, beside the site itself. */
it.each([
  ["without a chat widget", undefined, ""],
  ["with one", new URL("https://chat.example/widget.js"), " https://chat.example"],
])("allows nothing but what the pages need, %s", (_, widget, elsewhere) => {
  expect(policyOf(widget)).toEqual([
    "default-src 'self'",
    `script-src 'self'${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `frame-src 'self'${elsewhere}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
});

it("lets browsers keep to https only where the site has it", () => {
  const kept = (url: string) =>
    new Map(securityHeaders(new URL(url), undefined)).get("Strict-Transport-Security");
  expect(kept("https://algomoim.example")).toBe("max-age=31536000");
  expect(kept("http://localhost:3000")).toBeUndefined();
});

it("gives pages with a token in their address no chat widget, no referrer and no place in a search engine", () => {
  const headers = secretAddressHeaders(site);
  expect(headers.filter(([name]) => name === "Referrer-Policy")).toEqual([
    ["Referrer-Policy", "no-referrer"],
  ]);
  expect(new Map(headers).get("X-Robots-Tag")).toBe("noindex");
  expect(new Map(headers).get("Content-Security-Policy")?.split(";")).toEqual(policyOf());
});
