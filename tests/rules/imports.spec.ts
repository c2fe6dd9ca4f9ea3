import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importRules, violationsIn } from "./import-rules.ts";

const root = new URL("../..", import.meta.url).pathname;

it("import rules hold in the whole repository", async () => {
  expect(await violationsIn(root, ["contracts", "services", "projections", "web/src", "tests"])).toEqual([]);
}, 240_000);

/** One planted violation per rule: file → its import. */
const planted: Record<string, [file: string, text: string]> = {
  "contracts-stand-alone": ["contracts/a.ts", 'import "../services/app/main.ts";'],
  "contracts-without-io": ["contracts/b.ts", 'import "node:fs";'],
  "event-store-stands-alone": [
    "services/event-store/a.ts",
    'import type { C } from "../../contracts/c.ts"; export type A = C;',
  ],
  "one-file-knows-eventstoredb": ["services/member/a.ts", 'import "@eventstore/db-client";'],
  "opentelemetry-only-when-asked-for": ["services/app/a.ts", 'import "@opentelemetry/sdk-trace-node";'],
  "aws-sdk-only-where-a-bucket-is-named": ["services/images/a.ts", 'import "@aws-sdk/client-s3";'],
  "platform-below-contexts": ["services/platform/a.ts", 'import "../team/team.ts";'],
  "contexts-talk-by-events": ["services/article/a.ts", 'import "../team/team.ts";'],
  "only-the-roots-see-projections": ["services/team/b.ts", 'import "../../projections/p.ts";'],
  "projections-know-events-only": ["projections/a.ts", 'import "../services/event-store/postgres.ts";'],
  "web-stays-in-the-browser": ["web/src/a.ts", 'import "../../services/app/main.ts";'],
  "web-never-sees-events": [
    "web/src/b.ts",
    'import type { E } from "../../contracts/team/events.ts"; export type B = E;',
  ],
  "features-stand-alone": ["web/src/features/one/a.ts", 'import "../two/b.ts";'],
  "shared-web-below-features": ["web/src/ui/a.ts", 'import "../features/two/b.ts";'],
  "no-cycles": ["web/src/ui/circle.ts", 'import "./circle-2.ts";'],
  "nothing-missing": ["projections/lost.ts", 'import "./nowhere.ts";'],
};
const innocent: Record<string, string> = {
  "contracts/c.ts": "export type C = 1;",
  "contracts/team/events.ts": "export type E = 1;",
  "services/app/main.ts": "export {};",
  "services/team/team.ts": "export {};",
  "services/team/facts.ts": "export {};",
  "services/article/of-the-team.ts": 'import "../team/facts.ts";',
  "services/event-store/postgres.ts": "export {};",
  "projections/p.ts": "export {};",
  "web/src/ui/circle-2.ts": 'import "./circle.ts";',
  "web/src/features/two/b.ts": "export {};",
};

let trap: string;
beforeAll(async () => {
  trap = await mkdtemp(join(tmpdir(), "import-rules-"));
  const files = [
    ...Object.entries(innocent),
    ...Object.values(planted),
    ["package.json", '{"type":"module"}'],
  ];
  for (const [file, text] of files as [string, string][]) {
    await mkdir(dirname(join(trap, file)), { recursive: true });
    await writeFile(join(trap, file), text);
  }
});
afterAll(() => rm(trap, { recursive: true, force: true }));

it("every import rule has a planted violation", () => {
  expect(Object.keys(planted).sort()).toEqual(importRules.map((rule) => rule.name).sort());
});

it("the import rules detect each planted violation", async () => {
  const found = await violationsIn(trap, ["contracts", "services", "projections", "web"]);
  for (const [rule, [file]] of Object.entries(planted)) {
    const lines = found.filter((line) => line.startsWith(`${rule}: `) && line.includes(file));
    expect(lines, rule).not.toEqual([]);
  }
  expect(found.filter((line) => line.includes("of-the-team.ts"))).toEqual([]);
});
