import type { EventLog, LogRecord } from "./log.ts";
import { type ReadReq, type ReadResp, shared, streams } from "./protocol.ts";

type Options = ReadReq.Options;

/** Records that a read of a stream or of `$all` returns, in its direction; undefined if the stream does not exist. */
export function recordsFor(log: EventLog, options: Options): readonly LogRecord[] | undefined {
  const isBackwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const found = options.hasStream() ? ofStream(log, options, isBackwards) : ofAll(log, options, isBackwards);
  return found?.slice(0, Number(options.getCount() || Number.MAX_SAFE_INTEGER));
}

function ofStream(log: EventLog, options: Options, isBackwards: boolean): LogRecord[] | undefined {
  const asked = options.getStream();
  const name = Buffer.from(asked?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8");
  const records = log.stream(name);
  if (records.length === 0) return undefined;
  const last = records.length - 1;
  const from = asked?.hasRevision() ? Number(asked.getRevision()) : asked?.hasEnd() ? last : 0;
  return isBackwards ? records.slice(0, from + 1).reverse() : records.slice(from);
}

/** Forwards the record at the position is the first; backwards it is excluded. */
function ofAll(log: EventLog, options: Options, isBackwards: boolean): LogRecord[] {
  const asked = options.getAll();
  const from = asked?.hasPosition() ? BigInt(asked.getPosition()?.getCommitPosition() ?? 0) : undefined;
  if (isBackwards)
    return log.records.filter(({ position }) => from === undefined || position < from).reverse();
  return log.records.filter(({ position }) => from === undefined || position >= from);
}

/** Whether the filter of a subscription accepts a record. */
export function filterOf(options: Options): (record: LogRecord) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.getEventType() ?? filter.getStreamIdentifier();
  const textOf = (record: LogRecord) => (filter.hasEventType() ? record.type : record.stream);
  const pattern = new RegExp(expression?.getRegex() || "", "u");
  const prefixes = expression?.getPrefixList() ?? [];
  return (record) =>
    prefixes.length > 0
      ? prefixes.some((prefix) => textOf(record).startsWith(prefix))
      : pattern.test(textOf(record));
}

/** Number of records after which a filtered subscription gets its position. */
export const checkpointInterval = (options: Options): number =>
  (options.getFilter()?.getMax() || 32) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1);

export function eventMessage(record: LogRecord): ReadResp {
  const id = new shared.UUID();
  id.setString(record.id);
  const name = new shared.StreamIdentifier();
  name.setStreamName(Buffer.from(record.stream, "utf8"));
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(name);
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  recorded.getMetadataMap().set("type", record.type);
  recorded.getMetadataMap().set("content-type", record.contentType);
  // In units of 100 ns since 1970.
  recorded.getMetadataMap().set("created", "17000000000000000");
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(event);
}

/** Position of an event; a prepare position of 0 is between two events. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** -1 as servers send it: before every event. */
export const noPosition: Position = { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n };

export const positionOf = ({ position }: LogRecord): Position => ({ commit: position, prepare: position });

const signed = ({ commit, prepare }: Position) =>
  [BigInt.asIntN(64, commit), BigInt.asIntN(64, prepare)] as const;

export function isBehind(a: Position, b: Position): boolean {
  const [[commit, prepare], [other, otherPrepare]] = [signed(a), signed(b)];
  return commit > other || (commit === other && prepare > otherPrepare);
}

export function checkpointMessage({ commit, prepare }: Position): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(commit));
  checkpoint.setPreparePosition(String(prepare));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export function confirmationMessage(id: string): ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  return new streams.ReadResp().setConfirmation(confirmation);
}

export const caughtUpMessage = (): ReadResp =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export function notFoundMessage(options: Options): ReadResp {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(options.getStream()?.getStreamIdentifier());
  return new streams.ReadResp().setStreamNotFound(notFound);
}
