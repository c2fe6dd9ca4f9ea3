import type { Checkpoint } from "../event-store.ts";

/** Position in the log on PostgreSQL: epoch, then transaction, then number within the transaction. */
interface Position {
  readonly epoch: number;
  readonly txid: bigint;
  readonly seq: number;
}

export const startOfLog: Checkpoint = "0.0.0";

/** @throws when the text is not a checkpoint of this kind of log */
export function parsePosition(checkpoint: Checkpoint): Position {
  const match = /^(\d{1,5})\.(\d{1,20})\.(\d{1,10})$/.exec(checkpoint);
  if (!match) throw new Error(`${checkpoint} is not a checkpoint of this log`);
  return { epoch: Number(match[1]), txid: BigInt(match[2] ?? 0), seq: Number(match[3]) };
}

export function comparePositions(a: Position, b: Position): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.seq - b.seq;
}
