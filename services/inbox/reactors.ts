import { v5 as uuidv5 } from "uuid";
import type { NotificationKind } from "#contracts/inbox/api";
import { kinds } from "#contracts/inbox/kinds";
import { inboxLimits } from "#contracts/limits";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { type Reactor, reactionTo } from "../platform/reactors/reactor.ts";
import { leftAt } from "../team/facts.ts";
import { inbox, type Notice, type RaiseResult, resultOf } from "./inbox.ts";
import {
  type Announcement,
  announcementsOf,
  kindsOfSource,
  noticeFor,
  type RecipientDeps,
  sourceTypes,
} from "./recipients.ts";

/** Name of the reactor. */
export const notify = "notify";

export const streamOf = (memberId: string) => `inbox-${memberId}`;

interface InboxReactorDeps extends Pick<RecipientDeps, "choosing"> {
  readonly now: () => Date;
  readonly onResult: (kind: NotificationKind, result: Exclude<RaiseResult, "known"> | "stale") => void;
}

/**
 * Raises notifications of events (spec/notifications.md rules 2–4). Recipients are determined once, when the reactor
 * receives the event, and recorded in the log.
 */
export function inboxReactors({ choosing, now, onResult }: InboxReactorDeps): Reactor[] {
  async function raise(
    notice: Notice & { readonly leftAt: number | undefined },
    event: RecordedEvent,
    store: EventStore,
  ): Promise<void> {
    const { memberId, kind } = notice;
    try {
      const { answer, repeated } = await handle(store, reactionTo(event, notify, memberId), {
        decider: inbox,
        stream: streamOf(memberId),
        reads: { personal: "closed" },
        command: { type: "Raise", ...notice },
        answer: (after, [raised]) => ({
          data: raised === undefined ? resultOf(notice, after) : resultBy(raised.type),
        }),
        // An event that is only counted costs its recipients' streams no write.
        isRecorded: (result) => result !== "collapsed",
      });
      if (!repeated && answer.data !== "known") onResult(kind, answer.data);
    } catch (error) {
      // The recipient has withdrawn.
      if (!(error instanceof MemberForgotten)) throw error;
    }
  }

  return [
    {
      name: notify,
      to: sourceTypes,
      takes(event) {
        const isFresh = now().getTime() - Date.parse(event.occurredAt) < inboxLimits.staleMs;
        if (!isFresh) for (const kind of kindsOfSource(event.type)) onResult(kind, "stale");
        return isFresh;
      },
      turnOf: ({ stream, data }) => (stream.startsWith("recruitment-") ? stream : `team-${data["teamId"]}`),
      async on(event, store) {
        const announced = await announcementsOf(event, { store, choosing });
        const waiting = (await Promise.all(announced.map((each) => noticesOf(each, event, store)))).flat();
        const work = async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await raise(next, event, store);
        };
        await Promise.all(Array.from({ length: inboxLimits.atOnce }, work));
      },
    },
  ];
}

async function noticesOf(announced: Announcement, event: RecordedEvent, store: EventStore) {
  const { recipients, teamId, kind } = announced;
  const left = kinds[kind].right === "member" && teamId ? await leftAt(store, teamId) : undefined;
  return recipients.map((memberId) => ({
    ...noticeFor(memberId, uuidv5(`${memberId}/${kind}`, event.eventId), announced, event),
    leftAt: left?.get(memberId),
  }));
}

const resultBy = (type: string): RaiseResult => (type === "NotificationRaised" ? "raised" : "collapsed");
