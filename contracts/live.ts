import { z } from "zod";

/**
 * Who may watch a view: everyone; the member whose uuid is the key; the members or the managers of the team whose id is
 * the key; the members of the team of the article whose id is the key. A view has the name of its read model; the socket carries names, never data. The exceptions are `rhythm`, which
 * shows several read models, and `presence`, which has none and lists its subscribers.
 */
export const views = {
  "team-directory": "public",
  "team-page": "public",
  "team-calendar": "public",
  "team-articles": "public",
  "team-writers": "public",
  discussion: "article",
  "team-members": "manager",
  "role-history": "manager",
  "team-invitations": "manager",
  "member-card": "self",
  "my-teams": "self",
  "my-articles": "self",
  "recruitment-board": "public",
  "recruitment-detail": "public",
  "my-applications": "self",
  "my-solved": "self",
  inbox: "self",
  "inbox-settings": "self",
  rhythm: "member",
  "problem-queue": "member",
  presence: "member",
} as const satisfies Record<string, "public" | "self" | "member" | "manager" | "article">;
export type View = keyof typeof views;

/**
 * `team-directory` and `recruitment-board` have one key. Others have the id of a team or recruitment, or a member's
 * uuid, as text.
 */
export const allKey = "all";

const channel = { view: z.enum(Object.keys(views) as [View, ...View[]]), key: z.string().min(1).max(64) };
const checkpoint = z.string().max(200);

/**
 * Client → server, one message or a JSON array of them per frame. `hello` comes first, within 10 s; its token
 * determines what the connection may watch.
 */
export const clientMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), token: z.string().max(4096).nullable() }),
  z.object({ type: z.literal("subscribe"), ...channel, after: checkpoint.optional() }),
  z.object({ type: z.literal("unsubscribe"), ...channel }),
  /**
   * After a reconnect: the server sends the names of all subscribed channels that changed after this checkpoint, or
   * `reset`. A process that has not reached it yet sends some names again.
   */
  z.object({ type: z.literal("resume"), after: checkpoint }),
  z.object({ type: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** A member who has the page of the team open. */
export interface PresentPerson {
  readonly uuid: string;
  readonly name: string;
  readonly imageUrl: string;
}

/** Server → client, several per frame as a JSON array. */
export type ServerMessage =
  | { type: "hello"; member: string | null; checkpoint: string; heartbeatMs: number }
  | { type: "subscribed"; view: View; key: string }
  | { type: "changed"; view: View; key: string; checkpoint: string }
  /**
   * The permission was revoked or never granted, or the subject is deleted. No name of its channel follows. A
   * subscription to a public channel whose subject is already deleted gets no `gone`: its query gets the refusal.
   */
  | { type: "gone"; view: View; key: string; code: GoneCode }
  /**
   * All members present in a team without duplicates, including the receiver; sent after `subscribed` and after each
   * change.
   */
  | { type: "presence"; teamId: number; people: readonly PresentPerson[] }
  /** The checkpoint is invalid or too far back: fetch everything again. */
  | { type: "reset"; checkpoint: string }
  /** Every name up to here has been sent before, so an idle client can resume from here. */
  | { type: "pong"; checkpoint: string };
export type GoneCode = "forbidden" | "revoked" | "deleted" | "too-many";

/** Close code of the websocket protocol when a permission could not be checked: the client reconnects after a pause. */
export const tryAgainLater = 1013;

/** Close codes: 4000–4499 reconnect with full jitter, 4500–4999 end reconnecting. */
export const closeCodes = {
  shutdown: 4001,
  slow: 4008,
  noPong: 4012,
  tokenExpired: 4013,
  unauthenticated: 4500,
  badRequest: 4501,
  revoked: 4503,
  tooMany: 4504,
} as const;

export const liveLimits = {
  coalesceMs: 10,
  bufferSoftBytes: 256 * 1024,
  bufferHardBytes: 1024 * 1024,
  slowMs: 10_000,
  subscriptionsPerConnection: 200,
  connectionsPerMember: 20,
  frameBytes: 64 * 1024,
  messagesPerSecond: 50,
  heartbeatMs: 25_000,
  helloMs: 10_000,
  /** A member who leaves and returns within this time, as by a reload, stays present. */
  presenceGraceMs: 2000,
  /** Interval at which a process announces its present members to the others, and how long these remember them. */
  presenceRenewalMs: 15_000,
  presenceExpiryMs: 40_000,
} as const;
