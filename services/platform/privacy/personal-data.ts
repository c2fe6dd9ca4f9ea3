import { setTimeout as pause } from "node:timers/promises";
import type { Definitions } from "#contracts/event";
import {
  type Appended,
  type Batch,
  type CommandRecord,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  StoreUnavailable,
  WrongRevision,
} from "../../event-store/event-store.ts";
import { checkedEvent } from "./checked-event.ts";
import type { KeyRing } from "./member-keys.ts";
import { cachedKeys, type KeysFor, readEvents, recordedSubjects } from "./read-events.ts";
import { encryptPersonal, subjectsOf } from "./recorded-data.ts";

/** A member's key has been destroyed: no personal data of the member can be written any more. */
export class MemberForgotten extends Error {
  readonly member: string;
  constructor(member: string) {
    super(`member ${member} has no key: they have withdrawn or never signed up`);
    this.name = "MemberForgotten";
    this.member = member;
  }
}

/** The only event that creates a member's key. */
const signUp = "MemberSignedUp";
const retryMs = 250;

/**
 * An event store whose events follow the catalogue: checked and with personal fields encrypted when written, decrypted
 * and upcast to the current schema version when read. Event types that the catalogue does not know pass through
 * unchanged.
 */
export function protect(store: EventStore, keys: KeyRing, catalogue: Definitions): EventStore {
  const readable = async (events: readonly RecordedEvent[], keysFor: KeysFor = keysNow) =>
    readEvents(events, catalogue, await keysFor(events));
  const keysNow: KeysFor = (events) => keys.of(recordedSubjects(events));

  /** Subscriptions at the same position get the same batch object, which is decrypted once for all of them. */
  const opening = new WeakMap<Batch, Promise<Batch>>();

  function readTogether(batch: Batch, keysFor: KeysFor): Promise<Batch> {
    const begun = opening.get(batch);
    if (begun) return begun;
    const opened = readable(batch.events, keysFor).then((events) => ({ ...batch, events }));
    opening.set(batch, opened);
    // The next subscription tries again.
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
      if (type === signUp) for (const member of subjectsOf(definition, data)) await keys.create(member);
    const subjects = new Set(checked.flatMap(({ definition, data }) => subjectsOf(definition, data)));
    const known = await keys.of([...subjects]);
    for (const member of subjects) if (!known.has(member)) throw new MemberForgotten(member);
    return checked.map(({ definition, ...event }) => ({
      ...event,
      data: encryptPersonal(definition, event.data, known, { type: event.type, stream, commandId }),
    }));
  }

  /** A second sign-up must not create another key for a withdrawn member. */
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
      const keysFor = options?.personal === "closed" ? noKeys : keysNow;
      return { ...slice, events: await readable(slice.events, keysFor) };
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
      const { forgetWithdrawn, keysFor } = cachedKeys(keys);
      for await (const batch of store.subscribe(after, signal)) {
        forgetWithdrawn(batch.events);
        const opened = await patiently(() => readTogether(batch, keysFor), signal);
        if (opened) yield opened;
      }
    },
  };
}

const noKeys: KeysFor = async () => new Map();

/** Retries while the keys are unreachable; undefined when aborted. */
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
