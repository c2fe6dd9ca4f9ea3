import type { DomainEvent, EventType } from "#contracts/events";
import type { View } from "#contracts/live";

/** SQL column types a read model may use; each maps to one TypeScript type in rows. */
export interface SqlTypes {
  text: string;
  bigint: number;
  integer: number;
  boolean: boolean;
  uuid: string;
  date: string;
  timestamptz: string;
  jsonb: unknown;
}
export type Column = keyof SqlTypes | `${keyof SqlTypes} null`;
export const sqlType = (column: Column): string => column.replace(/ null$/, "");
export type Columns = Readonly<Record<string, Column>>;

export type RowOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends `${infer T extends keyof SqlTypes} null`
    ? SqlTypes[T] | null
    : C[K] extends keyof SqlTypes
      ? SqlTypes[C[K]]
      : never;
};

/** The effect of an event on a read model. `key` contains exactly the columns of the table's primary key. */
export type RowChange<Row> =
  | { readonly change: "upsert"; readonly row: Row }
  | { readonly change: "patch"; readonly key: Partial<Row>; readonly set: Partial<Row> }
  | { readonly change: "increment"; readonly key: Partial<Row>; readonly by: Partial<Row> }
  | { readonly change: "delete"; readonly key: Partial<Row> }
  /** All rows whose columns equal `where`, which is not the key. */
  | { readonly change: "patch-where"; readonly where: Partial<Row>; readonly set: Partial<Row> }
  | { readonly change: "delete-where"; readonly where: Partial<Row> };

// NoInfer: the row type is inferred from where the change is used, never from its parts.
type Part<Row> = Partial<NoInfer<Row>>;
export const upsert = <Row>(row: NoInfer<Row>): RowChange<Row> => ({ change: "upsert", row });
export const patch = <Row>(key: Part<Row>, set: Part<Row>): RowChange<Row> => ({ change: "patch", key, set });
export const increment = <Row>(key: Part<Row>, by: Part<Row>): RowChange<Row> => ({
  change: "increment",
  key,
  by,
});
export const remove = <Row>(key: Part<Row>): RowChange<Row> => ({ change: "delete", key });
export const patchWhere = <Row>(where: Part<Row>, set: Part<Row>): RowChange<Row> => ({
  change: "patch-where",
  where,
  set,
});
export const removeWhere = <Row>(where: Part<Row>): RowChange<Row> => ({ change: "delete-where", where });

/** An event without its data. */
export interface EventMeta {
  readonly eventId: string;
  readonly checkpoint: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  /** Uuid of the acting member, or `system`. */
  readonly actor: string;
  /**
   * The event's personal fields, encrypted, for read models that decrypt them when they are read; null if the key is
   * destroyed.
   */
  readonly sealed: string | null;
  /** The same by owner, where the fields belong to several members, in the order of the event's definition. */
  readonly sealedParts?: readonly (string | undefined)[];
}

type DataOf<T extends EventType> = Extract<DomainEvent, { type: T }>["data"];

export type Handlers<Row> = {
  readonly [T in EventType]?: (data: DataOf<T>, meta: EventMeta) => readonly RowChange<Row>[];
};

interface Table<C extends Columns = Columns> {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  /** Secondary indexes as SQL after `ON <table>`: `(team_id, date DESC)`, `USING gin (name gin_trgm_ops)`. */
  readonly indexes: readonly string[];
}

/** Read models without live channels: their `touches` returns no keys. */
type Unwatched = "search-changes" | "inbox-sources" | "article-marks" | "reviews" | "removed-problems";
/** Read models whose changes are told by the view that shows them with others. */
type PartOfView = "promises" | "attendance";

/**
 * A read model: its table, the effect of each event on it (pure, no database), and the live channels that this touches.
 */
export interface Projection<C extends Columns = Columns> {
  /** kebab-case; the table has the same name in snake_case, and the live view, if there is one, the same name. */
  readonly name: View | Unwatched | PartOfView;
  /** The live view, if it has another name than the read model. */
  readonly view?: View;
  /** Raise it when table or handlers change: the read model is then rebuilt beside the serving one. */
  readonly version: number;
  readonly table: Table<C>;
  readonly handlers: Handlers<RowOf<C>>;
  /** Events whose personal fields its handlers do not read: builds need not decrypt them. */
  readonly unopened?: readonly EventType[];
  /** Keys of the live channels `<view>/<key>` that an event touches. */
  readonly touches: (event: DomainEvent) => readonly string[];
}

/** A projection with any columns, as the projector uses it. */
export interface AnyProjection extends Omit<Projection, "table" | "handlers"> {
  readonly table: {
    readonly columns: Columns;
    readonly key: readonly string[];
    readonly indexes: readonly string[];
  };
  readonly handlers: object;
}

/** The event types that some read models handle: those to decrypt, and those whose personal fields none reads. */
export function typesReadBy(projections: readonly AnyProjection[]) {
  const types = new Set(projections.flatMap(({ handlers }) => Object.keys(handlers)));
  const isOpened = (type: string) =>
    projections.some(
      ({ handlers, unopened = [] }) => type in handlers && !unopened.some((other) => other === type),
    );
  const [opened, unopened] = [true, false].map(
    (open) => new Set([...types].filter((type) => isOpened(type) === open)),
  ) as [Set<string>, Set<string>];
  return { opened, unopened };
}

/** `touches` of a read model whose channels are keyed by one field of these events; no channel if it is null. */
export function keyedBy(
  field: "articleId" | "authorId" | "memberId" | "recruitmentId" | "teamId",
  types: readonly EventType[],
): Projection["touches"] {
  const touching: ReadonlySet<string> = new Set(types);
  return ({ type, data }) => {
    const key = touching.has(type)
      ? (data as Partial<Record<typeof field, string | number | null>>)[field]
      : null;
    return key == null ? [] : [String(key)];
  };
}

/** Declares a read model and infers the row type of its handlers from the columns. */
export const projection = <const C extends Columns>(definition: Projection<C>): Projection<C> => definition;

/** The rows of a read model's table. */
export type RowsOf<P extends { readonly table: { readonly columns: Columns } }> = RowOf<
  P["table"]["columns"]
>;

/** The table of a read model. */
export const tableOf = (name: string): string => name.replaceAll("-", "_");
/** The table that is built beside the serving one. */
export const nextTableOf = (name: string): string => `${tableOf(name)}__next`;
