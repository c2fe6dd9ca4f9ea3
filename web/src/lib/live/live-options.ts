import type { GoneCode, PresentPerson, View } from "#contracts/live";
import type { AnswerCheckpoint } from "./checkpoint.ts";

/** `connecting` also between attempts; `closed` before the start, after the end and after a code that says stop. */
export type LiveState = "connecting" | "open" | "closed";

/** What is used of a `WebSocket`. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
}

/** Calls back when the network or the tab comes back; returns how to stop that. */
export type WakeUps = (wake: () => void) => () => void;

/** Milliseconds. */
export const liveTimes = {
  /** Time without a message after which a ping is sent. */
  heartbeatMs: 25_000,
  pongMs: 10_000,
  /** From the retryTimer to the server's hello. */
  openMs: 10_000,
  retryFirstMs: 500,
  retryLongestMs: 30_000,
  /** A connection that lasted this long was no failure. */
  steadyMs: 5000,
} as const;

export interface LiveOptions {
  /** `ws:` or `wss:`. */
  readonly url: string;
  /** The access token of now, null for a visitor. */
  readonly token: () => string | null;
  /** Gets a fresh token when the server says that the old one has expired. */
  readonly renew?: (() => Promise<unknown>) | undefined;
  /** The person behind the token of now has gone: the login is over, in every tab. */
  readonly onRevoked?: (() => void) | undefined;
  /** The rows behind a channel have changed. */
  readonly onChanged: (view: View, key: string, checkpoint: string) => void;
  /** Anything may have changed. */
  readonly onReset: () => void;
  /** The channel cannot be watched, or not any more. */
  readonly onGone: (view: View, key: string, code: GoneCode) => void;
  /** All who have the page of a team open, also the own member. */
  readonly onPresence?: (teamId: number, people: readonly PresentPerson[]) => void;
  readonly onState: (state: LiveState) => void;
  /**
   * Tells from when each answer is that the page shows. Those asked for before the first hello may be older than the
   * subscriptions: what changed since is asked for, so that they need not be fetched again.
   */
  readonly answers?: (listener: (answer: AnswerCheckpoint) => void) => () => void;
  readonly open?: (url: string) => LiveSocket;
  readonly wakeUps?: WakeUps;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly times?: Partial<{ readonly [K in keyof typeof liveTimes]: number }>;
}

export const browserWakeUps: WakeUps = (wake) => {
  const onVisibility = () => {
    if (document.visibilityState === "visible") wake();
  };
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    window.removeEventListener("online", wake);
    window.removeEventListener("pageshow", wake);
    document.removeEventListener("visibilitychange", onVisibility);
  };
};
