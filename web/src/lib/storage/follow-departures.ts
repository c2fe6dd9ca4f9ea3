import { currentToken, endSession, memberOf, noteGone } from "../session.ts";
import { channelOfTabs, type Departure } from "./departures.ts";

/**
 * A tab that was frozen receives a message late: the member may have logged in again and written since. Its session then
 * ends at its next call.
 */
const lateMs = 10_000;

/** Ends the session of this tab with that of another one, and deletes again what this tab has stored meanwhile. */
export function followDepartures(): void {
  const channel = channelOfTabs();
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<Departure>) => {
    if (data.hasWithdrawn) noteGone(data.memberId);
    else if (Date.now() - data.at > lateMs) return;
    const isOwn = memberOf(currentToken()) === data.memberId;
    if (isOwn) endSession();
    import("./forget-member.ts").then(({ removeFrom }) => removeFrom(data, isOwn)).catch(() => undefined);
  };
}
