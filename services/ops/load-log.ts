import type pg from "pg";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { buildToHead } from "#projections/rebuild";
import type { Storage } from "../app/storage.ts";
import { deliver } from "../delivery/deliver.ts";
import type { Checkpoint } from "../event-store/event-store.ts";
import { appendExisting, type ExistingEvent } from "../event-store/postgres/bulk-append.ts";
import { notify } from "../inbox/reactors.ts";
import { type IdKind, sequences } from "../platform/database/ids.ts";
import { patient } from "../platform/database/patient.ts";
import { learnStatistics } from "../platform/database/statistics.ts";
import type { Context } from "./command.ts";
import { meter } from "./printer.ts";

export interface Target extends Pick<Storage, "store" | "replay"> {
  readonly pool: pg.Pool;
}

/**
 * Appends events that were accepted elsewhere to a log in PostgreSQL that no system uses, raises the sequences of ids
 * above theirs and builds the read models. Returns the number of events appended.
 */
export async function loadLog(
  target: Target,
  name: string,
  batches: AsyncIterable<readonly ExistingEvent[]>,
  context: Pick<Context, "printer" | "signal">,
): Promise<number> {
  const { pool } = target;
  const report = meter(context.printer, name);
  let events = 0;
  for await (const batch of batches) {
    context.signal.throwIfAborted();
    await appendExisting(pool, batch);
    events += batch.length;
    report(events);
  }
  await raiseIds(pool);
  await passNotifications(pool, await target.store.head());
  await buildFromLog(target, context);
  return events;
}

/** Moves the reactors `notify` and `deliver` to the head of a loaded log, whose events must not notify again. */
export async function passNotifications(pool: pg.Pool, head: Checkpoint): Promise<void> {
  await pool.query(
    `INSERT INTO reactors (name, checkpoint, wrote) SELECT name, $2, $2 FROM unnest($1::text[]) AS name
     ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, wrote = excluded.wrote`,
    [[notify, deliver], head],
  );
}

/** Updates the planner's statistics and builds all read models of a log that was not written by commands. */
export async function buildFromLog(
  { pool, store, replay }: Target,
  { printer, signal }: Pick<Context, "printer" | "signal">,
): Promise<void> {
  await prepareReadModels(pool, readModels, store.start);
  await learnStatistics(pool);
  await buildToHead({ store, replay, pool }, readModels, { signal, onProgress: printer.progress });
}

const fields: Readonly<Record<IdKind, string>> = {
  team: "teamId",
  article: "articleId",
  recruitment: "recruitmentId",
  application: "applicationId",
  comment: "commentId",
};

/** Covers the whole log, because a load that was killed has not done this. */
async function raiseIds(pool: pg.Pool): Promise<void> {
  const raised = (Object.keys(fields) as IdKind[]).map((kind) => {
    const highest = `(SELECT max((data->>'${fields[kind]}')::bigint) FROM events)`;
    const sequence = sequences[kind];
    return `SELECT setval('${sequence}', greatest(${highest}, last_value)) FROM ${sequence} WHERE ${highest} >= last_value`;
  });
  await pool.query(patient(`SET LOCAL statement_timeout = 0; ${raised.join("; ")}`));
}
