import { readdirSync, readFileSync } from "node:fs";
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

/** Refusals for the sake of who the caller is. */
const ofCallers = [
  "caller-not-in-team",
  "not-a-manager",
  "author-not-in-team",
  "not-the-author",
  "not-the-commenter",
  "not-the-recruiter",
  "own-recruitment",
  "application-not-editable",
  "application-not-deletable",
];

/** Calls that refuse them for a context (services/team/facts.ts). */
const ofRoster = /\bassert(Member|Manager)\(/;

it("who may do what is decided by `permits` of each context, and for reads by queries.ts", () => {
  const services = new URL("../../services/", import.meta.url);
  const deciding = readdirSync(services, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts"))
    .filter((file) => {
      const text = readFileSync(new URL(file, services), "utf8");
      return ofRoster.test(text) || ofCallers.some((code) => text.includes(`"${code}"`));
    });
  expect(deciding.sort()).toEqual([
    "app/queries.ts",
    "article/article.ts",
    "discord/discord.ts",
    "discussion/permits.ts",
    "problem-queue/queue.ts",
    "recruitment/permits.ts",
    "rhythm/attendance.ts",
    "rhythm/promise.ts",
    "subject/subject.ts",
    "team/facts.ts",
    "team/permits.ts",
  ]);
});
