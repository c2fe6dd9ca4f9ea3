import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { copyBytes } from "./copy.ts";
import { runTogether } from "./packet.ts";
import { copyStatement } from "./write.ts";

const columns = {
  id: "bigint",
  amount: "integer null",
  is_there: "boolean null",
  who: "uuid null",
  day: "date null",
  at: "timestamptz null",
  said: "text null",
  parts: "jsonb null",
} as const;
const empty = { amount: null, is_there: null, who: null, day: null, at: null, said: null, parts: null };

let database: TestDatabase<object>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await database.pool.query(`CREATE TABLE things (${types.join(", ")})`);
});
afterAll(() => database.close());

/** The content of the table after COPY, as texts. */
async function taken(rows: readonly Record<string, unknown>[]) {
  const copy = copyStatement("things", columns, rows);
  if (!copy) return undefined;
  await database.pool.query("TRUNCATE things");
  await runTogether(database.pool, [copy]);
  const texts = Object.keys(columns).map((name) => (name === "at" ? isoTime : `${name}::text`));
  const { rows: found } = await database.pool.query<{ row: string[] }>(
    `SELECT ARRAY[${texts.join(", ")}] AS row FROM things ORDER BY id`,
  );
  return found.map(({ row }) => row);
}
const isoTime = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

it("values of every type arrive unchanged", async () => {
  const odd = '글 " \\ \t\n\r \\N 👩‍💻 \\. ';
  expect(
    await taken([
      { id: -9007199254740991, ...empty, amount: -2147483648, at: "1999-12-31T23:59:59.999Z" },
      {
        ...{ id: 1, amount: 2147483647, is_there: true, who: "0123abcd-EF01-4567-89ab-cdefABCDEF98" },
        ...{ day: "2024-02-29", at: "2025-09-03T12:07:45.123Z", said: odd, parts: { odd, list: [1, null] } },
      },
      { id: 2, ...empty, is_there: false, day: "0001-01-01", at: "1725-01-01T00:00:00.000Z", said: "" },
      { id: 4294967296, ...empty, day: "9999-12-31", at: "2285-01-01T23:59:59.999Z", parts: "글" },
      { id: 9007199254740991, ...empty, said: "글".repeat(100_000) },
    ]),
  ).toEqual([
    ["-9007199254740991", "-2147483648", null, null, null, "1999-12-31T23:59:59.999000Z", null, null],
    [
      ...["1", "2147483647", "true", "0123abcd-ef01-4567-89ab-cdefabcdef98", "2024-02-29"],
      ...["2025-09-03T12:07:45.123000Z", odd, `{"odd": ${JSON.stringify(odd)}, "list": [1, null]}`],
    ],
    ["2", null, "false", null, "0001-01-01", "1725-01-01T00:00:00.000000Z", "", null],
    ["4294967296", null, null, null, "9999-12-31", "2285-01-01T23:59:59.999000Z", null, '"글"'],
    ["9007199254740991", null, null, null, null, null, "글".repeat(100_000), null],
  ]);
  expect(await taken([])).toEqual([]);
});

it.each([
  ["bigint", { id: 1.5 }],
  ["bigint", { id: 9007199254740992 }],
  ["bigint", { id: "1" }],
  ["integer", { amount: 2147483648 }],
  ["integer", { amount: 0.5 }],
  ["integer", { amount: Number.NaN }],
  ["boolean", { is_there: "t" }],
  ["uuid", { who: "0123abcd-ef01-4567-89ab-cdefabcdef9" }],
  ["uuid", { who: "0123abcd-ef01-4567-89ab-cdefabcdef9g" }],
  ["uuid", { who: "0123abcd-ef01-4567-89ab-cdefabcdef9글" }],
  ["uuid", { who: "0123abcd+ef01-4567-89ab-cdefabcdef98" }],
  ["date", { day: "2025-02-29" }],
  ["date", { day: "0000-01-01" }],
  ["date", { day: "infinity" }],
  ["date", { day: "2025-9-03" }],
  ["timestamptz", { at: "2025-02-29T12:07:45.123Z" }],
  ["timestamptz", { at: "2025-09-03T24:00:00.000Z" }],
  ["timestamptz", { at: "2025-09-03T12:07:60.000Z" }],
  ["timestamptz", { at: "2025-09-03T12:07:45.123+09" }],
  ["timestamptz", { at: "2025-09-03T12:07:45Z" }],
  ["timestamptz", { at: "9999-12-31T23:59:59.999Z" }],
  ["text", { said: 1 }],
  ["text", { said: undefined }],
  ["jsonb", { parts: undefined }],
])("what is not plainly of its column is left to PostgreSQL: %s %j", async (_, odd) => {
  expect(copyBytes(columns, [{ id: 1, ...empty, ...odd }])).toBeUndefined();
});
