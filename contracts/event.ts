import type { z } from "zod";

/** What a kind of event holds and how its older versions are read. Events are stored for ever. */
export interface EventDefinition<D extends z.ZodObject = z.ZodObject> {
  /** Schema version written today; a stored newer one stops the reader. */
  readonly version: number;
  readonly data: D;
  /**
   * Fields that stand in the log only encrypted, with the key of the member that field `subject` names
   * (docs/decisions/identity.md). They are null once that key has been destroyed.
   */
  readonly personal?: { readonly subject: string; readonly fields: readonly string[] };
  /** `upcasters[n]` turns the data of version n into that of version n + 1. Pure. */
  readonly upcasters?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}

export const event = <D extends z.ZodObject>(
  version: number,
  data: D,
  rest: Omit<EventDefinition<D>, "version" | "data"> = {},
): EventDefinition<D> => ({ version, data, ...rest });

export type Definitions = Readonly<Record<string, EventDefinition>>;

/** The union of `{ type, data }` that a set of definitions describes. */
export type EventOf<Defs extends Definitions> = {
  [T in keyof Defs & string]: { readonly type: T; readonly data: z.output<Defs[T]["data"]> };
}[keyof Defs & string];
