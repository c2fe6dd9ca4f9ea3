/**
 * Names and numbers of `/documents`, where the managers of a team edit a day's problem at once. Server and browser are
 * released together: nothing here is part of the wire contract.
 */

/** Path of the websocket, which speaks the protocol of y-websocket; `?room=` names the document. */
export const documentsPath = "/documents";

/** First subprotocol; the second is the access token, so that it stands in no address. */
export const documentsProtocol = "algomoim";

/** What identifies the saved state of a problem; null while the day has none. */
type SavedProblem = { readonly articleId: number; readonly revision: number } | null;

/** Of one saved state of a day's problem: a stock Yjs client never merges what belongs to another one. */
export const subjectRoom = (teamId: number, date: string, saved: SavedProblem) =>
  `subject/${teamId}/${date}/${saved ? `${saved.articleId}.${saved.revision}` : "new"}`;

/** First number of a message. Those below 10 are y-websocket's own. */
export const documentMessages = {
  sync: 0,
  awareness: 1,
  askAwareness: 3,
  /** Client → server: an update, the first content of an empty document. Of several one is taken. */
  seed: 10,
  /** Client → server: a number. Server → client: the same, once everything sent before it is stored. */
  kept: 11,
} as const;

/** Beside those of contracts/live.ts: 4500–4999 stop. */
export const documentCloseCodes = {
  /** The document is full, or takes too long to work on; what was sent last is not stored. */
  full: 4505,
  /** The day is too far away for a new problem. */
  dayTooFar: 4507,
  /** The problem was saved or deleted: this room belongs to a former state of it. */
  savedMeanwhile: 4510,
} as const;

/** A compressed picture of 1 MB lies in the document beside the text. */
const documentBytes = 2 * 1024 * 1024;

/** Bytes, counts, milliseconds, days. */
export const documentLimits = {
  documentBytes,
  /** A whole document in one message and what surrounds it; above that ws closes with 1009. */
  messageBytes: documentBytes + 64 * 1024,
  /** Of updates that build on others which have not arrived. */
  pendingBytes: 64 * 1024,
  clientsPerRoom: 50,
  connectionsPerMember: 20,
  /** Before and after today; a saved problem can be edited on any day. */
  daysAround: 366,
  /** A message counts as one, and as one more for each `messageUnitBytes`. */
  messagesPerSecond: 200,
  messageUnitBytes: 64 * 1024,
  awarenessBytes: 4096,
  compactAfterUpdates: 200,
  /** Time to apply one update. */
  updateMs: 2000,
  /** Time to open a document from its log. */
  loadMs: 10_000,
  /** How long a member, or a room, is refused that has exceeded one of these. */
  barredMs: 600_000,
  pollMs: 2000,
  heartbeatMs: 10_000,
  /** From the upgrade to an open room. */
  openMs: 15_000,
  /** Handed to a socket and not sent yet. */
  bufferedBytes: 8 * 1024 * 1024,
  /** How long a document is kept that holds nothing but its first content. */
  unchangedKeptDays: 7,
  /** How long any other is kept after its last change. */
  keptDays: 365,
} as const;
export type DocumentLimits = { readonly [K in keyof typeof documentLimits]: number };
