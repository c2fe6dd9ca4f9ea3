/** Names and numbers of `/documents`, where drafts and shared texts are kept while they are written. */

/** Path of the websocket, spoken as y-websocket speaks; `?room=` names the document. */
export const documentsPath = "/documents";

/** First subprotocol; the second is the access token, so that it stands in no address. */
export const documentsProtocol = "algomoim";

/** What a member writes, also before it has an id: `article/new/12`, `article/301`, `subject/12/2026-11-21`. */
export const draftKeyPattern =
  /^(?:article\/new\/\d{1,15}|article\/\d{1,15}|subject\/\d{1,15}\/\d{4}-\d\d-\d\d|recruitment\/(?:new|\d{1,15}))$/;

/** A member's own draft: nobody else can open it. */
export const draftRoom = (owner: string, key: string) => `draft/${owner}/${key}`;
/** The problem of a day, written together by the managers of the team. */
export const subjectRoom = (teamId: number, date: string) => `subject/${teamId}/${date}`;
/** Who of the team looks at its page; holds no text. */
export const teamRoom = (teamId: number) => `team/${teamId}`;

/** First number of a message. Those below 10 are y-websocket's own. */
export const documentMessages = {
  sync: 0,
  awareness: 1,
  askAwareness: 3,
  /** Server → client, first in a subject room: JSON `Beginning`. Client → server: the same and an update, its beginning. */
  beginning: 10,
  /** Client → server: a number. Server → client: the same, once everything sent before it is kept. */
  kept: 11,
} as const;

/**
 * What a subject room grew from. Each saving of the problem begins a new generation. `isWanted`: nobody has given the
 * first content yet; of several that are sent, one is taken. `revision`: of the saved problem, null when there is none.
 */
export interface Beginning {
  readonly generation: number;
  readonly revision: number | null;
  readonly isWanted: boolean;
}

/** Beside those of contracts/live.ts: 4500–4999 stop. */
export const documentCloseCodes = {
  /** The document is full; what was sent last is not kept. */
  full: 4505,
  /** The member has too many drafts, or the team too many problems in the making; what was sent last is not kept. */
  tooManyTexts: 4506,
  /** The day is too far away for a problem to be begun together. */
  dayTooFar: 4507,
  /** The problem was saved: what is open here is a text of before. */
  begunAnew: 4510,
} as const;

/** Somebody in a team room, as awareness state; written by the server. */
export interface PresentPerson {
  readonly uuid: string;
  readonly name: string;
  readonly imageUrl: string;
}

const documentBytes = 5 * 1024 * 1024;

/** Bytes, counts, milliseconds, days. */
export const documentLimits = {
  documentBytes,
  /** A whole document, as somebody pastes or brings it, and what stands round it; above that ws closes with 1009. */
  messageBytes: documentBytes + 64 * 1024,
  clientsPerRoom: 50,
  clientsPerTeam: 300,
  connectionsPerMember: 20,
  draftsPerMember: 200,
  problemsPerTeam: 200,
  /** Before and after today; a problem that is saved can be written together on any day. */
  daysAround: 366,
  /** A message counts as one, and as one more for each `messageUnitBytes`. */
  messagesPerSecond: 200,
  messageUnitBytes: 64 * 1024,
  awarenessBytes: 4096,
  batchMs: 20,
  compactAfterUpdates: 200,
  compactAfterBytes: 256 * 1024,
  pollMs: 2000,
  heartbeatMs: 10_000,
  /** From the upgrade to an open room. */
  openMs: 10_000,
  /** Handed to a socket and not yet gone. */
  bufferedBytes: 8 * 1024 * 1024,
  /** How long a document stays in which nobody has written, or all of which has been deleted. */
  blankKeptDays: 7,
  /** How long one stays that nobody has changed. */
  textsKeptDays: 365,
} as const;
export type DocumentLimits = { readonly [K in keyof typeof documentLimits]: number };
