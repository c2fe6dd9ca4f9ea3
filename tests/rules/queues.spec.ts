import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const files = ["contracts", "services", "projections", "web/src", "tests"].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Variables that begin as a settled promise. Those that are only awaited overlap two steps, and are no queue. */
const settled = /(?:\blet |#)(\w+)(?:: Promise<[^;]*>)? = Promise\.resolve\(/g;
const patterns = [
  // turn = turn.then(job)
  /([\w.#]+) = \1\s*\.then\(/,
  // const result = turn.then(job); turn = result.catch(ignore)
  /const (\w+) = ([\w.#]+)\s*\.then\([\s\S]{0,1500}?(?<![\w.#])\2 = \1\b/,
  // (last.get(name) ?? Promise.resolve()).then(job)
  /\bget\(\w+\) \?\? Promise\.resolve\(\)\)\s*\.then\(/,
];

function queuesByHand(text: string): boolean {
  const names = [...text.matchAll(settled)].map(([, name]) => name);
  const isChained = (name = "") =>
    new RegExp(`(?<!\\w)${name}\\s*\\.then\\(|const \\w+ = (?:this\\.#)?${name};`).test(text);
  return names.some(isChained) || patterns.some((pattern) => pattern.test(text));
}

it("queues jobs by contracts/jobs.ts alone", () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) => queuesByHand(readFileSync(root + file, "utf8")));
  expect(found).toEqual(["contracts/jobs.ts", "tests/rules/queues.spec.ts"]);
});

it.each([
  "let last: Promise<unknown> = Promise.resolve();\nreturn (work) => { const turn = last.then(work); };",
  "#turn: Promise<unknown> = Promise.resolve();\nrun(work) { const done = this.#turn\n  .then(work); }",
  "#lock = Promise.resolve();\nasync hold() { const before = this.#lock; await before; }",
  "this.#saving = this.#saving.then(() => this.save());",
  "const answer = this.#last.then(ask);\nthis.#last = answer.catch(() => {});",
  "const mine = (last.get(name) ?? Promise.resolve()).then(job);",
])("sees a queue by hand: %s", (text) => expect(queuesByHand(text)).toBe(true));

it.each([
  "let writing: Promise<void> = Promise.resolve();\nawait writing;\nwriting = write(batch);",
  "const answer = ask().then(read);\nlast = answer;",
])("sees none in %s", (text) => expect(queuesByHand(text)).toBe(false));
