/** A member who has logged out or withdrawn in a tab, for all tabs. */
export interface Departure {
  readonly memberId: string;
  readonly hasWithdrawn: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Undefined in a browser without it, where other tabs learn of a departure from the server. */
export const channelOfTabs = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel !== "undefined" ? new BroadcastChannel("departure") : undefined;

export function announce(departure: Departure): void {
  const channel = channelOfTabs();
  channel?.postMessage(departure);
  channel?.close();
}
