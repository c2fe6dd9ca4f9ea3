import type { BaseLogger } from "pino";
import { liveLimits, type PresentPerson, type View } from "#contracts/live";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { Listening } from "../../event-store/listening.ts";
import type { ReadModelProgress } from "../progress.ts";

/** A channel a browser can watch: one row or list of a read model. */
export interface ChannelName {
  readonly view: View;
  readonly key: string;
}

/** A permission an event may have revoked: for a channel, or without one the whole session. */
export type MemberRevocation = { readonly member: string } | ({ readonly member: string } & ChannelName);

/** A channel whose subject an event has deleted, for all who watch it. */
interface Deletion {
  readonly deleted: ChannelName;
}

export type Revocation = MemberRevocation | Deletion;

/** Bounds of the contract and of the server alone. Bytes, milliseconds, counts. */
export const liveServerLimits = {
  ...liveLimits,
  /** Channels that all clients of an address watch at once, and all of this process. */
  subscriptionsPerAddress: 20_000,
  subscriptions: 400_000,
  /** How many events a resume re-reads before it answers `reset`. */
  resumeEvents: 10_000,
  /** How many channels' last changes are kept in memory for resuming clients. */
  rememberedChannels: 50_000,
  /** How many events may wait for the read models before the tail stops reading. */
  waitingEvents: 10_000,
  /** Period over which a closing server closes its connections. */
  closeSpreadMs: 5000,
  /** How long a client may take to answer a close. */
  closeGraceMs: 2000,
  retryFirstMs: 500,
  retryLongestMs: 10_000,
} as const;
export type LiveServerLimits = { readonly [K in keyof typeof liveServerLimits]: number };

interface LiveMetrics {
  closed(code: number): void;
  sent(messages: number): void;
  /** A subscription beyond those of an address or of the process. */
  subscriptionRefused(): void;
  /** Milliseconds from an event's time to the release of its names. */
  released(lagMs: number): void;
}

interface LiveCaller {
  readonly uuid: string;
  readonly expiresAt: Date;
  readonly login?: string | undefined;
}

export interface LiveOptions {
  readonly store: EventStore;
  readonly progress: ReadModelProgress;
  /** The channels whose rows an event touches. Pure. */
  readonly touched: (event: RecordedEvent) => readonly ChannelName[];
  /**
   * Further channels that an event touches without naming them (a changed name shows on the pages of all teams of its
   * member). Undefined for most events; called once the read models hold the event, later events wait for it.
   */
  readonly lookUp: (event: RecordedEvent) => (() => Promise<readonly ChannelName[]>) | undefined;
  /** @throws Refused: on `expired-token` the client renews its token, any other code ends its attempts. */
  readonly authenticate: (token: string) => Promise<LiveCaller>;
  /** Calls back once the caller's session has ended, also when it had ended before. Returns a function that unsubscribes. */
  readonly whenLoginEnds: (caller: LiveCaller, onEnd: () => void) => () => void;
  /** Asked for all but public views; must answer from read models that have reached `progress`. */
  readonly mayWatch: (member: string | null, view: View, key: string) => Promise<boolean>;
  /** Asked about channels a client may not watch, so that late subscribers get the reason, too. */
  readonly isDeleted: (view: View, key: string) => Promise<boolean>;
  /** Permissions to check again (with `mayWatch`) because of an event; without a channel the session is closed. Pure. */
  readonly revocations: (event: RecordedEvent) => readonly Revocation[];
  /** Called with each of them once the read models hold the event, in log order. */
  readonly revoked: (revocation: Revocation) => void;
  /** Name and picture of a present member; undefined for one without a profile. */
  readonly personOf: (member: string) => Promise<PresentPerson | undefined>;
  /** Connects the processes of one database; without it only this process knows who is present. */
  readonly listening?: Listening | undefined;
  /** `https://host[:port]` of the site; upgrades from other origins are refused. */
  readonly allowedOrigin: string;
  readonly log: Pick<BaseLogger, "debug" | "info" | "warn" | "error">;
  readonly metrics: LiveMetrics;
  readonly limits?: Partial<LiveServerLimits>;
}

/** One text per channel; neither part holds a slash before the key begins. */
export const channelId = ({ view, key }: ChannelName): string => `${view}/${key}`;

/** Each once. */
export const channelIds = (names: readonly ChannelName[]): string[] => [...new Set(names.map(channelId))];
