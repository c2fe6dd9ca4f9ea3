import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import type { AnyProjection } from "../projection.ts";
import { increment, patch, patchWhere, remove, removeWhere, upsert } from "../projection.ts";
import { writeSteps } from "./apply.ts";
import { type Change, createFold } from "./fold.ts";
import { createReadModelSql } from "./schema.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const example: AnyProjection = {
  name: "team-directory",
  version: 1,
  table: {
    columns: { a: "bigint", b: "uuid", n: "integer", m: "integer null", t: "text null", d: "jsonb null" },
    key: ["a", "b"],
    indexes: ["(n)"],
  },
  handlers: {},
  touches: () => [],
};

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  for (const name of ["folded", "one_by_one"]) {
    await database.pool.query(createReadModelSql(name, example.table));
  }
});
afterAll(() => database.close());

const uuids = ["6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11", "6F1C0C1E-5C39-4F0E-9B53-0D1F6A2F7A11"];
const key = fc.record({ a: fc.integer({ min: 1, max: 3 }), b: fc.constantFrom(...uuids) });
const small = fc.integer({ min: -3, max: 3 });
const text = fc.option(fc.constantFrom("가", 'x"\\{},', "NULL", ""));
const json = fc.option(fc.constantFrom<unknown>({ a: ["가", null] }, [], "x", 1));
const values = fc.record({ n: small, m: fc.option(small), t: text, d: json });
const some = fc.record({ n: small, m: fc.option(small), t: text, d: json }, { requiredKeys: [] });
const where = fc.oneof(
  fc.record({ n: small }),
  fc.record({ t: text }),
  fc.record({ a: fc.constant(1), m: fc.constant(null) }),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(key, values).map(([k, v]) => upsert<Record<string, unknown>>({ ...k, ...v })),
  },
  { weight: 4, arbitrary: fc.tuple(key, some).map(([k, v]) => patch<Record<string, unknown>>(k, v)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(key, fc.record({ n: small, m: small }, { requiredKeys: [] }))
      .map(([k, v]) => increment<Record<string, unknown>>(k, v)),
  },
  { weight: 2, arbitrary: key.map((k) => remove<Record<string, unknown>>(k)) },
  {
    weight: 1,
    arbitrary: fc.tuple(where, values).map(([w, v]) => patchWhere<Record<string, unknown>>(w, v)),
  },
  { weight: 1, arbitrary: where.map((w) => removeWhere<Record<string, unknown>>(w)) },
);

async function apply(client: pg.ClientBase, table: string, ...runs: Change[][]) {
  for (const run of runs) {
    const fold = createFold(example.table);
    fold.add(run);
    await writeSteps(client, table, example, fold.steps());
  }
}

const rowsOf = async (client: pg.ClientBase, table: string) =>
  (await client.query(`SELECT * FROM ${table} ORDER BY a, b`)).rows;

it("writes folded changes with the same result as applying each change alone", async () => {
  const client = await database.pool.connect();
  const single = (changes: Change[]) => changes.map((each) => [each]);
  const lists = [fc.array(change, { maxLength: 12 }), fc.array(change, { maxLength: 25 })] as const;
  const property = fc.asyncProperty(...lists, async (past, run) => {
    await client.query("TRUNCATE folded, one_by_one");
    await apply(client, "one_by_one", ...single(past), ...single(run));
    await apply(client, "folded", past, run);
    expect(await rowsOf(client, "folded")).toEqual(await rowsOf(client, "one_by_one"));
  });
  await fc.assert(property, { numRuns: 150 }).finally(() => client.release());
});

const uuid = uuids[0] ?? "";
const row = { a: 1, b: uuid, n: 1, m: null, t: null, d: null };

it("writes each row once however often it changes", () => {
  const fold = createFold(example.table);
  fold.add([
    upsert<Record<string, unknown>>(row),
    increment<Record<string, unknown>>({ a: 1, b: uuid }, { n: 4 }),
  ]);
  fold.add([patch<Record<string, unknown>>({ a: 1, b: uuid.toUpperCase() }, { t: "가" })]);
  expect(fold.steps()).toEqual([
    { kind: "rows", upserts: [{ ...row, n: 5, t: "가" }], updates: [], deletes: [] },
  ]);
});

it.each<[string, Change]>([
  ["lacks the column m", { change: "upsert", row: { a: 1, b: uuid, n: 1 } }],
  ["lacks the column b", remove<Record<string, unknown>>({ a: 1 })],
  ["no value for the column n", patch<Record<string, unknown>>({ a: 1, b: uuid }, { n: undefined })],
  ["unknown column x", patch<Record<string, unknown>>({ a: 1, b: uuid }, { x: 1 })],
  ["unknown column x", upsert<Record<string, unknown>>({ ...row, x: 1 })],
  ["alter the key column a", patch<Record<string, unknown>>({ a: 1, b: uuid }, { a: 2 })],
])("refuses a change that %s, and takes nothing of its event", (message, wrong) => {
  const fold = createFold(example.table);
  expect(() => fold.add([upsert<Record<string, unknown>>(row), wrong])).toThrow(message);
  expect(fold.steps()).toEqual([]);
});
