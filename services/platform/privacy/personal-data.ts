import { setTimeout as pause } from "node:timers/promises";
import type { Definitions, EventDefinition } from "#contracts/event";
import {
  type Appended,
  type Batch,
  type CommandRecord,
  type EventStore,
  type KeptEventStore,
  type NewEvent,
  type RecordedEvent,
  StoreUnavailable,
  WrongRevision,
} from "../../event-store/event-store.ts";
import type { KeyRing } from "./member-keys.ts";
import { conceal, recordedSubjectOf, reveal, sealedPart, subjectOf } from "./recorded-data.ts";

/** An event that the catalogue does not allow to be written. Names the fields, never their contents. */
export class InvalidEvent extends Error {
  constructor(type: string, fault: string) {
    super(`${type} cannot be recorded: ${fault}`);
    this.name = "InvalidEvent";
  }
}

/** A member's key has been destroyed: nothing personal of theirs can be written any more. */
export class MemberForgotten extends Error {
  readonly member: string;
  constructor(member: string) {
    super(`member ${member} has no key: they have withdrawn or never signed up`);
    this.name = "MemberForgotten";
    this.member = member;
  }
}

/** The log holds an event of a later version of this program: reading on would misunderstand it. */
export class NewerSchemaVersion extends Error {
  readonly eventId: string;
  constructor(event: RecordedEvent, known: number) {
    super(
      `${event.type} ${event.eventId} has schema version ${event.schemaVersion}, this program knows ${known}: start a newer program`,
    );
    this.name = "NewerSchemaVersion";
    this.eventId = event.eventId;
  }
}

/** The one event that makes a member's key, and the one with which it is destroyed. */
const signUp = "MemberSignedUp";
const withdrawal = "MemberWithdrawn";
/** Keys that a subscription remembers, at most. */
const mostMet = 20_000;
const retryMs = 250;

/**
 * An event store whose events hold by the catalogue: checked and with personal fields encrypted when written,
 * decrypted and brought to today's schema version when read. Event types that the catalogue does not know pass
 * through as they are.
 */
export function protect(store: EventStore, keys: KeyRing, catalogue: Definitions): EventStore {
  const noKeys: ReadonlyMap<string, Uint8Array> = new Map();
  const closed = (events: readonly RecordedEvent[]) =>
    events.map((event) => readEvent(event, catalogue[event.type], noKeys));

  const keysNow: KeysFor = (events) => keys.of([...subjectsOf(events)]);
  const readable = (events: readonly RecordedEvent[], keysFor = keysNow) =>
    openEvents(events, catalogue, keysFor);

  /** Subscriptions that stand together get the same batch: it is opened once for all of them. */
  const opening = new WeakMap<Batch, Promise<Batch>>();

  function together(batch: Batch, keysFor: KeysFor): Promise<Batch> {
    const begun = opening.get(batch);
    if (begun) return begun;
    const opened = readable(batch.events, keysFor).then((events) => ({ ...batch, events }));
    opening.set(batch, opened);
    // The next one who asks tries again.
    opened.catch(() => opening.delete(batch));
    return opened;
  }

  async function writable(
    stream: string,
    events: readonly NewEvent[],
    { commandId }: CommandRecord,
  ): Promise<NewEvent[]> {
    const checked = events.map((event) => checkedEvent(event, catalogue[event.type]));
    for (const { type, data, definition } of checked)
      if (type === signUp) await keys.create(subjectOf(definition, data) ?? "");
    const subjects = new Set(checked.map(({ definition, data }) => subjectOf(definition, data)));
    subjects.delete(undefined);
    const known = await keys.ofWriters(commandId, [...subjects] as string[]);
    return checked.map(({ definition, ...event }) => {
      const subject = subjectOf(definition, event.data);
      if (subject === undefined) return event;
      const key = known.get(subject);
      if (!key) throw new MemberForgotten(subject);
      return {
        ...event,
        data: conceal(definition, event.data, key, { type: event.type, stream, commandId }),
      };
    });
  }

  /** A second sign-up must not give a withdrawn member a key again. */
  async function refuseSecondSignUp(
    stream: string,
    events: readonly NewEvent[],
    command: CommandRecord,
  ): Promise<Appended | undefined> {
    if (!events.some(({ type }) => type === signUp)) return undefined;
    if ((await store.read(stream)).revision === -1) return undefined;
    const known = await store.command(command.commandId);
    if (known) return { outcome: "repeated", command: known };
    throw new WrongRevision(stream);
  }

  return {
    ...store,
    async read(stream, options) {
      const slice = await store.read(stream, options);
      const isClosed = options?.personal === "closed";
      return { ...slice, events: isClosed ? closed(slice.events) : await readable(slice.events) };
    },
    async append(stream, events, expected, command) {
      const refused = await refuseSecondSignUp(stream, events, command);
      if (refused) return refused;
      try {
        return await store.append(stream, await writable(stream, events, command), expected, command);
      } catch (error) {
        if (!(error instanceof MemberForgotten)) throw error;
        const known = await store.command(command.commandId);
        if (known) return { outcome: "repeated", command: known };
        throw error;
      }
    },
    async readAll(after, limit) {
      const batch = await store.readAll(after, limit);
      return { ...batch, events: await readable(batch.events) };
    },
    async *subscribe(after, signal) {
      const met = keysMet(keys);
      for await (const batch of store.subscribe(after, signal)) {
        met.forgetWithdrawn(batch.events);
        const opened = await patiently(() => together(batch, met.keysFor), signal);
        if (opened) yield opened;
      }
    },
  };
}

/** Event types by what somebody wants of them; what is of no type named here is as it stands in the log. */
export interface LookedAt {
  readonly opened: ReadonlySet<string>;
  /** Only `sealed`: the data are as they stand in the log. */
  readonly unopened: ReadonlySet<string>;
}

/** A log read by one who goes through it in its order and looks at the events of some types only. */
export type Replay = (types: LookedAt) => Pick<EventStore, "readAll" | "compare">;

/** Opens what is to be opened, as `protect` does. Keys are asked for once, as for a subscription. */
export const replayOf =
  (store: Readable, keys: KeyRing, catalogue: Definitions): Replay =>
  ({ opened, unopened }) => {
    const met = keysMet(keys);
    const readAll = inAdvance(store);
    return {
      compare: store.compare,
      async readAll(after, limit) {
        const batch = await readAll(after, limit);
        met.forgetWithdrawn(batch.events);
        const looked = batch.events.filter(({ type }) => unopened.has(type) || opened.has(type));
        const known = await met.keysFor(looked);
        const events = batch.events.map((event) => {
          if (unopened.has(event.type)) return withSealed(event, known);
          return opened.has(event.type) ? readEvent(event, catalogue[event.type], known) : event;
        });
        return { ...batch, events };
      },
    };
  };

type Readable = Pick<KeptEventStore, "readAll" | "compare" | "farBehind">;

/** Who replays goes on where the last batch ended: more comes while that is in use. */
function inAdvance(store: Readable): EventStore["readAll"] {
  const from = store.farBehind ?? aheadBy(store.readAll);
  let coming: { after: string; limit: number; batches: AsyncIterator<Batch> } | undefined;
  return async (after, limit) => {
    const goesOn = coming?.after === after && coming.limit === limit;
    const batches = (goesOn && coming?.batches) || from(after, limit)[Symbol.asyncIterator]();
    coming = undefined;
    const next = await batches.next();
    // Near the head; and what has failed says so here.
    if (next.done) return store.readAll(after, limit);
    coming = { after: next.value.checkpoint, limit, batches };
    return next.value;
  };
}

const aheadBy = (readAll: EventStore["readAll"]) =>
  async function* (after: string, limit: number): AsyncGenerator<Batch> {
    const following = (place: string) => readAll(place, limit).catch(() => undefined);
    for (let batch = await following(after); batch?.events.length; ) {
      const next = following(batch.checkpoint);
      yield batch;
      batch = await next;
    }
  };

async function openEvents(
  events: readonly RecordedEvent[],
  catalogue: Definitions,
  keysFor: KeysFor,
): Promise<RecordedEvent[]> {
  const known = await keysFor(events);
  return events.map((event) => readEvent(event, catalogue[event.type], known));
}

/** The keys of those whom events speak of personally. */
type KeysFor = (events: readonly RecordedEvent[]) => ReturnType<KeyRing["of"]>;

function subjectsOf(
  events: readonly RecordedEvent[],
  isWanted: (member: string) => boolean = () => true,
): ReadonlySet<string> {
  const subjects = new Set<string>();
  for (const { data } of events) {
    const member = recordedSubjectOf(data);
    if (member !== undefined && isWanted(member)) subjects.add(member);
  }
  return subjects;
}

/**
 * Keys as one who follows the log needs them: asked for once, until the log says that they are destroyed. What stands
 * behind that is opened with what is there by then, so nothing stays readable that would not be to a reader who asks
 * anew each time.
 */
function keysMet(keys: KeyRing) {
  const met = new Map<string, Uint8Array>();
  return {
    forgetWithdrawn(events: readonly RecordedEvent[]): void {
      for (const { type, data } of events) if (type === withdrawal) met.delete(String(data["memberId"]));
    },
    keysFor: async (events: readonly RecordedEvent[]): ReturnType<KeyRing["of"]> => {
      if (met.size > mostMet) met.clear();
      const unknown = subjectsOf(events, (member) => !met.has(member));
      for (const [member, key] of await keys.of([...unknown])) met.set(member, key);
      return met;
    },
  };
}

interface CheckedEvent extends NewEvent {
  readonly definition: EventDefinition;
}

function checkedEvent({ type, schemaVersion, data }: NewEvent, definition?: EventDefinition): CheckedEvent {
  if (!definition) throw new InvalidEvent(type, "the catalogue does not know it");
  if (schemaVersion !== definition.version)
    throw new InvalidEvent(type, `today's schema version is ${definition.version}, not ${schemaVersion}`);
  const parsed = definition.data.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join(".") || "data");
    throw new InvalidEvent(type, `wrong ${fields.join(", ")}`);
  }
  return { type, schemaVersion, data: parsed.data, definition };
}

function readEvent(
  event: RecordedEvent,
  definition: EventDefinition | undefined,
  keys: ReadonlyMap<string, Uint8Array>,
): RecordedEvent {
  if (!definition) return event;
  if (event.schemaVersion > definition.version) throw new NewerSchemaVersion(event, definition.version);
  const key = keyOf(event, keys);
  const data = reveal(event.data, key, whereaboutsOf(event));
  const sealed = sealedPart(event.data, key, whereaboutsOf(event));
  const today = { data: upcast(event, data, definition), schemaVersion: definition.version };
  return recorded(event, today, sealed);
}

function withSealed(event: RecordedEvent, keys: ReadonlyMap<string, Uint8Array>): RecordedEvent {
  const sealed = sealedPart(event.data, keyOf(event, keys), whereaboutsOf(event));
  return sealed === undefined ? event : recorded(event, event, sealed);
}

/** Property by property: `...event` with one more takes a hundred times as long, and who replays does it for the whole log. */
const recorded = (
  { eventId, stream, revision, checkpoint, type, meta, occurredAt }: RecordedEvent,
  { data, schemaVersion }: Pick<RecordedEvent, "data" | "schemaVersion">,
  sealed: string | undefined,
): RecordedEvent => {
  const event = { eventId, stream, revision, checkpoint, type, schemaVersion, data, meta, occurredAt };
  return sealed === undefined ? event : Object.assign(event, { sealed });
};

const keyOf = ({ data }: RecordedEvent, keys: ReadonlyMap<string, Uint8Array>) =>
  keys.get(recordedSubjectOf(data) ?? "");

const whereaboutsOf = ({ type, stream, meta }: RecordedEvent) => ({
  type,
  stream,
  commandId: meta.commandId,
});

function upcast(event: RecordedEvent, data: NewEvent["data"], definition: EventDefinition): NewEvent["data"] {
  let result: Record<string, unknown> = data;
  for (let version = event.schemaVersion; version < definition.version; version += 1) {
    const step = definition.upcasters?.[version];
    if (!step) throw new Error(`${event.type} has no way from schema version ${version} to ${version + 1}`);
    result = step(result);
  }
  return result;
}

/** Keeps trying while the keys cannot be reached; undefined when aborted. */
async function patiently<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await pause(retryMs);
    }
  }
  return undefined;
}
