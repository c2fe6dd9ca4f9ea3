import type { GoneCode, PresentPerson, View } from "#contracts/live";
import type { AnswerCheckpoint } from "./checkpoint.ts";

/**
 * `connecting` also between attempts; `closed` before the start, after the end and after a code that ends reconnecting.
 */
export type LiveState = "connecting" | "open" | "closed";

/** The part of `WebSocket` that is used. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
}

/** Calls back when the network or the tab returns; returns a function that stops. */
export type WakeUps = (wake: () => void) => () => void;

/** Milliseconds. */
export const liveTimes = {
  /** Time without a message after which a ping is sent. */
  heartbeatMs: 25_000,
  pongMs: 10_000,
  /** Timeout from opening a connection to the server's hello. */
  openMs: 10_000,
  retryFirstMs: 500,
  retryLongestMs: 30_000,
  /** A connection that lasted this long does not count as a failure. */
  steadyMs: 5000,
} as const;

export interface LiveOptions {
  /** `ws:` or `wss:`. */
  readonly url: string;
  /** The current access token, null for a visitor. */
  readonly token: () => string | null;
  /** Renews the token when the server reports that it has expired. */
  readonly renew?: (() => Promise<unknown>) | undefined;
  /** Called when the member of the current token has withdrawn: the session ends in every tab. */
  readonly onRevoked?: (() => void) | undefined;
  /** Called when the rows of a channel have changed. */
  readonly onChanged: (view: View, key: string, checkpoint: string) => void;
  /** Called when anything may have changed. */
  readonly onReset: () => void;
  /** Called when the channel cannot be watched, or not any more. */
  readonly onGone: (view: View, key: string, code: GoneCode) => void;
  /** Called with all members who have the page of a team open, including the own one. */
  readonly onPresence?: (teamId: number, people: readonly PresentPerson[]) => void;
  readonly onState: (state: LiveState) => void;
  /**
   * Reports the checkpoint of each response shown on the page. Responses requested before the first hello may precede
   * the subscriptions: the changes since are requested, so that they need not be fetched again.
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
