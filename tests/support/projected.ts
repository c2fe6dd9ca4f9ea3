import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import type { AnyProjection } from "#projections/projection";
import { changesOf } from "#projections/projector/apply";
import { checkChange } from "#projections/projector/check-change";
import type { Change, Row } from "#projections/projector/fold";
import type { RecordedEvent } from "#services/event-store/event-store";
import { examples } from "#tests/examples/all";
import { recorded } from "./recorded.ts";

/** An event whose personal fields cannot be decrypted any more. */
interface WithoutKey {
  readonly withoutKey: DomainEvent;
}
type Given = DomainEvent | WithoutKey;

/** Time of the n-th of the given events, counted from 1. */
export const at = (n: number): string => new Date(Date.UTC(2025, 8, 3, 12, 29 + n)).toISOString();
/** Position of the n-th of the given events, or of one of several rows that it makes. */
export const positionOf = (n: number, index = 0): string =>
  `${[1, 700, n].map((part) => String(part).padStart(20, "0")).join(".")}-00${index}`;
/** The encrypted part of the n-th of the given events. */
export const sealedOf = (n: number): string => `sealed ${n}`;

/** The event as a read model receives it: sealed where personal fields can be decrypted. */
function received(given: Given, n: number): RecordedEvent {
  const event = "withoutKey" in given ? given.withoutKey : given;
  return { ...recorded(event, n), occurredAt: at(n), ...(event === given && { sealed: sealedOf(n) }) };
}

const hasAll = (row: Row, part: Row) =>
  Object.entries(part).every(([column, value]) => isDeepStrictEqual(row[column], value));

/** What the database does with a change (projector/write.ts). */
function apply(rows: readonly Row[], { key }: AnyProjection["table"], change: Change): readonly Row[] {
  if (change.change === "upsert") {
    const ofKey = Object.fromEntries(key.map((column) => [column, change.row[column]]));
    const isKnown = rows.some((row) => hasAll(row, ofKey));
    return isKnown ? rows.map((row) => (hasAll(row, ofKey) ? change.row : row)) : [...rows, change.row];
  }
  const meant = "key" in change ? change.key : change.where;
  if (change.change === "delete" || change.change === "delete-where")
    return rows.filter((row) => !hasAll(row, meant));
  const changed = (row: Row): Row =>
    change.change === "increment"
      ? Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            name in change.by ? Number(value) + Number(change.by[name]) : value,
          ]),
        )
      : { ...row, ...change.set };
  return rows.map((row) => (hasAll(row, meant) ? changed(row) : row));
}

/** The rows of a read model after these events, in the order in which they were first written. */
export function rowsAfter(projection: AnyProjection, events: readonly Given[]): readonly Row[] {
  const columns = Object.keys(projection.table.columns);
  let rows: readonly Row[] = [];
  for (const [index, event] of events.entries())
    for (const change of changesOf(projection, received(event, index + 1))) {
      checkChange(projection.table, columns, change);
      rows = apply(rows, projection.table, change);
    }
  return rows;
}

/** After these events, the table has exactly these rows. */
export type RowsRule = readonly [title: string, given: readonly Given[], rows: readonly Row[]];

const eventOf = (given: Given) => ("withoutKey" in given ? given.withoutKey : given);

/** One test for each rule of a read model, and one that no event without a rule changes its rows. */
export function itProjects(projection: AnyProjection, rules: readonly RowsRule[]): void {
  it.each(rules)("%s", (_title, given, rows) => expect(rowsAfter(projection, given)).toEqual(rows));

  it("keeps its rows at all other events", () => {
    const known = new Set<string>(rules.flatMap(([, given]) => given.map((each) => eventOf(each).type)));
    const others = examples.filter(({ type }) => !known.has(type));
    for (const event of others) expect(changesOf(projection, received(event, 1)), event.type).toEqual([]);
  });
}

/** One test that a read model touches these live channels (keys) by these events, and none by any other. */
export function itTouches(
  projection: AnyProjection,
  touched: readonly (readonly [keys: readonly string[], ...events: DomainEvent[]])[],
): void {
  it("touches its live channels, and none at other events", () => {
    for (const [keys, ...events] of touched)
      for (const event of events) expect(projection.touches(event), event.type).toEqual(keys);
    const known = new Set<string>(touched.flatMap(([, ...events]) => events.map(({ type }) => type)));
    for (const event of examples.filter(({ type }) => !known.has(type)))
      expect(projection.touches(event), event.type).toEqual([]);
  });
}
