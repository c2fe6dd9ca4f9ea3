import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { asideOf, patch, projection, remove, upsert } from "../projection.ts";
import { foldEvents } from "../projector/apply.ts";
import { createTableSql } from "../projector/schema.ts";
import { allAtOnce } from "../projector/transaction.ts";
import { loadOf, statementsOfLoad } from "./load.ts";

const boxes = projection({
  name: "team-page",
  version: 1,
  table: {
    columns: { team_id: "bigint", label: "text null", inside: "jsonb null" },
    key: ["team_id"],
    indexes: [],
  },
  handlers: {
    TeamCreated: ({ teamId, name }) => [upsert({ team_id: teamId, label: name, inside: [name] })],
    TeamInfoChanged: ({ teamId, name }) => [patch({ team_id: teamId }, { label: name })],
    TeamDeleted: ({ teamId }) => [remove({ team_id: teamId })],
  },
  touches: () => [],
});

type Told = readonly [type: keyof typeof boxes.handlers, teamId: number, name?: string];

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  await database.pool.query(createTableSql(asideOf(boxes.name), boxes.table));
});
afterAll(() => database.close());

async function write(areNew: boolean, ...told: readonly Told[]): Promise<void> {
  const events = told.map(([type, teamId, name], at) => ({
    ...{ eventId: "", stream: "", revision: at, checkpoint: `1.1.${at}`, type, schemaVersion: 1 },
    ...{ data: { teamId, name }, occurredAt: "2025-09-03T12:07:45.123Z" },
    meta: { commandId: "", causationId: "", correlationId: "", actor: "system" },
  }));
  const load = loadOf(boxes, foldEvents(boxes, events, "0.0.0", `1.1.${events.length}`));
  await allAtOnce(database.pool, statementsOfLoad(boxes, load, areNew));
}
const created = (from: number, to: number, name: string): Told[] =>
  Array.from({ length: to - from }, (_, at) => ["TeamCreated", from + at, name] as const);
const labels = async () => {
  const { rows } = await database.pool.query(
    `SELECT label, min(inside->>0) AS inside, count(*)::int AS n, min(team_id)::int AS first
     FROM ${asideOf(boxes.name)} GROUP BY label ORDER BY first`,
  );
  return rows.map(({ label, inside, n, first }) => [label, inside, n, first]);
};

it("many rows of which some are there already take the place of those, and what else a run did stands", async () => {
  const odd = 'ㄱ\t\\n"}\n\\N';
  await write(true, ...created(0, 100, odd));
  expect(await labels()).toEqual([[odd, odd, 100, 0]]);
  // The last ten and many new ones, some older ones changed or gone.
  await write(
    false,
    ...created(90, 160, "둘째"),
    ["TeamInfoChanged", 3, "바뀜"],
    ["TeamDeleted", 4],
    ["TeamDeleted", 159],
  );
  expect(await labels()).toEqual([
    [odd, odd, 88, 0],
    ["바뀜", odd, 1, 3],
    ["둘째", "둘째", 69, 90],
  ]);
  // Twice in one transaction, as when several read models meet rows of before.
  await allAtOnce(
    database.pool,
    ["셋째", "넷째"].flatMap((name) => {
      const rows = Array.from({ length: 60 }, (_, id) => ({ team_id: id, label: name, inside: null }));
      const step = { kind: "rows" as const, upserts: rows, updates: [], deletes: [] };
      const load = loadOf(boxes, { steps: [step], events: 60, checkpoint: "1.1.1" });
      return statementsOfLoad(boxes, load, false);
    }),
  );
  expect((await labels())[0]).toEqual(["넷째", null, 60, 0]);
});
