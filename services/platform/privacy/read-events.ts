import { type Definitions, type EventDefinition, NewerSchemaVersion, upcast } from "#contracts/event";
import type { RecordedEvent } from "../../event-store/event-store.ts";
import type { KeyRing } from "./member-keys.ts";
import { decryptPersonal, type Keys, recordedSubjectsOf, sealedParts } from "./recorded-data.ts";

/** The event with which a member's key is destroyed. */
const withdrawal = "MemberWithdrawn";
/** Maximum of cached keys per subscription. */
const maxCached = 20_000;

/** Looks up the keys of the members whose personal data the events contain. */
export type KeysFor = (events: readonly RecordedEvent[]) => Promise<Keys>;

/** Decrypts personal fields (null if the key is destroyed) and upcasts events to the current schema version. */
export function readEvents(
  events: readonly RecordedEvent[],
  catalogue: Definitions,
  keys: Keys,
): RecordedEvent[] {
  return events.map((event) => readEvent(event, catalogue[event.type], keys));
}

export function readEvent(
  event: RecordedEvent,
  definition: EventDefinition | undefined,
  keys: Keys,
): RecordedEvent {
  if (!definition) return event;
  if (event.schemaVersion > definition.version) throw new NewerSchemaVersion(event, definition.version);
  const data = decryptPersonal(event.data, keys, contextOf(event));
  const sealed = sealedParts(event.data, keys, contextOf(event));
  const today = { data: upcast(event, definition, data), schemaVersion: definition.version };
  return recorded(event, today, sealed);
}

/** The event as it is stored in the log, with its sealed parts. */
export function withSealed(event: RecordedEvent, keys: Keys): RecordedEvent {
  const sealed = sealedParts(event.data, keys, contextOf(event));
  return sealed.length === 0 ? event : recorded(event, event, sealed);
}

export function recordedSubjects(
  events: readonly RecordedEvent[],
  isWanted: (member: string) => boolean = () => true,
): string[] {
  const subjects = new Set<string>();
  for (const { data } of events) {
    for (const member of recordedSubjectsOf(data)) if (isWanted(member)) subjects.add(member);
  }
  return [...subjects];
}

/**
 * Keys for a reader that follows the log: looked up once and kept until the log contains the withdrawal. Later events
 * are decrypted with the keys that exist then, so that the cache makes nothing readable that a reader without it could
 * not read.
 */
export function cachedKeys(keys: KeyRing) {
  const cache = new Map<string, Uint8Array>();
  return {
    forgetWithdrawn(events: readonly RecordedEvent[]): void {
      const withdrawn = events
        .filter(({ type }) => type === withdrawal)
        .map(({ data }) => String(data["memberId"]));
      for (const member of withdrawn) cache.delete(member);
      keys.forget(withdrawn);
    },
    keysFor: (async (events) => {
      if (cache.size > maxCached) cache.clear();
      const unknown = recordedSubjects(events, (member) => !cache.has(member));
      for (const [member, key] of await keys.of(unknown)) cache.set(member, key);
      return cache;
    }) satisfies KeysFor,
  };
}

/**
 * Property by property: `...event` with one more property takes a hundred times as long, and a replay does it for the
 * whole log.
 */
function recorded(
  { eventId, stream, revision, checkpoint, type, meta, occurredAt }: RecordedEvent,
  { data, schemaVersion }: Pick<RecordedEvent, "data" | "schemaVersion">,
  sealed: readonly (string | undefined)[],
): RecordedEvent {
  const event = { eventId, stream, revision, checkpoint, type, schemaVersion, data, meta, occurredAt };
  if (sealed[0] !== undefined) Object.assign(event, { sealed: sealed[0] });
  if (sealed.length > 1) Object.assign(event, { sealedParts: sealed });
  return event;
}

const contextOf = ({ type, stream, meta }: RecordedEvent) => ({ type, stream, commandId: meta.commandId });
