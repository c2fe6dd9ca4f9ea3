import { once } from "node:events";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { type AnyProjection, projection, tableOf, upsert } from "#projections/projection";
import { createProgress } from "#projections/projector/progress";
import { createReadModelSql, prepareReadModels } from "#projections/projector/schema";
import { createProjector } from "#projections/runner";
import { listeningOn } from "#services/event-store/listening";
import { postgresEventStore } from "#services/event-store/postgres";
import type { Figures } from "./figures.ts";
import { filled, fillLog, withLog } from "./set-up.ts";
import { medianOfRounds } from "./statistics.ts";

const { events } = filled;
const rounds = 3;
const patienceMs = 300_000;

/** Names of the system's read models, since others have no live channel; the tables are these. */
const rowPerEvent = projection({
  name: "team-members",
  version: 1,
  table: {
    columns: { event_id: "uuid", team_id: "bigint", member_id: "uuid", at: "timestamptz" },
    key: ["event_id"],
    indexes: [],
  },
  handlers: {
    MemberJoined: ({ teamId, memberId }, { eventId, occurredAt }) => [
      upsert({ event_id: eventId, team_id: teamId, member_id: memberId, at: occurredAt }),
    ],
  },
  touches: () => [],
});

const rowPerStream = projection({
  name: "team-page",
  version: 1,
  table: {
    columns: { team_id: "bigint", last_member_id: "uuid", at: "timestamptz" },
    key: ["team_id"],
    indexes: [],
  },
  handlers: {
    MemberJoined: ({ teamId, memberId }, { occurredAt }) => [
      upsert({ team_id: teamId, last_member_id: memberId, at: occurredAt }),
    ],
  },
  touches: () => [],
});

/**
 * A log of 200,000 events of 200 streams that take turns, applied by the projector in the batches of its subscription,
 * each in a transaction of its own: to a model with a row per event, then to one with a row per stream. Beside them binary
 * COPY of the same 200,000 rows into a table like the first one, in one transaction. Interleaved rounds; medians.
 */
export async function benchApply({ atLeast }: Figures): Promise<void> {
  await withLog(async ({ pool }) => {
    await fillLog(pool);
    const perEvent: number[] = [];
    const perStream: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      perEvent.push(await apply(pool, rowPerEvent));
      perStream.push(await apply(pool, rowPerStream));
      beside.push(await copyBeside(pool));
    }
    const unit = "events/s";
    atLeast(0.1, { what: "row per event", unit, ...medianOfRounds(perEvent, beside) });
    atLeast(0.25, { what: "row per stream", unit, ...medianOfRounds(perStream, beside) });
  });
}

/** Events per second from the start of the projector until its read model has reached the head of the log. */
async function apply(pool: pg.Pool, model: AnyProjection): Promise<number> {
  await pool.query(`DROP TABLE IF EXISTS ${tableOf(model.name)}; DELETE FROM read_model_checkpoints`);
  const store = postgresEventStore(pool);
  const head = await store.head();
  // Empty tables of a long log would be built aside.
  await prepareReadModels(pool, [model], (await store.readAll(store.start, 1)).checkpoint);
  const progress = createProgress({ store, pool, listening: listeningOn(pool), projections: [model] });
  const projector = createProjector({ store, pool, projections: [model], log: () => {} });
  await progress.start();
  const began = performance.now();
  projector.start();
  const isThere = await progress.waitFor(head, patienceMs);
  const rate = (events * 1000) / (performance.now() - began);
  await projector.stop();
  await progress.stop();
  await store.close();
  if (!isThere) throw new Error(`${model.name} did not reach the head of the log`);
  return rate;
}

/** Rows per second. */
async function copyBeside(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    const parts: Buffer[] = [];
    for await (const part of client.query(copyTo("COPY team_members TO STDOUT (FORMAT binary)")))
      parts.push(part);
    await client.query(`DROP TABLE IF EXISTS beside; ${createReadModelSql("beside", rowPerEvent.table)}`);
    const began = performance.now();
    const into = client.query(copyFrom("COPY beside FROM STDIN (FORMAT binary)"));
    const finished = once(into, "finish");
    into.end(Buffer.concat(parts));
    await finished;
    return (events * 1000) / (performance.now() - began);
  } finally {
    client.release();
  }
}
