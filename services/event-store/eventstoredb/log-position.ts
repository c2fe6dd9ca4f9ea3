import type { Checkpoint } from "../event-store.ts";

/** Position of an event in `$all` of EventStoreDB. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Sorts before every event of the product, because the first record of a log is a system event. */
export const startOfAll: Checkpoint = "0/0";

export const checkpointOf = ({ commit, prepare }: LogPosition): Checkpoint => `${commit}/${prepare}`;

/** @throws when the text is not a checkpoint of this kind of log */
export function parseLogPosition(checkpoint: Checkpoint): LogPosition {
  const match = /^(\d{1,20})\/(\d{1,20})$/.exec(checkpoint);
  if (!match) throw new Error(`${checkpoint} is not a checkpoint of this log`);
  return { commit: BigInt(match[1] ?? 0), prepare: BigInt(match[2] ?? 0) };
}

export function compareLogPositions(a: LogPosition, b: LogPosition): number {
  const [left, right] = a.commit === b.commit ? [a.prepare, b.prepare] : [a.commit, b.commit];
  return left === right ? 0 : left < right ? -1 : 1;
}

export const compareCheckpoints = (a: Checkpoint, b: Checkpoint): number =>
  compareLogPositions(parseLogPosition(a), parseLogPosition(b));
