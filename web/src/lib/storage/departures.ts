import { currentToken, endSession, memberOf } from "../session.ts";

/** A member who has logged out or withdrawn in a tab, for all tabs. */
export interface Departure {
  readonly memberId: string;
  readonly hasWithdrawn: boolean;
}

const gone = new Set<string>();
/** A member who has withdrawn: this tab stores nothing of them any more, whatever is still open in it. */
export const isGone = (memberId: string): boolean => gone.has(memberId);
export const noteGone = (memberId: string): unknown => gone.add(memberId);

const channelOfTabs = () => new BroadcastChannel("departure");

export function announce(departure: Departure): void {
  if (!("BroadcastChannel" in globalThis)) return;
  const channel = channelOfTabs();
  channel.postMessage(departure);
  channel.close();
}

/** Ends the session of this tab with that of another one, and deletes again what this tab has stored meanwhile. */
export function followDepartures(): void {
  if (!("BroadcastChannel" in globalThis)) return;
  channelOfTabs().onmessage = ({ data }: MessageEvent<Departure>) => {
    if (data.hasWithdrawn) noteGone(data.memberId);
    const isOwn = memberOf(currentToken()) === data.memberId;
    if (isOwn) endSession();
    import("./forget-member.ts").then(({ removeFrom }) => removeFrom(data, isOwn)).catch(() => undefined);
  };
}
