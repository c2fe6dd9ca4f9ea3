import { currentToken, endSession, memberOf } from "../session.ts";
import { channelOfTabs, type Departure } from "./departures.ts";
import { noteGone } from "./gone-members.ts";

/** Ends the session of this tab with that of another one, and deletes again what this tab has stored meanwhile. */
export function followDepartures(): void {
  const channel = channelOfTabs();
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<Departure>) => {
    if (data.hasWithdrawn) noteGone(data.memberId);
    const isOwn = memberOf(currentToken()) === data.memberId;
    if (isOwn) endSession();
    import("./forget-member.ts").then(({ removeFrom }) => removeFrom(data, isOwn)).catch(() => undefined);
  };
}
