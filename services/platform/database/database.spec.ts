import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "#tests/support/database";
import { checkDatabase } from "./check-database.ts";
import { connectWithoutLimits, openDatabase } from "./database.ts";
import { oneProcessAtATime } from "./one-process.ts";

const db = await testDatabase<Record<string, never>>({ migrations: [] });
afterAll(() => db.close());

it("returns numbers, ISO times in UTC and plain dates, whatever time zone and DateStyle the database has", async () => {
  const own = await testDatabase<Record<string, never>>({ migrations: [] });
  onTestFinished(() => own.close());
  const name = new URL(own.url).pathname.slice(1);
  await own.pool.query(`ALTER DATABASE "${name}" SET DateStyle = 'German'`);
  await own.pool.query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Seoul'`);
  const later = openDatabase(own.url);
  const { rows } = await later.pool.query(
    `SELECT count(*) AS count, 1.5::numeric AS ratio, '2025-09-03T21:07:45.123+09:00'::timestamptz AS at,
            '2025-09-03'::date AS day, '{1,NULL}'::bigint[] AS ids, '{2025-09-03}'::date[] AS days`,
  );
  await later.close();
  const day = "2025-09-03";
  const at = "2025-09-03T12:07:45.123Z";
  expect(rows).toEqual([{ count: 1, ratio: 1.5, at, day, ids: [1, null], days: [day] }]);
});

describe("a named statement", () => {
  const query = (name: string, text: string, parameters: unknown[] = []): CompiledQuery =>
    Object.assign({ name }, CompiledQuery.raw(text, parameters));
  const named = (name: string, text: string, ...parameters: unknown[]) =>
    db.kysely.executeQuery(query(name, text, parameters));

  it("returns the same rows as without a name", async () => {
    const values = [7, 'a "b" \\c', true, null, [1, null], ["x,y", '"'], "2025-09-03"];
    const text = `SELECT $1::bigint AS id, $2::text AS "aText", $3::boolean AS flag, $4::text AS nothing, $5::bigint[] AS ids,
      $6::text[] AS texts, $7::date AS day, now() - now() AS span, '{"a":[1]}'::json AS data, timestamptz 'epoch' AS at
      FROM generate_series(1, 2)`;
    const { rows } = await db.pool.query(text, values);
    expect(rows).toHaveLength(2);
    for (let round = 0; round < 3; round += 1)
      expect((await named("all types", text, ...values)).rows).toEqual(rows);
    expect((await named("no rows", "SELECT 1 AS one WHERE false")).rows).toEqual([]);
  });

  it("is prepared once per connection, and pipelined with others of its turn", async () => {
    const own = openDatabase<Record<string, never>>(db.url, { max: 1 });
    onTestFinished(() => own.close());
    const ask = () => own.kysely.executeQuery(query("q", "SELECT 1 AS one"));
    await Promise.all([ask(), ask(), ask()]);
    const { rows } = await own.pipeline.pool.query("SELECT name FROM pg_prepared_statements");
    expect(rows).toEqual([{ name: "q" }]);
  });

  it("returns the current columns after a change, on every connection", async () => {
    await db.pool.query("CREATE TABLE shapes AS SELECT 1 AS a, 'two' AS b");
    const all = () => named("shapes", "TABLE shapes");
    // Prepares the statement on every connection.
    await Promise.all(Array.from({ length: 40 }, all));
    await db.pool.query("ALTER TABLE shapes DROP a; ALTER TABLE shapes ADD c bigint DEFAULT 3");
    const answers = await Promise.all(Array.from({ length: 40 }, all));
    for (const { rows } of answers) expect(rows).toEqual([{ b: "two", c: 3 }]);
  });

  it("fails with the message of the database", async () => {
    await expect(named("wrong", "SELECT 1 / $1::int", 0)).rejects.toMatchObject({ code: "22012" });
    await expect(named("nonsense", "SELECT nothing")).rejects.toMatchObject({ code: "42703" });
    expect((await named("right", "SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });
});

it("divides its connections among the pool and the pipeline, each of which gets at least one", () => {
  for (const [max, own, pipelined] of [
    [20, 12, 8],
    [10, 6, 4],
    [2, 1, 1],
    [1, 1, 1],
  ]) {
    const { pool, pipeline } = openDatabase(db.url, { max: max as number });
    expect([pool.options.max, pipeline.pool.options.max]).toEqual([own, pipelined]);
  }
});

it("refuses transactions of the query builder", async () => {
  const begun = db.kysely.transaction().execute(async () => {});
  await expect(begun).rejects.toThrow("transactions are run by inTransaction");
});

it("does not change the parsers of other users of the driver", () => {
  expect(pg.types.getTypeParser(20)("1")).toBe("1");
});

it("survives a connection that breaks while idle", async () => {
  const { rows } = await db.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const other = new pg.Client({ connectionString: db.url });
  await other.connect();
  const cut = new Promise((resolve) => db.pool.once("remove", resolve));
  await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await other.end();
  await cut;
  expect((await db.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

describe("a client whose connection was lost", () => {
  it("is detected by keepalives on every connection, like a dead server", async () => {
    const asked = vi.spyOn(Socket.prototype, "setKeepAlive");
    onTestFinished(() => asked.mockRestore());
    const other = openDatabase(db.url);
    onTestFinished(() => other.close());
    const shown = `SELECT name, setting FROM pg_settings
      WHERE name IN ('tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout',
        'client_connection_check_interval')`;
    for (const { rows } of await Promise.all([other.pool.query(shown), other.pool.query(shown)]))
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        tcp_keepalives_idle: "30",
        tcp_keepalives_interval: "10",
        tcp_keepalives_count: "3",
        tcp_user_timeout: "60000",
        client_connection_check_interval: "2000",
      });
    expect(asked.mock.calls).toEqual([
      [true, 10_000],
      [true, 10_000],
    ]);
  });

  it("loses its locks soon, although its statement would continue to run", async () => {
    await db.pool.query("CREATE TABLE held ()");
    const dying = (await db.pool.connect()) as pg.PoolClient & { connection: { stream: Socket } };
    await dying.query("SET statement_timeout = 0");
    await dying.query("BEGIN; LOCK TABLE held");
    const running = dying.query("SELECT pg_sleep(600)").catch(() => {});
    const isRunning =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'";
    await vi.waitFor(async () => expect((await db.pool.query(isRunning)).rowCount).toBe(1));
    dying.connection.stream.destroy();
    await running;
    dying.release(true);
    await db.pool.query("TABLE held");
  });
});

it("connects a single client without time limits, whatever the database's limits are", async () => {
  const hasty = await testDatabase<unknown>({ migrations: [] });
  onTestFinished(() => hasty.close());
  await hasty.pool.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET statement_timeout = 100', current_database());
    EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = 100', current_database());
  END $$`);
  const single = await connectWithoutLimits(hasty.url);
  onTestFinished(() => single.end());
  const { rows } = await single.query(
    `SELECT current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  expect(rows).toEqual([{ statement: "0", idle: "0" }]);
});

it("closes the connection to a server that accepts it and then does not respond", async () => {
  let ended: Promise<unknown> | undefined;
  const asked = new Promise((resolve) => {
    const silent = createServer((socket) => {
      ended = once(socket, "close");
      socket.once("data", () => {
        socket.once("data", resolve);
        // AuthenticationOk and ReadyForQuery.
        socket.write(Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1"));
      });
    }).listen(0, () => {
      const { port } = silent.address() as AddressInfo;
      refused = connectWithoutLimits(`postgres://me@127.0.0.1:${port}/own`);
      refused.catch(() => {});
    });
    onTestFinished(() => void silent.close());
  });
  let refused: Promise<unknown> | undefined;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await asked;
  await vi.advanceTimersByTimeAsync(5000);
  await expect(refused).rejects.toThrow("timeout");
  await ended;
});

it("reports a broken single connection with its next query, without ending the process", async () => {
  const single = await connectWithoutLimits(db.url);
  const ended = new Promise((resolve) => single.once("end", resolve));
  const { rows } = await single.query("SELECT pg_backend_pid() AS pid");
  await db.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
  await ended;
  await expect(single.query("SELECT 1")).rejects.toThrow("not queryable");
  await single.end();
});

it("refuses an old PostgreSQL with a sentence, even one that does not know all settings", async () => {
  const old = await testDatabase<unknown>({ migrations: [] });
  onTestFinished(() => old.close());
  // Responds as PostgreSQL 13 does.
  await old.pool.query(`
    CREATE FUNCTION set_config(name text, value text, is_local boolean) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
      IF name = 'client_connection_check_interval' THEN
        RAISE undefined_object USING MESSAGE = 'unrecognized configuration parameter';
      END IF;
      RETURN pg_catalog.set_config(name, value, is_local);
    END $$;
    CREATE FUNCTION current_setting(name text, missing_ok boolean) RETURNS text LANGUAGE sql AS
      'SELECT pg_catalog.current_setting(nullif(name, ''client_connection_check_interval''), missing_ok)';
    CREATE FUNCTION current_setting(name text) RETURNS text LANGUAGE sql AS
      'SELECT CASE name WHEN ''server_version_num'' THEN ''130023'' ELSE pg_catalog.current_setting(name) END';
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$`);
  const later = openDatabase(old.url);
  onTestFinished(() => later.close());
  await expect(checkDatabase(later.pool)).rejects.toThrow("PostgreSQL 15 or newer is needed");
  expect((await later.pool.query("SHOW tcp_user_timeout")).rows).toEqual([{ tcp_user_timeout: "60000" }]);
});

it("waits for another process longer than a statement may take", async () => {
  const { pool, close } = openDatabase(db.url, { statementTimeoutMs: 50 });
  const first = await connectWithoutLimits(db.url);
  await first.query("SELECT pg_advisory_lock(hashtext('a job'))");
  const second = oneProcessAtATime(pool, "a job", async () => "done");
  second.catch(() => {});
  await vi.waitFor(async () => {
    // Longer than the timeout of this pool's clients.
    const waited = "now() - query_start > interval '2200 ms'";
    const { rowCount } = await first.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database() AND ${waited}`,
    );
    expect(rowCount).toBe(1);
  });
  await first.end();
  expect(await second).toBe("done");
  await close();
});
