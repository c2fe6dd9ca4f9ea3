import type { Checkpoint } from "../event-store.ts";

/** Where an event stands in `$all` of EventStoreDB. */
export interface LogPlace {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Before every event of the product: the first record of a log is the server's own. */
export const startOfAll: Checkpoint = "0/0";

/** What servers send where there is no place yet, such as the checkpoint of an empty log. */
export const noPlace = 2n ** 64n - 1n;

export const checkpointOf = ({ commit, prepare }: LogPlace): Checkpoint => `${commit}/${prepare}`;

/**
 * A checkpoint without a place, as former versions stored it, is the start.
 * @throws when the text is no checkpoint of this kind of log
 */
export function parseLogPlace(checkpoint: Checkpoint): LogPlace {
  const match = /^(\d{1,20})\/(\d{1,20})$/.exec(checkpoint);
  if (!match) throw new Error(`${checkpoint} is no checkpoint of this log`);
  const place = { commit: BigInt(match[1] ?? 0), prepare: BigInt(match[2] ?? 0) };
  return place.commit === noPlace ? { commit: 0n, prepare: 0n } : place;
}

export function compareLogPlaces(a: LogPlace, b: LogPlace): number {
  const [left, right] = a.commit === b.commit ? [a.prepare, b.prepare] : [a.commit, b.commit];
  return left === right ? 0 : left < right ? -1 : 1;
}

export const compareCheckpoints = (a: Checkpoint, b: Checkpoint): number =>
  compareLogPlaces(parseLogPlace(a), parseLogPlace(b));
