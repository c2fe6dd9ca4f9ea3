import type { BaseLogger } from "pino";
import { liveLimits, type PresentPerson, type View } from "#contracts/live";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import type { Listening } from "../../event-store/listening.ts";
import type { ReadModelProgress } from "../progress.ts";

/** A channel that a browser can watch: one row or list of a read model. */
export interface ChannelName {
  readonly view: View;
  readonly key: string;
}

/** A channel, or without a key all channels of a view. */
export interface ChannelsOfView extends Pick<ChannelName, "view"> {
  readonly key?: string;
}

/** A permission that an event may have revoked: for channels, or without a view the whole session. */
export type MemberRevocation = { readonly member: string } | ({ readonly member: string } & ChannelsOfView);

/** A channel whose subject an event has deleted, for all its subscribers. */
interface Deletion {
  readonly deleted: ChannelName;
}

export type Revocation = MemberRevocation | Deletion;

/** Limits of the contract and of the server. Bytes, milliseconds, counts. */
export const liveServerLimits = {
  ...liveLimits,
  /** Maximum of subscriptions of all clients of an address, and of this process. */
  subscriptionsPerAddress: 20_000,
  subscriptions: 400_000,
  /** Maximum of events that a resume re-reads before it responds with `reset`. */
  resumeEvents: 10_000,
  /** Maximum of channels whose last changes are kept in memory for resuming clients. */
  rememberedChannels: 50_000,
  /** Maximum of events waiting for the read models before the tail stops reading. */
  waitingEvents: 1000,
  /** Period over which a closing server closes its connections. */
  closeSpreadMs: 5000,
  /** How long a client may take to respond to a close frame. */
  closeGraceMs: 2000,
  retryFirstMs: 500,
  retryLongestMs: 10_000,
} as const;
export type LiveServerLimits = { readonly [K in keyof typeof liveServerLimits]: number };

interface LiveMetrics {
  closed(code: number): void;
  sent(messages: number): void;
  /** Called for a subscription beyond the limit of an address or of the process. */
  subscriptionRefused(): void;
  /** Called with the milliseconds from an event's time to the release of its names. */
  released(lagMs: number): void;
}

/** The authenticated member behind a connection. */
export interface LiveCaller {
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
   * Further channels that an event touches without naming them (a changed name is shown on the pages of all the
   * member's teams). Undefined for most events. The function is called once the read models contain the event; later
   * events wait for it.
   */
  readonly lookUp: (event: RecordedEvent) => (() => Promise<readonly ChannelName[]>) | undefined;
  /** @throws Refused: on `expired-token` the client renews its token, any other code stops its reconnects */
  readonly authenticate: (token: string) => Promise<LiveCaller>;
  /**
   * Calls back when the caller's session ends, or immediately if it has ended. Returns a function that unsubscribes.
   */
  readonly whenLoginEnds: (caller: LiveCaller, onEnd: () => void) => () => void;
  /** Called for all but public views; must read from read models that have reached `progress`. */
  readonly mayWatch: (member: string | null, view: View, key: string) => Promise<boolean>;
  /** Called for channels that a client may not watch, so that late subscribers get the reason, too. */
  readonly isDeleted: (view: View, key: string) => Promise<boolean>;
  /**
   * Permissions to check again (with `mayWatch`) because of an event; without a channel the session is closed. Pure.
   */
  readonly revocations: (event: RecordedEvent) => readonly Revocation[];
  /** Called with each revocation once the read models contain the event, in log order. */
  readonly revoked: (revocation: Revocation) => void;
  /** Name and picture of a present member; undefined for one without a profile. */
  readonly personOf: (member: string) => Promise<PresentPerson | undefined>;
  /**
   * Connects the processes of one database; without it, only members connected to this process are known as present.
   */
  readonly listening?: Listening | undefined;
  /** `https://host[:port]` of the site; upgrades from other origins are refused. */
  readonly allowedOrigin: string;
  readonly log: Pick<BaseLogger, "debug" | "info" | "warn" | "error">;
  readonly metrics: LiveMetrics;
  readonly limits?: Partial<LiveServerLimits>;
}

/** Identifies a channel as one text; a view contains no slash. */
export const channelId = ({ view, key }: ChannelName): string => `${view}/${key}`;

/** The ids without duplicates. */
export const channelIds = (names: readonly ChannelName[]): string[] => [...new Set(names.map(channelId))];
