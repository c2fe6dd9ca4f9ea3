import { type CompiledQuery, Kysely, PostgresDialect, type QueryResult } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import type { ReadModels } from "./database.ts";
import { prepared, preparedList } from "./prepared.ts";

type Run = CompiledQuery & { readonly name?: string };

/** A database that records statements instead of executing them. */
class Recording extends Kysely<ReadModels> {
  readonly runs: Run[] = [];
  constructor() {
    super({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
  }
  override async executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    this.runs.push(query);
    return { rows: [] };
  }
}

it("is built once, with constants in its text and the values of each execution in order", async () => {
  let built = 0;
  const names = prepared((db, { uuid, least }: { uuid: string; least: string }) => {
    built += 1;
    return db
      .selectFrom("member_card")
      .select("name")
      .where("name", ">", least)
      .where("state", "=", "it's")
      .where("uuid", "=", uuid)
      .where("explain", "!=", least)
      .limit(3);
  });
  const db = new Recording();
  await names(db, { uuid: "u1", least: "가" });
  await names(db, { uuid: "u2", least: "나" });
  expect(built).toBe(1);
  expect(db.runs[0]?.sql).toBe(
    `select "name" from "member_card" where "name" > $1 and "state" = 'it''s' and "uuid" = $2 and "explain" != $3 limit 3`,
  );
  expect(db.runs.map(({ parameters }) => parameters)).toEqual([
    ["가", "u1", "가"],
    ["나", "u2", "나"],
  ]);
  expect(new Set(db.runs.map(({ name, sql }) => `${name} ${sql}`)).size).toBe(1);
});

it("has a separate statement for the first page of a list", async () => {
  const teams = preparedList(6, (db, _: object, { size, offset }) =>
    db.selectFrom("team_page").select("team_id").limit(size).offset(offset),
  );
  const db = new Recording();
  for (const [size, offset] of [
    [6, 0],
    [6, 6],
    [20, 0],
    [6, 0],
  ] as const)
    await teams(db, { size, offset });
  const list = `select "team_id" from "team_page" limit`;
  expect(db.runs.map(({ sql, parameters }) => [sql, ...parameters])).toEqual([
    [`${list} 6 offset 0`],
    [`${list} $1 offset $2`, 6, 6],
    [`${list} $1 offset $2`, 20, 0],
    [`${list} 6 offset 0`],
  ]);
  expect(db.runs.map(({ name }) => db.runs.findIndex((run) => run.name === name))).toEqual([0, 1, 1, 0]);
});
