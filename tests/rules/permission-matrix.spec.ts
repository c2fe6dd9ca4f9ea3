import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpoints } from "#contracts/endpoints";

/** The tables of who may call what, each row of which names its endpoint. */
const tables = ["permission-matrix", "recruitment-permissions", "invitation-permissions"];
/** `reissue` reads only the cookie; `withdraw` ends its caller and has a test of its own beside the first table. */
const others = ["reissue", "withdraw"];

it("every endpoint has its row in a permission matrix of tests/api", () => {
  const text = tables
    .map((name) => readFileSync(new URL(`../api/${name}.spec.ts`, import.meta.url), "utf8"))
    .join("\n");
  const missing = [...endpoints.keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  expect(missing.filter((name) => !others.includes(name))).toEqual([]);
});
