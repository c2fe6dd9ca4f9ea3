import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { FailedStatement, runTogether } from "./packet.ts";
import { copyStatement } from "./write.ts";

let database: TestDatabase<object>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  ({ pool } = database);
  await pool.query("CREATE TABLE noted (id integer PRIMARY KEY, text text, DEFERRABLE_ID integer)");
  await pool.query(
    "ALTER TABLE noted ADD CONSTRAINT late UNIQUE (deferrable_id) DEFERRABLE INITIALLY DEFERRED",
  );
});
afterAll(() => database.close());
beforeEach(() => pool.query("TRUNCATE noted"));

const note = (id: number, text: string | null = "글", late: number | null = null) => ({
  text: "INSERT INTO noted SELECT * FROM unnest($1::integer[], $2::text[], $3::integer[])",
  values: [[id], [text], [late]],
});
const rename = (id: number, text: string) => ({
  text: "UPDATE noted SET text = $2 WHERE id = $1",
  values: [id, text],
});
const columns = { id: "integer", text: "text null" } as const;
const copied = (rows: { id: unknown; text: string | null }[], table = "noted") =>
  copyStatement(table, columns, rows) ?? {
    text: `COPY ${table} FROM STDIN (FORMAT binary)`,
    values: [],
    copied: Buffer.from("no row"),
  };
const noted = async () =>
  (await pool.query<{ id: number; text: string | null }>("SELECT id, text FROM noted ORDER BY id")).rows;
const failureOf = (work: Promise<void>) =>
  work.then(
    () => undefined,
    (error: FailedStatement) => error,
  );

it("runs all statements, each seeing the effects of those before it, repeatedly on one connection", async () => {
  const odd = 'quote " backslash \\ brace } comma , NULL 줄\n바꿈';
  for (const id of [1, 2, 3]) await runTogether(pool, [note(id), rename(id, `${odd}${id}`)]);
  await runTogether(pool, [note(4, null)]);
  expect(await noted()).toEqual([
    { id: 1, text: `${odd}1` },
    { id: 2, text: `${odd}2` },
    { id: 3, text: `${odd}3` },
    { id: 4, text: null },
  ]);
});

it("rolls all of them back when one fails, and reports which", async () => {
  await runTogether(pool, [note(1)]);
  const failure = await failureOf(runTogether(pool, [note(2), rename(1, "다른 글"), note(1), note(3)]));
  expect(failure).toBeInstanceOf(FailedStatement);
  expect(failure).toMatchObject({ at: 2, cause: { code: "23505" } });
  expect(await noted()).toEqual([{ id: 1, text: "글" }]);
  await runTogether(pool, [note(2), rename(1, "다른 글"), note(3)]);
  expect((await noted()).map(({ id }) => id)).toEqual([1, 2, 3]);
});

it("rolls all of them back when the commit fails", async () => {
  const failure = await failureOf(runTogether(pool, [note(1, "글", 7), note(2, "글", 7)]));
  expect(failure).toMatchObject({ at: 2, cause: { constraint: "late" } });
  expect(await noted()).toEqual([]);
});

it("rolls all of them back when a statement has a syntax error", async () => {
  const failure = await failureOf(runTogether(pool, [note(1), { text: "SELEC 1", values: [] }, note(2)]));
  expect(failure).toMatchObject({ at: 1, cause: { code: "42601" } });
  expect(await noted()).toEqual([]);
});

it("waits for all of them and the commit with its own timeout, not the pool's", async () => {
  const hurried = new pg.Pool({ connectionString: database.url, query_timeout: 250 });
  const slow = (text: string) => ({ text: "SELECT pg_sleep(0.5), length($1::text)", values: [text] });
  for (const text of ["글", "글".repeat(20_000)]) {
    await runTogether(hurried, [slow(text)], 60_000);
    await expect(runTogether(hurried, [slow(text)])).rejects.toThrow(FailedStatement);
  }
  await hurried.end();
});

it("runs more statements than fit into one packet", async () => {
  const long = "글".repeat(20_000);
  await runTogether(pool, [note(1, long), rename(1, `${long}.`)]);
  expect(await noted()).toEqual([{ id: 1, text: `${long}.` }]);
  const failure = await failureOf(runTogether(pool, [note(2, long), note(1)]));
  expect(failure).toMatchObject({ at: 1, cause: { code: "23505" } });
  expect(await noted()).toHaveLength(1);
});

it("does not keep the plan of a table that has been replaced", async () => {
  await runTogether(pool, [note(1), copied([{ id: 2, text: null }])]);
  await pool.query("CREATE TABLE noted_next (LIKE noted INCLUDING ALL)");
  await pool.query(
    "BEGIN; ALTER TABLE noted RENAME TO noted_before; ALTER TABLE noted_next RENAME TO noted; COMMIT",
  );
  await runTogether(pool, [note(1), copied([{ id: 2, text: null }])]);
  expect((await noted()).map(({ id }) => id)).toEqual([1, 2]);
});

it("writes many rows by COPY between other statements, repeatedly on one connection", async () => {
  const odd = "tab\t backslash \\ 줄\n바꿈 \\. \r";
  const many = (from: number) =>
    Array.from({ length: 5000 }, (_, n) => ({ id: from + n, text: `${odd}${n}` }));
  await runTogether(pool, [note(1), copied(many(10_000)), rename(10_002, "다른 글")]);
  await runTogether(pool, [copied(many(20_000)), copied([{ id: 2, text: null }]), copied([])]);
  const rows = await noted();
  expect(rows).toHaveLength(10_002);
  expect(rows.slice(0, 5)).toEqual([
    { id: 1, text: "글" },
    { id: 2, text: null },
    { id: 10_000, text: `${odd}0` },
    { id: 10_001, text: `${odd}1` },
    { id: 10_002, text: "다른 글" },
  ]);
});

it.each([
  [
    "one of its rows is there already",
    [
      copied([
        { id: 2, text: "글" },
        { id: 1, text: "글" },
      ]),
    ],
    1,
    "23505",
  ],
  ["a value does not fit", [copied([{ id: 2, text: "\0" }])], 1, "22021"],
  ["its bytes are none", [copied([{ id: "많이", text: "글" }])], 1, "22P04"],
  ["its table is not there", [copied([{ id: 1, text: null }], "lost")], 1, "42P01"],
  ["a statement before it fails", [note(1), copied([{ id: 2, text: "글".repeat(100_000) }])], 1, "23505"],
  ["a statement after it fails", [copied([{ id: 2, text: "글" }]), note(2)], 2, "23505"],
])("does none of them when, of COPY, %s", async (_, statements, at, code) => {
  await runTogether(pool, [note(1)]);
  const failure = await failureOf(runTogether(pool, [note(3), ...statements, note(4)]));
  expect(failure).toBeInstanceOf(FailedStatement);
  expect(failure).toMatchObject({ at, cause: { code } });
  expect((await noted()).map(({ id }) => id)).toEqual([1]);
  await runTogether(pool, [copied([{ id: 2, text: "글" }])]);
  expect((await noted()).map(({ id }) => id)).toEqual([1, 2]);
});
