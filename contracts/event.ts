import { z } from "zod";

/**
 * A text that the program writes and no member types: a day, a time, a code, a digest, a sealed secret, the path of a
 * picture. tests/rules/typed-texts.spec.ts demands of every other text that it is personal or says whose it is.
 */
export const programText = z.string();

export interface PersonalFields {
  readonly subject: string;
  readonly fields: readonly string[];
}

/** The personal fields of a type of event, by their owners. */
export const personalFieldsOf = ({
  personal,
}: Pick<EventDefinition, "personal">): readonly PersonalFields[] =>
  personal === undefined ? [] : [personal].flat();

/** Describes a type of event and how its older versions are read. Events are stored forever. */
export interface EventDefinition<D extends z.ZodObject = z.ZodObject> {
  /** Current schema version; a reader stops at a newer stored one. */
  readonly version: number;
  readonly data: D;
  /**
   * Fields that are stored in the log only encrypted, with the key of the member in the field `subject`
   * (docs/decisions/identity.md). They are null once that key has been destroyed. Several if the fields belong to
   * several members.
   */
  readonly personal?: PersonalFields | readonly PersonalFields[];
  /**
   * `upcasters[n]` turns the data of version n into that of version n + 1. Pure. Adds fields before the spread: after it they
   * take V8 twenty times as long, a sixth of the time of applying a log.
   */
  readonly upcasters?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}

/** The log contains an event of a later version of this program, which this version would misinterpret. */
export class NewerSchemaVersion extends Error {
  readonly eventId: string;
  constructor({ type, eventId, schemaVersion }: StoredEvent, known: number) {
    super(
      `${type} ${eventId} has schema version ${schemaVersion}, this program knows ${known}: start a newer program`,
    );
    this.name = "NewerSchemaVersion";
    this.eventId = eventId;
  }
}

interface StoredEvent {
  readonly eventId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
}

/**
 * The data of a stored event in the current schema version; `data` is that of the event, decrypted where it is personal.
 * @throws NewerSchemaVersion | an error if a step is missing
 */
export function upcast(
  event: StoredEvent,
  { version: current, upcasters }: EventDefinition,
  data = event.data,
): Record<string, unknown> {
  if (event.schemaVersion > current) throw new NewerSchemaVersion(event, current);
  let result = data;
  for (let version = event.schemaVersion; version < current; version += 1) {
    const step = upcasters?.[version];
    if (!step) throw new Error(`${event.type} has no way from schema version ${version} to ${version + 1}`);
    result = step(result);
  }
  return result;
}

export const event = <D extends z.ZodObject>(
  version: number,
  data: D,
  rest: Omit<EventDefinition<D>, "version" | "data"> = {},
): EventDefinition<D> => ({ version, data, ...rest });

export type Definitions = Readonly<Record<string, EventDefinition>>;

/** The union of `{ type, data }` of a set of definitions. */
export type EventOf<Defs extends Definitions> = {
  [T in keyof Defs & string]: { readonly type: T; readonly data: z.output<Defs[T]["data"]> };
}[keyof Defs & string];
