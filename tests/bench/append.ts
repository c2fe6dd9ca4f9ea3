import { randomUUID } from "node:crypto";
import { eventStoreDb } from "#services/event-store/eventstoredb";
import { EventStoreDbConnection } from "#services/event-store/eventstoredb/connection";
import { commandOf, numbered } from "../support/commands.ts";
import type { Figures } from "./figures.ts";
import { oneStatementClient } from "./pgbench.ts";
import { withLog } from "./set-up.ts";
import { calling, medianOfRounds, p99, type Rate } from "./statistics.ts";

const rounds = 5;
const seconds = 1;
const bars = [
  { callers: 1, bar: 0.45 },
  { callers: 8, bar: 0.65 },
  { callers: 32, bar: 1 },
];
const maxCallers = 32;

/** The same row as the product's append stores, into a table with the same columns and indexes. */
const insert = `
INSERT INTO events_beside
VALUES (1, pg_current_xact_id(), 1, 'bench-' || gen_random_uuid(), 0, gen_random_uuid(), 'Counted', 1, '{"n":1}',
  json_build_object('commandId', gen_random_uuid(), 'causationId', gen_random_uuid(), 'correlationId', gen_random_uuid(),
    'actor', 'system'), '2025-09-03T12:07:45.123Z')`;

const perSecond = (rate: Rate) => rate.perSecond;

/**
 * Appends of one event to many streams on a durable disk, as the product makes them: event, stream, command and answer,
 * place in the log announced. Beside it, in interleaved rounds of one run on the same server, one INSERT of the bare
 * event per commit. The ratios are medians over the rounds. Before them comes a round that does not count, in which V8
 * compiles what a server that runs has compiled.
 */
export async function benchAppend({ atLeast, atMost, note, remark }: Figures): Promise<void> {
  const client = await oneStatementClient();
  remark(`beside: one INSERT of the same event per commit, by ${client.name}`);
  await withLog(async ({ url, pool, store }) => {
    await pool.query("CREATE TABLE events_beside (LIKE events INCLUDING ALL)");
    const append = () => store.append(`bench-${randomUUID()}`, [numbered(1)], -1, commandOf());
    for (const { callers, bar } of bars) {
      const own: Rate[] = [];
      const beside: Rate[] = [];
      await calling(callers, seconds, append);
      for (let round = 0; round < rounds; round += 1) {
        beside.push(await client.run(url, insert, callers, seconds));
        own.push(await calling(callers, seconds, append));
      }
      atLeast(bar, {
        what: `appends of ${callers} caller${callers > 1 ? "s" : ""}`,
        unit: "per second",
        ...medianOfRounds(own.map(perSecond), beside.map(perSecond)),
      });
      if (callers < maxCallers) continue;
      const slowest = (rates: readonly Rate[]) => p99(rates.flatMap(({ milliseconds }) => milliseconds));
      atMost(1, {
        what: `p99 of ${callers} callers`,
        value: slowest(own),
        unit: "ms",
        limit: slowest(beside),
      });
    }
  });
  const eventStoreUrl = process.env.EVENTSTORE_URL;
  if (eventStoreUrl) await benchEventStoreDb(eventStoreUrl, { note, remark });
}

/**
 * The same appends to the EventStoreDB at EVENTSTORE_URL, including claims in PostgreSQL, compared with those of the
 * bare connection.
 */
async function benchEventStoreDb(
  url: string,
  { note, remark }: Pick<Figures, "note" | "remark">,
): Promise<void> {
  remark("beside: one append of the same event over the bare connection to EventStoreDB");
  const connection = new EventStoreDbConnection(url);
  await withLog(async ({ pool }) => {
    const store = eventStoreDb({ url, pool });
    const stream = () => `bench-${randomUUID()}`;
    const { type, data } = numbered(1);
    const metadata = { ...commandOf().meta, schemaVersion: 1, occurredAt: commandOf().occurredAt };
    const bare = () => connection.append(stream(), [{ id: randomUUID(), type, data, metadata }], -1);
    const append = () => store.append(stream(), [numbered(1)], -1, commandOf());
    for (const { callers } of bars) {
      const [own, beside]: [Rate[], Rate[]] = [[], []];
      await calling(callers, seconds, append);
      for (let round = 0; round < rounds; round += 1) {
        beside.push(await calling(callers, seconds, bare));
        own.push(await calling(callers, seconds, append));
      }
      note({
        what: `appends of ${callers} to EventStoreDB`,
        unit: "per second",
        ...medianOfRounds(own.map(perSecond), beside.map(perSecond)),
      });
    }
    await store.close();
  });
  connection.close();
}
