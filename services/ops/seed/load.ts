import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import type { EventDefinition } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";
import { eventId } from "../../event-store/event-id.ts";
import { appendExisting, type ExistingEvent } from "../../event-store/postgres/bulk-append.ts";
import { learnStatistics } from "../../platform/database/statistics.ts";
import type { KeyRing } from "../../platform/privacy/member-keys.ts";
import { encryptPersonal, subjectsOf } from "../../platform/privacy/recorded-data.ts";
import type { Fact } from "./facts.ts";

const perTransaction = 5000;
/** Number of events created before other work may run: a few milliseconds. */
const inOneGo = 100;

/**
 * Appends events as the system would: validated against the catalogue, personal fields encrypted, each with its own
 * command. The next batch is created while one is written. Returns the number of events.
 */
export async function loadFacts(
  { pool, keys }: { readonly pool: pg.Pool; readonly keys: KeyRing },
  facts: Iterable<Fact>,
  onBatch: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for (const batch of batches(facts)) {
    await createKeys(keys, batch);
    const memberKeys = await keys.of([...new Set(batch.flatMap(subjectsOfFact))]);
    const events: ExistingEvent[] = [];
    for (const fact of batch) {
      // Lets the write in progress proceed.
      if (events.length % inOneGo === 0) await turn();
      events.push(existingEvent(fact, memberKeys));
    }
    await writing;
    done += events.length;
    onBatch(done);
    writing = appendExisting(pool, events);
    writing.catch(() => {});
  }
  await writing;
  await learnStatistics(pool);
  return done;
}

function* batches(facts: Iterable<Fact>): Generator<Fact[]> {
  let batch: Fact[] = [];
  for (const fact of facts) {
    batch.push(fact);
    if (batch.length < perTransaction) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const definitionOf = ({ event }: Fact): EventDefinition => eventCatalogue[event.type];
const subjectsOfFact = (fact: Fact) => subjectsOf(definitionOf(fact), fact.event.data);

const createKeys = (keys: KeyRing, batch: readonly Fact[]): Promise<void> =>
  keys.createAll(
    batch.flatMap(({ event }) => (event.type === "MemberSignedUp" ? [event.data.memberId] : [])),
  );

function existingEvent(fact: Fact, memberKeys: ReadonlyMap<string, Uint8Array>): ExistingEvent {
  const { stream, revision, event, actor, at, commandId = randomUUID() } = fact;
  const { type } = event;
  const definition = definitionOf(fact);
  const data = definition.data.parse(event.data);
  for (const subject of subjectsOfFact(fact))
    if (!memberKeys.has(subject)) throw new Error(`member ${subject} has no key`);
  return {
    eventId: eventId(commandId, 0),
    stream,
    revision,
    type,
    schemaVersion: definition.version,
    data: encryptPersonal(definition, data, memberKeys, { type, stream, commandId }),
    meta: { commandId, causationId: commandId, correlationId: commandId, actor },
    occurredAt: at.toISOString(),
  };
}
