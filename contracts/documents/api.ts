/**
 * Names and limits of `/documents`, where the managers of a team edit a day's problem together. Server and browser are
 * released together: this is not part of the wire contract.
 */

/** Path of the websocket, which speaks the y-websocket protocol; `?room=` names the document. */
export const documentsPath = "/documents";

/** First subprotocol; the second is the access token, so that no address contains it. */
export const documentsProtocol = "algomoim";

/** Identifies the saved state of a problem; null while the day has none. */
type SavedProblem = { readonly subjectId: number; readonly revision: number } | null;

/** The room of one saved state of a day's problem, because a stock Yjs client would merge updates of another state. */
export const subjectRoom = (teamId: number, date: string, saved: SavedProblem) =>
  `subject/${teamId}/${date}/${saved ? `${saved.subjectId}.${saved.revision}` : "new"}`;

/** First number of a message. Numbers below 10 belong to y-websocket. */
export const documentMessages = {
  sync: 0,
  awareness: 1,
  queryAwareness: 3,
  /** Client → server: an update with the initial content of an empty document. The server accepts one. */
  seed: 10,
  /** Client → server: a number. Server → client: the same number, once everything sent before it is stored. */
  kept: 11,
} as const;

/** Codes in addition to those of contracts/live.ts: 4500–4999 end reconnecting. */
export const documentCloseCodes = {
  /** The document is full, or too expensive to process; the last update is not stored. */
  full: 4505,
  /** The day is too far away for a new problem. */
  dayTooFar: 4507,
  /** The problem was saved or deleted: this room belongs to a former state of it. */
  savedMeanwhile: 4510,
} as const;

/** The document contains a compressed picture of 1 MB beside the text. */
const documentBytes = 2 * 1024 * 1024;

/** Bytes, counts, milliseconds, days. */
export const documentLimits = {
  documentBytes,
  /** A whole document in one message with its framing; above that ws closes with 1009. */
  messageBytes: documentBytes + 64 * 1024,
  /** Of updates that depend on others which have not arrived. */
  pendingBytes: 64 * 1024,
  clientsPerRoom: 50,
  connectionsPerMember: 20,
  /** Days before and after today; a saved problem can be edited on any day. */
  daysAround: 366,
  /** A message counts as one, and as one more for each `messageUnitBytes`. */
  messagesPerSecond: 200,
  messageUnitBytes: 64 * 1024,
  awarenessBytes: 4096,
  compactAfterUpdates: 200,
  /** Time limit for applying one update. */
  updateMs: 2000,
  /** Time limit for opening a document from its log. */
  loadMs: 10_000,
  /** How long a member, or a room, that has exceeded one of these is refused. */
  banMs: 600_000,
  pollMs: 2000,
  heartbeatMs: 10_000,
  /** From the upgrade to an open room. */
  openMs: 15_000,
  /** Bytes passed to a socket and not sent yet. */
  bufferedBytes: 8 * 1024 * 1024,
  /** How long a document with only its initial content is kept. */
  unchangedRetentionDays: 7,
  /** How long other documents are kept after their last change. */
  retentionDays: 365,
} as const;
export type DocumentLimits = { readonly [K in keyof typeof documentLimits]: number };
