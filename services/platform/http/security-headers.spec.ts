import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const policyOf = (chatWidget?: URL) => {
  const headers = new Map(securityHeaders(new URL("https://algomoim.example"), chatWidget));
  return new Map(
    headers
      .get("Content-Security-Policy")
      ?.split(";")
      .map((directive) => directive.trim().split(" "))
      .map(([name = "", ...sources]) => [name, sources]),
  );
};

it.each([
  ["without a chat widget", undefined, ["'self'"]],
  ["with one", new URL("https://chat.example/widget.js"), ["'self'", "https://chat.example"]],
])(
  "lets scripts come from files of known places alone, none inline or evaluated, %s",
  (_, widget, sources) => {
    const policy = policyOf(widget);
    expect(policy.get("script-src")).toEqual(sources);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    // These directives would take precedence over `script-src`.
    for (const name of ["script-src-elem", "script-src-attr"]) expect(policy.has(name)).toBe(false);
    const unsafe = [...policy].filter(([, allowed]) => allowed.some((source) => /unsafe|\*/.test(source)));
    expect(unsafe).toEqual([["style-src", ["'self'", "'unsafe-inline'"]]]);
  },
);
