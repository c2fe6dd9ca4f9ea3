import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { runStatements, statementsOf } from "./write.ts";

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
  types.push("PRIMARY KEY (id)");
  await database.pool.query(`CREATE TABLE things (${types.join(", ")})`);
});
afterAll(() => database.close());

/** The content of the table after upserts, as texts. */
async function taken(rows: readonly Record<string, unknown>[], { isCopied }: { isCopied: boolean }) {
  const steps = [{ kind: "rows" as const, deletes: [], upserts: rows, updates: [] }];
  const table = { columns, key: ["id"], indexes: [] };
  await database.pool.query("TRUNCATE things");
  const client = await database.pool.connect();
  try {
    await runStatements(client, statementsOf("things", table, steps, isCopied ? 1 : undefined));
  } finally {
    client.release();
  }
  const texts = Object.keys(columns).map((name) => (name === "at" ? isoTime : `${name}::text`));
  const { rows: found } = await database.pool.query<{ row: string[] }>(
    `SELECT ARRAY[${texts.join(", ")}] AS row FROM things ORDER BY id`,
  );
  return found.map(({ row }) => row);
}
const isoTime = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

it.each([false, true])("values of every type arrive unchanged, by COPY: %s", async (isCopied) => {
  const odd = '글 " \\ \t\n\r \\N 👩‍💻 \\. ';
  const rows = [
    { id: -9007199254740991, ...empty, amount: -2147483648, at: "1999-12-31T23:59:59.999Z" },
    {
      id: 1,
      amount: 2147483647,
      is_there: true,
      who: "0123abcd-EF01-4567-89ab-cdefABCDEF98",
      day: "2024-02-29",
      at: "2025-09-03T12:07:45.123Z",
      said: odd,
      parts: { odd, list: [1, null] },
    },
    { id: 2, ...empty, is_there: false, day: "0001-01-01", at: "1725-01-01T00:00:00.000Z", said: "" },
    { id: 4294967296, ...empty, day: "9999-12-31", at: "2285-01-01T23:59:59.999Z", parts: "글" },
    { id: 9007199254740991, ...empty, said: "글".repeat(100_000) },
  ];
  expect(await taken(rows, { isCopied })).toEqual([
    ["-9007199254740991", "-2147483648", null, null, null, "1999-12-31T23:59:59.999000Z", null, null],
    [
      ...["1", "2147483647", "true", "0123abcd-ef01-4567-89ab-cdefabcdef98", "2024-02-29"],
      ...["2025-09-03T12:07:45.123000Z", odd, `{"odd": ${JSON.stringify(odd)}, "list": [1, null]}`],
    ],
    ["2", null, "false", null, "0001-01-01", "1725-01-01T00:00:00.000000Z", "", null],
    ["4294967296", null, null, null, "9999-12-31", "2285-01-01T23:59:59.999000Z", null, '"글"'],
    ["9007199254740991", null, null, null, null, null, "글".repeat(100_000), null],
  ]);
  expect(await taken([], { isCopied })).toEqual([]);
});

it.each([
  ["bigint", { id: 1.5 }, "22P02"],
  ["integer", { amount: 2147483648 }, "22003"],
  ["boolean", { is_there: "많이" }, "22P02"],
  ["uuid", { who: "0123abcd-ef01-4567-89ab-cdefabcdef9글" }, "22P02"],
  ["date", { day: "2025-02-29" }, "22008"],
  ["timestamptz", { at: "2025-02-29T12:07:45.123Z" }, "22008"],
  ["text", { said: "\0" }, "22021"],
])("a value that does not fit its column is refused either way: %s %j", async (_, odd, code) => {
  for (const isCopied of [false, true])
    await expect(taken([{ id: 1, ...empty, ...odd }], { isCopied })).rejects.toMatchObject({ code });
});
